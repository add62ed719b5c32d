"""The scenario file of Rolling the Planets, as its author writes it.

It lists the characters with their Planets, what they may try, what the Storyguide has
settled in advance and what she is asked about. `compile` turns it into numbers once.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from sim.rules.planets.forces.task import Force
from sim.rules.planets.scenario.difficulty import Difficulty
from sim.rules.planets.scenario.rulings import Rulings
from sim.seam.protocol import Part, Scenario, SeatInfo, Sheet
from sim.seam.sides import seats_of
from sim.spine.marks import Distinct, NotBefore, Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
ApproachName = Annotated[Name, Ref("approaches")]
"""An approach of the scenario, or one of the common six."""
Entry = Annotated[str, Meta(pattern="^(d[1-9][0-9]{0,2}|wed)$")]
"""A Planet: a die such as "d8", or "wed"."""
Size = Annotated[str, Meta(pattern="^d[1-9][0-9]{0,2}$")]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Round = Annotated[int, Meta(ge=1, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Planets(Sheet):
    """The five Planets of a character with dice; at least one is wed [PL-CHAR-01]."""

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "mercury": Part("die", without="wed"),
            "venus": Part("die", without="wed"),
            "mars": Part("die", without="wed"),
            "jupiter": Part("die", without="wed"),
            "saturn": Part("die", without="wed"),
        }
    )

    mercury: Entry
    """The die of the Known Force, or wed [PL-CHAR-01]."""
    venus: Entry
    """The die of the Passion Force, or wed [PL-CHAR-01]."""
    mars: Entry
    """The die of the Dynamic Force, or wed [PL-CHAR-01]."""
    jupiter: Entry
    """The die of the Static Force, or wed [PL-CHAR-01]."""
    saturn: Entry
    """The die of the Lost Force, or wed [PL-CHAR-01]."""


class Weight(Sheet):
    """The die of a Diceless character: a benefit to friends, a hindrance to foes."""

    size: Size = "d8"
    """The size of the die; a smaller one is stronger [PL-CHAR-05]."""
    severity: Literal["minor", "major"] = "minor"
    """Whether it is minor, or major for a very significant character [PL-RUL-29]."""


class Situation(Sheet):
    """A Circumstance die the scenario gives a character, and when."""

    kind: Literal["benefit", "hindrance"]
    """Whether it is a benefit, which helps the roller, or a hindrance [PL-CIRC-01]."""
    size: Size
    """The size of the die, which must be an allowed one [PL-RUL-31]."""
    severity: Literal["minor", "major"] = "minor"
    """Whether it is minor, which only adds colour, or major, which can decide
    [PL-CIRC-09].
    """
    cause: str = ""
    """What the die stands for in the story [PL-CIRC-13]."""
    approaches: tuple[ApproachName, ...] = ()
    """The approaches for which it counts; if empty, all."""
    from_round: Round = 1
    """The first round in which the die counts."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """The last round in which the die counts; by default, to the end."""


class Argument(Sheet):
    """A Descriptor that may have been forgotten, and the Forces it argues for."""

    descriptor: Name
    """The Descriptor that the player may bring up [PL-FORCE-06]."""
    favored: tuple[Force, ...] = ()
    """The Forces that become Favored if the argument is granted [PL-FORCE-05]."""
    opposed: tuple[Force, ...] = ()
    """The Forces that become Opposed if the argument is granted [PL-FORCE-05]."""
    approaches: tuple[ApproachName, ...] = ()
    """The approaches for which it can be argued; if empty, all."""


class Worth(Sheet):
    """The returns of endings for a character, from 0 to 1."""

    won: Share = 1.0
    """The return of a winner, unless by holding or sharing [PL-CONF-09]."""
    held: Share = 1.0
    """The return of winning by resisting to the round cap [PL-CONF-08]."""
    standoff: Share = 0.5
    """Everyone's return when nobody wins, except for those who conceded
    [PL-CONF-09].
    """
    lost: Share = 0.0
    """The return of being beaten without giving up or being taken out."""
    conceded: Share = 0.0
    """The return of those who gave up, or whose side did [PL-CONF-07]."""
    taken_out: Share = 0.0
    """The return of those whose side was taken out by wounds [PL-CONF-05]."""
    shared: Share | None = None
    """The return of sharing a win; by default, an equal share."""


class Character(Sheet):
    """A character that takes part. The first of a side with dice leads it."""

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "circumstances": Part("Circumstance die"),
            "forgotten": Part("Descriptor"),
        }
    )

    name: Name
    """The name of the character, unique in the scenario."""
    side: str = ""
    """The side of the character, which wins and loses together; by default, a side of
    its own.
    """
    agent: str = "steady"
    """The agent that makes the choices of the character's player."""
    planets: Planets | None = None
    """The five Planets; without them, the character is Diceless [PL-CHAR-02]."""
    descriptors: tuple[str, ...] = ()
    """Free words that describe the character and move no die [PL-RUL-42]."""
    approaches: Annotated[tuple[ApproachName, ...], Distinct(), Meta(min_length=1)] = (
        "surge",
    )
    """The approaches the character can choose [PL-CONF-04]."""
    aims: Annotated[
        tuple[Literal["win", "resist"], ...], Distinct(), Meta(min_length=1)
    ] = ("win",)
    """Whether the character may aim to win, just to resist, or either [PL-DP-02]."""
    harms: Annotated[tuple[bool, ...], Distinct(), Meta(min_length=1)] = (False,)
    """Whether prevailing wounds the other; with both values, the player chooses."""
    may_concede: bool = True
    """Whether the character may ever give up [PL-CONF-07]."""
    intent_changes: Count | None = None
    """How often the intent may change; by default, any number of times."""
    weight: Weight = Weight()
    """The die that a Diceless character gives to the rolls of others [PL-CIRC-14]."""
    circumstances: tuple[Situation, ...] = ()
    """Circumstance dice settled in advance [PL-STEP-03]."""
    forgotten: tuple[Argument, ...] = ()
    """Descriptors that the player may bring up in a dispute [PL-FORCE-06]."""
    worth: Worth = Worth()
    """The returns of endings for the character."""
    wounds: Count = 0
    """The wounds the character enters with [PL-RUL-43]."""


