"""Events in words: names instead of numbers, and a sentence made of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from sim.seam.events import DiceRolled, Event, Fact, Seat
from sim.seam.naming import named as named  # noqa: PLC0414 - re-exported
from sim.seam.protocol import Description, State
from sim.spine.tables import IncompleteTableError

S = TypeVar("S", bound=State)


def speaker(names: Sequence[str], words: Description) -> Seat | None:
    """Return the seat that *words* are about; None if it is none of *names*."""
    who = words.get("who")
    return Seat(names.index(who)) if who in names else None


def narrator(
    events: Iterable[type[Event]],
    describe: Callable[[S, Event], Description],
    sentences: Mapping[type[Event], Callable[[S, Any], str]] = MappingProxyType({}),
) -> Callable[[S, Event], str]:
    """Return the function that tells each of *events* in the story.

    An event has its sentence as its `story` or by its method `tell`; if the sentence
    depends on the state, a function among *sentences* builds it. Raises
    IncompleteTableError, naming the events and what they lack.
    """
    check_words(tuple(events), sentences)

    def narrate(state: S, event: Event) -> str:
        sentence = sentences.get(type(event))
        if sentence is not None:
            return sentence(state, event)
        if event.story == "":
            return ""
        return event.tell(describe(state, event))

    return narrate


def check_words(
    events: Collection[type[Event]], sentences: Collection[type[Event]]
) -> None:
    """Raise IncompleteTableError if one of *events* lacks words.

    Those with a function among *sentences* get their sentence in the story from it.
    """
    faults = [
        f"{kind.__name__} {fault}"
        for kind in events
        for fault in _faults(kind, by_function=kind in sentences)
    ]
    faults += [
        f"{kind.__name__} is no event of the system, but has a sentence"
        for kind in sentences
        if kind not in events
    ]
    if faults:
        raise IncompleteTableError("; ".join(faults))


def _faults(kind: type[Event], *, by_function: bool) -> Iterator[str]:
    """Yield the problems with the words of one kind of event.

    Dice have default words, which a system may replace.
    """
    if kind is DiceRolled:
        return
    by_method = kind.tell is not Event.tell
    ways = [kind.story is not None, by_method, by_function].count(True)
    if not ways:
        yield 'has no sentence: give it a `story` (or "" for none) or a method `tell`'
    if ways > 1:
        yield "has more than one sentence in the story"
    if issubclass(kind, Fact):
        if not kind.sayings:
            yield "has no `sayings`: say what people call it"
        if kind.scope is None:
            yield "has no `scope`: say what the decision is about"
    elif kind.story == "" and not kind.aside and kind.tell_aside is Event.tell_aside:
        yield "is told nowhere: give it a `story` or an `aside`"
