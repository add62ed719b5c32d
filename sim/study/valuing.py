"""What a scenario is worth when both sides play well: the question and the result."""

from collections.abc import Sequence
from math import fsum
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from sim.errors import OddsError
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.progress import Progress, no_progress
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.optimal.lines import Answers, StrategyLines
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo
from sim.seam.seats import by_seat
from sim.spine.words import listed
from sim.statistics.words import between, bound
from sim.study.among import Among
from sim.study.costly_choices import CostlyChoice
from sim.study.graph_results import GraphResults
from sim.study.optimal_files import SavedStrategy, save_strategies
from sim.study.value_search import graph_results
from sim.study.values import Value, value_as_json, value_in_words

SECONDS = 60.0
"""So long it may take where nothing else is said."""
FORMAT = 1
"""The number of the shape of the JSON."""
_BUDGET = Budget()
_SAME = 1e-12
_NEAR = 1e-6
"""The identity of losses holds more nearly: a tenth of the last digit printed."""
EXACT, BOUNDS = "exact", "bounds"


class OptimalValue(Struct, frozen=True):
    """What a scenario is worth when both sides play as well as can be.

    *difference* is how much more the first seat gets than the second, and *sure* what
    each can be sure of, whatever the other does: each between bounds that are equal
    where it is `exact`. *gap* is the most that anybody can gain against the strategies
    found, and *told* the strategies, None if *told_why* says why not. *own* are the
    returns of the shipped *agents* against each other, None if *own_why* says why
    not, and *shown_by* is that of `Solved`; *lost* is where they lose something, the
    dearest first, and *unseen* how much more the first gets than that explains, since
    both choose unseen at the same time: *own* is the value less what the first loses,
    and what the second loses and *unseen* added.
    With *free*, only these kinds of decision are free, and the agents make the others.
    *results* are those of the graph, from which strategies are saved.
    *among* is what it is worth among ways of playing, an interval that says something
    where the bounds do not; None if it was not asked, or *among_why* says why not.
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
    shown_by: int = 0
    told: StrategyLines | None = None
    told_why: str = ""
    lost: tuple[CostlyChoice, ...] = ()
    lost_why: str = ""
    unseen: float = 0.0
    bounded_by: tuple[str, str] = ("", "")
    """Whose play gives the lower and the upper bound, or `EASIER`; "" if neither."""
    free: tuple[str, ...] = ()
    results: GraphResults | None = None
    among: Among | None = None
    among_why: str = ""

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
    def names(self) -> tuple[str, ...]:
        """The names of all seats."""
        return tuple([seat.name for seat in self._seats])

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

    @property
    def loses(self) -> tuple[float | None, float | None]:
        """How much of the difference each agent loses, None if that is not known."""
        if self.lost_why or not self.exact:
            return None, None
        one, other = [
            fsum(lost.times * lost.cost for lost in self.lost if lost.seat == seat)
            for seat in self.seats
        ]
        return one, other

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each seat, with named columns."""
        return [
            {
                "scenario": self.loaded.name,
                "seat": seat,
                "sure_low": sure.low,
                "sure_high": sure.high,
                "agent": agent,
                "loses": loses,
            }
            for seat, sure, agent, loses in zip(
                self.seats, self.sure, self.playing, self.loses, strict=True
            )
        ]

    @property
    def playing(self) -> list[str]:
        """The agents of the two seats."""
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
            **({"untold": self.told_why} if self.exact and self.told_why else {}),
            "value": _bounds_as_json(self.difference),
            "sure": [
                {"seat": seat, **_bounds_as_json(sure)}
                for seat, sure in zip(self.seats, self.sure, strict=True)
            ],
            "own": self._own_dict(),
            **({"shown_by": self.shown_by} if self.shown_by else {}),
            "exploitability": self.gap if self.exact else None,
            "bounded_by": list(self.bounded_by),
            "among": None if self.among is None else self.among.to_dict(),
            "states": self.states,
            "whole": self.exact and not (self.results and self.results.graph.full),
            "questions": None if self.told is None else self.told.asked,
            "mixes": None if self.told is None else self.told.mixed,
            "strategy": self._lines(),
            "situations": self._choices(),
            "lost": self._lost_dict(),
            "unseen": None if self._lost_dict() is None else self.unseen,
            **self._whys(),
        }

    def _whys(self) -> dict[str, str]:
        """Return why something is not known, by the name of the field."""
        whys = {"own": self.own_why, "lost": self.lost_why, "among": self.among_why}
        return {f"{name}_why": why for name, why in whys.items() if why}

    def _lost_dict(self) -> list[dict[str, Any]] | None:
        if self.lost_why or self.own is None or not self.exact:
            return None
        return [
            {
                "seat": one.seat,
                "round": one.round,
                "taken": one.taken,
                "best": one.best,
                "times": one.times,
                "cost": one.cost,
            }
            for one in self.lost
        ]

    def _own_dict(self) -> list[dict[str, Any]] | None:
        if self.own is None:
            return None
        return [
            {
                "seat": seat,
                "agent": agent,
                "return": value_as_json(value),
                "loses": loses,
            }
            for seat, agent, value, loses in zip(
                self.seats, self.playing, self.own, self.loses, strict=True
            )
        ]

    def _lines(self) -> list[dict[str, Any]]:
        lines = () if self.told is None else self.told.lines
        return [
            {
                "seat": self.seats[line.side],
                "round": line.round,
                "times": line.times,
                "answers": _answers_as_json(line.answers),
                "instead": list(line.instead),
            }
            for line in lines
        ]

    def _choices(self) -> list[dict[str, Any]]:
        choices = () if self.told is None else self.told.choices
        return [
            {
                "seat": self.seats[one.side],
                "where": [
                    {
                        "seat": self.names[limit.seat],
                        "what": limit.what,
                        "least": limit.least,
                        "most": limit.most,
                        "is": limit.among,
                        "is_not": list(limit.but),
                    }
                    for limit in one.limits
                ],
                "rounds": list(one.rounds),
                "times": one.times,
                "instead": list(one.instead),
                "does": [
                    {"answers": _answers_as_json(answers), "share": share}
                    for answers, share in one.shares
                ],
            }
            for one in choices
        ]

    def save(
        self,
        folder: str | Path,
        *,
        states: int = _BUDGET.states,
        memory: int = _BUDGET.megabytes,
        seconds: float = SECONDS,
        progress: Progress = no_progress,
    ) -> tuple[SavedStrategy, ...]:
        """Write both strategies into a new *folder*, each as the file of an agent.

        Then the best reply to each is looked for within this many *states*, megabytes
        of *memory* and *seconds* in all: what it gains is the `gain` of the file.
        Raises OddsError if the value is not exact, AgentError for a strategy that no
        file has room for, StoreError for a folder that is not empty or cannot be made.
        """
        if self.results is None or not self.exact:
            message = (
                f"{self.why or 'the value is not known'}, so there is no strategy to"
                " save"
            )
            raise OddsError(message)
        within, target = Budget(states, memory, seconds), Path(folder)
        clock = Clock(seconds)
        parts = save_strategies(
            self.results, target, budget=within, clock=clock, progress=progress
        )
        return tuple(parts)

    @property
    def why(self) -> str:
        """Why the value is not exact, in a sentence; "" if it is."""
        if self.exact:
            return ""
        return f"{self.loaded.name} does not fit into {self.full}"

    def __repr__(self) -> str:
        free = f", only {listed(self.free)} free" if self.free else ""
        head = f"{self.loaded.title}, when both play well{free} ({self.certainty})"
        among = (
            ()
            if self.among is None
            else (f"  {among_in_words(self.seats, self.among)}",)
        )
        rows = [
            f"  {difference_in_words(self.seats, self.difference)}",
            *among,
            *(
                f"  {seat} can be sure of {value_in_words(sure)}"
                for seat, sure in zip(self.seats, self.sure, strict=True)
            ),
        ]
        return "\n".join([head, *rows])


