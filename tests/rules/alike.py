"""Two states that a part of a round reads alike, gone on with by the same answers.

What came of the one is told of the other by exact solutions, so it must be the same.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from msgspec import structs

from sim.seam.chart import Part
from sim.seam.events import Event, Fact
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem

Essence = Callable[[Any], Any]
"""state -> what is compared of it once the part has ended."""
LONGEST = 400
"""So many questions a part has at most."""


def essence_of(system: RuleSystem[Any]) -> Essence:
    """Return what leaves out what does not matter; everything does without one."""
    return system.solving.essence or _itself


def _itself(state: Any) -> Any:  # noqa: ANN401 - a state
    return state


def come_to_the_same(
    system: RuleSystem[Any],
    states: tuple[Any, Any],
    luck: Random,
    slim: Essence | None = None,
) -> None:
    """Answer the same at both *states*, until another part begins or the round ends."""
    chart, essence = system.solving.chart, essence_of(system)
    assert chart.part is not None
    begun, other = one, two = states
    part = chart.part(begun)
    assert part is not None
    for _ in range(LONGEST):
        asked, again = system.ask(one), system.ask(two)
        assert not difference(system, part, asked, again)
        if type(asked) is Outcome:
            return
        fact = _answer(asked, luck)
        one = _folded(system, one, asked, fact)
        two = _folded(system, two, again, fact)
        ended = chart.begins is not None and chart.begins(one)
        if ended or chart.part(essence(one)) is not None:
            told = part.after(other, begun, essence(one))
            assert (slim or essence)(told) == (slim or essence)(two)
            return


def difference(
    system: RuleSystem[Any], part: Part[Any], one: Asked[Any], other: Asked[Any]
) -> str:
    """Return how what is asked differs, or what an option is worth; else "".

    Who leads belongs to that, unless it is told apart where the part is told.
    """
    if type(one) is Decision and type(other) is Decision:
        if (one.who, one.options) != (other.who, other.options):
            return f"asked {one.options} and {other.options}"
        worths = zip(
            _worths(system, part, one), _worths(system, part, other), strict=True
        )
        apart = [f"{mine} and {theirs}" for mine, theirs in worths if mine != theirs]
        return f"worth {apart[0]}" if apart else ""
    if type(one) is Chance and type(other) is Chance:
        dice = [(asked.who, asked.why, asked.pool) for asked in (one, other)]
        return "" if dice[0] == dice[1] else f"rolled {dice[0]} and {dice[1]}"
    if type(one) is Outcome:
        return "" if one == other else f"ended {one} and {other}"
    return "" if type(one) is type(other) else f"asked {one} and {other}"


def _worths(
    system: RuleSystem[Any], part: Part[Any], asked: Decision[Any]
) -> Iterator[object]:
    appraise = system.solving.appraise
    assert appraise is not None
    for option in asked.options:
        worth = appraise(asked.view, option)
        yield structs.replace(worth, ahead=0.0) if part.leads is not None else worth


def _answer(asked: Asked[Any], luck: Random) -> Fact | None:
    """Return any answer, with any faces; None where nobody has to answer."""
    if type(asked) is Decision:
        return luck.choice(asked.options)
    if type(asked) is Chance:
        faces = [luck.randint(die.low, die.high) for die in asked.pool]
        return asked.rolled(tuple(faces))
    return None


def _folded(
    system: RuleSystem[Any],
    state: Any,  # noqa: ANN401 - a state
    asked: Asked[Any],
    fact: Fact | None,
) -> Any:  # noqa: ANN401 - a state
    """Return *state* after *fact*, or after what is due."""
    if type(asked) is Due:
        events: Iterable[Event] = asked.events
    else:
        assert fact is not None
        events = (fact, *system.decide(state, fact))
    for event in events:
        state = system.evolve(state, event)
    return state
