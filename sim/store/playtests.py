"""Events of a playtest's stream: its start, every batch of conflicts, its end.

A playtest is a stream of its own, `playtest:<id>`: PlaytestStarted, one BatchRecorded
for each batch in the order in which batches are asked for, and PlaytestCompleted. Its
conflicts are kept as results; what was played before an interrupt is read from here.
"""

from typing import Annotated

from msgspec import Meta

from sim.seam.events import Event, SeatTaken
from sim.store.contests import Digest

Conflicts = Annotated[int, Meta(ge=1)]


class PlaytestStarted(Event, tag="playtest"):
    """Everything that determines a report: *games* is its budget in conflicts.

    *agents* are the specs of all seats as they were given, *seats* what they were then;
    *code* is the fingerprint of what played.
    """

    playtest: str
    title: str
    system: str
    rules_version: int
    scenario: Digest
    agents: tuple[str, ...]
    seats: tuple[SeatTaken, ...]
    seed: str
    games: Conflicts
    code: str


class BatchRecorded(Event, tag="playtested"):
    """A batch, recognised by the digest of what was asked for, and its results."""

    asked: str
    results: bytes


class PlaytestCompleted(Event, tag="playtest-end"):
    """The last event: all batches that the report needs are recorded."""

    batches: int


def playtest_stream(playtest: str) -> str:
    """Return the id of the stream that holds the playtest *playtest*."""
    return f"playtest:{playtest}"