def difference_in_words(
    seats: tuple[str, str], difference: Bounds, least: int = 5
) -> str:
    """Return a difference in a sentence, with who gets more, to this many digits."""
    one, other = seats
    low, high = difference.low, difference.high
    if max(abs(low), abs(high)) < _SAME:
        return f"{one} and {other} get the same"
    if high <= 0.0:
        one, other, low, high = other, one, -high, -low
    if high - low < _SAME:
        return f"{one} gets {low:.{least}f} more than {other}"
    if low >= 0.0:
        return f"{one} gets {between(low, high, least)} more than {other}"
    less, more = bound(-low, 1, least), bound(high, 1, least)
    return f"{one} gets between {less} less and {more} more than {other}"


def among_in_words(seats: tuple[str, str], found: Among) -> str:
    """Return what it is worth among ways of playing in a sentence."""
    ends = found.difference
    ways = " and ".join(dict.fromkeys([str(one.ways) for one in found.sides]))
    said = difference_in_words(seats, Bounds(ends.low, ends.high), 3)
    return f"among {ways} ways of playing {said} (95 % interval)"


def _answers_as_json(answers: Answers) -> list[dict[str, Any]]:
    return [{"words": words, "chance": chance} for words, chance in answers]


def _bounds_as_json(bounds: Bounds) -> dict[str, float]:
    return {"low": bounds.low, "high": bounds.high}


