"""New characters, and what any sheet costs: sections 5, 6, 28.7 and 28.8."""

from itertools import pairwise, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.library.scenario import load
from sim.reading.mismatch import mismatches
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.sheet.costs import CHOSEN_RANKS, costs
from sim.rules.solar_system.sheet.creation import Bought
from sim.rules.solar_system.system import SYSTEM
from sim.seam.protocol import Description

CHOSEN = [f"Ability {number}" for number in range(10)]
RANKS = ("novice", "greenhorn", "journeyman", "master", "grand_master")


def new(**told: Any) -> dict[str, Any]:  # noqa: ANN401 - any field
    """Return a scenario with one new human who has spent nothing."""
    seat: dict[str, Any] = {
        "name": "Ann",
        "species": "human",
        "culture": "ours",
        "created": True,
        "pools": dict(zip(("vigor", "instinct", "reason"), (4, 4, 4), strict=True)),
        "abilities": {"Endure": "journeyman", "React": "greenhorn", "Resist": "novice"}
        | {name: RANKS[rank] for name, rank in zip(CHOSEN, CHOSEN_RANKS, strict=True)},
        "secrets": ["Secret of Disarm"],
        "keys": ["Key of Vengeance"],
    }
    ranks = told.pop("ranks", {})
    scenario = {
        "title": "A test",
        "system": "solar_system",
        "opening": {"kind": "interlude"},
        "abilities": dict.fromkeys((*CHOSEN, "More", "Most"), "vigor"),
        "species": {
            "human": {},
            "goblin": {"pool_limits": {"vigor": {"maximum": 8}}},
        },
        "cultures": {"ours": {}},
        "rulings": {"starting_advances": told.pop("advances", 0)},
    }
    seat |= {name: told.pop(name) for name in tuple(told) if name in _FIELDS}
    seat["abilities"] = seat["abilities"] | ranks
    return scenario | told | {"seats": [seat]}


_FIELDS = {"name", "species", "culture", "pools", "abilities", "secrets", "keys"} | {
    "created",
    "stated",
    "record",
    "opened",
}


def pools(vigor: int, instinct: int, reason: int) -> dict[str, int]:
    """Return the three pools as a file says them."""
    return {"vigor": vigor, "instinct": instinct, "reason": reason}


def problems(table: dict[str, Any]) -> list[str]:
    """Return what is wrong with a scenario."""
    return list(SYSTEM.files.validate(msgspec.convert(table, SolarScenario)))


def one_problem(table: dict[str, Any], rule: str) -> str:
    """Return the only thing that is wrong, which must name *rule*."""
    (problem,) = problems(table)
    assert f"{rule}" in problem
    return problem


def sheet(file: str, name: str) -> Description:
    """Return what one of the shipped sheets costs."""
    by_name = {cost["who"]: cost for cost in costs(load(file).scenario)}
    return by_name[name]


# The sample characters.


@pytest.mark.parametrize(
    ("file", "name", "parts", "total", "stated"),
    [
        ("violet_and_oliphant", "Violet, beginning", (1, 0, 3, 0, 1), 5, 5),
        ("violet_and_oliphant", "Oliphant, beginning", (0, 0, 2, 3, 0), 5, 5),
        ("captain_shin_qui", "Shin Qui, beginning", (1, 0, 4, 0, 0), 5, 5),
        ("violet_and_oliphant", "Violet, later", (4, 1, 12, 2, 2), 21, 20),
        ("violet_and_oliphant", "Oliphant, later", (0, 0, 11, 5, 1), 17, 20),
        ("captain_shin_qui", "Shin Qui, later", (5, 0, 20, 3, 2), 30, 30),
    ],
)
def test_ss_sam_01_03_04_05_what_the_sample_sheets_cost(
    file: str, name: str, parts: tuple[int, ...], total: int, stated: int
) -> None:
    """SS-SAM-01: The sample sheets cost what sections 28.7 and 28.8 say.

    Also tested: SS-SAM-03, SS-SAM-04, SS-SAM-05 and RUL-67.
    """
    bill = sheet(file, name)
    by_part = ("pools", "innate", "abilities", "secrets", "keys")
    assert tuple(bill[part] for part in by_part) == parts
    assert (bill["total"], bill["stated"]) == (total, stated)


