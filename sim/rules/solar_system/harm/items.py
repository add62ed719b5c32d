"""Weapons and armour: items that help or protect in given situations."""

from collections.abc import Iterable
from functools import lru_cache

from sim.rules.solar_system.facts import NONE
from sim.rules.solar_system.phases import Declared
from sim.rules.solar_system.scenario.compile import BonusData, Setup
from sim.rules.solar_system.scenario.sheet import ITEM
from sim.rules.solar_system.state import State, action_of, ruling, volley_of
from sim.seam.events import Seat

PROP_RATING = 1
"""A prop the Story Guide allows is a +1 weapon, never more [SS-ITEM-08, SS-FAC-04]."""


def weapon(
    state: State, dealer: Seat, ability: int, sufferer: Seat, goal: int | None = None
) -> int:
    """Return what the dealer's items add to the harm of this action [SS-ITEM-02].

    A bonus applies if all its situations are among the tags of the conflict, of the
    dealer's ability and goal, and of the victim [ENG-05, SS-ITEM-04, SS-ITEM-05,
    SS-ITEM-06]. A prop allowed for this action counts as one more weapon. *goal* is
    used if no intention is in force yet.
    """
    data, volley = state.setup.characters[dealer], volley_of(state)
    action = None if volley is None else volley.actions[dealer]
    prop = NONE if action is None else action.prop
    if (not data.weapons and prop == NONE) or _ruled_out(volley, dealer):
        return 0
    armed = prop != NONE and data.props[prop].ability == ability
    return _weapon(
        state.setup, dealer, ability, _goal(state, dealer, goal), sufferer, armed
    )


def _ruled_out(volley: Declared | None, who: Seat) -> bool:
    """Whether the Story Guide has ruled that no item of *who* counts here [ENG-05]."""
    return volley is not None and ruling(volley.ruled, ITEM, who) == 0


def _goal(state: State, who: Seat, goal: int | None = None) -> int | None:
    intent = state.participants[who].intent
    return goal if intent is None else intent.goal


@lru_cache(maxsize=8192)
def _weapon(
    setup: Setup,
    dealer: Seat,
    ability: int,
    goal: int | None,
    sufferer: Seat,
    prop: bool,  # noqa: FBT001 - part of the key
) -> int:
    tags = _tags(setup, dealer, ability, goal, sufferer)
    ratings = _matching(setup.characters[dealer].weapons, tags)
    if prop:
        ratings.append(("the prop", PROP_RATING))
    return _stacked(ratings, setup.rulings.item_stacking)


def armor(state: State, sufferer: Seat, dealer: Seat, ability: int) -> int:
    """Return what the victim's items take off the harm [SS-ITEM-02]."""
    worn = state.setup.characters[sufferer].armor
    if not worn or _ruled_out(volley_of(state), sufferer):
        return 0
    return _armor(state.setup, sufferer, dealer, ability, _goal(state, dealer))


@lru_cache(maxsize=8192)
def _armor(
    setup: Setup, sufferer: Seat, dealer: Seat, ability: int, goal: int | None
) -> int:
    tags = _tags(setup, dealer, ability, goal, dealer)
    ratings = _matching(setup.characters[sufferer].armor, tags)
    return _stacked(ratings, setup.rulings.item_stacking)


def has_matching_item(state: State, who: Seat, other: Seat) -> bool:
    """Whether any item of *who* would count in an exchange with *other*."""
    mine, theirs = action_of(state, who), action_of(state, other)
    return (
        mine is not None
        and mine.ability != NONE
        and weapon(state, who, mine.ability, other) > 0
    ) or (
        theirs is not None
        and theirs.ability != NONE
        and armor(state, who, other, theirs.ability) > 0
    )


def _tags(
    setup: Setup, dealer: Seat, ability: int, goal: int | None, other: Seat
) -> set[str]:
    data = setup.characters[dealer]
    tags = {*setup.tags, *data.abilities[ability].tags, *setup.characters[other].tags}
    if goal is not None:
        tags.update(data.goals[goal].tags)
    return tags


def _matching(bonuses: Iterable[BonusData], tags: set[str]) -> list[tuple[str, int]]:
    return [(b.item, b.rating) for b in bonuses if tags.issuperset(b.when)]


def _stacked(ratings: list[tuple[str, int]], stacking: str) -> int:
    """Return the highest rating, the best item's sum, or the sum of all [RUL-19]."""
    if not ratings:
        return 0
    if stacking == "sum_all":
        return sum(rating for _, rating in ratings)
    if stacking == "sum_per_item":
        items = {item for item, _ in ratings}
        return max(
            sum(rating for item, rating in ratings if item == name) for name in items
        )
    return max(rating for _, rating in ratings)
