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
    """What its scenario hashes to."""
    agents: list[str]
    """The agent of each seat."""
    seed: str
    """Its seed."""
    games: int
    """How many conflicts it was to have."""
    recorded: int
    """How many are there."""
    record: str
    """What is kept of each: seal, packed or full."""
    sandbox: str | None
    """How agents from files were held, null if there are none."""
    complete: bool
    """Whether it is over."""
    seal: str | None
    """What all conflicts together hash to, null before it is over."""
    branch: Any
    """For a kept branch: the conflict, the event and the change; else null."""
    differs: Any | UnsetType = UNSET
    """In what it differs from other runs of its title."""


class ContestRow(Part, frozen=True):
    """A tournament of a store."""

    tournament: str
    """Its id."""
    scenarios: list[str]
    """What is played."""
    agents: list[str]
    """Who takes part."""
    format: str
    """Who meets whom."""
    until: str
    """What stops a pairing early."""
    seed: str
    """Its seed."""
    sandbox: str | None
    """How agents from files were held."""
    recorded: int
    """How many games are there."""
    complete: bool
    """Whether it is over."""
    seal: str | None
    """What all games together hash to."""


class PlaytestRow(Part, frozen=True):
    """A playtest of a store."""

    playtest: str
    """Its id."""
    title: str
    """The title of what is tested."""
    system: str
    """Its rule system."""
    agents: list[str]
    """The agents it began with."""
    seed: str
    """Its seed."""
    budget: int
    """How many games it may play."""
    batches: int
    """How many steps of it are kept."""
    complete: bool
    """Whether it is over."""


class ShownRun(RunRow, frozen=True, kw_only=True):
    """A run, summed up."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    sides: list[SideRow]
    """How each side did."""
    seats: list[SeatRow]
    """How each participant did."""
    measures: dict[str, list[SeatCounts]]
    """What the rule system counts, by name -> a row for each participant."""
    samples: list[Sample]
    """The typical conflict and the strangest."""
    endings: list[Ending] | UnsetType = UNSET
    """How they ended."""
    conflict: Clock | UnsetType = UNSET
    """How long they are."""
    paths: list[Ending] | UnsetType = UNSET
    """Of a campaign: how its chapters ended, one after the other."""
    chapters: list[Chapter] | UnsetType = UNSET
    """Of a campaign: each chapter."""
    stands: list[Remains] | UnsetType = UNSET
    """Of a campaign: who can still take part at the end."""
    carried: dict[str, list[SeatCounts]] | UnsetType = UNSET
    """Of a campaign: what is carried out of the last chapter."""
    campaign: Clock | UnsetType = UNSET
    """Of a campaign: how long it is."""
    gained: list[Gained] | UnsetType = UNSET
    """Of a campaign: what was gained, by name."""
    choices: Choices | UnsetType = UNSET
    """What was offered and taken; left out where only seals were kept, but for
    --choices."""


class Conflict(Part, frozen=True):
    """A conflict in one line of what it came to."""

    conflict: str
    """Its name, RUN-NUMBER."""
    how: str
    """How it ended."""
    returns: dict[str, float]
    """Participant -> what it returned."""
    rounds: int
    """How many rounds it took."""
    events: int
    """How many events it has."""
    decisions: int
    """How many choices were asked for."""
    measures: dict[str, dict[str, int]]
    """What the rule system counts -> participant -> how much."""
    seal: str
    """What its events hash to."""
    branch: Any | UnsetType = UNSET
    """For a kept branch: the conflict, the event and the change."""
    sorted: dict[str, float | str] | UnsetType = UNSET
    """What it was sorted by, and how much of that it has."""


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
    """How much it counts."""
    conflict: str | None
    """Its conflict, null if it was skipped."""
    how: str
    """How it ended, or "skipped"."""
    carried: Words
    """Character -> what it came in with."""
    reason: str | UnsetType = UNSET
    """Why it was skipped."""
    returns: dict[str, float] | UnsetType = UNSET
    """Participant -> what it returned."""
    seal: str | UnsetType = UNSET
    """What its events hash to."""


class ShownChapter(CampaignChapter, frozen=True, kw_only=True):
    """A chapter of one game of a campaign, alone."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class ShownGame(Document, frozen=True):
    """One game of a campaign."""

    conflict: str
    """Its name, RUN-NUMBER."""
    title: str
    """The title of the campaign."""
    returns: dict[str, float]
    """Character -> what it returned over all chapters."""
    chapters: list[CampaignChapter]
    """What its chapters came to."""
    seal: str
    """What it hashes to."""


class Question(Part, frozen=True):
    """What was asked when the event happened."""

    who: str
    """Who was asked."""
    options: list[Words]
    """What could be chosen, by fields."""
    told: list[str]
    """The same in the words of the story."""
    view: list[Words]
    """What that seat could see of everybody."""
    roll: Words
    """What had to be rolled."""


class Source(Part, frozen=True):
    """An event that this one follows from."""

    event: int
    """Its number."""
    words: Words
    """Its fields."""
    silent: bool
    """Whether the story leaves it out."""
    told: str
    """Its line of the story."""
    aside: bool
    """Whether it is told as an aside."""
    said: str
    """What people say of it."""


class Explanation(Document, frozen=True):
    """Why an event happened."""

    event: int
    """Its number."""
    kind: str
    """fact (somebody chose it, or dice), consequence, or engine."""
    words: Words
    """Its fields, by name."""
    told: str
    """Its line of the story."""
    rules: dict[str, str]
    """The ID of each rule it rests on -> its sentence."""
    asked: Question | None
    """What was asked, null for what follows of itself."""
    sources: list[Source]
    """The events that it follows from."""
    changes: list[Any]
    """What it changed."""
    said: str
    """What people say of it."""


class ToldEvent(Struct, frozen=True):
    """An event; its own fields follow by name."""

    event: int
    """Its number, from 1."""
    does: str
    """Its kind."""
    round: int | UnsetType = UNSET
    """Its round."""
    told: str | UnsetType = UNSET
    """Its line of the story."""
    cites: list[str] | UnsetType = UNSET
    """The IDs of the rules it rests on."""


class CampaignExplanation(Document, frozen=True):
    """Why an event of a campaign happened."""

    event: int
    """Its number."""
    words: Words
    """Its fields, by name."""
    said: str
    """What people say of it."""
    rules: dict[str, str]
    """The ID of each rule it rests on -> its sentence."""


class Packed(Document, frozen=True):
    """A store that was copied."""

    conflicts: int
    """How many conflicts it has."""
    bytes: int | None
    """How large it was, null if nobody can say."""
    bytes_new: int | None
    """How large the copy is."""


class Imported(Document, frozen=True):
    """Events that were read."""

    events: int
    """How many there were."""
    new: int
    """How many of them the store did not have."""
