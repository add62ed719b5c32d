"""What is held against the table, in sentences that can be read out there.

An answer that was not open is named with what was open instead, the nearest to what
was said, and what its seat had at that moment.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.audit.finding import Finding, Weight, finding
from sim.events import TABLE, Fact
from sim.narration.phrases import describe_event, format_value, list_options, phrase
from sim.protocol import Decision, Description, RuleSystem
from sim.reading.hints import nearest
from sim.transcript.typed import Statement
from sim.transcript.words import alike, fits, plain

_MANY = 8
_FIRST = "the audit stopped before it"


class Position(Struct, frozen=True):
    """The number of the next event, and the state there."""

    number: int
    state: Any


class Offer(Struct, frozen=True):
    """A decision that was asked at a moment."""

    at: Position
    asked: Decision[Any]


class TranscriptFindings:
    """Gathers the findings of the transcript *name*."""

    def __init__(self, name: str, system: RuleSystem[Any], seats: list[str]) -> None:
        self.all: list[Finding] = []
        self._name = name
        self._system = system
        self._seats = seats

    def who(self, seat: int) -> str:
        """Return the name of *seat*."""
        return "the table" if seat == TABLE else self._seats[seat]

    def add(  # noqa: PLR0913 - a finding says this many things
        self,
        at: Position,
        recorded: str,
        expected: str,
        *,
        rules: tuple[str, ...] = (),
        why: str = "",
        legal: str = "expected",
        weight: Weight = "violation",
    ) -> None:
        """Add that the table has *recorded* at a moment."""
        self.all.append(
            finding(
                self._name,
                at.number,
                "rules",
                recorded,
                expected,
                rules=rules,
                place=f"round {at.state.round}",
                why=why,
                verbs=("the table has", legal),
                weight=weight,
            )
        )

    def add_unjudged(self, at: Position, recorded: str) -> None:
        """Note what comes after the place where the audit stopped."""
        legal = "which is not judged:"
        self.add(at, recorded, _FIRST, legal=legal, weight="note")

    def add_allowed(
        self, at: Position, said: Statement, options: Sequence[Fact]
    ) -> None:
        """Hold against the table what it allowed here; *options* were open."""
        self._refuse(at, said, self._legal(at.state, said, options))

    def add_unused(
        self,
        end: Position,
        unused: Sequence[Statement],
        offers: Sequence[Offer],
        past: Sequence[Offer],
        *,
        stopped: bool,
    ) -> None:
        """Hold against the table what it said but was not open in the round.

        What was open in a round before, as *past* tells, is said once for all.
        """
        early: dict[int, tuple[Offer, list[Statement]]] = {}
        for said in unused:
            own = [one for one in offers if one.asked.who == said.seat]
            before = [one for one in past if self._open(one, said)]
            if before and not any(self._same(one, said) for one in own):
                round_ = before[-1].at.state.round
                early.setdefault(round_, (before[-1], []))[1].append(said)
            else:
                self._add_unused(end, said, offers, stopped=stopped)
        for offer, statements in early.values():
            self._add_early(offer.at, end.state.round, statements)

    def _add_early(
        self, at: Position, typed: int, statements: Sequence[Statement]
    ) -> None:
        """Say of *statements* that they are right, and typed into another round."""
        kinds: dict[str, list[str]] = {}
        for said in statements:
            kinds.setdefault(str(said.words.get("does", "")), []).append(
                self.who(said.seat)
            )
        recorded = "; ".join(
            f"{' and '.join(who)} saying {does}".strip() for does, who in kinds.items()
        )
        self.add(
            at,
            f"{recorded} in round {typed}",
            f"round {at.state.round}, where it was open: put it there",
            why="for want of it silence was taken there",
            legal="which belongs to",
        )

    def _add_unused(
        self, end: Position, said: Statement, offers: Sequence[Offer], *, stopped: bool
    ) -> None:
        """Hold a statement against the table."""
        own = [one for one in offers if one.asked.who == said.seat]
        open_ = sum(self._open(one, said) for one in own)
        same = [(one, options) for one in own if (options := self._same(one, said))]
        if stopped and (open_ or not same):
            self.add_unjudged(end, f"{self.who(said.seat)} saying {phrase(said.words)}")
        elif open_:
            times = f"{open_} time{'s' * (open_ > 1)}"
            self._refuse(end, said, f"that no more often than it was open, {times}")
        elif same:
            offer, options = same[0]
            self._refuse(offer.at, said, self._legal(offer.at.state, said, options))
        else:
            kinds = {
                type(option).__name__ for one in own for option in one.asked.options
            }
            instead = f"one of the kinds {', '.join(sorted(kinds))}" if kinds else ""
            self._refuse(own[0].at if own else end, said, (instead, ()))

    def _open(self, offer: Offer, said: Statement) -> bool:
        if offer.asked.who != said.seat:
            return False
        options = offer.asked.options
        return any(
            fits(said.words, describe_event(self._system, offer.at.state, option))
            for option in options
        )

    def _same(self, offer: Offer, said: Statement) -> tuple[Fact, ...]:
        """Return the options of the kind that was said."""
        does = said.words.get("does")
        return tuple(
            one for one in offer.asked.options if alike(type(one).__name__, does)
        )

    def _legal(
        self, state: object, said: Statement, options: Sequence[Fact]
    ) -> tuple[str, tuple[str, ...]]:
        """Return in words what was open among *options*, and what is near to it.

        Only what differs from what was said, if one word alone can tell.
        """
        words = [describe_event(self._system, state, option) for option in options]
        parts: list[str] = []
        near: list[str] = []
        for key, item in said.words.items():
            known = _values(words, key)
            if key == "does" or not known or any(alike(item, one) for one in known):
                continue
            texts = [text for text in dict.fromkeys(map(format_value, known)) if text]
            more = f" and {len(texts) - _MANY} more" if len(texts) > _MANY else ""
            parts.append(f"{key.replace('_', ' ')} {_either(texts[:_MANY])}{more}")
            near.append(nearest(format_value(item), texts).removeprefix("; "))
        if not parts:
            return list_options(self._system, state, options), ()
        return f"{words[0].get('does')} with {', '.join(parts)}", tuple(near)

    def _refuse(
        self, at: Position, said: Statement, legal: tuple[str, tuple[str, ...]] | str
    ) -> None:
        expected, near = (legal, ()) if isinstance(legal, str) else legal
        who, does = self.who(said.seat), said.words.get("does", "")
        allow = f"the table allowed it: {said.allow}" if said.allow else ""
        if said.allow and not said.used:
            allow += ", but there was no moment for it"
        self.add(
            at,
            f"{who} saying {phrase(said.words)}",
            expected or f"nothing of the kind: it was not open to {who}",
            rules=next(
                (
                    kind.rules
                    for kind in self._system.events
                    if issubclass(kind, Fact) and alike(kind.__name__, does)
                ),
                (),
            ),
            why="; ".join(filter(None, (*near, self._had(at.state, said.seat), allow))),
            legal="legal was",
        )

    def _had(self, state: Any, seat: int) -> str:  # noqa: ANN401 - any system's state
        """Return what *seat* could count on: the numbers of how it stood."""
        status = self._system.status(state)
        if not 0 <= seat < len(status):
            return ""
        numbers = {
            name: item
            for name, item in status[seat].items()
            if isinstance(item, int | float) and not isinstance(item, bool)
        }
        return f"{self.who(seat)} had {phrase(numbers)}" if numbers else ""


def _values(words: Sequence[Description], key: str) -> list[object]:
    return [
        item for one in words for name, item in one.items() if plain(name) == plain(key)
    ]


def _either(texts: Sequence[str]) -> str:
    *first, last = texts or ("nothing",)
    return f"{', '.join(first)} or {last}" if first else last
