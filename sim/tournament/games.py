"""One conflict of a recorded tournament: found by its id, and played again.

A conflict of a tournament has the id that it would have as a conflict of a run, since
it is the same conflict: the same scenario, agents, seed and number.
"""

from collections.abc import Iterator
from traceback import format_exception

from msgspec import Struct, structs

from sim.conflict.stream import Line, Sealed
from sim.errors import AgentError, StoreError
from sim.run.chunk import Job, Plan, play_job
from sim.run.recorded import Conflict
from sim.store.events import conflict_stream
from sim.store.store import Store
from sim.tournament.contest import Contest
from sim.tournament.ledger import block_seatings
from sim.tournament.record import (
    contest_ids,
    make_playable,
    recorded_batches,
    recorded_contest,
)

_HERE = "sim.casting.roster"
"""What makes agents in this process, without a host of their own."""


def game_id(
    contest: Contest, place: int, pair: tuple[int, int], seating: int, block: int
) -> str:
    """Return the id of one conflict."""
    where = block_seatings(contest.places[place], pair)[seating]
    return conflict_stream(contest.plan(place, pair, where).run_id, block)


def play_again(plan: Plan, game: int) -> Sealed:
    """Return a conflict of *plan*, played again with all its events."""
    recording = structs.replace(plan, record="full", sandbox="wall")
    (sealed,) = play_job(Job(recording, game, 1))
    return sealed


def find_game(store: Store, name: str) -> Conflict | None:
    """Return the conflict *name* of a tournament of *store*, None if there is none.

    Raises StoreError when its result differs from the record.
    """
    located = locate_game(store, name)
    if located is None:
        return None
    return replay_line(
        make_playable(located.contest), located.place, located.plan, located.line
    )


class Located(Struct, frozen=True):
    """Where a conflict of a tournament stands, and its recorded line."""

    contest: Contest
    place: int
    plan: Plan
    line: Line


def locate_game(store: Store, name: str) -> Located | None:
    """Return the place of the conflict *name* in a tournament of *store*, if in one.

    Nothing is played, and no agent's file is read.
    """
    run, dash, number = name.rpartition("-")
    if not dash or not number.isdecimal() or store.holds_run(run):
        return None
    game = int(number) - 1
    for contest_id in contest_ids(store):
        contest = recorded_contest(store, contest_id, sandbox="wall")
        for place, plan, line in _lines(store, contest, run, game):
            return Located(contest, place, plan, line)
    return None


def crash_traceback(store: Store, contest: Contest, name: str) -> str:
    """Return the traceback of the agent that forfeited the game *name*, "" if none.

    The game is played again in this process, agents from files with the user's rights.
    """
    run, _, number = name.rpartition("-")
    match = next(_lines(store, contest, run, int(number) - 1), None)
    if match is None:
        return ""
    _, plan, line = match
    local = structs.replace(plan, strict=True, sandbox="off", roster=_HERE)
    try:
        play_job(Job(local, line.game, 1))
    except AgentError as error:
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        if not isinstance(cause, AgentError):
            return "".join(format_exception(cause))
    return ""


def replay_line(contest: Contest, place: int, plan: Plan, line: Line) -> Conflict:
    """Return the game of a *line* of *contest*, which is ready, played again.

    Raises StoreError when its result differs from the record.
    """
    sealed = play_again(structs.replace(plan, files=contest.files), line.game)
    if sealed.line != line:
        message = (
            f"{sealed.stream_id} was played again from its seed, and its result differs"
            " from the recorded one: audit the store"
        )
        raise StoreError(message)
    loaded = contest.places[place].loaded
    return Conflict(loaded, sealed.stream_id, sealed.rows, replayed=True)


def _lines(
    store: Store, contest: Contest, run: str, game: int
) -> Iterator[tuple[int, Plan, Line]]:
    """Yield the place, plan and recorded line of each game with this number."""
    for batch in recorded_batches(store, contest.contest):
        pair = batch.first, batch.second
        seatings = block_seatings(contest.places[batch.place], pair)
        for index, seating in enumerate(seatings):
            plan = contest.plan(batch.place, pair, seating)
            if plan.run_id != run:
                continue
            for line in batch.lines[index :: len(seatings)]:
                if line.game == game:
                    yield batch.place, plan, line
