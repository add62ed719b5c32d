"""The worked examples of the text, step by step, with the lines where they stand."""

from typing import Any

import pytest
from msgspec import Struct

from sim.rules.solar_system.consequences import (
    CheckResolved,
    ContestResolved,
    HarmApplied,
    PoolSpent,
)
from sim.rules.solar_system.events.aftermath import HarmCollapsed
from sim.rules.solar_system.facts import (
    ActionDeclared,
    Conceded,
    DieBought,
    IntentChanged,
    IntentDeclared,
    PainDeclared,
)
from sim.rules.solar_system.harm.track import severity
from sim.seam.events import DiceRolled
from tests.rules.solar_system.table import (
    INSTINCT,
    REASON,
    VIGOR,
    Table,
    kept,
    person,
    scenario,
)

TELA, GAEL = 0, 1
SETTING = {
    "Sneak": "instinct",
    "Sense Danger": "instinct",
    "Dash": "vigor",
    "Deceit": "reason",
    "Knife Fighting": "vigor",
    "Viper-Blade": "vigor",
}


def alley(**rulings: object) -> Table:
    """Sit down with Tela and Gael (L663-L668)."""
    tela = person(
        "Tela",
        pools={"vigor": 2, "instinct": 2, "reason": 1},
        abilities={
            "Endure": "novice",
            "React": "master",
            "Resist": "novice",
            "Sneak": "master",
            "Deceit": "greenhorn",
            "Knife Fighting": "journeyman",
        },
        intentions=[
            {"name": "sneak up on Gael", "actions": ["Sneak", "Deceit"]},
            {"name": "kill", "actions": ["Knife Fighting"], "permanent": True},
        ],
        props=[{"name": "pebbles", "ability": "Deceit"}],
    )
    gael = person(
        "Gael",
        pools={"vigor": 5, "instinct": 1, "reason": 3},
        abilities={
            "Endure": "novice",
            "React": "journeyman",
            "Resist": "novice",
            "Sense Danger": "journeyman",
            "Dash": "greenhorn",
            "Viper-Blade": "grand_master",
        },
        intentions=[
            {"name": "notice and get away", "actions": ["Sense Danger", "Dash"]},
            {"name": "escape", "actions": ["Dash"]},
            {"name": "frighten her off", "actions": ["Viper-Blade"]},
        ],
    )
    opening = {
        "kind": "resisted",
        "checks": [
            {"who": "Tela", "abilities": ["Sneak"]},
            {"who": "Gael", "abilities": ["Sense Danger"]},
        ],
    }
    relevant = {"Sneak": ["React", "Endure", "Resist", "Dash"]}
    return Table(
        scenario(
            tela,
            gael,
            abilities=SETTING,
            opening=opening,
            relevant=relevant,
            rulings=rulings,
        )
    )


class Volley(Struct, frozen=True):
    """One row of the example's table of exchanges, and what it leaves."""

    number: int
    tela: tuple[str, int]
    """Tela's dice in order, and the level they make."""
    gael: tuple[str, int]
    harm: int
    victim: int
    box: int
    label: int
    boxes: tuple[dict[int, int], dict[int, int]]
    bruises: tuple[int, int]
    pools: tuple[tuple[int, int, int], tuple[int, int, int]]


V1 = Volley(
    1,
    ("-00", 2),
    ("+00", 3),
    *(1, TELA, 1, INSTINCT),
    ({1: INSTINCT}, {}),
    (1, 0),
    ((2, 1, 1), (5, 1, 3)),
)
V2 = Volley(
    2,
    ("+++", 4),
    ("000", 2),
    *(3, GAEL, 3, REASON),
    ({1: INSTINCT}, {3: REASON}),
    (0, 1),
    ((2, 1, 0), (5, 1, 3)),
)
V3 = Volley(
    3,
    ("+++", 6),
    ("+00", 3),
    *(3, GAEL, 4, INSTINCT),
    ({1: INSTINCT}, {3: REASON, 4: INSTINCT}),
    (0, 0),
    ((2, 1, 0), (5, 0, 3)),
)
GAEL_HURT = {1: INSTINCT, 3: REASON, 4: INSTINCT}
TELA_HURT = {1: INSTINCT, 2: VIGOR}