def test_ss_sam_01_and_02_the_starting_sheets_are_lawful() -> None:
    """SS-SAM-01: The starting sheets are lawful, and Oliphant's only as a goblin's.

    Also tested: SS-SAM-02.
    """
    for file in ("violet_and_oliphant", "captain_shin_qui"):
        loaded = load(file)
        assert sum(seat.created for seat in loaded.scenario.seats) in {1, 2}
    table = msgspec.to_builtins(load("violet_and_oliphant").scenario)
    table["seats"][2]["species"] = "Human"
    *_, problem = problems(table)
    assert "vigor 7, instinct 2, reason 3, expected 12 points shared" in problem


def test_rul_67_a_sheet_that_does_not_add_up_is_only_doubtful() -> None:
    """RUL-67: A sheet that states another number than it costs is warned of."""
    said = list(SYSTEM.files.warnings(load("violet_and_oliphant").scenario))
    assert "Violet, later: states 20 advances and costs 21 [RUL-67]" in said
    assert "Oliphant, later: states 20 advances and costs 17 [RUL-67]" in said
    assert list(SYSTEM.files.warnings(load("captain_shin_qui").scenario)) == []


def test_rul_96_a_species_that_nothing_is_held_against_is_doubtful() -> None:
    """RUL-96: Limits of a species that nothing is held against are warned of."""
    table = msgspec.to_builtins(load("violet_and_oliphant").scenario)
    table["seats"] = [seat for seat in table["seats"] if seat["created"]]
    assert list(SYSTEM.files.warnings(msgspec.convert(table, SolarScenario))) == []
    table["seats"][0] |= {"created": False, "stated": None, "record": {}}
    (said,) = SYSTEM.files.warnings(msgspec.convert(table, SolarScenario))
    assert said.startswith("Violet, beginning: the limits of the species ")
    assert "only with created = true" in said


def test_ss_sam_06_a_key_bought_off_is_not_held() -> None:
    """SS-SAM-06, SS-KEY-04: A Key that was bought off leaves room for five others."""
    five = [f"Key of {number}" for number in range(5)]
    keys: dict[str, Any] = {name: {} for name in (*five, "Key of 5", "old")}
    told = {"keys": five, "record": {"erased": ["old"]}, "created": False}
    table = new(**told)
    table["keys"] = keys
    assert problems(table) == []
    assert costs(msgspec.convert(table, SolarScenario))[0]["keys"] == 5
    table["seats"][0]["keys"] = [*five, "Key of 5"]
    problem = one_problem(table, "SS-KEY-04")
    assert (
        problem
        == "$.seats[0].keys: found 6 Keys, expected at most 5 at a time [SS-KEY-04]"
    )


# Section 5, one rule after another.


def test_ss_cre_01_the_name_comes_first() -> None:
    """SS-CRE-01: A sheet without a name is refused before any number is looked at."""
    table = new(name="", pools=pools(0, 0, 0))
    assert "name" in str(next(iter(mismatches(table, SolarScenario))))
    assert problems(new(name="Bea")) == []


