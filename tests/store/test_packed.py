"""Packed records hold the same events, a chunk in a row, and can be audited."""

import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest

from sim.audit.store import StoreAudit
from sim.campaign.load import Playable, load
from sim.campaign.plan import plan_of, seats_of
from sim.campaign.repack import packed_rows, unpacked_rows
from sim.conflict.stream import Row
from sim.errors import StoreError, StreamError
from sim.run.plan import Record
from sim.run.run import RunResult, run
from sim.store import packing
from sim.store.events import CONTENTS, ChunkPacked, packed_stream, row
from sim.store.merge import merge
from sim.store.packing import Unpacked, pack, unpack
from sim.store.store import MEMORY, Store, Stored, open_store
from tests.campaign.files import written

GAMES = 10


@pytest.fixture(params=["planets_boulder", "skill_page", "feud"])
def playable(request: pytest.FixtureRequest, tmp_path: Path) -> Playable:
    """Return scenarios of two systems, and a campaign."""
    name = str(request.param)
    return load(written(tmp_path) if name == "feud" else name)


def played(
    playable: Playable, record: Record, store: Store, *, resume: bool = False
) -> RunResult:
    """Play some games into *store*."""
    agents = ("uniform",) * len(seats_of(playable))
    plan = plan_of(playable, agents, seed="noon", games=GAMES, record=record)
    return run(plan, store=store, resume=resume)


def streams(store: Store) -> Unpacked:
    """Return every stream of a conflict or chapter that *store* can read."""
    return {
        name: store.rows(name)
        for whole in [store.run_ids()[0]]
        for game in range(1, GAMES + 1)
        for name in (f"{whole}-{game}", *(f"{whole}-{game}.{n}" for n in (1, 2, 3)))
        if store.rows(name)
    }


def findings(store: Store) -> list[str]:
    """Return what an audit of *store* finds, in words."""
    return [str(finding) for finding in StoreAudit(store).everything()]


def test_packed_is_the_same_record(playable: Playable) -> None:
    """A packed run has the same streams and seal, and audits clean."""
    with open_store(MEMORY) as full, open_store(MEMORY) as packed:
        assert played(playable, "full", full) == played(playable, "packed", packed)
        assert streams(full) == streams(packed)
        name = f"{packed.run_ids()[0]}-3"
        assert packed.stored(name) == full.stored(name)
        assert not packed.select(name)
        assert findings(packed) == []


def test_a_store_is_packed_and_unpacked(playable: Playable) -> None:
    """Packing a full store gives a packed one, and unpacking gives it back."""
    with open_store(MEMORY) as full, open_store(MEMORY) as packed:
        played(playable, "full", full)
        played(playable, "packed", packed)
        with open_store(MEMORY) as now:
            merge(now, packed_rows(full))
            assert sorted(now.all_rows()) == sorted(packed.all_rows())
            assert sorted(unpacked_rows(now)) == sorted(full.all_rows())
            assert findings(now) == []


def test_packing_what_is_packed_changes_nothing(playable: Playable) -> None:
    """Packing a packed store copies its rows."""
    with open_store(MEMORY) as full, open_store(MEMORY) as packed:
        played(playable, "full", full)
        played(playable, "packed", packed)
        assert list(packed_rows(packed)) == list(packed.all_rows())
        assert list(unpacked_rows(full)) == list(full.all_rows())


@pytest.mark.parametrize("record", ["full", "packed"])
def test_a_resumed_run_goes_on_as_it_began(record: Record) -> None:
    """A resumed run is packed, or not, as it began, to the same seal."""
    boulder = load("planets_boulder")
    other: Record = "packed" if record == "full" else "full"
    with open_store(MEMORY) as whole, open_store(MEMORY) as cut:
        expected = played(boulder, record, whole).seal
        rows = list(whole.all_rows())
        third = [at for at, row in enumerate(rows) if row[2] == "chunk"][2]
        merge(cut, rows[:third])
        run_id = cut.run_ids()[0]
        assert played(boulder, other, cut, resume=True).seal == expected
        assert cut.is_packed(run_id) == (record == "packed")
        assert streams(cut) == streams(whole)
        assert findings(cut) == []


@cache
def _rows() -> tuple[tuple[str, int, str, bytes], ...]:
    """Return the rows of a packed run."""
    with open_store(MEMORY) as store:
        played(load("planets_boulder"), "packed", store)
        return tuple(store.all_rows())


def _held(store: Store, stored: Stored) -> bytes:
    """Return what a packed row holds."""
    event = store.read(stored)
    assert isinstance(event, ChunkPacked)
    return event.data


