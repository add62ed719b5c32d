"""The certainty of a value, in one word."""

from enum import StrEnum


class Certainty(StrEnum):
    """The certainty of a value: words of JSON, of which no two mean the same."""

    EXACT = "exact"
    """Every chance was followed, and all agents declare what they use."""
    SHOWN = "shown"
    """The same, but an agent may look at everything, or is from a file: so many
    conflicts showed that it uses nothing that the value forgets. In sentences: exact as
    far as they show."""
    BOUNDS = "bounds"
    """The truth lies between two numbers."""
    ESTIMATED = "value ± error"
    """The truth lies within two standard errors 19 times in 20."""
    INTERVAL = "interval"
    """It was played, and the interval holds the truth in 95 of 100 uses."""


def certainty_followed(shown_by: int) -> Certainty:
    """Return the certainty of a value of which every chance was followed.

    *shown_by* is how many conflicts showed what agents do not declare, else 0.
    """
    return Certainty.SHOWN if shown_by else Certainty.EXACT