def volleys_4_to_6(dash: bool) -> tuple[Volley, ...]:  # noqa: FBT001 - which of two variants
    """Return volleys 4 to 6: with the Dash as printed, or with React as is lawful."""
    vigor = 4 if dash else 5
    return (
        Volley(
            4,
            ("-00", 2),
            ("000-" if dash else "+00-", 1),
            *(1, GAEL, 1, INSTINCT),
            ({1: INSTINCT}, GAEL_HURT),
            (0, 1),
            ((2, 1, 0), (vigor, 0, 3)),
        ),
        Volley(
            5,
            ("--0", 1),
            ("++00", 2),
            *(1, TELA, 2, VIGOR),
            (TELA_HURT, GAEL_HURT),
            (1, 0),
            ((2, 1, 0), (vigor, 0, 3)),
        ),
        Volley(
            6,
            ("+++", 5),
            ("+00-", 1),
            *(4, GAEL, 5, VIGOR),
            (TELA_HURT, GAEL_HURT | {5: VIGOR}),
            (0, 0),
            ((1, 1, 0), (vigor, 0, 3)),
        ),
    )


def opened(table: Table) -> Table:
    """Play the simple check: a tie, a bonus die bought after it, and the Pain."""
    table.dice(0, TELA, "-000").dice(0, GAEL, "000")
    table.until(DiceRolled, 2)
    return table.wish(TELA, DieBought, 0).wish(GAEL, PainDeclared)


def choices(table: Table, *, dash: bool) -> Table:
    """Say what both do in the six volleys."""
    stance = {"stance": 2}
    table.wish(GAEL, IntentDeclared, 0, goal=0).wish(TELA, IntentDeclared, 0, goal=0)
    table.wish(TELA, ActionDeclared, 1, ability="Sneak")
    table.wish(GAEL, ActionDeclared, 1, ability="Sense Danger")
    table.wish(TELA, ActionDeclared, 2, ability="Deceit", prop=0)
    table.wish(GAEL, ActionDeclared, 2, ability="Sense Danger")
    table.wish(TELA, DieBought, 2)
    table.wish(TELA, ActionDeclared, 3, ability="Sneak")
    table.wish(GAEL, ActionDeclared, 3, ability="Sense Danger")
    table.wish(GAEL, DieBought, 3)
    table.wish(TELA, ActionDeclared, 4, ability="Sneak")
    table.wish(GAEL, IntentChanged, 4)
    defence = "Dash" if dash else "React"
    table.wish(GAEL, ActionDeclared, 4, ability=defence, **stance)
    if dash:
        table.wish(GAEL, DieBought, 4)
    table.wish(GAEL, IntentDeclared, 5, goal=1)
    table.wish(GAEL, ActionDeclared, 5, ability="Dash", stance=1)
    table.wish(TELA, IntentChanged, 5)
    table.wish(TELA, ActionDeclared, 5, ability="React", **stance)
    table.wish(TELA, IntentDeclared, 6, goal=1)
    table.wish(GAEL, IntentChanged, 6)
    table.wish(TELA, ActionDeclared, 6, ability="Knife Fighting")
    table.wish(GAEL, ActionDeclared, 6, ability="React", **stance)
    table.wish(TELA, DieBought, 6)
    return table


def labels(harm: tuple[int, ...]) -> dict[int, int]:
    """Return the ticked boxes with the pools written beside them."""
    return {box: label - 1 for box, label in enumerate(harm, 1) if label}


def check_volley(table: Table, row: Volley) -> None:
    """Play one volley and hold it against its row."""
    table.dice(row.number, TELA, row.tela[0]).dice(row.number, GAEL, row.gael[0])
    table.until(HarmApplied)
    contest = table.last(ContestResolved)
    reached = {contest.a: contest.level_a, contest.b: contest.level_b}
    assert reached == {TELA: row.tela[1], GAEL: row.gael[1]}
    harm = table.last(HarmApplied)
    assert (harm.amount, harm.who, harm.box, harm.pool, harm.past_broken) == (
        row.harm,
        row.victim,
        row.box,
        row.label,
        False,
    )
    state = table.state
    assert (
        tuple(labels(participant.harm) for participant in state.participants)
        == row.boxes
    )
    assert (
        tuple(participant.bruises for participant in state.participants) == row.bruises
    )
    assert tuple(participant.pools for participant in state.participants) == row.pools
    assert state.round == row.number


