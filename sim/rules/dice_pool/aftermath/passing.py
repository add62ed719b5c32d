"""Time passes: wounds heal or worsen, souls erode, Willpower dots come back."""

from sim.rules.dice_pool.aftermath.tending import (
    ask_tending,
    still_bleeding,
    tending_rolled,
)
from sim.rules.dice_pool.consequences import RoundOpened
from sim.rules.dice_pool.contests.opening import TIME
from sim.rules.dice_pool.events.lasting import (
    DotDelayed,
    RollFellDue,
    TimePassed,
    WillpowerDotRegained,
)
from sim.rules.dice_pool.health.healing import next_mark
from sim.rules.dice_pool.morality.crimes import marks
from sim.rules.dice_pool.morality.souls import ask_succumbing, eroded, erosion_roll
from sim.rules.dice_pool.phases import Passing
from sim.rules.dice_pool.pools.assembling import assemble
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.pools.throwing import total_of
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.state import State, alive
from sim.rules.dice_pool.willpower.regaining import MONTH, regains_freely
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Asked, Due
from sim.seam.seats import by_seat

OPENED: Cites = ("DP-R-91", "DP-R-97")
FELL_DUE: dict[Why, Cites] = {
    Why.EROSION: ("DP-SOUL-05", "DP-R-67"),
    Why.DOT: ("DP-WILL-15", "DP-WILL-16", "DP-R-52"),
}
DOT: Cites = ("DP-WILL-15", "DP-R-52")
WAITS: Cites = ("DP-WILL-17", "DP-R-52")


def step_opened(state: State) -> RoundOpened:
    """Return the start of the next step of the aftermath [DP-R-91, DP-R-97]."""
    step = state.setup.steps[state.steps]
    return RoundOpened(OPENED, state.round + 1, state.clock, step.kind)


def ask_passing(state: State, phase: Passing) -> Asked[State] | None:
    """Ask about the effects of time, event by event, until the step's time is up."""
    if phase.rolls:
        return ask_rolls(state, phase.rolls) or Due(tuple(_rolled(state, phase)))
    if phase.fading:
        return ask_succumbing(state, phase.fading[0])
    tending = still_bleeding(state, phase)
    if tending:
        return ask_tending(state, *tending[0])
    return _next(state, phase)


def _rolled(state: State, phase: Passing) -> list[Consequence]:
    """Return the consequences of the current roll."""
    roll = phase.rolls[0]
    who, total = roll.who, total_of(roll, state.setup.rulings)
    if roll.why == Why.STABILIZE:
        return [tending_rolled(who, phase.patient, total)]
    if roll.why == Why.EROSION:
        return eroded(state, who, total)
    if total:
        dots = state.participants[who].will.dots + 1
        return [WillpowerDotRegained(FELL_DUE[Why.DOT], who, "month", dots)]
    return [DotDelayed(FELL_DUE[Why.DOT], who, state.clock + MONTH)]


def _next(state: State, phase: Passing) -> Due | None:
    """Return the events of this moment, or time passing until the next [DP-R-97]."""
    body = next_mark(state, phase.until)
    soul = _next_soul(state, phase.until)
    at = min(
        [mark[0] for mark in (body, soul) if mark is not None], default=phase.until
    )
    if at > state.clock:
        return Due((TimePassed(TIME, at),))
    # At the same second, and of the same seat, the body comes before the soul.
    if body is not None and (soul is None or body[:2] <= soul[:2]):
        _, who, bleeds = body
        return Due(tuple(marks(state, who, bleeds=bleeds)))
    if soul is not None:
        _, who, why = soul
        return Due((_soul_mark(state, who, why),))
    return None


def _next_soul(state: State, until: int) -> tuple[int, Seat, Why] | None:
    """Return (when, who, which) of the next erosion or regained dot up to *until*."""
    marks: list[tuple[int, Seat, Why]] = []
    for who, participant in by_seat(state.participants):
        erodes, returns = participant.soul.erosion_at, participant.will.dot_at
        if (erodes is None and returns is None) or not alive(state, who):
            continue
        for at, why in ((erodes, Why.EROSION), (returns, Why.DOT)):
            if at is not None and at <= until:
                marks.append((max(at, state.clock), who, why))
    return min(marks, default=None)


def _soul_mark(state: State, who: Seat, why: Why) -> Consequence:
    """Return the effect of a day without a soul, or of a month.

    [DP-WILL-15, DP-SOUL-05]
    """
    participant = state.participants[who]
    if why == Why.EROSION:
        return RollFellDue(FELL_DUE[why], who, why)
    if participant.will.conditions:
        return DotDelayed(WAITS, who, state.clock + MONTH)
    if regains_freely(state.setup, who):
        return WillpowerDotRegained(DOT, who, "month", participant.will.dots + 1)
    return RollFellDue(FELL_DUE[why], who, why)


def due_roll(state: State, who: Seat, why: Why, attempt: int) -> Roll:
    """Return the roll that time has made due [DP-SOUL-05, DP-WILL-15, DP-WILL-16]."""
    if why == Why.EROSION:
        return erosion_roll(state, who, attempt)
    trait = state.setup.characters[who].power_trait
    edge = state.setup.steps[state.steps - 1].edge
    pool = PoolData("power trait", (), trait, 0, None)
    counted = assemble(trait, edge)
    return Roll(
        who,
        why,
        pool,
        attempt=attempt,
        edge=edge,
        dice=counted.dice,
        chance=counted.kind == "chance",
    )