def changed(change: Callable[[Unpacked], object]) -> Store:
    """Return a store in which *change* was made to the streams of chunk 2."""
    store = open_store(MEMORY)
    for stored in _rows():
        name, version, kind, state = stored
        if kind == "packed" and version == 2:
            inside = unpack(_held(store, stored), name)
            change(inside)
            event = ChunkPacked(1, pack(list(inside.items())))
            store.insert([(name, version, *row(event))])
        elif name != CONTENTS or version > 1:
            store.insert([(name, version, kind, state)])
    return store


def _nothing(inside: Unpacked) -> None:
    """Change nothing."""


def _bit(inside: Unpacked) -> None:
    """Change one byte of one event."""
    name = next(iter(inside))
    tag, data = inside[name][3]
    inside[name][3] = tag, data[:-1] + bytes([data[-1] ^ 1])


def _dropped(inside: Unpacked) -> None:
    del inside[next(iter(inside))]


def _added(inside: Unpacked) -> None:
    inside["stranger-1"] = [("started", b"")]


def _shortened(inside: Unpacked) -> None:
    inside[next(iter(inside))].pop()


@pytest.mark.parametrize("change", [_bit, _dropped, _added, _shortened])
def test_the_audit_looks_inside(change: Callable[[Unpacked], object]) -> None:
    """An audit finds what was changed, removed or added within a packed row."""
    assert findings(changed(_nothing)) == []
    assert findings(changed(change))


def test_a_stream_is_kept_once() -> None:
    """A conflict with rows beside its packed record is a violation."""
    store = changed(_nothing)
    name = f"{store.run_ids()[0]}-4"
    rows = store.rows(name)
    store.insert([(name, n, *row) for n, row in enumerate(rows, 1)])
    assert any("rows of its own" in finding for finding in findings(store))


def test_a_packed_chunk_in_another_place_is_found() -> None:
    """A packed chunk with another chunk's number is found."""
    store = open_store(MEMORY)
    for name, version, kind, state in _rows():
        if kind == "packed" and version == 2:
            event = ChunkPacked(0, _held(store, (name, version, kind, state)))
            store.insert([(name, version, *row(event))])
        elif name != CONTENTS or version > 1:
            store.insert([(name, version, kind, state)])
    assert any("packed chunk number 1" in finding for finding in findings(store))


def test_a_packed_row_that_is_none_does_not_end_the_audit() -> None:
    """A packed row that cannot be read is named with its run; the audit goes on."""
    store = open_store(MEMORY)
    for name, version, kind, state in _rows():
        junk = kind == "packed" and version == 2
        if name != CONTENTS or version > 1:
            store.insert([(name, version, kind, b"\0" if junk else state)])
    run_id = store.run_ids()[0]
    named = [finding.conflict for finding in StoreAudit(store).everything()]
    assert named == [f"run:{run_id}", packed_stream(run_id)]


_SOME = pack([("a-1", [("started", b"x")])])
_TWICE = zlib.compress(msgspec.msgpack.encode([("a-1", []), ("a-1", [])]))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no end"),
        (_SOME[:-1], "no end"),
        (_SOME + b"x", "goes on"),
        (b"no zlib", "cannot be unpacked"),
        (zlib.compress(b"\xc1"), "cannot be unpacked"),
        (zlib.compress(msgspec.msgpack.encode([1, 2])), "cannot be unpacked"),
        (zlib.compress(b"\xdd\x00\x00\x00\x00"), "more bytes"),
        (_TWICE, "twice"),
    ],
)
def test_what_nobody_packed_is_refused(data: bytes, why: str) -> None:
    """Data that is no packed chunk is refused in one sentence that names the row."""
    with pytest.raises(StreamError, match=f"here.*{why}"):
        unpack(data, "here")


def test_a_small_row_cannot_claim_all_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A packed row that would unpack to more than the limit is refused."""
    large: list[Row] = [("started", bytes(2000))]
    data = pack([("a-1", large)])
    monkeypatch.setattr(packing, "UNPACKED_MAX", 1000)
    with pytest.raises(StreamError, match="no end"):
        unpack(data, "here")
    with pytest.raises(StoreError, match="record them in full"):
        pack([("a-1", large)])


def test_streams_that_are_in_no_run_are_not_looked_for() -> None:
    """An id that is in no run has no rows in a packed store."""
    store = changed(_nothing)
    for name in ("live-1", "a-0", f"{store.run_ids()[0]}-99", packed_stream("x")):
        assert store.rows(name) == []
