"""Random conflicts of any rule system: any choice, any face, to the end."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from sim.conflict.walk import Walk
from sim.library.catalogue import scenarios
from sim.library.registry import rule_system
from sim.library.scenario import from_dict, load
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


@cache
def shipped(system: str) -> list[str]:
    """Return the names of the scenarios of *system* that ship."""
    return [name for name in scenarios() if load(name).system.name == system]


@cache
def small(system: str) -> str:
    """Return the shipped scenario of *system* with the shortest file."""
    return min(shipped(system), key=lambda name: len(load(name).data))


@cache
def situations(system: str) -> st.SearchStrategy[Scenario]:
    """Return scenarios of *system*: those that ship and, where its tests make, any."""
    ours = st.sampled_from(_to_begin_with(system))
    module = f"tests.rules.{system}.walks"
    if find_spec(f"tests.rules.{system}") is None or find_spec(module) is None:
        return ours
    made: st.SearchStrategy[Scenario] = import_module(module).scenarios()
    return ours | made


def _to_begin_with(system: str) -> list[Scenario]:
    """Return the scenarios that ship; before there are any, the template of a file."""
    names = shipped(system)
    if names:
        return [load(name).scenario for name in names]
    template = rule_system(system).files.template
    assert template is not None, f"{system} has no scenario and no template of one"
    return [from_dict(tomllib.loads(template().decode())).scenario]


def answer(asked: Decision[Any] | Chance, luck: Random) -> Fact:
    """Return any answer to *asked*, but seldom one that gives up."""
    if type(asked) is Chance:
        return asked.rolled(
            tuple(luck.randint(die.low, die.high) for die in asked.pool)
        )
    assert type(asked) is Decision
    staying = [one for one in asked.options if not one.gives_up]
    if staying and luck.random() < PERSISTENCE:
        return luck.choice(staying)
    return luck.choice(asked.options)


def walked(
    system: RuleSystem[Any], scenario: Scenario, luck: Random
) -> Iterator[Answered]:
    """Yield every answer of one conflict, to its end."""
    walk = Walk(system, system.initial(scenario))
    for _ in range(ANSWERS_MAX):
        asked = walk.asked
        if type(asked) is Outcome:
            return
        before, place = walk.state, len(walk.events)
        fact = answer(asked, luck)
        then = walk.take(fact)
        events = [one for one in walk.events[place:] if type(one) is not ConflictEnded]
        yield Answered(before, asked, fact, events, walk.state, then)
    message = "this conflict does not end"
    raise AssertionError(message)
