"""What several documents are made of: intervals, rows of seats, samples, pairings."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document: it has these fields and no others."""


class Document(Part, frozen=True):
    """A whole document."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class Interval(Part, frozen=True):
    """A figure that was played, with its interval of 95 %."""

    value: float
    """The figure: a share or a return from 0 to 1, or a mean."""
    low: float | None
    """The lower end, null if too little was played for one."""
    high: float | None
    """The upper end, null if too little was played for one."""


class Sure(Part, frozen=True):
    """A figure that is not exact: an estimate with its error, or two bounds.

    It has `low` and `high` alone (the truth lies between them), `value` with both (an
    interval of 95 %, played), or `value` with `error` and `exact` (value ± error).
    """

    value: float | UnsetType = UNSET
    """The estimate."""
    error: float | UnsetType = UNSET
    """Its standard error."""
    exact: float | UnsetType = UNSET
    """The share of it that is exact, from 0 to 1."""
    low: float | UnsetType = UNSET
    """The lower bound, or the lower end of the interval."""
    high: float | UnsetType = UNSET
    """The upper bound, or the upper end of the interval."""


Certainty = Literal["exact", "shown", "bounds", "value ± error", "interval"]
"""How sure a figure is; shown is exact as far as this many conflicts show."""

Value = float | Sure
"""An exact number, or how sure it is."""


class Counts(Part, frozen=True):
    """How often each value of something counted was met."""

    mean: Interval
    """The mean."""
    least: int
    """The least that was met."""
    quartile: int
    """A quarter of the values are no greater."""
    median: int
    """Half of the values are no greater."""
    upper_quartile: int
    """Three quarters of the values are no greater."""
    most: int
    """The most that was met."""
    total: int
    """The sum of all."""
    values: list[tuple[int, int]]
    """Each value with how often it was met."""


class SeatCounts(Counts, frozen=True):
    """What was counted of one participant."""

    seat: str
    """The participant."""


class _Record(Part, frozen=True, rename={"returned": "return"}):
    """How somebody did."""

    side: str
    """The side."""
    won: int
    """Conflicts in which no other side returned more, and some less."""
    drawn: int
    """Conflicts in which all sides returned the same."""
    lost: int
    """The others."""
    win: Interval
    """The share that was won."""
    returned: Interval
    """What was returned on average, from 0 (lost) to 1 (got what it intended)."""


class SeatRow(_Record, frozen=True, rename={"returned": "return"}):
    """How one participant did."""

    seat: str
    """The participant."""


class SideRow(_Record, frozen=True, rename={"returned": "return"}):
    """How one side did."""

    seats: list[str]
    """The participants on it."""


class Ending(Part, frozen=True):
    """One way to end."""

    how: str
    """The ending, as the rule system calls it."""
    games: int
    """How many ended so."""
    share: Interval
    """Which share that is."""


class Sample(Part, frozen=True):
    """A conflict worth reading: the typical one, or the strangest."""

    what: str
    """Why it was picked: typical, strangest."""
    name: str
    """The conflict, as RUN-NUMBER."""
    how: str
    """How it ended."""
    returns: dict[str, float]
    """Participant -> what it returned."""
    events: int
    """How many events it has."""
    alike: int
    """How many conflicts ended like it."""
    conflicts: int
    """Of how many."""
    median: int
    """The median of events."""
    replay: str
    """The command that tells it."""
    keep: str | UnsetType = UNSET
    """The command that has to come first, where nothing was kept."""
    scenario: str | UnsetType = UNSET
    """The scenario, where there are several."""
    where: str | UnsetType = UNSET
    """Where among several: with which values, in which of two, by which agents."""


class Forfeits(Part, frozen=True):
    """An agent that forfeited: it failed, or answered what it was not offered."""

    agent: str
    """The agent, as it was given."""
    seat: str
    """Its seat the first time."""
    scenario: str
    """The scenario of the first time, "" if there is one alone."""
    forfeits: int
    """How many games it forfeited."""
    games: int
    """How many it played."""
    first: str
    """The first of them: its number in a run, its id in a tournament."""
    reason: str
    """Why, the first time."""
    many: bool
    """Whether it is so many that the exit status is 1."""
    sentence: str | UnsetType = UNSET
    """All of it as a sentence."""


class Option(Part, frozen=True):
    """One kind of choice of one participant: how often taken, and what it returned."""

    seat: str
    """Who was asked."""
    about: str
    """What the question was about."""
    kind: str
    """The kind of event that the option is."""
    words: str
    """The option in the words of the story."""
    offered: int
    """How often it was offered."""
    taken: int
    """How often it was taken."""
    conflicts_with: int
    """In how many conflicts it was taken at least once."""
    conflicts_without: int
    """In how many it was offered and never taken."""
    return_with: Interval | None
    """What its seat returned in those with it."""
    return_without: Interval | None
    """What its seat returned in those without it."""


class Choices(Part, frozen=True):
    """What was offered and taken."""

    conflicts: int
    """In how many conflicts options were counted."""
    options: list[Option]
    """Each option that was offered."""


class Ahead(Part, frozen=True):
    """How many more blocks would settle an open pairing, as a range."""

    low: int | None
    """At least about this many, null for more than anybody plays."""
    high: int | None
    """At most about this many, null if nobody can say."""


class Verdict(Part, frozen=True):
    """What is known of two agents."""

    says: Literal["better", "worse", "equal", "alike", "open"]
    """Whether the first is better, worse, equal within the margin, alike, or open."""
    within: float
    """Closer than this counts as equal."""
    exact: bool
    """Whether it was worked out, not played: then it has no interval and no blocks."""
    evidence: float | None
    """How sure it is: the confidence against "even", valid at every look; null if it
    is exact."""
    about: Ahead | UnsetType | None = UNSET
    """How many more blocks it may take, where it is open."""
    ratios: tuple[float, float] | UnsetType = UNSET
    """The likelihood ratios of a sequential test, where one stops the pairing."""


class Pairing(Part, frozen=True):
    """How two agents did against each other, on the same luck at both sides."""

    first: str
    """One agent."""
    second: str
    """The other."""
    scenario: str | None
    """The scenario, null for all together."""
    blocks: int
    """How many blocks they played: the same dice, once with each agent at each seat."""
    scores: list[tuple[float, int]]
    """Each score that a block came to with how many did; 1 is all to the first."""
    mean: float
    """The mean of the scores as they were played."""
    score: Interval
    """What the first scores; .5 is even."""
    margin: Interval
    """How much more the first returned than the second."""
    verdict: Verdict
    """What that says."""


Words = dict[str, Any]
"""What a rule system says of its own, by name."""
