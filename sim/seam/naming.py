"""Events with names instead of numbers, and as sentences, made from their fields."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import cast, get_args, get_type_hints

from msgspec import structs

from sim.errors import RulesError
from sim.seam.events import Description, Event, Seat


def named(event: Event, name: Callable[[Seat], str]) -> Description:
    """Return the fields of *event*, its seats by their *name*."""
    words: Description = {"does": type(event).__name__, **structs.asdict(event)}
    for field, many in _seats(type(event)):
        seats = words[field]
        words[field] = [name(seat) for seat in seats] if many else name(seats)
    return words


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


def described(state: object, event: Event) -> Description:
    """Return the fields of *event*, its seats by the `names` of *state*.

    Raises RulesError if the state has no such field.
    """
    names = getattr(state, "names", None)
    if names is None:
        kind = f"{type(state).__module__}.{type(state).__qualname__}"
        message = (
            f"{kind} has no field `names` with a name for each seat, which describes"
            " events where a rule system has no function `describe` of its own"
        )
        raise RulesError(message)
    return named(event, lambda seat: names[seat] if seat >= 0 else "")


def told(state: object, event: Event) -> str:
    """Return *event* as the sentence that its class has for it, with those names.

    Several names or numbers in a `story` are a list in English. A class with a method
    `tell` of its own gets them as they are.
    """
    if event.story == "":
        return ""
    words = described(state, event)
    if type(event).tell is Event.tell:
        several = dict(_seats(type(event)))
        for field, word in words.items():
            if isinstance(word, (list, tuple)):
                nothing = "nobody" if several.get(field) else "none"
                many = cast("Sequence[object]", word)
                words[field] = _in_english([str(item) for item in many]) or nothing
    return event.tell(words)


def _in_english(words: list[str]) -> str:
    """Return *words* as a list such as "Ann, Bo and Cy"; "" for none."""
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if words[1:] else words)
