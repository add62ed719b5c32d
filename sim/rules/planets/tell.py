"""A conflict as a reader follows it: who wanted what, the column of dice, why.

The Hierarchy is drawn as it lies on the table, the lowest die at the top; a mark says
which Forces speak for the task (+) and which against it (-).
"""

from sim.events import TABLE, DiceRolled, Event
from sim.rules.planets import consequences as c
from sim.rules.planets.calling import COIN
from sim.rules.planets.forces import FORCES
from sim.rules.planets.rolling import labels
from sim.rules.planets.setup import INDIRECT, NOBODY
from sim.rules.planets.state import Standing, lead, task
from sim.rules.planets.tell_answers import ANSWERS, listed, sets
from sim.rules.planets.words import Line, die, name

STEPS = {
    "calling": "What is rolled for.",
    "forces": "Step 1: Difficulty and Forces.",
    "circumstances": "Step 2: Circumstance dice.",
    "omega": "Step 1a: Omega dice.",
    "coordination": "The partners choose their dice.",
    "dice": "Step 3: the dice.",
}

WHY = {
    "descriptors_undecided": "the Descriptors alone do not decide it",
    "too_close_to_call": "it is too close to call",
    "no_relevant_descriptor": "no Descriptor helps, but it is not impossible",
    "automatic": "it is a matter of course",
    "impossible": "it cannot be done",
    "nobody_has_dice": "nobody here has dice",
}

WHERE = {
    "circumstance_above_all": "by the Circumstance die above all Planets",
    "sg_ruling": "by the Storyguide's ruling on the Circumstance die",
    "dominant": "at the Dominant",
    "circumstance_above_weak": "by the Circumstance die just above the Weak",
    "weak": "at the Weak",
    "circumstance_above_major": "by the Circumstance die just above the Major",
    "major": "at the Major",
    "none": "no position decides",
}


def tell(state: Standing, event: Event) -> str:
    """Return what *event*, which happened in *state*, is to a reader."""
    return TELL[type(event)](state, event)


# What followed.


def _round(_state: Standing, event: c.RoundOpened) -> str:
    return f"Round {event.number} begins."


def _step(_state: Standing, event: c.StepOpened) -> str:
    return STEPS[event.step]


def _declared(state: Standing, event: c.IntentDeclared) -> str:
    return f"{name(state, event.who)} {_intends(state, event)}."


def _changed(state: Standing, event: c.IntentChanged) -> str:
    return f"{name(state, event.who)} changes: {_intends(state, event)}."


def _intends(state: Standing, event: c.IntentDeclared | c.IntentChanged) -> str:
    against = "" if event.target == NOBODY else f" against {name(state, event.target)}"
    aim = "to win" if event.aim == "win" else "only to resist"
    harm = ", and means to wound" if event.harms else ""
    return f"goes for {event.approach}{against}, {aim}{harm}"


def _withdrew(state: Standing, event: c.Withdrew) -> str:
    return f"{name(state, event.who)} is out of it."


def _decreed(state: Standing, event: c.OutcomeDecreed) -> str:
    why = WHY[event.reason]
    return f"{name(state, event.who)}: {event.outcome} without a roll; {why}."


def _called(state: Standing, event: c.RollCalled) -> str:
    why = WHY[event.reason]
    if event.who == TABLE:
        return f"An opposed roll decides, read by both sides; {why}."
    return f"{name(state, event.who)} makes a {event.kind} roll; {why}."


def _level(state: Standing, event: c.DifficultySet) -> str:
    return f"What {name(state, event.who)} tries is {event.level}."


def _proposed(state: Standing, event: c.ForcesProposed) -> str:
    proposed = sets(event.favored, event.opposed)
    return f"Proposed for {name(state, event.who)}: {proposed}."


def _settled(state: Standing, event: c.ForcesSettled) -> str:
    settled = sets(event.favored, event.opposed)
    how = " (amended)" if event.amended else ""
    return f"For {name(state, event.who)}: {settled}{how}."


def _assigned(state: Standing, event: c.CircumstanceAssigned) -> str:
    cause = f" for {event.cause}" if event.cause else ""
    what = f"a {event.severity} {event.kind} d{event.size}"
    return f"{name(state, event.who)} has {what}{cause}."


def _shown(state: Standing, event: c.OmegaShown) -> str:
    if not event.value:
        return f"{name(state, event.who)} has no Omega die."
    placed = f"{event.force} {event.value} (of at most {event.limit})"
    return f"{name(state, event.who)} shows the Omega die: {placed}."


def _chosen(state: Standing, event: c.PlanetDiceChosen) -> str:
    dice = ", ".join(
        f"{force} d{size}"
        for force, size in zip(FORCES, event.sizes, strict=True)
        if size
    )
    return f"The side of {name(state, event.who)} rolls {dice}."


