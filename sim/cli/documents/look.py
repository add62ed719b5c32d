"""What `fracas show`, `replay`, `explain`, `pack` and `import` print."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from sim.cli.documents.parts import (
    Choices,
    Document,
    Ending,
    Part,
    Sample,
    SeatCounts,
    SeatRow,
    SideRow,
    Words,
)
from sim.cli.documents.play import Chapter, Clock, Gained, Remains


class RunRow(Part, frozen=True):
    """A run of a store."""

    run: str
    """Its id."""
    title: str
    """The title of its scenario."""
    system: str
    """Its rule system."""
    scenario: str
    """The digest of its scenario."""
    agents: list[str]
    """The agent of each seat."""
    seed: str
    """Its seed."""
    games: int
    """How many conflicts were asked for."""
    recorded: int
    """How many are recorded."""
    record: str
    """The record level: seal, packed or full."""
    sandbox: str | None
    """How agents from files were isolated, null if there are none."""
    complete: bool
    """Whether the run is complete."""
    seal: str | None
    """The seal of all its conflicts, null until the run is complete."""
    branch: Any
    """Of a kept branch: the conflict, the event and the change; otherwise null."""
    differs: Any | UnsetType = UNSET
    """How it differs from other runs with the same title."""


class ContestRow(Part, frozen=True):
    """A tournament of a store."""

    tournament: str
    """Its id."""
    scenarios: list[str]
    """The scenarios that are played."""
    agents: list[str]
    """The agents that take part."""
    format: str
    """Who meets whom."""
    until: str
    """When a pairing stops before its last block; "" for never."""
    seed: str
    """Its seed."""
    sandbox: str | None
    """How agents from files were isolated, null if there are none."""
    recorded: int
    """How many games are recorded."""
    complete: bool
    """Whether it is complete."""
    seal: str | None
    """The seal of all its games, null until it is complete."""


class PlaytestRow(Part, frozen=True):
    """A playtest of a store."""

    playtest: str
    """Its id."""
    title: str
    """The title of what is tested."""
    system: str
    """Its rule system."""
    agents: list[str]
    """The agent of each seat."""
    seed: str
    """Its seed."""
    budget: int
    """How many games it may play."""
    batches: int
    """How many of its steps are recorded."""
    complete: bool
    """Whether it is complete."""


class ShownRun(RunRow, frozen=True, kw_only=True):
    """A run, summed up."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    sides: list[SideRow]
    """The results of each side."""
    seats: list[SeatRow]
    """The results of each participant."""
    measures: dict[str, list[SeatCounts]]
    """What the rule system counts: its name -> a row for each participant."""
    samples: list[Sample]
    """A typical conflict and the strangest one."""
    endings: list[Ending] | UnsetType = UNSET
    """How often each ending came."""
    conflict: Clock | UnsetType = UNSET
    """How long the conflicts were."""
    paths: list[Ending] | UnsetType = UNSET
    """Of a campaign: the endings of its chapters, one after the other."""
    chapters: list[Chapter] | UnsetType = UNSET
    """Of a campaign: its chapters."""
    stands: list[Remains] | UnsetType = UNSET
    """Of a campaign: who could still take part at the end."""
    carried: dict[str, list[SeatCounts]] | UnsetType = UNSET
    """Of a campaign: what is carried out of the last chapter."""
    campaign: Clock | UnsetType = UNSET
    """Of a campaign: how long it was."""
    gained: list[Gained] | UnsetType = UNSET
    """Of a campaign: what characters gained, by name."""
    choices: Choices | UnsetType = UNSET
    """The options that were offered and taken; left out if only seals were kept, unless
    --choices is given."""


