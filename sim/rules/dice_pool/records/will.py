"""The record of somebody's Willpower."""

from msgspec import Struct


class Will(Struct, frozen=True, gc=False, cache_hash=True):
    """The state of a participant's Willpower. Moments are seconds of the clock."""

    points: int
    dots: int
    spent: tuple[str, ...] = ()
    """The uses of points spent in this round."""
    vice_used: bool = False
    virtue_used: bool = False
    dot_at: int | None = None
    """When a lost dot comes back."""
    conditions: tuple[str, ...] = ()
    """The conditions that must be met before lost dots come back."""
    rested_at: int | None = None
