"""What options are worth: the exact odds of the next exchange, by the tables."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from sim.rules.solar_system.appraisal.appraise import LEVEL, appraise
from sim.rules.solar_system.appraisal.exchange import Blows, exchange, spread
from sim.rules.solar_system.appraisal.prospects import LUCK
from sim.rules.solar_system.appraisal.weighing import weighed
from sim.rules.solar_system.checks.levels import levels, margins
from sim.rules.solar_system.consequences import PARALLEL, PERPENDICULAR, Relation
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    STALEMATE,
    ActionDeclared,
    Conceded,
    DieBought,
    DieDeclined,
    FeePaid,
    FeeRefused,
    IntentChanged,
    IntentDeclared,
    IntentKept,
    PainDeclared,
    PainDeclined,
    WentOn,
)
from sim.rules.solar_system.state import State, with_participant
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import NOBODY, DiceRolled, Fact, Seat
from sim.seam.protocol import Appraisal
from tests.rules.solar_system.table import Table, person, scenario

NOVICE = 0
JOURNEYMAN = 2
Odds = dict[int, Fraction]


def worth(table: Table, kind: type[Fact], **fields: object) -> Appraisal:
    """Return what an option that is offered now is worth, its harm in levels."""
    appraisal = appraised(table, kind, **fields)
    return structs.replace(
        appraisal,
        deals=appraisal.deals / LEVEL,
        suffers=appraisal.suffers / LEVEL,
        then_deals=appraisal.then_deals / LEVEL,
        then_suffers=appraisal.then_suffers / LEVEL,
    )


def appraised(table: Table, kind: type[Fact], **fields: object) -> Appraisal:
    """Return what an option that is offered now is worth, as agents see it."""
    assert SYSTEM.solving.appraise is not None
    options = [
        option
        for option in table.options
        if isinstance(option, kind)
        and all(getattr(option, name) == value for name, value in fields.items())
    ]
    return SYSTEM.solving.appraise(table.state, options[0])


def mean(odds: Odds, of: Callable[[int], int]) -> float:
    """Return the mean of something over exact odds."""
    return float(sum(chance * of(value) for value, chance in odds.items()))


def win(odds: Odds, tie: Fraction = Fraction(1, 2)) -> float:
    """Return the chance of a margin above 0, a tie counting *tie*."""
    return float(sum(p for m, p in odds.items() if m > 0) + tie * odds.get(0, 0))


def ability(table: Table, name: str) -> int:
    """Return the index of an ability of Ann's."""
    names = [ability.name for ability in table.state.data(0).abilities]
    return names.index(name)


def declared(
    stances: tuple[int, int] = (ACTIVE, ACTIVE),
    *people: dict[str, Any],
    **told: Any,  # noqa: ANN401 - passed on
) -> Table:
    """Go to the first question about dice of volley 1, in which two actions meet."""
    table = Table(scenario(*people, **told))
    for who, stance in enumerate(stances):
        wish: dict[str, Any] = {"stance": stance}
        if stance == ACTIVE:
            wish |= {"ability": "Brawl", "obstructs": "obstruct" not in told}
        elif stance == DEFENSIVE:
            wish |= {"ability": "React"}
        table.wish(who, ActionDeclared, 1, **wish)
    return table.until_asked(DieBought, 0)


@pytest.mark.parametrize("bonus", [0, 1])
def test_ss_die_06_what_a_bought_die_is_worth(bonus: int) -> None:
    """SS-DIE-06, SS-VOL-02: A bought die is weighed by exact chances and mean harm."""
    appraisal = worth(declared(), DieBought if bonus else DieDeclined)
    odds = margins(JOURNEYMAN, bonus, JOURNEYMAN, 0)
    assert appraisal.win == pytest.approx(win(odds))
    assert appraisal.deals == pytest.approx(mean(odds, lambda m: max(0, m)))
    assert appraisal.suffers == pytest.approx(mean(odds, lambda m: max(0, -m)))
    assert appraisal.cost == bonus


def test_rul_07_a_die_bought_late_is_weighed_by_what_lies() -> None:
    """RUL-07, RUL-08: A die bought after the roll is weighed by the dice that lie."""
    table = declared().dice(1, 0, "-00").dice(1, 1, "000").until(DiceRolled, 2)
    table.until_asked(DieBought, 0)
    assert worth(table, DieDeclined).win == 0.0
    assert worth(table, DieDeclined).suffers == 1.0
    late = worth(table, DieBought)
    assert late.win == pytest.approx(1 / 3 * 1.0 + 1 / 3 * 0.5)
    assert late.deals == pytest.approx(1 / 3)


