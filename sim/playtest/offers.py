"""Which options are offered to every seat, who takes them, and beside which others."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any

from msgspec import Struct, field

from sim.playtest.arena import Arena
from sim.playtest.restricted_agents import Option, gives_up, line_without_numbers
from sim.playtest.table import Game
from sim.playtest.watching import Asked, questions
from sim.seam.events import Fact, Scope, Seat
from sim.seam.protocol import RuleSystem

OWN, NAIVE, BLIND = "own", "naive", "blind"
"""The scenario's agents, the naive player, and one that chooses blindly."""
_ORDER = (Scope.INTENTION, Scope.ACTION, Scope.GATE, Scope.HARM, Scope.DICE)
_LINES = 8
"""A kind of option with more lines than this is tested as a whole."""
_BESIDE = 0.5
"""Rivals stand beside an option in at least this share of its offers."""


class Offer(Struct):
    """How often an option was *offered* beside others, and *taken*, by whom.

    Both count decisions by the name of who chose; *beside* counts the decisions in
    which another option of the seat stood beside it.
    """

    option: Option
    offered: Counter[str] = field(default_factory=Counter[str])
    taken: Counter[str] = field(default_factory=Counter[str])
    beside: Counter[Option] = field(default_factory=Counter[Option])

    @property
    def times(self) -> int:
        """How often it was offered in all."""
        return self.offered.total()

    def share(self, who: str) -> float | None:
        """Return how often *who* took it of the times it was offered, if it was."""
        return self.taken[who] / self.offered[who] if self.offered[who] else None

    @property
    def rivals(self) -> tuple[Option, ...]:
        """The options that mostly stood beside it."""
        return tuple(
            rival
            for rival, times in self.beside.items()
            if times >= _BESIDE * self.times
        )


class Offers:
    """The options of all seats that somebody chose among.

    Options that give up or do nothing, and what judges decide, are left out.
    """

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._found: dict[Option, Offer] = {}
        self._empty: dict[tuple[Seat, Fact], bool | None] = {}
        self._kinds: dict[tuple[Seat, str], type[Fact]] = {}

    def add(self, who: str, game: Game, seats: Container[int]) -> None:
        """Count what was offered and taken in *game* at *seats*, where *who* chose."""
        for asked in questions(self._arena, game):
            if asked.real and asked.who in seats:
                self._count(who, asked)

    def _count(self, who: str, asked: Asked) -> None:
        readings = [self._named(asked, fact) for fact in asked.decision.options]
        passes = True in readings
        lines = dict.fromkeys(
            reading for reading in readings if isinstance(reading, Option)
        )
        kinds = dict.fromkeys(Option(line.seat, line.kind) for line in lines)
        taken = self._named(asked, asked.answer)
        for group in (lines, kinds):
            if len(group) < 2 and not passes:  # noqa: PLR2004 - no choice
                continue
            for option in group:
                offer = self._found.setdefault(option, Offer(option))
                offer.offered[who] += 1
                offer.beside.update(other for other in group if other != option)
                if isinstance(taken, Option):
                    offer.taken[who] += option in {
                        taken,
                        Option(taken.seat, taken.kind),
                    }

    def _named(self, asked: Asked, option: Fact) -> Option | bool:
        """Return the option under which *option* is counted.

        True if it does nothing, False if it gives up.
        """
        key = asked.who, option
        if key not in self._empty:
            self._empty[key] = self._does_nothing(asked, option)
        empty = self._empty[key]
        return self._read(asked, option) if empty is None else empty

    def _does_nothing(self, asked: Asked, option: Fact) -> bool | None:
        """Return True if *option* does nothing, False if it gives up, else None."""
        system, view = self._arena.system, asked.decision.view
        if option.passes or _is_idle(system, view, option):
            return True
        return False if gives_up(system, view, option) else None

    def _read(self, asked: Asked, option: Fact) -> Option:
        # The same answer may have another line later on, such as "after the roll".
        words = line_without_numbers(self._arena.system, asked.decision.view, option)
        kind = self._kinds.setdefault((asked.who, words), type(option))
        return Option(asked.who, kind, words)

    def of(self, option: Option) -> Offer:
        """Return the counts of *option*, which was offered."""
        return self._found[option]

    def all(self) -> Sequence[Offer]:
        """Return the options to test, in order of priority.

        Intentions and actions come first, then options that were offered more often. A
        kind is tested line by line, or as a whole if it has many lines.
        """
        lines = Counter(
            (option.seat, option.kind) for option in self._found if option.words
        )
        kept = [
            offer
            for option, offer in self._found.items()
            if (lines[option.seat, option.kind] <= _LINES) == bool(option.words)
        ]
        return sorted(kept, key=_rank)


def _is_idle(system: RuleSystem[Any], view: Any, option: Fact) -> bool:  # noqa: ANN401 - of any state
    """Whether *option* is known to do nothing."""
    appraise = system.solving.appraise
    return appraise is not None and appraise(view, option).idle


def _rank(offer: Offer) -> tuple[int, bool, int]:
    scope = offer.option.kind.scope
    place = _ORDER.index(scope) if scope in _ORDER else len(_ORDER)
    return place, not offer.option.words, -offer.times
