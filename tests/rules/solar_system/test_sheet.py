"""What a scenario file may say of characters, abilities, items and checks."""

from copy import deepcopy
from itertools import chain, product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.errors import ScenarioError
from sim.rules.solar_system.scenario.compile import Setup, compile_scenario
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.system import SYSTEM
from tests.rules.checked import checked
from tests.rules.solar_system.table import INSTINCT, REASON, VIGOR, person, table_of

REFUSED = (ScenarioError, msgspec.ValidationError)


def compiled(table: dict[str, Any]) -> Setup:
    """Return the setup of a scenario, as loading and checking its file would."""
    scenario = msgspec.convert(table, SolarScenario)
    return compile_scenario(checked(SYSTEM, scenario))


def resisted(first: str, second: str) -> dict[str, Any]:
    """Return the opening of Ann against Bo."""
    checks = [
        {"who": "Ann", "abilities": [first]},
        {"who": "Bo", "abilities": [second]},
    ]
    return {"kind": "resisted", "checks": checks}


def test_ss_meta_01_author_and_licence_are_named() -> None:
    """SS-META-01: The notice and the sentences name the author and the licence."""
    root = Path(__file__).parents[3]
    for file in ("NOTICE", "sim/rules/solar_system/rules.toml"):
        text = (root / file).read_text(encoding="utf-8")
        assert "Clinton R. Nixon" in text
        assert "CC BY-SA 2.5" in text or "Attribution-ShareAlike 2.5" in text


def test_ss_meta_03_everyone_has_the_same_sheet() -> None:
    """SS-META-03: A character of the Story Guide has a sheet like any other."""
    guided = person("Bo", story_guide=True)
    ann, guided_ = compiled(table_of(person("Ann"), guided)).characters
    assert guided_.story_guide
    assert (ann.pools, ann.abilities) == (guided_.pools, guided_.abilities)


def test_ss_pool_01_and_02_three_pools() -> None:
    """SS-POOL-01: There are three pools, and every ability belongs to one of them.

    Also tested: SS-POOL-02.
    """
    ann = compiled(table_of()).characters[0]
    assert ann.maxima == (5, 5, 5)
    pools = {ability.name: ability.pool for ability in ann.abilities}
    assert (pools["Brawl"], pools["Sneak"], pools["Argue"]) == (0, 1, 2)
    unknown = person("Ann", pools={"vigor": 1, "instinct": 1, "reason": 1, "luck": 1})
    with pytest.raises(REFUSED):
        compiled(table_of(unknown, person("Bo")))


@pytest.mark.parametrize(
    ("score", "good"), [(0, False), (1, True), (11, True), (100, True), (101, False)]
)
def test_ss_pool_03_a_score_is_at_least_one(score: int, good: bool) -> None:  # noqa: FBT001 - a table of cases
    """SS-POOL-03: The score of a pool is at least 1, and here at most 100."""
    ann = person("Ann", pools={"vigor": score, "instinct": 1, "reason": 1})
    table = table_of(ann, person("Bo"))
    if good:
        assert compiled(table).characters[0].maxima == (score, 1, 1)
    else:
        with pytest.raises(REFUSED):
            compiled(table)


def test_ss_pool_05_pools_start_full_unless_less_is_left() -> None:
    """SS-POOL-05: Pools start full unless the file says that less is left."""
    ann, bo = person("Ann", now={"vigor": 2}), person("Bo")
    setup = compiled(table_of(ann, bo))
    assert setup.characters[0].pools == (2, 5, 5)
    assert setup.characters[0].maxima == (5, 5, 5)
    assert setup.characters[1].pools == (5, 5, 5)
    with pytest.raises(REFUSED, match="vigor"):
        compiled(table_of(person("Ann", now={"vigor": 6}), bo))


def test_ss_abil_01_an_ability_has_one_pool() -> None:
    """SS-ABIL-01, SS-ABIL-09: The setting says which pool an ability has."""
    here = compiled(table_of())
    there = compiled(
        table_of(abilities={**table_of()["abilities"], "Argue": "instinct"})
    )
    assert {
        a.pool for p in here.characters for a in p.abilities if a.name == "Argue"
    } == {REASON}
    assert {
        a.pool for p in there.characters for a in p.abilities if a.name == "Argue"
    } == {INSTINCT}


