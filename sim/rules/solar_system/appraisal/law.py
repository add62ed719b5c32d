"""The law of the dice: the joint distribution of all rolls on the table."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from sim.dice.pool import Faces, Pool
from sim.rules.solar_system.checks.levels import FACES, Keep, kept_of, level_of
from sim.rules.solar_system.checks.rolling import chance_of, lacks, may_help
from sim.rules.solar_system.phases import Rolling
from sim.rules.solar_system.state import State
from sim.seam.chart import Law
from sim.seam.events import DiceRolled, Event
from sim.seam.protocol import Chance


def law(state: State) -> Law | None:
    """Return the law of the dice that are due; None if others may add dice.

    Nobody is asked between these rolls. If the order of faces matters, then only by the
    level now and the level after the one die that may be bought.
    """
    phase = state.phase
    if type(phase) is not Rolling or may_help(state):
        return None
    due = [chance_of(state, phase, roll) for roll in phase.rolls if lacks(roll)]
    return _Together([_thrown(chance) for chance in due])


_Thrown = Sequence[tuple[float, DiceRolled]]
"""(probability, event) of every case of one roll."""


class _Together(Sequence[tuple[float, tuple[Event, ...]]]):
    """All cases of several *rolls*, each built when it is looked at.

    Six rolls have more than a million cases, and nobody looks at all of them.
    """

    def __init__(self, rolls: Sequence[_Thrown]) -> None:
        self._rolls = rolls

    def __len__(self) -> int:
        return prod(map(len, self._rolls))

    def __getitem__(self, number: int) -> tuple[float, tuple[Event, ...]]:  # type: ignore[override]
        # A number has a digit for each roll; the last roll has the lowest.
        cases: list[tuple[float, DiceRolled]] = []
        for roll in reversed(self._rolls):
            number, digit = divmod(number, len(roll))
            cases.append(roll[digit])
        return _case(cases[::-1])

    def __iter__(self) -> Iterator[tuple[float, tuple[Event, ...]]]:
        return map(_case, product(*self._rolls))


def _case(cases: Sequence[tuple[float, DiceRolled]]) -> tuple[float, tuple[Event, ...]]:
    return prod(chance for chance, _ in cases), tuple([event for _, event in cases])


@lru_cache(maxsize=4096)
def _thrown(due: Chance) -> tuple[tuple[float, DiceRolled], ...]:
    read = due.read
    assert isinstance(read, Keep)
    return tuple(
        [(chance, due.rolled(faces)) for faces, chance in _cases(read, due.pool)]
    )


@lru_cache(maxsize=4096)
def _cases(keep: Keep, pool: Pool) -> tuple[tuple[Faces, float], ...]:
    """Return (faces, probability), one for all faces with the same future.

    Where the order counts, a bonus die sets the last one aside [RUL-08].
    """
    first: dict[tuple[int, ...], Faces] = {}
    times: dict[tuple[int, ...], int] = {}
    for faces in product(FACES, repeat=len(pool)):
        _, reading = keep(faces)
        if keep.open and keep.ordered:
            later = kept_of(keep.before + faces, keep.net + 1)
            reading = reading[0], level_of(keep.rank, later)
        # Faces with the same reading have the same future: the first of them stands for
        # all.
        first.setdefault(reading, faces)
        times[reading] = times.get(reading, 0) + 1
    total = len(FACES) ** len(pool)
    return tuple((faces, times[reading] / total) for reading, faces in first.items())
