"""What a scenario file of the Planets says, as its author writes it.

Characters with their Planets, what they may try, what the Storyguide has settled in
advance and about what she is asked. `setup.py` turns it into numbers once.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sim.protocol import Scenario
from sim.rules.planets.forces import Force
from sim.rules.planets.rulings import Difficulty, Rulings, Severity

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Entry = Annotated[str, Meta(pattern="^(d[1-9][0-9]{0,2}|wed)$")]
"""A Planet: a die such as "d8", or "wed"."""
Size = Annotated[str, Meta(pattern="^d[1-9][0-9]{0,2}$")]
Worth01 = Annotated[float, Meta(ge=0.0, le=1.0)]
Round = Annotated[int, Meta(ge=1)]


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file: unknown keys are errors."""


class Planets(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The five Planets of one who has dice; at least one is wed [PL-CHAR-01]."""

    mercury: Entry
    venus: Entry
    mars: Entry
    jupiter: Entry
    saturn: Entry


class Weight(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The die a Diceless is to others: help to friends, hindrance to foes."""

    size: Size = "d8"
    severity: Severity = "minor"


class Situation(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Circumstance die the scenario gives a character, and when."""

    kind: Literal["benefit", "hindrance"]
    size: Size
    severity: Severity = "minor"
    cause: str = ""
    approaches: tuple[Name, ...] = ()
    """Only when going about it in one of these ways; empty: in any."""
    from_round: Round = 1
    to_round: Round | None = None


class Argument(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Descriptor that may have been forgotten, and the Forces it speaks for."""

    descriptor: Name
    favored: tuple[Force, ...] = ()
    opposed: tuple[Force, ...] = ()
    approaches: tuple[Name, ...] = ()


class Worth(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What each ending is worth to a character, from 0 to 1."""

    won: Worth01 = 1.0
    held: Worth01 = 1.0
    standoff: Worth01 = 0.5
    lost: Worth01 = 0.0
    conceded: Worth01 = 0.0
    taken_out: Worth01 = 0.0
    shared: Worth01 | None = None
    """Unset: an equal share."""


class Character(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One who takes part. The first of a side with dice leads it."""

    name: Name
    side: str = ""
    """Those of one side win and lose together; unset: a side of one's own."""
    agent: str = "steady"
    planets: Planets | None = None
    """Unset: Diceless [PL-CHAR-02]."""
    descriptors: tuple[str, ...] = ()
    approaches: Annotated[tuple[Name, ...], Meta(min_length=1)] = ("surge",)
    aims: Annotated[tuple[Literal["win", "resist"], ...], Meta(min_length=1)] = ("win",)
    harms: Annotated[tuple[bool, ...], Meta(min_length=1)] = (False,)
    """Whether prevailing wounds; both values: the player chooses."""
    may_concede: bool = True
    intent_changes: Annotated[int, Meta(ge=0)] | None = None
    """How often the intent may change; unset: any number of times."""
    weight: Weight = Weight()
    circumstances: tuple[Situation, ...] = ()
    forgotten: tuple[Argument, ...] = ()
    worth: Worth = Worth()


class Approach(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to go about it: the Forces that speak for it and against it, aptest first.

    With a Difficulty as many of each list count as the chart says, else all of them.
    A verdict other than roll makes it a matter of course: no dice.
    """

    name: Name
    favored: tuple[Force, ...] = ()
    opposed: tuple[Force, ...] = ()
    difficulty: Difficulty | None = None
    verdict: Literal["roll", "success", "failure"] = "roll"


Topic = Literal[
    "roll", "difficulty", "forces", "disputes", "circumstances", "major_dice"
]
"""What a Storyguide can be asked about."""


class Storyguide(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who judges. Asked about nothing, she has settled everything in advance."""

    name: Name = "Storyguide"
    agent: str = "steady"
    asked: tuple[Topic, ...] = ()
    disputes: Literal["none", "descriptors", "any"] = "descriptors"
    """What players may argue with: nothing, a forgotten Descriptor, or anything."""


class Conflict(
    Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True
):
    """A conflict decided by the Planets."""

    mode: Literal["direct", "indirect", "diceless"]
    seats: Annotated[tuple[Character, ...], Meta(min_length=2, max_length=12)]
    storyguide: Storyguide = Storyguide()
    approaches: tuple[Approach, ...] = ()
    """Beside the six every table knows, or in their place."""
    difficulty: Difficulty | None = None
    """For every approach that does not say its own."""
    reason: Literal[
        "descriptors_undecided", "too_close_to_call", "no_relevant_descriptor"
    ] = "too_close_to_call"
    """Why the Planets are rolled at all [PL-SCOPE-01 to 03]."""
    decree: str = ""
    """The side that wins when nobody has dice; unset: nobody [PL-RUL-29]."""
    rulings: Rulings = Rulings()


COMMON: tuple[Approach, ...] = (
    Approach(
        name="overpower",
        favored=("dynamic", "passion"),
        opposed=("static", "lost"),
        difficulty="moderate",
    ),
    Approach(
        name="hold",
        favored=("static", "known"),
        opposed=("dynamic", "passion"),
        difficulty="moderate",
    ),
    Approach(
        name="outwit",
        favored=("known", "static"),
        opposed=("lost", "passion"),
        difficulty="moderate",
    ),
    Approach(
        name="gamble",
        favored=("lost", "passion"),
        opposed=("known", "static"),
        difficulty="moderate",
    ),
    Approach(
        name="fervor",
        favored=("passion", "dynamic"),
        opposed=("known", "static"),
        difficulty="moderate",
    ),
    Approach(
        name="surge",
        favored=("dynamic", "passion"),
        opposed=("static", "lost"),
        difficulty="simple",
    ),
)
"""The approaches every table knows [PL-CONF-04]."""
