"""Options that tell one fact: never taking the first is always taking the second.

Announcing a change and taking it back, or the only two options of a choice, lead to the
same conflicts, game by game. Both are reported as one finding.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sim.playtest.offers import Offer
from sim.playtest.restricted_agents import Option
from sim.playtest.trials import Trial, cost_of_always, gain_of_never

_CHANGED = 3
"""The least conflicts that a restriction has to change to show anything."""


class _Asked(Protocol):
    """A result about an option."""

    @property
    def offer(self) -> Offer: ...


A = TypeVar("A", bound=_Asked)


def first_of_same_fact(
    trials: Sequence[A], same: Callable[[A, A], bool]
) -> dict[Option, Option]:
    """Return for every option the first of *trials* that tells the *same* fact.

    It is the option itself where no other before it does.
    """
    firsts: dict[Option, Option] = {}
    for index, trial in enumerate(trials):
        alike = (
            other
            for other in trials[:index]
            if firsts[other.offer.option] == other.offer.option and same(other, trial)
        )
        first = next(alike, trial)
        firsts[trial.offer.option] = first.offer.option
    return firsts


def tell_same_fact(trial: Trial, other: Trial) -> bool:
    """Whether the larger effect of both is the same in every conflict of both."""
    if trial.offer.option.seat != other.offer.option.seat:
        return False
    got, usual = _larger(trial), trial.plain
    pairs = list(zip(got, usual, _larger(other), other.plain, strict=False))
    if any(first != second for first, _, second, _ in pairs):
        return False
    if any(first != second for _, first, _, second in pairs):
        return False
    if sum(first != plain for first, plain, _, _ in pairs) < _CHANGED:
        return False
    # That both lose every conflict does not make them the same fact, unless there is
    # no third option.
    return len({first for first, *_ in pairs}) > 1 or only_two(trial.offer, other.offer)


def _larger(trial: Trial) -> Sequence[float]:
    """Return what the seat got under the restriction that changes more."""
    return (
        trial.never
        if abs(gain_of_never(trial)) > cost_of_always(trial)
        else trial.always
    )


def only_two(first: Offer, second: Offer) -> bool:
    """Whether the two are mostly all that there is to choose from."""
    return first.rivals == (second.option,) and second.rivals == (first.option,)
