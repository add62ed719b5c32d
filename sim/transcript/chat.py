"""A conflict as chat messages of Foundry Virtual Tabletop.

Messages are the data of ChatMessage documents: `ChatMessage.create(messages)` in a
world puts them into its chat. `fracas transcript --from-foundry` reads them back: each
carries the answers and dice that it tells, as a transcript would say them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import Any

import msgspec
from msgspec import structs

from sim.conflict.phrases import ending_line, what_was_won
from sim.conflict.replay import replay
from sim.dice.pool import Die
from sim.narration.deciding import deciding_rule
from sim.narration.story import event_objects
from sim.seam.events import (
    TABLE,
    ConflictEnded,
    ConflictStarted,
    DiceRolled,
    Event,
)
from sim.seam.protocol import RuleSystem
from sim.spine.words import capital
from sim.transcript.carried import Answered, Carried, Claimed, Rolled
from sim.transcript.typing import (
    Played,
    claims_by_round,
    rounds_of,
    statements_to_write,
)

_NARRATOR = "Fracas"
_ID = 16
"""Foundry's ids have this many letters and digits."""
_FUDGE = Die(-1, 1)

_BARE = Carried()

Message = dict[str, Any]


def messages(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - the system's own
    events: Sequence[Event],
    title: str,
    verdict: Iterable[str] = (),
) -> Iterator[Message]:
    """Yield the messages of a conflict: title, rounds, story, dice, ending, *verdict*.

    Each event that has a line of the story is a message by whoever acts in it, and
    dice are rolls that Foundry shows. There is no time in them: they come in order.
    """
    chat = _Chat(system, scenario, events, title)
    yield chat.says(0, f"<h2>{escape(title)}</h2>", _begun(events))
    number = 0
    told_events = zip(events, event_objects(system, scenario, events), strict=True)
    for event, words in told_events:
        chat.happened(words["event"])
        if words["round"] > number:
            chat.closed(number)
            number = words["round"]
            yield chat.says(-number, f"<h3>Round {number}</h3>")
        if words["told"]:
            yield chat.tells(event, words)
    chat.closed(number)
    for event in events[-2:]:
        if isinstance(event, ConflictEnded):
            over = Carried(over=event.how in system.endings)
            yield chat.says("end", f"<p>{escape(chat.ending(event))}</p>", over)
    for place, said in enumerate(verdict, 1):
        yield chat.says(f"verdict {place}", f"<p>{escape(said)}</p>")


def _begun(events: Sequence[Event]) -> Carried:
    """Return of which scenario and under which rulings the conflict is."""
    first = next(iter(events), None)
    if not isinstance(first, ConflictStarted):
        return Carried()
    return Carried(scenario=first.scenario, rulings=dict(first.rulings))


