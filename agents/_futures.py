"""Results of rollouts, for agents that play their options out on forks."""

from msgspec import Struct

EVEN = 0.5
NEAR = 1e-9
TRUST = 0.9
"""How much a full lead counts at the end of a truncated rollout, relative to a win."""


def of_lead(ahead: float) -> float:
    """Estimate the value of a rollout that is cut off while *ahead* by so much.

    It is less than a win is worth and more than a defeat, however clear the lead.
    """
    return EVEN + EVEN * TRUST * ahead


class Futures(Struct, frozen=True):
    """The return of each rollout, and whether all of them reached an outcome."""

    values: tuple[float, ...]
    ended: bool

    def clearly_beats(self, other: "Futures", sure: float = 1.0) -> bool:
        """Whether it is better by more than sampling error.

        Rollouts with the same dice are compared in pairs; *sure* is how many standard
        errors count as clear.
        """
        gains = [
            mine - theirs
            for mine, theirs in zip(self.values, other.values, strict=False)
        ]
        count = len(gains)
        mean = sum(gains) / count
        spread = sum((gain - mean) ** 2 for gain in gains) / count
        return mean > NEAR and mean * mean * count >= sure * sure * spread
