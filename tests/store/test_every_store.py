"""What every store keeps to, in memory, in a file and on a server."""

from collections.abc import Callable

import pytest
from eventsourcing.persistence import IntegrityError

from sim.errors import StoreError, StreamError
from sim.store.events import CONTENTS, ChunkRecorded
from sim.store.merge import merge
from sim.store.store import MEMORY, Store, Stored, open_store
from tests.store.content import (
    COMPLETED,
    DIGEST,
    FIRST,
    RUN,
    SCENARIO,
    SECOND,
    STARTED,
    fill,
    line,
    rows,
    sealed,
)


def test_rows_come_back_as_they_went(store: Store) -> None:
    """Rows are read back with their tags and bytes, in order."""
    every_byte = [("a", bytes(range(256))), ("b", b""), ("ünï-'\"", b"\x00" * 70_000)]
    store.append("live-1", every_byte, after=0)
    assert store.rows("live-1") == every_byte
    assert store.stored("live-1")[2] == ("live-1", 3, *every_byte[2])
    assert store.version("live-1") == 3


@pytest.mark.parametrize("many", [1, 24, 25, 26, 50, 77])
def test_rows_in_any_number_keep_their_order(store: Store, many: int) -> None:
    """Rows of any number of streams are written in order, all of them or none."""
    written = [(f"live-{n % 3}", n, "a", b"%d" % n) for n in range(1, many + 1)]
    before = list(store.all_rows())
    store.insert(written)
    assert list(store.all_rows()) == [*before, *written]
    with pytest.raises(IntegrityError):
        store.insert([*(("live-4", n, "b", b"") for n in range(1, many)), written[-1]])
    assert list(store.all_rows()) == [*before, *written]


def test_a_stream_nobody_wrote_is_empty(store: Store) -> None:
    """A stream that nobody wrote is empty, and reading it leaves nothing behind."""
    before = list(store.all_rows())
    assert store.rows("nobody-1") == []
    assert store.version("nobody-1") == 0
    assert list(store.all_rows()) == before


def test_append_goes_on_where_the_stream_ends(store: Store) -> None:
    """Events can be appended to a stream, one after the other."""
    for count, row in enumerate(rows(0)):
        store.append("live-1", [row], after=count)
    assert store.rows("live-1") == rows(0)


@pytest.mark.parametrize("after", [0, 2, 4, 9])
def test_append_refuses_another_length(store: Store, after: int) -> None:
    """Appending after another number of events than there are changes nothing."""
    store.append("live-1", rows(0), after=0)
    before = list(store.all_rows())
    with pytest.raises(StoreError, match=f"has 3 events, expected {after}"):
        store.append("live-1", rows(1), after=after)
    assert list(store.all_rows()) == before


def test_a_lost_race_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """If two write behind the same event, the second is refused."""
    store.append("live-1", rows(0), after=0)
    look: Callable[[str], int] = store.version
    seen = iter([0])
    monkeypatch.setattr(store, "version", lambda name: next(seen, look(name)))
    with pytest.raises(StoreError, match="somebody else has written"):
        store.append("live-1", rows(1), after=0)
    assert store.rows("live-1") == rows(0)


def test_listed_streams_stand_in_the_contents(store: Store) -> None:
    """Only streams put into the table of contents are listed, by kind."""
    store.append("tournament:a", rows(0), after=0, listed=True)
    store.append("hidden", rows(0), after=0)
    store.append("tournament:a", rows(1), after=3)
    assert store.listed() == ("tournament:a",)
    assert store.listed("run:") == ()


def test_a_run_is_found_by_its_id(store: Store) -> None:
    """A run is read by its id: its start, chunks, lines, streams and end."""
    fill(store)
    assert store.runs() == (STARTED,)
    assert store.run(RUN) == STARTED
    assert list(store.run_events(RUN)) == [STARTED, FIRST, SECOND, COMPLETED]
    assert list(store.lines(RUN)) == [line(0), line(1), line(2)]
    assert list(store.stream_ids(RUN)) == [f"{RUN}-1", f"{RUN}-2", f"{RUN}-3"]
    assert [store.rows(name) for name in store.stream_ids(RUN)] == [
        rows(0),
        rows(1),
        rows(2),
    ]
    assert store.completed(RUN) == COMPLETED
    assert store.chunk(RUN, 1) == SECOND