@pytest.mark.parametrize("dash", [True, False], ids=["printed", "strict"])
def test_rul_78_tela_and_gael(dash: bool) -> None:  # noqa: FBT001 - which of two variants
    """RUL-78: The long example comes out as printed, volley by volley (L670-L686).

    As printed Gael dashes while he changes his intention, which takes the ruling
    any_reactive; the point of Instinct he spends in volley 6 is not there to spend.
    """
    rulings = {"defensive_abilities": "any_reactive"} if dash else {}
    table = choices(opened(alley(**rulings)), dash=dash)
    table.until(CheckResolved)
    resolved = table.last(CheckResolved)
    assert (resolved.winner, resolved.level) == (TELA, 3)
    assert table.state.participants[TELA].pools == (2, 1, 1)
    for row in (V1, V2, V3, *volleys_4_to_6(dash)):
        check_volley(table, row)
    table.wish(GAEL, Conceded).run()
    final = {event.who: labels(event.after) for event in table.of(HarmCollapsed)}
    assert final[GAEL] == {1: INSTINCT, 2: REASON, 3: INSTINCT, 4: VIGOR}
    if TELA in final:
        assert final[TELA] == TELA_HURT
    assert labels(table.state.participants[TELA].harm) == TELA_HURT


def test_tela_ties_and_buys_a_die_after_the_roll() -> None:
    """28.1: A die bought after a tie wins the check for the instigator (S0a, S0b)."""
    table = opened(alley())
    first, second = table.of(DiceRolled)
    assert (kept(first), kept(second)) == ("-00", "000")
    assert (first.reading[0], second.reading[0]) == (2, 2)
    table.until(CheckResolved)
    assert table.of(PoolSpent)[0].left == 1
    assert table.last(CheckResolved).winner == TELA


def test_tela_who_buys_nothing_loses_the_tie() -> None:
    """28.1: A tie that is left as it is loses for the instigator (S0a, L670)."""
    table = alley().dice(0, TELA, "-00").dice(0, GAEL, "000").until(CheckResolved)
    resolved = table.last(CheckResolved)
    assert (resolved.winner, resolved.loser, resolved.level) == (GAEL, TELA, 2)


def test_tg_03_a_dash_defends_nobody_by_default() -> None:
    """TG-03: In volley 4 Gael can defend with React, Endure or Resist alone.

    Also tested: SS-CHG-03.
    """
    table = choices(opened(alley()), dash=False)
    for row in (V1, V2, V3):
        check_volley(table, row)
    table.until(IntentChanged)
    table.until_asked(ActionDeclared, GAEL)
    assert table.offers(ActionDeclared, ability="React", stance=2)
    assert not table.offers(ActionDeclared, ability="Dash")
    assert not table.offers(ActionDeclared, stance=1)


def test_tg_05_a_point_cannot_be_spent_twice() -> None:
    """TG-05: In volley 6 Gael has no point of Instinct left to spend (L686).

    Also tested: SS-POOL-06.
    """
    table = choices(opened(alley()), dash=False)
    for row in (V1, V2, V3, *volleys_4_to_6(dash=False)):
        check_volley(table, row)
    spent = [event for event in table.of(PoolSpent) if event.who == GAEL]
    assert [(event.pool, event.left) for event in spent] == [(INSTINCT, 0)]
    rolled = [event for event in table.of(DiceRolled) if event.who == GAEL][-1]
    assert len(rolled.faces) == 4


def test_tg_02_the_name_of_level_three_is_great() -> None:
    """TG-02: A level of 3 is Great, so that 6 against 3 does harm 3."""
    table = choices(opened(alley()), dash=False)
    for row in (V1, V2, V3):
        check_volley(table, row)
    contest = table.last(ContestResolved)
    assert contest.margin == 3
    assert severity(table.last(HarmApplied).box) == "bloodied"


