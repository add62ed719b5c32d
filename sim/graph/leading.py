"""Whether the comparisons that agents made with their leads hold in other rounds too.

Leads within a part differ from state to state. They are computed from the state at
which the part began and the view at the question: once for each question and each value
of all that leads depend on, however many rows ask.
"""

from array import array
from collections.abc import Callable, Hashable
from math import inf, nan
from typing import Generic, TypeVar, cast

from sim.graph.columns import Numbering
from sim.graph.lead_notes import Expression, Notes, lead_predicate
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

Tests = tuple[tuple[int, Callable[[float], bool]], ...]
"""(number of a question, a test of the lead there) for each question."""


class Leading(Generic[S]):
    """The questions at which leads were compared, and the leads there."""

    def __init__(self) -> None:
        self._questions: Numbering[Hashable] = Numbering()
        self._asked: list[tuple[Part[S], Seat, S, S]] = []
        """For each question: the part, the seat, where the part began, the view."""
        self._aheads: list[array[float]] = []
        """For each question, its leads by all that they depend on; nan if unknown."""

    def tests(self, part: Part[S], begun: S, notes: Notes) -> Tests:
        """Return tests of the comparisons that were noted in *part* from *begun* on."""
        noted: dict[int, dict[Expression, object]] = {}
        for (number, expression), result in notes.found.items():
            seat, view, _ = cast("tuple[Seat, S, float]", notes.asked[number])
            # Questions at which the lead has changed in the same way are one.
            change = part.leads_change or _by_itself
            question = self._questions((part, seat, change(begun, view)))
            if question == len(self._asked):
                self._asked.append((part, seat, begun, view))
                self._aheads.append(array("d"))
            noted.setdefault(question, {})[expression] = result
        return tuple(
            [
                (question, lead_predicate(tuple(results.items())))
                for question, results in noted.items()
            ]
        )

    def hold(self, tests: Tests, name: int, state: S) -> bool:
        """Whether *tests* hold in a round that begins in *state*.

        *name* is the number of all that leads depend on there.
        """
        for question, test in tests:
            known = self._aheads[question]
            if name >= len(known):
                known.extend([nan] * (name + 1 - len(known)))
            ahead = known[name]
            if ahead != ahead:  # noqa: PLR0124 - nan alone does not equal itself
                ahead = known[name] = self._ahead(question, state)
            if ahead == inf or not test(ahead):
                return False
        return True

    def _ahead(self, question: int, state: S) -> float:
        """Return the lead at a question of a part that begins at *state*.

        It is infinite if it is unknown.
        """
        part, seat, begun, view = self._asked[question]
        assert part.leads is not None
        ahead = part.leads(part.after(state, begun, view), seat)
        return inf if ahead is None else ahead


def _by_itself(begun: S, view: S) -> Hashable:
    return begun, view
