"""What a scenario file of the Planets says, as its author writes it.

Characters with their Planets, what they may try, what the Storyguide has settled in
advance and about what she is asked. `compile` turns it into numbers once.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.rules.planets.forces.task import Force
from sim.rules.planets.scenario.difficulty import Difficulty
from sim.rules.planets.scenario.rulings import Rulings
from sim.seam.protocol import Scenario, SeatInfo, Sheet
from sim.spine.marks import Distinct, NotBefore, Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
ApproachName = Annotated[Name, Ref("approaches")]
"""An approach of the scenario, or one that every table knows."""
Entry = Annotated[str, Meta(pattern="^(d[1-9][0-9]{0,2}|wed)$")]
"""A Planet: a die such as "d8", or "wed"."""
Size = Annotated[str, Meta(pattern="^d[1-9][0-9]{0,2}$")]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Round = Annotated[int, Meta(ge=1, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Planets(Sheet):
    """The five Planets of one who has dice; at least one is wed [PL-CHAR-01]."""

    mercury: Entry
    """It is the die of the Known Force, or wed [PL-CHAR-01]."""
    venus: Entry
    """It is the die of the Passion Force, or wed [PL-CHAR-01]."""
    mars: Entry
    """It is the die of the Dynamic Force, or wed [PL-CHAR-01]."""
    jupiter: Entry
    """It is the die of the Static Force, or wed [PL-CHAR-01]."""
    saturn: Entry
    """It is the die of the Lost Force, or wed [PL-CHAR-01]."""


class Weight(Sheet):
    """The die a Diceless is to others: help to friends, hindrance to foes."""

    size: Size = "d8"
    """The die has this size, and a smaller one is stronger [PL-CHAR-05]."""
    severity: Literal["minor", "major"] = "minor"
    """It is minor, or major for one who is very significant [PL-RUL-29]."""


class Situation(Sheet):
    """A Circumstance die the scenario gives a character, and when."""

    kind: Literal["benefit", "hindrance"]
    """A benefit helps the one who rolls, a hindrance hurts [PL-CIRC-01]."""
    size: Size
    """The die has this size, which must be among the allowed ones [PL-RUL-31]."""
    severity: Literal["minor", "major"] = "minor"
    """A minor die only colours the result, a major one can decide [PL-CIRC-09]."""
    cause: str = ""
    """This says what in the story the die stands for [PL-CIRC-13]."""
    approaches: tuple[ApproachName, ...] = ()
    """Only when going about it in one of these ways; empty: in any."""
    from_round: Round = 1
    """The die counts from this round on."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """The die counts up to and including this round; unset, to the end."""


class Argument(Sheet):
    """A Descriptor that may have been forgotten, and the Forces it speaks for."""

    descriptor: Name
    """This Descriptor is the one the player may remind of [PL-FORCE-06]."""
    favored: tuple[Force, ...] = ()
    """These Forces become Favored if the argument is granted [PL-FORCE-05]."""
    opposed: tuple[Force, ...] = ()
    """These Forces become Opposed if the argument is granted [PL-FORCE-05]."""
    approaches: tuple[ApproachName, ...] = ()
    """It speaks only for these ways of going about it; empty, for all."""


class Worth(Sheet):
    """What each ending is worth to a character, from 0 to 1."""

    won: Share = 1.0
    """A winner gets this, unless by holding or sharing [PL-CONF-09]."""
    held: Share = 1.0
    """One who wins by resisting to the round cap gets this [PL-CONF-08]."""
    standoff: Share = 0.5
    """Everyone gets this when nobody wins, save who conceded [PL-CONF-09]."""
    lost: Share = 0.0
    """One who is beaten without giving up or being taken out gets this."""
    conceded: Share = 0.0
    """One who gave up, or whose side did, gets this [PL-CONF-07]."""
    taken_out: Share = 0.0
    """One whose side was taken out by wounds gets this [PL-CONF-05]."""
    shared: Share | None = None
    """Unset: an equal share."""


class Character(Sheet):
    """One who takes part. The first of a side with dice leads it."""

    name: Name
    """The character goes by this name, which nobody else may have."""
    side: str = ""
    """Those of one side win and lose together; unset: a side of one's own."""
    agent: str = "steady"
    """This agent makes the choices of the character's player."""
    planets: Planets | None = None
    """Unset: Diceless [PL-CHAR-02]."""
    descriptors: tuple[str, ...] = ()
    """These free words describe the character and move no die [PL-RUL-42]."""
    approaches: Annotated[tuple[ApproachName, ...], Distinct(), Meta(min_length=1)] = (
        "surge",
    )
    """The character can go about it in these ways [PL-CONF-04]."""
    aims: Annotated[
        tuple[Literal["win", "resist"], ...], Distinct(), Meta(min_length=1)
    ] = ("win",)
    """The intent may be to win, or just to resist [PL-DP-02]."""
    harms: Annotated[tuple[bool, ...], Distinct(), Meta(min_length=1)] = (False,)
    """Whether prevailing wounds; both values: the player chooses."""
    may_concede: bool = True
    """This says whether the character may ever give up [PL-CONF-07]."""
    intent_changes: Count | None = None
    """How often the intent may change; unset: any number of times."""
    weight: Weight = Weight()
    """A Diceless enters the rolls of others as this die [PL-CIRC-14]."""
    circumstances: tuple[Situation, ...] = ()
    """These Circumstance dice are settled in advance [PL-STEP-03]."""
    forgotten: tuple[Argument, ...] = ()
    """The player may bring these Descriptors up in a dispute [PL-FORCE-06]."""
    worth: Worth = Worth()
    """This says how well each ending suits the character."""
    wounds: Count = 0
    """The character enters with so many wounds [PL-RUL-43]."""


