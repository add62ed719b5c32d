"""The values of a conflict between given agents: exact, or between two bounds."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import fsum
from typing import Any

from msgspec import Struct, structs

from sim.conflict.walk import Walk
from sim.errors import OddsError
from sim.graph.budget import Budget, clock, without_garbage_collection
from sim.graph.certainty import Certainty, certainty_followed
from sim.graph.choosers import Choosers
from sim.graph.explored import ExploredGraph, ExploreMode, explored_graph, in_batches
from sim.graph.flow import Flow, GraphFlow
from sim.graph.progress import Progress, no_progress
from sim.graph.shadow_walks import shadow_walks
from sim.graph.sums import flow_by_sums
from sim.seam.protocol import Outcome, RuleSystem, SeatInfo
from sim.seam.seats import by_seat
from sim.statistics.records import Result, results

_EXACT = 1e-9
"""Open mass that rounding alone may leave."""


class Bounds(Struct, frozen=True):
    """Bounds of a value, which are equal where it is exact."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The value halfway."""
        return (self.low + self.high) / 2


class Solved(Struct, frozen=True):
    """The values of a conflict, exact or as bounds.

    *open* is the probability of the part that was not played; *full* names the bound
    that ended it. *deadlock* is the probability that nobody can end it any more, so
    that it goes on until its limit of rounds; *endings* count it under the ending that
    it has in play. *shown_by* is 0 if values are exact for certain. If an agent is from
    a file or may read everything, it is the number of conflicts that showed no use of
    anything that the solution leaves out; values are exact as far as these show.
    """

    states: int
    edges: int
    open: float
    full: str
    endings: Mapping[str, Bounds]
    returns: tuple[Bounds, ...]
    wins: tuple[Bounds, ...]
    length: float
    deadlock: Bounds
    outcomes: Mapping[tuple[str, tuple[float, ...]], float]
    shown_by: int = 0

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return not self.full

    @property
    def sure(self) -> Certainty:
        """The certainty of the values."""
        return certainty_followed(self.shown_by) if self.whole else Certainty.BOUNDS

    @property
    def exact(self) -> bool:
        """Whether nothing was left out, and all agents declare what they use."""
        return self.sure is Certainty.EXACT


@without_garbage_collection()
def solve(
    system: RuleSystem[Any],
    state: Any,  # noqa: ANN401 - a state of the system
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    *,
    budget: Budget | None = None,
    progress: Progress = no_progress,
) -> Solved:
    """Return the values of the conflict at *state* between the agents *specs*.

    Raises AgentError for an agent that cannot be followed exactly, OddsError for too
    many dice.
    """
    since = clock()
    every = [seat for seat, _ in by_seat(specs)]
    choosers = Choosers(system, seats, specs, may_draw=every)
    begun = Walk(system, state)
    if type(begun.asked) is Outcome:
        return solved_at_end(begun.asked, begun.state.round, seats)
    budget, start = budget or Budget(), begun.state
    shadow = shadow_walks(system, start, seats, choosers)
    # Arrays of sums get half of the time, a graph the rest.
    half = structs.replace(budget, seconds=budget.seconds / 2)
    drawn = choosers.drawers
    sums = None if drawn else flow_by_sums(system, start, seats, specs, half, progress)
    if sums is not None:
        return structs.replace(solved_of(sums, seats), shown_by=shadow.shown_by)

    def pushed(way: ExploreMode) -> tuple[ExploredGraph[Any], Flow]:
        whole = explored_graph(system, start, choosers, budget, progress, way, since)
        return whole, whole.push(progress)

    whole, flow = in_batches(pushed, plain=shadow.plain)
    choosers.check(start)
    graph = whole.graph
    edges = len(graph.edges) + len(graph.ends)
    kinds = list(graph.endings)
    pushed_flow = GraphFlow(kinds, flow, len(graph.positions), edges, graph.full)
    return structs.replace(solved_of(pushed_flow, seats), shown_by=shadow.shown_by)


def solved_at_end(asked: Outcome, round_: int, seats: Sequence[SeatInfo]) -> Solved:
    """Return the values of a conflict that is over before the first question."""
    won = results(asked.returns, seats)
    return Solved(
        states=0,
        edges=0,
        open=0.0,
        full="",
        endings={asked.how: Bounds(1.0, 1.0)},
        returns=tuple(Bounds(value, value) for value in asked.returns),
        wins=tuple(_bounds_of_sum((1.0,), (won_by(won, seat),), 0.0) for seat in seats),
        length=float(round_),
        deadlock=Bounds(0.0, 0.0),
        outcomes={(asked.how, asked.returns): 1.0},
    )


def won_by(won: Mapping[int, Result], seat: SeatInfo) -> float:
    """Return 1 if *seat* is among those who *won*, else 0."""
    return float(seat.side is not None and won[seat.side] is Result.WON)


def _bounds_of_sum(
    chances: Sequence[float], values: Sequence[float], left: float
) -> Bounds:
    """Return bounds of the sum of values times chances; what is *left* gets 0 to 1."""
    least = fsum(value * chance for value, chance in zip(values, chances, strict=True))
    return Bounds(least, least + left)


def solved_of(pushed: GraphFlow, seats: Sequence[SeatInfo]) -> Solved:
    """Return the values that follow from *pushed* mass."""
    kinds, flow = pushed.kinds, pushed.flow
    left = flow.open if pushed.full else 0.0
    if not pushed.full and flow.open > _EXACT:
        message = f"mass {flow.open} was lost, which is a fault of the solution"
        raise OddsError(message)
    masses, stuck = flow.ended.tolist(), fsum(flow.deadlocked.tolist())
    won = [results(kind[1], seats) for kind in kinds]
    returns = [[kind[1][seat] for kind in kinds] for seat in range(len(seats))]
    wins = [[won_by(result, info) for result in won] for info in seats]
    unknown = [left if info.side is not None else 0.0 for info in seats]
    return Solved(
        states=pushed.states,
        edges=pushed.edges,
        open=left,
        full=pushed.full,
        endings=_ending_bounds(kinds, masses, left),
        returns=tuple(map(partial(_bounds_of_sum, masses), returns, unknown)),
        wins=tuple(map(partial(_bounds_of_sum, masses), wins, unknown)),
        length=flow.length,
        deadlock=Bounds(stuck, stuck + left),
        outcomes={
            kind: mass for kind, mass in zip(kinds, masses, strict=True) if mass > 0.0
        },
    )


def _ending_bounds(
    kinds: Sequence[tuple[str, tuple[float, ...]]],
    masses: Sequence[float],
    left: float,
) -> dict[str, Bounds]:
    """Return the probability of each ending."""
    masses_by_ending: dict[str, list[float]] = {}
    for (how, _), mass in zip(kinds, masses, strict=True):
        masses_by_ending.setdefault(how, []).append(mass)
    sums = {how: fsum(parts) for how, parts in masses_by_ending.items()}
    return {
        how: Bounds(mass, mass + left)
        for how, mass in sums.items()
        if mass > 0.0 or left
    }
