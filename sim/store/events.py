"""Events of a store beside those of conflicts: its format, scenarios and runs.

A store is a set of streams. `fracas` is its table of contents: that this is a store,
then the name of every listed stream. `scenario:<digest>` holds one scenario. `run:<id>`
opens with RunStarted, goes on with one ChunkRecorded for each chunk of games and ends
with RunCompleted. A conflict's stream is named by its run and its number, from 1; in
the run of a campaign that is the campaign's own stream, and behind a dot the number of
a chapter names the chapter's. Where a run is packed it has none of these: the rows of
`packed:<id>` hold the same events, one row for each chunk of games (`packing`).
So the results of a run can be read without reading any conflict.
"""

from itertools import takewhile
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sim.conflict.codec import UNREADABLE, encode, tag
from sim.conflict.stream import Line, Row
from sim.dice.fair import Share
from sim.errors import StreamError
from sim.seam.events import Event, SeatTaken
from sim.store.contests import (
    BlocksRecorded,
    ContestCompleted,
    ContestStarted,
    Digest,
    PairSolved,
)
from sim.store.playtests import BatchRecorded, PlaytestCompleted, PlaytestStarted

SCENARIO = "scenario:"
"""What the streams of scenarios begin with; the digest follows."""
CONTENTS = "fracas"
"""The stream that says that this is a store, and what it holds."""
FORMAT = 1
"""What StoreCreated says of the layout described above."""
CHUNK_MAX = 50

Counted = Annotated[int, Meta(ge=1)]


class StoreCreated(Event, tag="store"):
    """The first event of every store."""

    format: int = FORMAT


class StreamListed(Event, tag="listed"):
    """The table of contents gained the stream called *stream*."""

    stream: str


class ScenarioKept(Event, tag="scenario"):
    """A scenario's canonical JSON, under its digest."""

    data: bytes


class Branched(Struct, frozen=True, array_like=True):
    """The conflict that a kept branch comes from, and what was changed in it.

    The branch has the answers of *parent*, whose seal is *seal*, up to *event*. There
    something was changed: *how* is "choice", "dice", "agents", "rulings" or "person",
    and *words* say it to people. *answer* is the answer at *event* as it is stored,
    where it was set; "" if an agent or the dice gave it. *rulings* are those that
    were changed. The key of the dice is that of *game* and *chapter* under the run's
    seed.
    """

    parent: str
    seal: str
    event: Counted
    how: Literal["choice", "dice", "agents", "rulings", "person"]
    words: str
    answer: bytes
    rulings: tuple[tuple[str, str], ...]
    game: Annotated[int, Meta(ge=0)]
    chapter: Annotated[int, Meta(ge=0)] = 0


class RunStarted(Event, tag="run"):
    """Everything that determines the results of a run, and how it is recorded.

    *scenario* is the scenario's digest in hexadecimal, *agents* one spec a seat as it
    was given, *chunk* how many games are recorded at once. *sandbox* says how agents
    from files were held: "" not at all, "limits", or behind which wall. If the run is a
    branch of another conflict, *branch* says of which, and from where. *fair* are the
    shares of the parties that made the seed together, if several did.
    """

    run: str
    title: str
    system: str
    rules_version: int
    scenario: Digest
    seats: tuple[SeatTaken, ...]
    agents: tuple[str, ...]
    seed: str
    games: Counted
    chunk: Counted
    record: str
    sandbox: str = ""
    branch: Branched | None = None
    fair: tuple[Share, ...] = ()

    @property
    def chunks(self) -> int:
        """How many chunks the whole run has."""
        return -(-self.games // self.chunk)


class ChunkRecorded(Event, tag="chunk"):
    """The games of chunk number *index* (from 0), one line each, in order."""

    index: int
    lines: tuple[Line, ...]

    @property
    def version(self) -> int:
        """Where in the run's stream it belongs."""
        return self.index + 2


class ChunkPacked(Event, tag="packed"):
    """The streams of the conflicts of chunk number *index*, packed by `packing`."""

    index: int
    data: bytes

    @property
    def version(self) -> int:
        """Where in the stream of packed chunks it belongs."""
        return self.index + 1


class RunCompleted(Event, tag="completed"):
    """The last event of a run: how many games it had, and the seal over them."""

    games: int
    seal: bytes


RunEvent = RunStarted | ChunkRecorded | RunCompleted

_KEPT: dict[str, type[Event]] = {
    tag(kind): kind
    for kind in (
        StoreCreated,
        StreamListed,
        ScenarioKept,
        RunStarted,
        ChunkRecorded,
        ChunkPacked,
        RunCompleted,
        ContestStarted,
        BlocksRecorded,
        PairSolved,
        ContestCompleted,
        PlaytestStarted,
        BatchRecorded,
        PlaytestCompleted,
    )
}


def run_stream(run_id: str) -> str:
    """Return the id of the stream that holds the run *run_id*."""
    return f"run:{run_id}"


def packed_stream(run_id: str) -> str:
    """Return the id of the stream that holds the packed chunks of the run *run_id*."""
    return f"packed:{run_id}"


def conflict_stream(run_id: str, game: int) -> str:
    """Return the id of the stream of game number *game* (from 0) of a run."""
    return f"{run_id}-{game + 1}"


def chapter_stream(game_stream: str, chapter: int) -> str:
    """Return the id of the stream of a *chapter* (from 1) of a campaign's game."""
    return f"{game_stream}.{chapter}"


def scenario_stream(digest: bytes) -> str:
    """Return the id of the stream that holds the scenario with *digest*."""
    return f"{SCENARIO}{digest.hex()}"


def chunk_size(games: int) -> int:
    """Return how many games are recorded at once, a function of *games* alone.

    At most CHUNK_MAX, and few enough that several workers share even a short run.
    """
    return max(1, min(CHUNK_MAX, -(-games // 8)))


def written(event: Event) -> bytes:
    """Return the bytes of *event*, without last fields that came later and are empty.

    So what was written before there were such fields keeps its bytes and its seal.
    """
    data = encode(event)
    if not isinstance(event, RunStarted | ContestStarted):
        return data
    later: list[object] = [event.sandbox]
    if isinstance(event, RunStarted):
        later += [event.branch, event.fair]
    empty = sum(1 for _ in takewhile(lambda value: not value, reversed(later)))
    return encode(msgspec.msgpack.decode(data)[:-empty]) if empty else data


def row(event: Event) -> Row:
    """Return *event* as it is stored."""
    return tag(type(event)), written(event)


def read(where: str, stored: Row) -> Any:  # noqa: ANN401 - one of the events above
    """Return the event that row *stored* holds.

    Raises StreamError, naming *where* the row is, when it holds nothing of this module.
    """
    name, state = stored
    try:
        return msgspec.msgpack.decode(state, type=_KEPT[name])
    except KeyError:
        message = f"{where} holds {name!r}, expected one of {', '.join(_KEPT)}"
        raise StreamError(message) from None
    except UNREADABLE as error:
        message = f"{where} cannot be read: {error}"
        raise StreamError(message) from error
