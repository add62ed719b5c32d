"""What follows from the graph of a conflict: values, strategies, what agents lose."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf
from statistics import fmean
from typing import Any

from msgspec import Struct, structs

from sim.conflict.phrases import first_line, told_apart
from sim.errors import AgentError, OddsError
from sim.graph.answering import EstimatedValues, Question, solve_or_estimate
from sim.graph.budget import Budget
from sim.graph.budget import clock as now
from sim.graph.clock import Clock, TimeUpError
from sim.graph.progress import Progress, progress_counting_on
from sim.graph.solve import Bounds, Solved, solve
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.blocks import EndOfConflict, Side
from sim.optimal.certificate import Terms
from sim.optimal.easier import DifferenceBounds, bounds_by_easing
from sim.optimal.exploring import Explorer
from sim.optimal.graph import Graph
from sim.optimal.lines import StrategyLines, strategy_lines
from sim.optimal.losses import Loss, losses
from sim.optimal.narrowing import narrow_bounds
from sim.optimal.oracle import DoubleOracle
from sim.optimal.sides import Sides, sides_of
from sim.seam.protocol import RuleSystem
from sim.study.replying import free_kinds

_SOLVES = 0.05
"""The share of the time for solving the agents against each other."""
_FIRST = 0.15
"""The share of the time for following everything, the nearest first."""
_EASES = 0.6
"""The share of the rest for bounds from easier conflicts, where any are promised."""
_REPLIES = 0.35
"""The share of the rest for the best reply to each agent."""
_EVERYTHING = 0.4
"""The share of the rest for everything, where both replies are not the value yet."""
_NEARLY = 0.35
"""But only where no larger share of the positions is left."""
_STATES = 0.75
"""The share of the states for that."""
_NARROWS = 0.1
"""The share of the rest of the time for following what matters."""
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
_SURE_GAP = 1e-9
"""The most that the bounds of an exact value may differ by."""
ROUNDING = 1e-14
"""Sums over a whole conflict are never surer than this."""
_DIGITS = 12
"""Decimals of a number that a bound is meant to be, if it misses it by rounding."""
_LAST = 5.0
"""How many seconds are taken for bounds of what was followed when interrupted."""
_SAME = 1e-12
_SEEN = 1e-5
"""A bound that is nearer by less is no other."""
_SEED = "value"
EASIER = "an easier conflict"
"""Gives a bound in place of an agent."""


class CostlyChoice(Struct, frozen=True):
    """A choice of a shipped agent that costs it something, in the words of the story.

    It is met *times* in a conflict, on average, and loses *cost* each time.
    """

    seat: str
    round: int
    taken: str
    best: str
    times: float
    cost: float


class AgentLosses(Struct, frozen=True):
    """The losses of the agents, the dearest first, or *why* they are not known.

    *unseen* is how much more the first side got than that explains (`Losses`).
    """

    each: tuple[CostlyChoice, ...] = ()
    unseen: float = 0.0
    why: str = ""


class _NearestBounds:
    """The nearest bounds of a value of all that were found, and whose they are."""

    def __init__(self, found: Bounds) -> None:
        self._ends, self._by = [found.low, found.high], ["", ""]

    def take(self, side: Side, bound: float, by: str) -> None:
        """Take a bound that is nearer: the lower one where *side* is the first."""
        nearer = self._ends[side] - bound if side else bound - self._ends[side]
        if nearer > _SEEN:
            self._ends[side], self._by[side] = _unrounded(bound), by

    @property
    def bounds(self) -> Bounds:
        """Both bounds; each holds by itself, so rounding alone can make them cross."""
        return Bounds(self._ends[0], max(self._ends))

    @property
    def by(self) -> tuple[str, str]:
        """Which agent makes sure of each; "" if none does."""
        return self._by[0], self._by[1]

    @property
    def is_closed(self) -> bool:
        """Whether both are one."""
        return self.bounds.high - self.bounds.low < _SURE_GAP


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
        return aim in self._late or (bool(self.graph.full) and gap > _SURE_GAP)

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
            return Bounds(_unrounded(swept.low), _unrounded(swept.high))
        self.gap = max(self.gap, gap)
        if gap > _SURE_GAP:
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
        nearer = _NearestBounds(found)
        if self._oracle is not None:
            self._ask(self._oracle, nearer, clock)
        if self.by_oracle:
            return self.bounds(Aim.DIFFERENCE), ("", "")
        if self.eased is not None:
            nearer.take(0, self.eased.low, EASIER)
            nearer.take(1, self.eased.high, EASIER)
        return nearer.bounds, nearer.by

    def _ask(self, oracle: DoubleOracle, nearer: _NearestBounds, clock: Clock) -> None:
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
        nearer = _NearestBounds(self.bounds(aim))
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
        return AgentLosses(tuple(self._together(found.each)), found.unseen)

    def _together(self, found: Sequence[Loss]) -> list[CostlyChoice]:
        """Return losses with the same words in the same round as one."""
        system = self.loaded.system
        sums: dict[tuple[str, int, str, str], list[float]] = {}
        for one in found:
            seat = self._seats[self.sides.both[one.side]].name
            taken, best = _answers_in_words(system, one)
            total = sums.setdefault((seat, one.round, taken, best), [0.0, 0.0])
            total[0] += one.mass
            total[1] += one.mass * one.cost
        lost = [
            CostlyChoice(*key, times=times, cost=cost / times)
            for key, (times, cost) in sums.items()
        ]
        return sorted(lost, key=lambda one: -one.times * one.cost)

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


def _unrounded(bound: float) -> float:
    """Return a bound without what sums of many chances miss it by.

    What giving up makes sure of, such as 0.5, came out as a little less than that, and
    would be printed as 0.49999.
    """
    plain = round(bound, _DIGITS)
    return plain if abs(bound - plain) < ROUNDING else bound


def _answers_in_words(system: RuleSystem[Any], one: Loss) -> tuple[str, str]:
    """Return the answer that was taken and the best one, so that they read apart."""
    view = one.asked.view
    taken, best = (first_line(system, view, fact) for fact in (one.taken, one.best))
    if taken == best:
        return told_apart(system, view, one.taken, one.best)
    return taken, best


def graph_results(
    loaded: Loaded,
    specs: Sequence[str],
    free: Sequence[str],
    within: Budget,
    clock: Clock,
    progress: Progress,
) -> GraphResults:
    """Return the results of all that can happen, or of what the value hangs on.

    *free* are the kinds of decision that are free for both sides, by default all.
    """
    system, scenario = loaded.system, loaded.scenario
    kinds = free_kinds(system, free)
    sides = sides_of(system, scenario, specs, (kinds, kinds))
    # First, since following takes all of the time and the memory that it may.
    solved = _values_between_agents(loaded, specs, within, clock.part(_SOLVES))
    exploring = Explorer(system, scenario, sides, within, progress)
    oracle, easier = None, None
    if not exploring.everything(clock.part(_FIRST), _STATES):
        easier = _bounds_by_easing(loaded, sides, within, clock)
        more = progress_counting_on(progress, exploring.followed, len(exploring.blocks))
        oracle, both = _double_oracle(loaded, sides, within, clock, more)
        closed = oracle is not None and oracle.is_closed
        _follow_the_rest(exploring, clock, narrows=not both and not closed)
    graph = exploring.graph()
    # Each step had a part of the budget; people know the whole, and when it ended.
    graph = structs.replace(graph, full=within.of(graph.full))
    worked = GraphResults(loaded, sides, graph, oracle, clock)
    worked.eased, worked.solved = easier, solved
    worked.begin()
    return worked


def _values_between_agents(
    loaded: Loaded, specs: Sequence[str], within: Budget, until: Clock
) -> Solved | None:
    """Return the exact values between these agents, None if it takes too long."""
    system, budget = loaded.system, structs.replace(within, seconds=until.left)
    seats, state = system.seats(loaded.scenario), system.initial(loaded.scenario)
    with suppress(AgentError, OddsError):
        found = solve(system, state, seats, specs, budget=budget)
        return found if found.whole else None
    return None


def _bounds_by_easing(
    loaded: Loaded, sides: Sides, within: Budget, clock: Clock
) -> DifferenceBounds | None:
    """Return bounds from easier conflicts, None if nothing is promised of any."""
    with suppress(OddsError):
        until = clock.part(_EASES)
        return bounds_by_easing(loaded.system, loaded.scenario, sides, within, until)
    return None


def _double_oracle(
    loaded: Loaded, sides: Sides, within: Budget, clock: Clock, progress: Progress
) -> tuple[DoubleOracle | None, bool]:
    """Return a double oracle, and whether it found the best reply to each agent."""
    half, conflict = structs.replace(within, seconds=inf), loaded.scenario
    try:
        oracle = DoubleOracle(
            loaded.system, conflict, sides, Aim.DIFFERENCE, half, progress
        )
    except (AgentError, OddsError):
        return None, False
    with suppress(AgentError, OddsError):
        return oracle, oracle.begin(clock.part(_REPLIES))
    return oracle, False


def _follow_the_rest(exploring: Explorer, clock: Clock, *, narrows: bool) -> None:
    """Follow everything if it may fit after all, else what the value hangs on.

    The conflicts of the oracle are smaller: where one of them did not fit, this one
    hardly does. Where both did, it *narrows* nothing, and the oracle goes on. Where the
    oracle knows the value, everything still says what each choice of the agents loses.
    """
    if exploring.left < _NEARLY and exploring.everything(
        clock.part(_EVERYTHING), _STATES
    ):
        return
    until = clock.part(_NARROWS)
    for aim in Aim if narrows else ():
        found = narrow_bounds(exploring, aim, until)
        if found is None or found.gap > _SURE_GAP:
            break
