"""The events at a table so far, by rounds, in the words with which claims are compared.

Events have the numbers of the stream that a transcript becomes: event 1 is the start.
As in a transcript, the event that opens a round belongs to the round before it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.replay import ENGINE, steps
from sim.narration.deciding import Happened, StatusChanges, words_to_claim
from sim.seam.events import Event
from sim.seam.protocol import Description, RuleSystem

_FIRST = 2


class Stretch(Struct):
    """One round: its number, its events, and everybody's status at its end."""

    number: int
    happened: list[Happened]
    status: dict[str, Description]


class Course(Struct, frozen=True):
    """The rounds so far, the last perhaps under way, and the *changes* of status."""

    rounds: Sequence[Stretch]
    changes: StatusChanges


def course(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - each system has its own
    seats: Sequence[str],
    events: Sequence[Event],
) -> Course:
    """Return the course of *events*, those of a conflict without its start."""
    first = system.initial(scenario)
    changes = StatusChanges(system, first, list(seats))
    rounds = [Stretch(first.round, [], {})]
    state = first
    for number, (before, event, after) in enumerate(
        steps(system, first, events), _FIRST
    ):
        words = words_to_claim(system, before, event)
        story = "" if type(event) in ENGINE else system.narrate(before, event)
        happened = Happened(number, event, words, story)
        rounds[-1].happened.append(happened)
        changes.note(happened, after)
        if after.round != before.round:
            rounds[-1].status = by_name(system, seats, before)
            rounds.append(Stretch(after.round, [], {}))
        state = after
    rounds[-1].status = by_name(system, seats, state)
    return Course(rounds, changes)


def by_name(
    system: RuleSystem[Any],
    seats: Sequence[str],
    state: Any,  # noqa: ANN401 - each system has its own
) -> dict[str, Description]:
    """Return everybody's status in *state* by name, without the name in the words."""
    return {
        name: {what: item for what, item in words.items() if what != "who"}
        for name, words in zip(seats, system.status(state), strict=False)
    }
