"""Steps of a conflict: each is played once for all states that differ only in sums.

A step is cached as what it adds to the numbers of a state. Now and then it is played
again from another state, which exposes an agent that reads more than it declares.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct, structs

from sim.graph.choosers import Choosers
from sim.graph.lead_notes import Expression, Notes, function_of_lead
from sim.graph.parts import Position, same_state
from sim.graph.rounds import Rounds
from sim.graph.spot_checks import SpotChecks, check_outcomes
from sim.seam.chart import Mark, Part, Sums
from sim.seam.protocol import RuleSystem, State

S = TypeVar("S", bound=State)

Kind = tuple[str, tuple[float, ...]]
"""(ending, everybody's return)."""

Marks = tuple[Mark, ...]
"""The marks that numbers have reached: all that a step reads of them."""

_LEADS = (1e-9 - 1.0, 1.0 - 1e-9)
"""Nearly the least and the greatest lead: a full lead means that somebody has won.

A comparison of linear functions with the same result at both has it in between.
"""
_ORDERS = frozenset({"lt", "le", "gt", "ge"})
_SUMS = frozenset({"add", "sub", "neg"})


class AgentReadsLead(Exception):  # noqa: N818 - no error: it is solved otherwise
    """An agent uses its lead, and so depends on the numbers."""


def check_leadless(notes: Notes) -> None:
    """Raise AgentReadsLead unless every comparison has the same result at every lead.

    The two ends prove that for comparisons of linear functions by size, and for no
    others. They are tried one by one: together, as in "is the lead between two
    numbers", they might have the same result at both ends.
    """
    for (_, (name, *compared)), result in notes.found.items():
        if name not in _ORDERS or not all(map(_is_line, compared)):
            raise AgentReadsLead
        compute = function_of_lead((name, *compared))
        if any(compute(ahead) != result for ahead in _LEADS):
            raise AgentReadsLead


def _is_line(expression: Expression | float) -> bool:
    """Whether *expression* is linear in the lead."""
    if not isinstance(expression, tuple):
        return True
    name, *parts = expression
    if name in _SUMS:
        return all(map(_is_line, parts))
    plain = [type(part) is not tuple for part in parts]
    if name == "mul":
        return any(plain) and all(map(_is_line, parts))
    if name == "truediv":
        return plain[1] and _is_line(parts[0])
    return not parts


Added = tuple[int, ...]
"""Increments of the round and of each number."""


class StepOutcomes(Struct, frozen=True):
    """The outcomes of a step: the cores that follow, and the increments.

    *within* has cores that take another step before anything is added. Endings have the
    number of rounds until then.
    """

    then: dict[tuple[int, Added], float]
    within: dict[int, float]
    ended: dict[tuple[Kind, int], float]


class Steps(Generic[S]):
    """The steps of a conflict, played when first needed and cached.

    A *core* is a position without its round and numbers, a *place* a core at some
    round: with the marks that are reached it determines the outcomes of a step.
    """

    def __init__(
        self, system: RuleSystem[S], choosers: Choosers, sums: Sums[S], width: int
    ) -> None:
        step: Part[S] = Part(reads=same_state, after=_ended)

        def part(state: S) -> Part[S] | None:
            return step if sums.begins(state) else None

        chart = structs.replace(system.solving.chart, timeless=None, part=part)
        solving = structs.replace(system.solving, chart=chart)
        cut = structs.replace(system, solving=solving)
        self._rounds: Rounds[S] = Rounds(cut, choosers)
        self._agents = choosers.specs
        self._sums = sums
        self._zero = (0,) * width
        self._cores: list[Position[S]] = []
        self._numbers: dict[Position[S], int] = {}
        self._places: dict[tuple[int, int], int] = {}
        self._of_place: list[tuple[int, int]] = []
        self._marks: dict[Marks, int] = {}
        self._cached: dict[tuple[int, int], StepOutcomes] = {}
        self._checks = SpotChecks()
        self.marks: list[Marks] = []
        """All distinct sets of marks."""
        self.marks_of: list[int] = []
        """Place -> the number of its set of marks."""

    def guard(self, check: Callable[[], None]) -> None:
        """Call *check* in every event of a step, to end a long one by raising."""
        self._rounds.check = check

    def split(self, position: Position[S]) -> tuple[int, Added]:
        """Return the core of *position*, and its round and numbers."""
        state, memories = position
        values = state.round, *self._sums.numbers(state)
        bare = structs.replace(self._sums.having(state, self._zero), round=0)
        core = bare, memories
        number = self._numbers.get(core)
        if number is None:
            number = self._numbers[core] = len(self._cores)
            self._cores.append(core)
        return number, values

    def place(self, core: int, round_: int) -> int:
        """Return the place of a *core* in this round."""
        place = self._places.get((core, round_))
        if place is not None:
            return place
        state = structs.replace(self._cores[core][0], round=round_)
        moment = self._sums.moment(state)
        place = self._places.get((core, moment))
        if place is None:
            marks = self._sums.marks(structs.replace(state, round=moment))
            number = self._marks.setdefault(marks, len(self._marks))
            if number == len(self.marks):
                self.marks.append(marks)
            self.marks_of.append(number)
            place = self._places[core, moment] = len(self._of_place)
            self._of_place.append((core, moment))
        self._places[core, round_] = place
        return place

    def take(
        self, place: int, reached: int, example: Callable[[], Added]
    ) -> StepOutcomes:
        """Return the outcomes of the step from *place* with these marks *reached*.

        *example* returns the round and numbers of one such state.
        """
        key = place, reached
        outcomes = self._cached.get(key)
        if outcomes is None:
            moment = self._of_place[place][1]
            outcomes = self._play(place, (moment, *example()[1:]))
            self._cached[key] = outcomes
            return outcomes
        if self._checks.due():
            check_outcomes(outcomes, self._play(place, example()), self._agents)
        return outcomes

    def _play(self, place: int, values: Added) -> StepOutcomes:
        """Play the step from *place* at this round and these numbers."""
        bare, memories = self._cores[self._of_place[place][0]]
        state = structs.replace(self._sums.having(bare, values[1:]), round=values[0])
        played, notes = self._rounds.noted((state, memories))
        check_leadless(notes)
        ended: dict[tuple[Kind, int], float] = {}
        for (how, returns, when), chance in played.ended.items():
            ended[(how, returns), when - state.round] = chance
        then: dict[tuple[int, Added], float] = {}
        within: dict[int, float] = {}
        for positions, inner in ((played.then, False), (played.within, True)):
            for position, chance in positions.items():
                core, after = self.split(position)
                added = tuple([b - a for a, b in zip(values, after, strict=True)])
                if inner and not any(added):
                    within[core] = within.get(core, 0.0) + chance
                else:
                    key = core, added
                    then[key] = then.get(key, 0.0) + chance
        return StepOutcomes(then, within, ended)


def _ended(_state: S, _begun: S, ended: S) -> S:
    return ended
