"""Answers about Secrets, and what follows from them."""

from sim.seam.events import Consequence, Description, Fact, Pass, Scope, Seat, by_part
from sim.spine.tables import defined


def bonus_dice_in_words(count: int) -> str:
    """Return a number of bonus dice in words."""
    return "a bonus die" if count == 1 else f"{count} bonus dice"


class SecretDeclined(Pass, tag="no-secret"):
    """No (further) Secret is used on this roll."""

    roll: int
    rules = ("SS-SEC-01", "RUL-81")
    scope = Scope.ACTION
    sayings = ("uses no Secret", "declines the Secret")
    story = ""


class SecretUsed(Fact, tag="secret-used"):
    """A Secret that costs points is used on this roll, or for this volley."""

    roll: int
    secret: int
    rules = ("SS-SEC-01", "SS-SEC-04", "RUL-81")
    scope = Scope.ACTION
    sayings = ("uses a Secret", "works a Secret")
    decided_by = by_part("RUL-81", secret="SS-SEC-01")


class PocketTried(Fact, tag="pocket"):
    """A Secret with a check of its own is tried."""

    secret: int
    rules = ("SS-SEC-03", "RUL-82")
    scope = Scope.AFTERMATH
    sayings = ("tries the pockets", "reaches into a pocket", "looks for a prop")
    decided_by = by_part("RUL-82", secret="SS-SEC-03")
    story = "{who} tries the {secret}."


class SecretsWorked(Consequence, tag="secrets-worked"):
    """Secrets without a cost give dice, as (roll, Secret, how many)."""

    dice: tuple[tuple[int, int, int], ...]
    decided_by = "SS-SEC-04"

    def tell(self, words: Description) -> str:
        return " ".join(
            f"The {gift['secret']} gives {gift['who']}"
            f" {bonus_dice_in_words(gift['dice'])}."
            for gift in words["dice"]
        )


class HarmModified(Consequence, tag="secret-harm"):
    """Secrets change the harm that *by* is about to do to *who*, by *amount*."""

    by: Seat
    who: Seat
    amount: int
    decided_by = "SS-SEC-04"
    story = "Secrets change the harm {by} does to {who} by {amount:+d}."


class PropProduced(Consequence, tag="produced"):
    """A Secret has produced something that nobody had written down."""

    who: Seat
    secret: int
    decided_by = "SS-SEC-03"


FACTS = defined(globals(), Fact)
"""Every class of answer about Secrets."""

CONSEQUENCES = defined(globals(), Consequence)
"""Every class of consequence about Secrets."""
