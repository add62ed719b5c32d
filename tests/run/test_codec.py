"""Reading rows: those that were read before are looked up."""

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
    """Known, forgotten or too long to be kept: a row is the same event."""
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
    """By its number in the stream, whatever was looked up before it."""
    decode(TOY, ROWS)
    with pytest.raises(StreamError, match="event 4 cannot be read"):
        decode(TOY, [*ROWS[:3], b"\x00", *ROWS])