class Approach(Sheet):
    """An approach: its favored and opposed Forces, the most apt first.

    With a Difficulty, as many of each list count as the chart says; otherwise all of
    them. With a verdict other than roll, the outcome is declared without dice.
    """

    name: Name
    """The name of the approach, by which characters list it."""
    favored: Annotated[tuple[Force, ...], Distinct()] = ()
    """The Forces that are likely to show in a success [PL-FORCE-01]."""
    opposed: Annotated[tuple[Force, ...], Distinct()] = ()
    """The Forces that are likely to show in a failure [PL-FORCE-01]."""
    difficulty: Difficulty | None = None
    """Its Difficulty; by default, as the scenario or the common table says
    [PL-DIFF-01].
    """
    verdict: Literal["roll", "success", "failure"] = "roll"
    """Whether it is rolled for, or success or failure is declared [PL-SCOPE-04]."""


Topic = Literal[
    "roll", "difficulty", "forces", "disputes", "circumstances", "major_dice"
]
"""What a Storyguide can be asked about."""


class Storyguide(Sheet):
    """Who judges. Asked about nothing, she has settled everything in advance."""

    name: Name = "Storyguide"
    """The name of the Storyguide."""
    agent: str = "steady"
    """The agent that answers for the Storyguide."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """The topics she is asked about; the rest is settled already [PL-RUL-38]."""
    disputes: Literal["none", "descriptors", "any"] = "descriptors"
    """What players may argue with: nothing, a forgotten Descriptor, or anything."""


class PlanetsScenario(Scenario, kw_only=True, cache_hash=True):
    """A conflict decided by the Planets."""

    mode: Literal["direct", "indirect", "diceless"]
    """Whether one roll decides for two sides, everyone rolls, or one side does
    [PL-CONF-01].
    """
    seats: Annotated[tuple[Character, ...], Meta(min_length=2, max_length=12)]
    """The characters, in the order in which they are asked."""
    storyguide: Storyguide = Storyguide()
    """The Storyguide, who judges what the scenario leaves open [PL-RUL-38]."""
    approaches: Annotated[tuple[Approach, ...], Distinct()] = ()
    """Approaches in addition to the common six, or in their place."""
    difficulty: Difficulty | None = None
    """The Difficulty of approaches that do not state their own."""
    reason: Literal[
        "descriptors_undecided", "too_close_to_call", "no_relevant_descriptor"
    ] = "too_close_to_call"
    """Why dice are rolled at all [PL-SCOPE-01 to 03]."""
    decree: Annotated[str, Ref("sides")] = ""
    """The side that wins if nobody has dice; by default, nobody wins [PL-RUL-29]."""
    rest: Count = 0
    """In a campaign, how many wounds of everybody heal before this conflict
    [PL-RUL-43].
    """
    rulings: Rulings = Rulings()
    """The options in force; those left out keep their default."""


def seats(scenario: PlanetsScenario) -> tuple[SeatInfo, ...]:
    """Return every character, then the Storyguide if asked about anything."""
    taken = seats_of(scenario.seats)
    guide = scenario.storyguide
    if guide.asked:
        taken.append(SeatInfo(guide.name, None, guide.agent))
    return tuple(taken)
