"""What a scenario is worth when both sides play well: the question and the result."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import first_line
from sim.errors import AgentError, OddsError
from sim.graph.answering import Question, answer
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import Progress, quiet
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, Backward, Swept
from sim.optimal.blocks import Ended
from sim.optimal.certificate import Terms, assured
from sim.optimal.graph import Graph, explored
from sim.optimal.lines import Told, told
from sim.optimal.losses import Loss, losses
from sim.optimal.sides import Sides, sides_of
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo
from sim.spine.words import listed
from sim.statistics.words import told_apart
from sim.study.replying import kinds_of
from sim.study.values import Value, in_text, plain

SECONDS = 60.0
"""So long it may take where nothing else is said."""
FORMAT = 1
"""The number of the shape of the JSON."""
_EXPLORES = 0.6
"""The share of the time for following everything."""
_PLAYS = 0.2
"""The share of the rest for what the agents get against each other."""
_SURE_GAP = 1e-9
"""The most that the bounds of an exact value may differ by."""
ROUNDING = 1e-14
"""Sums over a whole conflict are never surer than this."""
_SAME = 1e-12
_SEEN = 1e-5
"""A bound that is nearer by less is no other."""
_SEED = "value"
EXACT, BOUNDS = "exact", "bounds"


class Lost(Struct, frozen=True):
    """A choice of a shipped agent that costs it something, in the words of the story.

    It is met *times* in a conflict, on average, and loses *cost* each time.
    """

    seat: str
    round: int
    taken: str
    best: str
    times: float
    cost: float


class OptimalValue(Struct, frozen=True):
    """What a scenario is worth when both sides play as well as can be.

    *difference* is how much more the first seat gets than the second, and *sure* what
    each can be sure of, whatever the other does: each between bounds that are equal
    where it is `exact`. *gap* is the most that anybody can gain against the strategies
    found. *own* are the returns of the shipped *agents* against each other, None where
    *own_why* says why not; *lost* is where they lose something, the dearest first.
    With *free*, only these kinds of decision are free, and the agents make the others.
    """

    loaded: Loaded
    agents: tuple[str, ...]
    difference: Bounds
    sure: tuple[Bounds, Bounds]
    states: int
    full: str
    gap: float
    own: tuple[Value, Value] | None = None
    own_why: str = ""
    told: Told | None = None
    lost: tuple[Lost, ...] = ()
    lost_why: str = ""
    bounded_by: tuple[str, str] = ("", "")
    """Whose play gives the lower and the upper bound; "" where no agent's does."""
    free: tuple[str, ...] = ()
    worked: "Worked | None" = None

    @property
    def exact(self) -> bool:
        """Whether everything was followed, so that the value is known."""
        return not self.full

    @property
    def certainty(self) -> str:
        """How sure the value is: exact, or bounds."""
        return EXACT if self.exact else BOUNDS

    @property
    def seats(self) -> tuple[str, str]:
        """The names of the two seats."""
        one, other = [seat.name for seat in self._seats if seat.side is not None]
        return one, other

    @property
    def judges(self) -> tuple[tuple[str, str], ...]:
        """(name, agent) of those who judge, and answer as their agents."""
        pairs = zip(self._seats, self.agents, strict=True)
        return tuple([(seat.name, spec) for seat, spec in pairs if seat.side is None])

    @property
    def _seats(self) -> tuple[SeatInfo, ...]:
        return self.loaded.system.seats(self.loaded.scenario)

    @property
    def own_difference(self) -> float | None:
        """How much more the first shipped agent gets, where that is known exactly."""
        if self.own is None:
            return None
        one, other = self.own
        if isinstance(one, Bounds) and isinstance(other, Bounds):
            return one.middle - other.middle
        return None

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each seat, with named columns."""
        return [
            {
                "scenario": self.loaded.name,
                "seat": seat,
                "sure_low": sure.low,
                "sure_high": sure.high,
                "agent": agent,
            }
            for seat, sure, agent in zip(
                self.seats, self.sure, self._playing, strict=True
            )
        ]

    @property
    def _playing(self) -> list[str]:
        pairs = zip(self._seats, self.agents, strict=True)
        return [spec for seat, spec in pairs if seat.side is not None]

    def to_dict(self) -> dict[str, Any]:
        """Return the value as `fracas value --json` prints it."""
        loaded = self.loaded
        return {
            "format": FORMAT,
            "system": loaded.system.name,
            "scenario": loaded.name,
            "digest": loaded.digest.hex(),
            "agents": list(self.agents),
            "free": list(self.free),
            "certainty": self.certainty,
            **({"error": self.why} if self.full else {}),
            "value": _ends(self.difference),
            "sure": [
                {"seat": seat, **_ends(sure)}
                for seat, sure in zip(self.seats, self.sure, strict=True)
            ],
            "own": self._own_dict(),
            "exploitability": self.gap if self.exact else None,
            "bounded_by": list(self.bounded_by),
            "states": self.states,
            "whole": self.exact,
            "questions": None if self.told is None else self.told.asked,
            "mixes": None if self.told is None else self.told.mixed,
            "strategy": self._lines(),
            "lost": None
            if self.lost_why or self.own is None or not self.exact
            else [
                {
                    "seat": one.seat,
                    "round": one.round,
                    "taken": one.taken,
                    "best": one.best,
                    "times": one.times,
                    "cost": one.cost,
                }
                for one in self.lost
            ],
        }

    def _own_dict(self) -> list[dict[str, Any]] | None:
        if self.own is None:
            return None
        return [
            {"seat": seat, "agent": agent, "return": plain(value)}
            for seat, agent, value in zip(
                self.seats, self._playing, self.own, strict=True
            )
        ]

    def _lines(self) -> list[dict[str, Any]]:
        lines = () if self.told is None else self.told.lines
        return [
            {
                "seat": self.seats[line.side],
                "round": line.round,
                "times": line.times,
                "answers": [
                    {"words": words, "chance": chance} for words, chance in line.answers
                ],
            }
            for line in lines
        ]

    @property
    def why(self) -> str:
        """Why the value is not exact, in a sentence; "" where it is."""
        if self.exact:
            return ""
        return f"{self.loaded.name} does not fit into {self.full}"

    def __repr__(self) -> str:
        free = f", only {listed(self.free)} free" if self.free else ""
        head = f"{self.loaded.title}, when both play well{free} ({self.certainty})"
        rows = [
            f"  {in_words(self.seats, self.difference)}",
            *(
                f"  {seat} can be sure of {in_text(sure)}"
                for seat, sure in zip(self.seats, self.sure, strict=True)
            ),
        ]
        return "\n".join([head, *rows])


def in_words(seats: tuple[str, str], difference: Bounds) -> str:
    """Return a difference in a sentence, with who gets more."""
    one, other = seats
    low, high = difference.low, difference.high
    if max(abs(low), abs(high)) < _SAME:
        return f"{one} and {other} get the same"
    if high <= 0.0:
        one, other, low, high = other, one, -high, -low
    if high - low < _SAME:
        return f"{one} gets {low:.5f} more than {other}"
    if low >= 0.0:
        digits = told_apart(low, high, 5, 11)
        return f"{one} gets {low:.{digits}f} to {high:.{digits}f} more than {other}"
    return f"{one} gets between {-low:.5f} less and {high:.5f} more than {other}"


def _ends(bounds: Bounds) -> dict[str, float]:
    return {"low": bounds.low, "high": bounds.high}


def value_of(
    loaded: Loaded,
    agents: Sequence[str] = (),
    free: Sequence[str] = (),
    *,
    trusted: bool = False,
    budget: Budget | None = None,
    progress: Progress = quiet,
) -> OptimalValue:
    """Return what *loaded* is worth when both sides play well.

    *agents*, by default those of the scenario, are compared with that; judges answer as
    their agents, and so do both sides where only some kinds are *free*. Raises
    OddsError unless two sides have one seat each, UnknownNameError for unknown kinds.
    """
    within = budget or Budget(seconds=SECONDS)
    clock = Clock(within.seconds)
    specs = _seated(loaded, agents, trusted=trusted)
    words = tuple([word.strip() for word in free if word.strip()])
    worked = _worked_out(loaded, specs, words, within, clock, progress)
    own, own_why = worked.own(within, clock)
    lost, lost_why = worked.lost()
    difference, closed_by = worked.bracket(within, clock, progress)
    return OptimalValue(
        loaded=loaded,
        agents=specs,
        difference=difference,
        sure=worked.sure(),
        states=len(worked.graph.blocks),
        full=worked.graph.full,
        gap=worked.gap,
        own=own,
        own_why=own_why,
        told=worked.told(),
        lost=tuple(lost),
        lost_why=lost_why,
        bounded_by=closed_by,
        free=words,
        worked=worked,
    )


def _seated(loaded: Loaded, agents: Sequence[str], *, trusted: bool) -> tuple[str, ...]:
    """Return the agent of every seat; raises AgentError where one means nothing."""
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents, trusted=trusted)
    check_settings([loaded], specs)
    return specs


def _worked_out(
    loaded: Loaded,
    specs: Sequence[str],
    free: Sequence[str],
    within: Budget,
    clock: Clock,
    progress: Progress,
) -> "Worked":
    """Follow all that can happen, as far as its part of the time goes."""
    system, scenario = loaded.system, loaded.scenario
    kinds = kinds_of(system, free)
    sides = sides_of(system, scenario, specs, (kinds, kinds))
    until = clock.part(_EXPLORES)
    graph = explored(system, scenario, sides, within, progress, until)
    return Worked(loaded, system.seats(scenario), sides, graph)


class Worked:
    """What follows from a graph: values, strategies, losses."""

    def __init__(
        self, loaded: Loaded, seats: Sequence[SeatInfo], sides: Sides, graph: Graph
    ) -> None:
        self._loaded, self._seats = loaded, seats
        self.sides, self.graph = sides, graph
        self._backward = Backward(graph)
        self.gap = ROUNDING
        self._swept: dict[Aim, Swept] = {}

    def bounds(self, aim: Aim) -> Bounds:
        """Return the value by *aim*; exact where all was followed.

        What was not followed is worth the least for the lower bound, and the most for
        the upper one. Raises OddsError where the solver's mixes are not good enough.
        """
        if self.graph.full:
            least, most = aim.range
            low = self._backward.swept(aim, least).low
            return Bounds(low, self._backward.swept(aim, most).high)
        swept = self.swept(aim)
        gap = swept.high - swept.low
        self.gap = max(self.gap, gap)
        if gap > _SURE_GAP:
            message = (
                f"the solver missed the value by {gap:.0e}: nothing exact is known"
            )
            raise OddsError(message)
        middle = (swept.low + swept.high) / 2
        return Bounds(middle, middle)

    def terms(self, aim: Aim) -> Terms:
        """Return between whom it is."""
        loaded = self._loaded
        return Terms(loaded.system, loaded.scenario, self.sides, aim)

    def bracket(
        self, budget: Budget, clock: Clock, progress: Progress
    ) -> tuple[Bounds, tuple[str, str]]:
        """Return the difference, and whose play gives its bounds where it is not exact.

        What an agent makes sure of bounds the value: its best reply is looked for.
        """
        found = self.bounds(Aim.DIFFERENCE)
        if not self.graph.full:
            return found, ("", "")
        ends, by = [found.low, found.high], ["", ""]
        for side, seat in enumerate(self.sides.both):
            spec = self.sides.specs[seat]
            try:
                one = assured(
                    self.terms(Aim.DIFFERENCE),
                    spec,
                    side,
                    budget=budget,
                    clock=clock.part(1.0 / (2 - side)),
                    progress=progress,
                )
            except (AgentError, OddsError):
                continue
            nearer = one.worth - ends[side] if side == 0 else ends[side] - one.worth
            if nearer > _SEEN:
                ends[side], by[side] = one.worth, spec
        # Each bound holds by itself, so rounding alone can make them cross.
        low, high = ends[0], max(ends)
        return Bounds(low, high), (by[0], by[1])

    def swept(self, aim: Aim) -> Swept:
        """Return the values of a graph that was followed whole."""
        if aim not in self._swept:
            self._swept[aim] = self._backward.swept(aim)
        return self._swept[aim]

    def sure(self) -> tuple[Bounds, Bounds]:
        """Return what each side can be sure of."""
        if self.is_constant():
            found = self.bounds(Aim.DIFFERENCE)
            total = self._total()
            low, high = ((total + one) / 2 for one in (found.low, found.high))
            return Bounds(low, high), Bounds(total - high, total - low)
        first, second = self.bounds(Aim.FIRST), self.bounds(Aim.SECOND)
        return first, Bounds(-second.high + 0.0, -second.low + 0.0)

    def _totals(self) -> Iterator[float]:
        for block in self.graph.blocks:
            if isinstance(block, Ended):
                yield sum(block.returns)

    def is_constant(self) -> bool:
        """Whether what both get together is the same at every ending."""
        totals = list(self._totals())
        known = bool(totals) and not self.graph.full
        return known and max(totals) - min(totals) < _SAME

    def _total(self) -> float:
        return next(self._totals())

    def own(
        self, within: Budget, clock: Clock
    ) -> tuple[tuple[Value, Value] | None, str]:
        """Return what the agents get against each other, and why not if not."""
        system = self._loaded.system
        left = max(1.0, clock.part(_PLAYS if self.graph.full else 1.0).left)
        budget = Budget(within.states, within.megabytes, left)
        state = system.initial(self._loaded.scenario)
        asked = Question(_SEED, None, budget)
        try:
            found = answer(system, state, self._seats, self.sides.specs, asked)
        except (AgentError, OddsError) as error:
            return None, str(error)
        one, other = [found.returns[seat] for seat in self.sides.both]
        return (one, other), ""

    def lost(self) -> tuple[list[Lost], str]:
        """Return where the agents lose something, and why that is not known if not."""
        if self.graph.full:
            return [], ""
        system, swept = self._loaded.system, self.swept(Aim.DIFFERENCE)
        try:
            found = losses(system, self._seats, self.sides, self.graph, swept)
        except (AgentError, OddsError) as error:
            return [], str(error)
        return self._together(found), ""

    def _together(self, found: Sequence[Loss]) -> list[Lost]:
        """Return losses with the same words in the same round as one."""
        system = self._loaded.system
        sums: dict[tuple[str, int, str, str], list[float]] = {}
        for one in found:
            seat = self._seats[self.sides.both[one.side]].name
            view = one.asked.view
            taken = first_line(system, view, one.taken)
            best = first_line(system, view, one.best)
            total = sums.setdefault((seat, one.round, taken, best), [0.0, 0.0])
            total[0] += one.mass
            total[1] += one.mass * one.cost
        lost = [
            Lost(*key, times=times, cost=cost / times)
            for key, (times, cost) in sums.items()
        ]
        return sorted(lost, key=lambda one: -one.times * one.cost)

    def told(self) -> Told | None:
        """Return the strategies in lines."""
        if self.graph.full:
            return None
        swept = self.swept(Aim.DIFFERENCE)
        return told(self._loaded.system, self.graph, swept)
