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
    """The two hypotheses of a sequential test, in normalised Elo."""

    low: float
    """The lower hypothesis: the first agent is better by this much."""
    high: float
    """The higher hypothesis: the first agent is better by this much."""
    alpha: float
    """The chance to accept `high` where `low` is true."""
    beta: float
    """The chance to accept `low` where `high` is true."""


class Terms(Part, frozen=True):
    """How the tournament is played, and when a pairing may stop."""

    format: str
    """Who meets whom: round-robin, gauntlet, ladder, swiss, race."""
    blocks: int
    """The most blocks that two agents play on each scenario."""
    null: int
    """How many blocks each agent plays against itself; its games must be identical."""
    until: Literal["", "settled", "error"]
    """When a pairing stops before its last block; "" for never."""
    error: float
    """With `until` "error": a pairing stops when half its interval is below this."""
    bounds: Bounds | None
    """The hypotheses of a sequential test; null if there is none."""
    confidence: float
    """The chance that every certain verdict is true."""
    within: float
    """A smaller difference in score counts as none."""
    fixed: dict[str, str]
    """Side -> its agent, for sides that are not open (--fix)."""
    exact: float
    """The most seconds to compute how games end; 0 plays them all."""


class Entrant(Part, frozen=True):
    """An agent that takes part."""

    spec: str
    """The agent as it was given."""
    agent: str
    """The name of the agent."""
    version: str
    """Its version; for an agent from a file, the digest of the file."""
    settings: str
    """Its settings, as JSON."""


class Place(Part, frozen=True):
    """A scenario that is played."""

    scenario: str
    """Its name, or its file."""
    digest: str
    """The digest of the scenario."""
    system: str
    """Its rule system."""
    sides: list[str]
    """Its sides."""
    seatings: int
    """In how many ways two agents can share its sides."""


class Chances(Part, frozen=True):
    """How likely each result of a game is."""

    won: float
    """The chance to win."""
    drawn: float
    """The chance to draw."""
    lost: float
    """The chance to lose."""


class Row(Part, frozen=True):
    """One agent in the standings."""

    agent: str
    """The agent."""
    games: int
    """How many games it played."""
    won: int
    """How many of them it won."""
    drawn: int
    """How many of them were drawn."""
    lost: int
    """How many of them it lost."""
    forfeits: int
    """How many of the lost games it lost by a forfeit."""
    score: Interval
    """Its score; 0.5 is even."""
    exact: bool
    """Whether its score was computed without playing any game."""
    chances: Chances | None
    """The chances to win, draw and lose a game; null unless exact."""


class PlaceEnding(Part, frozen=True):
    """One way in which games of an agent on one side ended."""

    how: str
    """The ending."""
    games: int
    """How many games ended so."""
    score: float
    """Its mean score in them."""
    rounds: float
    """Their mean number of rounds."""


class PlaceChance(Part, frozen=True):
    """The chance of one ending for an agent on one side."""

    how: str
    """The ending."""
    chance: float
    """Its chance."""
    score: float
    """The agent's mean score in it."""


class PlayedPair(Part, frozen=True):
    """Two agents that had to play although exact verdicts were asked for."""

    first: str
    """One agent."""
    second: str
    """The other."""
    scenario: str
    """The scenario."""
    why: str
    """Why it could not be computed how their games end."""


class PlaceScore(Part, frozen=True):
    """The result of an agent on one side of one scenario."""

    agent: str
    """The agent."""
    scenario: str
    """The scenario."""
    side: str
    """The side it played."""
    games: int
    """How many games it played there."""
    score: Interval
    """Its score there, or its return if only one side is open."""
    endings: list[PlaceEnding]
    """How they ended, the most frequent first."""
    exact: bool
    """Whether it was computed without playing any game."""
    chances: list[PlaceChance]
    """The chance of each ending, if exact."""


class Rating(Part, frozen=True):
    """The rating of one agent."""

    agent: str
    """The agent."""
    elo: Interval
    """Its Elo rating; the mean of all agents is 0."""
    ranks: tuple[int, int]
    """Its best and its worst possible rank, with the confidence of the ratings."""


class SideTerm(Part, frozen=True):
    """The advantage of a side."""

    scenario: str
    """The scenario."""
    side: str
    """The side."""
    elo: float
    """Its advantage over the mean of the sides, in Elo."""


