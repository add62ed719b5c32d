"""The one conflict that a command is about: of a store, or typed in."""

from pathlib import Path

from sim.analysis.analyse import Record
from sim.campaign.recorded import Game, find
from sim.cli.terminal.output import note
from sim.errors import StreamError
from sim.library.catalogue import campaigns, scenarios, transcripts
from sim.store.store import open_store
from sim.tournament.games import find_game
from sim.transcript.follow import follow

_TYPED = ".toml"


def record_of(store: str, name: str) -> Record:
    """Return the conflict *name* of *store*, or the round typed in there.

    Raises StreamError for what is no single conflict.
    """
    path = store if Path(store).exists() else transcripts().get(store, store)
    if path.endswith(_TYPED):
        if name != "1":
            message = f"{path} is a transcript: it has one conflict, 1, not {name}"
            raise StreamError(message)
        result = follow(path)
        title = f"{result.scenario.title} (transcript {result.name})"
        return Record(result.name, title, result.system, result.scenario, result.events)
    if not Path(store).exists() and store in {*scenarios(), *campaigns()}:
        message = (
            f"{store} is a scenario, expected a store or a transcript; play it into"
            f" one with: fracas run {store} --store {store}.db"
        )
        raise StreamError(message)
    with open_store(store, create=False) as opened:
        conflict = find_game(opened, name) or find(opened, name)
    if isinstance(conflict, Game):
        message = (
            f"{conflict.stream_id} is a game of a campaign, expected one of its"
            f" chapters, such as {conflict.stream_id}.1"
        )
        raise StreamError(message)
    if conflict.replayed:
        note(f"{conflict.stream_id} was played again from its seed")
    return Record.of(conflict)
