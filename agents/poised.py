"""Minds its own footing: the more it is out of position, the more harm to come counts.

A clumsy act leaves one open until something is done about it, so it may cost more than
the next exchange. The agent reads its footing from the status of the seats, under one
word; where a rule system has no such word, it is steady.

It is a style, not an advantage. A steady agent already counts the harm that being out
of position lets through, and how much it weakens the next act; a turn spent on
recovering is a turn without an attack. On `skill_duel`, in 1,600 mirrored pairs
against steady, a quarter more for each point wins .488 of the games and .472 +- .011 of
what is returned; a tenth, four tenths and seven tenths more do no better. When a lunge
did less there it was met off balance two fifths less often than steady, for .495 of
what was returned.
"""

from collections.abc import Hashable
from typing import Annotated, Any

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision, Standing

from .steady import Steady


class Poised(Steady):
    """Steady, but for every point of *word* it counts harm suffered *each* times more.

    The point that it may be about to lose counts as one. So it recovers sooner than
    steady does, and prefers the act that leaves it less open.
    """

    version = "3"

    def __init__(
        self,
        *,
        each: Annotated[float, Meta(ge=0)] = 0.25,
        price: float = 0.5,
        word: Standing = "oops",
    ) -> None:
        super().__init__(price=price)
        self.each = each
        self.word = word

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return None: it reads its own status."""
        del worth
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option for one who stands as it does."""
        has = self.table.status(asked.view)[self.table.seat].get(self.word)
        self.suffers = 1.0
        if isinstance(has, int):
            self.suffers += self.each * (1 + has)
        return self.between(asked, self.pick(self.weigh(asked)))
