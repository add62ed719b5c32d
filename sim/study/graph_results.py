"""What follows from the graph of a conflict: values, strategies, what agents lose."""

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
"""The share of the rest for what the agents get against each other."""
_LOSES = 0.5
"""The share of the rest for what each of their choices loses."""
_ASKS, _LEAST = 0.9, 0.5
"""The most and the least share of the rest for the oracle; then what it found is asked
by other aims, which takes about as long as it took to compute everything so often."""
_AIMS = 6
_EACH = 0.5
"""The share of the rest for what the first side can be sure of."""
_LAST = 5.0
"""How many seconds are taken for bounds of what was followed when interrupted."""
_SAME = 1e-12
_SEED = "value"
EASIER = "an easier conflict"
"""Gives a bound in place of an agent."""


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
        """What there was no time to compute."""
        self._oracle, self._clock, self._took = oracle, clock, 0.0
        self.eased: DifferenceBounds | None = None
        """Bounds from easier conflicts, None if nothing is promised of any."""
        self.solved: Solved | None = None
        """What the agents get against each other, if that was solved at once."""

    def begin(self) -> None:
        """Compute the difference; without time for it, nothing was followed whole."""
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
        """How many positions there are in what the value follows from."""
        if self._oracle is not None and self.by_oracle:
            return self._oracle.states
        return len(self.graph.blocks)

    def play(self, aim: Aim, side: Side) -> tuple[Graph, GraphValue]:
        """Return the graph and the sweeps in which the best play of *side* stands."""
        if self._oracle is not None and self.by_oracle and aim is Aim.DIFFERENCE:
            best = self._oracle.halves[side].best
            assert best is not None
            return best
        return self.graph, self.swept(aim)

    def is_open(self, aim: Aim) -> bool:
        """Whether no more than bounds of the value by *aim* are known."""
        gap = self.swept(aim).gap
        return aim in self._late or (bool(self.graph.full) and gap > SURE_GAP)

    def bounds(self, aim: Aim) -> Bounds:
        """Return the value by *aim*; exact where all that matters was followed.

        What was not followed is worth the least for the lower bound, and the most for
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
        """Return between whom it is."""
        loaded = self.loaded
        return Terms(loaded.system, loaded.scenario, self.sides, aim)

    def bracket(self, clock: Clock) -> tuple[Bounds, tuple[str, str]]:
        """Return the difference, and what gives its bounds where it is not exact.

        What an agent makes sure of bounds the value; a double oracle goes on from that.
        So does what an easier conflict is worth.
        """
        found = self.bounds(Aim.DIFFERENCE)
        if not self.full:
            return found, ("", "")
        nearer = NearestBounds(found)
        if self._oracle is not None:
            self._ask(self._oracle, nearer, clock)
        if self.by_oracle:
            return self.bounds(Aim.DIFFERENCE), ("", "")
        if self.eased is not None:
            nearer.take(0, self.eased.low, EASIER)
            nearer.take(1, self.eased.high, EASIER)
        return nearer.bounds, nearer.by

    def _ask(self, oracle: DoubleOracle, nearer: NearestBounds, clock: Clock) -> None:
        """Take the bounds of a double oracle, as near as there is time for."""
        with suppress(AgentError, OddsError):
            rest = 1.0 - _AIMS * self._took / max(clock.left, self._took, _SAME)
            oracle.run(clock.part(min(_ASKS, max(_LEAST, rest))))
        for half, seat in zip(oracle.halves, self.sides.both, strict=True):
            by = self.sides.specs[seat] if half.by_agent else ""
            nearer.take(half.side, half.bound, by)

    def swept(self, aim: Aim, until: Clock | None = None) -> GraphValue:
        """Return the values of the graph, of which nothing is known without time.

        What solves its blocks by one aim often does by another, and is tried first.
        """
        if aim not in self._swept:
            begun = now()
            try:
                found = self._compute(aim, until or self._clock.with_seconds_left())
            except TimeUpError:
                found = GraphValue.unknown(aim, len(self.graph.blocks))
                self._late.add(aim)
            self._swept[aim], self._took = found, now() - begun
        return self._swept[aim]

    def _compute(self, aim: Aim, until: Clock) -> GraphValue:
        if self._backward is None:
            self._backward = BackwardInduction(self.graph, until)
        known = self._swept.get(Aim.DIFFERENCE)
        return self._backward.swept(aim, known, until)

    def guaranteed(self) -> tuple[Bounds, Bounds]:
        """Return the returns that each side can guarantee itself."""
        if self.is_constant():
            found = self.bounds(Aim.DIFFERENCE)
            total = self._total()
            low, high = ((total + one) / 2 for one in (found.low, found.high))
            return Bounds(low, high), Bounds(total - high, total - low)
        until = self._clock.with_seconds_left()
        # Each has its own time: the graphs of an oracle may take all of it.
        first = self._nearest(Aim.FIRST, until.part(_EACH))
        second = self._nearest(Aim.SECOND, until)
        return first, Bounds(-second.high + 0.0, -second.low + 0.0)

    def _nearest(self, aim: Aim, until: Clock) -> Bounds:
        """Return the value by *aim*, between the nearest bounds that are known.

        Whoever is held to a menu is sure of no more by another aim either.
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
        found = nearer.bounds
        return Bounds(found.middle, found.middle) if nearer.is_closed else found

    def _totals(self) -> Iterator[float]:
        for block in self.graph.blocks:
            if isinstance(block, EndOfConflict):
                yield sum(block.returns)

    def is_constant(self) -> bool:
        """Whether what both get together is the same at every ending."""
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
        """Return what the agents get, as surely as there is time for."""
        system = self.loaded.system
        until = clock.part(_PLAYS if self.full else 1.0).with_seconds_left()
        budget = Budget(within.states, within.megabytes, until.left)
        state = system.initial(self.loaded.scenario)
        asked = Question(_SEED, None, budget)
        return solve_or_estimate(system, state, self._seats, self.sides.specs, asked)

    def agent_losses(self, clock: Clock) -> AgentLosses:
        """Return where the agents lose something, or why that is not known."""
        if self.graph.full and self.by_oracle:
            why = "the value was known before all that they do was followed"
            return AgentLosses(why=why)
        if self.graph.full:
            return AgentLosses(why=f"not all that they do fits into {self.graph.full}")
        system, play = self.loaded.system, (self.graph, self.swept(Aim.DIFFERENCE))
        until = clock.part(_LOSES).with_seconds_left()
        try:
            found = losses(system, self._seats, self.sides, play, until)
        except (AgentError, OddsError) as error:
            return AgentLosses(why=str(error))
        lost = costly_choices(system, self.names, found.each)
        return AgentLosses(lost, found.unseen)

    def lines_of_play(self, clock: Clock) -> tuple[StrategyLines | None, str]:
        """Return the strategies in lines if they are known, and why not if not."""
        if self.is_open(Aim.DIFFERENCE) and not self.by_oracle:
            return None, self.full
        plays = [self.play(Aim.DIFFERENCE, side) for side in (0, 1)]
        until = clock.with_seconds_left()
        try:
            found = strategy_lines(
                self.loaded.system, plays, until, apart=self.by_oracle
            )
        except TimeUpError as error:
            return None, str(error)
        return found, ""
