"""From the file to the setup: every name is looked up here, once, before play.

A name that leads nowhere raises ScenarioError with its path, what was found, what
was expected and the nearest valid name.
"""

from collections.abc import Sequence

from sim.events import NOBODY, Seat
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.scenario.compile_people import person
from sim.rules.solar_system.scenario.compiled import CheckData, RefreshData, Setup
from sim.rules.solar_system.scenario.lookup import Lookup, refuse
from sim.rules.solar_system.scenario.sheet import Check, Refresh, SolarScenario
from sim.seats import by_seat, seats

EXACTLY = {"pain": 0, "unopposed": 1, "resisted": 2}
AT_LEAST = {"competitive": 2, "linked": 2, "group": 2}
"""How many checks an opening of each kind has."""
CIRCUMSTANCE_MOST = 2
"""Never more penalty dice than this for circumstances [SS-DIE-08]."""


def compile_scenario(scenario: SolarScenario) -> Setup:
    """Return the setup of *scenario*; raise ScenarioError when it makes no sense."""
    names = Lookup(scenario)
    checks = _checks(names)
    _opening_fits(names, checks)
    refreshes = _refreshes(names)
    _setting_fits(names)
    people = tuple(person(names, n) for n in seats(len(names.names)))
    has_props = any(person.props for person in people)
    judged = bool(scenario.story_guide.asked) or scenario.gift_dice
    return Setup(
        characters=people,
        size=len(people),
        sides=tuple(names.sides),
        sides_set=any(seat.side is not None for seat in scenario.seats),
        rulings=scenario.rulings,
        judge=Seat(len(people)) if judged else NOBODY,
        judge_name=scenario.story_guide.name,
        asked=scenario.story_guide.asked,
        kind=scenario.opening.kind,
        checks=checks,
        building=scenario.opening.group == "building",
        tags=scenario.tags,
        parallel=scenario.parallel,
        may_stand_aside=scenario.obstruct == "choice",
        relevant=tuple(sorted(scenario.relevant.items())),
        circumstances=_circumstances(names),
        method=scenario.method,
        gifts=_gifts(scenario),
        judged_at_once=has_props or "relevance" in scenario.story_guide.asked,
        plain_actions=not (
            scenario.relevant
            or "prop" in scenario.story_guide.asked
            or scenario.rulings.healing_in_pain
        ),
        heal_with=scenario.aftermath.heal_with,
        refreshes=refreshes,
    )


def _checks(names: Lookup) -> tuple[CheckData, ...]:
    return tuple(
        _check(names, f"$.opening.checks[{n}]", check)
        for n, check in enumerate(names.scenario.opening.checks)
    )


def _refreshes(names: Lookup) -> tuple[RefreshData, ...]:
    return tuple(
        _refresh(names, f"$.aftermath.refresh[{n}]", act)
        for n, act in enumerate(names.scenario.aftermath.refresh)
    )


def _gifts(scenario: SolarScenario) -> int:
    """Count the players at the table [SS-GIFT-01, RUL-60]."""
    if not scenario.gift_dice:
        return 0
    players = sum(not seat.story_guide for seat in scenario.seats)
    return players + scenario.rulings.gift_dice_count_includes_story_guide


def _circumstances(names: Lookup) -> tuple[tuple[Seat, int, tuple[int, ...]], ...]:
    """Read the scenario's penalty dice: never more than two on a roll [SS-DIE-08]."""
    found = [
        (names.seat(f"$.circumstances[{n}].who", c.who), c.dice, c.volleys)
        for n, c in enumerate(names.scenario.circumstances)
    ]
    for n, (who, dice, volleys) in enumerate(found):
        for other, more, others in found[:n]:
            meet = not volleys or not others or set(volleys) & set(others)
            if other == who and meet and dice + more > CIRCUMSTANCE_MOST:
                both = f"{dice + more} penalty dice on one roll"
                refuse(f"$.circumstances[{n}].dice", both, "at most 2 [SS-DIE-08]")
    return tuple(found)


def _setting_fits(names: Lookup) -> None:
    scenario = names.scenario
    for n, pair in enumerate(scenario.parallel):
        for name in pair:
            names.known_ability(f"$.parallel[{n}]", name)
    for name, answers in scenario.relevant.items():
        names.known_ability(f"$.relevant.{name}", name)
        for answer in answers:
            names.known_ability(f"$.relevant.{name}", answer)
    for name in scenario.aftermath.heal_with:
        names.known_ability("$.aftermath.heal_with", name)
    if "method" in scenario.story_guide.asked and scenario.method != "ask":
        refuse("$.method", scenario.method, "'ask', as the Story Guide is asked for it")
    for n, seat in by_seat(scenario.seats):
        for name in seat.opened:
            names.known_ability(f"$.seats[{n}].opened", name)
    if scenario.method != "standard" and len(names.sides) != 2:  # noqa: PLR2004
        refuse("$.method", scenario.method, "'standard', or exactly two sides [RUL-58]")


