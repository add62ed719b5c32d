"""Findings against the table, in sentences that can be read aloud there.

An illegal answer is reported with the legal options, the one nearest to what was said,
and what the seat had at that moment.
"""

from collections.abc import Sequence
from typing import Any

from sim.audit.finding import Finding, Weight, finding
from sim.conflict.phrases import (
    called,
    describe_event,
    format_value,
    list_options,
    phrase,
)
from sim.narration.deciding import NONE_OF_ITS_KIND, rule_against_answer
from sim.reading.hints import nearest
from sim.reading.words import alike, plain
from sim.seam.events import TABLE, Fact
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.matching import StatementMatcher
from sim.transcript.typed import Position, Statement

_MANY = 8
_FIRST = "the audit stopped before it"
_Legal = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The legal options in words, the nearest of them, and the fields that differ."""


class TranscriptFindings:
    """Gathers the findings of the transcript *name*."""

    def __init__(
        self,
        name: str,
        system: RuleSystem[Any],
        seats: list[str],
        matcher: StatementMatcher[Any],
    ) -> None:
        self.all: list[Finding] = []
        self._matcher = matcher
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
        """Add a finding about what the table *recorded* at a moment."""
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
        """Note something that was not judged, since the audit stopped before it."""
        legal = "which is not judged:"
        self.add(at, recorded, _FIRST, legal=legal, weight="note")

    def add_needless(self, at: Position, said: Statement, why: str) -> None:
        """Note a statement that need not be made, and *why*."""
        legal = "which need not be said:"
        self.add(at, self._statement_words(said), why, legal=legal, weight="note")

    def add_allowed(
        self, at: Position, said: Statement, options: Sequence[Fact]
    ) -> None:
        """Add a finding about an illegal answer that the table allowed."""
        self._refuse(at, said, self._legal(at.state, said, options))

    def add_unused(
        self, end: Position, unused: Sequence[Statement], *, stopped: bool
    ) -> None:
        """Add findings about statements that answer no question of the round."""
        for said in unused:
            self._add_unused(end, said, stopped=stopped)

    def add_misplaced(self, round_: int, says: Sequence[Statement]) -> None:
        """Add findings about statements of *round_* typed into a later one."""
        moved: dict[int, list[Statement]] = {}
        for said in says:
            if said.before is not None and said.at is not None:
                moved.setdefault(said.place[0], []).append(said)
        for typed, statements in moved.items():
            first = statements[0]
            assert first.at is not None
            before = f', before "{first.before}"' if first.before else ""
            spoken = "; ".join(map(self._statement_words, statements))
            self.add(
                first.at,
                f"in round {typed}: {spoken}",
                f"in round {round_}{before}",
                why="without it the default answer was assumed there; what follows is"
                " judged as if it stood there",
                legal="which would have been right",
            )

    def _statement_words(self, said: Statement) -> str:
        """Return a statement in words: Tela saying "wants" (goal to get away)."""
        rest = {key: item for key, item in said.words.items() if key != "does"}
        does = str(said.words.get("does", ""))
        sentence = said.sentence or (called(self._system, does) if does else "")
        details = phrase(rest)
        saying = f' saying "{sentence}"' if sentence else " saying"
        return f"{self.who(said.seat)}{saying}{f' ({details})' if details else ''}"

    def _add_unused(self, end: Position, said: Statement, *, stopped: bool) -> None:
        """Add a finding about one unused statement."""
        matcher = self._matcher
        own = [offer for offer in matcher.offers if offer.asked.who == said.seat]
        open_ = sum(matcher.open(offer, said) for offer in own)
        same = [
            (offer, options) for offer in own if (options := matcher.same(offer, said))
        ]
        if stopped and (open_ or not same):
            self.add_unjudged(end, self._statement_words(said))
        elif open_:
            times = f"{open_} time{'s' * (open_ > 1)}"
            self._refuse(end, said, f"that no more often than it was open, {times}")
        elif same:
            offer, options = same[0]
            self._refuse(offer.at, said, self._legal(offer.at.state, said, options))
        else:
            kinds = sorted(matcher.kinds(said.seat, end.state.round))
            ways = ", ".join(f'"{called(self._system, kind)}"' for kind in kinds)
            instead = f"one of {ways}" if ways else ""
            at = own[0].at if own else end
            self._refuse(at, said, (instead, (), (NONE_OF_ITS_KIND,)))

    def _legal(self, state: object, said: Statement, options: Sequence[Fact]) -> _Legal:
        """Return the legal *options* in words, and the nearest to the statement.

        Only the field that differs is returned if a single one does.
        """
        words = [describe_event(self._system, state, option) for option in options]
        parts: dict[str, str] = {}
        near: list[str] = []
        for key, item in said.words.items():
            known = _values(words, key)
            if key == "does" or not known or any(alike(item, value) for value in known):
                continue
            texts = [text for text in dict.fromkeys(map(format_value, known)) if text]
            more = f" and {len(texts) - _MANY} more" if len(texts) > _MANY else ""
            parts[key] = f"{key.replace('_', ' ')} {_either(texts[:_MANY])}{more}"
            near.append(nearest(format_value(item), texts).removeprefix("; "))
        if not parts:
            return list_options(self._system, state, options), (), ()
        does = called(self._system, str(words[0].get("does")))
        return f'"{does}" with {", ".join(parts.values())}', tuple(near), tuple(parts)

    def _refuse(self, at: Position, said: Statement, legal: _Legal | str) -> None:
        expected, near, parts = (legal, (), ()) if isinstance(legal, str) else legal
        parts = parts if expected else (NONE_OF_ITS_KIND,)
        who, does = self.who(said.seat), said.words.get("does", "")
        allow = f"the table allowed it: {said.allow}" if said.allow else ""
        if said.allow and not said.used:
            allow += ", but there was no moment for it"
        self.add(
            at,
            self._statement_words(said),
            expected or f"nothing of the kind: it was not open to {who}",
            rules=next(
                (
                    rule_against_answer(self._system, kind, parts)
                    for kind in self._system.events
                    if issubclass(kind, Fact) and alike(kind.__name__, does)
                ),
                (),
            ),
            why="; ".join(filter(None, (*near, self._had(at.state, said.seat), allow))),
            legal="legal was",
        )

    def _had(self, state: Any, seat: int) -> str:  # noqa: ANN401 - any system's state
        """Return the numbers of the status of *seat* at that moment."""
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
        item
        for option in words
        for name, item in option.items()
        if plain(name) == plain(key)
    ]


def _either(texts: Sequence[str]) -> str:
    *first, last = texts or ("nothing",)
    return f"{', '.join(first)} or {last}" if first else last