@pytest.mark.parametrize("missing", ["Endure", "React", "Resist"])
def test_ss_abil_03_the_innate_three(missing: str) -> None:
    """SS-ABIL-03: A sheet without one of the innate three is refused by its name."""
    table = table_of()
    del table["seats"][0]["abilities"][missing]
    with pytest.raises(REFUSED, match=missing):
        compiled(table)


def test_ss_abil_03_what_is_missing_of_them_is_said_at_once() -> None:
    """SS-ABIL-03: All innate abilities that are missing are named in one sentence."""
    table = table_of()
    table["seats"][0]["abilities"] = {"Brawl": "master"}
    problems = SYSTEM.files.validate(msgspec.convert(table, SolarScenario))
    (said,) = (problem for problem in problems if "SS-ABIL-03" in problem)
    assert "expected Endure, React, Resist among them" in said


def test_ss_abil_03_pools_of_the_innate_three() -> None:
    """SS-ABIL-03: Endure is vigor, React instinct and Resist reason."""
    ann = compiled(table_of()).characters[0]
    pools = {a.name: a.pool for a in ann.abilities if a.innate}
    assert pools == {"Endure": VIGOR, "React": INSTINCT, "Resist": REASON}
    table = table_of()
    table["abilities"]["Endure"] = "reason"
    with pytest.raises(REFUSED, match="Endure"):
        compiled(table)


@pytest.mark.parametrize("ability", ["Endure", "React", "Resist"])
def test_ss_abil_04_innate_abilities_start_nothing(ability: str) -> None:
    """SS-ABIL-04, RUL-69: Innate abilities begin no check and serve no intention."""
    with pytest.raises(REFUSED, match=ability):
        compiled(table_of(opening=resisted(ability, "Sneak")))
    ann = person("Ann", intentions=[{"name": "mild", "actions": [ability]}])
    with pytest.raises(REFUSED, match=ability):
        compiled(table_of(ann, person("Bo")))
    assert compiled(table_of(opening=resisted("Sneak", ability))).kind == "resisted"


@pytest.mark.parametrize("kind", ["linked", "group"])
@pytest.mark.parametrize("ability", ["Endure", "React", "Resist"])
def test_ss_abil_04_nor_a_check_that_somebody_resists(kind: str, ability: str) -> None:
    """SS-ABIL-04: An innate ability may answer a resisted check, not begin one.

    Also tested: RUL-69.
    """
    first = {"who": "Ann", "against": "Bo", "abilities": ["Sneak", ability]}
    last = {"who": "Ann" if kind == "linked" else "Bo", "abilities": ["Brawl"]}
    table = table_of(opening={"kind": kind, "checks": [first, last]})
    first["answers"] = ["Watch"]
    with pytest.raises(REFUSED, match=rf"checks\[0\].abilities.*{ability}"):
        compiled(table)
    first |= {"abilities": ["Sneak"], "answers": [ability]}
    assert compiled(table).kind == kind
    del first["against"], first["answers"]
    first["abilities"] = [ability]
    assert compiled(table).kind == kind


def test_rul_09_the_instigator_stands_first() -> None:
    """RUL-09: The instigator must stand before the resister in the file."""
    opening = resisted("Sneak", "Brawl")
    table = table_of(person("Bo"), person("Ann"), opening=opening)
    with pytest.raises(
        REFUSED, match=r"seats.*'Bo before Ann'.*Ann before Bo: .*RUL-09"
    ):
        compiled(table)
    assert compiled(table_of(opening=opening)).checks[0].who == 0


def test_ss_abil_06_closed_abilities_ask_for_something() -> None:
    """SS-ABIL-06, RUL-68: A closed ability is tried at Nil only if it is opened."""
    table = table_of(opening=resisted("Magic", "React"))
    table["abilities"]["Magic"] = {"pool": "reason", "closed": True}
    with pytest.raises(REFUSED, match="closed"):
        compiled(table)
    opened = deepcopy(table)
    opened["seats"][0]["opened"] = ["Magic"]
    ruled = deepcopy(table) | {"rulings": {"nil_closed_allowed": True}}
    for allowed in (opened, ruled):
        setup = compiled(allowed)
        ability = setup.characters[0].abilities[setup.checks[0].abilities[0]]
        assert (ability.name, ability.rank) == ("Magic", -1)


