"""The results of the graph of a conflict: values, strategies, losses of agents."""

from collections.abc import Iterator
from contextlib import suppress
from statistics import fmean

from msgspec import structs

from sim.errors import AgentError, OddsError
from sim.graph.answering import EstimatedValues, Question, solve_or_estimate
from sim.graph.budget import Budget
from sim.graph.budget import clock as now
from sim.graph.clock import Clock, TimeUpError
from sim.graph.solve import Bounds, Solved
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.blocks import EndOfConflict, Side
from sim.optimal.certificate import Terms
from sim.optimal.easier import DifferenceBounds
from sim.optimal.graph import Graph
from sim.optimal.lines import StrategyLines, strategy_lines
from sim.optimal.losses import losses
from sim.optimal.oracle import DoubleOracle
from sim.optimal.sides import Sides
from sim.study.costly_choices import AgentLosses, costly_choices
from sim.study.nearest_bounds import ROUNDING, SURE_GAP, NearestBounds, unrounded

_PLAYS = 0.1
"""The share of the rest for the returns of the agents against each other."""
_LOSES = 0.5
"""The share of the rest for the losses of their choices."""
_ASKS, _LEAST = 0.9, 0.5
"""The most and the least share of the rest for the oracle."""
_AIMS = 6
"""The graphs of the oracle are computed by other aims after it, which takes about this
many times as long as computing the graph did."""
_EACH = 0.5
"""The share of the rest for the return that the first side can be sure of."""
_LAST = 5.0
"""The seconds for computing bounds of the unfinished graph after an interrupt."""
_SAME = 1e-12
_SEED = "value"
EASIER = "an easier conflict"
"""Named as the source of a bound, in place of an agent."""


