"""The conflicts of a whole run or tournament, to be analysed one after the other."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from sim.analysis.analyse import Record
from sim.campaign.campaign import Campaign
from sim.campaign.recorded import Game, playable_of, recorded_game
from sim.conflict.stream import Line
from sim.errors import StoreError
from sim.run.chunk import Plan
from sim.run.recorded import Conflict, find_run
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store
from sim.tournament.contest import Contest
from sim.tournament.games import replay_line
from sim.tournament.ledger import block_seatings
from sim.tournament.record import (
    contest_ids,
    make_playable,
    recorded_batches,
    recorded_contest,
)


class Recordings(Struct, frozen=True):
    """All conflicts of a *kind* "run", "campaign" or "tournament", each read by itself.

    *names* are the ids of conflicts; in a campaign those of games, which have a
    conflict for each chapter. *read* takes the place of a name.
    """

    kind: str
    name: str
    title: str
    names: Sequence[str]
    read: Callable[[int], Sequence[Record]]


def names_run_or_tournament(store: Store, name: str) -> bool:
    """Whether *name* is a run or tournament of *store*; "" stands for the only one."""
    return not name or name in contest_ids(store) or name in store.run_ids()


def recordings(store: Store, name: str = "") -> Recordings:
    """Return the conflicts of the run or tournament *name*, by default the only one.

    Kept branches are ignored if no name is given. Raises StoreError if there is none,
    or several to choose from.
    """
    if name in contest_ids(store):
        return _of_contest(store, name)
    if name:
        return _of_run(store, find_run(store, name))
    runs = [started.run for started in store.runs() if started.branch is None]
    known = [*runs, *contest_ids(store)]
    if len(known) == 1:
        return recordings(store, known[0])
    if not known:
        message = f"{store.where} holds no run and no tournament"
    else:
        more = ", ..." if len(known) > _LISTED else ""
        message = (
            f"{store.where} holds {len(known)} runs and tournaments"
            f" ({', '.join(known[:_LISTED])}{more}), expected the id of one of them;"
            " fracas show STORE RUN --conflicts names their conflicts"
        )
    raise StoreError(message)


_LISTED = 5


def _of_run(store: Store, run: RunStarted) -> Recordings:
    playable = playable_of(store, run)
    if store.completed(run.run) is None:
        games = [line.game for line in store.lines(run.run)]
    else:
        games = list(range(run.games))
    names = [conflict_stream(run.run, game) for game in games]

    def read(place: int) -> Sequence[Record]:
        game = recorded_game(store, run, playable, str(games[place] + 1))
        return [Record.of(conflict, store) for conflict in _conflicts(game)]

    kind = "campaign" if isinstance(playable, Campaign) else "run"
    return Recordings(kind, run.run, run.title, _not_empty(names, store, run.run), read)


def _conflicts(recorded: Game | Conflict) -> Iterator[Conflict]:
    """Yield the conflict itself, or of a game of a campaign each chapter played."""
    if isinstance(recorded, Conflict):
        yield recorded
        return
    for step in recorded.steps:
        if step.conflict is not None:
            yield structs.replace(step.conflict, replayed=recorded.replayed)


def _of_contest(store: Store, name: str) -> Recordings:
    contest = recorded_contest(store, name, sandbox="wall")
    games = list(_games(store, contest))
    names = [conflict_stream(plan.run_id, line.game) for _, plan, line in games]
    playable: list[Contest] = []

    def read(at: int) -> Sequence[Record]:
        # Files of agents are read, and compared with the record, with the first game.
        if not playable:
            playable.append(make_playable(contest))
        return [Record.of(replay_line(playable[0], *games[at]))]

    title = ", ".join(place.name for place in contest.places)
    return Recordings("tournament", name, title, _not_empty(names, store, name), read)


def _games(store: Store, contest: Contest) -> Iterator[tuple[int, Plan, Line]]:
    """Yield each game between two agents: its place, its plan and its line.

    Games of an agent against itself count in no score and are left out.
    """
    for batch in recorded_batches(store, contest.contest):
        pair = batch.first, batch.second
        if pair[0] == pair[1]:
            continue
        seatings = block_seatings(contest.places[batch.place], pair)
        plans = [contest.plan(batch.place, pair, seating) for seating in seatings]
        for number, line in enumerate(batch.lines):
            yield batch.place, plans[number % len(plans)], line


def _not_empty(names: Sequence[str], store: Store, name: str) -> Sequence[str]:
    if not names:
        message = f"{store.where}: nothing is recorded of {name} yet"
        raise StoreError(message)
    return names
