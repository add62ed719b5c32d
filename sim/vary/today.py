"""Compare a recorded run with what today's code plays under the same dice.

The run may have been played by another version of Fracas, of its agents or of a rule
system. Its games are played again from the seed, and compared with the record, event by
event: what differs, by how much, and from which decision on.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import zip_longest
from typing import Any, Literal

from msgspec import Struct, structs

from sim.conflict.choices import is_choice
from sim.conflict.codec import decode
from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE, replay
from sim.conflict.stream import Line, Row, Sealed
from sim.errors import FracasError, StoreError, StreamError
from sim.library.scenario import Loaded, from_json
from sim.run.chunk import decode_conflicts, play_chunk, setting
from sim.run.job_runner import JobRunner
from sim.run.recorded import scenario_data, trusting
from sim.run.run import make_plan
from sim.run.seating import seat_agents
from sim.seam.events import DiceRolled, Event
from sim.seam.protocol import State
from sim.statistics.records import members
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store
from sim.vary.figures import (
    KINDS,
    Gain,
    Kind,
    Measure,
    estimated_difference,
    estimated_mean,
    verdict_on_difference,
    win_of,
)
from sim.vary.points import jobs_of

FOLLOWED = 50
"""The most games that went another way to be followed to where they part."""


class Departure(Struct, frozen=True):
    """The first event at which a *game* (from 1) goes another way today.

    *what* says whether a choice differs, what the dice show, or what follows by the
    rules; in a choice it is the *decision* with this number (from 1), else what comes
    after it. *recorded* and *today* are the lines of the story, "" if the conflict
    is over. *gap* is today's return less the recorded one, of the first seat whose
    return differs.
    """

    game: int
    decision: int
    round: int
    what: Literal["choice", "dice", "rules"]
    recorded: str
    today: str
    gap: float


class Today:
    """A run of *store*, and what today's code plays under the same dice."""

    def __init__(
        self, store: Store, run: RunStarted, games: int, *, trusted: bool = False
    ) -> None:
        """Raise StoreError for a run that cannot be compared.

        At most *games* games are compared. Unless the agents are *trusted*, raises
        AgentError for one from a file.
        """
        if run.branch is not None:
            message = (
                f"the run {run.run} is a branch of one conflict, expected a whole run"
            )
            raise StoreError(message)
        self.run = run
        self.loaded = _loaded(store, run)
        self.seats = self.loaded.system.seats(self.loaded.scenario)
        specs = seat_agents(self.seats, run.agents, trusted=trusted)
        plan = make_plan(self.loaded, specs, seed=run.seed, games=run.games)
        self.plan = structs.replace(plan, fair=run.fair)
        self.recorded = [
            line for line, _ in zip(store.lines(run.run), range(games), strict=False)
        ]
        if not self.recorded:
            message = f"the run {run.run} has no conflict recorded, expected some"
            raise StoreError(message)
        self.today: list[Line] = []
        self.otherwise: list[int] = []
        """The games (from 0) that go another way."""
        self.departures: list[Departure] = []
        self._store = store
        self._opened = setting(self.plan).opening

    @property
    def changed(self) -> list[tuple[str, str, str]]:
        """What the record says of its versions, and what they are today."""
        run, now = self.run, self._opened
        entries = [
            ("version of the rules", str(run.rules_version), str(now.rules_version))
        ]
        entries += [
            (f"agent of {taken.seat}", _played_by(taken), _played_by(now_taken))
            for taken, now_taken in zip(run.seats, now.seats, strict=False)
        ]
        return [entry for entry in entries if entry[1] != entry[2]]

    def play(
        self, runner: JobRunner, progress: Callable[[int], None] = lambda _: None
    ) -> None:
        """Play what was recorded again, and find where it goes another way."""
        jobs = jobs_of(self.plan, 0, len(self.recorded))
        with closing(runner.results(play_chunk, jobs)) as results:
            for result in results:
                for sealed in decode_conflicts(result):
                    self._add(sealed)
                progress(len(self.today))

    def gains(self, within: float) -> list[Gain]:
        """Return the wins and returns of everybody, recorded and today."""
        playing = [place for own in members(self.seats).values() for place in own]
        return [self._gain(kind, place, within) for place in playing for kind in KINDS]

    def example(self) -> Departure | None:
        """Return the departure with the largest difference in a return."""
        return max(
            self.departures, key=lambda departure: abs(departure.gap), default=None
        )

    def _gain(self, kind: Kind, place: int, within: float) -> Gain:
        then, now = (
            [self._figure(kind, place, line) for line in lines]
            for lines in (self.recorded, self.today)
        )
        between = estimated_difference(
            [new - old for old, new in zip(then, now, strict=True)]
        )
        if not self.otherwise:
            between = structs.replace(between, low=0.0, high=0.0, exact=True)
        measure = Measure(kind, self.seats[place].name)
        says = verdict_on_difference(between, within)
        return Gain(measure, estimated_mean(then), estimated_mean(now), between, says)

    def _figure(self, kind: Kind, place: int, line: Line) -> float:
        if kind == "returns":
            return line.returns[place]
        return win_of(line.returns, self.seats, place)

    def _add(self, sealed: Sealed) -> None:
        """Compare the next game with its record."""
        game = len(self.today)
        then, now = self.recorded[game], sealed.line
        self.today.append(now)
        rows = self._rows(game)
        if self._alike(then, now) and (
            not rows or _first_difference(rows, sealed.rows) is None
        ):
            return
        self.otherwise.append(game)
        if rows and len(self.departures) < FOLLOWED:
            gaps = [
                new - old for old, new in zip(then.returns, now.returns, strict=True)
            ]
            gap = next((difference for difference in gaps if difference), 0.0)
            self.departures.append(self._departure(game, rows, sealed.rows, gap))

    def _alike(self, then: Line, now: Line) -> bool:
        """Whether two lines agree; seals may differ if versions of agents do."""
        if self.changed or self.run.seats != self._opened.seats:
            return structs.replace(then, seal=b"") == structs.replace(now, seal=b"")
        return then == now

    def _rows(self, game: int) -> Sequence[Row]:
        """Return the events of a game as recorded; none if only seals were."""
        if self.run.record != "full":
            return ()
        return self._store.rows(conflict_stream(self.run.run, game))

    def _departure(
        self, game: int, then: Sequence[Row], now: Sequence[Row], gap: float
    ) -> Departure:
        """Return the departure at which the rows of a game first differ."""
        place = _first_difference(then, now)
        assert place is not None
        system = self.loaded.system
        before = decode(system, [data for _, data in now[:place]])[1:]
        with trusting(f"the run {self.run.run}, game {game + 1}"):
            state = replay(system, system.initial(self.loaded.scenario), before)
        both = [self._event(rows, place) for rows in (then, now)]
        choices = sum(map(is_choice, before))
        recorded, today = (
            self._words(state, event, rows[place : place + 1])
            for event, rows in zip(both, (then, now), strict=True)
        )
        what: Literal["choice", "dice", "rules"] = "rules"
        if any(map(is_choice, both)):
            what, choices = "choice", choices + 1
        elif recorded == today:
            recorded, today = _as_read(both[0], recorded), _as_read(both[1], today)
        elif any(isinstance(event, DiceRolled) for event in both):
            what = "dice"
        return Departure(game + 1, choices, state.round, what, recorded, today, gap)

    def _event(self, rows: Sequence[Row], place: int) -> Event | None:
        """Return an event, None if there is none or today's code cannot read it."""
        if place >= len(rows):
            return None
        try:
            (event,) = decode(self.loaded.system, [rows[place][1]])
        except (FracasError, ValueError):
            return None
        return event

    def _words(self, state: State, event: Event | None, row: Sequence[Row]) -> str:
        """Return the line of an event in the story, or what kind of event it was."""
        if event is None:
            return f"an event that is not known today ({row[0][0]})" if row else ""
        if type(event) in ENGINE:
            return ""
        try:
            with trusting("an event"):
                return first_line(self.loaded.system, state, event).rstrip(".")
        except StreamError:
            return type(event).__name__


def _loaded(store: Store, run: RunStarted) -> Loaded:
    """Return the scenario of a run, as today's code reads it."""
    data = scenario_data(store, run)
    try:
        return from_json(data)
    except FracasError as error:
        message = (
            f"today's code cannot play the run {run.run}, expected one of a scenario"
            f" that it can read: {error}"
        )
        raise StoreError(message) from error


def _played_by(taken: Any) -> str:  # noqa: ANN401 - a SeatTaken
    settings = "" if taken.settings == "{}" else f" {taken.settings}"
    return f"{taken.agent} {taken.version}".strip() + settings


def _as_read(event: Event | None, words: str) -> str:
    """Return *words* with what else the event holds: what the rules read in dice."""
    if not isinstance(event, DiceRolled):
        return f"{words}: {event}"
    return f"{words}, read as {', '.join(map(str, event.reading))}"


def _first_difference(then: Sequence[Row], now: Sequence[Row]) -> int | None:
    """Return the place of the first event that differs, None if there is none.

    The opening names versions, and the seal covers it, so they are not compared.
    """
    for place, (old, new) in enumerate(zip_longest(then[1:-1], now[1:-1]), 1):
        if old != new:
            return place
    return None
