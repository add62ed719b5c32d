"""What `fracas odds`, `solve`, `reply`, `fit`, `exploit` and `playtest` print."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sim.cli.documents.parts import (
    Certainty,
    Document,
    Interval,
    Pairing,
    Part,
    Sample,
    Value,
    Words,
)
from sim.cli.documents.playtest import (
    Course,
    Coverage,
    Exploits,
    Fairness,
    Ladder,
    Restricted,
    Sensitivity,
    Sheets,
)


class Odds(Struct, frozen=True):
    """The exact odds of a roll.

    Each part of the answer is a field: a fraction "num/den" in lowest terms (`win`,
    `tie`, `lose`, `success`), or results with their fractions (`level`, `margin`,
    `successes`, `kept`). Of endless tails, "more" has the rest.
    """

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""
    system: str
    """The rule system."""
    query: Words
    """What was asked, with all defaults."""


class SolvedSeat(Part, frozen=True, rename={"returned": "return"}):
    """One seat of a solution."""

    seat: str
    """The seat."""
    agent: str
    """Its agent."""
    returned: Value
    """What it returns, from 0 to 1."""
    win: Value
    """How likely it wins."""


class Solution(Document, frozen=True):
    """What a conflict is worth between given agents."""

    system: str
    """Its rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """What it hashes to."""
    agents: list[str]
    """The agent of each seat."""
    exact: bool
    """Whether every chance was followed, and agents were checked."""
    certainty: Certainty
    """How sure the values are."""
    states: int
    """States of the graph."""
    edges: int
    """Steps between them."""
    endings: dict[str, Value]
    """Ending -> how likely it is."""
    seats: list[SolvedSeat]
    """Each seat."""
    length: Value | UnsetType | None = UNSET
    """How many rounds it takes on average."""
    shown_by: int | UnsetType = UNSET
    """It is exact as far as that many conflicts show, as agents may look anywhere."""
    error: str | UnsetType = UNSET
    """What it did not fit into."""
    open: float | UnsetType = UNSET
    """The chance to come to where the graph ends."""
    games: int | UnsetType = UNSET
    """How many games were played from there."""
    seed: str | UnsetType = UNSET
    """By which seed."""
    games_short: int | UnsetType = UNSET
    """How many fewer those are than were asked for, as the time ended."""
    why: str | UnsetType = UNSET
    """How far it was followed, where whole conflicts were played."""
    deadlock: Value | UnsetType = UNSET
    """How likely nobody can end it any more, so that it goes on until its limit."""


class Policy(Part, frozen=True, rename={"returned": "return"}):
    """A reply that knows more than its lines say."""

    questions: int
    """How many questions it knows an answer to."""
    returned: Value
    """What it returns."""


class BestReply(Part, frozen=True, rename={"returned": "return"}):
    """The best that one seat was found to do."""

    seat: str
    """The seat."""
    free: list[str]
    """The kinds of decision that were free, [] for all."""
    certainty: Certainty
    """How sure it is that no reply by the free choices is better."""
    returned: Value
    """What it returns."""
    least: float | None
    """What the best reply returns at least, if it was worked out that one surely gains.
    """
    most: float
    """What no reply exceeds."""
    agent: str
    """The seat's own agent."""
    plays_as: str
    """Who answers what the rules do not: that agent, or one that was found better."""
    agent_return: Value
    """What that returns."""
    gain: float
    """How much more the reply returns."""
    rules: list[str]
    """The reply in lines, as the agent `scripted` takes them."""
    rules_return: Value | None
    """What the lines alone return."""
    games: int
    """How many games were played."""
    played: Interval | None
    """What the reply returned when it was played."""
    policy: Policy | None
    """What it knows beyond its lines."""


