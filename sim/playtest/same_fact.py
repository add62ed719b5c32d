"""Options of which one fact is told: never to take the one is always to take the other.

To announce a change and to take it back, or the only two options of a choice, come to
the same conflicts, game by game. What is found of both is one finding.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sim.playtest.offers import Offer
from sim.playtest.restricted_agents import Option
from sim.playtest.trials import Trial, cost_of_always, gain_of_never

_CHANGED = 3
"""The conflicts that a restriction has to change at least, or it shows nothing."""


class _Asked(Protocol):
    """What was found of an option."""

    @property
    def offer(self) -> Offer: ...


A = TypeVar("A", bound=_Asked)


def first_of_same_fact(
    trials: Sequence[A], same: Callable[[A, A], bool]
) -> dict[Option, Option]:
    """Return for every option the first of *trials* that tells the *same* fact.

    It is the option itself where no other before it does.
    """
    found: dict[Option, Option] = {}
    for index, one in enumerate(trials):
        alike = (
            other
            for other in trials[:index]
            if found[other.offer.option] == other.offer.option and same(other, one)
        )
        first = next(alike, one)
        found[one.offer.option] = first.offer.option
    return found


def tell_same_fact(one: Trial, other: Trial) -> bool:
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
    return len({first for first, *_ in pairs}) > 1 or only_two(one.offer, other.offer)


def _larger(trial: Trial) -> Sequence[float]:
    """Return what the seat got under the restriction that changes more."""
    return (
        trial.never
        if abs(gain_of_never(trial)) > cost_of_always(trial)
        else trial.always
    )


def only_two(one: Offer, other: Offer) -> bool:
    """Whether both are mostly all that there is to choose from."""
    return one.rivals == (other.option,) and other.rivals == (one.option,)
