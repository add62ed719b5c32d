"""The round, thought through to its dice and then counted exactly.

Open questions are assumed to be answered as the scenario settles them, and sealed
choices not to be made. The result is a prospect, which says who throws what; equal
prospects are counted once. Only if both sides have very many Major dice is the count an
approximation.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sim.rules.planets.appraisal.essence import deciding
from sim.rules.planets.dice.check import SIGNS, outcome
from sim.rules.planets.dice.patterns import chances, faces_of, likely
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import Omega, Roll
from sim.rules.planets.forces.task import FORCES, NO_DICE, Forces
from sim.rules.planets.phases import Aftermath, Called, Equipped, Intent, Settling
from sim.rules.planets.round.assigning import dice_of
from sim.rules.planets.round.coordinating import dice_open, picked_sizes
from sim.rules.planets.round.rolling import throws
from sim.rules.planets.round.steps import rolls_of
from sim.rules.planets.scenario.difficulty import illegal
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.state import (
    State,
    intent_of,
    roll_of,
    rolling,
    task_source,
    with_participant,
)
from sim.seam.events import NOBODY, Seat
from sim.spine.changes import put

Intents = tuple[tuple[Seat, Intent], ...]
"""(seat, intent) for everyone whose dice matter to the question."""


class Exchange(Struct, frozen=True, gc=False):
    """The chances to prevail in a round, of the seat and of the other side."""

    ours: float
    theirs: float


class Prospect(Struct, frozen=True, gc=False, cache_hash=True):
    """The throws of a round, and the (seat, grade) of those who do not throw."""

    throws: tuple[tuple[Roll, ...], ...]
    fixed: tuple[tuple[Seat, int], ...]
    rulings: Rulings

    def placing(self, who: Seat, omegas: tuple[Omega, ...]) -> "Prospect":
        """Return this prospect with these Omega dice of *who*."""
        throws = tuple(
            tuple(
                replace(roll, omegas=omegas) if roll.who == who else roll
                for roll in rolls
            )
            for rolls in self.throws
        )
        return replace(self, throws=throws)


def arguments(view: State, who: Seat, intent: Intent) -> tuple[Forces, ...]:
    """Return the Forces that *who* can obtain by disputing.

    A Storyguide who is asked may refuse, so then nothing is assumed.
    """
    setup, phase = view.setup, view.phase
    if setup.disputes == "none" or setup.asks("disputes"):
        return ()
    if _is_in_force(view, who, intent):
        if isinstance(phase, Equipped):
            return ()
        if type(phase) is Settling:
            discussion = phase.discussions[who]
            over = discussion.accepted or discussion.dispute is not None
            if over or phase.tasks[who] is not None:
                return ()
    return tuple(
        argument.task
        for argument in setup.characters[who].arguments
        if (not argument.approaches or intent.approach in argument.approaches)
        and not illegal(argument.task, setup.rulings)
    )


@lru_cache(maxsize=1024)
def prospect(
    view: State, intents: Intents, argued: tuple[Seat, Forces] | None = None
) -> Prospect:
    """Return the throws of the round for these *intents*.

    *argued* are Forces that somebody obtains by a dispute.
    """
    characters = view.setup.characters
    grades = {who: _declared(view, who, intent) for who, intent in intents}
    able = tuple(
        who
        for who in view.actors
        if who in grades and grades[who] is None and characters[who].rolls
    )
    fixed = tuple((who, grades[who] or 0) for who, _ in intents if who not in able)
    later = type(view.phase) is Aftermath
    state = replace(view, round=view.round + later)
    for who, intent in intents:
        state = with_participant(state, who, intent=intent)
    rolls = tuple(deciding(roll) for roll in _rolls(state, view, able, argued))
    return Prospect(throws(state, rolls), fixed, view.setup.rulings)


def _declared(view: State, who: Seat, intent: Intent) -> int | None:
    """Return the grade that is declared for *intent*; None if it is rolled for."""
    phase = view.phase
    if isinstance(phase, Called | Equipped) and _is_in_force(view, who, intent):
        if who in rolling(phase):
            return None
        if phase.grades[who] is not None:
            return phase.grades[who]
    return SIGNS.get(view.setup.approach(intent.approach).verdict)


def _is_in_force(view: State, who: Seat, intent: Intent) -> bool:
    """Whether the settlements for *who* this round hold for *intent*."""
    shown = view.participants[who].intent
    return shown is not None and shown.approach == intent.approach


def _rolls(
    state: State,
    view: State,
    able: tuple[Seat, ...],
    argued: tuple[Seat, Forces] | None,
) -> tuple[Roll, ...]:
    """Return the rolls of the round; *state* is *view* with the intents in question."""
    tasks: tuple[Forces | None, ...] = (None,) * len(state.participants)
    for who in able:
        source = task_source(state, able, who)
        task = _task(state, view, source)
        if argued is not None and argued[0] == source:
            task = argued[1]
        tasks = put(tasks, source, task)
    rolls = rolls_of(state, able, tasks)
    return tuple(_advised(state, _equipped(state, view, roll)) for roll in rolls)


def _task(state: State, view: State, who: Seat) -> Forces:
    """Return the Forces of the intent of *who*, as far as they are settled."""
    intent, phase, level = intent_of(state, who), view.phase, None
    if _is_in_force(view, who, intent):
        if isinstance(phase, Equipped):
            return roll_of(phase, who).task
        if type(phase) is Settling:
            settled = phase.tasks[who]
            if settled is not None:
                return settled
            discussion = phase.discussions[who]
            if discussion.proposed is not None:
                return discussion.proposed
            level = discussion.level
    approach = state.setup.approach(intent.approach)
    return approach.task(level or approach.level, state.setup.rulings)


def _equipped(state: State, view: State, roll: Roll) -> Roll:
    """Return *roll* with its other dice, settled now or later by the scenario."""
    phase, who = view.phase, roll.who
    if isinstance(phase, Equipped) and _is_in_force(view, who, intent_of(state, who)):
        return replace(roll_of(phase, who), task=roll.task)
    return replace(roll, dice=dice_of(state, who))


def _advised(state: State, roll: Roll) -> Roll:
    """Return *roll* with the dice that partners would pick by the text's advice."""
    if roll.sizes != NO_DICE:
        return roll
    picks: tuple[Seat, ...] = ()
    while len(picks) < len(FORCES):
        picks = (*picks, dice_open(state, roll, picks)[0])
    return replace(roll, sizes=picked_sizes(state, picks))


