"""The story of a conflict for a page: every event, its causes and its changes.

Events have the numbers that `fracas explain` uses. If a record departs from the rules
somewhere, its events are told without their causes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.casting.roster import spec_of
from sim.conflict.phrases import ending_line, in_sentence, rules_behind, what_was_won
from sim.conflict.play import ENGINE_ENDINGS, ENGINE_RULES
from sim.conflict.replay import ENGINE, steps
from sim.errors import StreamError
from sim.narration.explain import explain_all
from sim.narration.explanation import Explanation, spoken_sources
from sim.narration.tale import engine_passages
from sim.pages.dice import Thrown, thrown
from sim.seam.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    DiceRolled,
    Event,
    Fact,
)
from sim.seam.protocol import Description, RuleSystem, SeatInfo, State

_LONG = 90
_OPTIONS = 8


class Cause(Struct, frozen=True):
    """A cause of another event: its number, and a short sentence."""

    event: int
    said: str


class TimelineEvent(Struct, frozen=True):
    """One event: its sentences, and the dice, rules, causes and changes behind it.

    *index* is the index of the seat that acted, -1 for none. A *quiet* event has no
    line in the story. *options* are the other legal options, *more* counts those left
    out.
    """

    number: int
    index: int
    lines: tuple[str, ...]
    quiet: bool
    dice: tuple[Thrown, ...]
    rules: tuple[tuple[str, str], ...]
    causes: tuple[Cause, ...] = ()
    changes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    more: int = 0


class Chapter(Struct, frozen=True):
    """A part of the story under one heading: a round, the beginning or the end."""

    key: str
    head: str
    events: list[TimelineEvent]


class Story(Struct, frozen=True):
    """A conflict, told: its chapters, and everybody's status after each event.

    *unexplained* says why events have no causes; "" if they have. *ending* is the
    sentence on how it ended, "" as long as it has not.
    """

    chapters: tuple[Chapter, ...]
    statuses: tuple[Sequence[Description], ...]
    unexplained: str
    ending: str = ""


def tell(system: RuleSystem[Any], scenario: object, events: Sequence[Event]) -> Story:
    """Tell *events*, a stream or the start of one.

    Raises whatever the rules raise at an event that they cannot apply.
    """
    why: Sequence[Explanation | None]
    try:
        why, unexplained = explain_all(system, scenario, events), ""
    except StreamError as error:
        why, unexplained = [None] * len(events), str(error)
    teller = _Teller(system, system.seats(scenario))
    chapters: dict[str, Chapter] = {}
    statuses: list[Sequence[Description]] = []
    ending = ""
    walked = steps(system, system.initial(scenario), events)
    for number, (before, event, after) in enumerate(walked, 1):
        key, head = _heading(event, after)
        chapter = chapters.setdefault(key, Chapter(key, head, []))
        chapter.events.append(teller.tell(number, before, event, why[number - 1]))
        statuses.append(system.status(after))
        if isinstance(event, ConflictEnded):
            ending = chapter.events[-1].lines[0]
    return Story(tuple(chapters.values()), tuple(statuses), unexplained, ending)


def _heading(event: Event, after: State) -> tuple[str, str]:
    if isinstance(event, ConflictStarted):
        return "start", "The beginning"
    if isinstance(event, ConflictEnded | ConflictSealed):
        return "end", "The end"
    head = f"Round {after.round}" if after.round else "Before round 1"
    return f"r{after.round}", head


class _Teller:
    """Tells events of one conflict."""

    def __init__(self, system: RuleSystem[Any], seats: Sequence[SeatInfo]) -> None:
        self._system = system
        self._seats = seats

    def tell(
        self, number: int, before: State, event: Event, why: Explanation | None
    ) -> TimelineEvent:
        """Return the event of this *number*, with the explanation *why* if given."""
        lines, quiet = self._lines(before, event)
        told = TimelineEvent(
            number,
            event.who if isinstance(event, Fact) else -1,
            tuple(lines),
            quiet,
            tuple(thrown(event)) if isinstance(event, DiceRolled) else (),
            tuple([(rule, self._sentence(rule)) for rule in rules_behind(event)]),
        )
        if why is None or isinstance(event, ConflictSealed):
            return told
        causes = spoken_sources(why.sources)
        options = why.asked.told if why.asked is not None else ()
        others = [one for one in options if one != why.said]
        return structs.replace(
            told,
            causes=tuple([Cause(one.event, _short(one.sentence)) for one in causes]),
            changes=tuple(map(str, why.changes)),
            options=tuple(map(_short, others[:_OPTIONS])),
            more=max(0, len(others) - _OPTIONS),
        )

    def _lines(self, before: State, event: Event) -> tuple[list[str], bool]:
        """Return (sentences of an event, whether the story leaves it out)."""
        if type(event) in ENGINE:
            return list(self._engine(event, before)), False
        told = self._system.narrate(before, event).splitlines()
        return told or in_sentence(self._system, before, event).splitlines(), not told

    def _engine(self, event: Event, state: State) -> Iterator[str]:
        if isinstance(event, ConflictEnded):
            won = what_was_won(self._system, state, event.how)
            yield f"It ended: {ending_line(event, self._seats, won)}"
            if meant := {**ENGINE_ENDINGS, **self._system.endings}.get(event.how, ""):
                yield meant
            return
        if isinstance(event, ConflictStarted):
            yield "The conflict begins."
            return
        for one in engine_passages(event, self._seats, spec_of):
            yield one.text

    def _sentence(self, rule: str) -> str:
        return self._system.rules.get(rule) or ENGINE_RULES.get(rule, "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONG else f"{line[: _LONG - 6]} [...]"
