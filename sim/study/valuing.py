"""The value of a scenario under best play of both sides: the query and the result."""

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
"""The default time."""
FORMAT = 1
"""The version of the JSON format."""
_BUDGET = Budget()
_SAME = 1e-12
_NEAR = 1e-6
"""The tolerance of the identity of losses: a tenth of the last digit printed."""
EXACT, BOUNDS = "exact", "bounds"


class OptimalValue(Struct, frozen=True):
    """The value of a scenario under best play of both sides.

    *difference* is the return of the first seat less that of the second, and *sure* the
    return that each can be sure of, whatever the other does: all between bounds that
    are equal if it is `exact`. *gap* is the most that anybody can gain against the
    strategies found, and *told* are these strategies, None if *told_why* says why not.

    *own* are the returns of the shipped *agents* against each other, None if *own_why*
    says why not, and *shown_by* is that of `Solved`. *lost* are their losses, the
    largest first, and *unseen* is the remainder of simultaneous choices (see
    `sim.optimal.losses`): *own* is the value, less the losses of the first, plus those
    of the second and *unseen*.

    With *free*, only these kinds of decision are free, and the agents make the others.
    *results* are those of the graph, from which strategies are saved.
    *among* is the value among ways of playing, an interval that says something if the
    bounds do not; None if it was not asked for, or *among_why* says why not.
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
    """The seats whose play gives the lower and upper bound, or `EASIER`; "" if none."""
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
        """The certainty of the value: exact, or bounds."""
        return EXACT if self.exact else BOUNDS

    @property
    def seats(self) -> tuple[str, str]:
        """The names of the two seats."""
        first, second = [seat.name for seat in self._seats if seat.side is not None]
        return first, second

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats."""
        return tuple([seat.name for seat in self._seats])

    @property
    def judges(self) -> tuple[tuple[str, str], ...]:
        """(name, agent) of each judge."""
        pairs = zip(self._seats, self.agents, strict=True)
        return tuple([(seat.name, spec) for seat, spec in pairs if seat.side is None])

    @property
    def _seats(self) -> tuple[SeatInfo, ...]:
        return self.loaded.system.seats(self.loaded.scenario)

    @property
    def own_difference(self) -> float | None:
        """The first agent's return less the second's, None if not known exactly."""
        if self.own is None:
            return None
        first, second = self.own
        if isinstance(first, Bounds) and isinstance(second, Bounds):
            return first.middle - second.middle
        return None

    @property
    def loses(self) -> tuple[float | None, float | None]:
        """The total loss of each agent, None if that is not known."""
        if self.lost_why or not self.exact:
            return None, None
        first, second = [
            fsum(lost.times * lost.cost for lost in self.lost if lost.seat == seat)
            for seat in self.seats
        ]
        return first, second

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
                "seat": loss.seat,
                "round": loss.round,
                "taken": loss.taken,
                "best": loss.best,
                "times": loss.times,
                "cost": loss.cost,
            }
            for loss in self.lost
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
                "seat": self.seats[choice.side],
                "where": [
                    {
                        "seat": self.names[limit.seat],
                        "what": limit.what,
                        "least": limit.least,
                        "most": limit.most,
                        "is": limit.among,
                        "is_not": list(limit.but),
                    }
                    for limit in choice.limits
                ],
                "rounds": list(choice.rounds),
                "times": choice.times,
                "instead": list(choice.instead),
                "does": [
                    {"answers": _answers_as_json(answers), "share": share}
                    for answers, share in choice.shares
                ],
            }
            for choice in choices
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

        Then the best reply to each is searched for within this many *states*, megabytes
        of *memory* and *seconds* in all: what it gains is the `gain` of the file.
        Raises OddsError if the value is not exact, AgentError for a strategy that does
        not fit into a file, StoreError for a folder that is not empty or cannot be
        made.
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
        head = f"{self.loaded.title}, under best play{free} ({self.certainty})"
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
    """Return a difference in a sentence that says who gets more, to *least* digits."""
    ahead, behind = seats
    low, high = difference.low, difference.high
    if max(abs(low), abs(high)) < _SAME:
        return f"{ahead} and {behind} get the same"
    if high <= 0.0:
        ahead, behind, low, high = behind, ahead, -high, -low
    if high - low < _SAME:
        return f"{ahead} gets {low:.{least}f} more than {behind}"
    if low >= 0.0:
        return f"{ahead} gets {between(low, high, least)} more than {behind}"
    less, more = bound(-low, 1, least), bound(high, 1, least)
    return f"{ahead} gets between {less} less and {more} more than {behind}"


