"""The law of the dice: what a throw comes to, counted by patterns of order."""

from functools import lru_cache

from sim.chart import Chart, Law
from sim.dice import Pool
from sim.rules.planets.consequences import OutcomeDetermined
from sim.rules.planets.dice.check import NOWHERE, OUTCOMES, outcome
from sim.rules.planets.dice.patterns import CROWD, chances, faces_of
from sim.rules.planets.dice.reading import Throw
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.phases import Rolling
from sim.rules.planets.round.rolling import throws
from sim.rules.planets.state import State


def law(state: State) -> Law | None:
    """Return what the next throw comes to, each grade with its chance.

    None where no throw is due, where the Storyguide is asked about Major dice once they
    lie, and where there are too many dice to count every order.
    """
    phase = state.phase
    if type(phase) is not Rolling or phase.thrown is not None:
        return None
    for group in throws(state, phase.rolls):
        if phase.grades[group[0].who] is None:
            pool, read = throw(group, state.setup.rulings)
            return None if _open(state, read) else _graded(pool, read)
    return None


def _open(state: State, read: Throw) -> bool:
    """Whether somebody has a word in it, or the orders are too many."""
    majors = any(extra.major for one in read.columns for extra in one.extras)
    placed = sum(len(one.placed) for one in read.columns)
    many = len(read.deciding()) + placed > CROWD
    return many or (majors and state.setup.asks("major_dice"))


@lru_cache(maxsize=16384)
def _graded(pool: Pool, read: Throw) -> Law:
    """Return the grades of the throw; where it was decided does not matter any more."""
    total = faces_of(pool, read)
    return tuple(
        (
            count / total,
            tuple(
                OutcomeDetermined((), one.who, OUTCOMES[outcome(mark)], NOWHERE, mark)
                for one, mark in zip(read.columns, marks, strict=True)
            ),
        )
        for marks, count in chances(pool, read)
    )


CHART = Chart[State](law=law)
