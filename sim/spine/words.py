"""Wording that all rule systems share: lists and numbers."""

from collections.abc import Sequence

PLURALS = {"die": "dice", "success": "successes", "loss": "losses", "box": "boxes"}
"""Irregular plurals."""


def listed(words: Sequence[str]) -> str:
    """Return *words* as they are said: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, what: str) -> str:
    """Return a number of things, such as "1 die" or "3 points"."""
    if number == 1:
        return f"1 {what}"
    *before, last = what.split(" ")
    return " ".join([str(number), *before, PLURALS.get(last, f"{last}s")])
