"""Checks that the types of a scenario cannot make: names that exist, fitting numbers.

Every problem is one sentence that begins with the place in the file, says what was
found and what was expected, and names the nearest valid word.
"""

from collections.abc import Iterable, Iterator

from sim.rules.solar_system.scenario.catalogue import keys_of, secrets_of
from sim.rules.solar_system.scenario.character import (
    INNATE,
    POOLS,
    Character,
    Intention,
)
from sim.rules.solar_system.scenario.people import opened_to
from sim.rules.solar_system.scenario.sheet import (
    METHOD,
    Check,
    Refresh,
    SolarScenario,
    setting,
)
from sim.seam.sides import side_names, side_of
from sim.spine.marks import check_marks
from sim.spine.problems import problem, repeated, unknown

EXACTLY = {"pain": 0, "interlude": 0, "unopposed": 1, "resisted": 2}
AT_LEAST = {"competitive": 2, "linked": 2, "group": 2}
"""The least number of checks for each kind of opening."""

CIRCUMSTANCE_MOST = 2
"""The most penalty dice for circumstances [SS-DIE-08]."""

LIMIT_OF_RATING = {1: 3, 2: 2, 3: 1}
"""How many bonuses of each rating one item may carry [SS-ITEM-07]."""

NONE_AT_ALL = "none"
"""The words for something that is missing altogether."""


def validate(scenario: SolarScenario) -> Iterator[str]:
    """Yield the errors in *scenario*, a sentence each."""
    yield from _abilities(scenario)
    yield from repeated("$.seats", (character.name for character in scenario.seats))
    yield from check_marks(
        scenario,
        abilities=setting(scenario),
        secrets=secrets_of(scenario),
        keys=keys_of(scenario),
    )
    for index, seat in enumerate(scenario.seats):
        yield from _character(scenario, seat, f"$.seats[{index}]")
    for index, check in enumerate(scenario.opening.checks):
        yield from _check(scenario, check, f"$.opening.checks[{index}]")
    yield from _opening(scenario)
    for index, act in enumerate(scenario.aftermath.refresh):
        yield from _refresh(scenario, act, f"$.aftermath.refresh[{index}]")
    yield from _circumstances(scenario)
    yield from _method(scenario)


# The setting.


def _abilities(scenario: SolarScenario) -> Iterator[str]:
    """Check that the innate three keep their pools [SS-ABIL-03]."""
    abilities = setting(scenario)
    for name, pool in INNATE.items():
        actual = abilities[name].pool
        if actual != pool:
            expected = f"{pool!r} [SS-ABIL-03]"
            yield problem(f"$.abilities.{name}", repr(actual), expected)


def _method(scenario: SolarScenario) -> Iterator[str]:
    method = scenario.method
    if METHOD in scenario.story_guide.asked and method != "ask":
        expected = "'ask', as the Story Guide is asked for it"
        yield problem("$.method", repr(method), expected)
    if method != "standard" and len(side_names(scenario.seats)) != 2:  # noqa: PLR2004
        expected = "'standard', or exactly two sides [RUL-58]"
        yield problem("$.method", repr(method), expected)


def _circumstances(scenario: SolarScenario) -> Iterator[str]:
    """Check for at most two penalty dice for circumstances on a roll [SS-DIE-08]."""
    for index, circumstance in enumerate(scenario.circumstances):
        before = [
            other
            for other in scenario.circumstances[:index]
            if other.who == circumstance.who
        ]
        always = [other.dice for other in before if not other.volleys]
        named = {volley for other in before for volley in other.volleys}
        meet = (
            sum(other.dice for other in before if volley in other.volleys)
            for volley in circumstance.volleys or named
        )
        dice = circumstance.dice + sum(always) + max(meet, default=0)
        if dice > CIRCUMSTANCE_MOST:
            found = f"{dice} penalty dice on one roll"
            most = f"at most {CIRCUMSTANCE_MOST} [SS-DIE-08]"
            yield problem(f"$.circumstances[{index}].dice", found, most)


# Names.


def _used(
    scenario: SolarScenario, owner: str, names: Iterable[str], where: str
) -> Iterator[str]:
    """Check that only those with its prerequisite use a closed ability.

    [SS-ABIL-06, SS-ABIL-08, RUL-68]
    """
    abilities = setting(scenario)
    character = next((seat for seat in scenario.seats if seat.name == owner), None)
    for name in names:
        if (
            character is None
            or name not in abilities
            or scenario.rulings.nil_closed_allowed
        ):
            continue
        reachable = {*character.abilities, *opened_to(scenario, character)}
        if abilities[name].closed and name not in reachable:
            expected = f"an ability on {owner}'s sheet: it is closed [RUL-68]"
            yield problem(where, repr(name), expected)


def _starting(names: Iterable[str], where: str) -> Iterator[str]:
    """Check that innate abilities never start a conflict [SS-ABIL-04, RUL-69]."""
    for name in names:
        if name in INNATE:
            expected = "an ability that can start an action [SS-ABIL-04]"
            yield problem(where, repr(name), expected)


# Characters.