class Conflict(Part, frozen=True):
    """A conflict in one line."""

    conflict: str
    """The conflict, as RUN-NUMBER."""
    how: str
    """Its ending."""
    returns: dict[str, float]
    """Participant -> its return."""
    rounds: int
    """How many rounds it took."""
    events: int
    """How many events it has."""
    decisions: int
    """How many decisions it had."""
    measures: dict[str, dict[str, int]]
    """What the rule system counts: its name -> participant -> amount."""
    seal: str
    """The seal of its events."""
    branch: Any | UnsetType = UNSET
    """Of a kept branch: the conflict, the event and the change."""
    sorted: dict[str, float | str] | UnsetType = UNSET
    """The measure by which the list is sorted, with its value here."""


class ShownConflict(Conflict, frozen=True, kw_only=True):
    """A conflict, summed up."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class CampaignChapter(Part, frozen=True):
    """A chapter of one game of a campaign."""

    chapter: int
    """Its number, from 1."""
    scenario: str
    """Its scenario."""
    session: int
    """The session it is in."""
    weight: float
    """Its weight in the return of the campaign."""
    conflict: str | None
    """Its conflict, null if the chapter was skipped."""
    how: str
    """Its ending, or "skipped"."""
    carried: Words
    """Character -> what it entered with."""
    reason: str | UnsetType = UNSET
    """Why it was skipped."""
    returns: dict[str, float] | UnsetType = UNSET
    """Participant -> its return."""
    seal: str | UnsetType = UNSET
    """The seal of its events."""


class ShownChapter(CampaignChapter, frozen=True, kw_only=True):
    """A chapter of one game of a campaign, alone."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class ShownGame(Document, frozen=True):
    """One game of a campaign."""

    conflict: str
    """The game, as RUN-NUMBER."""
    title: str
    """The title of the campaign."""
    returns: dict[str, float]
    """Character -> its return over all chapters."""
    chapters: list[CampaignChapter]
    """Its chapters."""
    seal: str
    """The seal of the game."""


class Question(Part, frozen=True):
    """What was asked when the event happened."""

    who: str
    """Who was asked."""
    options: list[Words]
    """The options, with their fields."""
    told: list[str]
    """The options in the words of the story."""
    view: list[Words]
    """What that seat could see of every participant."""
    roll: Words
    """The dice that had to be rolled."""


class Source(Part, frozen=True):
    """An event that this one follows from."""

    event: int
    """Its number."""
    words: Words
    """Its fields, by name."""
    silent: bool
    """Whether the story leaves it out."""
    told: str
    """Its line in the story."""
    aside: bool
    """Whether it concerns others only, so that `explain` does not print it."""
    said: str
    """The event in the words of a table."""


class Explanation(Document, frozen=True):
    """Why an event happened."""

    event: int
    """Its number."""
    kind: str
    """fact (a choice or a roll), consequence, or engine."""
    words: Words
    """Its fields, by name."""
    told: str
    """Its line in the story."""
    rules: dict[str, str]
    """Rule that it rests on -> its sentence."""
    asked: Question | None
    """What was asked; null for a consequence."""
    sources: list[Source]
    """The events that it follows from."""
    changes: list[Any]
    """What it changed in the state."""
    said: str
    """The event in the words of a table."""


class ToldEvent(Struct, frozen=True):
    """An event, together with its own fields by name."""

    event: int
    """Its number, from 1."""
    does: str
    """The kind of event."""
    round: int | UnsetType = UNSET
    """The round in which it happened."""
    told: str | UnsetType = UNSET
    """Its line in the story."""
    cites: list[str] | UnsetType = UNSET
    """The IDs of the rules that it rests on."""


class CampaignExplanation(Document, frozen=True):
    """Why an event of a campaign happened."""

    event: int
    """Its number."""
    words: Words
    """Its fields, by name."""
    said: str
    """The event in the words of a table."""
    rules: dict[str, str]
    """Rule that it rests on -> its sentence."""


class Packed(Document, frozen=True):
    """A store that was copied."""

    conflicts: int
    """How many conflicts it has."""
    bytes: int | None
    """The size of the store in bytes, null if unknown."""
    bytes_new: int | None
    """The size of the copy in bytes, null if unknown."""


class Imported(Document, frozen=True):
    """Events that were read."""

    events: int
    """How many events were read."""
    new: int
    """How many of them were new to the store."""
