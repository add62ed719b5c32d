"""Rows are read the same whether or not they are looked up among known ones."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sim.conflict import codec
from sim.conflict.codec import decode, encode
from sim.errors import StreamError
from sim.seam.events import SHARED
from sim.spine.kept import Kept
from tests.noon import TOY
from tests.toy import Held, Pressed

ROWS = [encode(event) for who in range(3) for event in (Held(who), Pressed(who))]


def test_rows_are_read_alike_however_few_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A row is decoded to the same event whether or not it is cached."""
    right = decode(TOY, ROWS)
    assert decode(TOY, ROWS) == right
    reader = codec._reader((*SHARED, *TOY.events))
    monkeypatch.setattr(reader, "_known", Kept[bytes, object](2))
    monkeypatch.setattr(reader, "known", reader._known.get)
    assert decode(TOY, ROWS + ROWS) == right + right
    assert len(reader._known) <= 2
    monkeypatch.setattr(codec, "_SHORT", 0)
    reader._known.clear()
    assert decode(TOY, ROWS + ROWS) == right + right
    assert not reader._known


def test_the_first_row_that_cannot_be_read_is_named_among_known_ones() -> None:
    """The first row that cannot be read is named by its number, cached or not."""
    decode(TOY, ROWS)
    with pytest.raises(StreamError, match="event 4 cannot be read"):
        decode(TOY, [*ROWS[:3], b"\x00", *ROWS])


def test_threads_may_forget_at_the_same_time() -> None:
    """Threads may empty the cache of rows at the same time."""
    kept, before = Kept[tuple[int, int], int](1000), sys.getswitchinterval()

    def fill(thread: int) -> None:
        for number in range(40_000):
            kept.keep((thread, number), number)

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(fill, range(4)))
    finally:
        sys.setswitchinterval(before)
    assert len(kept) <= 1004