def _character(
    scenario: SolarScenario, character: Character, where: str
) -> Iterator[str]:
    missing = [name for name in INNATE if name not in character.abilities]
    if missing:
        expected = f"{', '.join(missing)} among them [SS-ABIL-03]"
        yield problem(f"{where}.abilities", repr(sorted(character.abilities)), expected)
    yield from _pools(character, where)
    for index, goal in enumerate(character.intentions):
        place = f"{where}.intentions[{index}]"
        yield from _used(scenario, character.name, goal.actions, f"{place}.actions")
        yield from _starting(goal.actions, f"{place}.actions")
        yield from _target(scenario, character, goal, f"{place}.target")
    for index, prop in enumerate(character.props):
        place = f"{where}.props[{index}]"
        yield from _used(scenario, character.name, [prop.ability], place)
    yield from _items(character, where)


def _pools(character: Character, where: str) -> Iterator[str]:
    for pool in POOLS:
        left, most = getattr(character.now, pool), getattr(character.pools, pool)
        if left is not None and left > most:
            expected = f"at most {most}, the pool's score"
            yield problem(f"{where}.now.{pool}", str(left), expected)


def _target(
    scenario: SolarScenario, character: Character, goal: Intention, where: str
) -> Iterator[str]:
    if goal.target is None:
        return
    side = [side_of(seat) for seat in scenario.seats if seat.name == goal.target]
    if side == [side_of(character)]:
        yield problem(where, repr(goal.target), "someone of another side")


def _items(character: Character, where: str) -> Iterator[str]:
    """Check the limits on the bonuses of one item [SS-ITEM-07, RUL-79]."""
    for index, item in enumerate(character.items):
        for rating, most in LIMIT_OF_RATING.items():
            count = sum(bonus.rating == rating for bonus in item.bonuses)
            if count > most:
                place = f"{where}.items[{index}].bonuses"
                yield problem(place, f"{count} bonuses of +{rating}", f"at most {most}")


# How it opens.


def _check(scenario: SolarScenario, check: Check, where: str) -> Iterator[str]:
    if not check.abilities:
        yield problem(f"{where}.abilities", NONE_AT_ALL, "at least one ability")
    yield from _used(scenario, check.who, check.abilities, f"{where}.abilities")
    if check.against is None:
        return
    if scenario.opening.kind not in {"linked", "group"}:
        expected = "no `against`: only linked and group checks have one"
        yield problem(f"{where}.against", repr(check.against), expected)
    if check.against == check.who:
        yield problem(f"{where}.against", repr(check.against), "another [SS-TOG-06]")
    if not check.answers:
        yield problem(f"{where}.answers", NONE_AT_ALL, "the abilities that resist")
    yield from _used(scenario, check.against, check.answers, f"{where}.answers")
    yield from _starting(check.abilities, f"{where}.abilities")


def _opening(scenario: SolarScenario) -> Iterator[str]:
    where, kind = "$.opening.checks", scenario.opening.kind
    checks = scenario.opening.checks
    found = f"{len(checks)} checks"
    if kind in EXACTLY and len(checks) != EXACTLY[kind]:
        yield problem(where, found, f"exactly {EXACTLY[kind]} for {kind!r}")
    if kind in AT_LEAST and len(checks) < AT_LEAST[kind]:
        yield problem(where, found, f"at least {AT_LEAST[kind]} for {kind!r}")
    if kind in {"competitive", "resisted", "group"}:
        yield from repeated(where, (check.who for check in checks))
    levels = [check.difficulty for check in checks]
    if kind == "competitive" and len(set(levels)) > 1:
        yield problem(where, str(levels), "one difficulty: it is one task [SS-COM-01]")
    if kind == "resisted" and checks:
        yield from _starting(checks[0].abilities, f"{where}[0].abilities")
        yield from _instigator_first(scenario, [check.who for check in checks])
    if kind in {"resisted", "pain"}:
        yield from _intentions(scenario)


def _instigator_first(scenario: SolarScenario, who: list[str]) -> Iterator[str]:
    """Check that the instigator comes first: seats are asked in file order [RUL-09]."""
    order = [character.name for character in scenario.seats if character.name in who]
    if sorted(order) == sorted(who) and order != who:
        first, second = who
        expected = f"{first} before {second}: the instigator is asked first [RUL-09]"
        yield problem("$.seats", repr(f"{second} before {first}"), expected)


def _intentions(scenario: SolarScenario) -> Iterator[str]:
    for index, seat in enumerate(scenario.seats):
        where = f"$.seats[{index}].intentions"
        if not seat.intentions:
            yield problem(where, NONE_AT_ALL, "at least one intention")
        elif all(goal.later for goal in seat.intentions):
            yield problem(where, "later = true everywhere", "a first one")
    sides = {
        side_of(character) for character in scenario.seats if not character.bystander
    }
    if len(sides) < 2:  # noqa: PLR2004 - a conflict has two sides
        found = f"{len(sides)} side (bystanders left out)"
        yield problem("$.seats", found, "at least two sides")


def _refresh(scenario: SolarScenario, act: Refresh, where: str) -> Iterator[str]:
    if act.contest is not None:
        names = [character.name for character in scenario.seats]
        yield from unknown(f"{where}.partner", act.partner, names)
    if act.who == act.partner:
        expected = "another character [SS-REF-02]"
        yield problem(f"{where}.partner", repr(act.partner), expected)
    if act.contest is not None:
        mine, theirs = act.contest
        yield from _used(scenario, act.who, [mine], f"{where}.contest")
        yield from _used(scenario, act.partner, [theirs], f"{where}.contest")
