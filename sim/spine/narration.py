"""Events in words: names instead of numbers, and a sentence made of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from msgspec import structs

from sim.seam.events import Event, Seat
from sim.seam.protocol import Description, State
from sim.spine.tables import complete

S = TypeVar("S", bound=State)

Sentence = str | Callable[[S, Any], str]
"""A template over the words of an event, or a function where words are chosen."""


def named(event: Event, name: Callable[[Seat], str]) -> Description:
    """Return the fields of *event*, its seats by their *name*."""
    words: Description = {"does": type(event).__name__, **structs.asdict(event)}
    for field, many in _seats(type(event)):
        seats = words[field]
        words[field] = [name(one) for one in seats] if many else name(seats)
    return words


def speaker(names: Sequence[str], words: Description) -> Seat | None:
    """Return the seat of whom *words* are of; None if it is nobody of *names*."""
    who = words.get("who")
    return Seat(names.index(who)) if who in names else None


@cache
def _seats(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of *kind* that hold seats, and whether they hold several."""
    hints = get_type_hints(kind)
    return tuple(
        (field, many)
        for field in kind.__struct_fields__
        for many in (False, True)
        if (hints[field] if not many else get_args(hints[field])[:1])
        == ((Seat,) if many else Seat)
    )


def narrator(
    sentences: Mapping[type[Event], Sentence[S]],
    events: Iterable[type[Event]],
    describe: Callable[[S, Event], Description],
) -> Callable[[S, Event], str]:
    """Return the function that tells each of *events* by its sentence.

    A template has the words of *describe* between braces. Raises IncompleteTableError
    for an event without a sentence.
    """
    return _teller(complete("narrate", sentences, events), describe)


def background_of(
    sentences: Mapping[type[Event], Sentence[S]],
    describe: Callable[[S, Event], Description],
) -> Callable[[S, Event], str]:
    """Return the function that tells what has one of these *sentences*, as `narrator`.

    "" for all else.
    """
    return _teller(sentences, describe)


def _teller(
    table: Mapping[type[Event], Sentence[S]],
    describe: Callable[[S, Event], Description],
) -> Callable[[S, Event], str]:
    def tell(state: S, event: Event) -> str:
        sentence = table.get(type(event), "")
        if isinstance(sentence, str):
            return sentence.format_map(describe(state, event)) if sentence else ""
        return sentence(state, event)

    return tell
