"""Find what a command is given: a conflict or game of a store, or a transcript."""

from pathlib import Path

from sim.analysis.analyse import Record
from sim.campaign.recorded import Game, find
from sim.cli.terminal.output import note
from sim.errors import StreamError
from sim.library.catalogue import campaigns, scenarios, transcripts
from sim.run.recorded import Conflict
from sim.store.store import open_store
from sim.tournament.games import find_game
from sim.transcript.follow import follow
from sim.transcript.result import TranscriptResult

TYPED = ".toml"
"""The suffix of a transcript's name."""


def find_recorded(store: str, name: str) -> Conflict | Game | TranscriptResult:
    """Return the conflict or game *name* of *store*, or the transcript at that path.

    Raises StreamError for a file that is neither a store nor a transcript.
    """
    path = store if Path(store).exists() else transcripts().get(store, store)
    if path.endswith(TYPED):
        if name != "1":
            message = f"{path} is a transcript: it has one conflict, 1, not {name}"
            raise StreamError(message)
        return follow(path)
    if not Path(store).exists() and store in {*scenarios(), *campaigns()}:
        message = (
            f"{store} is a scenario, expected a store or a transcript; play it into"
            f" one with: fracas run {store} --store {store}.db"
        )
        raise StreamError(message)
    with open_store(store, create=False) as opened:
        return find_game(opened, name) or find(opened, name)


def record_of(store: str, name: str) -> Record:
    """Return the conflict *name* of *store*, or the round typed in there.

    Raises StreamError for what is no single conflict.
    """
    return record_from(store, find_recorded(store, name))


def record_from(store: str, recorded: Conflict | Game | TranscriptResult) -> Record:
    """Return what is *recorded* in *store* as a record; raises StreamError as above."""
    if isinstance(recorded, TranscriptResult):
        title = f"{recorded.scenario.title} (transcript {recorded.name})"
        return Record(
            recorded.name, title, recorded.system, recorded.scenario, recorded.events
        )
    if isinstance(recorded, Game):
        message = (
            f"{recorded.stream_id} is a game of a campaign, expected one of its"
            f" chapters, such as {recorded.stream_id}.1"
        )
        raise StreamError(message)
    if recorded.replayed:
        note(f"{recorded.stream_id} was played again from its seed")
    with open_store(store, create=False) as opened:
        return Record.of(recorded, opened)
