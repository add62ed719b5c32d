"""Questions about probabilities, and their exact answers, as fractions."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from msgspec import Struct

Chances = Mapping[Any, Fraction]
"""Outcome -> its exact probability."""


class Answer(Struct, frozen=True):
    """An answer: the *query* as it was understood, and its distributions as *parts*.

    The part named "" is the main answer. *words* are display names of parts and
    outcomes whose names for programs are not readable. *rare* sets, for parts with many
    outcomes, a least probability: outcomes at the end of the part that are less likely
    are shown to people as one line. *notes* are shown first, such as assumptions that
    the question left open.
    """

    query: Mapping[str, object]
    parts: Mapping[str, Chances]
    words: Mapping[object, str] = MappingProxyType({})
    rare: Mapping[str, Fraction] = MappingProxyType({})
    notes: tuple[str, ...] = ()


class Odds(Struct, frozen=True):
    """A question about the chances of a roll, and the function that answers it.

    The fields of *query* are its parameters, each with its meaning under it: whole
    numbers, flags, text, names (`tuple[str, ...]`), dice (`tuple[int, ...]`), named
    dice (`dict[str, int]`), labelled dice (`tuple[tuple[str, int], ...]`) and, as
    `rulings`, the system's options. *answer* raises OddsError if a question has no
    answer.
    """

    query: type[Struct]
    answer: Callable[[Any], Answer]
    example: str
    """Example arguments, to follow the name of the system."""
