"""The choices of every seat over many conflicts: offered, taken, and the returns."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from sim.conflict.choices import Choice
from sim.statistics.intervals import Interval
from sim.statistics.records import mean_return

_NUMBER = re.compile(r"(\d+)")


class OptionCount(Struct):
    """The counts of one option of a seat.

    *offered* and *taken* count decisions; *with_it* and *without* count conflicts in
    which it was offered, by the seat's return: those in which it was taken at least
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
        """The share of the times it was offered at which it was taken."""
        return self.taken / self.offered

    @property
    def returns(self) -> Interval | None:
        """The seat's mean return in conflicts in which it was taken."""
        return _mean(self.with_it)

    @property
    def returns_without(self) -> Interval | None:
        """The seat's mean return if it was offered and never taken."""
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

    It keeps whole numbers only, so the order of the conflicts changes nothing.
    """

    def __init__(self) -> None:
        self.conflicts = 0
        self._counts: dict[tuple[str, str, str], OptionCount] = {}

    def add(self, choices: Iterable[Choice]) -> None:
        """Count what was chosen in one conflict."""
        self.conflicts += 1
        for choice in choices:
            key = choice.seat, choice.kind, choice.words
            count = self._counts.get(key)
            if count is None:
                about = choice.about
                count = OptionCount(choice.seat, about, choice.kind, choice.words)
                self._counts[key] = count
            count.add(choice)

    def options(self) -> tuple[OptionCount, ...]:
        """Return every option: by seat and kind, the most often offered first."""
        kinds: dict[tuple[str, str], int] = {}
        for option in self._counts.values():
            kind = option.seat, option.kind
            kinds[kind] = max(kinds.get(kind, 0), option.offered)

        def rank(option: OptionCount) -> tuple[Any, ...]:
            often = kinds[option.seat, option.kind]
            return (
                option.seat,
                -often,
                option.kind,
                -option.offered,
                _natural(option.words),
            )

        return tuple(sorted(self._counts.values(), key=rank))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each option, as a data frame takes it."""
        return [
            {
                **{
                    name: item
                    for name, item in option.to_dict().items()
                    if not name.startswith("return")
                },
                "return_with": option.returns and option.returns.value,
                "return_without": option.returns_without
                and option.returns_without.value,
            }
            for option in self.options()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        return {
            "conflicts": self.conflicts,
            "options": [option.to_dict() for option in self.options()],
        }
