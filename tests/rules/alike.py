"""Whether two states that a part of a round reads alike are gone on with alike.

What came of the one is told of the other by exact solutions, so the same answers must
lead to the same.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from msgspec import structs

from sim.conflict.walk import Walk
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
    begun, other = first, second = states
    part = chart.part(begun)
    assert part is not None
    for _ in range(LONGEST):
        asked, again = system.ask(first), system.ask(second)
        apart = difference(system, asked, again, led=part.leads is not None)
        assert not apart, apart
        if type(asked) is Outcome:
            return
        fact, same = _answers(asked, again, luck)
        first = _folded(system, first, asked, fact)
        second = _folded(system, second, again, same)
        ended = chart.begins is not None and chart.begins(first)
        if ended or chart.part(essence(first)) is not None:
            told = part.after(other, begun, essence(first))
            assert (slim or essence)(told) == (slim or essence)(second)
            return


def goes_on_alike(
    system: RuleSystem[Any], states: tuple[Any, Any], luck: Random
) -> None:
    """Answer the same at both *states*, until the next round begins or it is over.

    What rolls fewer dice, since some are only colour, is followed no further. The other
    may be over where nothing that is done changes how the one ends.
    """
    first, second = states
    for _ in range(LONGEST):
        asked, again = system.ask(first), system.ask(second)
        if type(asked) is Chance and type(again) is Chance and asked.pool != again.pool:
            return
        if type(again) is Outcome:
            asked = _ended(system, first, luck)
        apart = difference(system, asked, again)
        assert not apart, apart
        if type(asked) is Outcome:
            return
        fact, same = _answers(asked, again, luck)
        begun = first.round
        first = _folded(system, first, asked, fact)
        second = _folded(system, second, again, same)
        if first.round != begun:
            return


def _ended(system: RuleSystem[Any], state: Any, luck: Random) -> Asked[Any]:  # noqa: ANN401 - a state
    """Return how *state* ends, whatever is answered."""
    walk: Walk[Any] = Walk(system, state, recorded=True)
    return walk.run(lambda asked, _: _answers(asked, asked, luck)[0])


def difference(
    system: RuleSystem[Any],
    here: Asked[Any],
    other: Asked[Any],
    *,
    led: bool = False,
) -> str:
    """Return how what is asked differs, or what an option is worth; else "".

    Who leads belongs to that, unless it is *led*: told apart elsewhere.
    """
    if type(here) is Decision and type(other) is Decision:
        if (here.who, here.options) != (other.who, other.options):
            return f"asked {here.options} and {other.options}"
        both = [_worths(system, asked, led=led) for asked in (here, other)]
        worths = zip(*both, strict=True)
        apart = [f"{mine} and {theirs}" for mine, theirs in worths if mine != theirs]
        return f"worth {apart[0]}" if apart else ""
    if type(here) is Chance and type(other) is Chance:
        dice = [(asked.who, asked.why, asked.pool) for asked in (here, other)]
        return "" if dice[0] == dice[1] else f"rolled {dice[0]} and {dice[1]}"
    if type(here) is Outcome and type(other) is Outcome:
        ends = [(asked.how, asked.returns) for asked in (here, other)]
        return "" if ends[0] == ends[1] else f"ended {ends[0]} and {ends[1]}"
    return "" if type(here) is type(other) else f"asked {here} and {other}"


def _worths(
    system: RuleSystem[Any], asked: Decision[Any], *, led: bool
) -> Iterator[object]:
    appraise = system.solving.appraise
    assert appraise is not None
    for option in asked.options:
        worth = appraise(asked.view, option)
        yield structs.replace(worth, ahead=0.0) if led else worth


def _answers(
    asked: Asked[Any], again: Asked[Any], luck: Random
) -> tuple[Fact | None, Fact | None]:
    """Return any answer to both, with any faces; None where nobody has to answer."""
    if type(asked) is Decision:
        fact = luck.choice(asked.options)
        return fact, fact
    if type(asked) is Chance:
        assert type(again) is Chance
        faces = tuple([luck.randint(die.low, die.high) for die in asked.pool])
        return asked.rolled(faces), again.rolled(faces)
    return None, None


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
