"""Answers in the interlude, and what follows from them."""

from enum import IntEnum, StrEnum

from sim.rules.solar_system.scenario.character import RANK_WORDS
from sim.seam.events import Consequence, Description, Fact, Pass, Scope, Seat, by_part
from sim.spine.tables import defined


class Purchase(IntEnum):
    """What advances can buy, in the order in which it is offered [RUL-88]."""

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
    scope = Scope.AFTERMATH
    sayings = ("keeps the Key", "keeps a Key")
    story = "{who} keeps the {key}."


class KeyErased(Fact, tag="key-erased"):
    """A Key is struck out, for experience."""

    key: int
    rules = ("SS-KEY-03", "RUL-86")
    scope = Scope.AFTERMATH
    sayings = ("buys off the Key", "buys a Key off")
    decided_by = "RUL-86"
    story = "{who} buys off the {key}."


class AdvanceBanked(Pass, tag="advance-banked"):
    """The remaining advances are saved."""

    rules = ("SS-ADV-07", "RUL-88")
    scope = Scope.AFTERMATH
    sayings = ("saves the advances", "banks the advances", "spends no advance")
    story = ""


class AdvanceBought(Fact, tag="advance-bought"):
    """Something is bought: an ability, a pool, a Secret or a Key, by its number."""

    kind: Purchase
    subject: int
    rules = ("SS-ADV-01", "RUL-88")
    scope = Scope.AFTERMATH
    sayings = ("spends advances", "spends an advance", "buys an advance")
    decided_by = by_part("RUL-88", does="SS-ADV-01")
    story = ""


class ExperienceChanged(Consequence, tag="experience"):
    """Experience was earned by a Key, or became advances.

    *xp* and *advances* are the new numbers.

    *tier* is the number of the tier that pays, or None.
    """

    who: Seat
    key: int | None
    tier: int | None
    amount: int
    cause: Cause
    xp: int
    advances: int
    decided_by = by_part("RUL-64 SS-KEY-06", advances="RUL-61")


class AwardsMade(Consequence, tag="awards-made"):
    """The Keys of this scene have paid."""

    decided_by = "RUL-85"
    story = ""
    aside = "What the Keys earn has been counted."


class SceneClosed(Consequence, tag="scene-closed"):
    """Awards and Buyoffs of this scene are over."""

    decided_by = "RUL-85"
    story = ""
    aside = "The scene is told."


class AdvanceSpent(Consequence, tag="advance-spent"):
    """Advances bought something.

    *before* and *after* are the rank or the score, None if there is none; *teacher*
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
    decided_by = by_part(
        "RUL-88", cost="SS-ADV-01", teacher="SS-ADV-04", advances="SS-ADV-01"
    )

    def tell(self, words: Description) -> str:
        who, subject = words["who"], words["subject"]
        cost = "an advance" if self.cost == 1 else f"{self.cost} advances"
        if self.kind == RAISE:
            assert self.after is not None
            return f"{who} raises {subject} to {RANK_WORDS[self.after]}, for {cost}."
        if self.kind == POOL:
            return f"{who} raises {subject} to {self.after}, for {cost}."
        taught = f" from {self.teacher}" if self.teacher else ""
        verb = "takes the" if self.kind in {SECRET, KEY} else "learns"
        return f"{who} {verb} {subject}{taught}, for {cost}."


class AdvancesEnded(Consequence, tag="advances-ended"):
    """Everybody has finished buying."""

    decided_by = "SS-ADV-07"
    story = ""
    aside = "Nobody buys anything more."


FACTS = defined(globals(), Fact)
"""Every class of answer in the interlude."""

CONSEQUENCES = defined(globals(), Consequence)
"""Every class of consequence in the interlude."""
