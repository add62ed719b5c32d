"""The objects that an agent was given in a conflict, and whether it altered any."""

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
"""(object, what *view* returned when it was given, *view*) for each object."""


class Handed:
    """The objects that an agent was given, each with what it looked like then.

    They are shared with other conflicts. They are frozen, but an agent can get around
    that.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._earlier: dict[str, _Kept] = {}
        """Objects that others of the same name have replaced."""

    def keep(self, called: str, *objects: object) -> None:
        """Keep *objects* under the name *called*; those of this name become earlier."""
        self._earlier.setdefault(called, []).extend(self._kept.get(called, ()))
        self._kept[called] = [(object_, repr(object_), repr) for object_ in objects]

    def add_appraisals(self, appraisals: Iterable[Appraisal]) -> None:
        """Keep more appraisals.

        This must be fast: an agent may ask for thousands in one choice, which is timed.
        """
        kept = self._kept.setdefault(_APPRAISAL, [])
        kept += [
            (appraisal, structs.astuple(appraisal), structs.astuple)
            for appraisal in appraisals
        ]

    def pass_on(self) -> None:
        """Count the first appraisals for the last question among the earlier ones."""
        last = self._kept.pop(_APPRAISAL, ())
        self._earlier.setdefault(_APPRAISAL, []).extend(last[:_EARLIER_MAX])

    def forget(self) -> None:
        """Keep nothing any longer."""
        self._kept.clear()
        self._earlier.clear()

    def altered(self) -> str:
        """Return the name of an altered object, "" if none; without earlier ones."""
        return _altered(self._kept)

    def altered_earlier(self) -> str:
        """Return the same for earlier ones, too many to compare at every choice."""
        return _altered(self._earlier)


def _altered(kept: Mapping[str, _Kept]) -> str:
    for called, entries in kept.items():
        if any(view(object_) != before for object_, before, view in entries):
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
