"""A part of a round reads all that matters in it, in any conflict of any system.

What comes of a part is worked out at one state and told of all that are read alike.
Here the numbers of those who take part are moved, and where that changes nothing that
is read, the same answers lead on to the same.
"""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from msgspec import Struct, structs

from sim.library.registry import rule_system, system_names
from tests.rules.alike import come_to_the_same, essence_of, goes_on_alike
from tests.rules.test_every_system import cases

PLACES = 2
"""At so many places of a conflict numbers are moved, for each kind of part."""
TRIED = 10
"""So many others are tried at a place at most."""
STATES = 12
"""At so many states of a conflict what is left of it is gone on with at most."""
TIMES = ("round", "clock")
"""What tells the time in a conflict."""
HEALING = frozenset({"solar_system"})
"""After the end wounds heal by labels that it leaves out, and no return hangs on it."""
SLIM = [
    name
    for name in system_names()
    if rule_system(name).solving.essence and name not in HEALING
]
PARTED = [name for name in system_names() if rule_system(name).solving.chart.part]


def moved(struct: Struct) -> Iterator[Struct]:
    """Yield *struct* with another whole number, of its own or in a tuple.

    One more, one less, none and one: most depends on whether there is any.
    """
    for field in struct.__struct_fields__:
        value = getattr(struct, field)
        if type(value) is int:
            for other in _near(value):
                yield structs.replace(struct, **{field: other})
        elif type(value) is tuple and value and {*map(type, value)} == {int}:
            for place, number in enumerate(value):
                for other in _near(number):
                    changed = (*value[:place], other, *value[place + 1 :])
                    yield structs.replace(struct, **{field: changed})


def _near(number: int) -> set[int]:
    return {0, 1, number + 1, max(0, number - 1)} - {number}


def others(state: Any) -> Iterator[Any]:  # noqa: ANN401 - a state
    """Yield *state* at another time, or with one number of one participant moved."""
    for time in TIMES:
        if hasattr(state, time):
            for number in _near(getattr(state, time)):
                yield structs.replace(state, **{time: number})
    people = state.participants
    for who, person in enumerate(people):
        for other in moved(person):
            changed = (*people[:who], other, *people[who + 1 :])
            yield structs.replace(state, participants=changed)


@pytest.mark.parametrize("name", PARTED)
def test_what_is_read_alike_goes_on_alike(name: str) -> None:
    """States that a part reads alike go on alike until the part ends."""
    system, luck = rule_system(name), Random(name)
    part, essence = system.solving.chart.part, essence_of(system)
    assert part is not None
    for case in cases(name):
        begun: dict[int, list[Any]] = {}
        for state in (essence(step.before) for step in case.steps):
            read = part(state)
            if read is not None:
                begun.setdefault(id(read), []).append(state)
        for state in chain(
            *(luck.sample(some, min(PLACES, len(some))) for some in begun.values())
        ):
            read = part(state)
            assert read is not None
            alike = [
                other
                for other in map(essence, others(state))
                if part(other) is read and read.reads(other) == read.reads(state)
            ]
            for other in luck.sample(alike, min(TRIED, len(alike))):
                come_to_the_same(system, (state, other), luck)


@pytest.mark.parametrize("name", SLIM)
def test_an_essence_goes_on_as_its_state_does(name: str) -> None:
    """From a state and its essence the same follows, to the end of the round."""
    system, luck = rule_system(name), Random(name)
    essence = essence_of(system)
    for case in cases(name):
        states = [step.before for step in case.steps]
        states = [state for state in states if essence(state) != state]
        for state in luck.sample(states, min(STATES, len(states))):
            goes_on_alike(system, (state, essence(state)), luck)
