"""Characters in numbers: sheets, ladders of intentions, items, pools."""

from sim.events import NOBODY, Seat
from sim.rules.solar_system.scenario.character import POOLS, Character, Intention
from sim.rules.solar_system.scenario.compiled import (
    BonusData,
    GoalData,
    PersonData,
    PropData,
)
from sim.rules.solar_system.scenario.lookup import Lookup, refuse

LIMIT_OF_RATING = {1: 3, 2: 2, 3: 1}
"""How many bonuses of each rating one item may carry [SS-ITEM-07]."""


def person(names: Lookup, n: Seat) -> PersonData:
    """Return the character at seat *n*; raise ScenarioError if it makes no sense."""
    seat = names.scenario.seats[n]
    path = f"$.seats[{n}]"
    goals = tuple(
        _goal(names, f"{path}.intentions[{g}]", n, goal)
        for g, goal in enumerate(seat.intentions)
    )
    props = tuple(
        PropData(p.name, names.ability(f"{path}.props[{i}]", n, p.ability), p.allowed)
        for i, p in enumerate(seat.props)
    )
    _items_fit(path, seat)
    maxima = (seat.pools.vigor, seat.pools.instinct, seat.pools.reason)
    return PersonData(
        name=seat.name,
        side=names.sides.index(seat.side or seat.name),
        story_guide=seat.story_guide,
        major=seat.major,
        bystander=seat.bystander,
        abilities=tuple(names.sheets[n]),
        goals=goals,
        weapons=_bonuses(seat, "weapon"),
        armor=_bonuses(seat, "armor"),
        props=props,
        tags=(seat.name, *seat.tags),
        maxima=maxima,
        pools=_pools(path, seat, maxima),
        harm=tuple(
            1 + POOLS.index(seat.harm[box]) if box in seat.harm else 0
            for box in "1234567"
        ),
        bruises=seat.bruise_dice,
    )


def _pools(
    path: str, seat: Character, maxima: tuple[int, int, int]
) -> tuple[int, int, int]:
    """Pools start full unless the file says what is left [SS-POOL-05, RUL-63]."""
    now = (seat.now.vigor, seat.now.instinct, seat.now.reason)
    for name, left, most in zip(POOLS, now, maxima, strict=True):
        if left is not None and left > most:
            refuse(f"{path}.now.{name}", left, f"at most {most}, the pool's score")
    vigor, instinct, reason = (
        most if left is None else left for left, most in zip(now, maxima, strict=True)
    )
    return vigor, instinct, reason


def _goal(names: Lookup, path: str, who: Seat, goal: Intention) -> GoalData:
    sheet = names.sheets[who]
    if goal.actions:
        actions = tuple(
            names.ability(f"{path}.actions", who, name) for name in goal.actions
        )
    else:
        actions = tuple(n for n, a in enumerate(sheet) if not a.innate and a.rank >= 0)
    for index in actions:
        if sheet[index].innate:
            expected = "an ability that can start an action [SS-ABIL-04]"
            refuse(f"{path}.actions", sheet[index].name, expected)
    return GoalData(
        goal.name,
        _target(names, path, who, goal),
        actions,
        goal.permanent,
        goal.later,
        goal.tags,
        goal.worth,
        goal.leaves,
    )


def _target(names: Lookup, path: str, who: Seat, goal: Intention) -> Seat:
    if goal.target is None:
        return NOBODY
    target = names.seat(f"{path}.target", goal.target)
    mine, theirs = names.scenario.seats[who], names.scenario.seats[target]
    if (mine.side or mine.name) == (theirs.side or theirs.name):
        refuse(f"{path}.target", goal.target, "someone of another side")
    return target


def _items_fit(path: str, seat: Character) -> None:
    """Hold the limits on the bonuses of one item [SS-ITEM-07, RUL-79]."""
    for i, item in enumerate(seat.items):
        if item.name in [other.name for other in seat.items[:i]]:
            refuse(f"{path}.items[{i}].name", item.name, "a name no other item has")
        for rating, most in LIMIT_OF_RATING.items():
            count = sum(bonus.rating == rating for bonus in item.bonuses)
            if count > most:
                found = f"{count} bonuses of +{rating}"
                refuse(f"{path}.items[{i}].bonuses", found, f"at most {most}")


def _bonuses(seat: Character, role: str) -> tuple[BonusData, ...]:
    return tuple(
        BonusData(item.name, bonus.rating, bonus.when)
        for item in seat.items
        for bonus in item.bonuses
        if bonus.role == role
    )