@pytest.mark.parametrize(
    ("species", "split", "lawful"),
    [
        ("human", (6, 5, 1), True),
        ("human", (7, 4, 1), False),
        ("human", (4, 4, 3), False),
        ("human", (7, 2, 3), False),
        ("goblin", (7, 2, 3), True),
        ("goblin", (9, 2, 1), False),
    ],
)
def test_ss_cre_04_and_08_twelve_points(
    species: str,
    split: tuple[int, int, int],
    lawful: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-CRE-04: Twelve points are split within the limits of the species.

    Also tested: SS-CRE-08.
    """
    table = new(species=species, pools=pools(*split))
    if lawful:
        assert problems(table) == []
    else:
        assert "expected 12 points shared with vigor 1 to" in one_problem(
            table, "SS-CRE-04"
        )


@pytest.mark.parametrize("ranks", list(permutations(RANKS[:3])))
def test_ss_cre_05_the_innate_three(ranks: tuple[str, ...]) -> None:
    """SS-CRE-05: The innate three are a Journeyman, a Greenhorn and a Novice."""
    names = ("Endure", "React", "Resist")
    assert problems(new(ranks=dict(zip(names, ranks, strict=True)))) == []
    low = new(ranks=dict(zip(names, (ranks[0], "novice", "novice"), strict=True)))
    if ranks[0] != "novice":
        assert "innate abilities at" in one_problem(low, "SS-CRE-05")


def test_ss_cre_06_ten_more_abilities() -> None:
    """SS-CRE-06: A Journeyman, three Greenhorn and six Novice are the least."""
    problem = one_problem(new(ranks={CHOSEN[0]: "greenhorn"}), "SS-CRE-06")
    assert "at least 1 Journeyman, 3 Greenhorn, 6 Novice" in problem
    assert "innate" not in problem
    assert "SS-CRE-06" in problems(new(ranks={CHOSEN[9]: "nil"}))[0]


def test_ss_cre_07_one_secret_and_one_key_are_free() -> None:
    """SS-CRE-07: One Secret and one Key are free, and a second one costs an advance.

    Also tested: RUL-65.
    """
    assert problems(new(secrets=[], keys=[])) == []
    two = new(secrets=["Secret of Disarm", "Secret of Evaluate"])
    assert "a sheet of 1 advances, expected 0" in one_problem(two, "SS-CRE-09")
    two["rulings"]["starting_advances"] = 1
    assert problems(two) == []


@pytest.mark.parametrize("others", range(3))
@pytest.mark.parametrize("secrets", range(4))
@pytest.mark.parametrize("keys", range(4))
def test_ss_cre_07_what_is_not_picked_is_bought(
    secrets: int, keys: int, others: int
) -> None:
    """SS-CRE-07: A Secret or Key that is not picked for free is bought.

    Two of a kind are never bought in a row, so no more than there is else, and one.

    Also tested: RUL-65 and SS-ADV-06.
    """
    told = {
        "secrets": [f"Secret {number}" for number in range(secrets)],
        "keys": [f"Key {number}" for number in range(keys)],
    }
    setting: dict[str, Any] = {
        kind: {name: {} for name in names} for kind, names in told.items()
    }
    more = dict.fromkeys(("More", "Most")[:others], "novice")
    lawful = {
        some + few + others
        for some in {secrets, max(0, secrets - 1)}
        for few in {keys, max(0, keys - 1)}
        if some <= few + others + 1 and few <= some + others + 1
    }
    for advances in range(9):
        table = new(**told, ranks=more, advances=advances) | setting
        assert bool(problems(table)) == (advances not in lawful), advances


def test_ss_cre_02_and_03_species_and_culture_open_what_is_closed() -> None:
    """SS-CRE-02, SS-CRE-03, SS-ABIL-06: Species and culture open closed traits."""
    closed = {"pool": "vigor", "closed": True}
    table = new()
    table["abilities"] |= {CHOSEN[0]: closed}
    table["secrets"] = {"Secret of Disarm": {"closed": True}}
    first, second = problems(table)
    assert "open to human and ours [SS-ABIL-06]" in first
    assert "'Secret of Disarm', which is closed" in second
    table["species"]["human"] = {"opens": [CHOSEN[0]]}
    table["cultures"]["ours"] = {"opens": ["Secret of Disarm"]}
    assert problems(table) == []
    assert "expected one of" in problems(new(species="elf"))[0]
    assert "expected one of" in problems(new(culture="theirs"))[0]


def test_ss_cre_09_five_advances() -> None:
    """SS-CRE-09: A new character spends all of the group's advances."""
    table = new()
    del table["rulings"]
    assert "a sheet of 0 advances, expected 5" in one_problem(table, "SS-CRE-09")
    table["seats"][0]["abilities"] |= {"More": "novice", "Most": "novice"}
    table["seats"][0]["pools"] = pools(6, 5, 4)
    assert problems(table) == []


def test_rul_66_advances_go_beyond_the_six() -> None:
    """RUL-66: A bought point may go beyond the six that limit the split."""
    assert problems(new(pools=pools(7, 5, 1), advances=1)) == []
    one_problem(new(pools=pools(7, 5, 1)), "SS-CRE-09")


def test_rul_62_and_96_some_order_must_be_lawful() -> None:
    """RUL-62: Advances are spent in some order that never repeats itself.

    Also tested: RUL-96, SS-ADV-05 and SS-ADV-06.
    """
    one_problem(new(pools=pools(8, 5, 1), advances=2), "SS-ADV-05")
    assert (
        problems(new(pools=pools(8, 5, 1), ranks={"More": "novice"}, advances=3)) == []
    )
    three = ["Secret of Disarm", "Secret of Evaluate", "Secret of Adaptability"]
    problem = one_problem(new(secrets=three, advances=2), "SS-ADV-06")
    assert "the same thing bought twice in a row" in problem
    # More was picked at Greenhorn, and another at Novice was raised and one added.
    assert problems(new(ranks={"More": "greenhorn"}, advances=2)) == []
    # To add More and raise it to Master at once would be the same ability thrice.
    assert problems(new(ranks={"More": "master"}, advances=7)) == []


def test_rul_96_without_created_any_sheet_is_allowed() -> None:
    """RUL-96: A sheet is held against creation only where a seat says so."""
    assert problems(new(created=False, pools=pools(1, 1, 1), keys=[])) == []


def test_oliphant_s_orders() -> None:
    """SS-SAM-01: Of the 120 orders of Oliphant's purchases 12 are lawful."""
    bought = ["secret", "secret", "secret", "Adaptability", "Pray"]
    lawful = [
        order
        for order in permutations(range(5))
        if all(bought[earlier] != bought[later] for earlier, later in pairwise(order))
    ]
    assert len(lawful) == 12
    assert Bought(5, 3, 5).ordered
    assert not Bought(5, 4, 5).ordered


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=6))
def test_an_order_exists_where_some_permutation_is_lawful(things: list[str]) -> None:
    """RUL-96: A sheet counts as lawful just where some order of its purchases is."""
    most = max(things.count(thing) for thing in things)
    lawful = any(
        all(earlier != later for earlier, later in pairwise(order))
        for order in permutations(things)
    )
    assert Bought(len(things), most, len(things)).ordered == lawful