class Approach(Sheet):
    """A way to go about it: the Forces that speak for it and against it, aptest first.

    With a Difficulty as many of each list count as the chart says, else all of them.
    A verdict other than roll makes it a matter of course: no dice.
    """

    name: Name
    """Characters list the approach by this name."""
    favored: Annotated[tuple[Force, ...], Distinct()] = ()
    """These Forces are likely to show in a success [PL-FORCE-01]."""
    opposed: Annotated[tuple[Force, ...], Distinct()] = ()
    """These Forces are likely to show in a failure [PL-FORCE-01]."""
    difficulty: Difficulty | None = None
    """It is this hard; unset, the scenario or the common table says [PL-DIFF-01]."""
    verdict: Literal["roll", "success", "failure"] = "roll"
    """It is rolled for, or success or failure is declared [PL-SCOPE-04]."""


Topic = Literal[
    "roll", "difficulty", "forces", "disputes", "circumstances", "major_dice"
]
"""What a Storyguide can be asked about."""


class Storyguide(Sheet):
    """Who judges. Asked about nothing, she has settled everything in advance."""

    name: Name = "Storyguide"
    """The Storyguide goes by this name."""
    agent: str = "steady"
    """This agent answers for her when she is asked."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """She is asked about these topics; the rest is settled already [PL-RUL-38]."""
    disputes: Literal["none", "descriptors", "any"] = "descriptors"
    """What players may argue with: nothing, a forgotten Descriptor, or anything."""


class PlanetsScenario(Scenario, kw_only=True, cache_hash=True):
    """A conflict decided by the Planets."""

    mode: Literal["direct", "indirect", "diceless"]
    """One roll decides for two sides, everyone rolls, or one side [PL-CONF-01]."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=2, max_length=12)]
    """These characters take part, in the order in which they are asked."""
    storyguide: Storyguide = Storyguide()
    """She judges what the scenario leaves open [PL-RUL-38]."""
    approaches: Annotated[tuple[Approach, ...], Distinct()] = ()
    """Beside the six every table knows, or in their place."""
    difficulty: Difficulty | None = None
    """For every approach that does not say its own."""
    reason: Literal[
        "descriptors_undecided", "too_close_to_call", "no_relevant_descriptor"
    ] = "too_close_to_call"
    """Why the Planets are rolled at all [PL-SCOPE-01 to 03]."""
    decree: Annotated[str, Ref("sides")] = ""
    """The side that wins when nobody has dice; unset: nobody [PL-RUL-29]."""
    rest: Count = 0
    """In a campaign so many wounds of everybody heal before it begins [PL-RUL-43]."""
    rulings: Rulings = Rulings()
    """These readings of the rules are in force; unsaid ones keep their default."""


def side_of(character: Character) -> str:
    """Return the name of the side *character* is on."""
    return character.side or character.name


def side_names(scenario: PlanetsScenario) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(side_of(one) for one in scenario.seats))


def seats(scenario: PlanetsScenario) -> tuple[SeatInfo, ...]:
    """Return who is asked: every character, then the Storyguide if she is."""
    sides = side_names(scenario)
    taken = [
        SeatInfo(one.name, sides.index(side_of(one)), one.agent, side_of(one))
        for one in scenario.seats
    ]
    guide = scenario.storyguide
    if guide.asked:
        taken.append(SeatInfo(guide.name, None, guide.agent))
    return tuple(taken)