def among_in_words(seats: tuple[str, str], among: Among) -> str:
    """Return the value among ways of playing in a sentence."""
    ends = among.difference
    ways = " and ".join(dict.fromkeys([str(side.ways) for side in among.sides]))
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
    """Return the value of *loaded* under best play of both sides.

    *agents*, by default those of the scenario, are compared with that. Judges are
    played by their agents, and so are both sides if only some kinds are *free*. Of the
    *budget*, *kept* seconds are reserved for the caller. Raises OddsError unless two
    sides have one seat each, UnknownNameError for unknown kinds.
    """
    within = budget or Budget(seconds=SECONDS)
    clock = Clock(within.seconds - kept, within.interrupt)
    # Messages name the time that was asked for.
    clock.allowed = within.seconds
    specs = _agents_by_seat(loaded, agents, trusted=trusted)
    words = tuple([word.strip() for word in free if word.strip()])
    results = graph_results(loaded, specs, words, within, clock, progress)
    return structs.replace(_value_from_graph(results, specs, within, clock), free=words)


def _value_from_graph(
    results: GraphResults, specs: tuple[str, ...], within: Budget, clock: Clock
) -> OptimalValue:
    """Return the value, with all that follows from the results of a graph."""
    (values, own_why), lost = (
        results.own_values(within, clock),
        results.agent_losses(clock),
    )
    first, second = results.sides.both
    own = None if values is None else (values.returns[first], values.returns[second])
    difference, by = results.bracket(clock)
    told, told_why = results.lines_of_play(clock)
    optimal = OptimalValue(
        loaded=results.loaded,
        agents=specs,
        difference=difference,
        sure=results.sure_returns(),
        states=results.states,
        full=results.full,
        gap=results.gap,
        own=own,
        own_why=own_why,
        shown_by=0 if values is None else values.shown_by,
        told=told,
        told_why=told_why,
        lost=lost.each,
        lost_why=lost.why,
        unseen=lost.unseen,
        bounded_by=by,
        results=results,
    )
    why = "" if own is None or lost.why else _why_losses_unknown(optimal, results)
    return structs.replace(optimal, lost=(), lost_why=why) if why else optimal


def _why_losses_unknown(optimal: OptimalValue, results: GraphResults) -> str:
    """Return why the losses of the agents are not known after all, "" if they are.

    The losses and the remainder must account for the whole difference between best play
    and the agents. An agent that may read everything can use parts of the state
    that best play leaves out, such as points that nobody can spend any more: then
    its losses were computed from other answers than it gives.
    """
    first, second = optimal.loses
    own, value = optimal.own_difference, optimal.difference.middle
    if first is None or second is None:
        return ""
    if own is not None:
        holds = abs(value - first + second + optimal.unseen - own) < _NEAR
    else:
        holds = not _may_read_more(optimal, results)
    return "" if holds else "an agent goes by more than best play tells apart"


def _may_read_more(optimal: OptimalValue, results: GraphResults) -> bool:
    """Whether an agent may use what best play leaves out."""
    seats = results.loaded.system.seats(results.loaded.scenario)
    every = [seat for seat, _ in by_seat(seats)]
    choosers = Choosers(results.loaded.system, seats, optimal.agents, may_draw=every)
    return choosers.read_all or choosers.from_files


def _agents_by_seat(
    loaded: Loaded, agents: Sequence[str], *, trusted: bool
) -> tuple[str, ...]:
    """Return the agent of every seat; raises AgentError if one means nothing."""
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents, trusted=trusted)
    check_settings([loaded], specs)
    return specs
