"""The values of a conflict: exact where it fits the budget, else estimated.

The most probable positions are expanded first, and if all of them fit into the budget,
the values are exact. Otherwise the graph is an exact front, and from its open positions
conflicts are played to their end: the tails. If the front covers hardly any
probability, whole conflicts are played instead.
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
from sim.graph.progress import Progress, no_progress
from sim.graph.rollout import Estimate, Rollouts
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
"""The most seconds that tails get after an interrupt."""
_UNBOUNDED = 2000
"""The number of games if neither games nor seconds are bounded."""


class EstimatedValues(Struct, frozen=True):
    """Estimates of the values: exact for a share of the mass, played for the rest.

    *open* is the probability of the part that was played, by *games* games of *seed*;
    *full* names the bound that ended the exact part. If *open* is 1, nothing is exact
    and whole conflicts were played; *why* says how much could be followed. *shown_by*
    is that of `Solved`. *short* is the number of games asked for that did not fit into
    the time.
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
        """The certainty of the values."""
        return Certainty.ESTIMATED

    @property
    def share(self) -> float:
        """The share of the mass that is exact."""
        return 1.0 - self.open


class Question(Struct, frozen=True):
    """The *seed* and the number of *games* to play, and the *budget*.

    For None games, as many are played as the seconds of the *budget* allow, or a fixed
    number if these are unlimited. The seconds bound given *games*, too.
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

    Raises AgentError for an agent that cannot be followed exactly.
    """
    since = clock()
    begun = Walk(system, state)
    choosers = Choosers(
        system, seats, specs, may_draw=[seat for seat, _ in by_seat(seats)]
    )
    if type(begun.asked) is Outcome:
        return solved_at_end(begun.asked, begun.state.round, seats)
    shadow = shadow_walks(system, begun.state, seats, choosers)
    work = _Work(
        system, begun.state, seats, choosers, question, progress, shadow, since
    )
    if not choosers.drawers and (flow := work.summed()) is not None:
        return solved_of(flow, seats)
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
        # 2. Push the mass to the endings. If hardly any arrives, play instead.
        cut, seconds = Cut(), self._budget.seconds
        until = self._since + (1.0 - _LEAST) * seconds
        flow = whole.push(progress, cut, until)
        if whole.graph.full and flow.open > front.HOPELESS:
            return self._played(whole, flow)
        # 3. Ask agents again, to find one whose answers vary.
        choosers.check(self._begun)
        if not whole.graph.full or cut.is_empty:
            # What was not expanded is reached by rounding errors alone.
            pushed = structs.replace(_flow_with_size(whole, flow), full="")
            solved = solved_of(pushed, self._seats)
            return structs.replace(solved, shown_by=self._shadow.shown_by)
        # 4. Play out what the cut left open.
        rollouts = self._rollouts()
        sample = play_from_cut(
            whole, cut, rollouts, self._seed, self._stop_rule(), progress
        )
        return self._estimated(_flow_with_size(whole, flow), sample)

    def _played(self, whole: ExploredGraph[Any], flow: Flow) -> EstimatedValues:
        """Estimate the values from whole conflicts, where the *flow* is mostly open."""
        position = self._begun, self._choosers.begin
        sample = play_from_position(
            position, self._rollouts(), self._stop_rule(), self._progress
        )
        nothing = np.zeros(len(whole.graph.endings))
        played = Flow(nothing, nothing, 1.0, 0.0)
        values = self._estimated(_flow_with_size(whole, played), sample)
        return structs.replace(values, why=_why_played(whole, flow))

    def _estimated(self, pushed: GraphFlow, sample: Sample) -> EstimatedValues:
        flow = pushed.flow
        known = dict(zip(pushed.kinds, flow.ended.tolist(), strict=True))
        values = _Values(known, flow.open, sample, self._seats)
        each = range(len(self._seats))
        return EstimatedValues(
            states=pushed.states,
            edges=pushed.edges,
            open=flow.open,
            # A front has only a part of the budget; report the bound of all of it.
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

    def _rollouts(self) -> Rollouts:
        agents = [make(spec) for spec in self._choosers.specs]
        return Rollouts(self._system, self._seats, agents, self._seed)

    def _stop_rule(self) -> StopRule:
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
    """Return in words how far a graph was followed although nothing of it is used."""
    done = whole.graph.played
    if not done:
        return "not even its first round could be followed"
    beyond = f"{100 * flow.open:.1f} % of the chances go on beyond"
    return f"{counted(done, 'state')} could be followed, and {beyond}"


def _flow_with_size(whole: ExploredGraph[Any], flow: Flow) -> GraphFlow:
    graph = whole.graph
    edges = len(graph.edges) + len(graph.ends)
    size = len(graph.positions)
    return GraphFlow(list(graph.endings), flow, size, edges, graph.full)
