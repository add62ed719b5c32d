"""Every rule, ruling and decision by its ID, in one or two sentences of our own.

PL-RUL are readings this project chose where the text leaves one open; PL-CONF is a
layer of our own; PL-DP are the questions asked; PL-PROP follow from the rest.
"""

from collections.abc import Mapping

from sim.rules.planets.sentences_ours import OURS
from sim.rules.planets.sentences_text import TEXT

_MARK = "PL-"


def _parsed(text: str) -> dict[str, str]:
    """Return the sentences of *text*: an entry begins with its ID at a line's start."""
    found: dict[str, list[str]] = {}
    words: list[str] = []
    for line in text.strip().splitlines():
        words_here = line.split()
        if line.startswith(_MARK):
            words = found.setdefault(words_here.pop(0), [])
        words += words_here
    return {identity: " ".join(parts) for identity, parts in found.items()}


SENTENCES: Mapping[str, str] = {**_parsed(TEXT), **_parsed(OURS)}
"""ID -> its sentence."""
