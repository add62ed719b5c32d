"""Recorded games of campaigns, whole or one chapter, read from a store.

Each chapter's scenario is derived again from what the chapters before it left. A game
of a run that kept only seals is played again from its seed.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from sim.campaign.campaign import LOAD, MODULE, Campaign
from sim.campaign.chunk import play_chunk
from sim.campaign.course import Course, Entering, Skipping, next_chapter
from sim.campaign.events import (
    CampaignEvent,
    ChapterPlayed,
    ChapterSkipped,
    decode_campaign,
)
from sim.campaign.load import Playable, from_json
from sim.conflict.codec import decode
from sim.conflict.replay import replay
from sim.conflict.stream import Row
from sim.errors import StoreError, StreamError
from sim.run.chunk import Job, Plan, decode_conflicts
from sim.run.forfeits import forfeits_in
from sim.run.recorded import (
    Conflict,
    conflict_name,
    conflict_of,
    find_run,
    line_of,
    scenario_data,
)
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store

Rows = Callable[[str], Sequence[Row]]
"""The id of a stream -> its rows."""


class Step(Struct, frozen=True):
    """One chapter of a game, as recorded; *course* is that before it.

    *conflict* is None for a chapter that was skipped.
    """

    event: ChapterPlayed | ChapterSkipped
    ahead: Entering | Skipping
    course: Course
    conflict: Conflict | None = None


class Game(Struct, frozen=True):
    """One game of a campaign: its own stream, and its chapters' streams."""

    campaign: Campaign
    stream_id: str
    events: Sequence[CampaignEvent]
    steps: Sequence[Step]
    course: Course
    replayed: bool = False

    def chapter(self, number: int) -> Conflict:
        """Return the conflict that was chapter *number*.

        Raises StoreError when there is none.
        """
        conflict = self.step(number).conflict
        if conflict is None:
            message = f"{self.stream_id}: chapter {number} was skipped"
            raise StoreError(message)
        return structs.replace(conflict, replayed=self.replayed)

    def step(self, number: int) -> Step:
        """Return what was recorded of chapter *number*; raises StoreError as above."""
        for step in self.steps:
            if step.event.chapter == number:
                return step
        message = (
            f"{self.stream_id} has the chapters 1 to {len(self.campaign.chapters)}, not"
            f" {number}"
        )
        raise StoreError(message)


def playable_of(store: Store, run: RunStarted) -> Playable:
    """Return the scenario or campaign of *run*, as the store keeps it.

    Raises StoreError when it is not what its digest says.
    """
    return from_json(scenario_data(store, run))


def find(store: Store, name: str) -> Game | Conflict:
    """Return the conflict, game of a campaign or chapter called *name*.

    A chapter stands behind a dot: 3fa91c02-17.2, or 17.2 in a store of one run. Raises
    UnknownNameError for what is no such name, StoreError as `recorded_game`.
    """
    run_id, _, number = conflict_name(store, name).rpartition("-")
    run = find_run(store, run_id)
    return recorded_game(store, run, playable_of(store, run), number)


def recorded_game(
    store: Store, run: RunStarted, playable: Playable, number: str
) -> Game | Conflict:
    """Return the conflict or game with this *number* in *run*, of *playable*.

    Raises StoreError if it does not exist or, played again from its seed, has another
    result.
    """
    if not isinstance(playable, Campaign):
        return conflict_of(store, run, playable, number)
    game, chapter = _numbered(store, run, playable, number)
    return game.chapter(chapter) if chapter else game


def find_game(store: Store, name: str) -> tuple[Game, int] | None:
    """Return the game that is called *name*, and which chapter (0: all of them).

    None if the run it names plays no campaign. Raises as `find`.
    """
    run_id, _, number = conflict_name(store, name).rpartition("-")
    run = find_run(store, run_id)
    playable = playable_of(store, run)
    if not isinstance(playable, Campaign):
        return None
    return _numbered(store, run, playable, number)


