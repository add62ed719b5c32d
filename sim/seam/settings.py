"""The meaning of agents' settings: numbers to be fitted, words that name something.

A setting of the type `Kind` or `Standing`, or any text marked with `Names`, is checked
against the rule system and the scenario before the first game.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Struct

_BESIDE_KINDS = ("concede", "pass")
"""What a `Kind` may be, apart from the name of an answer and "" for any."""
ANY = "*"
"""The kind that matches every answer."""


class Number(Struct, frozen=True):
    """A setting that can be fitted by self-play: its initial value and its limits.

    *harm* marks settings that scale with the system's unit of harm.
    """

    begin: float
    spread: float
    harm: bool = False

    def scaled(self, unit: float) -> "Number":
        """Return this number scaled to *unit*, the harm of an exchange."""
        if not self.harm:
            return self
        return Number(self.begin * unit, self.spread * unit)


class Named(Struct, frozen=True):
    """A word in a setting that names something in the conflict, and what it names.

    A "kind" is a kind of answer, a "key" and a "value" occur in the description of an
    answer of the kind *of*, "standing" is a key of a seat's status, and a "line" has
    some of the words of an option's line. *whole* are the words around it, if any,
    which may have a meaning together; *also* are words that the agent itself defines.
    """

    what: Literal["kind", "key", "value", "standing", "line"]
    text: str
    of: str = ANY
    whole: str = ""
    also: tuple[str, ...] = ()


class Names(Struct, frozen=True):
    """Marks the type of a setting whose text names things; *read* extracts them."""

    read: Callable[[str], Iterable[Named]]


def _named_kind(text: str) -> Iterable[Named]:
    return (Named("kind", text, also=_BESIDE_KINDS),) if text else ()


def _named_standing(text: str) -> Iterable[Named]:
    return (Named("standing", text),)


Kind = Annotated[str, Names(_named_kind)]
"""The type of a setting that is a kind of answer, "concede", "pass", or "" for any."""
Standing = Annotated[str, Names(_named_standing)]
"""The type of a setting that is a key of a seat's status."""


class Wording(Struct, frozen=True):
    """The words with which a rule system describes options and the status of seats.

    *values* are texts in descriptions of options that come neither from a scenario file
    nor from an enumeration of the events; *standing* are all keys of `status`. None
    means that any word is allowed. *keys* are keys of descriptions that are not fields
    of events.
    """

    values: frozenset[str] | None = None
    standing: frozenset[str] | None = None
    keys: frozenset[str] = frozenset()
