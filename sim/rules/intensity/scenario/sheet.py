"""What a scenario says: who takes part, what they can do, what each side wants.

Abilities are listed one by one, because their order and their category matter. An
obstacle is a participant of kind "static": its dice are its abilities, it pays nothing
and never chooses a goal; the agent at its seat only places its damage.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from sim.rules.intensity.scenario.rulings import LARGEST, Rulings, Size
from sim.seam.protocol import Part, Scenario, SeatInfo, Sheet
from sim.seam.sides import seats_of
from sim.spine.marks import Distinct, Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Prize = Annotated[int, Meta(ge=2, le=LARGEST)]

MEMBERS_MAX = 32
"""The limit on participants, on abilities of one participant, and on goals."""


class Ability(Sheet):
    """A die somebody has; an obstacle's dice need no *category*."""

    name: Name
    """The name of the ability, unique for its owner."""
    size: Size
    """The number of faces of the die when the conflict begins [IN-R-02]."""
    category: Annotated[str, Ref("categories")] = ""
    """The category of the die, one of the scenario's [IN-POOL-02]."""


class Mark(Sheet):
    """A permanent penalty die from an earlier conflict [IN-R-37]."""

    size: Size
    """The number of faces of the penalty die [IN-R-37]."""
    tag: str = ""
    """If scopes matter, it counts only in scenarios with this tag [IN-R-37]."""


class SituationDie(Sheet):
    """A situation die kept from an earlier conflict [IN-R-35]."""

    size: Size
    """The number of faces of the die."""
    left: Annotated[int, Meta(ge=1, le=1000)]
    """How many more times the die is rolled."""


class Character(Sheet):
    """A participant.

    *fillers* is the number of d2s added to an obstacle's pool; by default, one for
    every category without a die of its own [IN-R-08].
    """

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "abilities": Part("die"),
        }
    )

    name: Name
    """The name of the participant, unique in the scenario."""
    side: Name
    """Participants that name the same side are allies."""
    abilities: Annotated[
        tuple[Ability, ...], Distinct(), Meta(min_length=1, max_length=32)
    ]
    """The dice from which pools are built, and which damage reduces [IN-POOL-02]."""
    kind: Literal["active", "static"] = "active"
    """Whether it is an active participant or a static obstacle [IN-GM-02]."""
    agent: str = "steady"
    """The agent that makes the choices of the seat."""
    run_by: Literal["player", "gm"] = "player"
    """Whether a player or the GM plays the participant [IN-GM-01]."""
    intensity: Points = 0
    """The points available for pools; spent points do not come back [IN-R-03]."""
    health: str = "health"
    """The ability whose loss is death; a participant without it cannot die."""
    fillers: Annotated[int, Meta(ge=0, le=8)] | None = None
    """The number of d2s added to an obstacle's pool; by default, one for every missing
    category [IN-R-08].
    """
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MEMBERS_MAX)] = ()
    """Permanent penalty dice from earlier conflicts [IN-R-37]."""
    situation_dice: Annotated[
        tuple[SituationDie, ...], Meta(max_length=MEMBERS_MAX)
    ] = ()
    """Situation dice left from earlier conflicts [IN-R-35]."""


class GoalSheet(Sheet):
    """A goal of a side.

    *against* is the opponent it is aimed at; by default, any. *ability* is what a
    reduce_ability goal brings to zero; *die*, *category* and *size* describe the die
    that gain_die wins or inflict_die gives to the target. *only* names the members of
    the side who may pursue it. *worth* is the return for obtaining it; by default,
    winners share 1.
    """

    name: Name
    """The name of the goal, unique for its side."""
    side: Annotated[Name, Ref("seats.side")]
    """The side whose members may pursue the goal [IN-R-42]."""
    kind: Literal["narrative", "reduce_ability", "gain_die", "inflict_die"] = (
        "narrative"
    )
    """What the goal is about: something in the story, or a die lost, won or inflicted
    [IN-R-23].
    """
    against: str = ""
    """The participant it is aimed at; by default, any opponent [IN-R-12]."""
    ability: str = ""
    """The ability that a reduce_ability goal brings to zero [IN-R-23]."""
    die: str = ""
    """The name of the die to be won or inflicted [IN-R-37]."""
    category: Annotated[str, Ref("categories")] = ""
    """The category of a die that is won [IN-R-37]."""
    size: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    """The number of faces of the die to be won or inflicted [IN-R-37]."""
    only: tuple[str, ...] = ()
    """The members of the side who may pursue it; if empty, all may."""
    worth: Share | None = None
    """The return for obtaining it; by default, the sides that win share 1."""


class GameMaster(Sheet):
    """The seat that judges: sizes asked for, and dice to be replaced."""

    name: Name = "GM"
    """The name of the judge's seat."""
    agent: str = "storyteller"
    """The agent that makes the GM's rulings [IN-R-49]."""


class Worth(Sheet):
    """What endings return to those who obtained nothing."""

    standoff: Share = 0.5
    """The return of each side still in when no side has won."""
    ceded: Share = 0.0
    """The return of whoever ceded and whose side obtained nothing [IN-CEDE-01]."""
    dead: Share = 0.0
    """The return of whoever died and whose side obtained nothing [IN-R-25]."""


class IntensityScenario(Scenario, kw_only=True):
    """A conflict under Intensity.

    *prizes* are the sizes a helping or situational goal may ask for; if empty, there
    are no such goals. *help_pool* are the difficulty dice of helping before any are
    replaced. *compatible* is the GM's statement that all goals agree. *tags* say which
    inflicted dice matter here, *reconciled* how goals obtained together fit.
    """

    categories: Annotated[
        tuple[Name, ...], Distinct(), Meta(min_length=1, max_length=8)
    ]
    """The categories; a base pool has at most one die of each [IN-R-01]."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=2, max_length=MEMBERS_MAX)]
    """The participants, in the order in which they act [IN-SCOPE-01]."""
    goals: Annotated[tuple[GoalSheet, ...], Meta(max_length=MEMBERS_MAX)] = ()
    """The goals the sides may choose from [IN-GOAL-01]."""
    prizes: Annotated[tuple[Prize, ...], Meta(max_length=LARGEST)] = (
        2,
        4,
        6,
        8,
        10,
        12,
    )
    """The sizes a helping or situational goal may ask for [IN-R-49]."""
    help_pool: Annotated[tuple[Size, ...], Meta(max_length=12)] = ()
    """The dice that helping is rolled against, before replacement [IN-R-36]."""
    gm: GameMaster | None = None
    """The seat that rules on dice; without it, the defaults apply [IN-R-36]."""
    compatible: bool = False
    """Whether the GM says that all goals agree; if so, the scenario is refused
    [IN-SCOPE-01].
    """
    tags: tuple[str, ...] = ()
    """Tags of the conflict: inflicted dice with one of them matter here [IN-R-37]."""
    reconciled: str = "both stand"
    """How goals obtained at the same time fit together, in words [IN-R-24]."""
    worth: Worth = Worth()
    """The returns of those who obtained nothing."""
    rest: Points = 0
    """In a campaign, the Intensity that everybody recovers before this [IN-R-51]."""
    rulings: Rulings = Rulings()
    """The options in force; those left out keep their default."""


def seats(scenario: IntensityScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: the participants in order, then the GM if one judges."""
    taken = seats_of(scenario.seats)
    if scenario.gm is not None:
        taken.append(SeatInfo(scenario.gm.name, None, scenario.gm.agent))
    return tuple(taken)
