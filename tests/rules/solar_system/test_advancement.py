"""What advances buy, what cannot be bought, who teaches, and who must agree."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.advancement.prices import (
    RANK_PRICES,
    RANK_STEPS,
    pool_price,
)
from sim.rules.solar_system.advancement.purchases import (
    price,
    refusal,
    subject_name,
)
from sim.rules.solar_system.between.carrying import carried, entered
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events.interlude import ABILITY, KEY, POOL, RAISE, SECRET
from sim.rules.solar_system.scenario.people import Growth
from sim.rules.solar_system.sheet.costs import costs_of
from sim.rules.solar_system.state import growth_of
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from tests.rules.checked import checked
from tests.rules.solar_system.table import Table, person, scenario

ANN = Seat(0)


def buying(advances: int = 9, **told: Any) -> Table:  # noqa: ANN401 - any field
    """Return an interlude in which Ann has so many advances to spend."""
    ann = told.pop("ann", {})
    record = {"advances": advances} | ann.pop("record", {})
    return Table(
        scenario(
            person("Ann", record=record, **ann),
            *told.pop("others", [person("Bo")]),
            opening={"kind": "interlude"},
            advancing=True,
            **told,
        )
    )


def offered(table: Table) -> list[tuple[i.Purchase, str]]:
    """Return what may be bought now, in order and by name."""
    people = table.state.setup.people
    return [
        (option.kind, subject_name(people, (option.kind, option.subject)))
        for option in table.options
        if isinstance(option, i.AdvanceBought)
    ]


def buy(table: Table, kind: i.Purchase, name: str) -> i.AdvanceSpent:
    """Buy something by its name; return what came of it."""
    table.choose(i.AdvanceBought, kind=kind, subject=number(table, kind, name))
    return table.last(i.AdvanceSpent)


def number(table: Table, kind: i.Purchase, name: str) -> int:
    """Return the number of what is called *name*."""
    people = table.state.setup.people
    lists: dict[i.Purchase, Sequence[str]] = {
        POOL: ("vigor", "instinct", "reason"),
        SECRET: [secret.name for secret in people.secrets],
        KEY: [key.name for key in people.keys],
    }
    return lists.get(kind, people.abilities).index(name)


def refused(table: Table, kind: i.Purchase, name: str) -> str:
    """Return why this cannot be bought, by Ann."""
    said = refusal(
        table.state.setup.people,
        ANN,
        growth_of(table.state, ANN),
        (kind, number(table, kind, name)),
    )
    assert said is not None
    assert (kind, name) not in offered(table)
    return said


# The table of costs.


def test_ss_adv_01_and_02_what_ranks_cost() -> None:
    """SS-ADV-01: Each rank has its own cost, and from Novice the costs add up.

    Also tested: SS-ADV-02.
    """
    assert RANK_STEPS == {0: 1, 1: 1, 2: 2, 3: 3, 4: 6}
    total = 0
    for rank in range(1, 5):
        total += RANK_STEPS[rank]
        assert RANK_PRICES[rank] == total
    assert list(RANK_PRICES.values()) == [0, 1, 3, 6, 12]


@pytest.mark.parametrize(("score", "cost"), [(2, 1), (10, 1), (11, 2), (20, 2)])
def test_ss_adv_03_what_a_pool_point_costs(score: int, cost: int) -> None:
    """SS-ADV-03: A point of a pool costs 1 advance up to 10, and 2 beyond."""
    assert pool_price(score) == cost
    pools = {"vigor": score - 1, "instinct": 1, "reason": 1}
    spent = buy(buying(ann={"pools": pools}), POOL, "vigor")
    assert (spent.before, spent.after, spent.cost) == (score - 1, score, cost)


@pytest.mark.parametrize(
    ("kind", "name", "cost"),
    [
        (ABILITY, "Watch", 1),
        (RAISE, "Endure", 1),
        (RAISE, "Watch", 2),
        (RAISE, "Brawl", 3),
        (RAISE, "Dash", 6),
        (SECRET, "Secret of Ours", 1),
        (KEY, "Key of Ours", 1),
    ],
)
def test_ss_adv_01_the_table(kind: i.Purchase, name: str, cost: int) -> None:
    """SS-ADV-01: Every purchase takes the advances that the table of costs says."""
    ranks = {"Dash": "master"} | ({"Watch": "greenhorn"} if kind == RAISE else {})
    table = buying(
        ann={"ranks": ranks},
        secrets={"Secret of Ours": {}},
        keys={"Key of Ours": {}},
        teachers=["Old Mo"],
    )
    spent = buy(table, kind, name)
    assert (spent.cost, spent.advances) == (cost, 9 - cost)
    price = "an advance" if cost == 1 else f"{cost} advances"
    assert SYSTEM.narrate(table.state, spent).endswith(f", for {price}.")
    grown = growth_of(table.state, ANN)
    assert (grown.spent, grown.last) == (cost, name)


def test_ss_adv_07_advances_may_be_banked() -> None:
    """SS-ADV-07, RUL-88: Whoever buys nothing keeps the advances for later."""
    table = buying(3)
    assert table.options[0] == i.AdvanceBanked(ANN)
    table.run()
    assert carried(table.state)["Ann"]["advances"] == 3


def test_rul_88_the_worked_purchases() -> None:
    """RUL-88: Three advances buy a point and then a rank at 2, and none is left."""
    table = buying(3, ann={"ranks": {"Argue": "greenhorn"}})
    assert buy(table, POOL, "vigor").cost == 1
    assert "vigor twice in a row [SS-ADV-05" in refused(table, POOL, "vigor")
    assert buy(table, RAISE, "Argue").cost == 2
    assert growth_of(table.state, ANN).advances == 0
    assert table.run().of(i.AdvanceBanked) == []


def test_rul_88_the_worked_options() -> None:
    """RUL-88: With one advance all that it can buy is offered, in order."""
    ann = {
        "abilities": {
            "Endure": "novice",
            "Resist": "novice",
            "React": "greenhorn",
            "Brawl": "greenhorn",
            "Dash": "greenhorn",
            "Sneak": "greenhorn",
            "Argue": "greenhorn",
            "First Aid": "greenhorn",
        },
        "secrets": ["Secret of Mine"],
        "record": {"last": "Secret of Mine"},
    }
    settle = {"Brawl", "Dash", "Sneak", "Argue", "First Aid", "Watch", "Cook"}
    table = buying(
        1,
        ann=ann,
        abilities=dict.fromkeys(sorted(settle), "vigor"),
        secrets={"Secret of Mine": {}, "Secret of Bo": {}},
        keys={"Key of Ours": {}},
        others=[
            person(
                "Bo",
                abilities={"Endure": "novice", "React": "novice", "Resist": "novice"},
                secrets=["Secret of Bo"],
            )
        ],
    )
    assert len(table.options) == 9
    assert offered(table) == [
        (RAISE, "Endure"),
        (RAISE, "Resist"),
        (POOL, "vigor"),
        (POOL, "instinct"),
        (POOL, "reason"),
        (ABILITY, "Cook"),
        (ABILITY, "Watch"),
        (KEY, "Key of Ours"),
    ]


def test_rul_63_a_point_bought_is_there_at_once() -> None:
    """RUL-63: A bought point raises both the score of a pool and what is left in it.

    Also tested: SS-POOL-05.
    """
    table = buying(ann={"now": {"vigor": 2}})
    buy(table, POOL, "vigor")
    record = carried(table.run().state)["Ann"]
    assert (record["pools"]["vigor"], record["left"]["vigor"]) == (6, 3)


# What is refused.


def test_ss_adv_05_never_the_same_thing_twice_in_a_row() -> None:
    """SS-ADV-05: Nothing is bought twice in a row, but it may be bought again later."""
    table = buying(9)
    buy(table, POOL, "vigor")
    assert "[SS-ADV-05, RUL-62]" in refused(table, POOL, "vigor")
    buy(table, POOL, "instinct")
    buy(table, POOL, "vigor")
    buy(table, RAISE, "Endure")
    assert "Endure twice in a row" in refused(table, RAISE, "Endure")


def test_rul_62_a_new_ability_and_its_first_rank_are_one_thing() -> None:
    """RUL-62: An ability that was just added cannot be raised next."""
    table = buying(9)
    buy(table, ABILITY, "Watch")
    assert "Watch twice in a row" in refused(table, RAISE, "Watch")
    told = scenario(
        person("Ann"),
        person("Bo"),
        opening={"kind": "interlude"},
        advancing=True,
    )
    again = entered(told, carried(table.run().state))
    assert again is not None
    later = Table(again)
    assert "Watch twice in a row" in refused(later, RAISE, "Watch")
    assert buy(later, POOL, "vigor").before == 5
    assert buy(later, RAISE, "Watch").after == 1


def test_ss_adv_06_two_secrets_and_two_keys() -> None:
    """SS-ADV-06: Two Secrets or two Keys are never bought in a row."""
    secrets: dict[str, Any] = {f"Secret {n}": {} for n in range(3)}
    keys: dict[str, Any] = {f"Key {n}": {} for n in range(3)}
    table = buying(9, secrets=secrets, keys=keys, teachers=["Mo"])
    buy(table, SECRET, "Secret 0")
    assert refused(table, SECRET, "Secret 1") == "two Secrets in a row [SS-ADV-06]"
    buy(table, KEY, "Key 0")
    assert refused(table, KEY, "Key 1") == "two Keys in a row [SS-ADV-06]"
    buy(table, SECRET, "Secret 1")
    assert "known already" in refused(table, SECRET, "Secret 0")
    assert "held already" in refused(table, KEY, "Key 0")


NAMESAKES: dict[str, Any] = {
    "abilities": {"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
    | {"vigor": "vigor", "Ash": "reason"},
    "secrets": {"Ash": {}, "Secret of Ours": {}},
    "keys": {"Ash": {}, "Key of Ours": {}},
    "teachers": ["Mo"],
}
"""A setting in which an ability, a Secret and a Key have one name, and a pool too."""
ASHES = {ABILITY: "Ash", RAISE: "Ash", SECRET: "Ash", KEY: "Ash", POOL: "vigor"}


@pytest.mark.parametrize("last", [ABILITY, RAISE, POOL, SECRET, KEY])
def test_ss_adv_05_and_06_a_namesake_is_another_thing(last: i.Purchase) -> None:
    """SS-ADV-05, SS-ADV-06: What was bought is known by its kind and its name.

    After a Key named like a Secret every Secret is for sale; a point in vigor does not
    stand in the way of an ability called so. What holds at this table holds in the next
    chapter, which knows the last purchase from the record alone.
    """
    ranks = {"vigor": "novice"} | ({} if last == ABILITY else {"Ash": "novice"})
    table = buying(20, ann={"ranks": ranks}, **NAMESAKES)
    buy(table, last, ASHES[last])
    record = carried(table.state)["Ann"]
    told = scenario(
        person("Ann"),
        person("Bo"),
        opening={"kind": "interlude"},
        advancing=True,
        **NAMESAKES,
    )
    again = entered(told, {"Ann": record})
    assert again is not None
    for bought in (table, Table(checked(SYSTEM, again))):
        there = offered(bought)
        assert (RAISE, "vigor") in there
        assert ((POOL, "vigor") in there) == (last != POOL)
        assert ((SECRET, "Secret of Ours") in there) == (last != SECRET)
        assert ((KEY, "Key of Ours") in there) == (last != KEY)
        assert ((RAISE, "Ash") in there) == (last not in {ABILITY, RAISE})


def test_ss_adv_08_no_sixth_key() -> None:
    """SS-ADV-08: Nobody who holds five Keys may buy a sixth until one is bought off.

    Also tested: SS-KEY-04.
    """
    six: dict[str, Any] = {f"Key {n}": {} for n in range(6)}
    five = [f"Key {n}" for n in range(5)]
    table = buying(9, keys=six, ann={"keys": five})
    said = refused(table, KEY, "Key 5")
    assert said == "5 Keys are held, and 5 are the most [SS-ADV-08]"
    six["Key 0"] = {"buyoff": {"on": "scene"}}
    table = buying(9, keys=six, ann={"keys": five}, scenes=[{"who": "Ann", "tags": []}])
    table.choose(i.KeyErased)
    buy(table, KEY, "Key 5")
    assert len(growth_of(table.state, ANN).keys) == 5


@pytest.mark.parametrize("elsewhere", [0, 1])
def test_rul_92_keys_of_other_settings_count_to_five(elsewhere: int) -> None:
    """RUL-92: Keys that this setting does not know count towards the five.

    Also tested: SS-KEY-04.
    """
    here: dict[str, Any] = {f"Key {n}": {"tiers": []} for n in range(5)}
    waiting = [f"Far Key {n}" for n in range(elsewhere)]
    record = {"elsewhere": {"keys": waiting}}
    table = buying(keys=here, ann={"keys": [*here][:4], "record": record})
    if elsewhere:
        held = f"{4 + elsewhere} Keys are held, and 5 are the most"
        assert refused(table, KEY, "Key 4").startswith(held)
    else:
        assert (KEY, "Key 4") in offered(table)


@pytest.mark.parametrize("rebuy", [False, True])
def test_rul_64_a_key_bought_off_comes_back_only_by_ruling(rebuy: bool) -> None:  # noqa: FBT001 - both
    """RUL-64: A Key bought off may be bought again only if `key_rebuy` allows it."""
    ann = {"record": {"erased": ["Key of Ours"]}}
    rulings = {"key_rebuy": rebuy}
    table = buying(ann=ann, keys={"Key of Ours": {}}, rulings=rulings)
    assert ((KEY, "Key of Ours") in offered(table)) == rebuy
    if rebuy:
        buy(table, KEY, "Key of Ours")
        assert entered(table_of(table), carried(table.run().state)) is not None
    else:
        assert "was bought off [RUL-64]" in refused(table, KEY, "Key of Ours")


def table_of(table: Table) -> Any:  # noqa: ANN401 - a scenario
    """Return a scenario like that of *table*, without its records."""
    keys: dict[str, Any] = {key.name: {} for key in table.state.setup.people.keys}
    opening = {"kind": "interlude"}
    return scenario(person("Ann"), person("Bo"), opening=opening, keys=keys)


def test_ss_adv_09_grand_master_is_the_ceiling() -> None:
    """SS-ADV-09: Nobody can raise an ability beyond Grand Master."""
    table = buying(20, ann={"ranks": {"Brawl": "grand_master"}})
    assert "Brawl is at Grand Master [SS-ADV-09]" in refused(table, RAISE, "Brawl")


def test_ss_abil_06_what_is_closed_is_not_for_sale() -> None:
    """SS-ABIL-06: What is closed is for sale only to those to whom it was opened.

    Also tested: SS-CRE-02.
    """
    closed: dict[str, Any] = {
        "abilities": {"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
        | {"Fly": {"pool": "vigor", "closed": True}},
        "secrets": {"Secret of Ours": {"closed": True}},
        "keys": {"Key of Ours": {"closed": True}},
        "teachers": ["Mo"],
    }
    table = buying(**closed)
    things = [(ABILITY, "Fly"), (SECRET, "Secret of Ours"), (KEY, "Key of Ours")]
    for kind, name in things:
        assert f"{name} is closed [SS-ABIL-06]" in refused(table, kind, name)
    names = [name for _, name in things]
    opens = {"opens": names}
    for open_to in (
        buying(ann={"species": "bird"}, species={"bird": opens}, **closed),
        buying(ann={"culture": "crag"}, cultures={"crag": opens}, **closed),
        buying(ann={"opened": names}, **closed),
    ):
        assert set(things) <= set(offered(open_to))
    for closed_name in names:
        seat = {
            "species": "bird",
            "opened": [name for name in names if name != closed_name],
        }
        table = buying(ann=seat, species={"bird": {"opens": [closed_name]}}, **closed)
        assert set(things) <= set(offered(table))


def test_ss_adv_01_what_cannot_be_paid() -> None:
    """SS-ADV-01: Nobody can buy what costs more advances than there are."""
    assert "Brawl costs 3 advances" in refused(buying(1), RAISE, "Brawl")


# Teachers and approval.


def test_ss_sec_06_and_rul_89_a_secret_must_be_taught() -> None:
    """SS-SEC-06: A Secret can be learnt only from one who knows it, or from a teacher.

    Also tested: SS-ADV-04 and RUL-89.
    """
    secrets: dict[str, Any] = {"Secret of Ours": {}}
    wanted = (SECRET, "Secret of Ours")
    assert wanted not in offered(buying(secrets=secrets))
    bo = person("Bo", secrets=["Secret of Ours"])
    taught = buying(secrets=secrets, others=[bo])
    assert buy(taught, *wanted).teacher == "Bo"
    assert "Bo" in SYSTEM.narrate(taught.state, taught.last(i.AdvanceSpent))
    assert (
        buy(buying(secrets=secrets, teachers=["Old Mo"]), *wanted).teacher == "Old Mo"
    )


@pytest.mark.parametrize(
    ("side", "permanent", "teaches"),
    [("x", False, True), ("y", False, False), ("x", True, False)],
)
def test_rul_89_neither_opponents_nor_the_removed_teach(
    side: str,
    permanent: bool,  # noqa: FBT001 - a table of cases
    teaches: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """RUL-89: An ally teaches after a conflict, unless removed for good.

    An opponent does not.
    """
    goal = {"name": "mild", "permanent": permanent, "target": "Cy"}
    foe = person("Di", side="z", intentions=[goal])
    told = scenario(
        person("Ann", side="x", record={"advances": 1}),
        person("Cy", side=side, secrets=["Secret of Ours"]),
        foe,
        secrets={"Secret of Ours": {}},
        advancing=True,
    )
    table = Table(told).wish(1, f.Conceded).wish(0, f.Conceded)
    table.until_asked(i.AdvanceBanked)
    assert ((SECRET, "Secret of Ours") in offered(table)) == teaches


def test_rul_89_who_was_spared_still_teaches() -> None:
    """RUL-89: A major character whom a simple check spared is not removed, and teaches.

    Also tested: RUL-71.
    """
    goal = {"name": "kill", "permanent": True, "target": "Cy"}
    told = scenario(
        person("Di", side="z", intentions=[goal]),
        person("Ann", side="x", record={"advances": 1}),
        person(
            "Cy", side="x", story_guide=True, major=True, secrets=["Secret of Ours"]
        ),
        secrets={"Secret of Ours": {}},
        advancing=True,
        opening={
            "kind": "resisted",
            "checks": [{"who": name, "abilities": ["Brawl"]} for name in ("Di", "Cy")],
        },
    )
    table = Table(told).dice(0, 0, "+00").until_asked(i.AdvanceBanked)
    assert (SECRET, "Secret of Ours") in offered(table)


@pytest.mark.parametrize("approves", [1, 0])
def test_ss_sec_05_and_rul_83_an_item_needs_approval(approves: int) -> None:
    """SS-SEC-05: A Secret that is an item needs approval where he is asked for it.

    Also tested: RUL-83.
    """
    blade = {"name": "blade", "bonuses": [{"role": "weapon", "rating": 2}]}
    table = buying(
        2,
        secrets={"Secret of Imbuement: blade": {"item": blade}},
        teachers=["Mo"],
        story_guide={"asked": ["approval"]},
    )
    wanted = (SECRET, "Secret of Imbuement: blade")
    table.choose(i.AdvanceBought, kind=SECRET)
    assert isinstance(table.asked, Decision)
    assert table.asked.who == table.state.setup.judge
    assert table.options[0] == f.StoryGuideRuled(Seat(2), "approval", 0, 1)
    table.choose(f.StoryGuideRuled, value=approves)
    assert growth_of(table.state, ANN).advances == (1 if approves else 2)
    assert wanted not in offered(table)
    again = entered(
        scenario(person("Ann"), person("Bo"), secrets={wanted[1]: {"item": blade}}),
        carried(table.run().state),
    )
    assert again is not None
    weapons = Table(again).state.setup.characters[0].weapons
    assert [weapon.rating for weapon in weapons] == [2] * approves


# Laws.


@given(st.integers(0, 40), st.integers(0, 2**32))
def test_no_sequence_of_purchases_breaks_a_rule(advances: int, luck: int) -> None:
    """However somebody spends advances, every limit and price is kept.

    The advances spent are what the sheet has become dearer by, none is owed, and no
    purchase repeats the one before.

    Also tested: INV-18, SS-ADV-01, SS-ADV-02, SS-ADV-03, SS-ADV-04, SS-ADV-05,
    SS-ADV-06, SS-ADV-07, SS-ADV-08 and SS-ADV-09.
    """
    table = buying(
        advances,
        secrets={f"Secret {n}": {} for n in range(4)},
        keys={f"Key {n}": {} for n in range(7)},
        teachers=["Mo"],
        ann={"keys": ["Key 0"], "secrets": ["Secret 0"]},
    )
    people, chooser = table.state.setup.people, Random(luck)
    first = before = growth_of(table.state, ANN)
    bought: list[tuple[i.Purchase, str]] = []
    while isinstance(table.asked, Decision) and len(bought) < 60:
        option = chooser.choice(table.options[1:])
        assert isinstance(option, i.AdvanceBought)
        what = (option.kind, option.subject)
        cost = price(before, what)
        table.take(option)
        after = growth_of(table.state, ANN)
        assert (after.advances, after.spent) == (
            before.advances - cost,
            before.spent + cost,
        )
        assert after.advances >= 0
        assert len(after.keys) <= 5
        assert max(rank for _, rank in after.ranks) <= 4
        bought.append((option.kind, subject_name(people, what)))
        before = after
    for (kind, name), (next_kind, next_name) in pairwise(bought):
        assert name != next_name
        assert kind != next_kind or kind not in {SECRET, KEY}
    assert (
        worth(table, before) - worth(table, first)
        == before.spent
        == advances - (before.advances)
    )


def worth(table: Table, grown: Growth) -> int:
    """Return what a sheet costs over a whole life, counted from its figures alone."""
    again = entered(
        scenario(
            person("Ann"),
            person("Bo"),
            secrets={f"Secret {n}": {} for n in range(4)},
            keys={f"Key {n}": {} for n in range(7)},
        ),
        carried(
            structs.replace(
                table.state, grown=(grown, *table.state.setup.people.begun[1:])
            )
        ),
    )
    assert again is not None
    ranks = sum(RANK_PRICES[rank] + 1 for _, rank in grown.ranks)
    costs = costs_of(again, again.seats[0])
    return ranks + costs.pools + costs.secrets + costs.keys