class GraphResults:
    """The results of a graph: values, strategies, losses."""

    def __init__(
        self,
        loaded: Loaded,
        sides: Sides,
        graph: Graph,
        oracle: DoubleOracle | None,
        clock: Clock,
    ) -> None:
        self.loaded, self._seats = loaded, loaded.system.seats(loaded.scenario)
        self.sides, self.graph = sides, graph
        self._backward: BackwardInduction | None = None
        self.gap = ROUNDING
        self._swept: dict[Aim, GraphValue] = {}
        self._late = set[Aim]()
        """The aims for which there was no time."""
        self._oracle, self._clock, self._took = oracle, clock, 0.0
        self.eased: DifferenceBounds | None = None
        """Bounds from easier conflicts, None if there are none."""
        self.solved: Solved | None = None
        """The values between the agents, if these were solved at once."""

    def begin(self) -> None:
        """Compute the difference; without time the graph counts as unfinished."""
        clock = self._clock
        least = _LAST if clock.interrupt.pressed else 1.0
        self.swept(Aim.DIFFERENCE, clock.with_seconds_left(least))
        if self._late and not self.graph.full:
            late = Budget(seconds=clock.allowed, interrupt=clock.interrupt).of_time
            self.graph = structs.replace(self.graph, full=late)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two seats."""
        first, second = self.sides.both
        return self._seats[first].name, self._seats[second].name

    @property
    def full(self) -> str:
        """The bound that the difference does not fit into, "" if it is exact."""
        if self.by_oracle or not self.is_open(Aim.DIFFERENCE):
            return ""
        return self.graph.full

    @property
    def by_oracle(self) -> bool:
        """Whether it is the double oracle that knows the difference."""
        return self._oracle is not None and self._oracle.is_closed

    @property
    def states(self) -> int:
        """The number of positions in the graphs from which the value follows."""
        if self._oracle is not None and self.by_oracle:
            return self._oracle.states
        return len(self.graph.blocks)

    def play(self, aim: Aim, side: Side) -> tuple[Graph, GraphValue]:
        """Return the graph and the solution that have the best play of *side*."""
        if self._oracle is not None and self.by_oracle and aim is Aim.DIFFERENCE:
            best = self._oracle.halves[side].best
            assert best is not None
            return best
        return self.graph, self.swept(aim)

    def is_open(self, aim: Aim) -> bool:
        """Whether only bounds of the value by *aim* are known."""
        gap = self.swept(aim).gap
        return aim in self._late or (bool(self.graph.full) and gap > SURE_GAP)

    def bounds(self, aim: Aim) -> Bounds:
        """Return the value by *aim*; exact if all that matters was followed.

        Unknown nodes count as the least for the lower bound, and as the greatest for
        the upper one. Raises OddsError if the solver's mixes are not good enough.
        """
        if self._oracle is not None and self.by_oracle and aim is Aim.DIFFERENCE:
            return self._closed(self._oracle)
        swept = self.swept(aim)
        gap = swept.gap
        if self.is_open(aim):
            return Bounds(unrounded(swept.low), unrounded(swept.high))
        self.gap = max(self.gap, gap)
        if gap > SURE_GAP:
            message = (
                f"the solver missed the value by {gap:.0e}: nothing exact is known"
            )
            raise OddsError(message)
        middle = (swept.low + swept.high) / 2
        return Bounds(middle, middle)

    def _closed(self, oracle: DoubleOracle) -> Bounds:
        """Return the value that the double oracle found."""
        self.gap = max(self.gap, oracle.gap)
        middle = fmean([half.bound for half in oracle.halves])
        return Bounds(middle, middle)

    def terms(self, aim: Aim) -> Terms:
        """Return the conflict with its sides and the *aim*."""
        loaded = self.loaded
        return Terms(loaded.system, loaded.scenario, self.sides, aim)

    def bracket(self, clock: Clock) -> tuple[Bounds, tuple[str, str]]:
        """Return the difference, and the sources of its bounds if it is not exact.

        The return that an agent makes sure of bounds the value; a double oracle goes on
        from that. The value of an easier conflict is a bound as well.
        """
        difference = self.bounds(Aim.DIFFERENCE)
        if not self.full:
            return difference, ("", "")
        nearer = NearestBounds(difference)
        if self._oracle is not None:
            self._ask(self._oracle, nearer, clock)
        if self.by_oracle:
            return self.bounds(Aim.DIFFERENCE), ("", "")
        if self.eased is not None:
            nearer.take(0, self.eased.low, EASIER)
            nearer.take(1, self.eased.high, EASIER)
        return nearer.bounds, nearer.by

    def _ask(self, oracle: DoubleOracle, nearer: NearestBounds, clock: Clock) -> None:
        """Take the bounds of a double oracle, as tight as there is time for."""
        with suppress(AgentError, OddsError):
            rest = 1.0 - _AIMS * self._took / max(clock.left, self._took, _SAME)
            oracle.run(clock.part(min(_ASKS, max(_LEAST, rest))))
        for half, seat in zip(oracle.halves, self.sides.both, strict=True):
            by = self.sides.specs[seat] if half.by_agent else ""
            nearer.take(half.side, half.bound, by)

    def swept(self, aim: Aim, until: Clock | None = None) -> GraphValue:
        """Return the values of the graph; trivial bounds if there is no time.

        The mixes that solve its blocks by one aim are tried first by the others.
        """
        if aim not in self._swept:
            begun = now()
            try:
                swept = self._compute(aim, until or self._clock.with_seconds_left())
            except TimeUpError:
                swept = GraphValue.unknown(aim, len(self.graph.blocks))
                self._late.add(aim)
            self._swept[aim], self._took = swept, now() - begun
        return self._swept[aim]

    def _compute(self, aim: Aim, until: Clock) -> GraphValue:
        if self._backward is None:
            self._backward = BackwardInduction(self.graph, until)
        known = self._swept.get(Aim.DIFFERENCE)
        return self._backward.swept(aim, known, until)

    def sure_returns(self) -> tuple[Bounds, Bounds]:
        """Return the returns that each side can be sure of."""
        if self.is_constant():
            difference = self.bounds(Aim.DIFFERENCE)
            total = self._total()
            low, high = ((total + end) / 2 for end in (difference.low, difference.high))
            return Bounds(low, high), Bounds(total - high, total - low)
        until = self._clock.with_seconds_left()
        # Each has its own time: the graphs of an oracle may take all of it.
        first = self._nearest(Aim.FIRST, until.part(_EACH))
        second = self._nearest(Aim.SECOND, until)
        return first, Bounds(-second.high + 0.0, -second.low + 0.0)

    def _nearest(self, aim: Aim, until: Clock) -> Bounds:
        """Return the value by *aim*, between the tightest bounds that are known.

        A side that is restricted to a menu can be sure of no more by any aim, so the
        graphs of an oracle give bounds by other aims too.
        """
        self.swept(aim, until)
        nearer = NearestBounds(self.bounds(aim))
        if self._oracle is None or not self.is_open(aim):
            return nearer.bounds
        for half in self._oracle.halves:
            if half.best is not None:
                graph, by_difference = half.best
                with suppress(TimeUpError):
                    swept = BackwardInduction(graph, until).swept(
                        aim, by_difference, until
                    )
                    nearer.take(half.side, swept.high if half.side else swept.low, "")
        bounds = nearer.bounds
        return Bounds(bounds.middle, bounds.middle) if nearer.is_closed else bounds

    def _totals(self) -> Iterator[float]:
        for block in self.graph.blocks:
            if isinstance(block, EndOfConflict):
                yield sum(block.returns)

    def is_constant(self) -> bool:
        """Whether the sum of both returns is the same at every ending."""
        totals = list(self._totals())
        known = bool(totals) and not self.graph.full
        return known and max(totals) - min(totals) < _SAME

    def _total(self) -> float:
        return next(self._totals())

    def own_values(
        self, within: Budget, clock: Clock
    ) -> tuple[Solved | EstimatedValues | None, str]:
        """Return the values between the agents; None, and why, where unknown."""
        try:
            return self.solved or self._played(within, clock), ""
        except (AgentError, OddsError) as error:
            return None, str(error)

    def _played(self, within: Budget, clock: Clock) -> Solved | EstimatedValues:
        """Return the values between the agents, as exact as there is time for."""
        system = self.loaded.system
        until = clock.part(_PLAYS if self.full else 1.0).with_seconds_left()
        budget = Budget(within.states, within.megabytes, until.left)
        state = system.initial(self.loaded.scenario)
        asked = Question(_SEED, None, budget)
        return solve_or_estimate(system, state, self._seats, self.sides.specs, asked)

    def agent_losses(self, clock: Clock) -> AgentLosses:
        """Return the losses of the agents, or why they are not known."""
        if self.graph.full and self.by_oracle:
            why = "the value was known before all that they do was followed"
            return AgentLosses(why=why)
        if self.graph.full:
            return AgentLosses(why=f"not all that they do fits into {self.graph.full}")
        system, play = self.loaded.system, (self.graph, self.swept(Aim.DIFFERENCE))
        until = clock.part(_LOSES).with_seconds_left()
        try:
            lost = losses(system, self._seats, self.sides, play, until)
        except (AgentError, OddsError) as error:
            return AgentLosses(why=str(error))
        choices = costly_choices(system, self.names, lost.each)
        return AgentLosses(choices, lost.unseen)

    def lines_of_play(self, clock: Clock) -> tuple[StrategyLines | None, str]:
        """Return the strategies in lines if they are known, and why not if not."""
        if self.is_open(Aim.DIFFERENCE) and not self.by_oracle:
            return None, self.full
        plays = [self.play(Aim.DIFFERENCE, side) for side in (0, 1)]
        until = clock.with_seconds_left()
        try:
            lines = strategy_lines(
                self.loaded.system, plays, until, apart=self.by_oracle
            )
        except TimeUpError as error:
            return None, str(error)
        return lines, ""
