"""What a scenario says: who takes part, what they can do, what each side wants.

Abilities are listed one by one, because their order and their category matter. An
obstacle is a participant of kind "static": its dice are its abilities, it pays nothing
and never chooses a goal; the agent at its seat only places its damage.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.rules.intensity.scenario.rulings import LARGEST, Rulings, Size
from sim.seam.protocol import Scenario, SeatInfo, Sheet
from sim.spine.marks import Distinct, Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Prize = Annotated[int, Meta(ge=2, le=LARGEST)]

MEMBERS_MAX = 32
"""So many participants, abilities of one, and goals a scenario may have."""


class Ability(Sheet):
    """A die somebody has; an obstacle's dice need no *category*."""

    name: Name
    """The ability goes by this name, which its owner has only once."""
    size: Size
    """The die has this many faces when the conflict begins [IN-R-02]."""
    category: Annotated[str, Ref("categories")] = ""
    """The die stands in this category of the scenario [IN-POOL-02]."""


class Mark(Sheet):
    """A penalty die inflicted for good in an earlier conflict [IN-R-37]."""

    size: Size
    """The penalty die has this many faces [IN-R-37]."""
    tag: str = ""
    """The die counts where the scenario has this tag, if scopes matter [IN-R-37]."""


class SituationDie(Sheet):
    """A situation die kept from an earlier conflict [IN-R-35]."""

    size: Size
    """The die has this many faces."""
    left: Annotated[int, Meta(ge=1, le=1000)]
    """It is rolled so many times more."""


class Character(Sheet):
    """One who takes part.

    *fillers* is how many d2s an obstacle's pool is filled with; left out, there is one
    for every category its own dice do not reach [IN-R-08].
    """

    name: Name
    """The participant goes by this name, which nobody else may have."""
    side: Name
    """Those who name the same side stand together."""
    abilities: Annotated[
        tuple[Ability, ...], Distinct(), Meta(min_length=1, max_length=32)
    ]
    """These dice are what pools are made of and damage wears down [IN-POOL-02]."""
    kind: Literal["active", "static"] = "active"
    """One is active and chooses, or a static obstacle [IN-GM-02]."""
    agent: str = "steady"
    """This agent makes the choices of the seat."""
    run_by: Literal["player", "gm"] = "player"
    """A player plays the participant, or the GM does [IN-GM-01]."""
    intensity: Points = 0
    """So many points pay for pools, and none comes back [IN-R-03]."""
    health: str = "health"
    """The ability whose loss is death; nobody dies who has no ability so called."""
    fillers: Annotated[int, Meta(ge=0, le=8)] | None = None
    """So many d2s fill an obstacle's pool; unset, one a missing category [IN-R-08]."""
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MEMBERS_MAX)] = ()
    """These penalty dice were inflicted for good before [IN-R-37]."""
    situation_dice: Annotated[
        tuple[SituationDie, ...], Meta(max_length=MEMBERS_MAX)
    ] = ()
    """These situation dice are left from before [IN-R-35]."""


class GoalSheet(Sheet):
    """Something a side may want.

    *against* is whom it is wrung from; left out, any opponent. *ability* is what a
    reduce_ability goal brings to zero; *die*, *category* and *size* are what gain_die
    wins or inflict_die lays on the target. *only* names those of the side who may
    pursue it. *worth* is what obtaining it returns; left out, winners share 1.
    """

    name: Name
    """The goal goes by this name, which its side uses only once."""
    side: Annotated[Name, Ref("seats.side")]
    """Members of this side may pursue the goal [IN-R-42]."""
    kind: Literal["narrative", "reduce_ability", "gain_die", "inflict_die"] = (
        "narrative"
    )
    """It is a matter of the story, or about a die lost, won or laid on [IN-R-23]."""
    against: str = ""
    """It is wrung from this participant; left out, from any opponent [IN-R-12]."""
    ability: str = ""
    """A reduce_ability goal brings this ability to zero [IN-R-23]."""
    die: str = ""
    """The die to be won or inflicted goes by this name [IN-R-37]."""
    category: Annotated[str, Ref("categories")] = ""
    """A die that is won belongs to this category [IN-R-37]."""
    size: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    """The die to be won or inflicted has this many faces [IN-R-37]."""
    only: tuple[str, ...] = ()
    """Only these members of the side may pursue it; empty, all may."""
    worth: Share | None = None
    """Obtaining it returns this; left out, the sides that win share 1."""


class GameMaster(Sheet):
    """The seat that judges: sizes asked for, and dice to be replaced."""

    name: Name = "GM"
    """The seat of the judge goes by this name."""
    agent: str = "storyteller"
    """This agent gives the rulings of the GM [IN-R-49]."""


class Worth(Sheet):
    """What endings return to those who obtained nothing."""

    standoff: Share = 0.5
    """Each side still in gets this when no side has won."""
    ceded: Share = 0.0
    """One who ceded, and whose side obtained nothing, gets this [IN-CEDE-01]."""
    dead: Share = 0.0
    """One who died, and whose side obtained nothing, gets this [IN-R-25]."""


class IntensityScenario(Scenario, kw_only=True):
    """A conflict under Intensity.

    *prizes* are the sizes a helping or situational goal may ask for; with none, nobody
    goes for those. *help_pool* are the difficulty dice of helping before any are
    replaced. *compatible* is the GM's word that all goals agree. *tags* say which
    inflicted dice matter here, *reconciled* how goals obtained together fit.
    """

    categories: Annotated[
        tuple[Name, ...], Distinct(), Meta(min_length=1, max_length=8)
    ]
    """A base pool has at most one die of each of these [IN-R-01]."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=2, max_length=MEMBERS_MAX)]
    """These take part, in the order in which they act [IN-SCOPE-01]."""
    goals: Annotated[tuple[GoalSheet, ...], Meta(max_length=MEMBERS_MAX)] = ()
    """The sides may choose among these goals [IN-GOAL-01]."""
    prizes: Annotated[tuple[Prize, ...], Meta(max_length=LARGEST)] = (
        2,
        4,
        6,
        8,
        10,
        12,
    )
    """A helping or situational goal may ask for these sizes [IN-R-49]."""
    help_pool: Annotated[tuple[Size, ...], Meta(max_length=12)] = ()
    """Helping is rolled against these dice before replacement [IN-R-36]."""
    gm: GameMaster | None = None
    """This seat rules on dice; left out, the defaults do [IN-R-36]."""
    compatible: bool = False
    """If the GM says that all goals agree, the scenario is refused [IN-SCOPE-01]."""
    tags: tuple[str, ...] = ()
    """Inflicted dice with one of these tags matter here [IN-R-37]."""
    reconciled: str = "both stand"
    """This tells how goals obtained together fit each other [IN-R-24]."""
    worth: Worth = Worth()
    """This says what those get who obtained nothing."""
    rest: Points = 0
    """In a campaign so much Intensity comes back to each before it begins [IN-R-51]."""
    rulings: Rulings = Rulings()
    """These readings are in force; unsaid ones keep their default."""


def seats(scenario: IntensityScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: the participants in order, then the GM if one judges."""
    sides = side_names(scenario)
    taken = [
        SeatInfo(one.name, sides.index(one.side), one.agent, one.side)
        for one in scenario.seats
    ]
    if scenario.gm is not None:
        taken.append(SeatInfo(scenario.gm.name, None, scenario.gm.agent))
    return tuple(taken)


def side_names(scenario: IntensityScenario) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(one.side for one in scenario.seats))
