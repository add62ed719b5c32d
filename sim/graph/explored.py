"""Explore the graph of a conflict between given agents, in batches where possible."""

from collections.abc import Callable
from enum import Enum
from math import inf
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.graph.batch_graph import BatchGraph
from sim.graph.batch_rows import Inseparable
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.cut import Cut
from sim.graph.flow import Flow, Pusher
from sim.graph.graph import Graph
from sim.graph.progress import Progress
from sim.graph.rounds import Rounds
from sim.seam.protocol import RuleSystem, State

S = TypeVar("S", bound=State)
R = TypeVar("R")


class ExploreMode(Enum):
    """The ways to explore a graph."""

    PLAIN = "plain"
    """With nothing forgotten of a state (`Rounds`)."""
    ONE_BY_ONE = "one by one"
    """The rounds of one position after the other."""
    BATCHES = "batches"
    """Thousands of positions at once, where a state can be split."""


class ExploredGraph(Struct, Generic[S], frozen=True):
    """A graph, and the node at its *root*.

    The conflict begins in round *begun*. Where positions do not know their round, they
    are told it in round *last*, after which the limit of rounds matters.
    """

    graph: Graph[S]
    root: int
    begun: int
    last: int | None

    @property
    def second(self) -> int:
        """The number of the round after the root's."""
        # It is known once the root was played, which may be in a later stage; if the
        # first round is the only one, it is not needed.
        second = self.graph.rounds.second
        return self.begun + 1 if second is None else second

    def push(
        self, progress: Progress, cut: Cut | None = None, until: float = inf
    ) -> Flow:
        """Push the mass from the root to the endings, and open mass into a *cut*.

        If the graph is unfinished, the mass left at the time *until* is open too.
        """
        pusher = Pusher(self.graph, self.last, progress, cut, until)
        return pusher.push(self.root, self.second)


def explored_graph(  # noqa: PLR0913, PLR0917 - a conflict, and how its graph is made
    system: RuleSystem[Any],
    begun: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    choosers: Choosers,
    budget: Budget,
    progress: Progress,
    way: ExploreMode,
    since: float | None = None,
) -> ExploredGraph[Any]:
    """Return the graph from *begun* on, as far as *budget* allows.

    It is explored in batches only if that is the *way* and a state can be split. The
    seconds of the budget began at *since*, or begin now.
    """
    chart = system.solving.chart
    # One by one, the culprit of a failure is searched for: it may be a course.
    courses = way is not ExploreMode.ONE_BY_ONE
    rounds = Rounds(system, choosers, plain=way is ExploreMode.PLAIN, courses=courses)
    graph: Graph[Any]
    apart = (
        way is ExploreMode.BATCHES
        and not choosers.read_all
        and chart.begins is not None
    )
    if chart.split is not None and apart:
        people = len(chart.split.apart(begun)[1])
        graph = BatchGraph(rounds, budget, chart.split, people)
    else:
        graph = Graph(rounds, budget)
    graph.since = graph.since if since is None else since
    root = graph.node((begun, choosers.begin), 1.0)
    graph.explore(progress)
    last = None
    if rounds.forgets_rounds and chart.timeless is not None:
        last = chart.timeless(begun)
    return ExploredGraph(graph, root, begun.round, last)


def in_batches(work: Callable[[ExploreMode], R], *, plain: bool) -> R:
    """Return the result of *work* in batches or, if that fails, without them.

    Batches fail where a rule system or an agent breaks a declaration. Then all results
    are dropped, and the run without batches finds the culprit. *plain* work has no
    batches.
    """
    if plain:
        return work(ExploreMode.PLAIN)
    try:
        return work(ExploreMode.BATCHES)
    except Inseparable:
        return work(ExploreMode.ONE_BY_ONE)