def value_of(  # noqa: PLR0913 - all but the scenario have defaults
    loaded: Loaded,
    agents: Sequence[str] = (),
    free: Sequence[str] = (),
    *,
    trusted: bool = False,
    budget: Budget | None = None,
    kept: float = 0.0,
    progress: Progress = no_progress,
) -> OptimalValue:
    """Return the value of *loaded* when both sides play well.

    *agents*, by default those of the scenario, are compared with that; judges answer as
    their agents, and so do both sides where only some kinds are *free*. Of
    the *budget*, *kept* seconds are left for what else is done. Raises OddsError unless
    two sides have one seat each, UnknownNameError for unknown kinds.
    """
    within = budget or Budget(seconds=SECONDS)
    clock = Clock(within.seconds - kept, within.interrupt)
    # Of what there was no time for, it is said what was asked.
    clock.allowed = within.seconds
    specs = _agents_by_seat(loaded, agents, trusted=trusted)
    words = tuple([word.strip() for word in free if word.strip()])
    results = graph_results(loaded, specs, words, within, clock, progress)
    return structs.replace(_value_from_graph(results, specs, within, clock), free=words)


def _value_from_graph(
    results: GraphResults, specs: tuple[str, ...], within: Budget, clock: Clock
) -> OptimalValue:
    """Return the value, with all that follows from the results of a graph."""
    got, own_why = results.own_values(within, clock)
    lost = results.agent_losses(clock)
    one, other = results.sides.both
    own = None if got is None else (got.returns[one], got.returns[other])
    difference, by = results.bracket(clock)
    told, told_why = results.lines_of_play(clock)
    found = OptimalValue(
        loaded=results.loaded,
        agents=specs,
        difference=difference,
        sure=results.guaranteed(),
        states=results.states,
        full=results.full,
        gap=results.gap,
        own=own,
        own_why=own_why,
        shown_by=0 if got is None else got.shown_by,
        told=told,
        told_why=told_why,
        lost=lost.each,
        lost_why=lost.why,
        unseen=lost.unseen,
        bounded_by=by,
        results=results,
    )
    unlike = "" if own is None or lost.why else _why_losses_unknown(found, results)
    return structs.replace(found, lost=(), lost_why=unlike) if unlike else found


def _why_losses_unknown(found: OptimalValue, results: GraphResults) -> str:
    """Return why the losses of the agents are not known after all, "" if they are.

    With what both chose unseen it is all that lies between what they get and best play.
    An agent that may read everything can go by what best play does not tell apart, such
    as points that nobody can spend any more: then its losses would be those of other
    answers.
    """
    one, other = found.loses
    own, value = found.own_difference, found.difference.middle
    if one is None or other is None:
        return ""
    if own is not None:
        alike = abs(value - one + other + found.unseen - own) < _NEAR
    else:
        alike = not _may_read_more(found, results)
    if alike:
        return ""
    return "an agent goes by more than best play tells apart"


def _may_read_more(found: OptimalValue, results: GraphResults) -> bool:
    """Whether an agent may go by what best play leaves out."""
    seats = results.loaded.system.seats(results.loaded.scenario)
    every = [seat for seat, _ in by_seat(seats)]
    who = Choosers(results.loaded.system, seats, found.agents, lots=every)
    return who.read_all or who.from_files


def _agents_by_seat(
    loaded: Loaded, agents: Sequence[str], *, trusted: bool
) -> tuple[str, ...]:
    """Return the agent of every seat; raises AgentError if one means nothing."""
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents, trusted=trusted)
    check_settings([loaded], specs)
    return specs
