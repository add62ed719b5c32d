"""The dice put on a check: bought or given, before the roll and after it."""

from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    CheckReread,
    CheckResolved,
    ContestResolved,
    DiceGathered,
    PoolSpent,
)
from sim.rules.solar_system.facts import (
    ActionDeclared,
    DieBought,
    DieDeclined,
    FeePaid,
    GiftGiven,
    PainDeclared,
)
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import (
    INSTINCT,
    VIGOR,
    Table,
    check,
    kept,
    person,
    scenario,
)


def resisted(ann: dict[str, Any], bo: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401
    """Let Ann's Sneak meet Bo's Brawl; both are Journeymen."""
    parts = told.pop("parts", ({}, {}))
    checks = [check("Ann", "Sneak", **parts[0]), check("Bo", "Brawl", **parts[1])]
    opening = {"kind": "resisted", "checks": checks}
    return Table(scenario(ann, bo, opening=opening, **told))


def alone(**told: Any) -> Table:  # noqa: ANN401
    """Let Ann alone roll Brawl, a Journeyman's."""
    part = told.pop("part", {})
    ann = person("Ann", **told.pop("ann", {}))
    opening = {"kind": "unopposed", "checks": [check("Ann", "Brawl", **part)]}
    return Table(scenario(ann, opening=opening, **told))


def test_ss_die_06_one_point_for_one_die() -> None:
    """SS-DIE-06, SS-POOL-04, SS-POOL-07: One point buys one bonus die."""
    table = alone().choose(DieBought).roll("-000").run()
    spent = table.last(PoolSpent)
    assert (spent.pool, spent.amount, spent.left, spent.purpose) == (
        VIGOR,
        1,
        4,
        "bonus_die",
    )
    assert table.state.participants[0].pools == (4, 5, 5)
    assert table.state.data(0).maxima == (5, 5, 5)
    assert kept(table.last(DiceRolled)) == "000"
    assert "SS-DIE-06" in spent.cites


def test_ss_die_06_never_two_on_one_check() -> None:
    """SS-DIE-06, RUL-10: Whoever has bought a die for a check is not asked again."""
    table = alone().choose(DieBought).roll("-000")
    assert len(table.of(DieBought)) == 1
    assert not isinstance(table.asked, Decision)


def test_ss_pool_06_an_empty_pool_buys_nothing() -> None:
    """SS-POOL-06: An empty pool buys no die."""
    table = alone(ann={"now": {"vigor": 0}}).run()
    assert table.of(DieDeclined) == []
    assert table.of(PoolSpent) == []


def test_ss_abil_01_only_the_abilitys_own_pool_pays() -> None:
    """SS-ABIL-01: A die is paid for from the pool of the ability."""
    table = resisted(person("Ann"), person("Bo"))
    table.wish(0, DieBought).wish(1, DieBought).until(CheckResolved)
    assert [(e.who, e.pool) for e in table.of(PoolSpent)] == [(0, INSTINCT), (1, VIGOR)]


def test_rul_07_before_or_after_the_roll() -> None:
    """RUL-07: A die declined before the roll may be bought after it."""
    table = alone().choose(DieDeclined).roll("-00")
    assert table.offers(DieBought)
    table.choose(DieBought).roll("0").run()
    assert table.last(CheckResolved).level == 2


def test_rul_07_before_the_roll_only() -> None:
    """RUL-07: Under `before_roll_only` no die can be bought after the roll."""
    table = alone(rulings={"pool_die_timing": "before_roll_only"})
    table.choose(DieDeclined).roll("-00")
    assert not isinstance(table.asked, Decision)
    assert table.last(CheckResolved).level == 1


@pytest.mark.parametrize(
    ("first", "more", "level"), [("-00", "0", 2), ("-00", "-", 1), ("+0-", "+", 4)]
)
def test_rul_08_a_late_die_is_drawn_and_the_lowest_go(
    first: str, more: str, level: int
) -> None:
    """RUL-08: A die bought late is rolled, and the lowest of the four goes."""
    table = alone().choose(DieDeclined).roll(first).choose(DieBought).roll(more).run()
    assert table.last(CheckResolved).level == level
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [3, 1]


def test_rul_08_against_a_penalty_the_last_die_is_set_aside() -> None:
    """RUL-08: Bought against a penalty die, a die takes the last one away."""
    table = alone(part={"circumstance": 1}).choose(DieDeclined).roll("+0--")
    assert table.last(DiceRolled).reading[0] == 0
    table.choose(DieBought).run()
    reread = table.last(CheckReread)
    assert (reread.kept, reread.level) == ((1, 0, -1), 2)
    assert len(table.of(DiceRolled)) == 1
    assert table.last(CheckResolved).level == 2


def test_rul_08_a_die_set_aside_comes_back_first() -> None:
    """RUL-08: A die that was set aside is used before a new one is rolled."""
    sitting = gifted("unopposed", circumstance=1)
    while not sitting.of(DiceRolled):
        asked = sitting.asked
        if isinstance(asked, Decision):
            decline(sitting)
        else:
            sitting.roll("+0-0")
    sitting.choose(DieBought)
    assert sitting.last(CheckReread).kept == (1, 0, -1)
    sitting.until_asked(GiftGiven, 1).choose(GiftGiven)
    assert sitting.last(CheckReread).kept == (1, 0, 0)
    assert len(sitting.of(DiceRolled)) == 1


def decline(table: Table) -> None:
    """Put no die on the check for now."""
    table.choose(DieDeclined)


def gifted(kind: str, **told: Any) -> Table:  # noqa: ANN401
    """Sit down with gift dice: Ann rolls Brawl, Bo and the Story Guide look on."""
    seats = [
        person("Ann", **told.pop("ann", {})),
        person("Bo", **told.pop("bo", {})),
    ]
    part = {"circumstance": told.pop("circumstance", 0)}
    opening = {"kind": kind, "checks": [check("Ann", "Brawl", **part)]}
    return Table(scenario(*seats, opening=opening, gift_dice=True, **told))


def test_ss_gift_01_as_many_as_there_are_players() -> None:
    """SS-GIFT-01, RUL-60: Each has as many gift dice as there are players."""
    assert gifted("unopposed").state.gifts == (3, 3, 3)
    rulings = {"gift_dice_count_includes_story_guide": False}
    assert gifted("unopposed", rulings=rulings).state.gifts == (2, 2, 2)


def test_rul_60_a_scripted_conflict_has_none() -> None:
    """RUL-60: Nobody has gift dice unless the scenario gives them."""
    assert set(alone().state.gifts) == {0}


def test_ss_gift_02_to_another_and_never_to_oneself() -> None:
    """SS-GIFT-02: Everybody may give a die to another's roll, and nobody to one's own.

    Also tested: SS-GIFT-03.
    """
    table = gifted("unopposed")
    givers = set()
    for _ in range(20):
        asked = table.asked
        if not isinstance(asked, Decision):
            break
        if table.offers(GiftGiven):
            givers.add(asked.who)
        decline(table)
    assert givers == {1, 2}


def test_ss_gift_02_a_gift_is_a_bonus_die() -> None:
    """SS-GIFT-02, SS-DIE-07: A gift die is a bonus die like a bought one."""
    table = gifted("unopposed").wish(0, DieBought).wish(1, GiftGiven)
    table.wish(2, GiftGiven).dice(0, 0, "---+++").run()
    assert sum(len(roll.faces) for roll in table.of(DiceRolled)) == 6
    assert kept(table.of(DiceRolled)[0]) == "+++"
    assert table.state.gifts == (3, 2, 2)
    assert table.last(CheckResolved).level == 5


def test_ss_gift_02_a_roll_stays_open_for_what_others_may_give() -> None:
    """SS-GIFT-02: A roll stays open for gifts although the roller cannot pay.

    Also tested: RUL-08.
    """
    now = {"vigor": 0, "instinct": 0, "reason": 0}
    table = gifted("unopposed", ann={"now": now}).dice(0, 0, "+00").run()
    assert 0 not in {event.who for event in table.of(DieDeclined)}
    assert table.of(DiceRolled)[0].reading == (3, 1, 0, 0)


def test_ss_gift_02_none_left_none_given() -> None:
    """SS-GIFT-02, RUL-60: Whoever has given every gift die gives no more."""
    table = gifted("unopposed")
    for _ in range(3):
        table.wish(1, GiftGiven)
    table.dice(0, 0, "------").run()
    assert table.state.gifts == (3, 0, 3)
    assert len(table.of(GiftGiven)) == 3


def test_rul_60_opponents_may_be_helped() -> None:
    """RUL-60: In a resisted check one may give a die to the opponent."""
    table = resisted(person("Ann"), person("Bo"), gift_dice=True)
    table.until_asked(GiftGiven, 0).choose(GiftGiven).until(CheckResolved)
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [3, 4]


def test_ss_gift_02_the_story_guide_gives_nothing_to_his_own() -> None:
    """SS-GIFT-02, SS-META-02: The Story Guide gives no die to his own characters."""
    bo = person("Bo", story_guide=True)
    table = resisted(person("Ann"), bo, gift_dice=True)
    given = set()
    for _ in range(40):
        asked = table.asked
        if table.of(CheckResolved) or not isinstance(asked, Decision):
            break
        given |= {(o.who, o.roll) for o in asked.options if isinstance(o, GiftGiven)}
        decline(table)
    assert (2, 0) in given
    assert (2, 1) not in given


def test_rul_09_before_the_roll_in_the_order_of_joining() -> None:
    """RUL-09: Before the roll the instigator is asked first, and then the opponent."""
    table = resisted(person("Ann"), person("Bo")).until(DiceRolled)
    assert [e.who for e in table.of(DieDeclined)] == [0, 1]


def test_rul_09_after_the_roll_until_a_pass_brings_nothing() -> None:
    """RUL-09: After the roll everybody is asked until all have passed in turn."""
    table = resisted(person("Ann"), person("Bo"))
    decline(table)
    decline(table)
    table.roll("000").roll("000")
    assert table.who == 0
    decline(table)
    assert table.who == 1
    table.choose(DieBought).roll("+")
    assert table.who == 0
    decline(table)
    assert table.of(CheckResolved)


@pytest.mark.parametrize(("order", "first"), [("join_index", 0), ("loser_first", 1)])
def test_rul_09_who_loses_is_asked_first(order: str, first: int) -> None:
    """RUL-09: Under `loser_first` the one who is behind is asked first."""
    rulings = {"dice_window_order": order}
    table = resisted(person("Ann"), person("Bo"), rulings=rulings)
    decline(table)
    decline(table)
    table.roll("+00").roll("000")
    assert table.who == first


def test_rul_09_only_those_who_lose_a_contest_come_first() -> None:
    """RUL-09: Under `loser_first` all losers are asked before the winners."""
    ann = person("Ann", intentions=[{"name": "win", "target": "Bo"}], side="a")
    bo = person("Bo", intentions=[{"name": "win", "target": "Ann"}], side="b")
    cy = person("Cy", intentions=[{"name": "win", "target": "Di"}], side="a")
    di = person("Di", intentions=[{"name": "win", "target": "Cy"}], side="b")
    rulings = {"dice_window_order": "loser_first"}
    table = Table(scenario(ann, bo, cy, di, rulings=rulings))
    for who, dice in enumerate(("000", "-00", "+++", "++0")):
        table.wish(who, ActionDeclared, ability="Brawl", stance=1).dice(1, who, dice)
    table.until(DiceRolled, 4)
    declined = len(table.of(DieDeclined))
    table.until(ContestResolved)
    asked = [e.who for e in table.of(DieDeclined)[declined:]]
    assert asked == [1, 3, 0, 2]


@pytest.mark.parametrize(("counts", "dice"), [(False, 1), (True, 0)])
def test_rul_11_the_fee_and_the_one_die(counts: bool, dice: int) -> None:  # noqa: FBT001
    """RUL-11: The fee uses up the one die of a check only if the ruling says so."""
    rulings = {"broken_fee_counts_as_pool_die": counts}
    table = alone(ann={"harm": {"7": "reason"}}, rulings=rulings).until(FeePaid)
    if dice:
        table.choose(DieBought)
    table.until(DiceRolled)
    assert len(table.of(DieBought)) == dice
    assert len(table.last(DiceRolled).faces) == (3 if dice else 4)
    purposes = [event.purpose for event in table.of(PoolSpent)]
    assert purposes == ["broken_action", "bonus_die"][: 1 + dice]


def test_ss_harm_09_the_last_point_is_the_fee() -> None:
    """SS-HARM-09: Whoever pays the last point as the fee buys no die."""
    ann = {"harm": {"7": "reason"}, "now": {"vigor": 1}}
    table = alone(ann=ann).run()
    assert table.of(DieDeclined) == []
    assert table.state.participants[0].pools == (0, 5, 5)
    assert len(table.last(DiceRolled).faces) == 4


def test_ss_die_01_everything_is_counted_before_the_roll() -> None:
    """SS-DIE-01: Bonus and penalty dice are counted before the roll, and cancel.

    Also tested: RUL-25 and SS-DIE-02.
    """
    ann = {"bruise_dice": 2, "harm": {"4": "vigor", "6": "vigor", "7": "reason"}}
    table = gifted("unopposed", ann=ann, circumstance=1)
    table.wish(0, DieBought).wish(1, GiftGiven).dice(0, 0, "+++---").run()
    gathered = table.last(DiceGathered).checks[0]
    assert (gathered.bruised, gathered.bloodied, gathered.broken) == (2, 1, 1)
    assert (gathered.circumstance, gathered.penalty) == (1, 5)
    roll = table.last(DiceRolled)
    assert (len(roll.faces), kept(roll)) == (6, "---")


def test_rul_24_each_bloodied_box_may_count() -> None:
    """RUL-24: Under `per_box` each bloodied box of a pool is a penalty die."""
    ann = {"harm": {"4": "vigor", "6": "vigor", "5": "reason"}}
    for ruling, dice in (("per_pool", 4), ("per_box", 5)):
        table = alone(ann=ann, rulings={"bloodied_stacking": ruling}).run()
        assert len(table.last(DiceRolled).faces) == dice


def test_ss_abil_02_innate_abilities_bleed_too() -> None:
    """SS-ABIL-02: A bloodied pool costs its innate ability a die too."""
    for ability, dice in (("Endure", 4), ("React", 3)):
        ann = person("Ann", harm={"5": "vigor"})
        opening = {"kind": "unopposed", "checks": [check("Ann", ability)]}
        table = Table(scenario(ann, opening=opening)).run()
        assert len(table.last(DiceRolled).faces) == dice


def test_rul_23_the_next_check_uses_every_bruise_die() -> None:
    """RUL-23, SS-HARM-06: The next check uses up every bruise die."""
    ann = person("Ann", bruise_dice=2)
    checks = [check("Ann", "Brawl"), check("Ann", "Argue")]
    table = Table(scenario(ann, opening={"kind": "linked", "checks": checks}))
    table.dice(0, 0, "-----").run()
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [5, 3]
    assert table.state.participants[0].bruises == 0


def test_rul_23_bruise_dice_that_cancel_are_used_all_the_same() -> None:
    """RUL-23: A bruise die is used up although a bought die cancels it."""
    table = alone(ann={"bruise_dice": 1}).choose(DieBought).roll("000").run()
    assert table.state.participants[0].bruises == 0


def test_rul_42_what_was_spent_stays_spent() -> None:
    """RUL-42: Points, gifts and bruise dice of the check before the Pain stay spent.

    Also tested: SS-BDP-03.
    """
    ann = person("Ann", bruise_dice=1)
    table = resisted(ann, person("Bo"), gift_dice=True)
    table.wish(0, DieBought).wish(1, GiftGiven).wish(1, PainDeclared)
    table.until(PainDeclared)
    state = table.state
    assert state.participants[0].pools == (5, 4, 5)
    assert state.participants[0].bruises == 0
    assert state.gifts == (3, 2, 3)


@pytest.mark.parametrize(("counts", "offered"), [(False, True), (True, False)])
def test_rul_11_the_fee_in_a_volley(counts: bool, offered: bool) -> None:  # noqa: FBT001
    """RUL-11: In the Pain as outside it, the fee may use up the one die of a check."""
    ann = person("Ann", harm={"7": "reason"})
    rulings = {"broken_fee_counts_as_pool_die": counts}
    table = Table(scenario(ann, person("Bo"), rulings=rulings))
    table.until(FeePaid)
    asked = table.asked
    assert isinstance(asked, Decision)
    assert (asked.who == 0 and table.offers(DieBought)) is offered
