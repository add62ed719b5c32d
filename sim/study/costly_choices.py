"""What choices of the agents lose, in the words of the story."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import first_line, told_apart
from sim.optimal.losses import Loss
from sim.seam.protocol import RuleSystem


class CostlyChoice(Struct, frozen=True):
    """A choice of a shipped agent that costs it something, in the words of the story.

    It is met *times* in a conflict, on average, and loses *cost* each time.
    """

    seat: str
    round: int
    taken: str
    best: str
    times: float
    cost: float


class AgentLosses(Struct, frozen=True):
    """The losses of the agents, the dearest first, or *why* they are not known.

    *unseen* is how much more the first side got than that explains (`Losses`).
    """

    each: tuple[CostlyChoice, ...] = ()
    unseen: float = 0.0
    why: str = ""


def costly_choices(
    system: RuleSystem[Any], names: tuple[str, str], found: Sequence[Loss]
) -> tuple[CostlyChoice, ...]:
    """Return the losses of both sides, the dearest first.

    *names* are those of their seats. Losses with the same words in the same round
    are one.
    """
    sums: dict[tuple[str, int, str, str], list[float]] = {}
    for one in found:
        seat = names[one.side]
        taken, best = _answers_in_words(system, one)
        total = sums.setdefault((seat, one.round, taken, best), [0.0, 0.0])
        total[0] += one.mass
        total[1] += one.mass * one.cost
    lost = [
        CostlyChoice(*key, times=times, cost=cost / times)
        for key, (times, cost) in sums.items()
    ]
    return tuple(sorted(lost, key=lambda one: -one.times * one.cost))


def _answers_in_words(system: RuleSystem[Any], one: Loss) -> tuple[str, str]:
    """Return the answer that was taken and the best one, so that they read apart."""
    view = one.asked.view
    taken, best = (first_line(system, view, fact) for fact in (one.taken, one.best))
    if taken == best:
        return told_apart(system, view, one.taken, one.best)
    return taken, best
