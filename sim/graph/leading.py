"""Whether what agents compared with their leads comes out alike in other rounds.

Leads within a part differ from state to state. They are worked out from where the part
began, and what was seen at the question, once for each question and all that leads
depend on, however many rows ask.
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
"""Questions by their numbers, each with a test of the lead there."""


class Leading(Generic[S]):
    """The questions at which leads were compared, and the leads there."""

    def __init__(self) -> None:
        self._questions: Numbering[Hashable] = Numbering()
        self._asked: list[tuple[Part[S], Seat, S, S]] = []
        """For each question: the part, the seat, where the part began, the view."""
        self._aheads: list[array[float]] = []
        """For each question the leads there, by what they depend on; nan if unknown."""

    def tests(self, part: Part[S], begun: S, notes: Notes) -> Tests:
        """Return the tests of what was noted while *part* was played from *begun*."""
        noted: dict[int, dict[Expression, object]] = {}
        for (number, expression), result in notes.found.items():
            seat, view, _ = cast("tuple[Seat, S, float]", notes.asked[number])
            # Questions before which the same happened, as far as leads go, are one.
            change = part.leads_change or _by_itself
            question = self._questions((part, seat, change(begun, view)))
            if question == len(self._asked):
                self._asked.append((part, seat, begun, view))
                self._aheads.append(array("d"))
            noted.setdefault(question, {})[expression] = result
        return tuple(
            [
                (one, lead_predicate(tuple(found.items())))
                for one, found in noted.items()
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
            if ahead != ahead:  # noqa: PLR0124 - nan alone is not what it is
                ahead = known[name] = self._ahead(question, state)
            if ahead == inf or not test(ahead):
                return False
        return True

    def _ahead(self, question: int, state: S) -> float:
        """Return the lead at a question of a part that begins at *state*.

        Without end where nobody can say.
        """
        part, seat, begun, view = self._asked[question]
        assert part.leads is not None
        ahead = part.leads(part.after(state, begun, view), seat)
        return inf if ahead is None else ahead


def _by_itself(begun: S, view: S) -> Hashable:
    return begun, view
