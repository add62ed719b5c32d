"""The subject of a claim."""

from fractions import Fraction

from msgspec import Struct

from sim.judge.course import Stretch
from sim.narration.deciding import Happened
from sim.seam.events import DiceRolled
from sim.seam.protocol import Description


class Subject(Struct):
    """A possible subject of a claim: an event, or somebody's status (no event).

    *share* of the claim's words are words of it; *whole* means that the claim is its
    line of the story. An event without a winner is also about the *rollers* of its
    dice. A roll is *settled* once a later event has its outcome.
    """

    stretch: Stretch
    who: str
    words: Description
    line: str
    event: Happened | None
    share: Fraction = Fraction(0)
    whole: bool = False
    rollers: frozenset[str] = frozenset()
    settled: bool = False

    @property
    def is_roll(self) -> bool:
        """Whether it is dice that fell."""
        return self.event is not None and isinstance(self.event.event, DiceRolled)
