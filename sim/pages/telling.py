"""The story of a conflict for a page: every event, its causes and its changes.

Its entries are the sentences of `fracas replay`, which leaves out what says nothing new
and makes one sentence of events of one kind; every event has its place in an entry.
Events have the numbers that `fracas explain` uses. If a record departs from the rules
somewhere, its events are told without their causes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct, structs

from sim.analysis.sentences import cut_between_words
from sim.casting.roster import spec_of
from sim.conflict.phrases import ending_line, in_sentence, rules_behind, what_was_won
from sim.conflict.play import ENGINE_ENDINGS, ENGINE_RULES
from sim.conflict.replay import ENGINE, steps
from sim.errors import StreamError
from sim.narration.brief import brief
from sim.narration.explain import explain_all
from sim.narration.explanation import Explanation, spoken_sources
from sim.narration.tale import Passage, engine_passages, tale
from sim.pages.dice import Thrown, dice_of_roll
from sim.seam.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    DiceRolled,
    Event,
    Fact,
)
from sim.seam.protocol import Description, RuleSystem, Scenario, SeatInfo, State

_LONG = 90
_OPTIONS = 8


class Cause(Struct, frozen=True):
    """A cause of another event: its number, and a short sentence."""

    event: int
    said: str


class TimelineEvent(Struct, frozen=True):
    """One event: its sentences, and the dice, rules, causes and changes behind it.

    *index* is the index of the seat that acted, -1 for none. A *quiet* event is left
    out of the story; *times* says how often its line stands in its round, if often.
    *options* are the other legal options, *more* counts those left out.
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
    times: str = ""


class Entry(Struct, frozen=True):
    """An entry of the story: an event, or several that are told in one *sentence*."""

    events: tuple[TimelineEvent, ...]
    sentence: str = ""

    @property
    def index(self) -> int:
        """The index of the seat that acted, -1 for none."""
        return self.events[0].index


class Chapter(Struct, frozen=True):
    """A part of the story under one heading: a round, the beginning or the end.

    *before* says how many rounds had nothing new; *after* sums up what was repeated.
    """

    key: str
    head: str
    entries: tuple[Entry, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def quiet(self) -> bool:
        """Whether no part of it is told."""
        return not self.after and all(
            event.quiet for entry in self.entries for event in entry.events
        )


class Story(Struct, frozen=True):
    """A conflict, told: its chapters, and everybody's status after each event.

    *unexplained* says why events have no causes; "" if they have. *ending* is the
    sentence on how it ended, "" as long as it has not; *rounds* counts those begun.
    """

    chapters: tuple[Chapter, ...]
    statuses: tuple[Sequence[Description], ...]
    unexplained: str
    ending: str = ""
    rounds: int = 0


def tell(system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]) -> Story:
    """Tell *events*, a stream or the start of one.

    Raises whatever the rules raise at an event that they cannot apply.
    """
    why: Sequence[Explanation | None]
    try:
        why, unexplained = explain_all(system, scenario, events), ""
    except StreamError as error:
        why, unexplained = [None] * len(events), str(error)
    teller = _Teller(system, system.seats(scenario))
    chapters: dict[tuple[str, str], list[TimelineEvent]] = {}
    told = _Told(brief(tale(system, scenario, events, spec_of)))
    statuses: list[Sequence[Description]] = []
    ending, rounds = "", 0
    walked = steps(system, system.initial(scenario), events)
    for number, (before, event, after) in enumerate(walked, 1):
        entry = teller.tell(number, before, event, why[number - 1])
        chapters.setdefault(_heading(event, after), []).append(told.marked(entry))
        statuses.append(system.status(after))
        rounds = max(rounds, after.round)
        if isinstance(event, ConflictEnded):
            ending = entry.lines[0]
    parts = tuple(
        [told.chapter(*head, told_events) for head, told_events in chapters.items()]
    )
    return Story(parts, tuple(statuses), unexplained, ending, rounds)


class _Told:
    """What the short form of a story tells, by the numbers of events."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages: dict[int, Passage] = {}
        self._merged: dict[int, Passage] = {}
        self._texts_before: dict[int, str] = {}
        self._texts_after: defaultdict[int, list[str]] = defaultdict(list)
        last = 0
        for passage in passages:
            if passage.still:
                self._texts_before[passage.events[0]] = passage.text
            elif passage.kind == "told" and not passage.events:
                self._texts_after[last].append(passage.text)
            elif passage.kind != "round":
                self._passages.update(dict.fromkeys(passage.events, passage))
            if len(passage.events) > 1 and passage.kind == "told":
                first, *_, end = passage.events
                self._merged.update(dict.fromkeys(range(first, end + 1), passage))
            last = max((last, *passage.events))

    def marked(self, event: TimelineEvent) -> TimelineEvent:
        """Return an event with whether it is told, and how often its line stands."""
        told = self._passages.get(event.number)
        if told is None:
            return structs.replace(event, quiet=True)
        return structs.replace(event, quiet=False, times=told.often)

    def _part(self, event: TimelineEvent) -> Passage | int:
        """Return the sentence that an event shares with others, or its number."""
        merged = self._merged.get(event.number)
        return event.number if merged is None else merged

    def chapter(self, key: str, head: str, events: Sequence[TimelineEvent]) -> Chapter:
        """Return the chapter of *events*, those of one sentence together."""
        parts = groupby(events, self._part)
        entries = [
            Entry(tuple(members), part.text if isinstance(part, Passage) else "")
            for part, members in parts
        ]
        numbers = [event.number for event in events]
        before = tuple(
            [
                self._texts_before[number]
                for number in numbers
                if number in self._texts_before
            ]
        )
        after = [
            said for number in numbers for said in self._texts_after.get(number, ())
        ]
        return Chapter(key, head, tuple(entries), before, tuple(after))


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
            tuple(dice_of_roll(event)) if isinstance(event, DiceRolled) else (),
            tuple([(rule, self._sentence(rule)) for rule in rules_behind(event)]),
        )
        if why is None or isinstance(event, ConflictSealed):
            return told
        causes = spoken_sources(why.sources)
        options = why.asked.told if why.asked is not None else ()
        others = [line for line in options if line != why.said]
        return structs.replace(
            told,
            causes=tuple(
                [Cause(cause.event, _short(cause.sentence)) for cause in causes]
            ),
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
        for passage in engine_passages(event, self._seats, spec_of):
            yield passage.text

    def _sentence(self, rule: str) -> str:
        return self._system.rules.get(rule) or ENGINE_RULES.get(rule, "")


def _short(text: str) -> str:
    return cut_between_words(text, _LONG)
