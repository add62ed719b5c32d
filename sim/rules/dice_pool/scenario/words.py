"""The closed sets of words that scenario files and states share."""

from enum import IntEnum, StrEnum
from typing import Literal


class Arena(StrEnum):
    """The arena of a contest: minds, bodies, or standing among people."""

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
"""Arena -> the Attribute that limits how many losses can be borne [DP-PROLONG-03]."""


class Kind(StrEnum):
    """The aim of an intent."""

    HARM = "harm"
    AFFLICTION = "affliction"
    ESCAPE = "escape"
    SEIZE = "seize"
    BEST = "best"
    HOLD = "hold"
    SHAME = "persuade_or_shame"
    HINDER = "hinder"
    PREPARE = "prepare"


HARM, ESCAPE = Kind.HARM, Kind.ESCAPE
HURTING = frozenset({Kind.HARM, Kind.AFFLICTION})
"""The intents whose margin is damage; an affliction is aimed at the body's inside."""
DIRECT = HURTING | {Kind.SEIZE, Kind.SHAME, Kind.HINDER}
"""The intents that act on somebody, who may contest them [DP-R-79]."""
SETTLING = frozenset({Kind.ESCAPE, Kind.SEIZE, Kind.BEST})
"""The intents that give their side the stake in any conflict [DP-R-84]."""
SETTLING_PEACEFULLY = SETTLING | {Kind.HOLD, Kind.SHAME}
"""The intents that give it in a conflict that is not violent."""


class Answer(IntEnum):
    """The kind of answer to an act if a sheet names no pool [DP-R-112]."""

    MIND, BODY, INSIDE, WILL, BEARING = range(5)


USUAL = {
    Answer.MIND: (("resolve", "wits"),),
    Answer.BODY: (
        ("dexterity", "athletics"),
        ("strength", "brawl"),
        ("stamina", "athletics"),
    ),
    Answer.INSIDE: (("stamina", "resolve"),),
    Answer.WILL: (("resolve", "composure"),),
    Answer.BEARING: (("composure", "wits"),),
}
"""Common pools to contest with, of which the best is used [DP-R-112]."""


def answers_to(kind: Kind, arena: Arena) -> tuple[Answer, ...]:
    """Return the possible answers to an act [DP-ATTR-13, DP-ATTR-20, DP-R-112].

    A social act persuades or shames, so both resisting persuasion and keeping one's
    composure are possible answers.
    """
    if arena == Arena.MENTAL:
        return (Answer.MIND,)
    if arena == Arena.PHYSICAL:
        return (Answer.INSIDE if kind == Kind.AFFLICTION else Answer.BODY,)
    if kind == Kind.SHAME:
        return Answer.BEARING, Answer.WILL
    return (Answer.BEARING if kind == Kind.HINDER else Answer.WILL,)


class Severity(IntEnum):
    """How bad a wound is."""

    BASHING = 1
    LETHAL = 2
    AGGRAVATED = 3


BASHING, LETHAL, AGGRAVATED = Severity
LETTERS = {BASHING: "B", LETHAL: "L", AGGRAVATED: "A"}


class Use(StrEnum):
    """The use that a margin may be claimed for."""

    DAMAGE = "damage"
    BONUS = "bonus"
    PENALTY = "penalty"
    REPUTATION = "reputation"
    HOLDINGS = "holdings"
    NONE = "none"


class Nature(StrEnum):
    """The kind of being a character is."""

    HUMAN = "human"
    SUPERNATURAL = "supernatural"
    FERAL = "feral"
    INCOMPREHENSIBLE = "incomprehensible"


SeverityName = Literal["bashing", "lethal", "aggravated"]


def severity(name: str) -> Severity:
    """Return the severity called *name*."""
    return Severity[name.upper()]
