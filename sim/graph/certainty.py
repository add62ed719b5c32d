"""The certainty of a value, in one word."""

from enum import StrEnum


class Certainty(StrEnum):
    """The certainty of a value, as words in JSON; no two mean the same."""

    EXACT = "exact"
    """Every chance was followed, and all agents declare what they use."""
    SHOWN = "shown"
    """The same, but an agent may read everything, or is from a file: a number of
    conflicts showed that it uses nothing that the value leaves out. In sentences: exact
    as far as they show."""
    BOUNDS = "bounds"
    """The truth lies between two numbers."""
    ESTIMATED = "value ± error"
    """The truth lies within two standard errors 19 times in 20."""
    INTERVAL = "interval"
    """It was played, and the interval holds the truth in 95 of 100 uses."""


def certainty_followed(shown_by: int) -> Certainty:
    """Return the certainty of a value for which every chance was followed.

    *shown_by* is the number of conflicts that showed what agents do not declare, or 0.
    """
    return Certainty.SHOWN if shown_by else Certainty.EXACT
