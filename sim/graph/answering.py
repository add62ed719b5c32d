"""The values of a conflict: exact where it fits the budget, else estimated.

Positions of most mass are expanded first, and if all of them fit into the budget, the
values are exact. Otherwise the graph is an exact front, and from each open position
conflicts are played to their end: the tails. If the front covers hardly any mass, whole
conflicts are played instead.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import fsum, isinf
from typing import Any

import numpy as np
from msgspec import Struct, structs

from sim.casting.roster import make
from sim.conflict.walk import Walk
from sim.graph import front
from sim.graph.budget import Budget, clock, without_garbage_collection
from sim.graph.certainty import Certainty
from sim.graph.choosers import Choosers
from sim.graph.cut import Cut
from sim.graph.explored import ExploredGraph, ExploreMode, in_batches
from sim.graph.flow import Flow, GraphFlow
from sim.graph.playout import Estimate, Playouts
from sim.graph.progress import Progress, no_progress
from sim.graph.shadow_walks import ShadowResult, shadow_walks
from sim.graph.solve import Solved, solved_at_end, solved_of, won_by
from sim.graph.sums import flow_by_sums
from sim.graph.tails import Kind, Sample, StopRule, play_from_cut, play_from_position
from sim.seam.protocol import Outcome, RuleSystem, SeatInfo
from sim.seam.seats import by_seat
from sim.spine.words import counted
from sim.statistics.records import results

_LEAST = 0.1
"""The share of the seconds that tails always get."""
_LAST = 2.0
"""How many seconds at most they get where it was interrupted before."""
_UNBOUNDED = 2000
"""How many games are played where neither games nor seconds bound them."""


class EstimatedValues(Struct, frozen=True):
    """Estimates of the values: exact for a share of the mass, played for the rest.

    *open* is the probability of what was played out, by so many *games* of that *seed*;
    *full* says which bound ended the exact part. Where *open* is 1, nothing is exact
    and whole conflicts were played; *why* says how far it was followed. *shown_by* is
    that of `Solved`. *short* are the games that were asked for and did not fit into the
    time, 0 if all did.
    """

    states: int
    edges: int
    open: float
    full: str
    endings: Mapping[str, Estimate]
    returns: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    length: Estimate
    games: int
    seed: str
    shown_by: int = 0
    short: int = 0
    why: str = ""

    @property
    def sure(self) -> Certainty:
        """How sure the values are."""
        return Certainty.ESTIMATED

    @property
    def share(self) -> float:
        """How much of the mass is exact."""
        return 1.0 - self.open


class Question(Struct, frozen=True):
    """The *seed* of the conflicts that are played out, and how many *games*.

    None: by as many as the seconds of the *budget* allow, which bound *games*, too;
    without such a bound, by a fixed number.
    """

    seed: str
    games: int | None = None
    budget: Budget = Budget(seconds=60.0)


@without_garbage_collection()
def solve_or_estimate(
    system: RuleSystem[Any],
    state: Any,  # noqa: ANN401 - a state of the system
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    question: Question,
    progress: Progress = no_progress,
) -> Solved | EstimatedValues:
    """Return the values of the conflict at *state*, exact where the budget allows.

    Raises AgentError for an agent of which nothing exact can be said.
    """
    since = clock()
    begun = Walk(system, state)
    choosers = Choosers(system, seats, specs, lots=[seat for seat, _ in by_seat(seats)])
    if type(begun.asked) is Outcome:
        return solved_at_end(begun.asked, begun.state.round, seats)
    shadow = shadow_walks(system, begun.state, seats, choosers)
    work = _Work(
        system, begun.state, seats, choosers, question, progress, shadow, since
    )
    if not choosers.drawers and (found := work.summed()) is not None:
        return solved_of(found, seats)
    return in_batches(work.answered, plain=shadow.plain)


class _Work:
    """The steps towards the values of one conflict."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a conflict is, and what is asked
        self,
        system: RuleSystem[Any],
        begun: Any,  # noqa: ANN401 - a state of the system
        seats: Sequence[SeatInfo],
        choosers: Choosers,
        question: Question,
        progress: Progress,
        shadow: ShadowResult,
        since: float,
    ) -> None:
        self._system, self._begun = system, begun
        self._seats, self._choosers = tuple(seats), choosers
        self._question, self._budget = question, question.budget
        self._progress, self._shadow = progress, shadow
        self._since = since

    def summed(self) -> GraphFlow | None:
        """Solve by sums alone; None if that is impossible or takes half of the time."""
        left = self._budget.seconds / 2 - self._gone()
        within = structs.replace(self._budget, seconds=left)
        specs = self._choosers.specs
        return flow_by_sums(
            self._system, self._begun, self._seats, specs, within, self._progress
        )

    def answered(self, way: ExploreMode) -> Solved | EstimatedValues:
        """Return the values by a graph, by its front and tails, or by play."""
        # 1. Expand as far as that is worth its time.
        choosers, progress = self._choosers, self._progress
        within = self._budget, self._since
        whole = front.graph_within_budget(
            self._system, self._begun, choosers, *within, progress, way
        )
        # 2. Push the mass to the endings. Where hardly any comes there, play.
        cut, seconds = Cut(), self._budget.seconds
        until = self._since + (1.0 - _LEAST) * seconds
        flow = whole.push(progress, cut, until)
        if whole.graph.full and flow.open > front.HOPELESS:
            return self._played(whole, flow)
        # 3. Agents are asked again, so that one whose answers vary is found out.
        choosers.check(self._begun)
        if not whole.graph.full or cut.is_empty:
            # What was not expanded is reached by rounding errors alone.
            pushed = structs.replace(_followed_in_words(whole, flow), full="")
            found = solved_of(pushed, self._seats)
            return structs.replace(found, shown_by=self._shadow.shown_by)
        # 4. Play out what the cut left open.
        playouts = self._playouts()
        sample = play_from_cut(
            whole, cut, playouts, self._seed, self._enough(), progress
        )
        return self._estimated(_followed_in_words(whole, flow), sample)

    def _played(self, whole: ExploredGraph[Any], flow: Flow) -> EstimatedValues:
        """Estimate the values from whole conflicts, where the *flow* is mostly open."""
        position = self._begun, self._choosers.begin
        sample = play_from_position(
            position, self._playouts(), self._enough(), self._progress
        )
        nothing = np.zeros(len(whole.graph.endings))
        played = Flow(nothing, nothing, 1.0, 0.0)
        found = self._estimated(_followed_in_words(whole, played), sample)
        return structs.replace(found, why=_why_played(whole, flow))

    def _estimated(self, pushed: GraphFlow, sample: Sample) -> EstimatedValues:
        flow = pushed.flow
        known = dict(zip(pushed.kinds, flow.ended.tolist(), strict=True))
        values = _Values(known, flow.open, sample, self._seats)
        each = range(len(self._seats))
        return EstimatedValues(
            states=pushed.states,
            edges=pushed.edges,
            open=flow.open,
            # A front has only a part of the budget; people know the whole.
            full=self._budget.of(pushed.full),
            endings=values.endings(),
            returns=tuple([values.returned(seat) for seat in each]),
            wins=tuple([values.won(seat) for seat in each]),
            length=sample.length(known=flow.length, share=flow.open),
            games=sample.games,
            seed=self._seed,
            shown_by=self._shadow.shown_by,
            short=max(0, (self._question.games or 0) - sample.games),
        )

    def _playouts(self) -> Playouts:
        agents = [make(spec) for spec in self._choosers.specs]
        return Playouts(self._system, self._seats, agents, self._seed)

    def _enough(self) -> StopRule:
        seconds = self._budget.seconds
        left = max(seconds - self._gone(), seconds * _LEAST)
        games = self._question.games
        if games is None and isinf(seconds):
            games = _UNBOUNDED
        interrupt = self._budget.interrupt
        if interrupt.pressed:
            return StopRule(games, clock() + min(left, _LAST))
        return StopRule(games, clock() + left, interrupt)

    def _gone(self) -> float:
        return clock() - self._since

    @property
    def _seed(self) -> str:
        return self._question.seed


