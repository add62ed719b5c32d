"""What every seat chose over many conflicts: offered, taken, and what it returned."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from sim.conflict.choices import Choice
from sim.statistics.intervals import Interval
from sim.statistics.records import mean_return

_NUMBER = re.compile(r"(\d+)")


class OptionCount(Struct):
    """How one option of a seat did.

    *offered* and *taken* count decisions; *with_it* and *without* count conflicts in
    which it was offered, by what the seat got: those in which it was taken at least
    once, and the others.
    """

    seat: str
    about: str
    kind: str
    words: str
    offered: int = 0
    taken: int = 0
    with_it: dict[float, int] = field(default_factory=dict[float, int])
    without: dict[float, int] = field(default_factory=dict[float, int])

    def add(self, choice: Choice) -> None:
        """Count what was chosen in one conflict."""
        self.offered += choice.offered
        self.taken += choice.taken
        if choice.returned is not None:
            times = self.with_it if choice.taken else self.without
            times[choice.returned] = times.get(choice.returned, 0) + 1

    @property
    def share(self) -> float:
        """How often it was taken of the times it was offered."""
        return self.taken / self.offered

    @property
    def returns(self) -> Interval | None:
        """What conflicts in which it was taken returned to the seat."""
        return _mean(self.with_it)

    @property
    def returns_without(self) -> Interval | None:
        """What those returned in which it was offered and never taken."""
        return _mean(self.without)

    def to_dict(self) -> dict[str, Any]:
        """Return it by name, ready for JSON."""
        with_it, without = self.returns, self.returns_without
        return {
            "seat": self.seat,
            "about": self.about,
            "kind": self.kind,
            "words": self.words,
            "offered": self.offered,
            "taken": self.taken,
            "conflicts_with": sum(self.with_it.values()),
            "conflicts_without": sum(self.without.values()),
            "return_with": None if with_it is None else with_it.to_dict(),
            "return_without": None if without is None else without.to_dict(),
        }


def _mean(times: Mapping[float, int]) -> Interval | None:
    return mean_return(times) if times else None


def _natural(words: str) -> list[tuple[bool, int, str]]:
    """Return what sorts *words* with 2 before 10."""
    return [
        (part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in _NUMBER.split(words)
    ]


class ChoiceCounts:
    """Adds up the choices of many conflicts.

    All it keeps are whole numbers, so the order of the conflicts changes nothing.
    """

    def __init__(self) -> None:
        self.conflicts = 0
        self._counts: dict[tuple[str, str, str], OptionCount] = {}

    def add(self, choices: Iterable[Choice]) -> None:
        """Count what was chosen in one conflict."""
        self.conflicts += 1
        for one in choices:
            key = one.seat, one.kind, one.words
            found = self._counts.get(key)
            if found is None:
                found = OptionCount(one.seat, one.about, one.kind, one.words)
                self._counts[key] = found
            found.add(one)

    def options(self) -> tuple[OptionCount, ...]:
        """Return every option: by seat and kind, the most often offered first."""
        kinds: dict[tuple[str, str], int] = {}
        for one in self._counts.values():
            kind = one.seat, one.kind
            kinds[kind] = max(kinds.get(kind, 0), one.offered)

        def rank(one: OptionCount) -> tuple[Any, ...]:
            often = kinds[one.seat, one.kind]
            return (one.seat, -often, one.kind, -one.offered, _natural(one.words))

        return tuple(sorted(self._counts.values(), key=rank))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each option, as a data frame takes it."""
        return [
            {
                **{
                    name: item
                    for name, item in one.to_dict().items()
                    if not name.startswith("return")
                },
                "return_with": one.returns and one.returns.value,
                "return_without": one.returns_without and one.returns_without.value,
            }
            for one in self.options()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        return {
            "conflicts": self.conflicts,
            "options": [one.to_dict() for one in self.options()],
        }