class Ratings(Part, frozen=True):
    """The ratings, or the cycles that rule out any ranking."""

    ratings: list[Rating]
    """The highest first; empty if there are cycles."""
    not_surely_behind: list[str]
    """The agents than which no other is certainly better."""
    confidence: float
    """The chance that every certain statement is true, at every look."""
    sides: list[SideTerm]
    """The advantage of each side."""
    ties: list[tuple[str, float]]
    """Scenario and the chance of a draw between equal agents."""
    holm: list[tuple[str, str, float]]
    """Two agents and the p-value of an even score, adjusted by Holm."""
    cycles: list[list[str]]
    """Cycles of agents, each certainly better than the next."""
    payoffs: list[list[float]]
    """The score of the agent of the row against that of the column, less 0.5."""


class Null(Part, frozen=True):
    """The check of one agent against itself under the same dice."""

    agent: str
    """The agent."""
    blocks: int
    """How many blocks."""
    uneven: int
    """In how many of them the games were not identical."""
    passed: bool
    """Whether all were identical; if not, do not trust any figure of this agent."""


class Luck(Part, frozen=True):
    """The score of two agents adjusted for luck, or why it is not adjusted (--why)."""

    first: str
    """One agent."""
    second: str
    """The other."""
    status: str
    """adjusted, or why not: stopped, no_luck, too_few or no_saving."""
    blocks: int
    """How many blocks they played."""
    differing: int
    """How many blocks have another score than the most frequent one."""
    needed: int
    """How many such blocks are needed to estimate the luck."""
    score: Interval | None
    """The mean score as played; null, as `saved`, if luck was not estimated."""
    saved: Interval | None
    """The share of the variance that is due to luck."""
    adjusted: Interval | None
    """The mean score adjusted for luck; null unless the status is adjusted."""


class Thinking(Part, frozen=True):
    """How long an agent of a league thinks (--why)."""

    agent: str
    """The agent."""
    milliseconds: float | None
    """The mean time of a choice on this machine, now; null if unknown."""
    choices: int
    """Over how many choices that was measured."""
    unknown: str
    """Why it is unknown, "" if it is known."""


class Crash(Part, frozen=True):
    """The first failure of an agent of a league (--why)."""

    agent: str
    """The agent."""
    game: str
    """The id of the game in which it failed."""
    traceback: str
    """The traceback, "" if there is none."""
    unknown: str
    """Why there is none, "" if there is."""


class Tournament(Document, frozen=True):
    """A tournament, or a league as it stands."""

    headline: str
    """Who is best, or what is still open, in a sentence; "" if nothing was played."""
    forfeits: list[Forfeits]
    """The agents that forfeited games."""
    tournament: str
    """Its id."""
    seed: str
    """The seed; the same seed and agents give the same tournament."""
    sandbox: str | None
    """How agents from files were isolated, null if there are none."""
    notes: list[str]
    """What to know about these figures."""
    terms: Terms
    """How it is played."""
    games: int
    """How many games were played."""
    games_against_themselves: int
    """How many of these were games of an agent against itself."""
    complete: bool
    """Whether the tournament is over."""
    exact: bool
    """Whether everything was computed without playing any game."""
    agents: list[Entrant]
    """The agents that take part."""
    scenarios: list[Place]
    """The scenarios that are played."""
    standings: list[Row]
    """The best first."""
    pairings: list[Pairing]
    """Every two agents that met, over all scenarios and in each."""
    places: list[PlaceScore]
    """The results of each agent on each side of each scenario."""
    ratings: Ratings | None
    """The ratings; null for two agents, or if none have met yet."""
    field: list[str]
    """The agents still in a race."""
    rounds: list[list[tuple[str, str]]]
    """The pairings of each round, for formats with rounds."""
    null: list[Null]
    """The check of each agent against itself."""
    played: list[PlayedPair]
    """Pairs that had to play although exact verdicts were asked for."""
    seal: str
    """The seal of all games together."""
    samples: list[Sample]
    """A typical conflict and the strangest one, of each scenario."""
    partings: Any | UnsetType = UNSET
    """Where the choices of agents first differ under the same dice (--why)."""
    partings_unknown: str | UnsetType = UNSET
    """Why that is unknown for agents from files, "" if known (--why)."""
    luck: list[Luck] | UnsetType = UNSET
    """Scores adjusted for luck (--why)."""
    swings: Any | UnsetType = UNSET
    """The blocks furthest from even, with commands to replay them (--why)."""
    swings_left_out: int | UnsetType = UNSET
    """How many more such blocks there are (--why)."""
    thinking: list[Thinking] | UnsetType = UNSET
    """How long each agent thinks (--why, in a league)."""
    crashes: list[Crash] | UnsetType = UNSET
    """The first failure of each agent that failed (--why, in a league)."""
