"""What is answered about Secrets, and what follows of them."""

from sim.seam.events import Consequence, Fact, Pass, Seat
from sim.spine.tables import defined


class SecretDeclined(Pass, tag="no-secret"):
    """No (further) Secret is used on this roll."""

    roll: int
    rules = ("SS-SEC-01", "RUL-81")


class SecretUsed(Fact, tag="secret-used"):
    """A Secret that takes points is used on this roll, or for this volley."""

    roll: int
    secret: int
    rules = ("SS-SEC-01", "SS-SEC-04", "RUL-81")


class PocketTried(Fact, tag="pocket"):
    """A Secret with a check of its own is tried."""

    secret: int
    rules = ("SS-SEC-03", "RUL-82")


class SecretsWorked(Consequence, tag="secrets-worked"):
    """Secrets that take nothing give dice, as (roll, Secret, how many)."""

    dice: tuple[tuple[int, int, int], ...]


class HarmModified(Consequence, tag="secret-harm"):
    """Secrets change the harm that *by* is about to do to *who*, by *amount*."""

    by: Seat
    who: Seat
    amount: int


class PropProduced(Consequence, tag="produced"):
    """A Secret has brought out something that nobody had written down."""

    who: Seat
    secret: int


FACTS = defined(globals(), Fact)
"""Every answer about Secrets."""

CONSEQUENCES = defined(globals(), Consequence)
"""Everything that can follow of them."""
