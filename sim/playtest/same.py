"""Options of which one fact is told: never to take the one is always to take the other.

To announce a change and to take it back, or the only two options of a choice, come to
the same conflicts, game by game. What is found of both is one finding.
"""

from collections.abc import Sequence

from sim.playtest.restricting import Option
from sim.playtest.trials import Trial, cost, trial_gain

_CHANGED = 3
"""The conflicts that a restriction has to change at least, or it shows nothing."""


def firsts(trials: Sequence[Trial]) -> dict[Option, Option]:
    """Return for every option the first of *trials* that tells the same fact.

    It is the option itself where no other before it does.
    """
    found: dict[Option, Option] = {}
    for index, one in enumerate(trials):
        alike = (
            other
            for other in trials[:index]
            if found[other.offer.option] == other.offer.option
            and _tell_the_same(other, one)
        )
        first = next(alike, one)
        found[one.offer.option] = first.offer.option
    return found


def _tell_the_same(one: Trial, other: Trial) -> bool:
    """Whether the larger effect of both is the same in every conflict of both."""
    if one.offer.option.seat != other.offer.option.seat:
        return False
    got, usual = _larger(one), one.plain
    pairs = list(zip(got, usual, _larger(other), other.plain, strict=False))
    if any(first != second for first, _, second, _ in pairs):
        return False
    if any(first != second for _, first, _, second in pairs):
        return False
    if sum(first != plain for first, plain, _, _ in pairs) < _CHANGED:
        return False
    # Two that lose every conflict are no more alike for that, unless one has to be.
    return len({first for first, *_ in pairs}) > 1 or _only_two(one, other)


def _larger(trial: Trial) -> Sequence[float]:
    """Return what the seat got under the restriction that changes more."""
    return trial.never if abs(trial_gain(trial)) > cost(trial) else trial.always


def _only_two(one: Trial, other: Trial) -> bool:
    """Whether both are mostly all that there is to choose from."""
    return one.offer.rivals == (other.offer.option,) and other.offer.rivals == (
        one.offer.option,
    )
