"""What if: replay a recorded conflict to one answer, give another, and play on."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.analysis.analyse import Record
from sim.analysis.continuation import Continuation
from sim.analysis.points import Point, points
from sim.analysis.rollouts import Rollouts, Sample, error
from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE
from sim.conflict.walk import Walk
from sim.dice.pool import Die, KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import StreamError, UnknownNameError
from sim.reading.hints import among, quoted
from sim.reading.words import said_in
from sim.seam.events import ConflictStarted, Event, Fact
from sim.seam.protocol import Agent, Chance, Decision, Outcome, RuleSystem, State
from sim.statistics.intervals import CONFIDENCE, student_quantile

_SHOWN = 8


class Branch(Struct, frozen=True):
    """A branch: a conflict played on from one point with another answer.

    *events* are the other answer and all that followed; *outcome* is the end.
    """

    events: Sequence[Event]
    outcome: Outcome


class Difference(Struct, frozen=True):
    """The mean gain of a seat in the branch over the recorded course."""

    seat: str
    recorded: float
    branch: float
    low: float
    high: float

    @property
    def mean(self) -> float:
        """The mean of the differences."""
        return self.branch - self.recorded


class WhatIf:
    """One point of a recorded conflict, and the alternatives there."""

    def __init__(self, record: Record, specs: Sequence[str], event: int) -> None:
        """Follow *record* to *event*, with *specs* for all that is played on.

        Raises StreamError for an event at which nobody chose and nothing was rolled.
        """
        self.record = record
        self._system = record.system
        self._continuation = Continuation(record.system, record.seats, specs)
        self.point = self._followed_to(event)

    def _followed_to(self, event: int) -> Point:
        follow, record = self._continuation, self.record
        begun = Walk(record.system, record.begun).state
        answers: list[int] = []
        for point in points(
            record.system, begun, record.events, follow.start, follow.after
        ):
            if point.event == event:
                return point
            answers.append(point.event)
        if not answers:
            message = f"{record.conflict} has neither a choice nor a throw"
            raise StreamError(message)
        if not 1 <= event <= len(record.events):
            expected = f"one from 1 to {len(record.events)}"
        else:
            near = sorted(answers, key=lambda number: abs(number - event))[:2]
            expected = f"one such as {' or '.join(map(str, sorted(near)))}"
        message = (
            f"event {event} is no choice or throw of {record.conflict}, expected"
            f" {expected} (fracas replay --numbers lists them)"
        )
        raise StreamError(message)

    @property
    def specs(self) -> Sequence[str]:
        """The agents that play on, seat by seat."""
        return self._continuation.specs

    @property
    def options(self) -> list[str]:
        """The options at the point, in words; [] for a throw."""
        asked = self.point.asked
        if not isinstance(asked, Decision):
            return []
        return [
            first_line(self._system, self.point.state, option)
            for option in asked.options
        ]

    @property
    def pool(self) -> Sequence[Die]:
        """The dice that fell at the point; () for a choice."""
        asked = self.point.asked
        return asked.pool if isinstance(asked, Chance) else ()

    def chosen(self, text: str) -> Fact:
        """Return the option that *text* names, by its number or by its words.

        Raises UnknownNameError if it names none, or several.
        """
        asked = self.point.asked
        if not isinstance(asked, Decision):
            message = f"event {self.point.event} is a throw, expected --dice"
            raise StreamError(message)
        if text.isdecimal() and 1 <= int(text) <= len(asked.options):
            return asked.options[int(text) - 1]
        if not text.strip():
            message = (
                "--choose names no option, expected words of one or a number from 1 to"
                f" {len(asked.options)}"
            )
            raise UnknownNameError(message)
        matches = [
            option
            for option, words in zip(asked.options, self.options, strict=True)
            if said_in(text, words)
        ]
        exact = [
            option
            for option, words in zip(asked.options, self.options, strict=True)
            if said_in(text, words) and said_in(words, text)
        ]
        if len(exact or matches) == 1:
            return (exact or matches)[0]
        what = "several options are" if matches else "no option is"
        near = [self.in_words(option) for option in matches] or self.options
        message = (
            f"{what} called {quoted(text)}, expected a number from 1 to"
            f" {len(asked.options)} or {among(near[:_SHOWN], text)}"
        )
        raise UnknownNameError(message)

    def rolled(self, faces: Sequence[int]) -> Fact:
        """Return the throw at the point with these *faces* instead.

        Raises StreamError for faces that its dice do not have.
        """
        asked = self.point.asked
        if not isinstance(asked, Chance):
            message = f"event {self.point.event} is a choice, expected --choose"
            raise StreamError(message)
        dice = ", ".join(f"{die.low} to {die.high}" for die in asked.pool)
        fits = len(faces) == len(asked.pool) and all(
            die.low <= face <= die.high
            for die, face in zip(asked.pool, faces, strict=True)
        )
        if not fits:
            message = (
                f"found the faces {', '.join(map(str, faces))}, expected"
                f" {len(asked.pool)} that the dice have: {dice}"
            )
            raise StreamError(message)
        return asked.rolled(tuple(faces))

    def answered(self) -> Fact:
        """Return the choice of the agent that now sits at the point's seat."""
        asked, point = self.point.asked, self.point
        if not isinstance(asked, Decision):
            return point.fact
        self._continuation.sit_down(point.memories, self._key)
        return self._continuation.choose(asked)

    def seated(self, key: bytes | None = None) -> Sequence[Agent]:
        """Return the agents at the point, who remember the record up to there.

        They draw their random numbers from *key*, by default that of the record.
        """
        self._continuation.sit_down(self.point.memories, key or self._key)
        return self._continuation.agents

    def branch(self, fact: Fact | None) -> Branch:
        """Return what follows *fact* with the dice of the record.

        For None the agent at the point chooses, or the dice fall. Dice that were typed
        in from a table have no key, so others fall.
        """
        point, dice = self.point, KeyedDice(self._key)
        asked = point.memories if fact is None else point.remembered
        self._continuation.sit_down(asked, self._key)
        choose = self._continuation.choose

        def reply(asked: Decision[Any] | Chance | Outcome, at: State) -> Fact | None:
            if isinstance(asked, Decision):
                return choose(asked)
            return asked.fall(dice, at.round) if isinstance(asked, Chance) else None

        walk = Walk(self._system, point.state, fact, recorded=True)
        walk.run(reply)
        assert isinstance(walk.asked, Outcome)
        return Branch(walk.events, walk.asked)

    def compared(self, fact: Fact, games: int) -> list[Difference]:
        """Return the gain of *fact* over the recorded answer, in pairs of games.

        Both games of a pair have the same dice. Participants alone are listed.
        """
        point, count = self.point, games
        rollouts = Rollouts(self._system, self._continuation, "what if")
        was, new = (
            rollouts.sample(point.state, point.remembered, answer, games=range(count))
            for answer in (point.fact, fact)
        )
        return differences(self.record, was, new, same=fact == point.fact)

    def __repr__(self) -> str:
        point, pool = self.point, self.pool
        head = (
            f"What if: {self.record.title}, event {point.event}, round {point.round}:"
            f" {self.in_words(point.fact)}"
        )
        if pool:
            dice = ", ".join(f"{die.low} to {die.high}" for die in pool)
            return f"{head}\n  its dice: {dice}"
        options = enumerate(self.options, 1)
        lines = [f"  {number:>2}  {option}" for number, option in options]
        return "\n".join([head, *lines])

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Return the story of *events*, which began at the point."""
        return story(self._system, self.point.state, events)

    def recorded(self) -> list[str]:
        """Return the story of the record from the point on."""
        return self.sentences(self.record.events[self.point.event - 1 :])

    def in_words(self, fact: Fact) -> str:
        """Return an answer at the point in one line."""
        return first_line(self._system, self.point.state, fact)

    @property
    def _key(self) -> bytes:
        return key_of(self.record)


def key_of(record: Record) -> bytes:
    """Return the key of the dice of *record*, one of our own for external dice."""
    for first in record.events[:1]:
        if isinstance(first, ConflictStarted) and first.key:
            return bytes.fromhex(first.key)
    return conflict_key("what if", 0)


def story(system: RuleSystem[Any], state: State, events: Sequence[Event]) -> list[str]:
    """Return the story of *events* from *state* on, line by line."""
    lines: list[str] = []
    for event in events:
        if type(event) in ENGINE:
            break
        told = system.narrate(state, event)
        lines += [line for line in told.splitlines() if line]
        state = system.evolve(state, event)
    return lines


def differences(
    record: Record, was: Sample, new: Sample, *, same: bool
) -> list[Difference]:
    """Return how *new* differs from *was*, game by game, for every participant."""
    return [
        _difference(
            seat.name,
            [returns[at] for returns in was],
            [returns[at] for returns in new],
            same=same,
        )
        for at, seat in enumerate(record.seats)
        if seat.side is not None
    ]


def _difference(
    seat: str, was: Sequence[float], new: Sequence[float], *, same: bool
) -> Difference:
    """Return the mean difference of pairs, with its interval of 95 %.

    It is exactly 0 if both answers are the *same*, and never beyond 1.
    """
    count = len(was)
    gaps = [b - a for a, b in zip(was, new, strict=True)]
    middle, reach = sum(gaps) / count, 0.0
    if not same:
        reach = student_quantile(CONFIDENCE, count - 1) * error(gaps)
    low, high = max(middle - reach, -1.0), min(middle + reach, 1.0)
    return Difference(seat, sum(was) / count, sum(new) / count, low, high)
