"""A conflict as passages: each line with its round and its rules.

`story` writes them out in full, `brief` leaves out lines that say nothing new. A round
without any line has no heading.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from sim.conflict.phrases import (
    differing_keys,
    ending_line,
    phrase,
    rules_behind,
    what_was_won,
    without_underscores,
)
from sim.conflict.play import FORFEIT_RULE
from sim.conflict.replay import ENGINE, steps
from sim.seam.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    DiceRolled,
    Event,
    Fact,
    Forfeited,
    SeatTaken,
)
from sim.seam.protocol import Description, RuleSystem, Scenario, SeatInfo, State
from sim.spine.words import capital

Kind = Literal[
    "name",
    "title",
    "about",
    "player",
    "chapter",
    "round",
    "told",
    "drawn",
    "standing",
    "ending",
    "seal",
    "stop",
]
_ROUND = re.compile(r"(?i)(round|volley) (\d+)( begins)?\.?")
_ROUND_AND_MORE = re.compile(r"(?i)(round|volley) (\d+) begins, (?P<more>.+)")


class Passage(Struct, frozen=True):
    """One line of a story.

    A status line has *who* and *words*: whose it is, and its entries.

    A line that is *drawn* belongs to the one before it. An *act* tells what one of the
    sides chose to do. *moved* are the entries of statuses, as (who, what), that changed
    with it. *does* is the kind of the event that it tells, and *actor* the name of the
    seat whose event it is, "" for nobody's. The short form leaves out *minor* lines.
    *events* are the numbers of the events that it tells, for a heading that of the
    event with which its round begins. In the short form a heading is *still* if nothing
    was new in its rounds; and what happened several times in a round is told once, with
    *often* in its text.
    """

    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    who: str = ""
    words: Description = {}
    act: bool = False
    moved: frozenset[tuple[str, str]] = frozenset()
    does: str = ""
    actor: str = ""
    minor: bool = False
    events: tuple[int, ...] = ()
    still: bool = False
    often: str = ""


def recorded_name(taken: SeatTaken) -> str:
    """Return the name of an agent as it was recorded, without its settings."""
    return taken.agent


def tale(
    system: RuleSystem[Any],
    scenario: Scenario,
    events: Sequence[Event],
    called: Callable[[SeatTaken], str] = recorded_name,
) -> Iterator[Passage]:
    """Yield the passages of *events*, a stream or the start of one.

    *called* returns the name of an agent.
    """
    yield Passage("title", scenario.title)
    if scenario.about:
        yield Passage("about", scenario.about.strip())
    teller = _Teller(system, system.seats(scenario), called)
    state = system.initial(scenario)
    walked = steps(system, state, events)
    for number, (before, event, after) in enumerate(walked, 1):
        if after.round != before.round:
            yield from teller.close(before)
            teller.heading = Passage("round", f"Round {after.round}", events=(number,))
        if isinstance(event, ConflictEnded):
            yield from teller.close(before)
        state = after
        yield from teller.tell(before, event, after, number)
    if not events or not isinstance(events[-1], ConflictEnded | ConflictSealed):
        yield from teller.close(state)
        yield Passage("stop", "Here the record stops.")


class _Teller:
    """Tells one event after the other, each round under its *heading*."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        called: Callable[[SeatTaken], str],
    ) -> None:
        self.heading: Passage | None = None
        self._called = called
        self._system = system
        self._infos = seats
        self._seats = [seat.name for seat in seats]
        self._sided = {at for at, seat in enumerate(seats) if seat.side is not None}
        self._status_due = False
        self._waiting: list[Passage] = []

    def tell(
        self, before: State, event: Event, after: State, number: int
    ) -> Iterator[Passage]:
        """Yield the passages that are complete with *event*, which has this *number*.

        Its own passage waits until all changes of status by it are known.
        """
        if type(event) in ENGINE:
            yield from self._flush()
            for passage in self._engine(event, before):
                own = structs.replace(passage, events=(number,))
                yield from self._headed(own) if passage.kind == "told" else (own,)
            return
        first, *more = self._system.narrate(before, event).splitlines() or [""]
        rules = rules_behind(event)
        if self.heading is not None and _opens(first, after):
            self.heading = structs.replace(self.heading, rules=rules)
        elif first:
            first = _without_round(first, after)
            yield from self._flush()
            yield from self._headed(None)
            self._status_due = True
            told = Passage(
                "told",
                first,
                rules,
                act=self._is_act(event),
                does=type(event).__name__,
                actor=self._actor(event),
                minor=not event.in_brief,
                events=(number,),
            )
            self._waiting = [told, *(Passage("drawn", line) for line in more)]
        self._move(before, after)

    def _engine(self, event: Event, state: State) -> Iterator[Passage]:
        """Yield the passages for an event of the engine in this *state*."""
        if isinstance(event, ConflictEnded):
            won = what_was_won(self._system, state, event.how)
            line = ending_line(event, self._infos, won)
            yield Passage("ending", f"It ended: {line}", rules_behind(event))
        else:
            yield from engine_passages(event, self._infos, self._called)

    def _flush(self) -> Iterator[Passage]:
        """Yield the last line, now that all changes of status by it are known."""
        held, self._waiting = self._waiting, []
        yield from held

    def _move(self, before: State, after: State) -> None:
        """Attach a change of status to the last line; some changes have no line yet."""
        if not self._waiting:
            return
        stood = self._system.status(before)
        told, *more = self._waiting
        moved = {
            (name, what)
            for name, was, now in zip(
                self._seats, stood, self._system.status(after), strict=False
            )
            for what in differing_keys(was, now)
        }
        self._waiting = [structs.replace(told, moved=told.moved | moved), *more]

    def _actor(self, event: Event) -> str:
        """Return the name of the seat whose event it is, "" if it is nobody's."""
        who = getattr(event, "who", -1)
        known = isinstance(who, int) and 0 <= who < len(self._seats)
        return self._seats[who] if known else ""

    def _is_act(self, event: Event) -> bool:
        """Whether *event* is what one of the sides chose, and no pass."""
        if not isinstance(event, Fact) or isinstance(event, DiceRolled):
            return False
        return event.who in self._sided and not event.passes

    def _headed(self, passage: Passage | None) -> Iterator[Passage]:
        if self.heading is not None:
            yield self.heading
            self.heading = None
        if passage is not None:
            yield passage

    def close(self, state: State) -> Iterator[Passage]:
        """Yield everybody's status, if anything happened since it was last shown."""
        yield from self._flush()
        if not self._status_due:
            return
        self._status_due = False
        for name, words in zip(self._seats, self._system.status(state), strict=False):
            said = {
                what: without_underscores(item)
                for what, item in words.items()
                if what != "who"
            }
            yield Passage("standing", f"{name}: {phrase(said)}", (), name, said)