# What a setting may say.


@pytest.mark.parametrize(
    ("secret", "rule"),
    [
        ({"harm": 1, "guard": 1}, "one effect [RUL-80]"),
        ({"produces": "a coin"}, "produces without a check, expected `check`"),
        ({"check": "More"}, "a check, expected `check` and `produces` together [RUL"),
        ({"abilities": ["Mere"]}, "did you mean More"),
        (
            {
                "item": {
                    "name": "knife",
                    "bonuses": [{"role": "weapon", "rating": 3}] * 2,
                }
            },
            "at most 1 [SS-ITEM-07]",
        ),
    ],
)
def test_rul_80_82_and_83_what_a_secret_may_be(
    secret: dict[str, Any], rule: str
) -> None:
    """RUL-80: A Secret has one effect, with all that it needs, within the limits.

    Also tested: RUL-82 and RUL-83.
    """
    (problem,) = problems(new(secrets=[]) | {"secrets": {"Secret of Ours": secret}})
    assert rule in problem


def test_ss_sec_02_and_ss_key_05_the_setting_says_which_there_are() -> None:
    """SS-SEC-02: A character has only Secrets and Keys that the setting knows.

    Also tested: SS-KEY-05.
    """
    for told in ({"secrets": ["Secret of Nought"]}, {"keys": ["Key of Nought"]}):
        assert "expected nothing: there is none" in problems(new(**told))[0]
    table = new(created=False, secrets=[f"Secret {n}" for n in range(30)])
    table["secrets"] = {f"Secret {n}": {} for n in range(30)}
    assert problems(table) == []


def test_rul_87_an_interlude_is_no_conflict() -> None:
    """RUL-87: An interlude is no conflict, and has no checks."""
    loaded = load("captain_shin_qui")
    state = SYSTEM.initial(loaded.scenario)
    assert SYSTEM.ask(state).options[0].passes  # type: ignore[union-attr]
    checks = [{"who": "Ann", "abilities": ["More"]}]
    table = new(opening={"kind": "interlude", "checks": checks})
    assert "exactly 0 for 'interlude'" in problems(table)[0]


@pytest.mark.parametrize("kind", ["competitive", "linked", "group"])
def test_what_several_do_takes_two(kind: str) -> None:
    """SS-COM-01, SS-TOG-01: A check of several needs at least two."""
    told = new(opening={"kind": kind})
    both = [{"who": who, "abilities": ["Brawl"]} for who in ("Ann", "Bo")]
    for count in (1, 2):
        told["opening"] = {"kind": kind, "checks": both[:count]}
        few = [
            problem
            for problem in problems(told)
            if f"at least 2 for {kind!r}" in problem
        ]
        assert bool(few) == (count == 1)


def test_a_sheet_with_less_than_a_beginning_costs_nothing() -> None:
    """RUL-67: A sheet with less than a beginning costs nothing."""
    innate = {"Endure": "novice", "React": "novice", "Resist": "novice"}
    table = msgspec.convert(new(created=False, abilities=innate), SolarScenario)
    assert costs(table)[0]["total"] == 0
    few = new(created=False, pools={"vigor": 3, "instinct": 2, "reason": 2})
    assert costs(msgspec.convert(few, SolarScenario))[0]["pools"] == 0
