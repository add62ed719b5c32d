"""What a command is about: a conflict or a game of a store, or a round typed in."""

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
"""How the name of a transcript ends."""


def meant(store: str, name: str) -> Conflict | Game | TranscriptResult:
    """Return what is called *name* in *store*, or the round typed in there.

    Raises StreamError for what is neither a store nor a transcript.
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
