"""The entries of the steps of an aftermath: rest, scenes, treatment, ties and souls."""

from collections.abc import Callable, Mapping

from sim.rules.dice_pool.aftermath.losing import (
    bond_lost,
    growth,
    met,
    stressed,
    transferred,
)
from sim.rules.dice_pool.events.conscience import SceneEnded, SessionEnded
from sim.rules.dice_pool.events.lasting import (
    CareGiven,
    RestTaken,
    RollFellDue,
    StepReached,
    StepTaken,
    TreatmentFailed,
    WoundDowngraded,
)
from sim.rules.dice_pool.facts import (
    DeedFaced,
    DeedLeft,
    TreatmentRefused,
    TreatmentTried,
    VirtueKept,
    VirtueShown,
)
from sim.rules.dice_pool.health.healing import may_care
from sim.rules.dice_pool.health.track import may_treat
from sim.rules.dice_pool.morality.crimes import realized
from sim.rules.dice_pool.morality.crisis import ask_failure, succeeded
from sim.rules.dice_pool.morality.intimacies import ask_bond
from sim.rules.dice_pool.morality.souls import ask_succumbing, soul_changed
from sim.rules.dice_pool.phases import Passing, Stepping
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.pools.throwing import total_of
from sim.rules.dice_pool.records.body import UP, Wound
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.data import StepData
from sim.rules.dice_pool.scenario.words import Severity
from sim.rules.dice_pool.state import State, alive, lacks_soul, view
from sim.rules.dice_pool.willpower.regaining import (
    DAY,
    REST,
    may_show_virtue,
    regained,
    vice,
)
from sim.rules.dice_pool.willpower.spending import may_boost
from sim.seam.events import NOBODY, TABLE, Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import seats

Entry = tuple[str, Seat, Seat]

TAKEN: Cites = ("DP-R-97",)
RESTED: Cites = ("DP-WILL-09", "DP-R-48")
CRISIS: Cites = ("DP-CRISIS-02",)
SCENE: Cites = ("DP-WILL-11", "DP-R-100")
SESSION: Cites = ("DP-WILL-12",)
TREATED: Cites = ("DP-RESIST-03", "DP-R-43", "DP-R-99")
CARED: Cites = ("DP-HEAL-04", "DP-R-99", "DP-R-111")
MINUTE = 60
FADING = ("stress", "soul")
"""Steps after which somebody may be without dots and without a soul."""
DONE, REACHED = StepTaken(TAKEN), StepReached(TAKEN)


def step_of(state: State) -> StepData:
    """Return the step of the aftermath that began last."""
    return state.setup.steps[state.steps - 1]


def stepping(state: State) -> Stepping:
    """Return the entries of the current step."""
    step = step_of(state)
    entries: list[Entry] = []
    living = [who for who in step.who if alive(state, who)]
    if step.kind == "scene":
        for what in ("vice", "virtue", "realizes"):
            concerned: tuple[Seat, ...] = getattr(step, what)
            entries += [(what, who, NOBODY) for who in concerned if alive(state, who)]
        entries += [
            ("facing", who, NOBODY) for who, _ in step.facing if alive(state, who)
        ]
        entries.append(("scene", TABLE, NOBODY))
    elif step.kind == "treat":
        entries += [
            ("treat", who, patient)
            for who in living
            for patient in step.patients
            if alive(state, patient)
        ]
    elif step.kind == "session":
        entries.append(("session", TABLE, NOBODY))
    elif step.kind == "transfer":
        entries += [("transfer", who, step.to) for who in living if who != step.to]
    elif step.kind != "wait":
        entries += [(step.kind, who, NOBODY) for who in living]
        if step.lost is not None:
            entries += [("lost", who, NOBODY) for who in living]
    entries += [("met", who, NOBODY) for who in living if step.meets]
    asked = state.phase.asked if type(state.phase) is Passing else ()
    # A step may take the last dot or the soul itself, so those it concerns are checked.
    struck = living if step.kind in FADING else []
    entries += [
        ("fading", who, NOBODY)
        for who in seats(len(state.participants))
        if who not in asked and (who in struck or fades(state, who))
    ]
    return Stepping(tuple(entries))


def fades(state: State, who: Seat) -> bool:
    """Whether *who* is alive but has lost the soul and the last dot [DP-R-104]."""
    dots = state.participants[who].will.dots
    return alive(state, who) and lacks_soul(state, who) and not dots


def ask_stepping(state: State, phase: Stepping) -> Asked[State] | None:
    """Ask for the first entry of the step, then the next."""
    if not phase.queue:
        return None
    what, who, other = phase.queue[0]
    if phase.rolls:
        return ask_rolls(state, phase.rolls) or _after_roll(state, phase)
    return ENTRIES[what](state, who, other) or Due((DONE,))


def _after_roll(state: State, phase: Stepping) -> Asked[State]:
    """Return the consequences of a crisis roll or of a treatment."""
    _, who, patient = phase.queue[0]
    roll = phase.rolls[0]
    total = total_of(roll, state.setup.rulings)
    if roll.why == Why.TREAT:
        return Due((*_treated(state, who, patient, total), DONE))
    if total:
        return Due((*succeeded(state, who, phase.grade), DONE))
    return ask_failure(state, who)