def test_rul_08_against_a_penalty_the_outcome_is_known() -> None:
    """RUL-08: What a die makes of a roll with a penalty is known exactly."""
    told = {"circumstances": [{"who": "Ann", "dice": 1}]}
    table = declared((ACTIVE, ACTIVE), **told).dice(1, 0, "+0--").dice(1, 1, "000")
    table.until(DiceRolled, 2).until_asked(DieBought, 0)
    assert worth(table, DieDeclined).win == 0.0
    assert worth(table, DieBought).win == 0.5
    assert worth(table, DieBought).suffers == 0.0


def test_rul_08_what_comes_back_is_by_the_order_of_the_dice() -> None:
    """RUL-08: Which die comes back depends on the order in which the dice fell."""
    told = {"circumstances": [{"who": "Ann", "dice": 1}]}
    table = declared((ACTIVE, ACTIVE), **told).dice(1, 0, "-0-+").dice(1, 1, "000")
    table.until(DiceRolled, 2).until_asked(DieBought, 0)
    assert worth(table, DieBought).win == 0.0
    assert worth(table, DieBought).suffers == 2.0


@pytest.mark.parametrize("stance", [ACTIVE, DEFENSIVE])
def test_ss_item_02_a_die_is_weighed_with_both_weapons(stance: int) -> None:
    """SS-ITEM-02: A die is weighed with the weapon of whoever strikes and wins.

    Also tested: RUL-17.
    """
    people = [
        person(
            name,
            items=[{"name": "w", "bonuses": [{"role": "weapon", "rating": rating}]}],
        )
        for name, rating in (("Ann", 1), ("Bo", 2))
    ]
    appraisal = worth(declared((stance, ACTIVE), *people), DieDeclined)
    odds = margins(JOURNEYMAN, 0, JOURNEYMAN, 0)
    deals = mean(odds, lambda m: m + 1 if m > 0 and stance == ACTIVE else 0)
    assert appraisal.deals == pytest.approx(deals)
    assert appraisal.suffers == pytest.approx(
        mean(odds, lambda m: 2 - m if m < 0 else 0)
    )


def test_ss_vol_04_side_by_side() -> None:
    """SS-VOL-04: In parallel each side deals the mean of its own level."""
    appraisal = worth(declared(obstruct="choice"), DieDeclined)
    level = mean(levels(JOURNEYMAN, 0), lambda value: value)
    assert appraisal.deals == pytest.approx(level)
    assert appraisal.suffers == pytest.approx(level)


def test_ss_act_03_a_defence_deals_nothing() -> None:
    """SS-ACT-03: A defence deals nothing, and suffers by the margin."""
    appraisal = worth(declared((DEFENSIVE, ACTIVE)), DieDeclined)
    odds = margins(JOURNEYMAN, 0, JOURNEYMAN, 0)
    assert appraisal.deals == 0.0
    assert appraisal.suffers == pytest.approx(mean(odds, lambda m: max(0, -m)))


def test_ss_act_03_without_a_target_nothing_is_dealt() -> None:
    """SS-ACT-03: Without a target nothing is dealt, but others may still do harm."""
    table = declared((DEFENSIVE, ACTIVE))
    react = ability(table, "React")
    appraisal = weighed(table.state, Seat(0), DEFENSIVE, react, NOBODY)
    assert appraisal.deals == 0.0
    assert appraisal.suffers > 0.0


def test_rul_53_somebody_without_an_action() -> None:
    """RUL-53: Against somebody without an action the full level is dealt."""
    appraisal = worth(declared((ACTIVE, NO_ACTION)), DieDeclined)
    assert appraisal.deals == pytest.approx(mean(levels(JOURNEYMAN, 0), lambda v: v))
    assert appraisal.suffers == 0.0


