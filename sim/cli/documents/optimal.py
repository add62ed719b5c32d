"""What `fracas value` prints."""

from typing import Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import Document, Interval, Part, Value


class Ends(Part, frozen=True):
    """The bounds of a value, which are equal where it is exact."""

    low: float
    """The truth is not below this."""
    high: float
    """The truth is not above this."""


class SureOf(Ends, frozen=True):
    """What one seat can be sure of, whatever the other does."""

    seat: str
    """The seat."""


class OwnReturn(Part, frozen=True, rename={"returned": "return"}):
    """What a seat's agent gets against the other's."""

    seat: str
    """The seat."""
    agent: str
    """Its agent."""
    returned: Value
    """What it returns, from 0 to 1."""
    loses: float | None
    """What its choices lose of the difference; null if that is not known."""


class Answered(Part, frozen=True):
    """An answer, and how often it is given."""

    words: str
    """The answer, in the words of the story."""
    chance: float
    """The chance with which it is given."""


class Limited(Part, frozen=True, rename={"one": "is"}):
    """What holds of how a seat stands in a situation."""

    seat: str
    """The seat."""
    what: str
    """What of its status."""
    least: float | None
    """It is not less than this; null for no matter how little, or no number."""
    most: float | None
    """It is not more than this; null for no matter how much, or no number."""
    one: str | None
    """It is this; null for a number, or for what it is not."""
    is_not: list[str]
    """It is none of these."""


class Does(Part, frozen=True):
    """What is answered in a situation, and how often of all times."""

    answers: list[Answered]
    """The answers, the likeliest first; more than one where it mixes."""
    share: float
    """In what part of the times it comes to this situation."""


class InSituation(Part, frozen=True):
    """What a seat does in one situation."""

    seat: str
    """The seat."""
    where: list[Limited]
    """What holds there, all of it."""
    rounds: list[int]
    """The rounds."""
    times: float
    """How often it is in that situation in a conflict, when both play well."""
    instead: list[str]
    """The kinds of answer that it has there, and never gives."""
    does: list[Does]
    """What it does, the most frequent first; only one where the situation decides."""


class Line(Part, frozen=True):
    """What a seat answers to questions of one round."""

    seat: str
    """The seat."""
    round: int
    """The round."""
    times: float
    """How often it is asked in a conflict, when both play well."""
    answers: list[Answered]
    """The answers, the likeliest first; more than one where it mixes."""
    instead: list[str]
    """The kinds of answer that are offered there too, and never given."""


class Lost(Part, frozen=True):
    """A choice of an agent that costs it something against best play."""

    seat: str
    """Whose agent it is."""
    round: int
    """The round."""
    taken: str
    """What it chooses, in the words of the story."""
    best: str
    """What would be best."""
    times: float
    """How often it is met in a conflict between these agents."""
    cost: float
    """What it costs each time, of the difference between both returns."""


class SavedStrategy(Part, frozen=True):
    """A strategy that was written as an agent."""

    seat: str
    """Whose it is."""
    file: str
    """Its file."""
    aim: Literal["difference", "first", "second"]
    """What it is for: the difference, or what the first or the second is sure of."""
    questions: int
    """How many questions it knows an answer to."""
    gain: float | None
    """What anybody gains against it at most; null if no reply could be found."""
    whole: bool
    """Whether that is the best reply, and not only a bound."""
    why: str | UnsetType = UNSET
    """Why no reply was found, or what the best one did not fit into."""


class AmongSide(Part, frozen=True, rename={"returned": "return"}):
    """What a seat gets where both sides choose among a few ways of playing."""

    seat: str
    """The seat."""
    returned: Interval
    """What it returns, from 0 to 1."""
    ways: int
    """How many ways of playing it chooses from."""
    agents: dict[str, float]
    """The mixture that was found: how often it plays each of these agents."""


class AmongAgents(Part, frozen=True):
    """What a conflict is worth where both sides choose among ways of playing."""

    difference: Interval
    """How much more the first seat gets than the second; its interval is of 95 %."""
    games: int
    """In how many conflicts that was found out."""
    sides: list[AmongSide]
    """Both sides."""


class OptimalValue(Document, frozen=True):
    """What a conflict is worth when both sides play as well as they can."""

    system: str
    """The rule system."""
    scenario: str
    """The scenario."""
    digest: str
    """What it hashes to."""
    agents: list[str]
    """The agent of each seat; judges answer as theirs."""
    free: list[str]
    """The kinds of decision that are free; none: all are."""
    certainty: Literal["exact", "bounds"]
    """How sure the value is."""
    value: Ends
    """How much more the first side gets than the second."""
    sure: list[SureOf]
    """What each side can be sure of."""
    own: list[OwnReturn] | None
    """What the agents get against each other, null if that is not known."""
    exploitability: float | None
    """The most that anybody gains against these strategies; null for bounds."""
    bounded_by: tuple[str, str]
    """What gives the lower and the upper bound: an agent, or "an easier conflict"; ""
    if it is what was followed."""
    among: AmongAgents | None
    """What it is worth among ways of playing; null if the value is exact or its
    bounds are near, where only some decisions are free, or as `among_why` says."""
    states: int
    """How many public states were found."""
    whole: bool
    """Whether everything was followed that can happen."""
    questions: int | None
    """How many questions best play comes to; null for bounds."""
    mixes: int | None
    """At how many of them more than one answer may be given."""
    strategy: list[Line]
    """What both sides do, as far as best play comes to it."""
    situations: list[InSituation]
    """The same by situations: how the seats stand, and what is done then."""
    lost: list[Lost] | None
    """What the agents lose, the dearest first; null if that is not known."""
    unseen: float | None
    """What both agents chose at the same time, unseen, came to for the first beyond
    what they lose; null if that is not known."""
    saved: list[SavedStrategy]
    """The strategies that were saved."""
    error: str | UnsetType = UNSET
    """What it did not fit into."""
    untold: str | UnsetType = UNSET
    """Why no strategy is told though the value is exact."""
    own_why: str | UnsetType = UNSET
    """Why it is not known what the agents get against each other."""
    shown_by: int | UnsetType = UNSET
    """So many conflicts showed that an agent, which may look at more than was followed,
    uses no more for what the agents get."""
    lost_why: str | UnsetType = UNSET
    """Why it is not known what the agents lose."""
    among_why: str | UnsetType = UNSET
    """Why there is no interval among ways of playing though bounds are far apart."""
