"""Weapons and armour: what helps or protects, and in which situations."""

from collections.abc import Iterable
from functools import lru_cache

from sim.events import Seat
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.scenario.compiled import BonusData, Setup
from sim.rules.solar_system.state import State

PROP_RATING = 1
"""A prop the Story Guide allows is a +1 weapon, never more [SS-ITEM-08, SS-FAC-04]."""


def weapon(
    state: State, dealer: Seat, ability: int, sufferer: Seat, goal: int = BLANK
) -> int:
    """Return what the dealer's items add to the harm of this action [SS-ITEM-02].

    A bonus applies when all its situations are among the tags of the conflict, of the
    dealer's ability and goal, and of the sufferer [ENG-05, SS-ITEM-04, SS-ITEM-05,
    SS-ITEM-06]. A prop ruled in for this action counts as one more weapon. *goal* is
    meant where no intention is in force yet.
    """
    data = state.data(dealer)
    person = state.people[dealer]
    if not data.weapons and person.prop < 0:
        return 0
    if state.ruling("item", dealer) == 0:
        return 0
    prop = person.prop
    armed = prop >= 0 and data.props[prop].ability == ability
    if person.goal != BLANK:
        goal = person.goal
    return _weapon(
        state.setup, dealer, ability, goal, sufferer, prop if armed else BLANK
    )


@lru_cache(maxsize=8192)
def _weapon(
    setup: Setup, dealer: Seat, ability: int, goal: int, sufferer: Seat, prop: int
) -> int:
    tags = _tags(setup, dealer, ability, goal, sufferer)
    ratings = _matching(setup.people[dealer].weapons, tags)
    if prop >= 0:
        ratings.append((f"prop {prop}", PROP_RATING))
    return _stacked(ratings, setup.rulings.item_stacking)


def armor(state: State, sufferer: Seat, dealer: Seat, ability: int) -> int:
    """Return what the sufferer's items take off the harm done to him [SS-ITEM-02]."""
    if not state.data(sufferer).armor or state.ruling("item", sufferer) == 0:
        return 0
    return _armor(state.setup, sufferer, dealer, ability, state.people[dealer].goal)


@lru_cache(maxsize=8192)
def _armor(setup: Setup, sufferer: Seat, dealer: Seat, ability: int, goal: int) -> int:
    tags = _tags(setup, dealer, ability, goal, dealer)
    ratings = _matching(setup.people[sufferer].armor, tags)
    return _stacked(ratings, setup.rulings.item_stacking)


def has_matching_item(state: State, who: Seat, other: Seat) -> bool:
    """Whether any item of *who* would count in an exchange with *other*."""
    person, their = state.people[who], state.people[other]
    armed = person.ability != BLANK and weapon(state, who, person.ability, other) > 0
    return armed or (
        their.ability != BLANK and armor(state, who, other, their.ability) > 0
    )


def _tags(setup: Setup, dealer: Seat, ability: int, goal: int, other: Seat) -> set[str]:
    data = setup.people[dealer]
    tags = {*setup.tags, *data.abilities[ability].tags, *setup.people[other].tags}
    if goal != BLANK:
        tags.update(data.goals[goal].tags)
    return tags


def _matching(bonuses: Iterable[BonusData], tags: set[str]) -> list[tuple[str, int]]:
    return [(b.item, b.rating) for b in bonuses if tags.issuperset(b.when)]


def _stacked(ratings: list[tuple[str, int]], stacking: str) -> int:
    """Take the highest rating, the best item's sum, or everything [RUL-19]."""
    if not ratings:
        return 0
    if stacking == "sum_all":
        return sum(rating for _, rating in ratings)
    if stacking == "sum_per_item":
        items = {item for item, _ in ratings}
        return max(
            sum(rating for item, rating in ratings if item == one) for one in items
        )
    return max(rating for _, rating in ratings)