@pytest.mark.parametrize(
    ("told", "path"),
    [
        ({"relevant": {"Brewl": ["React"]}}, r"\$\.relevant\.Brewl.*'Brewl'"),
        ({"relevant": {"Brawl": ["React", "Reakt"]}}, r"\$\.relevant\.Brawl.*'Reakt'"),
        ({"parallel": [["Argue", "Sneek"]]}, r"\$\.parallel\[0\].*'Sneek'"),
        ({"aftermath": {"heal_with": ["Kook"]}}, r"\$\.aftermath\.heal_with.*'Kook'"),
    ],
)
def test_rul_37_an_ability_that_is_none_is_found(
    told: dict[str, Any], path: str
) -> None:
    """RUL-37: An ability nobody knows is refused with its place and the nearest name.

    Also tested: SS-ABIL-06.
    """
    with pytest.raises(REFUSED, match=path + r".*did you mean"):
        compiled(table_of(**told))


def test_ss_abil_06_opened_names_an_ability_of_the_setting() -> None:
    """SS-ABIL-06, RUL-68: Only an ability of the setting can be opened to somebody."""
    bo = person("Bo", opened=["Argue", "Cock"])
    with pytest.raises(REFUSED, match=r"seats\[1\]\.opened.*'Cock'.*did you mean Cook"):
        compiled(table_of(person("Ann"), bo))


def test_ss_abil_07_no_other_rank() -> None:
    """SS-ABIL-07: A rank that is not one of the six is refused."""
    with pytest.raises(REFUSED):
        compiled(table_of(person("Ann", ranks={"Brawl": "expert"}), person("Bo")))


def test_ss_abil_08_an_ability_that_is_not_on_the_sheet() -> None:
    """SS-ABIL-08: An open ability that is not on the sheet is tried at Nil."""
    setup = compiled(table_of(opening=resisted("Cook", "React")))
    ability = setup.characters[0].abilities[setup.checks[0].abilities[0]]
    assert (ability.name, ability.rank) == ("Cook", -1)


@pytest.mark.parametrize("difficulty", [0, 3])
def test_ss_uno_02_difficulty_is_one_or_two(difficulty: int) -> None:
    """SS-UNO-02: A difficulty other than 1 or 2 is refused."""
    check = {"who": "Ann", "abilities": ["Brawl"], "difficulty": difficulty}
    with pytest.raises(REFUSED):
        compiled(table_of(opening={"kind": "unopposed", "checks": [check]}))


def test_ss_die_08_at_most_two_dice_for_circumstances() -> None:
    """SS-DIE-08: More than two penalty dice for circumstances are refused."""
    check = {"who": "Ann", "abilities": ["Brawl"], "circumstance": 3}
    with pytest.raises(REFUSED):
        compiled(table_of(opening={"kind": "unopposed", "checks": [check]}))
    with pytest.raises(REFUSED):
        compiled(table_of(circumstances=[{"who": "Ann", "dice": 3}]))
    twice = [{"who": "Ann", "dice": 2}, {"who": "Ann", "dice": 1}]
    with pytest.raises(REFUSED):
        compiled(table_of(circumstances=twice))


def test_ss_die_08_whatever_meets_in_a_volley_adds_up() -> None:
    """SS-DIE-08: Circumstances of one volley are at most two dice together."""
    kinds: list[dict[str, Any]] = [
        {"who": "Ann", "dice": dice, "volleys": volleys}
        for dice, volleys in product((1, 2), ((), (1,), (2,), (1, 2)))
    ]
    for told in chain(*(product(kinds, repeat=size) for size in (1, 2, 3))):
        most = max(
            sum(
                circumstance["dice"]
                for circumstance in told
                if volley in (circumstance["volleys"] or (volley,))
            )
            for volley in (1, 2, 3)
        )
        table = table_of(circumstances=[{"who": "Bo", "dice": 2}, *told])
        said = [*SYSTEM.files.validate(msgspec.convert(table, SolarScenario))]
        assert bool(said) == (most > 2), told
        assert all("penalty dice on one roll" in warning for warning in said)


def test_ss_int_01_a_goal_has_a_name() -> None:
    """SS-INT-01: A goal has a name, and a conflict has goals."""
    for intentions in ([{"name": ""}], []):
        with pytest.raises(REFUSED):
            compiled(table_of(person("Ann", intentions=intentions), person("Bo")))


