"""A cache of the outcomes of parts, as a decision tree over comparisons of leads.

A key says what a part reads of a state, except the leads of the seats. While a part is
played, the comparisons that agents make with their lead are recorded in order
(`sim.graph.lead_notes`). In another state with the same key the first comparison is the
same, and as long as the results agree, so is the next. So the cases of a key form a
tree:

1. An inner node holds a comparison. Each result of it leads to a child.
2. A leaf holds a case: the outcomes of the part. If agents compare nothing, the key has
   a single case, without any comparison.
3. To find a case, each comparison is evaluated with the lead at the state in question.
   If a recorded lead is not the one that `Part.leads` gives for the state at which the
   part began, it changed on the way, and cannot be known for another state. Such a case
   is kept for its own state alone.
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
    """The *outcomes* of a part, and the comparisons on which they depend.

    *outcomes* is None if the free seat is asked in it. *compared* are all comparisons,
    with the leads at the state at which it was played, None if they were not recorded.
    With *only* the case holds for that state alone.
    """

    outcomes: V | None
    compared: tuple[Comparison, ...] | None
    only: bool

    def at(self, state: S, part: Part[S]) -> tuple[Comparison, ...]:
        """Return the comparisons if *part*, whose case this is, begins at *state*."""
        made = self.compared or ()
        if part.leads is None or self.only:
            return made
        comparisons: list[Comparison] = []
        for comparison in made:
            ahead = part.leads(state, comparison.seat)
            assert ahead is not None
            comparisons.append(comparison._replace(ahead=ahead))
        return tuple(comparisons)


class _Fork(Struct, frozen=True):
    """An inner node: a comparison of the lead of *seat*; *number* is in child keys."""

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
        # Walk down the tree: evaluate each comparison at *state*, follow its result.
        while type(entry) is _Fork:
            ahead = part.leads(state, entry.seat)
            if ahead is None:
                entry = None
                break
            entry = self._kept.get((entry.number, entry.compute(ahead)))
        case = self._kept.get((key, state)) if entry is None else entry
        return cast("Case[S, V] | None", case)

    def keep(
        self,
        key: Hashable,
        part: Part[S],
        state: S,
        outcomes: V | None,
        compared: tuple[Comparison, ...] | None,
    ) -> Case[S, V]:
        """Keep the *outcomes* of the part that was played at *state*, as a case."""
        place: Hashable | None = key
        # Without `leads` the key determines all leads.
        if part.leads is not None:
            made = compared or ()
            # Keep it at the leaf of its path, or else for this very state alone.
            known = _are_of_start(made, part, state)
            place = self._end_of(key, made) if known else None
        case: Case[S, V] = Case(outcomes, compared, place is None)
        self._kept.keep((key, state) if place is None else place, case)
        return case

    def _end_of(self, key: Hashable, compared: Sequence[Comparison]) -> Hashable:
        """Return the key of the leaf on the path of *compared*, made if it is missing.

        None if the path has another comparison: then an agent used something else.
        """
        for comparison in compared:
            seat, expression = comparison.seat, comparison.expression
            fork = self._kept.get(key)
            if fork is None:
                compute = function_of_lead(expression)
                fork = _Fork(seat, expression, compute, self._forks)
                self._forks += 1
                self._kept.keep(key, fork)
            if type(fork) is not _Fork:
                return None
            if (fork.seat, fork.expression) != (seat, expression):
                return None
            key = fork.number, comparison.result
        return None if type(self._kept.get(key)) is _Fork else key


def _are_of_start(compared: Sequence[Comparison], part: Part[S], begun: S) -> bool:
    """Whether all leads are those of the state at which the part began."""
    assert part.leads is not None
    if len(compared) > _LONG:
        return False
    seats = {comparison.seat for comparison in compared}
    leads = {seat: part.leads(begun, seat) for seat in seats}
    return all(made.ahead == leads[made.seat] for made in compared)
