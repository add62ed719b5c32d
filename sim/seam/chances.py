"""Questions about chances, and their answers: exact, as fractions."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from msgspec import Struct

Chances = Mapping[Any, Fraction]
"""What may come out -> how likely it is, exactly."""


class Answer(Struct, frozen=True):
    """An answer about chances: the *query* as it was understood, and its *parts*.

    The part named "" is the answer itself. *words* say to people what a part or an
    outcome is called, where its name for programs does not. *rare* has, for parts of
    many outcomes, how likely one must be at the least that people are told of it:
    those at the end of the part that are not are told together. *notes* are told to
    people first: what was understood that was not said in so many words.
    """

    query: Mapping[str, object]
    parts: Mapping[str, Chances]
    words: Mapping[object, str] = MappingProxyType({})
    rare: Mapping[str, Fraction] = MappingProxyType({})
    notes: tuple[str, ...] = ()


class Odds(Struct, frozen=True):
    """A question about the chances of a roll, and the function that answers it.

    The fields of *query* are what may be said, with what each means under it: whole
    numbers, flags, text, names (`tuple[str, ...]`), dice (`tuple[int, ...]`), named
    dice (`dict[str, int]`), labelled dice (`tuple[tuple[str, int], ...]`) and, as
    `rulings`, the system's options. *answer* raises OddsError for what cannot be.
    """

    query: type[Struct]
    answer: Callable[[Any], Answer]
    example: str
    """What to say after the name of the system to ask it."""
