"""The events of a campaign's stream: its start, its chapters, its end.

It names its chapters' streams, each with the digest of the scenario it was played with
and its seal; its own seal is over its bytes, as a conflict's is.
"""

from collections.abc import Sequence

import msgspec

from sim.conflict.codec import UNREADABLE, encode, tag
from sim.conflict.seal import stream_seal
from sim.conflict.stream import Row
from sim.errors import StreamError
from sim.seam.events import Event


class CampaignStarted(Event, tag="campaign"):
    """The first event: everything that determines what can follow.

    *campaign* is the digest (hexadecimal) under which the store keeps it, *seats* whom
    it is about, *agents* the spec of each, "" if each chapter's file says.
    """

    system: str
    rules_version: int
    campaign: str
    seats: tuple[str, ...]
    agents: tuple[str, ...]
    seed: str
    game: int


class ChapterPlayed(Event, tag="chapter"):
    """Chapter number *chapter* (from 1) was played, in the stream called *stream*.

    *scenario* is the digest of what it was entered with, *returns* what each of
    *seats* got, *seal* that of its stream.
    """

    chapter: int
    stream: str
    scenario: str
    seats: tuple[str, ...]
    how: str
    returns: tuple[float, ...]
    seal: bytes


class ChapterSkipped(Event, tag="chapter-skipped"):
    """Chapter number *chapter* (from 1) was not played."""

    chapter: int
    reason: str


class CampaignCompleted(Event, tag="campaign-completed"):
    """The last event: each seat's return for the campaign, and the seal.

    The seal is over all events, including this one with an empty seal.
    """

    returns: tuple[float, ...]
    seal: bytes = b""


CampaignEvent = CampaignStarted | ChapterPlayed | ChapterSkipped | CampaignCompleted

_decoder: msgspec.msgpack.Decoder[CampaignEvent] = msgspec.msgpack.Decoder(
    CampaignEvent
)


def row(event: CampaignEvent) -> Row:
    """Return *event* as it is stored."""
    return tag(type(event)), encode(event)


def campaign_seal(
    stream_id: str,
    digest: bytes,
    events: Sequence[CampaignEvent],
    completed: CampaignCompleted,
) -> bytes:
    """Return the seal over *events* and the last one, *completed*."""
    bare = msgspec.structs.replace(completed, seal=b"")
    return stream_seal(stream_id, digest, [encode(event) for event in (*events, bare)])


def decode_campaign(stream_id: str, rows: Sequence[Row]) -> list[CampaignEvent]:
    """Return the events of the campaign's stream *stream_id*.

    Raises StreamError naming the first (from 1) that cannot be read.
    """
    events: list[CampaignEvent] = []
    for number, (_, data) in enumerate(rows, 1):
        try:
            events.append(_decoder.decode(data))
        except UNREADABLE as error:
            message = f"{stream_id}: event {number} cannot be read: {error}"
            raise StreamError(message) from error
    return events
