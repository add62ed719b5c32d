"""What a setting has beside abilities: species, cultures, Secrets, Keys, scenes."""

from typing import Annotated, Literal

from msgspec import Meta, field

from sim.rules.solar_system.scenario.character import (
    AbilityName,
    Item,
    Name,
    Openable,
    PoolName,
    Score,
    SeatName,
    Tags,
)
from sim.seam.protocol import Sheet

Count = Annotated[int, Meta(ge=0, le=9)]


class Limits(Sheet):
    """Between what a pool lies when the twelve points are shared [SS-CRE-08]."""

    minimum: Score = 1
    """The least a new character may have."""
    maximum: Score = 6
    """The most a new character may have."""


class Species(Sheet):
    """A kind of sentient being [SS-CRE-02]."""

    pool_limits: dict[PoolName, Limits] = field(default_factory=dict[PoolName, Limits])
    """Pools whose limits differ from 1 to 6 when the twelve points are shared."""
    opens: tuple[Openable, ...] = ()
    """Closed abilities, Secrets and Keys that are open to it."""


class Culture(Sheet):
    """Where one comes from; it need not be the local one [SS-CRE-03]."""

    opens: tuple[Openable, ...] = ()
    """Closed abilities, Secrets and Keys that are open to it."""


class Cost(Sheet):
    """What using a Secret once takes [SS-SEC-01]."""

    pool: PoolName
    """The pool whose points it takes."""
    points: Score = 1
    """How many."""


class Secret(Sheet):
    """A Secret as the setting defines it: when it works, and its one effect [RUL-80].

    Without an effect it is a name on a sheet [RUL-72].
    """

    cost: Cost | None = None
    """What it takes; without a cost it works of itself [RUL-81]."""
    when: Tags = ()
    """Tags that must all hold for it to work; it always does when empty."""
    abilities: tuple[AbilityName, ...] = ()
    """The abilities it works with; with all when empty."""
    bonus_dice: Count = 0
    """Bonus dice on its owner's check."""
    speciality: bool = False
    """So many bonus dice as the ruling `speciality_bonus_dice` says [RUL-72]."""
    harm: Count = 0
    """What it adds to harm its owner does in the Pain."""
    guard: Count = 0
    """What it takes off harm its owner suffers in the Pain."""
    produces: str = ""
    """What it brings out that nobody had written down [RUL-82]."""
    check: AbilityName | None = None
    """The ability whose check must succeed for that."""
    item: Item | None = None
    """What its owner carries by it [SS-SEC-05, RUL-83]."""
    closed: bool = False
    """Whether it is shut to those it is not opened to."""
    text: str = ""
    """What it is, in words."""


Act = Literal[
    "joined",
    "stayed_out",
    "intended",
    "obtained",
    "suffered",
    "conceded",
    "won",
    "lost",
    "changed",
    "healed",
    "refreshed",
    "scene",
]
"""What a character can do that a Key asks for [RUL-84]."""


class Trigger(Sheet, kw_only=True):
    """What its owner must do [RUL-84]."""

    on: Act
    """The act."""
    when: Tags = ()
    """Tags that goal, conflict, scene and the other character must have."""
    toward: Name | None = None
    """The other character; anybody when left out."""


class Tier(Trigger, kw_only=True):
    """An act that pays, and how much [SS-KEY-02]."""

    xp: Annotated[int, Meta(ge=1, le=10)]
    """The experience it pays."""


class Key(Sheet):
    """A Key as the setting defines it; without tiers it is a name on a sheet."""

    tiers: tuple[Tier, ...] = ()
    """What pays; of one act only the highest [RUL-64]."""
    buyoff: Trigger | None = None
    """What lets its owner strike it out for 10 XP [SS-KEY-03]."""
    closed: bool = False
    """Whether it is shut to those it is not opened to."""
    text: str = ""
    """What it is, in words."""


class Scene(Sheet):
    """Something that happens after the conflict, without any roll [RUL-84]."""

    who: SeatName
    """Who does it."""
    tags: Tags
    """What it is, for the `when` of Keys."""
    toward: Name | None = None
    """For whom or against whom it is done."""
    text: str = ""
    """What happens, in words."""
