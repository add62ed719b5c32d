"""The law of the dice: what a throw comes to, counted by patterns of order."""

from functools import lru_cache

from sim.chart import Chart, Law
from sim.dice import Faces, Pool
from sim.events import Event
from sim.protocol import Chance
from sim.rules.planets.consequences import OutcomeDetermined
from sim.rules.planets.dice.check import NOWHERE, OUTCOMES, outcome
from sim.rules.planets.dice.patterns import chances, crowded, faces_of, ruled
from sim.rules.planets.dice.reading import Throw
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.phases import Rolling
from sim.rules.planets.round.rolling import ask_rolling, throws
from sim.rules.planets.state import State


def law(state: State) -> Law | None:
    """Return what the next throw comes to, each grade with its chance.

    Where the Storyguide is asked about Major dice, throws of which each word of hers
    makes the same are one: dice lie then that show it. None where no throw is due, and
    where there are too many dice to count every order.
    """
    phase = state.phase
    if type(phase) is not Rolling or phase.thrown is not None:
        return None
    for group in throws(state, phase.rolls):
        if phase.grades[group[0].who] is None:
            pool, read = throw(group, state.setup.rulings)
            if crowded(read):
                return None
            if state.setup.asks("major_dice") and _majors(read):
                return _open(state, phase, pool, read)
            return _graded(pool, read)
    return None


def _majors(read: Throw) -> bool:
    return any(extra.major for one in read.columns for extra in one.extras)


@lru_cache(maxsize=16384)
def _graded(pool: Pool, read: Throw) -> Law:
    """Return the grades of the throw; where it was decided does not matter any more."""
    total = faces_of(pool, read)
    return tuple(
        (count / total, _told(read, marks)) for marks, count in chances(pool, read)
    )


def _told(read: Throw, marks: tuple[int, ...]) -> tuple[Event, ...]:
    return tuple(
        OutcomeDetermined((), one.who, OUTCOMES[outcome(mark)], NOWHERE, mark)
        for one, mark in zip(read.columns, marks, strict=True)
    )


def _open(state: State, phase: Rolling, pool: Pool, read: Throw) -> Law:
    """Return the grades of the throw, and dice that lie where she has to rule."""
    asked = ask_rolling(state, phase)
    assert type(asked) is Chance
    return tuple(
        (chance, (asked.rolled(faces),) if marks is None else _told(read, marks))
        for chance, faces, marks in _open_cases(pool, read)
    )


@lru_cache(maxsize=1024)
def _open_cases(
    pool: Pool, read: Throw
) -> tuple[tuple[float, Faces, tuple[int, ...] | None], ...]:
    """Return chances, faces, and the grades where nobody has a word in it."""
    total = faces_of(pool, read)
    found: list[tuple[float, Faces, tuple[int, ...] | None]] = []
    for faces, words, count in ruled(pool, read):
        marks = tuple([word for word in words if isinstance(word, int)])
        sure = marks if len(marks) == len(words) else None
        found.append((count / total, faces, sure))
    return tuple(found)


CHART = Chart[State](law=law)
