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
    `tie`, `lose`, `success`), or each result with its fraction (`level`, `margin`,
    `successes`, `kept`). Where results have no upper limit, "more" has all the rest.
    """

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""
    system: str
    """The rule system."""
    query: Words
    """The question, with all defaults."""


class SolvedSeat(Part, frozen=True, rename={"returned": "return"}):
    """The value of a conflict to one seat."""

    seat: str
    """The seat."""
    agent: str
    """Its agent."""
    returned: Value
    """Its return, from 0 to 1."""
    win: Value
    """The chance that it wins."""


class Solution(Document, frozen=True):
    """The value of a conflict between given agents."""

    system: str
    """Its rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """The digest of the scenario."""
    agents: list[str]
    """The agent of each seat."""
    exact: bool
    """Whether everything was followed, and the agents declare what they use."""
    certainty: Certainty
    """How certain the values are."""
    states: int
    """How many states the graph has."""
    edges: int
    """How many edges the graph has."""
    endings: dict[str, Value]
    """Ending -> its chance."""
    seats: list[SolvedSeat]
    """The value to each seat."""
    length: Value | UnsetType | None = UNSET
    """The mean number of rounds."""
    shown_by: int | UnsetType = UNSET
    """How many conflicts showed that an agent, though it may look at anything, uses
    only what was followed."""
    error: str | UnsetType = UNSET
    """Which limit the graph exceeded."""
    open: float | UnsetType = UNSET
    """The probability of coming to a position where the graph ends."""
    games: int | UnsetType = UNSET
    """How many games were played out."""
    seed: str | UnsetType = UNSET
    """The seed of these games."""
    games_short: int | UnsetType = UNSET
    """How many games fewer than asked for, because the time was over."""
    why: str | UnsetType = UNSET
    """Why whole conflicts were played, and how far the graph got."""
    deadlock: Value | UnsetType = UNSET
    """The chance that nobody can end the conflict any more before its limit of
    rounds."""


class Policy(Part, frozen=True, rename={"returned": "return"}):
    """A reply that has more answers than its lines."""

    questions: int
    """For how many questions it has an answer."""
    returned: Value
    """Its return."""


class BestReply(Part, frozen=True, rename={"returned": "return"}):
    """The best reply that was found for a seat."""

    seat: str
    """The seat."""
    free: list[str]
    """The kinds of decision that were free; [] for all."""
    certainty: Certainty
    """How certain it is that no reply by the free decisions returns more."""
    returned: Value
    """The return of the reply; for "bounds", from that to what no reply exceeds."""
    least: float | None
    """What the best reply returns at least, if some reply certainly gains; otherwise
    null."""
    most: float
    """What no reply exceeds."""
    agent: str
    """The seat's own agent."""
    plays_as: str
    """The agent that makes the choices the lines leave open: the seat's own, or a
    better one."""
    agent_return: Value
    """The return of the seat's own agent."""
    gain: float
    """How much more the reply returns than the seat's own agent, at least."""
    rules: list[str]
    """The reply in lines that the agent `scripted` takes."""
    rules_return: Value | None
    """The return of the lines alone."""
    games: int
    """How many games the reply was played in, as a test."""
    played: Interval | None
    """The return of the reply in these games."""
    policy: Policy | None
    """The whole reply, if it has more answers than its lines."""


class Reply(Document, frozen=True):
    """The best reply of one seat to given agents."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """The digest of the scenario."""
    agents: list[str]
    """The agent of each seat."""
    exact: bool
    """Whether the reply is certainly the best of all."""
    states: int
    """How many states the graph has."""
    reply: BestReply
    """The reply."""
    error: str | UnsetType = UNSET
    """Why the search ended early."""
    shown_by: int | UnsetType = UNSET
    """How many conflicts showed that an agent, though it may look at anything, uses
    only what was followed."""


class FittedSide(Part, frozen=True):
    """The result for one side."""

    side: str
    """The side."""
    seats: list[str]
    """The participants on it."""
    agent: str
    """The agent to keep."""
    found: str
    """The best agent that was found."""
    value: float
    """Its value: a win counts 1, a return a quarter."""
    plain: float
    """The value of the default agent."""
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
    """The result for each side."""
    played: int
    """How many games were played."""


class Got(Part, frozen=True):
    """The result of an agent at the seat in question."""

    agent: str
    """The agent."""
    returns: float
    """Its mean return."""
    wins: int | None
    """How many games it won, null if that is not defined."""
    games: int
    """How many games it played."""


class Exploit(Document, frozen=True):
    """The search for a strategy that beats an agent."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """The digest of the scenario."""
    against: str
    """The agent to beat."""
    others: str
    """The agent of the other seats."""
    seat: str | None
    """The seat that was searched for; null for all."""
    seed: str
    """The seed."""
    games: int
    """How many games were asked for."""
    searched: int
    """How many games the search played."""
    found: str | None
    """The best strategy that was found."""
    beats: bool
    """Whether it certainly does better."""
    verdict: str | None
    """The verdict, null if nothing was found."""
    got: list[Got] | None
    """The results of both at the same seat."""
    pairing: Pairing | None
    """Both against each other, under fresh dice."""
    seal: str | None
    """The seal of these games."""


class Sentence(Part, frozen=True):
    """One sentence of a report."""

    about: str
    """Its topic."""
    says: str
    """The sentence."""


class Tested(Document, frozen=True):
    """What the reports of a scenario and of a campaign have."""

    system: str
    """The rule system."""
    title: str
    """Its title."""
    digest: str
    """The digest of the scenario or the campaign."""
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
    """The parts that were played less than planned, for lack of time."""
    missing: list[str]
    """The parts that were not played, for lack of time."""


class Playtest(Tested, frozen=True):
    """The report of a playtest; a part is null if there was no time for it."""

    scenario: str
    """The scenario."""
    sentences: list[Sentence]
    """The report in five sentences."""
    fairness: Fairness | None
    """The value of each side in a field of agents."""
    course: Course | None
    """How it plays: endings, length, leads, decisions."""
    ladder: Ladder | None
    """The results of players of increasing skill."""
    restricted: Restricted | None
    """The effect of never taking an option, and of always taking it."""
    sheets: Sheets | None
    """The value of the parts of all sheets to their owners."""
    coverage: Coverage | None
    """The rules that were used, and the effect of rules options."""
    sensitivity: Sensitivity | None
    """The effect of one step of each number."""
    exploits: Exploits | None
    """Replies that return more than the agents."""
    again: str | UnsetType = UNSET
    """The command that does the same again."""
    samples: list[Sample] | UnsetType = UNSET
    """Among its own agents: a typical conflict and the strangest one."""


class CampaignPlaytest(Tested, frozen=True):
    """The report of a campaign's playtest."""

    campaign: str
    """The campaign."""
    whole: Words
    """The summary of whole campaigns."""
    chapters: list[Playtest]
    """The report of each chapter."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Among its own agents: a typical campaign and the strangest one."""