def _check(names: Lookup, path: str, check: Check) -> CheckData:
    who = names.seat(f"{path}.who", check.who)
    if not check.abilities:
        refuse(f"{path}.abilities", [], "at least one ability")
    abilities = tuple(
        names.ability(f"{path}.abilities", who, name) for name in check.abilities
    )
    against = NOBODY
    answers: tuple[int, ...] = ()
    if check.against is not None:
        against = names.seat(f"{path}.against", check.against)
        kind = names.scenario.opening.kind
        if kind not in {"linked", "group"}:
            expected = "no `against`: only linked and group checks have one"
            refuse(f"{path}.against", check.against, expected)
        if against == who:
            refuse(f"{path}.against", check.against, "another seat [SS-TOG-06]")
        answers = tuple(
            names.ability(f"{path}.answers", against, name) for name in check.answers
        )
        if not answers:
            refuse(f"{path}.answers", [], "the abilities that resist")
        _starts(names, path, who, abilities)
    failed = check.if_failed or names.scenario.rulings.link_failure_default
    return CheckData(
        who,
        abilities,
        check.difficulty,
        check.circumstance,
        against,
        answers,
        failed,
    )


def _opening_fits(names: Lookup, checks: Sequence[CheckData]) -> None:
    kind = names.scenario.opening.kind
    found = f"{len(checks)} checks"
    if kind in EXACTLY and len(checks) != EXACTLY[kind]:
        refuse("$.opening.checks", found, f"exactly {EXACTLY[kind]} for {kind!r}")
    if kind in AT_LEAST and len(checks) < AT_LEAST[kind]:
        refuse("$.opening.checks", found, f"at least {AT_LEAST[kind]} for {kind!r}")
    if kind in {"competitive", "resisted", "group"}:
        for n, check in enumerate(checks):
            if check.who in [other.who for other in checks[:n]]:
                who = names.names[check.who]
                refuse(f"$.opening.checks[{n}].who", who, "a seat not rolling yet")
    if kind == "competitive" and len({check.difficulty for check in checks}) > 1:
        found = str([check.difficulty for check in checks])
        refuse("$.opening.checks", found, "one difficulty: it is one task [SS-COM-01]")
    if kind == "resisted":
        first, second = checks
        _starts(names, "$.opening.checks[0]", first.who, first.abilities)
        _instigator_joins_first(names, first.who, second.who)
    if kind in {"resisted", "pain"}:
        _intentions_fit(names)


def _starts(names: Lookup, path: str, who: Seat, abilities: Sequence[int]) -> None:
    """Innate abilities never start anything against anybody [SS-ABIL-04, RUL-69]."""
    for ability in abilities:
        data = names.sheets[who][ability]
        if data.innate:
            expected = "an ability that can start an action [SS-ABIL-04]"
            refuse(f"{path}.abilities", data.name, expected)


def _instigator_joins_first(names: Lookup, first: Seat, second: Seat) -> None:
    """Seats are asked as they stand in the file, the instigator first [RUL-09]."""
    if first > second:
        one, other = names.names[first], names.names[second]
        expected = f"{one} before {other}: the instigator is asked first [RUL-09]"
        refuse("$.seats", f"{other} before {one}", expected)


def _intentions_fit(names: Lookup) -> None:
    for n, seat in by_seat(names.scenario.seats):
        if not seat.intentions:
            refuse(f"$.seats[{n}].intentions", [], "at least one intention")
        if all(goal.later for goal in seat.intentions):
            refuse(f"$.seats[{n}].intentions", "later = true everywhere", "a first one")
    present = [seat for seat in names.scenario.seats if not seat.bystander]
    sides = {seat.side or seat.name for seat in present}
    if len(sides) < 2:  # noqa: PLR2004 - a conflict has two sides
        found = f"{len(sides)} side (bystanders left out)"
        refuse("$.seats", found, "at least two sides")


def _refresh(names: Lookup, path: str, act: Refresh) -> RefreshData:
    who = names.seat(f"{path}.who", act.who)
    partner = names.seat(f"{path}.partner", act.partner)
    if who == partner:
        refuse(f"{path}.partner", act.partner, "another character [SS-REF-02]")
    contest: tuple[int, ...] = ()
    if act.contest is not None:
        mine, theirs = act.contest
        contest = (
            names.ability(f"{path}.contest", who, mine),
            names.ability(f"{path}.contest", partner, theirs),
        )
    return RefreshData(act.name, who, POOLS.index(act.pool), partner, contest)
