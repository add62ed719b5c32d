"""What `fracas value` prints."""

from typing import Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import Document, Interval, Part, Value


class Ends(Part, frozen=True):
    """The bounds of a value; they are equal if it is exact."""

    low: float
    """The lower bound."""
    high: float
    """The upper bound."""


class SureOf(Ends, frozen=True):
    """The return that a seat can be sure of, whatever the other does."""

    seat: str
    """The seat."""


class OwnReturn(Part, frozen=True, rename={"returned": "return"}):
    """The return of a seat's agent against the other seat's agent."""

    seat: str
    """The seat."""
    agent: str
    """Its agent."""
    returned: Value
    """Its return, from 0 to 1."""
    loses: float | None
    """How much its choices lose of the difference; null if unknown."""


class Answered(Part, frozen=True):
    """An answer with its probability."""

    words: str
    """The answer, in the words of the story."""
    chance: float
    """Its probability."""


class Limited(Part, frozen=True, rename={"one": "is"}):
    """A condition on one part of a seat's status."""

    seat: str
    """The seat."""
    what: str
    """The part of its status."""
    least: float | None
    """It is at least this; null for no lower limit, or if it is no number."""
    most: float | None
    """It is at most this; null for no upper limit, or if it is no number."""
    one: str | None
    """It is this; null for a number, or if only `is_not` is known."""
    is_not: list[str]
    """It is none of these."""


class Does(Part, frozen=True):
    """Answers in a situation, and how often they are given."""

    answers: list[Answered]
    """The answers, the likeliest first; several if the seat mixes them."""
    share: float
    """In which share of all times the seat answers so."""


class InSituation(Part, frozen=True):
    """The answers of a seat in one situation."""

    seat: str
    """The seat."""
    where: list[Limited]
    """The conditions of the situation, all of which hold."""
    rounds: list[int]
    """The rounds in which it occurs."""
    times: float
    """How often it occurs in a conflict, on average, under best play."""
    instead: list[str]
    """The kinds of answer that are offered there and never given."""
    does: list[Does]
    """The answers, the most frequent first; one entry if the situation decides."""


class Line(Part, frozen=True):
    """The answers of a seat to questions of one round."""

    seat: str
    """The seat."""
    round: int
    """The round."""
    times: float
    """How often it is asked in a conflict, on average, under best play."""
    answers: list[Answered]
    """The answers, the likeliest first; several if the seat mixes them."""
    instead: list[str]
    """The kinds of answer that are offered there too and never given."""


class Lost(Part, frozen=True):
    """A choice of an agent that loses something against best play."""

    seat: str
    """The seat of the agent."""
    round: int
    """The round."""
    taken: str
    """The choice, in the words of the story."""
    best: str
    """The best choice, in the words of the story."""
    times: float
    """How often it occurs in a conflict between these agents, on average."""
    cost: float
    """What it loses each time, of the difference between both returns."""


class SavedStrategy(Part, frozen=True):
    """A strategy that was saved as an agent."""

    seat: str
    """Its seat."""
    file: str
    """Its file."""
    aim: Literal["difference", "first", "second"]
    """What it maximises: the difference, or what the first or second seat can be sure
    of."""
    questions: int
    """For how many questions it has an answer."""
    gain: float | None
    """The most that any reply gains against it; null if none could be found."""
    whole: bool
    """Whether `gain` is that of the best reply; otherwise it is a bound."""
    why: str | UnsetType = UNSET
    """Why no reply was found, or which limit the best reply exceeded."""


class AmongSide(Part, frozen=True, rename={"returned": "return"}):
    """The result of a seat if both sides choose among a few ways of playing."""

    seat: str
    """The seat."""
    returned: Interval
    """Its return, from 0 to 1."""
    ways: int
    """Among how many ways of playing it chooses."""
    agents: dict[str, float]
    """Agent -> how often it is played, in the mixture that was found."""


class AmongAgents(Part, frozen=True):
    """The value of a conflict if both sides choose among a few ways of playing."""

    difference: Interval
    """The return of the first seat less that of the second, with a 95 % interval."""
    games: int
    """How many conflicts were played for it."""
    sides: list[AmongSide]
    """Both sides."""


class OptimalValue(Document, frozen=True):
    """The value of a conflict under best play by both sides."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """The digest of the scenario."""
    agents: list[str]
    """The agent of each seat; judges answer as theirs do."""
    free: list[str]
    """The kinds of decision that are free; [] for all."""
    certainty: Literal["exact", "bounds"]
    """How certain the value is."""
    value: Ends
    """The return of the first side less that of the second."""
    sure: list[SureOf]
    """The return that each side can be sure of."""
    own: list[OwnReturn] | None
    """The returns of the agents against each other; null if unknown."""
    exploitability: float | None
    """The most that any reply gains against these strategies; null for bounds."""
    bounded_by: tuple[str, str]
    """What gives the lower and the upper bound: an agent, "an easier conflict", or ""
    for the part of the conflict that was followed."""
    among: AmongAgents | None
    """The value among ways of playing; null if the value is exact, its bounds are
    close, only some decisions are free, or for the reason in `among_why`."""
    states: int
    """How many public states were computed."""
    whole: bool
    """Whether everything that can happen was followed."""
    questions: int | None
    """How many questions occur under best play; null for bounds or if `untold`."""
    mixes: int | None
    """At how many of them a seat mixes its answers; null as `questions`."""
    strategy: list[Line]
    """The answers of both sides to the questions that occur under best play."""
    situations: list[InSituation]
    """The same answers by situations, which are conditions on how the seats stand."""
    lost: list[Lost] | None
    """The choices by which the agents lose, the costliest first; null if unknown."""
    unseen: float | None
    """What simultaneous choices of both agents gained the first beyond their losses;
    null if unknown."""
    saved: list[SavedStrategy]
    """The strategies that were saved."""
    error: str | UnsetType = UNSET
    """Which limit was exceeded, so that there are only bounds."""
    untold: str | UnsetType = UNSET
    """Why no strategy is listed although the value is exact."""
    own_why: str | UnsetType = UNSET
    """Why the returns of the agents against each other are unknown."""
    shown_by: int | UnsetType = UNSET
    """How many conflicts showed that an agent, though it may look at anything, uses
    only what was followed."""
    lost_why: str | UnsetType = UNSET
    """Why it is unknown what the agents lose."""
    among_why: str | UnsetType = UNSET
    """Why there is no value among ways of playing although the bounds are far apart."""