class _Values:
    """The *known* mass of endings, and a *sample* of the *open* rest."""

    def __init__(
        self,
        known: Mapping[Kind, float],
        open_: float,
        sample: Sample,
        seats: Sequence[SeatInfo],
    ) -> None:
        self._known = {kind: mass for kind, mass in known.items() if mass > 0.0}
        self._open, self._sample, self._seats = open_, sample, seats

    def endings(self) -> dict[str, Estimate]:
        """Return the probability of each ending."""
        hows = {str(how) for how, _ in (*self._known, *self._sample.kinds)}
        return {how: self._mean(partial(_ends, how)) for how in sorted(hows)}

    def returned(self, seat: int) -> Estimate:
        """Return the expected return of *seat*."""
        return self._mean(lambda kind: kind[1][seat])

    def won(self, seat: int) -> Estimate:
        """Return the probability that *seat* wins."""
        seats = self._seats
        return self._mean(lambda kind: won_by(results(kind[1], seats), seats[seat]))

    def _mean(self, values: Callable[[Kind], float]) -> Estimate:
        known = fsum(mass * values(kind) for kind, mass in self._known.items())
        return self._sample.estimate(values, known=known, share=self._open)


def _ends(how: str, kind: Kind) -> float:
    return float(kind[0] == how)


def _why_played(whole: ExploredGraph[Any], flow: Flow) -> str:
    """Return in words how far a graph was followed of which nothing was used."""
    done = whole.graph.played
    if not done:
        return "not even its first round could be followed"
    beyond = f"{100 * flow.open:.1f} % of the chances go on beyond"
    return f"{counted(done, 'state')} could be followed, and {beyond}"


def _followed_in_words(whole: ExploredGraph[Any], flow: Flow) -> GraphFlow:
    graph = whole.graph
    edges = len(graph.edges) + len(graph.ends)
    size = len(graph.positions)
    return GraphFlow(list(graph.endings), flow, size, edges, graph.full)