def _numbered(
    store: Store, run: RunStarted, campaign: Campaign, number: str
) -> tuple[Game, int]:
    game, _, chapter = number.partition(".")
    return _game(store, run, campaign, int(game)), int(chapter or 0)


def _game(store: Store, run: RunStarted, campaign: Campaign, number: int) -> Game:
    line = line_of(store, run, number)
    name = conflict_stream(run.run, line.game)
    rows = store.rows(name)
    if rows:
        return follow_game(campaign, name, rows, store.rows)
    if run.record == "full":
        message = f"{store.where} should hold {name}, but does not: audit it"
        raise StoreError(message)
    (sealed,) = decode_conflicts(
        play_chunk(Job(replay_plan(run, campaign), line.game, 1))
    )
    if sealed.line != line:
        message = (
            f"{name} was played again from its seed, and its result differs from the"
            " recorded one: audit the store"
        )
        raise StoreError(message)
    parts = {part.stream_id: part.rows for part in sealed.parts}
    game = follow_game(campaign, name, sealed.rows, parts.__getitem__)
    return structs.replace(game, replayed=True)


def replay_plan(run: RunStarted, campaign: Campaign) -> Plan:
    """Return the plan by which games of *run* are played again, as they were."""
    return Plan(
        run.run,
        campaign.data,
        run.agents,
        run.seed,
        run.games,
        "full",
        load=LOAD,
        sandbox="wall",
        taken=run.seats,
        module=MODULE,
    )


def follow_game(
    campaign: Campaign, name: str, rows: Sequence[Row], rows_of: Rows
) -> Game:
    """Return the game recorded as *rows*; *rows_of* returns those of another stream.

    Raises StreamError if it is not a valid stream of *campaign*.
    """
    events = decode_campaign(name, rows)
    steps: list[Step] = []
    course = Course()
    for event in events:
        if not isinstance(event, ChapterPlayed | ChapterSkipped):
            continue
        ahead = next_chapter(campaign, course)
        if ahead is None or ahead.chapter.number != event.chapter:
            raise _mismatch(name, event.chapter)
        if isinstance(event, ChapterPlayed) and isinstance(ahead, Entering):
            rows = rows_of(event.stream)
            if not rows:
                message = f"{name} names {event.stream}, which is not there: audit it"
                raise StreamError(message)
            conflict = Conflict(ahead.loaded, event.stream, rows)
            steps.append(Step(event, ahead, course, conflict))
            course = _after(campaign, course, ahead, conflict, event)
        elif isinstance(event, ChapterSkipped) and isinstance(ahead, Skipping):
            steps.append(Step(event, ahead, course))
            course = course.skipped()
        else:
            raise _mismatch(name, event.chapter)
    return Game(campaign, name, events, steps, course)


def _after(
    campaign: Campaign,
    course: Course,
    ahead: Entering,
    conflict: Conflict,
    event: ChapterPlayed,
) -> Course:
    system = campaign.system
    first = system.initial(ahead.loaded.scenario)
    last = replay(system, first, decode(system, [data for _, data in conflict.stored]))
    records = campaign.carrying.carried(last)
    return course.played(campaign, ahead, event.how, event.returns, records)


def _mismatch(name: str, chapter: int) -> StreamError:
    return StreamError(
        f"{name}: chapter {chapter} is not what follows from the chapters before it:"
        " audit it"
    )


def forfeited(store: Store, name: str) -> Iterator[tuple[str, str]]:
    """Yield who forfeited in the game *name*, in whichever chapter, and why.

    Raises the errors of `find`.
    """
    game = find(store, name)
    if isinstance(game, Conflict):
        parts = [game]
    else:
        parts = [step.conflict for step in game.steps if step.conflict is not None]
    for part in parts:
        seats = part.loaded.system.seats(part.loaded.scenario)
        yield from forfeits_in(part.events, seats)
