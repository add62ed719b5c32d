"""Random conflicts of any rule system: any choice, any face, to the end."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from sim.conflict.walk import Walk
from sim.errors import RulesError
from sim.seam.events import ConflictEnded, Event, Fact
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, Scenario, State

ANSWERS_MAX = 5_000
PERSISTENCE = 0.85
"""How often a walk goes on where it could give up."""


class Answered(Struct, frozen=True):
    """One answer of a walk: to what, with which fact, and what came of it."""

    before: State
    asked: Decision[Any] | Chance
    fact: Fact
    events: list[Event]
    after: State
    then: Decision[Any] | Chance | Outcome


def answer(asked: Decision[Any] | Chance, luck: Random) -> Fact:
    """Return any answer to *asked*, but seldom one that gives up."""
    if type(asked) is Chance:
        return asked.rolled(
            tuple(luck.randint(die.low, die.high) for die in asked.pool)
        )
    assert type(asked) is Decision
    if not asked.options:
        message = (
            f"`ask` returned a Decision of seat {asked.who} in round"
            f" {asked.view.round} without options: let it offer one at least, or"
            " return a Due where there is nothing to choose"
        )
        raise RulesError(message)
    staying = [option for option in asked.options if not option.gives_up]
    if staying and luck.random() < PERSISTENCE:
        return luck.choice(staying)
    return luck.choice(asked.options)


def walked(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> Iterator[Answered]:
    """Yield every answer of one conflict, to its end, also where it names dice twice.

    Raises RulesError if it never ends, or where nothing is offered.
    """
    walk = Walk(system, system.initial(scenario), recorded=True)
    for _ in range(ANSWERS_MAX):
        asked = walk.asked
        if type(asked) is Outcome:
            return
        before, place = walk.state, len(walk.events)
        fact = answer(asked, luck)
        then = walk.take(fact)
        events = [
            event for event in walk.events[place:] if type(event) is not ConflictEnded
        ]
        yield Answered(before, asked, fact, events, walk.state, then)
    message = (
        f"a conflict has not ended after {ANSWERS_MAX} answers, in round"
        f" {walk.state.round}: let `ask` return an Outcome at some time, whatever is"
        " chosen, such as after a last round"
    )
    raise RulesError(message)