def _opens(line: str, state: State) -> bool:
    """Whether *line* says only which round it is, as its heading does."""
    match = _ROUND.fullmatch(line)
    return match is not None and int(match[2]) == state.round


def _without_round(line: str, state: State) -> str:
    """Return *line* without the number of the round, which its heading says."""
    match = _ROUND_AND_MORE.fullmatch(line)
    if match is None or int(match[2]) != state.round:
        return line
    return capital(match["more"])


def engine_passages(
    event: Event, seats: Sequence[SeatInfo], called: Callable[[SeatTaken], str]
) -> Iterator[Passage]:
    """Yield what the engine's own events say; *called* names an agent."""
    match event:
        case ConflictStarted():
            for taken in event.seats:
                who = called(taken) if taken.agent else "people at the table"
                yield Passage("player", f"{taken.seat}, played by {who}")
            if event.seed:
                yield Passage("player", f"game {event.game + 1} of seed {event.seed!r}")
            elif not event.key:
                yield Passage("player", "with dice rolled at the table")
        case Forfeited():
            said = f"{seats[event.who].name} forfeits: the agent {event.reason}"
            yield Passage("told", said, (FORFEIT_RULE,))
        case ConflictSealed():
            seal = event.seal.hex()
            yield Passage("seal", f"Sealed over {event.count} events: {seal}")
        case _:
            pass