def test_an_unfinished_run_says_so(store: Store) -> None:
    """A run without an end is read as unfinished."""
    store.start_run(STARTED, SCENARIO)
    store.put_chunk(RUN, SECOND)
    assert store.holds_run(RUN)
    assert store.completed(RUN) is None
    assert store.chunk(RUN, 0) is None
    assert list(store.lines(RUN)) == [line(2)]


def test_chunks_are_in_order_whenever_written(store: Store) -> None:
    """Chunks are read in the order of games, whenever they were written."""
    store.start_run(STARTED, SCENARIO)
    store.put_chunk(RUN, SECOND)
    store.put_chunk(RUN, FIRST)
    assert list(store.run_events(RUN)) == [STARTED, FIRST, SECOND]


def test_many_chunks_are_read_page_by_page(store: Store) -> None:
    """Many chunks are read page by page; none is lost or read twice."""
    store.start_run(STARTED, SCENARIO)
    for index in range(120):
        store.put_chunk(RUN, ChunkRecorded(index, (line(index),)))
    assert [line.game for line in store.lines(RUN)] == list(range(120))


def test_an_unknown_run_names_the_nearest(store: Store) -> None:
    """An unknown id is refused, with the nearest there is."""
    with pytest.raises(StoreError, match="no run called '3fa91c03', it holds none"):
        store.run("3fa91c03")
    fill(store)
    with pytest.raises(StoreError, match=f"did you mean {RUN}"):
        store.run("3fa91c03")


def test_a_run_begins_once(store: Store) -> None:
    """A second beginning of a run is refused and changes nothing."""
    fill(store)
    before = list(store.all_rows())
    with pytest.raises(StoreError, match=f"run:{RUN} has 4 events, expected 0"):
        store.start_run(STARTED, SCENARIO)
    assert list(store.all_rows()) == before


def test_a_chunk_is_recorded_once(store: Store) -> None:
    """A chunk that is recorded already is refused."""
    fill(store)
    with pytest.raises(StoreError, match=f"chunk 1 of the run {RUN} are already"):
        store.put_chunk(RUN, SECOND)


def test_a_chunk_is_written_whole_or_not_at_all(store: Store) -> None:
    """If one conflict of a chunk exists already, nothing of it is written."""
    store.start_run(STARTED, SCENARIO)
    store.append(f"{RUN}-2", rows(1), after=0)
    before = list(store.all_rows())
    with pytest.raises(StoreError, match="already recorded"):
        store.put_chunk(RUN, FIRST, [sealed(0), sealed(1)])
    assert list(store.all_rows()) == before
    assert store.rows(f"{RUN}-1") == []


def test_a_scenario_is_kept_once(store: Store) -> None:
    """Two runs of a scenario share one stored copy."""
    store.put_scenario(DIGEST, SCENARIO)
    before = list(store.all_rows())
    store.put_scenario(DIGEST, SCENARIO)
    assert store.scenario(DIGEST) == SCENARIO
    assert list(store.all_rows()) == before
    with pytest.raises(StoreError, match="no scenario with the digest 00"):
        store.scenario(bytes(32))


def test_everything_is_read_in_the_order_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows are read in order: store, scenario, run, then chunks and games."""
    monkeypatch.setattr("sim.store.streams._SCAN_PAGE", 4)
    fill(store)
    places = [(name, version) for name, version, _, _ in store.all_rows()]
    games = {game: [(f"{RUN}-{game}", n) for n in (1, 2, 3)] for game in (1, 2, 3)}
    assert places == [
        (CONTENTS, 1),
        (f"scenario:{DIGEST.hex()}", 1),
        (f"run:{RUN}", 1),
        (CONTENTS, 2),
        (f"run:{RUN}", 2),
        *games[1],
        *games[2],
        (f"run:{RUN}", 3),
        *games[3],
        (f"run:{RUN}", 4),
    ]


def test_an_export_imports_equal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exported store imports to the same rows, in any kind of store, once."""
    monkeypatch.setattr("sim.store.merge._BATCH", 3)
    with open_store(MEMORY, create=True) as source:
        fill(source)
        exported = list(source.all_rows())
    assert merge(store, exported) == len(exported) - 1
    assert list(store.all_rows()) == exported
    assert merge(store, exported) == 0
    assert list(store.all_rows()) == exported


