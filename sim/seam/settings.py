"""What the settings of agents mean: numbers to be fitted, words that name something.

A setting whose type is `Kind` or `Standing`, or any text marked with `Names`, is held
against what the rule system and the scenario know before the first game is played.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Struct

_BESIDE_KINDS = ("concede", "pass")
"""What a `Kind` may be beside the name of an answer, and beside "" for any."""
ANY = "*"
"""The kind of answer that every answer is of."""


class Number(Struct, frozen=True):
    """A setting that may be found by self-play: where to begin, how far to look.

    Of *harm* are those that grow with the system's unit of harm.
    """

    begin: float
    spread: float
    harm: bool = False

    def scaled(self, unit: float) -> "Number":
        """Return the same where an exchange does *unit* of harm."""
        if not self.harm:
            return self
        return Number(self.begin * unit, self.spread * unit)


class Named(Struct, frozen=True):
    """A word of a setting that names something of the conflict, and what.

    A "kind" is one of answer, a "key" and a "value" stand in the description of an
    answer of the kind *of*, "standing" is a key of how a seat stands, and a "line" has
    some words of an option's line. *whole* are the words it was written among, if any,
    which may mean something together; *also* are the words to which the agent itself
    gives a meaning.
    """

    what: Literal["kind", "key", "value", "standing", "line"]
    text: str
    of: str = ANY
    whole: str = ""
    also: tuple[str, ...] = ()


class Names(Struct, frozen=True):
    """Marks the type of a setting whose text names things; *read* finds them in it."""

    read: Callable[[str], Iterable[Named]]


def _named_kind(text: str) -> Iterable[Named]:
    return (Named("kind", text, also=_BESIDE_KINDS),) if text else ()


def _named_standing(text: str) -> Iterable[Named]:
    return (Named("standing", text),)


Kind = Annotated[str, Names(_named_kind)]
"""The type of a setting that is a kind of answer, concede, pass, or "" for any."""
Standing = Annotated[str, Names(_named_standing)]
"""The type of a setting that is a key of how a seat stands."""


class Wording(Struct, frozen=True):
    """The words by which a rule system speaks of options and of how seats stand.

    *values* are the texts that options are described with and that neither a scenario
    file nor an enumeration of the events has; *standing* are all keys of `status`.
    Where one is None, any word may be meant. *keys* are those of descriptions that are
    no fields of the events.
    """

    values: frozenset[str] | None = None
    standing: frozenset[str] | None = None
    keys: frozenset[str] = frozenset()
