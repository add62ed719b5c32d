"""What a scenario says: who takes part, what they can do, what each side wants.

Abilities are listed one by one, because their order and their category matter. An
obstacle is a participant of kind "static": its dice are its abilities, it pays nothing
and never chooses a goal; the agent at its seat only places its damage.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sim.protocol import Scenario, Seat
from sim.rules.intensity.rulings import LARGEST, Rulings, Size

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Prize = Annotated[int, Meta(ge=2, le=LARGEST)]

MEMBERS_MAX = 32
"""So many participants, abilities of one, and goals a scenario may have."""


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """A die somebody has; an obstacle's dice need no *category*."""

    name: Name
    size: Size
    category: str = ""


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty die inflicted for good in an earlier conflict [IN-R-37]."""

    size: Size
    tag: str = ""


class Participant(Struct, frozen=True, forbid_unknown_fields=True):
    """One who takes part.

    *fillers* is how many d2s an obstacle's pool is filled with; left out, there is one
    for every category its own dice do not reach [IN-R-08].
    """

    name: Name
    side: Name
    abilities: Annotated[tuple[Ability, ...], Meta(min_length=1, max_length=32)]
    kind: Literal["active", "static"] = "active"
    agent: str = "steady"
    run_by: Literal["player", "gm"] = "player"
    intensity: Points = 0
    health: str = "health"
    """The ability whose loss is death; nobody dies who has no ability so called."""
    fillers: Annotated[int, Meta(ge=0, le=8)] | None = None
    marks: Annotated[tuple[Mark, ...], Meta(max_length=4)] = ()


class GoalSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a side may want.

    *against* is whom it is wrung from; left out, any opponent. *ability* is what a
    reduce_ability goal brings to zero; *die*, *category* and *size* are what gain_die
    wins or inflict_die lays on the target. *only* names those of the side who may
    pursue it. *worth* is what obtaining it returns; left out, winners share 1.
    """

    name: Name
    side: Name
    kind: Literal["narrative", "reduce_ability", "gain_die", "inflict_die"] = (
        "narrative"
    )
    against: str = ""
    ability: str = ""
    die: str = ""
    category: str = ""
    size: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    only: tuple[str, ...] = ()
    worth: Share | None = None


class GameMaster(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that judges: sizes asked for, and dice to be replaced."""

    name: Name = "GM"
    agent: str = "storyteller"


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What endings return to those who obtained nothing."""

    standoff: Share = 0.5
    ceded: Share = 0.0
    dead: Share = 0.0


class Contest(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A conflict under Intensity.

    *prizes* are the sizes a helping or situational goal may ask for; with none, nobody
    goes for those. *help_pool* are the difficulty dice of helping before any are
    replaced. *compatible* is the GM's word that all goals agree. *tags* say which
    inflicted dice matter here, *reconciled* how goals obtained together fit.
    """

    categories: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]
    seats: Annotated[
        tuple[Participant, ...], Meta(min_length=2, max_length=MEMBERS_MAX)
    ]
    goals: Annotated[tuple[GoalSheet, ...], Meta(max_length=MEMBERS_MAX)] = ()
    prizes: Annotated[tuple[Prize, ...], Meta(max_length=LARGEST)] = (
        2,
        4,
        6,
        8,
        10,
        12,
    )
    help_pool: Annotated[tuple[Size, ...], Meta(max_length=12)] = ()
    gm: GameMaster | None = None
    compatible: bool = False
    tags: tuple[str, ...] = ()
    reconciled: str = "both stand"
    worth: Worth = Worth()
    rulings: Rulings = Rulings()


def seats(scenario: Contest) -> tuple[Seat, ...]:
    """Return the seats: the participants in order, then the GM if one judges."""
    sides = side_names(scenario)
    taken = [Seat(one.name, sides.index(one.side), one.agent) for one in scenario.seats]
    if scenario.gm is not None:
        taken.append(Seat(scenario.gm.name, None, scenario.gm.agent))
    return tuple(taken)


def side_names(scenario: Contest) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(one.side for one in scenario.seats))
