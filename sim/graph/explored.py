"""The whole graph of a conflict between given agents, and where in it things are."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.cut import Cut
from sim.graph.flow import Flow, Pusher
from sim.graph.graph import Graph
from sim.graph.progress import Progress
from sim.graph.rounds import Rounds
from sim.seam.protocol import RuleSystem, State

S = TypeVar("S", bound=State)


class Explored(Struct, Generic[S], frozen=True):
    """A graph, and the node at its *root*.

    The rounds that follow the root begin in round *second*; where positions do not know
    their round, they learn it in round *last*, since then the last ones come.
    """

    graph: Graph[S]
    root: int
    second: int
    last: int | None

    def push(self, told: Progress, cut: Cut | None = None) -> Flow:
        """Push the mass from the root to the endings, into a *cut* where it is open."""
        pusher = Pusher(self.graph, self.last, told, cut)
        return pusher.push(self.root, self.second)


def explored(
    system: RuleSystem[Any],
    begun: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    choosers: Choosers,
    budget: Budget,
    told: Progress,
    *,
    plain: bool = False,
) -> Explored[Any]:
    """Return the graph of all that may follow *begun*, as far as *budget* allows.

    A *plain* one forgets nothing of a state (`Rounds`).
    """
    rounds = Rounds(system, choosers, plain=plain)
    graph = Graph(rounds, budget)
    root = graph.node((begun, choosers.begin), 1.0)
    graph.explore(told)
    timeless = system.solving.chart.timeless
    last = None
    if rounds.forgets_rounds and timeless is not None:
        last = timeless(begun)
    # Where the first round is the only one, none has begun after it.
    second = begun.round + 1 if rounds.second is None else rounds.second
    return Explored(graph, root, second, last)