def _rolled(state: Standing, event: DiceRolled) -> str:
    if event.why == COIN:
        return f"A coin is tossed: {event.faces[0]}."
    dice = ", ".join(
        f"{label} {face} ({die(one)})"
        for label, one, face in zip(
            labels(state, event.who), event.pool, event.faces, strict=True
        )
    )
    whose = "" if event.who == TABLE else f" of {name(state, event.who)}"
    return f"The dice{whose}: {dice}."


def _hierarchy(state: Standing, event: c.HierarchyRead) -> str:
    """Draw the column, lowest at the top, with what each Force is to the task."""
    judged = task(state, event.who)
    place = {
        force: position
        for position in ("dominant", "major", "minor", "weak")
        for force in getattr(event, position)
    }
    omegas = {FORCES[force] for force, _ in state.turn(event.who).omegas}
    rows: list[str] = []
    shown = sorted((value, index) for index, value in enumerate(event.values) if value)
    for value, index in shown:
        force = FORCES[index]
        mark = "+" if judged.favored >> index & 1 else " "
        mark = "-" if judged.opposed >> index & 1 else mark
        placed = "  (Omega)" if force in omegas else ""
        row = f"    |{value:>3}  {force:<8}{mark} {place[force].capitalize()}{placed}"
        rows.append(row.rstrip())
    aside = ""
    if event.set_aside:
        aside = f" (sets {listed(event.set_aside)} aside)"
    return "\n".join((f"{name(state, event.who)} reads{aside}:", *rows))


def _placed(state: Standing, event: c.CircumstancePlaced) -> str:
    what = f"{event.severity} {event.kind} {event.value}"
    where = event.slot.replace("_", " ")
    return (
        f"Beside the column of {name(state, event.who)}: {what}, {where}"
        f" (influence: {event.influence})."
    )


def _ruled(state: Standing, event: c.MajorCircumstanceRuled) -> str:
    says = event.choice.replace("_", " ")
    return f"The Major {event.kind} of {name(state, event.who)}: {says}."


def _outcome(state: Standing, event: c.OutcomeDetermined) -> str:
    return f"{name(state, event.who)}: {event.outcome}, {WHERE[event.decided_at]}."


def _resolved(state: Standing, event: c.RoundResolved) -> str:
    if state.setup.mode == INDIRECT:
        counts = ", ".join(
            f"{sheet.name} {tally}"
            for sheet, tally in zip(state.setup.sheets, event.tallies, strict=True)
        )
        return f"So far: {counts} (goal {state.setup.rulings.goal})."
    if event.who == TABLE:
        what = "Nobody prevails"
        if event.still > 1:
            what += f", for the {_ordinal(event.still)} time in a row"
        return f"{what}. {_track(state, event.after)}"
    return f"{name(state, event.who)} prevails. {_track(state, event.after)}"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _track(state: Standing, track: int) -> str:
    """Draw the track from side 1's goal to side 0's."""
    goal = state.setup.rulings.goal
    marks = "".join("O" if place == track else "." for place in range(-goal, goal + 1))
    left, right = (name(state, lead(state, side)) for side in (1, 0))
    return f"{left} [{marks}] {right}"


def _harm(state: Standing, event: c.HarmApplied) -> str:
    wounded = f"{name(state, event.by)} wounds {name(state, event.who)}"
    if not event.size:
        return f"{wounded} once more than can be borne."
    die_ = f"a {event.severity} hindrance d{event.size}"
    return f"{wounded} (wound {event.wound}): {die_} from now on."


def _felled(state: Standing, event: c.TakenOut) -> str:
    return f"{name(state, event.who)} is taken out."


TELL: dict[type[Event], Line] = {
    **ANSWERS,
    DiceRolled: _rolled,
    c.RoundOpened: _round,
    c.StepOpened: _step,
    c.IntentDeclared: _declared,
    c.IntentChanged: _changed,
    c.Withdrew: _withdrew,
    c.OutcomeDecreed: _decreed,
    c.RollCalled: _called,
    c.DifficultySet: _level,
    c.ForcesProposed: _proposed,
    c.ForcesSettled: _settled,
    c.CircumstanceAssigned: _assigned,
    c.OmegaShown: _shown,
    c.PlanetDiceChosen: _chosen,
    c.HierarchyRead: _hierarchy,
    c.CircumstancePlaced: _placed,
    c.MajorCircumstanceRuled: _ruled,
    c.OutcomeDetermined: _outcome,
    c.RoundResolved: _resolved,
    c.HarmApplied: _harm,
    c.TakenOut: _felled,
}
"""Event type -> how it is told; a test compares the keys with the events."""