class _Chat:
    """Makes messages, each with what is to be carried since the one before."""

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: Any,  # noqa: ANN401 - the system's own
        events: Sequence[Event],
        title: str,
    ) -> None:
        self._system, self._scenario, self._events = system, scenario, events
        self._title = title
        self._seats = system.seats(scenario)
        names = [seat.name for seat in self._seats]
        self._rounds = rounds_of(system, scenario, events)
        self._said = dict(_answers(self._rounds, names))
        self._fell = dict(_dice(self._rounds, names))
        self._claims = list(_claims(self._rounds, names))
        self._next = Carried()

    def happened(self, number: int) -> None:
        """Carry the answer or the dice that event *number* is."""
        carried = self._next
        if number in self._said:
            answers = (*carried.answers, self._said[number])
            self._next = structs.replace(carried, answers=answers)
        elif number in self._fell:
            dice = (*carried.dice, self._fell[number][0])
            self._next = structs.replace(carried, dice=dice)

    def closed(self, number: int) -> None:
        """Carry the claims on all rounds up to *number* that were not carried yet."""
        due = [claim for claim in self._claims if claim.round <= number]
        self._claims = self._claims[len(due) :]
        claims = (*self._next.claims, *due)
        self._next = structs.replace(self._next, claims=claims)

    def says(self, place: object, content: str, carries: Carried = _BARE) -> Message:
        """Return a message of nobody at the table."""
        return self._message(place, _NARRATOR, content, carries)

    def tells(self, event: Event, words: Message) -> Message:
        """Return the message that tells *event*, dice as a roll."""
        who, told = words.get("who"), escape(words["told"])
        alias = who if isinstance(who, str) and who else _NARRATOR
        number, rules = words["event"], tuple(words["cites"])
        if isinstance(event, DiceRolled):
            why = self._fell[number][1] if number in self._fell else ()
            rules = why or deciding_rule(self._system, event)
        carries = Carried(event=number, rules=rules)
        roll = _roll(event) if isinstance(event, DiceRolled) else None
        if roll is None:
            return self._message(number, alias, f"<p>{told}</p>", carries)
        packed = msgspec.json.encode(roll).decode()
        said = self._message(number, alias, str(roll["total"]), carries)
        return said | {"flavor": told, "rolls": [packed]}

    def ending(self, event: ConflictEnded) -> str:
        """Return how it ended, and for whom."""
        first = self._system.initial(self._scenario)
        last = replay(self._system, first, self._events)
        won = what_was_won(self._system, last, event.how)
        return f"{capital(ending_line(event, self._seats, won))}."

    def _message(
        self, place: object, alias: str, content: str, carries: Carried
    ) -> Message:
        ours, self._next = self._next, Carried()
        carries = structs.replace(
            carries, answers=ours.answers, dice=ours.dice, claims=ours.claims
        )
        return {
            "_id": sha256(repr((self._title, place)).encode()).hexdigest()[:_ID],
            "speaker": {"alias": alias},
            "flavor": "",
            "content": content,
            "rolls": [],
            "flags": {"fracas": carries.to_dict()},
        }


def _answers(
    rounds: Mapping[int, Played], seats: Sequence[str]
) -> Iterator[tuple[int, Answered]]:
    """Yield the answers that a transcript needs, each with the number of its event."""
    for number, round_ in rounds.items():
        for said in statements_to_write(round_.chosen):
            yield said.event, Answered(number, seats[said.who], said.words)


def _dice(
    rounds: Mapping[int, Played], seats: Sequence[str]
) -> Iterator[tuple[int, tuple[Rolled, tuple[str, ...]]]]:
    """Yield the dice that fell, each with its event and the rules that ask for it."""
    for number, round_ in rounds.items():
        for thrown in round_.thrown:
            who = "table" if thrown.who == TABLE else seats[thrown.who]
            fudge = all(die == _FUDGE for die in thrown.pool)
            for fall in thrown.falls:
                fell = Rolled(number, who, fall.faces, fudge, more=not fall.first)
                yield fall.event, (fell, fall.cites)


def _claims(rounds: Mapping[int, Played], seats: Sequence[str]) -> Iterator[Claimed]:
    """Yield what is to be claimed of each round."""
    for number, claims in claims_by_round(rounds, seats).items():
        for words in claims:
            yield Claimed(number, words)


def _roll(event: DiceRolled) -> dict[str, Any] | None:
    """Return a throw as Foundry's Roll; None for dice that it does not have."""
    fallen = list(zip(event.pool, event.faces, strict=False))
    if not fallen or any(die != _FUDGE and die.low != 1 for die, _ in fallen):
        return None
    terms: list[dict[str, Any]] = []
    formula: list[str] = []
    for die, group in groupby(fallen, key=lambda die_: die_[0]):
        faces = [face for _, face in group]
        if terms:
            terms.append({"class": "OperatorTerm", "operator": "+", "evaluated": True})
        terms.append(_term(die, faces))
        formula.append(f"{len(faces)}{'df' if die == _FUDGE else f'd{die.high}'}")
    return {
        "class": "Roll",
        "options": {},
        "dice": [],
        "formula": " + ".join(formula),
        "terms": terms,
        "total": sum(face for _, face in fallen),
        "evaluated": True,
    }


def _term(die: Die, faces: Sequence[int]) -> dict[str, Any]:
    return {
        "class": "FateDie" if die == _FUDGE else "Die",
        "options": {},
        "evaluated": True,
        "number": len(faces),
        "faces": die.values if die == _FUDGE else die.high,
        "modifiers": [],
        "results": [{"result": face, "active": True} for face in faces],
    }