@pytest.mark.parametrize(("role", "change"), [("weapon", 2), ("armor", -2)])
def test_ss_item_02_items_are_weighed(role: str, change: int) -> None:
    """SS-ITEM-02: A weapon adds to each harm that there is, and armour takes from it.

    Also tested: RUL-17.
    """
    item = {"name": "thing", "bonuses": [{"role": role, "rating": 2}]}
    armed = {"weapon": 0, "armor": 1}[role]
    people = [person(name) for name in ("Ann", "Bo")]
    people[armed]["items"] = [item]
    appraisal = worth(declared((ACTIVE, ACTIVE), *people), DieDeclined)
    odds = margins(JOURNEYMAN, 0, JOURNEYMAN, 0)
    expected = mean(odds, lambda m: max(0, m + change) if m > 0 else 0)
    assert appraisal.deals == pytest.approx(expected)


def test_ss_harm_07_wounds_are_weighed() -> None:
    """SS-HARM-07: Bruise, wound and break are each weighed as a penalty die.

    Also tested: SS-HARM-06 and SS-HARM-09.
    """
    ann = person("Ann", harm={"4": "vigor", "7": "reason"}, bruise_dice=1)
    table = Table(scenario(ann, person("Bo")))
    table.until_asked(ActionDeclared, 0)
    brawl = worth(table, ActionDeclared, stance=ACTIVE, ability=ability(table, "Brawl"))
    argue = worth(table, ActionDeclared, stance=ACTIVE, ability=ability(table, "Argue"))
    assert brawl.win == pytest.approx(win(margins(JOURNEYMAN, -3, JOURNEYMAN, 0)))
    assert argue.win == pytest.approx(win(margins(JOURNEYMAN, -2, JOURNEYMAN, 0)))


def test_rul_74_circumstances_are_weighed_once_they_are_known() -> None:
    """RUL-74: Penalty dice for circumstances are weighed once they are known."""
    told = {"circumstances": [{"who": "Ann", "dice": 2}]}
    appraisal = worth(declared((ACTIVE, ACTIVE), **told), DieDeclined)
    assert appraisal.win == pytest.approx(win(margins(JOURNEYMAN, -2, JOURNEYMAN, 0)))


def check(difficulty: int) -> Table:
    """Let Ann alone roll Brawl."""
    told = [{"who": "Ann", "abilities": ["Brawl"], "difficulty": difficulty}]
    return Table(scenario(person("Ann"), opening={"kind": "unopposed", "checks": told}))


@pytest.mark.parametrize("difficulty", [1, 2])
def test_ss_uno_04_a_lone_check(difficulty: int) -> None:
    """SS-UNO-04: A lone check is weighed by the chance to reach its difficulty."""
    appraisal = worth(check(difficulty), DieBought)
    odds = levels(JOURNEYMAN, 1)
    reached = sum(p for level, p in odds.items() if level >= difficulty)
    assert appraisal.win == pytest.approx(float(reached))


@pytest.mark.parametrize(("who", "tie"), [(0, 0), (1, 1)])
def test_ss_res_02_ties_count_against_the_instigator(who: int, tie: int) -> None:
    """SS-RES-02: In a resisted check a tie counts for whoever resists."""
    told = [{"who": name, "abilities": ["Brawl"]} for name in ("Ann", "Bo")]
    table = Table(scenario(opening={"kind": "resisted", "checks": told}))
    table.until_asked(DieDeclined, who)
    odds = margins(JOURNEYMAN, 0, JOURNEYMAN, 0)
    assert worth(table, DieDeclined).win == pytest.approx(win(odds, Fraction(tie)))


def test_ss_give_01_giving_up_is_marked() -> None:
    """SS-GIVE-01: At the gate giving up is marked as a concession, and going on not."""
    table = Table(scenario()).until_asked(Conceded, 0)
    assert worth(table, Conceded).concedes
    assert not worth(table, WentOn).concedes


def test_ss_res_04_to_accept_a_loss_is_to_give_up() -> None:
    """SS-RES-04: Accepting a lost check is a concession of the loser alone."""
    told = [{"who": name, "abilities": ["Brawl"]} for name in ("Ann", "Bo")]
    table = Table(scenario(opening={"kind": "resisted", "checks": told}))
    table.until_asked(PainDeclined, 0)
    assert worth(table, PainDeclined).concedes
    assert not worth(table, PainDeclared).concedes
    assert worth(table, PainDeclined).stakes == worth(table, PainDeclared).stakes == 0
    table.choose(PainDeclined)
    assert not worth(table, PainDeclined).concedes


