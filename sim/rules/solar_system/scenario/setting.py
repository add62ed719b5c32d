"""The parts of a setting other than abilities: species, cultures, Secrets and so on."""

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
    """The limits of a pool when the twelve points are shared [SS-CRE-08]."""

    minimum: Score = 1
    """The least score of a new character."""
    maximum: Score = 6
    """The greatest score of a new character."""


class Species(Sheet):
    """A kind of sentient being [SS-CRE-02]."""

    pool_limits: dict[PoolName, Limits] = field(default_factory=dict[PoolName, Limits])
    """Pools whose limits differ from 1 to 6 when the twelve points are shared."""
    opens: tuple[Openable, ...] = ()
    """Closed abilities, Secrets and Keys that are open to it."""


class Culture(Sheet):
    """A culture a character comes from, not necessarily the local one [SS-CRE-03]."""

    opens: tuple[Openable, ...] = ()
    """Closed abilities, Secrets and Keys that are open to it."""


class Cost(Sheet):
    """The cost of using a Secret once [SS-SEC-01]."""

    pool: PoolName
    """The pool that pays."""
    points: Score = 1
    """The number of points."""


class Secret(Sheet):
    """A Secret of the setting: when it works, and its single effect [RUL-80].

    Without an effect it is a name on a sheet [RUL-72].
    """

    cost: Cost | None = None
    """Its cost; without one it works automatically [RUL-81]."""
    when: Tags = ()
    """The tags that must all hold for it to work; if empty, it always works."""
    abilities: tuple[AbilityName, ...] = ()
    """The abilities it works with; if empty, all."""
    bonus_dice: Count = 0
    """Bonus dice on its owner's check."""
    speciality: bool = False
    """Whether it gives the bonus dice of the ruling `speciality_bonus_dice`
    [RUL-72].
    """
    harm: Count = 0
    """What it adds to harm its owner does in the Pain."""
    guard: Count = 0
    """What it takes off harm its owner suffers in the Pain."""
    produces: str = ""
    """What it produces that nobody had written down [RUL-82]."""
    check: AbilityName | None = None
    """The ability whose check must succeed to produce it."""
    item: Item | None = None
    """The item that its owner has by it [SS-SEC-05, RUL-83]."""
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
"""The acts that a Key can reward [RUL-84]."""


class Trigger(Sheet, kw_only=True):
    """What the owner of a Key must do [RUL-84]."""

    on: Act
    """The act."""
    when: Tags = ()
    """Tags that goal, conflict, scene and the other character must have."""
    toward: Name | None = None
    """The other character; by default, anybody."""


class Tier(Trigger, kw_only=True):
    """An act that pays, and how much it pays [SS-KEY-02]."""

    xp: Annotated[int, Meta(ge=1, le=10)]
    """The experience it pays."""


class Key(Sheet):
    """A Key as the setting defines it; without tiers it is just a name on a sheet."""

    tiers: tuple[Tier, ...] = ()
    """The acts that pay; for one act only the highest tier counts [RUL-64]."""
    buyoff: Trigger | None = None
    """The act that lets its owner strike it out for 10 XP [SS-KEY-03]."""
    closed: bool = False
    """Whether it is shut to those it is not opened to."""
    text: str = ""
    """What it is, in words."""


class Scene(Sheet):
    """Something that happens after the conflict, without any roll [RUL-84]."""

    who: SeatName
    """Who does it."""
    tags: Tags
    """Its tags, for the `when` of Keys."""
    toward: Name | None = None
    """The character for whom or against whom it is done."""
    text: str = ""
    """What happens, in words."""
