"""The findings of restricted play about an option, and their labels in a report."""

import re
from enum import StrEnum
from typing import Any

from msgspec import Struct

from sim.playtest.restricted_agents import Option
from sim.statistics.intervals import Interval

SMALL = 0.05
"""A smaller part of the return is not worth a designer's time."""
LARGE = 0.1
"""From this part of the return on, an effect is large."""
NEARLY = 0.9
"""An option that is taken in this share of its chances is taken nearly always."""
_VERB = re.compile(r"^(?:now )?(?:wants(?: something else)?|chooses|tries): ")
_TARGET = re.compile(r" \([^()]*\)$")
_DIE = re.compile(r"\b(?:an? )?dN\b")
_SOME = re.compile(r"(?:,? of|:|,)? N\b")
_LONG = 48


class Label(StrEnum):
    """A verdict about an option."""

    STRONG = "too strong"
    TRAP = "a trap"
    WEAK = "too weak"
    DEAD = "dead weight"
    NONE = ""


class Finding(Struct, frozen=True):
    """The worth of an option of a *seat*, over this many *games* of each kind.

    *brief* are its words, as few as tell it apart from the seat's other options.
    *never* is what the seat's return gains if it may not take the option, *always* if
    it must whenever it can; the shares say how often the scenario's agent and a naive
    player take it. *needed* says that without it the seat gets hardly anything ever. If
    not *measured*, it was only tried.
    """

    seat: str
    words: str
    brief: str
    never: Interval
    always: Interval
    games: int
    own: float | None
    naive: float | None
    measured: bool
    option: Option
    blind: Interval | None = None
    """The value of *always* if everybody else chooses blindly."""
    label: Label = Label.NONE
    needed: bool = False
    same_as: str = ""
    """The name of another option of the seat that tells the same fact."""
    exact: bool = False
    apart: Interval | None = None
    """How much more *always* gives than *never*, with the same dice."""

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "seat": self.seat,
            "option": self.words,
            "label": self.label.value,
            "same_as": self.same_as,
            "never": self.never.value,
            "never_low": self.never.low,
            "never_high": self.never.high,
            "always": self.always.value,
            "always_low": self.always.low,
            "always_high": self.always.high,
            "exact": self.exact,
            "always_against_blind": None if self.blind is None else self.blind.value,
            "games": self.games,
            "taken": self.own,
            "taken_naively": self.naive,
            "measured": self.measured,
        }


class Restrictions(Struct, frozen=True):
    """The findings of restricted play; *asked* of *offered* options were tried.

    Those are the options that were *solved*, and those that were played.
    """

    findings: tuple[Finding, ...]
    asked: int
    offered: int
    games: int
    solved: int = 0

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each option that was asked about."""
        return [finding.row() for finding in self.findings]

    def labelled(self, *labels: Label) -> tuple[Finding, ...]:
        """Return the findings with one of these *labels*."""
        return tuple(finding for finding in self.findings if finding.label in labels)

    def alike(self, first: Finding) -> tuple[Finding, ...]:
        """Return the findings that tell the same fact as *first*."""
        named = (first.seat, first.brief)
        return tuple(
            finding
            for finding in self.findings
            if (finding.seat, finding.same_as) == named
        )


def option_subject(words: str) -> str:
    """Return the subject of an option: its words without verb, target and pool.

    Numbers that differ from time to time are left out, and a quotation in it has single
    quotation marks.
    """
    words = option_in_plain_words(
        _TARGET.sub("", without_verb(words).split(", by ")[0])
    )
    if len(words) <= _LONG:
        return words
    return f"{words[: _LONG - 3].rsplit(' ', 1)[0].rstrip(' ,:')}..."


def option_in_plain_words(words: str) -> str:
    """Return words of an option as one would say them, whatever its numbers are."""
    said = _SOME.sub("", _DIE.sub("a die", words))
    return said.replace('"', "'")


def without_verb(words: str) -> str:
    """Return the words of an option without the beginning common to its kind."""
    return _VERB.sub("", words)