@pytest.mark.parametrize("rating", [0, 4])
def test_ss_item_03_ratings(rating: int) -> None:
    """SS-ITEM-03: A rating other than 1, 2 or 3 is refused."""
    with pytest.raises(REFUSED):
        compiled(table_of(armed((rating, "weapon")), person("Bo")))


def armed(*bonuses: tuple[int, str]) -> dict[str, Any]:
    """Return Ann with one item of these (rating, role)."""
    told = [{"rating": rating, "role": role, "when": []} for rating, role in bonuses]
    return person("Ann", items=[{"name": "thing", "bonuses": told}])


FULL = [(1, "weapon"), (1, "armor"), (1, "weapon"), (2, "armor"), (2, "weapon")]


@pytest.mark.parametrize("more", [(1, "armor"), (2, "armor"), (3, "weapon")])
def test_ss_item_07_how_much_one_item_carries(more: tuple[int, str]) -> None:
    """SS-ITEM-07: One item carries at most three ratings of 1, two of 2 and one of 3.

    Also tested: RUL-79.
    """
    full = [*FULL, (3, "weapon")]
    ann = compiled(table_of(armed(*full), person("Bo"))).characters[0]
    assert len(ann.weapons) + len(ann.armor) == 6
    with pytest.raises(REFUSED, match="at most"):
        compiled(table_of(armed(*full, more), person("Bo")))


def test_rul_76_the_pool_of_deceit_is_the_scenarios() -> None:
    """RUL-76: The scenario says which pool Deceit has."""
    for pool, index in (("reason", REASON), ("instinct", INSTINCT)):
        table = table_of(person("Ann", ranks={"Deceit": "greenhorn"}), person("Bo"))
        table["abilities"]["Deceit"] = pool
        ann = compiled(table).characters[0]
        assert [a.pool for a in ann.abilities if a.name == "Deceit"] == [index]


def test_rul_77_a_goal_has_one_target() -> None:
    """RUL-77: The target of a goal is one seat of another side."""
    goals = [{"name": "drive them off", "target": "Bo"}]
    setup = compiled(table_of(person("Ann", intentions=goals), person("Bo")))
    assert setup.characters[0].goals[0].target == 1
    goals[0]["target"] = "Ann"
    with pytest.raises(REFUSED, match="side"):
        compiled(table_of(person("Ann", intentions=goals), person("Bo")))


def test_rul_58_zeitgeist_needs_two_sides() -> None:
    """RUL-58: A Zeitgeist of three sides is refused."""
    people = (person("Ann"), person("Bo"), person("Cy"))
    with pytest.raises(REFUSED, match="two sides"):
        compiled(table_of(*people, method="zeitgeist"))


@pytest.mark.parametrize("kind", ["competitive", "group"])
def test_ss_com_01_nobody_competes_with_oneself(kind: str) -> None:
    """SS-COM-01, SS-MULTI-01: Nobody can compete with oneself, or be a group alone."""
    checks = [{"who": "Ann", "abilities": ["Brawl"]}] * 2
    with pytest.raises(REFUSED):
        compiled(table_of(opening={"kind": kind, "checks": checks}))


def test_ss_res_01_two_different_characters_resist() -> None:
    """SS-RES-01: A resisted check has two different rollers."""
    opening = resisted("Sneak", "Watch")
    opening["checks"][1]["who"] = "Ann"
    with pytest.raises(REFUSED):
        compiled(table_of(opening=opening))


def test_ss_bdp_05_somebody_must_oppose() -> None:
    """SS-BDP-05: A conflict in which all are of one side is refused."""
    people = (
        person("Ann", side="x"),
        person("Bo", side="x"),
        person("Cy", side="y", bystander=True),
    )
    with pytest.raises(REFUSED, match="side"):
        compiled(table_of(*people))


def test_ss_key_05_a_key_that_was_bought_off_is_known_too() -> None:
    """SS-KEY-05: A Key bought off that nobody knows is refused by its name."""
    ann = person("Ann", record={"erased": ["Key of Nothing"]})
    with pytest.raises(REFUSED, match=r"record\.erased.*Key of Nothing"):
        compiled(table_of(ann, person("Bo")))
