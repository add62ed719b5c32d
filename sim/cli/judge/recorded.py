"""The one conflict that a command is about: of a store, or typed in."""

from sim.analysis.analyse import Record
from sim.campaign.recorded import Game
from sim.cli.options.recorded import find_recorded
from sim.cli.terminal.output import note
from sim.errors import StreamError
from sim.transcript.result import TranscriptResult


def record_of(store: str, name: str) -> Record:
    """Return the conflict *name* of *store*, or the round typed in there.

    Raises StreamError for what is no single conflict.
    """
    found = find_recorded(store, name)
    if isinstance(found, TranscriptResult):
        title = f"{found.scenario.title} (transcript {found.name})"
        return Record(found.name, title, found.system, found.scenario, found.events)
    if isinstance(found, Game):
        message = (
            f"{found.stream_id} is a game of a campaign, expected one of its"
            f" chapters, such as {found.stream_id}.1"
        )
        raise StreamError(message)
    if found.replayed:
        note(f"{found.stream_id} was played again from its seed")
    return Record.of(found)