def test_an_import_completes_what_was_cut_short(store: Store) -> None:
    """An import that was cut short can be completed by importing again."""
    with open_store(MEMORY, create=True) as source:
        fill(source)
        exported = list(source.all_rows())
    merge(store, exported[:5])
    merge(store, exported)
    assert sorted(store.all_rows()) == sorted(exported)


def test_an_import_adds_to_what_is_there(store: Store) -> None:
    """An import adds its runs to the contents that are there."""
    with open_store(MEMORY, create=True) as source:
        source.append("tournament:a", rows(0), after=0, listed=True)
        source.append("tournament:b", rows(1), after=0, listed=True)
        exported = list(source.all_rows())
    store.append("tournament:b", rows(1), after=0, listed=True)
    fill(store)
    merge(store, exported)
    names = ("tournament:b", f"run:{RUN}", "tournament:a")
    assert store.listed() == names
    assert store.rows("tournament:a") == rows(0)


def test_an_import_never_changes_a_row(store: Store) -> None:
    """An import with a row that differs from the store's is refused as a whole."""
    fill(store)
    before = list(store.all_rows())
    forged: list[Stored] = [("new-1", 1, "a", b""), (f"{RUN}-1", 2, "rolled", b"\x01")]
    with pytest.raises(StoreError, match=f"event 2 of {RUN}-1 is here already"):
        merge(store, forged)
    assert list(store.all_rows()) == before


def test_an_import_refuses_a_row_given_twice(store: Store) -> None:
    """An import with a row given twice is refused as a whole."""
    before = list(store.all_rows())
    twice: list[Stored] = [
        ("new-1", 1, "a", b""),
        ("x", 1, "a", b""),
        ("new-1", 1, "a", b""),
    ]
    with pytest.raises(StoreError, match="stands twice"):
        merge(store, twice)
    assert list(store.all_rows()) == before


def test_a_run_that_cannot_be_read_says_where(store: Store) -> None:
    """Foreign and damaged rows are named by stream and place."""
    store.start_run(STARTED, SCENARIO)
    store.append(f"run:{RUN}", [("rolled", b"\x91\xa1x")], after=1)
    with pytest.raises(StreamError, match=f"event 2 of run:{RUN} holds 'rolled'"):
        list(store.lines(RUN))
    store.append("run:00000000", [("run", b"\xc1")], after=0)
    with pytest.raises(StreamError, match="event 1 of run:00000000 cannot be read"):
        store.run("00000000")


def test_a_later_format_is_refused_with_its_number(target: str) -> None:
    """A store of a later format is refused, with its number."""
    with open_store(target, create=True) as store:
        rows_now = list(store.all_rows())
    assert rows_now == [(CONTENTS, 1, "store", b"\x92\xa5store\x01")]
    with (
        open_store(MEMORY, create=True) as store,
        pytest.raises(
            StoreError, match="format 2, and this version of Fracas reads format 1"
        ),
    ):
        merge(store, [(CONTENTS, 1, "store", b"\x92\xa5store\x02")])


def test_what_was_written_is_there_when_opened_again(target: str) -> None:
    """What was written is there when the store is opened again, also read-only."""
    with open_store(target, create=True) as store:
        fill(store)
        rows_now = list(store.all_rows())
    with open_store(target, create=False) as store:
        assert list(store.all_rows()) == rows_now
    with open_store(target, create=True) as store:
        assert list(store.all_rows()) == rows_now


def test_two_open_the_same_store(target: str) -> None:
    """Two who have a store open see each other's rows; one writes each version."""
    with (
        open_store(target, create=True) as first,
        open_store(target, create=True) as second,
    ):
        fill(first)
        assert list(second.lines(RUN)) == [line(0), line(1), line(2)]
        second.append("live-1", rows(0), after=0)
        with pytest.raises(StoreError, match="has 3 events, expected 0"):
            first.append("live-1", rows(1), after=0)
