"""What an agent has been handed in a conflict, and whether it altered any of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import field, structs

from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact
from sim.seam.protocol import Decision, State, Table

_APPRAISAL = "an appraisal"
_EARLIER_MAX = 1000
"""The most appraisals of one question that are kept once the next is asked."""
_Kept = list[tuple[object, object, Callable[[Any], object]]]
"""Objects, each with how it was seen when it was handed out, and how it is seen."""


class Handed:
    """The objects that an agent has been handed, each with how it was then.

    They are shared with other conflicts: frozen, though that can be got around.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._earlier: dict[str, _Kept] = {}
        """What was handed before what is called the same now."""

    def keep(self, called: str, *those: object) -> None:
        """Keep *those*, and what was *called* so before as an earlier one."""
        self._earlier.setdefault(called, []).extend(self._kept.get(called, ()))
        self._kept[called] = [(object_, repr(object_), repr) for object_ in those]

    def add_appraisals(self, those: Iterable[Appraisal]) -> None:
        """Keep appraisals beside those that were kept before.

        An agent may ask for thousands in one choice, whose time is measured.
        """
        kept = self._kept.setdefault(_APPRAISAL, [])
        kept += [
            (appraisal, structs.astuple(appraisal), structs.astuple)
            for appraisal in those
        ]

    def pass_on(self) -> None:
        """Keep the first of the appraisals for the last question as earlier ones."""
        last = self._kept.pop(_APPRAISAL, ())
        self._earlier.setdefault(_APPRAISAL, []).extend(last[:_EARLIER_MAX])

    def forget(self) -> None:
        """Keep nothing any longer."""
        self._kept.clear()
        self._earlier.clear()

    def altered(self) -> str:
        """Return what of it is no longer as it was, "" if all but earlier ones is."""
        return _altered(self._kept)

    def altered_earlier(self) -> str:
        """Return the same of the earlier ones: too many to compare at every choice."""
        return _altered(self._earlier)


def _altered(kept: Mapping[str, _Kept]) -> str:
    for called, those in kept.items():
        if any(seen(object_) != before for object_, before, seen in those):
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
