"""Events of a tournament's stream: its start, every batch of blocks, its end.

A tournament is a stream of its own, `tournament:<id>`: ContestStarted, one
BlocksRecorded for each batch of blocks in the order in which they are played, and
ContestCompleted. Its conflicts are kept as lines; any of them can be played again.
Where exact verdicts are asked for, there is a PairSolved before two agents first meet.
"""

from typing import Annotated

from msgspec import Meta, Struct

from sim.conflict.stream import Line
from sim.seam.events import Event, check_settings_text

Digest = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]
"""The digest of a scenario, in hexadecimal."""


class Entrant(Struct, frozen=True, array_like=True):
    """One of the agents: its spec as given, and its fingerprint at the start."""

    spec: str
    agent: str
    version: str = ""
    settings: str = "{}"

    def __post_init__(self) -> None:
        """Raise DecodeError for malformed settings, also while decoding."""
        check_settings_text(self.settings)


class RecordedPlace(Struct, frozen=True, array_like=True):
    """One of the scenarios: how it was given, its digest, and by which rules."""

    name: str
    digest: Digest
    system: str
    rules_version: int


class ContestStarted(Event, tag="contest"):
    """Everything that determines the result of a tournament; *terms* are JSON.

    *sandbox* says how agents from files were held, as in a run.
    """

    contest: str
    places: tuple[RecordedPlace, ...]
    agents: tuple[Entrant, ...]
    seed: str
    terms: str
    sandbox: str = ""


class BlocksRecorded(Event, tag="blocks"):
    """Blocks from number *start* on (from 0) between two agents in one place.

    *lines* has the games block by block, in the order of seatings; *luck* says of each
    what its dice gave every seat beyond what was to be expected.
    """

    place: int
    first: int
    second: int
    start: int
    lines: tuple[Line, ...]
    luck: tuple[tuple[float, ...], ...]


class Ended(Struct, frozen=True, array_like=True):
    """One of the ways in which a game may end, and its probability."""

    how: str
    returns: tuple[float, ...]
    chance: Annotated[float, Meta(ge=0, le=1.000001)]


class PlaceSolved(Struct, frozen=True, array_like=True):
    """How the games of two agents in one place end: exactly, or else *why* not.

    *games* has the endings in each seating; where there are none, they are played.
    """

    games: tuple[tuple[Ended, ...], ...] = ()
    why: str = ""


class PairSolved(Event, tag="solved"):
    """What is known of the games of two agents without playing, place by place."""

    first: int
    second: int
    places: tuple[PlaceSolved, ...]


class ContestCompleted(Event, tag="contested"):
    """The last event of a tournament: how many games it had, and the seal over them."""

    games: int
    seal: bytes


def contest_stream(contest: str) -> str:
    """Return the id of the stream that holds the tournament *contest*."""
    return f"tournament:{contest}"
