"""What a campaign file says, and what a store keeps of it.

The file names its scenarios; what is kept holds them whole, with the campaign's
rulings in force, so that a store explains itself without any file.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct, field

from sim.conflict.stream import spelt
from sim.seam.protocol import Sheet

CHAPTERS_MAX = 64
SEATS_MAX = 32

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=1)]
Weight = Annotated[float, Meta(ge=0, le=1000)]


class When(Sheet):
    """The condition of a chapter: how an earlier chapter must have ended."""

    chapter: Number
    """The number of that chapter in the file, from 1."""
    how: tuple[str, ...] = ()
    """It ended in one of these ways; left out: in any."""
    obtained_by: tuple[str, ...] = ()
    """One of these has won it: no side got more, and some side got less."""
    not_obtained_by: tuple[str, ...] = ()
    """None of these has won it."""

    def in_words(self) -> str:
        """Return the condition in words."""
        said: list[str] = []
        if self.how:
            said.append(f"ended with {' or '.join(map(spelt, self.how))}")
        if self.obtained_by:
            said.append(f"was won by {' or '.join(self.obtained_by)}")
        if self.not_obtained_by:
            said.append(f"was not won by {' or '.join(self.not_obtained_by)}")
        return f"chapter {self.chapter} {' and '.join(said)}"


class ChapterSheet(Sheet):
    """One chapter: a conflict of its own."""

    scenario: Name
    """The name of a shipped scenario, or a .toml file, beside this one."""
    session: Number = 1
    """Chapters of one number are played in one session."""
    weight: Weight = 1.0
    """The weight of the chapter's returns in the campaign's."""
    when: When | None = None
    """The chapter is played only under this condition; left out: always."""


class CampaignSheet(Sheet, kw_only=True):
    """A campaign file."""

    title: str
    """What the campaign is called."""
    system: str
    """The rule system by which every chapter is played."""
    seats: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=SEATS_MAX)]
    """The protagonists: they carry what happened to them, and their returns count."""
    chapters: Annotated[
        tuple[ChapterSheet, ...], Meta(min_length=1, max_length=CHAPTERS_MAX)
    ]
    """The conflicts, in the order in which they are played."""
    rulings: dict[str, Any] = field(default_factory=dict[str, Any])
    """In force in every chapter, whatever its own file says."""
    source: str = ""
    """Where the campaign comes from."""
    about: str = ""
    """What it is about, in a sentence or two."""


def campaign_schema() -> dict[str, Any]:
    """Return the JSON Schema of campaign files."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return head | {"title": "Fracas campaign"} | msgspec.json.schema(CampaignSheet)


class KeptChapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter as a store keeps it: *scenario* is canonical JSON, as it was read."""

    name: str
    scenario: Raw
    session: Number
    weight: Weight
    when: When | None


class KeptCampaign(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign as a store keeps it; *campaign* tells it from a scenario."""

    campaign: Literal[1]
    title: str
    system: str
    source: str
    about: str
    seats: tuple[str, ...]
    chapters: tuple[KeptChapter, ...]