def test_ss_int_01_stakes_are_the_rungs_of_the_ladder() -> None:
    """SS-INT-01: What is at stake is the place of the intention among one's own."""
    table = Table(scenario()).until_asked(IntentDeclared, 0)
    assert worth(table, IntentDeclared, goal=0).stakes == 0
    assert worth(table, IntentDeclared, goal=1).stakes == 1
    table.choose(IntentDeclared, goal=0).until_asked(IntentChanged, 0)
    assert worth(table, IntentChanged).stakes == 1
    assert worth(table, IntentChanged).deals == 0.0


def test_ss_harm_04_with_no_box_left_one_is_not_beaten_yet() -> None:
    """SS-HARM-04: With every box ticked one is behind, but not beaten yet."""
    full = dict.fromkeys("1234567", "vigor")
    table = Table(scenario(person("Ann", harm=full), person("Bo"))).until_asked(
        Conceded, 0
    )
    lead = worth(table, WentOn).ahead
    assert -1 < lead < 0


def test_a_level_of_harm_counts_as_much_as_a_point_costs() -> None:
    """Agents see half of every level of harm, so that a level is worth a point."""
    table = Table(scenario()).until_asked(DieBought, 0)
    dealt, levels_dealt = appraised(table, DieBought), worth(table, DieBought)
    assert dealt.deals == pytest.approx(levels_dealt.deals / 2)
    assert dealt.deals > 0


def race(theirs: float, ours: float) -> float:
    """Return twice the chance less 1 to wear *theirs* out before *ours* is."""
    ratio = (theirs / ours) ** LUCK
    return (1 - ratio) / (1 + ratio)


def test_ss_harm_01_ahead_is_who_is_worn_out_first() -> None:
    """SS-HARM-01: Whoever would be worn out later is ahead."""
    ann = person("Ann", harm={"3": "vigor"})
    bo = person("Bo", harm=dict.fromkeys("126", "vigor"))
    table = Table(scenario(ann, bo)).until_asked(Conceded, 0)
    assert worth(table, WentOn).ahead == pytest.approx(race(20, 26))
    assert worth(table, Conceded).ahead == worth(table, WentOn).ahead
    table.choose(WentOn)
    assert worth(table, WentOn).ahead == pytest.approx(-race(20, 26))


def test_ss_int_04_returns_are_those_of_the_intentions() -> None:
    """SS-INT-04: Giving up leaves what the other wants now, and losing what is coming.

    Also tested: SS-GIVE-04.
    """
    goals = [
        {"name": "mild", "actions": ["Brawl"], "worth": 0.8, "leaves": 0.4},
        {"name": "deadly", "actions": ["Brawl"], "leaves": 0.1, "permanent": True},
    ]
    people = [person(name, intentions=goals) for name in ("Ann", "Bo")]
    table = Table(scenario(*people))
    table.wish(0, IntentDeclared, 0, goal=0).wish(1, IntentDeclared, 0, goal=0)
    table.wish(1, IntentChanged, 1).until_asked(Conceded, 0)
    assert worth(table, Conceded).gives == worth(table, WentOn).loses == 0.4
    table.choose(WentOn).until_asked(Conceded, 0)
    gives_up = worth(table, Conceded)
    assert (gives_up.gives, gives_up.wins, gives_up.loses) == (0.4, 0.8, 0.1)


def test_ss_chg_03_a_change_is_weighed_by_what_it_leads_to() -> None:
    """SS-CHG-03: A change is weighed as a defence now and a new action after it."""
    goals = [
        {"name": "mild", "actions": ["Sneak"]},
        {"name": "deadly", "actions": ["Brawl"]},
    ]
    ann = person("Ann", intentions=goals, ranks={"Sneak": "novice", "Brawl": "master"})
    table = Table(scenario(ann, person("Bo")))
    table.wish(0, IntentDeclared, 0, goal=0).until_asked(IntentChanged, 0)
    changes = worth(table, IntentChanged)
    stays = worth(table, ActionDeclared, stance=ACTIVE)
    odds = margins(3, 0, JOURNEYMAN, 0)
    assert changes.deals == 0.0
    assert changes.then_deals == pytest.approx(mean(odds, lambda m: max(0, m)))
    assert stays.then_deals == pytest.approx(stays.deals)


