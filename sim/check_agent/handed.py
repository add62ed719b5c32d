"""What an agent has been handed in a conflict, and whether it altered any of it."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import field, structs

from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact
from sim.seam.protocol import Decision, State, Table


class Handed:
    """The objects that an agent has been handed, each with how it was then.

    They are shared with other conflicts: frozen, though that can be got around.
    """

    def __init__(self) -> None:
        self._kept: dict[str, list[tuple[object, object, Callable[[Any], object]]]] = {}

    def keep(self, called: str, *those: object) -> None:
        """Keep *those* in place of what was *called* so before."""
        self._kept[called] = [(one, repr(one), repr) for one in those]

    def add_appraisals(self, those: Iterable[Appraisal]) -> None:
        """Keep appraisals beside those that were kept before.

        An agent may ask for thousands in one choice, whose time is measured.
        """
        kept = self._kept.setdefault("an appraisal", [])
        kept += [(one, structs.astuple(one), structs.astuple) for one in those]

    def forget_appraisals(self) -> None:
        """Keep none of the appraisals any longer."""
        self._kept.pop("an appraisal", None)

    def forget(self) -> None:
        """Keep nothing any longer."""
        self._kept.clear()

    def altered(self) -> str:
        """Return what of it is no longer as it was, "" if all is."""
        for called, those in self._kept.items():
            if any(seen(one) != before for one, before, seen in those):
                return called
        return ""


class WatchedTable(Table):
    """A table that keeps what it hands out."""

    handed: Handed = field(default_factory=Handed)

    def appraise(self, view: State, option: Fact) -> Appraisal:
        """Return what *option* is worth."""
        worth = super().appraise(view, option)
        self.handed.add_appraisals([worth])
        return worth

    def weigh(self, asked: Decision[Any]) -> tuple[Appraisal, ...]:
        """Return what every option of *asked* is worth."""
        worths = super().weigh(asked)
        self.handed.add_appraisals(worths)
        return worths
