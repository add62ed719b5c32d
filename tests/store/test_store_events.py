"""The bytes of a store's events never change."""

import pytest
from msgspec import structs

from sim.conflict.codec import tag
from sim.dice.pool import d
from sim.errors import StreamError
from sim.seam.events import (
    SHARED,
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    DiceRolled,
    Event,
    Forfeited,
)
from sim.store.events import (
    CHUNK_MAX,
    ChunkRecorded,
    RunCompleted,
    RunStarted,
    ScenarioKept,
    StoreCreated,
    StreamListed,
    chunk_size,
    read,
    row,
)
from tests.store.content import SEATS, line

GOLDEN: dict[str, tuple[Event, str]] = {
    "rolled": (
        DiceRolled(1, "press", (d(6), d(6)), (5, 2), (5,), (1,), 3),
        "98a6726f6c6c656401a57072657373929201069201069205029105910103",
    ),
    "started": (
        ConflictStarted("toy", 1, "ab", (("grit", "3"),), SEATS, "cd", "noon", 4),
        "99a773746172746564a3746f7901a26162919 2a467726974a133".replace(" ", "")
        + "9294a3416e6ea7756e69666f726da131a27b7d"
        "94a2426fa6737465616479a132a77b2261223a317da26364a46e6f6f6e04",
    ),
    "forfeited": (
        Forfeited(0, "raised"),
        "93a9666f7266656974656400a6726169736564",
    ),
    "ended": (
        ConflictEnded(("TO-03",), "broken", (1.0, 0.0)),
        (
            "94a5656e64656491a5544f2d3033a662726f6b656e"
            "92cb3ff0000000000000cb0000000000000000"
        ),
    ),
    "sealed": (ConflictSealed(9, b"\x01\x02"), "93a67365616c656409c4020102"),
    "store": (StoreCreated(), "92a573746f726501"),
    "listed": (StreamListed("run:ab"), "92a66c6973746564a672756e3a6162"),
    "scenario": (ScenarioKept(b"{}"), "92a87363656e6172696fc4027b7d"),
    "run": (
        RunStarted("ab", "T", "toy", 1, "cd", (), ("u",), "noon", 3, 2, "seal"),
        "9ca372756ea26162a154a3746f7901a263649091a175a46e6f6f6e0302a47365616c",
    ),
    "chunk": (
        ChunkRecorded(1, (structs.replace(line(2), seal=b"\x02"),)),
        (
            "93a56368756e6b01919802a662726f6b656e92cb3ff0000000000000cb0000000000000000"
            "04030281a46861726d920004c40102"
        ),
    ),
    "completed": (RunCompleted(3, b"\x07"), "93a9636f6d706c6574656403c40107"),
}
"""Tag -> an event and its bytes, which a released version has written."""


@pytest.mark.parametrize("name", GOLDEN)
def test_an_event_has_the_bytes_it_always_had(name: str) -> None:
    """Every event of a store has the bytes it always had, so that old stores open."""
    event, golden = GOLDEN[name]
    kind, data = row(event)
    assert (kind, data.hex()) == (name, golden)


def test_every_shared_event_has_golden_bytes() -> None:
    """Every kind of event that stores share has golden bytes."""
    assert {tag(kind) for kind in SHARED} <= set(GOLDEN)


@pytest.mark.parametrize("name", ["store", "listed", "scenario", "run", "chunk"])
def test_a_stores_own_event_reads_back(name: str) -> None:
    """A store's own event is read back as it was written."""
    event, _ = GOLDEN[name]
    assert read("here", row(event)) == event


@pytest.mark.parametrize("state", [b"", b"\xc1", b"\x93\xa3run", b"\x92\xa5chunk\x01"])
def test_other_bytes_are_refused(state: bytes) -> None:
    """Bytes that are cut short, of another tag, or no message are refused."""
    with pytest.raises(StreamError, match="event 1 of x cannot be read"):
        read("event 1 of x", ("run", state))


@pytest.mark.parametrize("games", [1, 2, 7, 8, 9, 200, 799, 800, 801, 10_000])
def test_chunks_cover_the_games(games: int) -> None:
    """A run's chunks cover all its games; several for a short run, none too large."""
    size = chunk_size(games)
    started = structs.replace(GOLDEN["run"][0], games=games, chunk=size)
    assert isinstance(started, RunStarted)
    assert 1 <= size <= CHUNK_MAX
    assert (started.chunks - 1) * size < games <= started.chunks * size
    assert started.chunks >= min(games, 5)