def test_ss_harm_09_the_fee_costs_a_point() -> None:
    """SS-HARM-09: Paying the fee costs a point; refusing it leaves no action.

    Also tested: RUL-12.
    """
    ann = person("Ann", harm={"7": "reason"})
    table = Table(scenario(ann, person("Bo")))
    for who in (0, 1):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until_asked(FeePaid, 0)
    pays, refuses = worth(table, FeePaid), worth(table, FeeRefused)
    assert (pays.cost, refuses.cost) == (1.0, 0.0)
    assert pays.win == pytest.approx(win(margins(JOURNEYMAN, -1, JOURNEYMAN, 0)))
    assert refuses.deals == 0.0
    assert refuses.suffers == pytest.approx(mean(levels(JOURNEYMAN, 0), lambda v: v))
    assert (pays.idle, refuses.idle) == (False, True)


@pytest.mark.parametrize(
    ("boxes", "ends"), [("7", 7), ("567", 5), ("1234567", 1), ("123456", 8)]
)
def test_ss_harm_10_past_broken_counts_as_the_last_box(boxes: str, ends: int) -> None:
    """SS-HARM-10, RUL-21: Harm that goes past broken is weighed as the last box."""
    bo = person("Bo", harm=dict.fromkeys(boxes, "reason"))
    table = Table(scenario(person("Ann"), bo))
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until_asked(ActionDeclared, 1)
    defends = worth(table, ActionDeclared, ability=ability(table, "Endure"))
    margin = margins(JOURNEYMAN, 0, NOVICE, -("7" in boxes))
    suffered = mean(margin, lambda m: max(m, 7) if m >= ends else max(0, m))
    assert defends.suffers == pytest.approx(suffered)


def left_with(table: Table, who: int, *pools: int) -> State:
    """Return the state of *table* with these points left in the pools of *who*."""
    return with_participant(table.state, Seat(who), pools=pools)


def test_rul_12_who_cannot_pay_does_not_act() -> None:
    """RUL-12: Nobody expects an attack of a broken character who cannot pay for it.

    Also tested: SS-HARM-09.
    """
    ann = person("Ann", harm={"7": "reason"})
    table = Table(scenario(person("Bo"), ann)).until_asked(ActionDeclared, 0)
    brawl = ability(table, "Brawl")
    attack = next(option for option in table.options if option.ability == brawl)
    assert appraise(table.state, attack).suffers > 0
    appraisal = appraise(left_with(table, 1, 0, 0, 0), attack)
    assert appraisal.win == pytest.approx(win(levels(JOURNEYMAN, 0)))
    assert (appraisal.suffers, appraisal.ahead) == (0.0, 1.0)


@pytest.mark.parametrize("vigor", [0, 1])
def test_rul_12_an_intention_that_cannot_be_paid_for_does_nothing(vigor: int) -> None:
    """RUL-12: An intention that a broken character cannot pay for does nothing."""
    goals = [{"name": "mild", "actions": ["Brawl"]}, {"name": "deadly"}]
    ann = person("Ann", intentions=goals, harm={"7": "reason"})
    table = Table(scenario(ann, person("Bo"))).until_asked(ActionDeclared, 0)
    state = left_with(table, 0, vigor, 1, 0)
    assert appraise(state, IntentKept(Seat(0))).idle == (not vigor)
    assert not appraise(state, IntentDeclared(Seat(0), 1, Seat(1), STALEMATE)).idle
    # Only Endure defends then, or nothing does, and Bo's whole level is harm.
    changed = appraise(left_with(table, 0, vigor, 0, 0), IntentChanged(Seat(0)))
    odds = margins(JOURNEYMAN, 0, NOVICE, -1) if vigor else levels(JOURNEYMAN, 0)
    suffered = mean(odds, lambda m: max(0, m))
    assert changed.suffers == pytest.approx(LEVEL * suffered)


@pytest.mark.parametrize("how", [PARALLEL, PERPENDICULAR])
@pytest.mark.parametrize(("adds", "theirs"), [(0, 0), (-1, 2), (-3, 1), (-9, -9)])
def test_what_one_deals_the_other_suffers(
    how: Relation, adds: int, theirs: int
) -> None:
    """SS-VOL-02: What one side deals is what the other suffers, and armour never heals.

    Also tested: SS-VOL-05.
    """
    mine, other = spread(2, 1), spread(1, -1)
    ours = exchange(mine, other, Blows(adds, theirs, relation=how))
    back = exchange(other, mine, Blows(theirs, adds, relation=how))
    assert ours.deals == pytest.approx(back.suffers)
    assert ours.suffers == pytest.approx(back.deals)
    assert ours.win == pytest.approx(1 - back.win)
    assert min(ours.deals, ours.suffers) >= 0
