"""The losses of the agents by their choices, in the words of the story."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import first_line, told_apart
from sim.optimal.losses import Loss
from sim.seam.protocol import RuleSystem


class CostlyChoice(Struct, frozen=True):
    """A choice of a shipped agent that costs it something, in the words of the story.

    Its question is asked *times* in a conflict, on average; each time it loses *cost*.
    """

    seat: str
    round: int
    taken: str
    best: str
    times: float
    cost: float


class AgentLosses(Struct, frozen=True):
    """The losses of the agents, the largest first, or *why* they are not known.

    *unseen* is how much more the first side got than these explain (`Losses`).
    """

    each: tuple[CostlyChoice, ...] = ()
    unseen: float = 0.0
    why: str = ""


def costly_choices(
    system: RuleSystem[Any], names: tuple[str, str], losses: Sequence[Loss]
) -> tuple[CostlyChoice, ...]:
    """Return the losses of both sides, the largest first.

    *names* are those of their seats. Losses with the same words in the same round are
    added up.
    """
    sums: dict[tuple[str, int, str, str], list[float]] = {}
    for loss in losses:
        seat = names[loss.side]
        taken, best = _answers_in_words(system, loss)
        total = sums.setdefault((seat, loss.round, taken, best), [0.0, 0.0])
        total[0] += loss.mass
        total[1] += loss.mass * loss.cost
    costly = [
        CostlyChoice(*key, times=times, cost=cost / times)
        for key, (times, cost) in sums.items()
    ]
    return tuple(sorted(costly, key=lambda choice: -choice.times * choice.cost))


def _answers_in_words(system: RuleSystem[Any], loss: Loss) -> tuple[str, str]:
    """Return the answer that was taken and the best one, in words that differ."""
    view = loss.asked.view
    taken, best = (first_line(system, view, fact) for fact in (loss.taken, loss.best))
    if taken == best:
        return told_apart(system, view, loss.taken, loss.best)
    return taken, best