@lru_cache(maxsize=65536)
def exchange(ahead: Prospect, who: Seat, other: Seat) -> Exchange:
    """Return the odds that *who* and *other* prevail, or that *who* alone succeeds."""
    marks: dict[Seat, dict[int, float]] = {
        seat: {grade: 1.0} for seat, grade in ahead.fixed
    }
    for rolls in ahead.throws:
        first, *others = rolls
        if others:
            ours, theirs = _opposed(rolls, ahead.rulings)
            mine = first.who == who
            return Exchange(ours, theirs) if mine else Exchange(theirs, ours)
        marks[first.who] = _alone(first, ahead.rulings)
    if other == NOBODY:
        return Exchange(sum(p for mark, p in marks[who].items() if mark > 0), 0.0)
    ours = theirs = 0.0
    declared = bool(ahead.fixed)
    for mark, p in marks[who].items():
        for against, q in marks[other].items():
            lead = outcome(mark) - outcome(against) if declared else mark - against
            ours += p * q * (lead > 0)
            theirs += p * q * (lead < 0)
    return Exchange(ours, theirs)


def _opposed(rolls: tuple[Roll, ...], rulings: Rulings) -> tuple[float, float]:
    pool, read = throw(rolls, rulings)
    odds = likely(pool, read)
    ahead = sum(p for (mark, other), p in odds if mark > other)
    behind = sum(p for (mark, other), p in odds if mark < other)
    return min(ahead, 1.0), min(behind, 1.0)


def _alone(roll: Roll, rulings: Rulings) -> dict[int, float]:
    pool, read = throw((roll,), rulings)
    total = faces_of(pool, read)
    return {mark: count / total for (mark,), count in chances(pool, read)}