class Reply(Document, frozen=True):
    """The best reply of one seat to given agents."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """What it hashes to."""
    agents: list[str]
    """The agent of each seat."""
    exact: bool
    """Whether it is surely the best of all."""
    states: int
    """States of the graph."""
    reply: BestReply
    """The reply."""
    error: str | UnsetType = UNSET
    """What ended the search before its end."""
    shown_by: int | UnsetType = UNSET
    """It is exact as far as this many conflicts show."""


class FittedSide(Part, frozen=True):
    """What was found for one side."""

    side: str
    """The side."""
    seats: list[str]
    """The participants on it."""
    agent: str
    """The agent to keep."""
    found: str
    """The best that was found."""
    value: float
    """What that is worth: a win counts 1, a return a quarter."""
    plain: float
    """What the default agent is worth."""
    error: float
    """The standard error of the difference."""


class Fitted(Document, frozen=True):
    """The default agent, tuned to a scenario."""

    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    seed: str
    """The seed."""
    games: int
    """How many games were asked for."""
    sides: list[FittedSide]
    """Each side."""
    played: int
    """How many games were played."""


class Got(Part, frozen=True):
    """What an agent got at the seat in question."""

    agent: str
    """The agent."""
    returns: float
    """What it returned."""
    wins: int | None
    """How often it won, null if that cannot be said."""
    games: int
    """In how many games."""


class Exploit(Document, frozen=True):
    """A strategy that does better than an agent."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """What it hashes to."""
    against: str
    """The agent to beat."""
    others: str
    """Who plays the other seats."""
    seat: str | None
    """The only seat that was searched for."""
    seed: str
    """The seed."""
    games: int
    """How many games were asked for."""
    searched: int
    """How many were played to search."""
    found: str | None
    """The best that was found."""
    beats: bool
    """Whether it surely does better."""
    verdict: str | None
    """What is known of it, null if nothing was found."""
    got: list[Got] | None
    """What both got at the same seat."""
    pairing: Pairing | None
    """Both against each other, under fresh luck."""
    seal: str | None
    """What those games hash to."""


class Sentence(Part, frozen=True):
    """One sentence of a report."""

    about: str
    """What it is about."""
    says: str
    """The sentence."""


class Tested(Document, frozen=True):
    """What the reports of a scenario and of a campaign have."""

    system: str
    """The rule system."""
    title: str
    """Its title."""
    digest: str
    """What it hashes to."""
    agents: list[str]
    """The agent of each seat or character."""
    seed: str
    """The seed."""
    budget: int
    """How many games it may play."""
    played: int
    """How many it played."""
    stopped: bool
    """Whether it was interrupted."""
    hurried: list[str]
    """The parts that were played less than planned, since time got short."""
    missing: list[str]
    """The parts for which there was no time."""


class Playtest(Tested, frozen=True):
    """The report of a playtest; each part is null if there was no time for it."""

    scenario: str
    """The scenario."""
    sentences: list[Sentence]
    """What a designer would say of it, in five sentences."""
    fairness: Fairness | None
    """What each side is worth in a field of agents."""
    course: Course | None
    """How it plays: endings, length, leads, real and forced choices."""
    ladder: Ladder | None
    """What players of more and more skill return."""
    restricted: Restricted | None
    """What it is worth never to take an option, and always."""
    sheets: Sheets | None
    """What everything on the sheets is worth to its owner."""
    coverage: Coverage | None
    """Which rules were used, and which rulings matter."""
    sensitivity: Sensitivity | None
    """What one step of each number changes."""
    exploits: Exploits | None
    """Replies that do better than the agents."""
    again: str | UnsetType = UNSET
    """The command that does the same again."""
    samples: list[Sample] | UnsetType = UNSET
    """Between its own agents: the typical conflict, and the strangest."""


class CampaignPlaytest(Tested, frozen=True):
    """The report of a campaign's playtest."""

    campaign: str
    """The campaign."""
    whole: Words
    """Whole campaigns, summed up."""
    chapters: list[Playtest]
    """The report of each chapter."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Between its own agents: the typical campaign, and the strangest."""
