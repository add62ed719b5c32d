"""Findings about agents from files: how they were sandboxed, what they could know."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from sim.audit.finding import Finding, finding
from sim.casting.specs import files_of
from sim.dice.seed import guessable
from sim.hosting.sandbox import RECORDED


class Hosted(Struct, frozen=True):
    """Agents by their *specs*, the *seed* they played under, and how they were *held*.

    That is what the record says, so it may be anything.
    """

    specs: tuple[str, ...]
    seed: str
    held: str

    def findings(self, name: str, depths: Collection[str]) -> Iterator[Finding]:
        """Yield notes on those from files in the stream *name*.

        An agent that guessed the seed could have tried each option with the dice that
        were going to fall, and no audit would object to its choices.
        """
        if self.held not in RECORDED.values():
            ways = " or ".join(map(repr, RECORDED.values()))
            yield finding(
                name, 1, "seal", f"agents from files held by {self.held!r}", ways
            )
        strangers = any(files_of(self.specs, code=True))
        if "dice" in depths and strangers and guessable(self.seed):
            recorded = f"the seed {self.seed!r}, which agents could have guessed"
            expected = "32 random hexadecimal digits at its end"
            why = "who knows the seed knows the dice"
            yield finding(name, 1, "dice", recorded, expected, why=why, weight="note")
