"""What `fracas sweep`, `tune` and `compare` print."""

from typing import Any, Literal

from sim.cli.documents.parts import Document, Part, Sample, Words


class Change(Part, frozen=True):
    """A figure, or the difference of two, with its interval."""

    value: float
    """The figure or the difference."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    exact: bool
    """Whether it is exact; then both ends equal the value."""
    games: int
    """How many games it rests on."""


class Figure(Change, frozen=True):
    """One figure of a point."""

    of: str
    """Which figure: `wins(SEAT)` or `returns(SEAT)`."""
    change: Change | None
    """Its difference from the unchanged scenario, null if not asked for."""


class Point(Part, frozen=True):
    """One combination of the varied values."""

    settings: Words
    """Path -> value."""
    digest: str
    """The digest of the scenario with these values."""
    agents: list[str]
    """The agent of each seat."""
    figures: list[Figure]
    """Its figures."""


class Sweep(Document, frozen=True):
    """The value of a scenario at every value of some of its numbers."""

    headline: str
    """Where the chosen figure is lowest and highest, in a sentence."""
    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """The digest of the unchanged scenario."""
    vary: dict[str, list[Any]]
    """Path -> its values."""
    points: list[Point]
    """The combinations."""
    missing: int
    """How many combinations were not computed, for lack of time."""
    too_large: int
    """How many combinations could not be solved; after these, all others were
    played."""
    seed: str
    """The seed."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of the points where the figure is lowest and highest: typical and strangest
    conflicts."""


class Target(Part, frozen=True):
    """The target of the search."""

    of: str
    """Which figure: `wins(SEAT)`, `returns(SEAT)` or `value`."""
    value: float
    """The value that it should have."""


class Tuning(Document, frozen=True):
    """The number that comes nearest to a target."""

    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """The digest of the unchanged scenario."""
    seed: str
    """The seed."""
    target: Target
    """The target of the search."""
    found: str
    """How close it comes: exactly; nearest; or, if played, not told apart from the
    target."""
    best: Words
    """Path -> the value that comes nearest."""
    interval: tuple[Any, Any] | None
    """The lowest and the highest value that may meet the target; null if none may."""
    looked_at: list[Words]
    """Each combination that was tried, with its figure and its side of the target."""
    of: int
    """How many combinations there are."""
    finished: bool
    """Whether the search was completed; otherwise time or Ctrl-C ended it."""
    says: list[str]
    """The result, its certainty and what was not tried, in sentences."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of the best values: a typical conflict and the strangest one."""


class Changed(Part, frozen=True):
    """One difference between the two."""

    path: str
    """Its path."""
    first: Any
    """The value in the first."""
    second: Any
    """The value in the second."""


Says = Literal["more", "less", "equal", "open"]


class Gap(Part, frozen=True):
    """A participant in both; each gap is the second figure less the first."""

    seat: str
    """The participant."""
    win_first: float
    """Its win rate in the first."""
    win_second: float
    """Its win rate in the second."""
    win_gap: float
    """The difference."""
    win_gap_low: float
    """The lower end of the interval of `win_gap`."""
    win_gap_high: float
    """The upper end of the interval of `win_gap`."""
    win_says: Says
    """Whether it wins more or less in the second, equally often, or it is open."""
    return_first: float
    """Its return in the first."""
    return_second: float
    """Its return in the second."""
    return_gap: float
    """The difference."""
    return_gap_low: float
    """The lower end of the interval of `return_gap`."""
    return_gap_high: float
    """The upper end of the interval of `return_gap`."""
    return_says: Says
    """Whether it returns more or less in the second, the same, or it is open."""
    exact: bool
    """Whether all figures are exact."""
    first_exact: bool
    """Whether the figures of the first are exact."""
    second_exact: bool
    """Whether the figures of the second are exact."""
    games: int
    """How many games of each were played, or of the one that was not solved."""


class Comparison(Document, frozen=True):
    """Two scenarios, readings or sets of agents, compared under the same dice."""

    headline: str
    """What differs, and who wins more or less because of it, in a sentence."""
    first: str
    """The first scenario."""
    second: str
    """The second."""
    system: str
    """The rule system of both."""
    digests: tuple[str, str]
    """Their digests."""
    changed: list[Changed]
    """What differs."""
    seats: list[Gap]
    """The participants that are in both."""
    followed: int
    """How many conflicts were followed to the first decision that differs."""
    differ: int
    """How many of these differ."""
    partings: list[Any]
    """Where each of these parts."""
    example: int | None
    """The conflict with the largest difference."""
    seed: str
    """The seed."""
    replay: list[str]
    """The commands that print the stories of the example."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of each of the two: a typical conflict and the strangest one."""


class Departure(Part, frozen=True):
    """The first event at which a game takes another course today."""

    game: int
    """The game, from 1."""
    decision: int
    """The decision that differs, or the last one before something else does; from 1."""
    round: int
    """The round in which it differs."""
    what: Literal["choice", "dice", "rules"]
    """What differs: a choice, the dice, or what follows by the rules."""
    recorded: str
    """What was recorded, in the words of the story; "" if the conflict was over."""
    today: str
    """What today's code plays instead; "" if the conflict is over."""
    gap: float
    """Today's return less the recorded one, of the first seat whose returns differ."""


class Then(Part, frozen=True):
    """A figure of a participant, as recorded and today."""

    of: str
    """Which figure: `wins(SEAT)` or `returns(SEAT)`."""
    recorded: Change
    """The figure as recorded."""
    today: Change
    """The figure as played by today's code."""
    gap: Change
    """Today's figure less the recorded one, game by game."""
    says: Literal["more", "less", "equal", "open"]
    """Whether it is more, less or equal today, or open."""


class Versions(Document, frozen=True):
    """A recorded run compared with what today's code plays with the same dice."""

    run: str
    """The run."""
    title: str
    """The title of its scenario."""
    system: str
    """Its rule system."""
    seed: str
    """Its seed."""
    games: int
    """How many conflicts were compared."""
    changed: list[Changed]
    """The versions of rules and agents that differ."""
    seats: list[Then]
    """The figures of every participant."""
    differ: int
    """How many conflicts take another course."""
    otherwise: list[int]
    """The numbers of these conflicts, from 1."""
    departures: list[Departure]
    """Where the first of these differ."""
    example: int | None
    """The conflict with the largest difference."""
    replay: list[str]
    """The commands that print the stories of the example."""
    again: str
    """The command that does the same again."""
