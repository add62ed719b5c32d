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
    """How long conflicts were."""

    rounds: Counts
    """Their rounds, or what the rule system calls so."""
    events: Counts | UnsetType = UNSET
    """Their events."""
    decisions: Counts | UnsetType = UNSET
    """Their decisions."""


class Counted(Document, frozen=True):
    """What every summary of many conflicts has."""

    games: int
    """How many conflicts there are."""
    sides: list[SideRow]
    """The results of each side."""
    seats: list[SeatRow]
    """The results of each participant; judges are left out."""
    measures: dict[str, list[SeatCounts]]
    """What the rule system counts: its name -> a row for each participant."""


class Played(Counted, frozen=True):
    """What a run has, of a scenario or of a campaign."""

    forfeits: list[Forfeits]
    """The agents that forfeited games."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    run: str
    """The id of the run."""
    scenario: str
    """The scenario or the campaign: its name or its file."""
    title: str
    """Its title."""
    system: str
    """Its rule system."""
    digest: str
    """The digest of the scenario or the campaign."""
    agents: list[str]
    """The agent of each seat, in order; "" for the one that each chapter names."""
    seed: str
    """The seed; the same seed, scenario and agents give the same conflicts."""
    fair: list[str]
    """The commitment of each party, as NAME:COMMITMENT, if several made the seed."""
    record: Literal["none", "seal", "packed", "full"]
    """The record level: how much of each conflict is kept."""
    played: int
    """How many conflicts were played now; the others were on record."""
    seal: str
    """The seal of all conflicts together."""
    settings: list[str]
    """The changes by --set, as PATH=VALUE."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """A typical conflict and the strangest one."""
    remarks: list[str]
    """What to know about these figures."""
    choices: Choices
    """The options that were offered and taken."""


class Run(Played, frozen=True):
    """A run of a scenario."""

    rulings: Words
    """Every rules option with its value."""
    changed_rulings: Words
    """The rules options that differ from their default."""
    endings: list[Ending]
    """How often each ending came, the most frequent first."""
    conflict: Clock
    """How long the conflicts were."""
    sandbox: str | UnsetType | None = UNSET
    """How agents from files were isolated, null if there are none."""


class ChapterSeat(Part, frozen=True, rename={"returned": "return"}):
    """The results of one participant in one chapter."""

    seat: str
    """The participant."""
    games: int
    """In how many campaigns it took part."""
    returned: Interval | None
    """Its mean return there; null if it never took part."""


class Chapter(Part, frozen=True):
    """One chapter, over all campaigns of a run."""

    chapter: int
    """Its number, from 1."""
    scenario: str
    """Its scenario."""
    session: int
    """The session it is in."""
    weight: float
    """Its weight in the return of the campaign."""
    played: int
    """In how many campaigns it was played."""
    skipped: int
    """In how many campaigns it was skipped."""
    endings: list[Ending]
    """How often each ending came."""
    seats: list[ChapterSeat]
    """The results of each participant."""


class Remains(Part, frozen=True):
    """How often somebody can still take part at the end."""

    seat: str
    """The participant."""
    share: Interval
    """In which share of the campaigns."""


class Gained(Part, frozen=True):
    """What a character gained over the campaign."""

    seat: str
    """The participant."""
    what: str
    """What it gained."""
    games: int
    """In how many campaigns it gained this."""
    share: Interval
    """In which share of the campaigns."""
    return_with: Interval | None
    """Its return in those campaigns."""
    return_without: Interval | None
    """Its return in the other campaigns."""


class CampaignRun(Played, frozen=True):
    """A run of a campaign."""

    rulings: dict[str, Words]
    """Chapter -> every rules option with its value."""
    changed_rulings: dict[str, Words]
    """Chapter -> the rules options that differ from their default."""
    paths: list[Ending]
    """The endings of the chapters, one after the other; the most frequent first."""
    chapters: list[Chapter]
    """The chapters."""
    stands: list[Remains]
    """Who could still take part at the end."""
    carried: dict[str, list[SeatCounts]]
    """What is carried out of the last chapter -> a row for each character."""
    gained: list[Gained]
    """What characters gained, by name."""
    campaign: Clock
    """How long the campaigns were."""


class Agreement(Part, frozen=True):
    """A check of the sampled conflicts against conflicts that were played."""

    played: int
    """How many conflicts were played."""
    p: float
    """The p-value of the hypothesis that both have the same distribution."""


class SampledRun(Counted, frozen=True):
    """Conflicts sampled from the graph of a scenario (--sampled)."""

    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """The digest of the scenario."""
    agents: list[str]
    """The agent of each seat."""
    seed: str
    """The seed."""
    sampled: Literal[True]
    """true: no dice were rolled; results are drawn by their exact probabilities."""
    states: int
    """How many states the graph has."""
    edges: int
    """How many edges the graph has."""
    open: float
    """The probability of coming to a position where the graph ends."""
    played_out: int
    """How many conflicts came there, and were played on from there."""
    check: Agreement
    """A check against conflicts that were played."""
    conflicts_per_second: int
    """How many conflicts were sampled a second."""
    headline: str
    """Who wins most, or that it is open, in a sentence."""
    samples: list[Sample]
    """Of the conflicts played as a check: a typical one and the strangest."""
    again: str
    """The command that samples the same again."""
    endings: list[Ending]
    """How often each ending came."""
    conflict: Clock
    """How long the conflicts were."""
    error: str | UnsetType = UNSET
    """Which limit the graph exceeded."""


class SideRange(Part, frozen=True, rename={"returned": "return"}):
    """The range of the results of a side over all pairings."""

    side: str
    """The side."""
    seats: list[str]
    """The participants on it."""
    win: tuple[float, float]
    """The lowest and the highest share of conflicts won."""
    returned: tuple[float, float]
    """The lowest and the highest mean return."""
    worst: tuple[str, str]
    """The agent with which it won least, and the agent of the others."""
    best: tuple[str, str]
    """The agent with which it won most, and the agent of the others."""


class SeatRange(Part, frozen=True, rename={"returned": "return"}):
    """The range of the mean returns of a participant."""

    seat: str
    """The participant."""
    returned: tuple[float, float]
    """The lowest and the highest."""
    return_low: tuple[float, float]
    """Where the 95 % interval of each begins."""
    return_high: tuple[float, float]
    """Where it ends."""


class Cell(Part, frozen=True, rename={"returned": "return"}):
    """The result of one agent on one side against one agent on the others."""

    side: str
    """The side."""
    agent: str
    """The agent of the side; "their own" for the agents of the scenario."""
    others: str
    """The agent of the other sides; "nobody" if there is none."""
    games: int
    """How many games were played."""
    win: Interval
    """The share of conflicts won."""
    drawn: float
    """The share of conflicts drawn."""
    returned: float
    """The mean return."""
    return_low: float
    """Where its 95 % interval begins."""
    return_high: float
    """Where it ends."""


class Field(Document, frozen=True):
    """A small field of agents, each against each (--agents all)."""

    forfeits: list[Forfeits]
    """The agents that forfeited games."""
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
    """A typical conflict and the strangest of all, with the agents that played them."""
    again: str
    """The command that does the same again."""
