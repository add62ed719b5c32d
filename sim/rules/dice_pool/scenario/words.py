"""The closed sets of words that scenario files and states share."""

from enum import IntEnum, StrEnum
from typing import Literal


class Arena(StrEnum):
    """What a contest tests: minds, bodies, or standing among people."""

    MENTAL = "mental"
    PHYSICAL = "physical"
    SOCIAL = "social"


ARENAS = tuple(Arena)
"""The arenas, in the order in which losses are counted."""

ATTRIBUTES = (
    ("intelligence", "wits", "resolve"),
    ("strength", "dexterity", "stamina"),
    ("presence", "manipulation", "composure"),
)
"""The nine Attributes, by arena: Power, Finesse, Resistance [DP-ATTR-01]."""

ARENA_OF = {
    name: arena for arena, row in zip(ARENAS, ATTRIBUTES, strict=True) for name in row
}
"""Attribute -> the arena it belongs to."""

RESISTANCE = {arena: row[2] for arena, row in zip(ARENAS, ATTRIBUTES, strict=True)}
"""Arena -> the Attribute that says how many losses one bears [DP-PROLONG-03]."""


class Kind(StrEnum):
    """What an intent is after."""

    HARM = "harm"
    ESCAPE = "escape"
    SEIZE = "seize"
    BEST = "best"
    HOLD = "hold"
    SHAME = "persuade_or_shame"
    HINDER = "hinder"
    PREPARE = "prepare"


HARM, ESCAPE = Kind.HARM, Kind.ESCAPE
DIRECT = frozenset({Kind.HARM, Kind.SEIZE, Kind.SHAME, Kind.HINDER})
"""The intents that act on somebody, who may contest them [DP-R-79]."""
SETTLING = frozenset({Kind.ESCAPE, Kind.SEIZE, Kind.BEST})
"""The intents that give their side the stake in any conflict [DP-R-84]."""
SETTLING_PEACEFULLY = SETTLING | {Kind.HOLD, Kind.SHAME}
"""The intents that give it in a conflict that is not violent."""


class Severity(IntEnum):
    """How bad a wound is."""

    BASHING = 1
    LETHAL = 2
    AGGRAVATED = 3


BASHING, LETHAL, AGGRAVATED = Severity
LETTERS = {BASHING: "B", LETHAL: "L", AGGRAVATED: "A"}


class Use(StrEnum):
    """What a margin may be claimed for."""

    DAMAGE = "damage"
    BONUS = "bonus"
    PENALTY = "penalty"
    REPUTATION = "reputation"
    HOLDINGS = "holdings"
    NONE = "none"


class Nature(StrEnum):
    """What kind of being a character is."""

    HUMAN = "human"
    SUPERNATURAL = "supernatural"
    FERAL = "feral"
    INCOMPREHENSIBLE = "incomprehensible"


SeverityName = Literal["bashing", "lethal", "aggravated"]


def severity(name: str) -> Severity:
    """Return the severity called *name*."""
    return Severity[name.upper()]
