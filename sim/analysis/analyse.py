"""Analysing a conflict: which agents play on, and how values are computed."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from msgspec import Struct, structs

from sim.analysis.analyser import Analyser, Progress
from sim.analysis.analysis import Analysis
from sim.analysis.continuation import Continuation
from sim.analysis.earlier import Earlier, earlier_of, earlier_players
from sim.analysis.judging import Board, ExactBoard
from sim.analysis.measuring import RolloutBoard
from sim.analysis.pace import GAMES_MIN, Pace
from sim.analysis.values import STEPS, ExactValues
from sim.casting.persons import is_person
from sim.casting.roster import spec_of
from sim.casting.specs import check_names_no_file
from sim.errors import AgentError, OddsError, StreamError
from sim.graph.budget import without_garbage_collection
from sim.library.scenario import Loaded
from sim.run.recorded import Conflict
from sim.run.seating import seat_agents
from sim.seam.events import ConflictStarted, Event, Seat
from sim.seam.protocol import RuleSystem, SeatInfo, State
from sim.store.store import Store

GAMES = 64
"""The number of rollouts from each moment if values are not exact."""


class Record(Struct, frozen=True):
    """One conflict to analyse: its id, and the events of its stream."""

    conflict: str
    title: str
    system: RuleSystem[Any]
    scenario: Any
    events: Sequence[Event]
    loaded: Loaded | None = None
    """The scenario as it is stored; None for a round that was typed in."""
    earlier: Sequence[Earlier] = ()
    """For a kept branch: the agents that played the parts before it."""

    @classmethod
    def of(cls, conflict: Conflict, store: Store | None = None) -> Self:
        """Return the record of a *conflict* that was played.

        For a branch, the *store* that holds it says who played before it.
        """
        loaded = conflict.loaded
        return cls(
            conflict.stream_id,
            loaded.title,
            loaded.system,
            loaded.scenario,
            conflict.events,
            loaded,
            earlier_of(store, conflict.stream_id) if store is not None else (),
        )

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The seats of the conflict."""
        return tuple(self.system.seats(self.scenario))

    @property
    def begun(self) -> State:
        """The state before anything has happened."""
        state: State = self.system.initial(self.scenario)
        return state

    @property
    def played(self) -> tuple[str, ...]:
        """The agents that played, as specs; "" for a seat without a recorded agent."""
        for event in self.events[:1]:
            if isinstance(event, ConflictStarted):
                return tuple(
                    spec_of(seat) if seat.agent else "" for seat in event.seats
                )
        return ("",) * len(self.seats)


class Effort(Struct, frozen=True):
    """The budget of an analysis.

    Exact values are given up after *steps*; then *games* are played from each moment.
    With 0 steps exact values are not tried. Raises StreamError for fewer than 2 games,
    which have no standard error, or fewer than 0 steps.
    """

    steps: int = STEPS
    games: int = GAMES

    def __post_init__(self) -> None:
        """Refuse numbers with which no analysis can be made."""
        if self.games < GAMES_MIN or self.steps < 0:
            message = (
                f"found {self.games} games and {self.steps} steps, expected at least"
                f" {GAMES_MIN} games and 0 steps"
            )
            raise StreamError(message)


def continuation_of(
    record: Record,
    given: Sequence[str] = (),
    *,
    instead: Mapping[Seat, str] | None = None,
    trusted: bool = False,
) -> tuple[str, ...]:
    """Return the agents that play on, seat by seat.

    They are those *given* (a single one stands for all seats but the judges'), else
    those that played, else the scenario's own. *instead* overrides them at its seats.
    Raises AgentError for an agent that would have to be run from a file if the record
    is not *trusted*.
    """
    seats, instead = record.seats, instead or {}
    if len(given) == 1:
        given = [given[0]] * sum(seat.side is not None for seat in seats)
    defaults = seat_agents(seats, [""] * len(seats), trusted=trusted)
    chosen = seat_agents(seats, given, trusted=trusted) if given else ()
    specs: list[str] = []
    for place, (seat, default) in enumerate(zip(seats, defaults, strict=True)):
        played_by = record.played[place]
        if Seat(place) in instead:
            specs.append(instead[Seat(place)])
        elif (chosen and chosen[place] != default) or (
            chosen and seat.side is not None
        ):
            specs.append(chosen[place])
        elif played_by and not is_person(played_by):
            if not trusted:
                _check_no_file(played_by, seat.name)
            specs.append(played_by)
        else:
            specs.append(default)
    return tuple(specs)


