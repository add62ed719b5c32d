"""Find the lines that are most similar to some words.

Lines are compared word by word, by stems. A word that few lines have counts most, and a
word that is misspelt or has another ending counts a little less than an equal one.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from math import log

from sim.reading.words import stem_list

_LIKE, _BEGUN = 0.7, 4
_NEARLY = 0.8
"""The weight of a word that is only similar to one of the line."""
_OF_BEST = 0.6
"""A line whose score is below this share of the best one is not near."""


def nearest_lines(words: str, lines: Sequence[str], most: int) -> list[str]:
    """Return those of *lines* that are most similar to *words*, the nearest first.

    Equally near ones keep their order. The list is empty if no word of any line is
    similar to one of *words*.
    """
    wanted = list(dict.fromkeys(stem_list(words)))
    stems = [stem_list(line) for line in lines]
    scores = [0.0] * len(lines)
    for word in wanted:
        counts = [_likeness(word, line) for line in stems]
        having = sum(map(bool, counts))
        for index, part in enumerate(counts):
            scores[index] += part * log(1 + len(lines) / having) if having else 0.0
    best = max(scores, default=0.0)
    ranked = sorted(range(len(lines)), key=lambda index: -scores[index])
    near = (index for index in ranked if scores[index] >= _OF_BEST * best > 0)
    return [lines[index] for index in near][:most]


def _likeness(word: str, line: Sequence[str]) -> float:
    """Return 1 if *word* is in *line*, less if a similar one is, else 0."""
    if word in line:
        return 1.0
    return _NEARLY if any(_like(word, other) for other in line) else 0.0


def _like(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    if len(short) >= _BEGUN and long.startswith(short):
        return True
    return SequenceMatcher(None, word, other).ratio() >= _LIKE
