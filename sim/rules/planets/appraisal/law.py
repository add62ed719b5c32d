"""The law of the dice: the distribution of a throw, counted by patterns of order."""

from collections.abc import Hashable, Sequence
from functools import lru_cache

from sim.dice.pool import Faces, Pool
from sim.rules.planets.appraisal.essence import begins, timeless
from sim.rules.planets.appraisal.parts import part
from sim.rules.planets.consequences import OutcomeDetermined
from sim.rules.planets.dice.check import NOWHERE, OUTCOMES, outcome
from sim.rules.planets.dice.patterns import chances, crowded, faces_of, ruled
from sim.rules.planets.dice.reading import Column, Throw
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.phases import Rolling
from sim.rules.planets.round.resolving import what_counts
from sim.rules.planets.round.rolling import ask_rolling, throws
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import State
from sim.seam.chart import Chart, Law
from sim.seam.events import Event
from sim.seam.protocol import Chance


def law(state: State) -> Law | None:
    """Return the distribution of the throws that are due.

    Grades with the same effect on the round are one case. If the Storyguide is asked
    about Major dice, throws are counted one after the other, and those on which each of
    her answers has the same effect are one case, shown by representative dice. None if
    no throw is due, and if there are too many dice to count every order.
    """
    phase, setup = state.phase, state.setup
    if type(phase) is not Rolling or phase.thrown is not None:
        return None
    due: list[tuple[Pool, Throw]] = []
    for group in throws(state, phase.rolls):
        if phase.grades[group[0].who] is not None:
            continue
        pool, read = throw(group, setup.rulings)
        if crowded(read):
            break
        if setup.asks("major_dice"):
            return _asked(state, phase, pool, read)
        due.append((pool, read))
    return _joint(setup, len(phase.rolls), tuple(due)) if due else None


@lru_cache(maxsize=16384)
def _joint(setup: Setup, rolls: int, due: tuple[tuple[Pool, Throw], ...]) -> Law:
    """Return the joint distribution of all throws *due*, of *rolls* in the round.

    Equivalent grades are represented by the first of them; which die decided is
    irrelevant from here on.
    """
    joint: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for pool, read in due:
        total = faces_of(pool, read)
        joint = [
            ((*before, *marks), chance * count / total)
            for before, chance in joint
            for marks, count in chances(pool, read)
        ]
    first: dict[Hashable, tuple[int, ...]] = {}
    sums: dict[Hashable, float] = {}
    for marks, chance in joint:
        counted = what_counts(setup, marks, rolls)
        first.setdefault(counted, marks)
        sums[counted] = sums.get(counted, 0.0) + chance
    columns = [column for _, read in due for column in read.columns]
    return tuple(
        (chance, _events_of(columns, first[counted]))
        for counted, chance in sums.items()
    )


def _asked(state: State, phase: Rolling, pool: Pool, read: Throw) -> Law:
    """Return the distribution of one throw about which the Storyguide is asked."""
    if any(extra.major for column in read.columns for extra in column.extras):
        return _open(state, phase, pool, read)
    total = faces_of(pool, read)
    return tuple(
        (count / total, _events_of(read.columns, marks))
        for marks, count in chances(pool, read)
    )


def _events_of(columns: Sequence[Column], marks: tuple[int, ...]) -> tuple[Event, ...]:
    return tuple(
        OutcomeDetermined((), column.who, OUTCOMES[outcome(mark)], NOWHERE, mark)
        for column, mark in zip(columns, marks, strict=True)
    )


def _open(state: State, phase: Rolling, pool: Pool, read: Throw) -> Law:
    """Return the grades of the throw, and sample dice where she has to rule."""
    asked = ask_rolling(state, phase)
    assert type(asked) is Chance
    return tuple(
        (
            chance,
            (asked.rolled(faces),)
            if marks is None
            else _events_of(read.columns, marks),
        )
        for chance, faces, marks in _open_cases(pool, read)
    )


@lru_cache(maxsize=1024)
def _open_cases(
    pool: Pool, read: Throw
) -> tuple[tuple[float, Faces, tuple[int, ...] | None], ...]:
    """Return probabilities, faces, and the grades if no ruling is needed."""
    total = faces_of(pool, read)
    cases: list[tuple[float, Faces, tuple[int, ...] | None]] = []
    for faces, words, count in ruled(pool, read):
        marks = tuple([word for word in words if isinstance(word, int)])
        sure = marks if len(marks) == len(words) else None
        cases.append((count / total, faces, sure))
    return tuple(cases)


CHART = Chart[State](begins=begins, timeless=timeless, law=law, part=part)