def _check_no_file(spec: str, name: str) -> None:
    """Raise AgentError if *spec*, which a record names, would run a file."""
    try:
        check_names_no_file(spec, name)
    except AgentError as error:
        message = (
            f"{name} was played by {spec}, whose file is not run unless you say so:"
            " name another agent for that seat, or trust the file with --trust-files"
        )
        raise AgentError(message) from error


def analyse(
    record: Record,
    specs: Sequence[str],
    *,
    effort: Effort | None = None,
    seconds: float | None = None,
    progress: Progress = lambda _done, _of: None,
) -> Analysis:
    """Return the analysis of *record*, with *specs* playing on from every moment.

    It takes at most about this many *seconds*: then fewer games are played than the
    *effort* allows, and choices for which there is no time are not judged. Raises
    AgentError for an agent that cannot play on, StreamError for a record that cannot be
    followed, or if there is no time for any judgement.
    """
    return Analyses(effort or Effort()).of(record, specs, progress, Pace(seconds))


class Analyses:
    """Analyses conflicts one after the other, and reuses exact values.

    Once a conflict exceeds the budget of exact values, rollouts are used for all with
    the same beginning and continuation.
    """

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._boards: dict[tuple[State, tuple[str, ...]], ExactBoard | str] = {}

    @without_garbage_collection()
    def of(
        self,
        record: Record,
        specs: Sequence[str],
        progress: Progress,
        pace: Pace | None = None,
    ) -> Analysis:
        """Return the analysis of *record* at this *pace*; raises as `analyse`."""
        pace = pace or Pace()
        effort, key = self._effort, (record.begun, tuple(specs))
        agents = [spec or "somebody" for spec in record.played]
        if not effort.steps:
            self._boards[key] = "exact values were not tried, as asked by 0 steps"
        if not isinstance(self._boards.get(key), str):
            try:
                board = self._exact(record, specs, pace.for_exact())
                return _analysed(record, specs, board, agents, progress)
            except (OddsError, AgentError) as error:
                # Too large, or an agent rules exact values out: use rollouts instead.
                self._boards[key] = str(error)
        continuation = Continuation(record.system, record.seats, specs)
        played = RolloutBoard(record.system, continuation, effort.games, pace)
        analysis = _analysed(record, specs, played, agents, progress)
        return structs.replace(analysis, not_exact=self._boards[key])

    def knows_exactly(self, begun: State, specs: Sequence[str]) -> bool:
        """Whether conflicts with this beginning have been analysed exactly so far."""
        return isinstance(self._boards.get((begun, tuple(specs))), ExactBoard)

    def _exact(self, record: Record, specs: Sequence[str], pace: Pace) -> ExactBoard:
        key = record.begun, tuple(specs)
        board = self._boards.get(key)
        if isinstance(board, ExactBoard):
            board.values.begin_again(pace, AGAIN * self._effort.steps)
            return board
        if len(self._boards) >= _HELD:
            self._boards.clear()
        board = self._boards[key] = _exact(record, specs, self._effort)
        board.values.begin_again(pace)
        return board


AGAIN = 100
"""If the first conflict of a beginning is exact, later ones get this many times the
steps, so that they are exact too, whatever a worker has cached."""
_HELD = 64
"""The number of beginnings whose exact values are cached."""


def _exact(record: Record, specs: Sequence[str], effort: Effort) -> ExactBoard:
    values = ExactValues(
        record.system, record.begun, record.seats, specs, steps=effort.steps
    )
    return ExactBoard(record.system, values)


def _analysed(
    record: Record,
    specs: Sequence[str],
    board: Board,
    agents: Sequence[str],
    progress: Progress,
) -> Analysis:
    if not record.events:
        message = f"{record.conflict} has no events"
        raise StreamError(message)
    analyser = Analyser(record.system, record.begun, record.seats, specs, board)
    analysis = analyser.analyse(
        record.conflict, record.title, record.events, agents, progress
    )
    accounts = tuple(
        structs.replace(
            account,
            before=earlier_players(record.earlier, account.place, account.agent),
        )
        for account in analysis.accounts
    )
    return structs.replace(analysis, accounts=accounts)
