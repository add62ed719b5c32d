"""A claim in plain words, parsed: the names in it, its words, numbers and dice."""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from sim.reading.words import stem_list, stem_set

_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?![\w])")
DIE = re.compile(r"\bd\d+\b")
_TOKEN = re.compile(r"[+-]?\w+")
_IDLE = stem_set(
    "it with by and for is are was were has have had in now only then she he they that"
    " who still more up as but so very just really says gets got takes there than be"
    " remaining left point points"
)
"""Words that do not say what a claim is about."""
WON, LOST = (
    stem_set("made succeeds success wins manages"),
    stem_set("fails failure loses"),
)
_WINS, _LOSES = stem_set("wins"), stem_set("loses")
_ROLLS = frozenset(["roll", "rolls", "rolled", "threw", "throws", "throw"])
"""Words for a roll of somebody's dice; "dice" alone may mean anything with dice."""
_CAME = stem_set("came comes come reached")
_COUNTED = stem_set("success")
_WHOSE = re.compile(r"['\u2019]s\b")


class Claimed(Struct, frozen=True):
    """A parsed claim: the names in it, its word stems, its numbers, its *success*.

    *beside* are the stems next to each number, *before* the word before it. *capital*
    are the stems of capitalised words, *dice* are such as d6. *rolled* says that it is
    about somebody's dice, *counted* that its numbers count successes.
    """

    names: tuple[str, ...]
    stems: frozenset[str]
    numbers: tuple[int, ...]
    beside: tuple[tuple[str, ...], ...]
    before: tuple[str, ...]
    capital: frozenset[str]
    dice: frozenset[str]
    success: bool | None
    wins: bool | None
    rolled: bool
    counted: bool


def take_apart(words: str, seats: Sequence[str]) -> Claimed:
    """Return the parts of the claim *words* about the people at *seats*."""
    words = _WHOSE.sub("", words)
    stems = stem_list(words)
    names = tuple(seat for seat in seats if set(stem_list(seat)) <= set(stems))
    named = frozenset(stem for name in names for stem in stem_list(name))
    tokens = _TOKEN.findall(words)
    numbers: list[int] = []
    beside: list[tuple[str, ...]] = []
    before: list[str] = []
    for at, token in enumerate(tokens):
        if _NUMBER.fullmatch(token):
            near = tokens[max(0, at - 1) : at] + tokens[at + 1 : at + 2]
            numbers.append(int(token))
            before.append(tokens[at - 1] if at else "")
            beside.append(tuple(stem for word in near for stem in stem_list(word)))
    content = frozenset(stems) - named - _IDLE
    content = frozenset(stem for stem in content if not stem.isdecimal())
    rolled = any(token.casefold() in _ROLLS for token in tokens)
    if rolled:
        content -= _CAME
    counted = _counts(tokens)
    won = WON - _COUNTED if counted else WON
    success = True if content & won else False if content & LOST else None
    wins = True if content & _WINS else False if content & _LOSES else None
    return Claimed(
        names,
        content - won - LOST,
        tuple(numbers),
        tuple(beside),
        tuple(before),
        stem_set(" ".join(token for token in tokens if token[:1].isupper())),
        frozenset(DIE.findall(words.casefold())),
        success,
        wins,
        rolled,
        counted,
    )


def _counts(tokens: Sequence[str]) -> bool:
    """Whether "3 successes" are among *tokens*: that many may not be enough."""
    return any(
        _NUMBER.fullmatch(number) is not None and stem_set(word) == _COUNTED
        for number, word in pairwise(tokens)
    )
