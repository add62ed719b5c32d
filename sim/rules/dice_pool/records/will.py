"""The record of somebody's Willpower."""

from msgspec import Struct


class Will(Struct, frozen=True, gc=False, cache_hash=True):
    """The state of a participant's Willpower. Moments are seconds of the clock."""

    points: int
    dots: int
    spent: tuple[str, ...] = ()
    """What points were spent for in this round."""
    vice_used: bool = False
    virtue_used: bool = False
    dot_at: int | None = None
    """When a lost dot comes back."""
    conditions: tuple[str, ...] = ()
    """What must be met before lost dots come back."""
    rested_at: int | None = None
