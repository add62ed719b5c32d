"""Keeps its guard: what an option leaves open counts for several exchanges.

Where a clumsy act leaves one exposed until something is done about it, the harm of the
next exchange is only the first of what it costs. Otherwise steady.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from sim.events import Fact

from .steady import Steady, Weighed


class Poised(Steady):
    """Steady, with all harm suffered counted *lasting* times."""

    def __init__(
        self, *, lasting: Annotated[float, Meta(ge=0)] = 2.5, price: float = 0.5
    ) -> None:
        super().__init__(price=price)
        self.lasting = lasting

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best option, by what it costs in the long run."""
        lasting = self.lasting
        return super().pick(
            [
                (option, replace(worth, suffers=lasting * worth.suffers))
                for option, worth in weighed
            ]
        )
