"""What everybody chose in a conflict, and what they might have chosen."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeGuard

from msgspec import Struct

from sim.conflict.codec import tag
from sim.conflict.replay import ENGINE
from sim.seam.events import ConflictEnded, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Decision, RuleSystem, SeatInfo, State
from sim.spine.lookup import first

COUNTED = 500
"""The number of first games of a run whose choices are counted."""


Answered = tuple[Decision[Any], Fact]
"""A question, and the option that was taken."""


class Choice(Struct, frozen=True, array_like=True):
    """How often an option was *offered* to a seat in one conflict, and *taken*.

    *about* is the scope of its event, *kind* the event's tag, and *words* its line of
    the story. An option that was the only one does not count. *returned* is what the
    seat got in the end, None for a judge.
    """

    seat: str
    about: str
    kind: str
    words: str
    offered: int
    taken: int
    returned: float | None


def is_choice(event: Event | None) -> TypeGuard[Fact]:
    """Whether *event* is what somebody chose: an answer, and no roll of dice."""
    return isinstance(event, Fact) and not isinstance(event, DiceRolled)


def choices(
    system: RuleSystem[Any],
    state: State,
    seats: Sequence[SeatInfo],
    events: Sequence[Event],
    worded: Callable[[State, Fact], str],
    answers: Iterable[Answered] | None = None,
) -> list[Choice]:
    """Return what was chosen in a whole conflict that began at *state*.

    It is told apart by seat, kind and words. *answers* are those to all questions with
    several options, as they were noted in play; without them *events* are followed.

    *worded* says what an option is called, in the view of the seat that is asked.
    """
    if answers is None:
        answers = real_choices(system, state, events)
    ended = first(
        event for event in reversed(events) if isinstance(event, ConflictEnded)
    )
    tallies: dict[tuple[Seat, type[Fact], str], list[int]] = {}
    for (who, option), offer in _offers(answers, worded).items():
        counts = tallies.setdefault((who, type(option), offer.words), [0, 0])
        counts[0] += offer.offered
        counts[1] += offer.taken
    return [
        Choice(
            seats[who].name,
            str(kind.scope or ""),
            tag(kind),
            words,
            offered,
            taken,
            None if seats[who].side is None else ended.returns[who],
        )
        for (who, kind, words), (offered, taken) in tallies.items()
    ]


class _Offer(Struct):
    """What an option is called, as it was first offered, and how often it was."""

    words: str
    offered: int = 0
    taken: int = 0


def real_choices(
    system: RuleSystem[Any], state: State, events: Iterable[Event]
) -> Iterator[Answered]:
    """Yield every question with several options in a conflict, and the answer."""
    ask, evolve = system.ask, system.evolve
    for event in events:
        if type(event) in ENGINE:
            continue
        if isinstance(event, Fact) and type(event) is not DiceRolled:
            asked = ask(state)
            if type(asked) is Decision and len(asked.options) > 1:
                yield asked, event
        state = evolve(state, event)


def _offers(
    answers: Iterable[Answered], worded: Callable[[State, Fact], str]
) -> dict[tuple[Seat, Fact], _Offer]:
    """Return every option that was offered beside another, by seat."""
    offers: dict[tuple[Seat, Fact], _Offer] = {}
    for asked, answer in answers:
        for option in asked.options:
            key = asked.who, option
            offer = offers.get(key)
            if offer is None:
                offer = offers[key] = _Offer(worded(asked.view, option))
            offer.offered += 1
        offers[asked.who, answer].taken += 1
    return offers
