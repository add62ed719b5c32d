"""Find what a command is given: a conflict or game of a store, or a transcript."""

from pathlib import Path

from sim.campaign.recorded import Game, find
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