# Rest, and scenes.


def _rest(state: State, who: Seat, _other: Seat) -> Asked[State] | None:
    """Let *who* rest: a point, or a crisis roll [DP-WILL-09, DP-CRISIS-02]."""
    participant, step = state.participants[who], step_of(state)
    recent = (
        participant.will.rested_at is not None
        and state.clock - participant.will.rested_at < DAY
    )
    night = state.setup.rulings.night_minutes * MINUTE
    if who in step.interrupted or recent or step.seconds < night:
        return None
    taken = RestTaken(RESTED, who)
    if participant.conscience.crisis is not None:
        return Due((taken, RollFellDue(CRISIS, who, Why.CRISIS)))
    return Due((taken, *regained(state, who, REST), DONE))


def _vice(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(vice(state, who))


def _virtue(state: State, who: Seat, _other: Seat) -> Asked[State] | None:
    if not may_show_virtue(state, who):
        return None
    return Decision(who, (VirtueKept(who), VirtueShown(who)), view(state, who))


def _realizes(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(realized(state, who))


def _facing(state: State, who: Seat, _other: Seat) -> Asked[State] | None:
    """Ask whether *who* faces the deed, as far as the story allows [DP-DEC-13]."""
    if state.participants[who].conscience.crisis is None:
        return None
    grade = dict(step_of(state).facing)[who]
    options: tuple[Fact, ...] = (DeedLeft(who), DeedFaced(who, grade))
    return Decision(who, options, view(state, who))


def _scene(state: State, _who: Seat, _other: Seat) -> Asked[State]:
    del state
    return Due((SceneEnded(SCENE), DONE))


def _session(state: State, _who: Seat, _other: Seat) -> Asked[State]:
    del state
    return Due((SessionEnded(SESSION), DONE))


# Treatment.


def _treat(state: State, who: Seat, patient: Seat) -> Asked[State] | None:
    """Ask a healer whether to treat the worst wound of *patient*.

    [DP-DEC-19, DP-R-99]
    """
    if state.participants[who].body.condition != UP:
        return None
    if treatable(state, patient) is None and not may_care(state, patient):
        return None
    options = (TreatmentRefused(who, patient), TreatmentTried(who, patient))
    return Decision(who, options, view(state, who))


def treatable(state: State, patient: Seat) -> Wound | None:
    """Return the worst Resistant wound that a healer can downgrade [DP-R-43]."""
    wounds = state.participants[patient].body.wounds
    return next((wound for wound in wounds if may_treat(wound, state.clock)), None)


def treating_roll(state: State, who: Seat, attempt: int) -> Roll:
    """Return the roll of a healer [DP-R-43]."""
    pool = state.setup.characters[who].treat
    free = None if may_boost(state, who, pool) else False
    return Roll(who, Why.TREAT, pool, attempt=attempt, boosted=free, rote=pool.rote)


def _treated(state: State, who: Seat, patient: Seat, total: int) -> list[Consequence]:
    wound = treatable(state, patient)
    if not total:
        return [TreatmentFailed(TREATED, patient, who)]
    if wound is None:
        return [CareGiven(CARED, patient, who, state.setup.rulings.care_pace)]
    was, now = wound.severity, Severity(wound.severity - 1)
    return [WoundDowngraded(TREATED, patient, was.name.lower(), now.name.lower(), who)]


# Ties, souls and stress.


def _bonds(state: State, who: Seat, _other: Seat) -> Asked[State] | None:
    new = step_of(state).new
    if new is None or any(
        bond.name == new.name for bond in state.participants[who].conscience.bonds
    ):
        return None
    return ask_bond(state, who, new)


def _lost(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(bond_lost(state, who, step_of(state).lost or ""))


def _stress(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(stressed(state, who, step_of(state)))


def _soul(state: State, who: Seat, _other: Seat) -> Asked[State]:
    step = step_of(state)
    return _due(soul_changed(state, who, step.cause, restored=step.restored))


def _transfer(state: State, who: Seat, to: Seat) -> Asked[State]:
    return _due(transferred(state, who, to))


def _growth(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(growth(state, who, step_of(state).rating))


def _met(state: State, who: Seat, _other: Seat) -> Asked[State]:
    return _due(met(state, who, step_of(state).meets))


def _fading(state: State, who: Seat, _other: Seat) -> Asked[State] | None:
    return ask_succumbing(state, who) if fades(state, who) else None


def _due(events: list[Consequence]) -> Due:
    return Due((*events, DONE))


ENTRIES: Mapping[str, Callable[[State, Seat, Seat], Asked[State] | None]] = {
    "rest": _rest,
    "vice": _vice,
    "virtue": _virtue,
    "realizes": _realizes,
    "facing": _facing,
    "scene": _scene,
    "session": _session,
    "treat": _treat,
    "bonds": _bonds,
    "lost": _lost,
    "stress": _stress,
    "soul": _soul,
    "transfer": _transfer,
    "growth": _growth,
    "met": _met,
    "fading": _fading,
}
"""Kind of entry -> the function that asks about it; None means nothing this time."""
