"""Another agent that now and then chooses at random."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Decision, Table

from ._around import Around, Other

_APART = 512
"""No key and no salt reaches this many bits."""


class Noise(Around):
    """Chooses as *of* does, but with probability *share* any option.

    The noise has a random generator of its own, and *of* is asked every question, so
    *of* draws and remembers what it would without noise, and noise within noise is
    independent. Another *salt* gives other random numbers: two agents that differ in it
    alone are equally strong.
    """

    version = "2"

    def __init__(
        self,
        *,
        of: Other = "steady",
        share: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.1,
        salt: int = 0,
    ) -> None:
        super().__init__(of)
        self.share = share
        self.salt = salt
        self.draws = True
        self.noises += 1
        self._random: Random | None = None

    def begin(self, table: Table) -> None:
        """Begin a conflict with new random numbers."""
        super().begin(table)
        self._random = None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what *of* chooses, or any option."""
        # Not before they are needed: chances do not depend on the key.
        if self._random is None:
            self._random = Random(self._seed())  # noqa: S311
        blind, which = self._random.random(), self._random.random()
        seeing = super().choose(asked)
        if blind < self.share:
            return asked.options[int(which * len(asked.options))]
        return seeing

    def _seed(self) -> int:
        within = self.noises - 1
        return int.from_bytes(self.table.key, "little") + self.salt + (within << _APART)

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return a part of its *share* for every option, and the rest as *of* would."""
        blind = self.share / len(asked.options)
        chances = dict.fromkeys(asked.options, blind)
        for fact, chance in super().chances(asked).items():
            chances[fact] += (1 - self.share) * chance
        return {fact: chance for fact, chance in chances.items() if chance > 0.0}
