"""Build the messages to a program: the conflict, the seats, the events, the options.

They contain only what the seat of the program may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sim.bots.messages import Ending, Happened, Option, Question, Returns, Seated
from sim.conflict.phrases import (
    as_said,
    describe_event,
    in_sentence,
    rules_behind,
)
from sim.conflict.play import ENGINE_ENDINGS
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import Event
from sim.seam.protocol import Decision, RuleSystem, Scenario, SeatInfo, State, Table
from sim.spine.words import listed

_HOW = (
    "Answer with one line: the number of an option, 1 to {most}. To read rules first,"
    ' answer {{"rules": ["ID", "ID"]}} or {{"rules": "all"}}, and you are asked again.'
)
_YOU, _WITH, _AGAINST, _JUDGES = "you", "with you", "against you", "judges"
_COUNTS = (
    "At the end every seat that takes a side gets a return, from 0 (it lost) to 1 (it"
    " obtained what it intended): choose so that yours is as high as you can get it."
    " Where the rules know it, the `returns` of an option say what is at stake with it."
)
_JUDGE = "You take no side, and nothing is returned to you: choose as a fair judge."


class Situation(Struct, frozen=True):
    """The title and the text of a scenario, and the state that it begins with."""

    first: State
    title: str
    about: str

    @classmethod
    def of(cls, first: State, scenario: Scenario) -> "Situation":
        """Return the situation of *scenario*, which begins with *first*."""
        return cls(first, scenario.title, scenario.about)


class Telling(Struct):
    """Builds the messages to one seat in one conflict, and numbers them."""

    table: Table
    settings: Mapping[str, str]
    situation: Situation | None = None
    """The situation of the conflict, None if it is not known."""
    count: int = 0
    _state: State | None = None
    """The state after all events so far, if it is known."""
    _seats: tuple[Seated, ...] = ()
    _endings: tuple[Ending, ...] = ()

    def __post_init__(self) -> None:
        """Collect everybody who takes part, and the endings."""
        table, situation = self.table, self.situation
        self._state = None if situation is None else situation.first
        self._seats = _seated(table.seats, table.seat)
        known = {**table.rules.endings, **ENGINE_ENDINGS}
        self._endings = tuple(
            Ending(str.__str__(how), words) for how, words in known.items()
        )

    def question(self, asked: Decision[Any], happened: Sequence[Event]) -> Question:
        """Return the message for the decision *asked*, with what *happened* since."""
        self.count += 1
        table, view, situation = self.table, asked.view, self.situation
        since = tuple(self._in_words(happened, view))
        mine = table.seats[table.seat]
        judges = mine.side is None
        return Question(
            message=self.count,
            conflict=table.key.hex()[:8],
            system=table.rules.name,
            game=table.rules.title,
            scenario="" if situation is None else situation.title,
            about="" if situation is None else situation.about,
            task=_task(self._seats, mine.name, judges=judges),
            endings=self._endings,
            seat=mine.name,
            seats=self._seats,
            settings=self.settings,
            seed=table.key.hex(),
            round=view.round,
            since=since,
            standing=tuple(
                {"who": seat.name, **words}
                for seat, words in zip(table.seats, table.status(view), strict=False)
            ),
            options=_options(table, asked, judges=judges),
            answer=_HOW.format(most=len(asked.options)),
        )

    def _in_words(self, happened: Sequence[Event], view: State) -> Sequence[Happened]:
        """Return *happened* in words, each event described in the state before it.

        A seat learns of events in order and never early, so they add up to the state in
        which the next one happened. If that state is not known, an event is described
        by its fields.
        """
        system = self.table.rules
        told: list[Happened] = []
        for event in happened:
            state = self._state
            fields = describe_event(system, view if state is None else state, event)
            if state is None:
                words = as_said(system, fields)
            else:
                words = in_sentence(system, state, event)
                self._state = _after(system, state, event)
            told.append(Happened(words, fields))
        return told


def _after(system: RuleSystem[Any], state: State, event: Event) -> State | None:
    """Return the state after *event*, None if the rule system raises an error."""
    try:
        after: State = system.evolve(state, event)
    except Exception:  # noqa: BLE001 - of a system that keeps to no contract
        return None
    return after


def _seated(seats: Sequence[SeatInfo], me: int) -> tuple[Seated, ...]:
    """Return everybody who takes part, and who each is to the seat *me*."""
    mine = seats[me].side

    def role(seat: int, side: int | None) -> str:
        if seat == me:
            return _YOU
        if side is None:
            return _JUDGES
        # For a judge nobody is an ally or an opponent.
        return "" if mine is None else _WITH if side == mine else _AGAINST

    return tuple(
        Seated(info.name, info.side_named, role(seat, info.side))
        for seat, info in enumerate(seats)
    )


def _task(seats: Sequence[Seated], name: str, *, judges: bool) -> str:
    """Return what the seat *name* is to do, in a few sentences."""
    said = [f"You choose for {name}."]
    for role, words in ((_WITH, "With you"), (_AGAINST, "Against you")):
        if those := [seat.name for seat in seats if seat.role == role]:
            said.append(f"{words}: {listed(those)}.")
    return " ".join([*said, _JUDGE if judges else _COUNTS])


def _options(table: Table, asked: Decision[Any], *, judges: bool) -> tuple[Option, ...]:
    """Return the options of *asked* with numbers, words and what they may return."""
    system, view = table.rules, asked.view
    return tuple(
        Option(
            number,
            in_sentence(system, view, fact).splitlines()[0],
            describe_event(system, view, fact),
            tuple(str.__str__(rule) for rule in rules_behind(fact)),
            None if judges else _returns(worth),
        )
        for number, (fact, worth) in enumerate(
            zip(asked.options, _weighed(table, asked), strict=True), 1
        )
    )


def _weighed(table: Table, asked: Decision[Any]) -> Sequence[Appraisal]:
    """Return what each option is worth, as far as the rule system can say."""
    try:
        return table.weigh(asked)
    except Exception:  # noqa: BLE001 - of a system that keeps to no contract
        return [NEUTRAL] * len(asked.options)


def _returns(worth: Appraisal) -> Returns | None:
    """Return what an option of this *worth* may return; None if nothing is known."""
    if worth == NEUTRAL:
        return None
    leaves = worth.gives if worth.leaves or worth.concedes else None
    return Returns(worth.wins, worth.loses, leaves)
