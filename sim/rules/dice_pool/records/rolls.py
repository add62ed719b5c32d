"""A roll, from its traits to the total that counts, and the dice of its throws."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.scenario.words import Arena
from sim.seam.events import NOBODY, Seat


class Why(StrEnum):
    """The purpose of a roll; the second throw of a rote action is a roll of its own."""

    CONTEST = "contest"
    TASK = "task"
    OPPOSITION = "opposition"
    CONSCIOUSNESS = "consciousness"
    HAZARD = "hazard"
    INTIMACY = "intimacy"
    STABILIZE = "stabilize"
    TREAT = "treat"
    EROSION = "erosion"
    DOT = "dot"
    CRISIS = "crisis"


CONTEST, INTIMACY = Why.CONTEST, Why.INTIMACY
ROTE = "rote"
"""The purpose of the second throw of a rote action."""


class Hardness(StrEnum):
    """The effect of a Difficulty on a roll besides taking dice [DP-DIFF-03]."""

    PLAIN = "plain"
    CHANCE_ONLY = "chance_only"
    IMPOSSIBLE = "impossible"


PLAIN, CHANCE_ONLY, IMPOSSIBLE = Hardness


class Throw(Struct, frozen=True, gc=False, cache_hash=True):
    """The dice of one throw that have fallen so far, wave by wave [DP-R-76].

    *due* dice must still fall; *fresh* means that they belong to the original pool, and
    *failed* counts dice of that pool without a success. *noted* means a dramatic
    failure.
    """

    due: int
    fresh: bool = True
    total: int = 0
    failed: int = 0
    seen: int = 0
    waves: int = 0
    noted: bool = False


class Roll(Struct, frozen=True, gc=False, cache_hash=True):
    """A roll, from its traits to the total that counts.

    These are None until known: *edge* and *difficulty* until assessed, *boosted* until
    its owner has chosen, *dice* until the pool is assembled (0: no roll at all),
    *chosen* until one of two throws is.
    """

    who: Seat
    why: Why
    pool: PoolData
    attempt: int = 0
    intent: str = ""
    target: Seat = NOBODY
    edge: int | None = 0
    difficulty: int | None = 0
    hardness: Hardness = PLAIN
    boosted: bool | None = False
    intimacy: str = ""
    accepted: bool | None = None
    refresh: Throw | None = None
    rote: bool = False
    dice: int | None = None
    chance: bool = False
    first: Throw | None = None
    second: Throw | None = None
    chosen: int | None = None
    nth: int = 0
    """Which of the rolls of *who* in this round it is: acting in one arena and
    answering in another makes two [DP-R-79].
    """
    arena: Arena | None = None
    """The arena in which it answers the acts of others."""
    guards: Seat = NOBODY
    """The seat it protects [DP-R-112]."""
    dedicated: bool | None = False
    """Whether the point its act has cost is for an Intimacy; None: not chosen yet."""

    @property
    def key(self) -> "Key":
        """Return (owner, number among the owner's rolls)."""
        return self.who, self.nth


Key = tuple[Seat, int]


def roll_of(rolls: Sequence[Roll], who: Seat, attempt: int) -> Roll:
    """Return the roll of *who* with this number."""
    own = [roll for roll in rolls if roll.who == who]
    return next((roll for roll in own if roll.attempt == attempt), own[0])
