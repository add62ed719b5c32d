"""What exact solutions leave out changes nothing in the kept conflicts.

Those of `tests/played` come through every step of the rules. Laws of what is left out
of a state, and of what a part of a round reads, are asked of conflicts that are drawn
anew each time in `test_parts.py`; here they are asked of a few states of every kind.
"""

from collections.abc import Hashable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import structs

from sim.library.registry import rule_system, system_names
from sim.narration.deciding import deciding_rule
from sim.seam.events import Consequence
from sim.seam.protocol import Asked, Decision
from tests.rules.alike import come_to_the_same, essence_of, goes_on_alike
from tests.rules.test_parts import PARTED, SLIM, others
from tests.test_played import answers, conflicts
from tests.tiers import later

OFTEN = 4
"""So many states of every kind are looked at."""
TRIED = 4
"""So many others that are read alike are tried at one of them."""
LONG = {"dice_pool", "planets", "solar_system"}
"""Those whose kept conflicts take seconds to go through."""


@cache
def states(name: str) -> list[Any]:
    """Return every state at which something is asked in a kept conflict of *name*."""
    system = rule_system(name)
    return [
        step.before
        for conflict in conflicts(name)
        for step in answers(system, conflict)
    ]


def some(states: list[tuple[Hashable, Any]], luck: Random) -> Iterator[Any]:
    """Yield OFTEN of *found*, which have a kind each, of every kind."""
    kinds: dict[Hashable, list[Any]] = {}
    for kind, state in states:
        kinds.setdefault(kind, []).append(state)
    for same in kinds.values():
        yield from luck.sample(same, min(OFTEN, len(same)))


@pytest.mark.parametrize("name", later(SLIM, LONG))
def test_an_essence_goes_on_as_its_state_does(name: str) -> None:
    """From a state and its essence the same follows, to the end of the round."""
    system, luck = rule_system(name), Random(name)
    essence = essence_of(system)
    changed = [
        (kind_of(system.ask(state)), state)
        for state in states(name)
        if essence(state) != state
    ]
    for state in some(changed, luck):
        goes_on_alike(system, (state, essence(state)), luck)


def kind_of(asked: Asked[Any]) -> Hashable:
    """Return what is asked, and in which phase."""
    if type(asked) is Decision:
        return type(asked.view.phase), type(asked.options[0])
    return type(asked), getattr(asked, "why", None)


@pytest.mark.parametrize("name", later(PARTED, LONG))
def test_what_is_read_alike_goes_on_alike(name: str) -> None:
    """States that a part reads alike go on alike until the part ends."""
    system, luck = rule_system(name), Random(name)
    part, essence = system.solving.chart.part, essence_of(system)
    assert part is not None
    begun = [(part(state), state) for state in map(essence, states(name))]
    for state in some([(id(read), state) for read, state in begun if read], luck):
        read = part(state)
        assert read is not None
        alike = [
            other
            for other in map(essence, others(state))
            if part(other) is read and read.reads(other) == read.reads(state)
        ]
        for other in luck.sample(alike, min(TRIED, len(alike))):
            come_to_the_same(system, (state, other), luck)


@pytest.mark.parametrize("name", later(system_names(), LONG))
def test_one_rule_decides_about_every_part_of_what_follows(name: str) -> None:
    """For each part of a consequence one rule decides, of those that it rests on.

    A kind that rests on several in any kept conflict says which of them it is.
    """
    system = rule_system(name)
    undecided = {
        (type(event).__name__, part, rules)
        for conflict in conflicts(name)
        for step in answers(system, conflict)
        for event in step.events
        if isinstance(event, Consequence)
        for part in event.__struct_fields__
        if len(rules := deciding_rule(system, event, (part,))) > 1
    }
    assert undecided == set()


@pytest.mark.parametrize("name", later(system_names(), LONG))
def test_what_is_counted_of_an_event_is_itself_or_a_number_it_has(name: str) -> None:
    """A tally counts an event once, or a number in it, for a seat that it names."""
    system = rule_system(name)
    counted = dict.fromkeys(system.tally, 0)
    for conflict in conflicts(name):
        for event in (
            event for step in answers(system, conflict) for event in step.events
        ):
            if type(event) not in system.tally:
                continue
            who, much = system.tally[type(event)][1](event)
            said = [value for value in structs.astuple(event) if type(value) is int]
            assert who in said
            assert much in {0, 1} or much in said
            counted[type(event)] += much
    assert all(counted.values())
