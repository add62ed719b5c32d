"""What is answered in the interlude, and what follows of it."""

from enum import IntEnum, StrEnum

from sim.seam.events import Consequence, Fact, Pass, Seat
from sim.spine.tables import defined


class Purchase(IntEnum):
    """What an advance may go to, in the order in which it is offered [RUL-88]."""

    RAISE, POOL, ABILITY, SECRET, KEY = range(5)


RAISE, POOL, ABILITY, SECRET, KEY = Purchase


class Cause(StrEnum):
    """Why experience changes."""

    AWARD = "key award"
    BUYOFF = "key buyoff"
    CONVERTED = "converted to advances"


class KeyKept(Pass, tag="key-kept"):
    """A Key that could be bought off is kept."""

    key: int
    rules = ("SS-KEY-03", "RUL-86")


class KeyErased(Fact, tag="key-erased"):
    """A Key is struck out, for experience."""

    key: int
    rules = ("SS-KEY-03", "RUL-86")


class AdvanceBanked(Pass, tag="advance-banked"):
    """What advances are left is saved."""

    rules = ("SS-ADV-07", "RUL-88")


class AdvanceBought(Fact, tag="advance-bought"):
    """Something is bought: an ability, a pool, a Secret or a Key, by its number."""

    kind: Purchase
    subject: int
    rules = ("SS-ADV-01", "RUL-88")


class ExperienceChanged(Consequence, tag="experience"):
    """Experience was earned by a Key, or became advances; *xp*, *advances* are after.

    *tier* is the number of the tier that pays, or None.
    """

    who: Seat
    key: int | None
    tier: int | None
    amount: int
    cause: Cause
    xp: int
    advances: int


class AwardsMade(Consequence, tag="awards-made"):
    """The Keys of this scene have paid."""


class SceneClosed(Consequence, tag="scene-closed"):
    """Nothing more of this scene is earned or bought off."""


class AdvanceSpent(Consequence, tag="advance-spent"):
    """Advances bought something.

    *before* and *after* are the rank or the score, None where there is none; *teacher*
    is who taught a Secret, or "".
    """

    who: Seat
    kind: Purchase
    subject: int
    before: int | None
    after: int | None
    cost: int
    teacher: str
    advances: int


class AdvancesEnded(Consequence, tag="advances-ended"):
    """Everybody has bought what he wanted."""


FACTS = defined(globals(), Fact)
"""Every answer of the interlude."""

CONSEQUENCES = defined(globals(), Consequence)
"""Everything that can follow in the interlude."""
