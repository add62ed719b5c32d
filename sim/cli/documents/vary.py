"""What `fracas sweep`, `tune` and `compare` print."""

from typing import Any, Literal

from sim.cli.documents.parts import Document, Part, Sample, Words


class Change(Part, frozen=True):
    """How much a figure differs from that of the scenario as it is."""

    value: float
    """The difference."""
    low: float
    """Its lower end."""
    high: float
    """Its upper end."""
    exact: bool
    """Whether it is exact: then both ends are the value."""
    games: int
    """How many games it rests on."""


class Figure(Change, frozen=True):
    """One figure of a point."""

    of: str
    """What of: `wins(SEAT)` or `returns(SEAT)`."""
    change: Change | None
    """How much it differs from the scenario as it is, null if nobody asked."""


class Point(Part, frozen=True):
    """One combination of values."""

    settings: Words
    """Path -> value."""
    digest: str
    """What the scenario so changed hashes to."""
    agents: list[str]
    """The agent of each seat."""
    figures: list[Figure]
    """What it comes to."""


class Sweep(Document, frozen=True):
    """What a scenario is worth for every value of some of its numbers."""

    headline: str
    """Where what is shown is least and most, in a sentence."""
    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """What it hashes to as it is."""
    vary: dict[str, list[Any]]
    """Path -> its values."""
    points: list[Point]
    """Each combination."""
    missing: int
    """Combinations for which there was no time."""
    too_large: int
    """Combinations that could not be solved; then no other was tried, but played."""
    seed: str
    """The seed."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of the points where it is least and most: the typical conflict, the strangest."""


class Target(Part, frozen=True):
    """What was searched for."""

    of: str
    """Of what: `wins(SEAT)` or `returns(SEAT)`."""
    value: float
    """The value it should have."""


class Tuning(Document, frozen=True):
    """The number that comes nearest to a target."""

    scenario: str
    """The scenario."""
    system: str
    """Its rule system."""
    digest: str
    """What it hashes to as it is."""
    seed: str
    """The seed."""
    target: Target
    """What was searched for."""
    found: str
    """How it came out: exactly, nearest or, of what was played, not told apart."""
    best: Words
    """Path -> the value that comes nearest."""
    interval: tuple[Any, Any] | None
    """The least and the greatest value that may be right; null if none may."""
    looked_at: list[Words]
    """Each combination that was looked at, with its figure and on which side it is."""
    of: int
    """Of how many."""
    finished: bool
    """Whether the search came to its end; if not, its time was over, or Ctrl-C."""
    says: list[str]
    """What was found, how sure it is and what was not looked at, in sentences."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of the best values: the typical conflict, and the strangest."""


class Changed(Part, frozen=True):
    """One thing that differs."""

    path: str
    """What."""
    first: Any
    """In the first."""
    second: Any
    """In the second."""


Says = Literal["more", "less", "equal", "open"]


class Gap(Part, frozen=True):
    """One participant in both; each gap is the second less the first."""

    seat: str
    """The participant."""
    win_first: float
    """How often it wins in the first."""
    win_second: float
    """How often it wins in the second."""
    win_gap: float
    """The difference."""
    win_gap_low: float
    """Its lower end."""
    win_gap_high: float
    """Its upper end."""
    win_says: Says
    """What that says of the second."""
    return_first: float
    """What it returns in the first."""
    return_second: float
    """What it returns in the second."""
    return_gap: float
    """The difference."""
    return_gap_low: float
    """Its lower end."""
    return_gap_high: float
    """Its upper end."""
    return_says: Says
    """What that says of the second."""
    exact: bool
    """Whether all figures are exact."""
    first_exact: bool
    """Whether those of the first are."""
    second_exact: bool
    """Whether those of the second are."""
    games: int
    """How many games of each were played, or of the one that is not exact."""


class Comparison(Document, frozen=True):
    """Two scenarios, readings or sets of agents under the same luck."""

    headline: str
    """What changed, and who wins more or less for it, in a sentence."""
    first: str
    """The first scenario."""
    second: str
    """The second."""
    system: str
    """The rule system of both."""
    digests: tuple[str, str]
    """What they hash to."""
    changed: list[Changed]
    """What differs."""
    seats: list[Gap]
    """Each participant that is in both."""
    followed: int
    """How many conflicts were followed decision by decision."""
    differ: int
    """How many of them differ."""
    partings: list[Any]
    """Where each of those parts."""
    example: int | None
    """The one with the largest difference."""
    seed: str
    """The seed."""
    replay: list[str]
    """The commands that tell the example."""
    again: str
    """The command that does the same again."""
    samples: list[Sample]
    """Of each of the two: the typical conflict, and the strangest."""


class Departure(Part, frozen=True):
    """The first event at which a game goes another way today."""

    game: int
    """The game, from 1."""
    decision: int
    """The decision that differs, or after which something else does; from 1."""
    round: int
    """The round in which that is."""
    what: Literal["choice", "dice", "rules"]
    """Whether a choice differs, what the dice show, or what follows by the rules."""
    recorded: str
    """What was recorded, in the words of the story; "" if it was over."""
    today: str
    """What today's code plays instead."""
    gap: float
    """Today's return less the recorded one, of the first seat whose return differs."""


class Then(Part, frozen=True):
    """A figure of a participant as it was recorded, and today."""

    of: str
    """What of: `wins(SEAT)` or `returns(SEAT)`."""
    recorded: Change
    """As recorded."""
    today: Change
    """As today's code plays."""
    gap: Change
    """Today's less the recorded one, game by game."""
    says: Literal["more", "less", "equal", "open"]
    """What is certain of that."""


class Versions(Document, frozen=True):
    """A recorded run, and what today's code plays under the same dice."""

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
    """The figures of everybody."""
    differ: int
    """How many conflicts go another way."""
    otherwise: list[int]
    """Which those are, from 1."""
    departures: list[Departure]
    """Where they part, of the first of them."""
    example: int | None
    """The one with the largest difference."""
    replay: list[str]
    """The commands that tell the example."""
    again: str
    """The command that does the same again."""
