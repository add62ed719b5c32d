"""One thing that a claim may be about."""

from fractions import Fraction

from msgspec import Struct

from sim.judge.course import Stretch
from sim.narration.deciding import Happened
from sim.seam.events import DiceRolled
from sim.seam.protocol import Description


class Subject(Struct):
    """What a claim may be about: an event, or how somebody stands (no event).

    *share* of the claim's words are words of it; *whole* means that it is its line.
    What has no winner is also about the *rollers* whose dice it is made of. A roll is
    *settled* when a later event says what came of it.
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
