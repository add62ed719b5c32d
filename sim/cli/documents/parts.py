"""What several documents are made of: intervals, rows of seats, samples, pairings."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document; it has these fields and no others."""


class Document(Part, frozen=True):
    """A whole document."""

    format: Literal[1]
    """The number of this shape: it is raised when a field changes its meaning."""


class Interval(Part, frozen=True):
    """A figure from played games, with its 95 % interval."""

    value: float
    """The figure: a share, a return from 0 to 1, or a mean."""
    low: float | None
    """The lower end; null if too few games were played."""
    high: float | None
    """The upper end; null if too few games were played."""


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
    """The share of the probability that was followed exactly, from 0 to 1."""
    low: float | UnsetType = UNSET
    """The lower bound, or the lower end of the interval."""
    high: float | UnsetType = UNSET
    """The upper bound, or the upper end of the interval."""


Certainty = Literal["exact", "shown", "bounds", "value ± error", "interval"]
"""How sure a figure is; shown is exact as far as this many conflicts show."""

Value = float | Sure
"""A number if it is exact, otherwise the number with how sure it is."""


class Counts(Part, frozen=True):
    """The distribution of a count over conflicts."""

    mean: Interval | None
    """The mean; null, as the next five, if no conflict is recorded yet."""
    least: int | None
    """The least value."""
    quartile: int | None
    """The first quartile: a quarter of the values are no greater."""
    median: int | None
    """Half of the values are no greater."""
    upper_quartile: int | None
    """The third quartile: three quarters of the values are no greater."""
    most: int | None
    """The greatest value."""
    total: int
    """The sum of all values."""
    values: list[tuple[int, int]]
    """Each value and how often it occurred."""


class SeatCounts(Counts, frozen=True):
    """The distribution of a count for one participant."""

    seat: str
    """The participant."""


class _Record(Part, frozen=True, rename={"returned": "return"}):
    """The results of a seat or a side."""

    side: str
    """The side."""
    won: int
    """In how many conflicts no other side returned more, and some less."""
    drawn: int
    """In how many conflicts all sides returned the same."""
    lost: int
    """How many conflicts it neither won nor drew."""
    win: Interval | None
    """The share of conflicts won; null if no conflict is recorded yet."""
    returned: Interval | None
    """The mean return, from 0 (lost) to 1 (obtained what was intended); null if no
    conflict is recorded yet."""


class SeatRow(_Record, frozen=True, rename={"returned": "return"}):
    """The results of one participant."""

    seat: str
    """The participant."""


class SideRow(_Record, frozen=True, rename={"returned": "return"}):
    """The results of one side."""

    seats: list[str]
    """The participants on it."""


class Ending(Part, frozen=True):
    """One ending, and how often it came."""

    how: str
    """The name of the ending in the rule system."""
    games: int
    """How many conflicts ended so."""
    share: Interval
    """The share of conflicts that ended so."""


class Sample(Part, frozen=True):
    """A conflict worth reading: a typical one, or the strangest."""

    what: str
    """Why it was picked: typical or strangest."""
    name: str
    """The conflict, as RUN-NUMBER."""
    how: str
    """Its ending."""
    returns: dict[str, float]
    """Participant -> its return."""
    events: int
    """How many events it has."""
    alike: int
    """How many of `conflicts` have the same outcome."""
    conflicts: int
    """From how many conflicts it was picked."""
    median: int
    """The median number of events of a conflict."""
    replay: str
    """The command that prints its story."""
    keep: str | UnsetType = UNSET
    """The command to run first, if nothing was recorded."""
    scenario: str | UnsetType = UNSET
    """Its scenario, if there are several."""
    where: str | UnsetType = UNSET
    """Which of several runs it is from: its varied values, which of two, or its
    agents."""


class Forfeits(Part, frozen=True):
    """An agent that forfeited: it raised, or answered what it was not offered."""

    agent: str
    """The agent as it was given."""
    seat: str
    """Its seat at its first forfeit."""
    scenario: str
    """The scenario of its first forfeit, "" if there is only one."""
    forfeits: int
    """How many games it forfeited."""
    games: int
    """How many games it played."""
    first: str
    """Its first forfeit: the number of the game in a run, the id in a tournament."""
    reason: str
    """The reason of its first forfeit."""
    many: bool
    """Whether they are at least 1 in 100, so that the exit status is 1."""
    sentence: str | UnsetType = UNSET
    """The same as a sentence."""


class Option(Part, frozen=True):
    """One kind of option of one participant: how often taken, and what it returned."""

    seat: str
    """Who was asked."""
    about: str
    """The scope of the decision."""
    kind: str
    """The kind of event that the option would become."""
    words: str
    """The option in the words of the story."""
    offered: int
    """How often it was offered."""
    taken: int
    """How often it was taken."""
    conflicts_with: int
    """In how many conflicts it was taken at least once."""
    conflicts_without: int
    """In how many it was offered but never taken."""
    return_with: Interval | None
    """The return of the seat in those with it."""
    return_without: Interval | None
    """The return of the seat in those without it."""


class Choices(Part, frozen=True):
    """The options that were offered and taken."""

    conflicts: int
    """In how many conflicts options were counted."""
    options: list[Option]
    """Each option that was offered."""


class Ahead(Part, frozen=True):
    """How many more blocks would settle an open pairing, as a range."""

    low: int | None
    """The lower end; null for more than can be foreseen."""
    high: int | None
    """The upper end; null for more than can be foreseen."""


class Verdict(Part, frozen=True):
    """The verdict on two agents."""

    says: Literal["better", "worse", "equal", "alike", "open"]
    """Whether the first is better or worse, both are equal (within `within`) or play
    alike, or it is open."""
    within: float
    """A smaller difference in score counts as none."""
    exact: bool
    """Whether it was computed, not played; then there are no intervals and blocks."""
    evidence: float | None
    """The evidence (e-value) against an even score, at every look; null if exact."""
    about: Ahead | UnsetType | None = UNSET
    """How many more blocks would probably settle it, if it is open."""
    ratios: tuple[float, float] | UnsetType = UNSET
    """The log-likelihood ratios of a sequential test: first better, second better."""


class Pairing(Part, frozen=True):
    """Two agents against each other, under the same dice in both seatings."""

    first: str
    """One agent."""
    second: str
    """The other."""
    scenario: str | None
    """The scenario, null for all together."""
    blocks: int
    """How many blocks they played: each has the same dice in every seating."""
    scores: list[tuple[float, int]]
    """Each score of a block and how many blocks had it; 1 is all to the first."""
    mean: float
    """The mean score, as played."""
    score: Interval
    """The score of the first; 0.5 is even."""
    margin: Interval
    """How much more the first returned than the second."""
    verdict: Verdict
    """The verdict."""


Words = dict[str, Any]
"""What a rule system says of its own, by name."""
