"""The outcomes of parts, by what was read in them and what was compared.

A key says what a part reads of a state, but not how far anybody leads. While a part is
played, the comparisons that agents make with their lead are noted, one after the other
(`sim.graph.lead_notes`). In another state with the same key the first comparison is
the same again, and as long as results are alike, so is the next. So the cases of a key
form a tree:

1. An inner entry holds a comparison. Each result of it leads to a further entry.
2. At the end of a path lies a case: what came of the part. Whoever compares nothing has
   one case a key, without any comparison.
3. A comparison is tested with the lead at the state in question. Where a lead was not
   what `Part.leads` says of the state at which the part began, it had changed on the
   way, and nobody can say what it would be elsewhere. Such a case is kept for its own
   state alone.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar, cast

from msgspec import Struct

from sim.graph.lead_notes import Comparison, Expression, function_of_lead
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.spine.kept import Kept

S = TypeVar("S")
V = TypeVar("V")

_LONG = 256
"""After this many comparisons a case is kept for its own state alone."""


class Case(Struct, Generic[S, V], frozen=True):
    """What came of a part, None if the free seat is asked in it, and what it hangs on.

    *compared* are all comparisons, with the leads of the state at which it was played,
    None if they were not noted; it is of that state *only* where they may be others
    elsewhere.
    """

    came: V | None
    compared: tuple[Comparison, ...] | None
    only: bool

    def at(self, state: S, part: Part[S]) -> tuple[Comparison, ...]:
        """Return what is compared where *part*, of which it is, begins at *state*."""
        made = self.compared or ()
        if part.leads is None or self.only:
            return made
        found: list[Comparison] = []
        for one in made:
            ahead = part.leads(state, one.seat)
            assert ahead is not None
            found.append(one._replace(ahead=ahead))
        return tuple(found)


class _Fork(Struct, frozen=True):
    """A comparison of the lead of *seat*; its results lead on under *number*."""

    seat: Seat
    expression: Expression
    compute: Callable[[float], object]
    number: int


class Cases(Generic[S, V]):
    """The cases of all parts, at most *most* entries."""

    def __init__(self, most: int) -> None:
        self._kept: Kept[Hashable, _Fork | Case[S, V]] = Kept(most)
        self._forks = 0

    def find(self, key: Hashable, part: Part[S], state: S) -> Case[S, V] | None:
        """Return the case of *key* that holds at *state*, None if none is known."""
        entry = self._kept.get(key)
        if part.leads is None:
            return cast("Case[S, V] | None", entry)
        # Walk down the tree: test here what was compared there, and follow the result.
        while type(entry) is _Fork:
            ahead = part.leads(state, entry.seat)
            if ahead is None:
                entry = None
                break
            entry = self._kept.get((entry.number, entry.compute(ahead)))
        found = self._kept.get((key, state)) if entry is None else entry
        return cast("Case[S, V] | None", found)

    def keep(
        self,
        key: Hashable,
        part: Part[S],
        state: S,
        came: V | None,
        compared: tuple[Comparison, ...] | None,
    ) -> Case[S, V]:
        """Keep what *came* of the part that was played at *state*, and return it."""
        place: Hashable | None = key
        # Without `leads` the key determines all leads.
        if part.leads is not None:
            made = compared or ()
            # At the end of its path, or else where only this very state finds it.
            known = _are_of_start(made, part, state)
            place = self._end_of(key, made) if known else None
        case: Case[S, V] = Case(came, compared, place is None)
        self._kept.keep((key, state) if place is None else place, case)
        return case

    def _end_of(self, key: Hashable, compared: Sequence[Comparison]) -> Hashable:
        """Return the end of the path of *compared*, made where there was none.

        None if another comparison is there: then an agent went by something else.
        """
        for one in compared:
            fork = self._kept.get(key)
            if fork is None:
                compute = function_of_lead(one.expression)
                fork = _Fork(one.seat, one.expression, compute, self._forks)
                self._forks += 1
                self._kept.keep(key, fork)
            if type(fork) is not _Fork:
                return None
            if (fork.seat, fork.expression) != (one.seat, one.expression):
                return None
            key = fork.number, one.result
        return None if type(self._kept.get(key)) is _Fork else key


def _are_of_start(compared: Sequence[Comparison], part: Part[S], begun: S) -> bool:
    """Whether all leads are those of the state at which the part began."""
    assert part.leads is not None
    if len(compared) > _LONG:
        return False
    leads = {seat: part.leads(begun, seat) for seat in {one.seat for one in compared}}
    return all(one.ahead == leads[one.seat] for one in compared)
