"""What `fracas tournament` and `fracas league` print."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from sim.cli.documents.parts import (
    Document,
    Forfeits,
    Interval,
    Pairing,
    Part,
    Sample,
)


class Bounds(Part, frozen=True):
    """What a sequential test decides between, in normalised Elo."""

    low: float
    """No better than this."""
    high: float
    """At least so much better."""
    alpha: float
    """The chance to prefer `high` where `low` holds."""
    beta: float
    """The chance to prefer `low` where `high` holds."""


class Terms(Part, frozen=True):
    """How it is played, and when it may stop."""

    format: str
    """Who meets whom: round-robin, gauntlet, ladder, swiss, race."""
    blocks: int
    """The most blocks that two agents play on each scenario."""
    null: int
    """How many each plays against itself, where all games must be alike."""
    until: Literal["", "settled", "error"]
    """What stops a pairing before its last block, "" for nothing."""
    error: float
    """The standard error at which it stops."""
    bounds: Bounds | None
    """Those of a sequential test, where one decides."""
    confidence: float
    """The chance that all that is called sure is true."""
    within: float
    """A difference in score that counts as none."""
    fixed: dict[str, str]
    """Sides that are not open -> their agents."""
    exact: float
    """How many seconds it may take to work out how games end; 0 to play them all."""


class Entrant(Part, frozen=True):
    """An agent that takes part."""

    spec: str
    """The agent as it was given."""
    agent: str
    """Its name."""
    version: str
    """Its version; of one from a file, what the file hashes to."""
    settings: str
    """Its settings, as JSON."""


class Place(Part, frozen=True):
    """A scenario that is played."""

    scenario: str
    """Its name, or its file."""
    digest: str
    """What it hashes to."""
    system: str
    """Its rule system."""
    sides: list[str]
    """Its sides."""
    seatings: int
    """In how many ways two agents share its sides."""


class Chances(Part, frozen=True):
    """How likely each result of a game is."""

    won: float
    """To win it."""
    drawn: float
    """To draw it."""
    lost: float
    """To lose it."""


class Row(Part, frozen=True):
    """One agent in the standings."""

    agent: str
    """The agent."""
    games: int
    """How many it played."""
    won: int
    """How many it won."""
    drawn: int
    """How many were drawn."""
    lost: int
    """How many it lost."""
    forfeits: int
    """How many of those by a forfeit."""
    score: Interval
    """What it scores; .5 is even."""
    exact: bool
    """Whether all of it was worked out, so that there are no games."""
    chances: Chances | None
    """How likely it wins, draws and loses a game, where it is exact."""


class PlaceEnding(Part, frozen=True):
    """How games of an agent on one side ended."""

    how: str
    """The ending."""
    games: int
    """How many games."""
    score: float
    """What it scored in them."""
    rounds: float
    """How many rounds they took on average."""


class PlaceChance(Part, frozen=True):
    """How likely games of an agent on one side end so."""

    how: str
    """The ending."""
    chance: float
    """How likely it is."""
    score: float
    """What it scores in it."""


class PlayedPair(Part, frozen=True):
    """Where two agents play though exact verdicts were asked for."""

    first: str
    """One agent."""
    second: str
    """The other."""
    scenario: str
    """The scenario."""
    why: str
    """Why how their games end could not be worked out."""


class PlaceScore(Part, frozen=True):
    """How an agent did on one side of one scenario."""

    agent: str
    """The agent."""
    scenario: str
    """The scenario."""
    side: str
    """The side it played."""
    games: int
    """How many games."""
    score: Interval
    """What it scored, or returned where only one side is open."""
    endings: list[PlaceEnding]
    """How they ended, the most frequent first."""
    exact: bool
    """Whether it was worked out: then there are no games."""
    chances: list[PlaceChance]
    """How likely each ending is, where it is exact."""


class Rating(Part, frozen=True):
    """The rating of one agent."""

    agent: str
    """The agent."""
    elo: Interval
    """Its Elo; the mean of all is 0."""
    ranks: tuple[int, int]
    """Between which ranks it surely is."""


class SideTerm(Part, frozen=True):
    """The advantage of a side."""

    scenario: str
    """The scenario."""
    side: str
    """The side."""
    elo: float
    """Its advantage over the mean of the sides, in Elo."""


class Ratings(Part, frozen=True):
    """All ratings, or the cycles for which no order is honest."""

    ratings: list[Rating]
    """The strongest first; none where there are cycles."""
    not_surely_behind: list[str]
    """The agents that no other is surely better than."""
    confidence: float
    """The chance that all that is called sure is true, at every look."""
    sides: list[SideTerm]
    """The advantage of each side."""
    ties: list[tuple[str, float]]
    """Scenario -> how much draws count."""
    holm: list[tuple[str, str, float]]
    """Two agents, and the adjusted chance to look so far from even by luck."""
    cycles: list[list[str]]
    """Agents each of whom is surely better than the next."""
    payoffs: list[list[float]]
    """What the agent of a row scored against that of a column, less one half."""


class Null(Part, frozen=True):
    """An agent against itself under the same dice."""

    agent: str
    """The agent."""
    blocks: int
    """How many blocks."""
    uneven: int
    """In how many the games were not alike."""
    passed: bool
    """Whether all were alike: else no figure of this agent can be trusted."""


class Luck(Part, frozen=True):
    """The score of two agents with luck taken out, or why it is not (--why)."""

    first: str
    """One agent."""
    second: str
    """The other."""
    status: str
    """adjusted, or why not: stopped, no_luck, too_few, no_saving."""
    blocks: int
    """How many blocks they played."""
    differing: int
    """How many of them differ from the most frequent score."""
    needed: int
    """How many are needed to say what luck is worth."""
    score: Interval | None
    """The mean as it was played."""
    saved: Interval | None
    """The share of the variance that goes with luck."""
    adjusted: Interval | None
    """The mean with luck taken out."""


class Thinking(Part, frozen=True):
    """How long an agent of a league thinks (--why)."""

    agent: str
    """The agent."""
    milliseconds: float | None
    """What a choice takes on this machine, now; null if that is not known."""
    choices: int
    """How many choices that is the mean of."""
    unknown: str
    """Why it is not known, "" if it is."""


class Crash(Part, frozen=True):
    """Where an agent of a league failed the first time (--why)."""

    agent: str
    """The agent."""
    game: str
    """The id of the game."""
    traceback: str
    """The traceback, "" if there is none."""
    unknown: str
    """Why there is none, "" if there is."""


class Tournament(Document, frozen=True):
    """A tournament, or a league as it stands."""

    headline: str
    """Who is best, or what is open, in a sentence; "" if nothing was played."""
    forfeits: list[Forfeits]
    """The agents that forfeited."""
    tournament: str
    """Its id."""
    seed: str
    """The seed; with it and the agents it is the same again."""
    sandbox: str | None
    """How agents from files were held, null if there are none."""
    notes: list[str]
    """What the reader should know of these figures."""
    terms: Terms
    """How it is played."""
    games: int
    """How many games were played."""
    games_against_themselves: int
    """How many of them were of an agent against itself."""
    complete: bool
    """Whether it is over."""
    exact: bool
    """Whether all of it was worked out, so that there are no games."""
    agents: list[Entrant]
    """Who takes part."""
    scenarios: list[Place]
    """What is played."""
    standings: list[Row]
    """The best first."""
    pairings: list[Pairing]
    """Every two that met, over all scenarios and in each."""
    places: list[PlaceScore]
    """How each did on each side."""
    ratings: Ratings | None
    """Ratings, where there are more than two agents."""
    field: list[str]
    """Those still in a race."""
    rounds: list[list[tuple[str, str]]]
    """The pairings of each round, for formats with rounds."""
    null: list[Null]
    """Each agent against itself."""
    played: list[PlayedPair]
    """Where agents play though exact verdicts were asked for."""
    seal: str
    """What all games together hash to."""
    samples: list[Sample]
    """The typical conflict and the strangest, on each scenario."""
    partings: Any | UnsetType = UNSET
    """Where agents first chose otherwise under the same dice (--why)."""
    partings_unknown: str | UnsetType = UNSET
    """Why that is not known of agents from files, "" if it is (--why)."""
    luck: list[Luck] | UnsetType = UNSET
    """Scores with luck taken out (--why)."""
    swings: Any | UnsetType = UNSET
    """The blocks furthest from even, with the commands that replay them (--why)."""
    swings_left_out: int | UnsetType = UNSET
    """How many more there are (--why)."""
    thinking: list[Thinking] | UnsetType = UNSET
    """How long each agent thinks (--why of a league)."""
    crashes: list[Crash] | UnsetType = UNSET
    """Where agents failed the first time (--why of a league)."""
