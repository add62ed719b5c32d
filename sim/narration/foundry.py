"""A conflict as chat messages of Foundry Virtual Tabletop.

Messages are the data of ChatMessage documents: `ChatMessage.create(messages)` in a
world puts them into its chat, and `fracas transcript --from-foundry` reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import Any

import msgspec

from sim.dice.pool import Die
from sim.narration.story import objects
from sim.seam.events import DiceRolled, Event
from sim.seam.protocol import RuleSystem

_NARRATOR = "Fracas"
_ID = 16
"""Foundry's ids have so many letters and digits."""
_FUDGE = Die(-1, 1)

Message = dict[str, Any]


def messages(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - the system's own
    events: Sequence[Event],
    title: str,
    verdict: Iterable[str] = (),
) -> Iterator[Message]:
    """Yield the messages of a conflict: its title, rounds, story, dice and *verdict*.

    Each event that has a line of the story is a message by whoever acts in it, and
    dice are rolls that Foundry shows. There is no time in them: they come in order.
    """
    number = 0
    yield _message((title, 0), _NARRATOR, f"<h2>{escape(title)}</h2>")
    told_events = zip(events, objects(system, scenario, events), strict=True)
    for event, words in told_events:
        if words["round"] > number:
            number = words["round"]
            head = f"<h3>Round {number}</h3>"
            yield _message((title, -number), _NARRATOR, head)
        if words["told"]:
            yield _told((title, words["event"]), event, words)
    for place, said in enumerate(verdict, 1):
        yield _message((title, f"verdict {place}"), _NARRATOR, f"<p>{escape(said)}</p>")


def _told(key: tuple[object, ...], event: Event, words: Message) -> Message:
    who, told = words.get("who"), escape(words["told"])
    alias = who if isinstance(who, str) and who else _NARRATOR
    flags = {"fracas": {"event": words["event"], "rules": words["cites"]}}
    roll = _roll(event) if isinstance(event, DiceRolled) else None
    if roll is None:
        return _message(key, alias, f"<p>{told}</p>", flags=flags)
    packed = msgspec.json.encode(roll).decode()
    said = _message(key, alias, str(roll["total"]), flags=flags)
    return said | {"flavor": told, "rolls": [packed]}


def _message(
    key: tuple[object, ...],
    alias: str,
    content: str,
    flags: dict[str, Any] | None = None,
) -> Message:
    return {
        "_id": sha256(repr(key).encode()).hexdigest()[:_ID],
        "speaker": {"alias": alias},
        "flavor": "",
        "content": content,
        "rolls": [],
        "flags": flags or {},
    }


def _roll(event: DiceRolled) -> dict[str, Any] | None:
    """Return a throw as Foundry's Roll; None for dice that it does not have."""
    fallen = list(zip(event.pool, event.faces, strict=False))
    if not fallen or any(die != _FUDGE and die.low != 1 for die, _ in fallen):
        return None
    terms: list[dict[str, Any]] = []
    formula: list[str] = []
    for die, group in groupby(fallen, key=lambda one: one[0]):
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