def group(*ranks: str) -> dict[str, Any]:
    """Return people at a stuck door, by their ranks in Athletics (L700-L706)."""
    names = ("Wolf-Snarl", "Skala", "Miska")[: len(ranks)]
    people = []
    for name, rank in zip(names, ranks, strict=True):
        member = person(name, side="door")
        if rank != "nil":
            member["abilities"]["Athletics"] = rank
        people.append(member)
    checks = [{"who": name, "abilities": ["Athletics"]} for name in names]
    kind = "group" if len(ranks) > 1 else "unopposed"
    return {
        "seats": people,
        "abilities": {"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
        | {"Athletics": "vigor"},
        "opening": {"kind": kind, "checks": checks},
    }


def door(*ranks: str) -> Table:
    """Sit down at the stuck door."""
    told = group(*ranks)
    return Table(scenario(*told.pop("seats"), **told))


def test_stuck_door_together() -> None:
    """Each level gives the next in the group so many dice (L708).

    Also tested: SS-MULTI-05.
    """
    table = door("journeyman", "greenhorn", "nil")
    table.dice(0, 0, "000").dice(0, 1, "++00-").dice(0, 2, "+00---").run()
    rolls = table.of(DiceRolled)
    assert [(roll.who, len(roll.faces)) for roll in rolls] == [(0, 3), (1, 5), (2, 6)]
    assert [kept(roll) for roll in rolls] == ["000", "++0", "+00"]
    assert [roll.reading[0] for roll in rolls] == [2, 3, 0]
    resolved = table.last(CheckResolved)
    assert (resolved.success, resolved.level) == (False, 0)


def test_stuck_door_alone() -> None:
    """Alone, the Journeyman opens the door with a roll of -1 (L710)."""
    table = door("journeyman").dice(0, 0, "-00").run()
    assert table.last(CheckResolved).success
    assert table.last(CheckResolved).level == 1


def resisted_check(first: str, second: str, **ranks: str) -> Table:
    """Sit down to a resisted check of Ann against Bo, by their ranks."""
    ann = person("Ann", ranks={"Brawl": first})
    bo = person("Bo", ranks={"Brawl": second})
    checks = [{"who": name, "abilities": ["Brawl"]} for name in ("Ann", "Bo")]
    return Table(
        scenario(ann, bo, opening={"kind": "resisted", "checks": checks}, **ranks)
    )


def test_violet_against_lore() -> None:
    """A check won by 4 against 3 counts as 4, not as 1 (L604).

    Also tested: SS-RES-03.
    """
    table = (
        resisted_check("journeyman", "journeyman")
        .dice(0, 0, "++0")
        .dice(0, 1, "+00")
        .run()
    )
    resolved = table.last(CheckResolved)
    assert (resolved.winner, resolved.loser, resolved.level) == (0, 1, 4)


LINKED = [
    ("belt, success", "Swords", "greenhorn", "+00", "blocked", 5),
    ("belt, failure", "Swords", "novice", "000", "blocked", 0),
    ("bear, success", "Woodscraft", "greenhorn", "000", "no_effect", 4),
    ("bear, failure", "Woodscraft", "novice", "-00", "no_effect", 3),
    ("penalty", "Woodscraft", "novice", "-00", "penalty_die", 4),
]


@pytest.mark.parametrize(
    ("case", "ability", "rank", "dice", "branch", "thrown"),
    LINKED,
    ids=[case[0] for case in LINKED],
)
def test_keys_and_bears(
    case: str, ability: str, rank: str, dice: str, branch: str, thrown: int
) -> None:
    """The level of the first check helps the second, or its failure hinders it.

    Also tested: SS-TOG-02.
    """
    del case
    primary = "Stealth" if ability == "Swords" else "Animal Ken"
    ann = person("Ann")
    ann["abilities"] |= {ability: rank, primary: "journeyman"}
    setting = {"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
    checks = [
        {"who": "Ann", "abilities": [ability], "if_failed": branch},
        {"who": "Ann", "abilities": [primary]},
    ]
    told = scenario(
        ann,
        abilities=setting | {ability: "vigor", primary: "reason"},
        opening={"kind": "linked", "checks": checks},
    )
    table = Table(told).dice(0, 0, dice).run()
    rolls = table.of(DiceRolled)
    assert [len(roll.faces) for roll in rolls] == ([3, thrown] if thrown else [3])
    if not thrown:
        assert not table.last(CheckResolved).success


def test_l510_a_greenhorn_rolls_two() -> None:
    """A Greenhorn with two pluses and a minus has level 2 (L510)."""
    table = door("greenhorn").dice(0, 0, "++-").run()
    assert table.last(CheckResolved).level == 2


def test_l510_less_than_nothing_is_nothing() -> None:
    """28.6: a total of -1 is level 0 (L510)."""
    table = door("novice").dice(0, 0, "00-").run()
    assert table.last(CheckResolved).level == 0


def test_l542_the_best_of_nil() -> None:
    """Without the ability three pluses make level 2 (L542)."""
    table = door("nil").dice(0, 0, "+++").run()
    assert table.last(CheckResolved).level == 2
