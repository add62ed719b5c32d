"""What `fracas run` prints: of a scenario, of a campaign, of a field, sampled."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import (
    Choices,
    Counts,
    Document,
    Ending,
    Forfeits,
    Interval,
    Part,
    Sample,
    SeatCounts,
    SeatRow,
    SideRow,
    Words,
)


class Clock(Part, frozen=True):
    """How long conflicts are."""

    rounds: Counts
    """Rounds, or what the rule system calls them."""
    events: Counts | UnsetType = UNSET
    """Events of the stream."""
    decisions: Counts | UnsetType = UNSET
    """Choices that were asked for."""


class Counted(Document, frozen=True):
    """What every summary of many conflicts has."""

    games: int
    """How many there are."""
    sides: list[SideRow]
    """How each side did."""
    seats: list[SeatRow]
    """How each participant did; those who judge are none."""
    measures: dict[str, list[SeatCounts]]
    """What the rule system counts, by name -> a row for each participant."""


class Played(Counted, frozen=True):
    """What a run of a scenario and of a campaign have."""

    forfeits: list[Forfeits]
    """The agents that forfeited."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    run: str
    """The id of the run."""
    scenario: str
    """The scenario or the campaign: its name, or its file."""
    title: str
    """Its title."""
    system: str
    """Its rule system."""
    digest: str
    """What all of it hashes to."""
    agents: list[str]
    """The agent of each seat, in order; "" for the one that chapters name."""
    seed: str
    """The seed; with it, the scenario and the agents it is the same again."""
    fair: list[str]
    """NAME:COMMITMENT of each party, where several made the seed together."""
    record: Literal["none", "seal", "packed", "full"]
    """What is kept of each conflict."""
    played: int
    """How many were played now; the others were there."""
    seal: str
    """What all of them together hash to."""
    settings: list[str]
    """What was changed by --set, as PATH=VALUE."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """The typical one and the strangest."""
    remarks: list[str]
    """What the reader should know of these figures."""
    choices: Choices
    """What was offered and taken."""


class Run(Played, frozen=True):
    """A scenario, played."""

    rulings: Words
    """Every option of the rules, with its value."""
    changed_rulings: Words
    """Those that are not the default."""
    endings: list[Ending]
    """How they ended, the most frequent first."""
    conflict: Clock
    """How long they are."""
    sandbox: str | UnsetType | None = UNSET
    """How agents from files were held."""


class ChapterSeat(Part, frozen=True, rename={"returned": "return"}):
    """How one participant did in one chapter."""

    seat: str
    """The participant."""
    games: int
    """In how many campaigns it took part."""
    returned: Interval
    """What it returned there."""


class Chapter(Part, frozen=True):
    """One chapter over all campaigns."""

    chapter: int
    """Its number, from 1."""
    scenario: str
    """Its scenario."""
    session: int
    """The session it is in."""
    weight: float
    """How much it counts."""
    played: int
    """In how many campaigns it was played."""
    skipped: int
    """In how many it was left out."""
    endings: list[Ending]
    """How it ended."""
    seats: list[ChapterSeat]
    """How each participant did."""


class Remains(Part, frozen=True):
    """How often somebody can still take part at the end."""

    seat: str
    """The participant."""
    share: Interval
    """In which share of campaigns."""


class Gained(Part, frozen=True):
    """What somebody gained on the way, by name."""

    seat: str
    """The participant."""
    what: str
    """What it gained."""
    games: int
    """In how many campaigns."""
    share: Interval
    """Which share that is."""
    return_with: Interval | None
    """What it returned in those campaigns."""
    return_without: Interval | None
    """What it returned in the others."""


class CampaignRun(Played, frozen=True):
    """A campaign, played."""

    rulings: dict[str, Words]
    """Chapter -> every option of the rules, with its value."""
    changed_rulings: dict[str, Words]
    """Chapter -> those that are not the default."""
    paths: list[Ending]
    """How the chapters ended, one after the other; the most frequent first."""
    chapters: list[Chapter]
    """Each chapter."""
    stands: list[Remains]
    """Who can still take part at the end."""
    carried: dict[str, list[SeatCounts]]
    """What is carried out of the last chapter -> a row for each character."""
    gained: list[Gained]
    """What was gained, by name."""
    campaign: Clock
    """How long campaigns are."""


class Agreement(Part, frozen=True):
    """Conflicts that were played beside the sampled ones, as a check."""

    played: int
    """How many."""
    p: float
    """The chance of a difference at least so large, if both have the same law."""


class SampledRun(Counted, frozen=True):
    """Conflicts sampled from the graph of a scenario (--sampled)."""

    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """What the whole scenario hashes to."""
    agents: list[str]
    """The agent of each seat."""
    seed: str
    """The seed."""
    sampled: Literal[True]
    """That no dice were rolled: walks over the graph have the law of play."""
    states: int
    """States of the graph."""
    edges: int
    """Steps between them."""
    open: float
    """The chance to come to where the graph ends."""
    played_out: int
    """How many came there, and were played from there."""
    check: Agreement
    """The conflicts that were played beside them."""
    conflicts_per_second: int
    """How fast it was."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    samples: list[Sample]
    """Of those that were played beside them: the typical one and the strangest."""
    again: str
    """The command that samples the same again."""
    endings: list[Ending]
    """How they ended."""
    conflict: Clock
    """How long they are."""
    error: str | UnsetType = UNSET
    """What the graph did not fit into."""


class SideRange(Part, frozen=True, rename={"returned": "return"}):
    """How a side did, from its worst agents to its best."""

    side: str
    """The side."""
    seats: list[str]
    """The participants on it."""
    win: tuple[float, float]
    """The least and the greatest share it won."""
    returned: tuple[float, float]
    """The least and the most it returned."""
    worst: tuple[str, str]
    """The agent with which it won least, and whom against."""
    best: tuple[str, str]
    """The agent with which it won most, and whom against."""


class SeatRange(Part, frozen=True, rename={"returned": "return"}):
    """What a participant returned, at least and at most."""

    seat: str
    """The participant."""
    returned: tuple[float, float]
    """The least and the most."""


class Cell(Part, frozen=True, rename={"returned": "return"}):
    """One agent on one side against one on the others."""

    side: str
    """The side."""
    agent: str
    """Who plays it; "their own" for the scenario's own agents."""
    others: str
    """Who plays the other sides; "nobody" where there is none."""
    games: int
    """How many games were played."""
    win: Interval
    """The share it won."""
    drawn: float
    """The share that was drawn."""
    returned: float
    """What it returned on average."""


class Field(Document, frozen=True):
    """A small field of agents against each other (--agents all)."""

    forfeits: list[Forfeits]
    """The agents that forfeited."""
    scenario: str
    """The scenario."""
    title: str
    """Its title."""
    system: str
    """Its rule system."""
    agents: list[Any]
    """["all"]."""
    seed: str
    """The seed."""
    played: int
    """How many games were played."""
    sides: list[SideRange]
    """The range of each side."""
    seats: list[SeatRange]
    """The range of each participant."""
    field: list[Cell]
    """Every pairing."""
    samples: list[Sample]
    """The typical conflict of all and the strangest, each by who played it."""
    again: str
    """The command that does the same again."""
