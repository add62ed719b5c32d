"""What answers are worth before any dice: actions, intentions, gates and gifts.

Expected values are means over the exact odds of two rolls, never over the code's own
weighing. Where a seat has not declared yet, its strongest attack is expected.
"""

from fractions import Fraction
from typing import Any

import pytest

from sim.rules.solar_system.appraisal import prospects
from sim.rules.solar_system.checks.levels import levels, margins
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    ActionDeclared,
    ActionKept,
    AnsweredSealed,
    ChangeWithdrawn,
    Conceded,
    DieBought,
    DieDeclined,
    GiftGiven,
    HealingTried,
    IntentChanged,
    IntentDeclared,
    IntentKept,
    Joined,
    Passed,
    StayedOut,
    StoryGuideRuled,
    WentOn,
)
from sim.rules.solar_system.harm.track import BOXES
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Appraisal
from tests.rules.solar_system.table import Table, person, scenario
from tests.rules.solar_system.test_appraise import (
    Odds,
    ability,
    mean,
    race,
    win,
    worth,
)

NOVICE, GREENHORN, JOURNEYMAN, MASTER, GRAND_MASTER = range(5)
ANN, BO, CY, JUDGE = range(4)
EVEN = margins(JOURNEYMAN, 0, JOURNEYMAN, 0)


def dealt(odds: Odds) -> float:
    """Return the mean of what the winner of a margin deals."""
    return mean(odds, lambda margin: max(0, margin))


def taken(odds: Odds) -> float:
    """Return the mean of what the loser of a margin suffers."""
    return mean(odds, lambda margin: max(0, -margin))


def level(rank: int, net: int = 0) -> float:
    """Return the mean level of a roll."""
    return mean(levels(rank, net), lambda value: value)


def figures(appraisal: Appraisal) -> object:
    """Return a comparison to the chance to win, and the mean harm each way."""
    return pytest.approx((appraisal.win, appraisal.deals, appraisal.suffers))


def menu(*people: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Go to Ann's menu of actions, where each aims at the next and the last at Ann."""
    told.setdefault("rulings", {})
    table = Table(scenario(*people, **told))
    many = len(people) or 2
    for who in range(many):
        table.wish(who, IntentDeclared, 0, target=(who + 1) % many)
    return table.until_asked(ActionDeclared, ANN)


def attack(table: Table, name: str) -> Appraisal:
    """Return what Ann's attack with an ability is worth."""
    index = ability(table, name)
    return worth(table, ActionDeclared, stance=ACTIVE, ability=index, prop=-1)


# Actions.


def test_ss_vol_02_each_stance_against_what_is_likely() -> None:
    """SS-VOL-02: Each stance is weighed against the attack that is likely.

    Also tested: SS-VOL-03 and RUL-53.
    """
    table = menu()
    even = (win(EVEN), dealt(EVEN), taken(EVEN))
    assert figures(attack(table, "Brawl")) == even
    index = ability(table, "React")
    defends = worth(table, ActionDeclared, stance=DEFENSIVE, ability=index)
    assert figures(defends) == (win(EVEN), 0.0, taken(EVEN))
    idle = worth(table, ActionDeclared, stance=NO_ACTION)
    nothing = levels(JOURNEYMAN, 0)[0]
    assert figures(idle) == (float(nothing / 2), 0.0, level(JOURNEYMAN))


@pytest.mark.parametrize(
    ("harm", "rank", "net"), [({}, MASTER, 0), ("456", GREENHORN, 0)]
)
def test_ss_harm_07_the_strongest_attack_is_expected(
    harm: str | dict[str, str], rank: int, net: int
) -> None:
    """SS-HARM-07: The strongest attack that wounds leave to the other is expected.

    Also tested: RUL-24.
    """
    ranks = {"Brawl": "greenhorn", "Sneak": "novice", "Argue": "master"}
    bo = person("Bo", ranks=ranks, harm=dict.fromkeys(harm, "reason"))
    table = menu(person("Ann"), bo, rulings={"bloodied_stacking": "per_box"})
    odds = margins(JOURNEYMAN, 0, rank, net)
    assert figures(attack(table, "Brawl")) == (win(odds), dealt(odds), taken(odds))


def test_ss_chg_03_who_is_changing_is_expected_to_defend() -> None:
    """SS-CHG-03, RUL-58: Whoever is changing is expected to defend at best."""
    bo = person("Bo", side="x", ranks={"Endure": "greenhorn"})
    cy = person("Cy", side="x", ranks={"Resist": "master"})
    table = Table(scenario(bo, person("Ann", side="y"), cy, method="zeitgeist"))
    table.wish(1, IntentDeclared, 0, target=2).until_asked(IntentChanged, 0)
    table.choose(IntentChanged)
    table.choose(ActionDeclared, stance=DEFENSIVE, ability=ability(table, "Endure"))
    wins = [win(margins(JOURNEYMAN, 0, rank, 0)) for rank in (GREENHORN, MASTER)]
    dealt_to_cy = dealt(margins(JOURNEYMAN, 0, MASTER, 0))
    assert figures(attack(table, "Argue")) == (sum(wins) / 2, dealt_to_cy, 0.0)


def test_ss_fac_02_what_is_declared_is_what_is_weighed() -> None:
    """SS-FAC-02: Once an action is declared, that action is what is weighed."""
    table = menu(person("Ann"), person("Bo", ranks={"Sneak": "novice"}))
    table.choose(ActionDeclared, stance=ACTIVE, ability=ability(table, "Brawl"))
    table.choose(ActionDeclared, stance=ACTIVE, ability="Sneak")
    table.until_asked(ActionKept, ANN)
    odds = margins(JOURNEYMAN, 0, NOVICE, 0)
    expected = (win(odds), dealt(odds), taken(odds))
    assert figures(worth(table, ActionKept)) == expected
    assert figures(attack(table, "Argue")) == expected


@pytest.mark.parametrize("stance", [DEFENSIVE, NO_ACTION])
def test_ss_fac_02_to_keep_a_defence_is_worth_what_it_was(stance: int) -> None:
    """SS-FAC-02, RUL-45: To keep a defence is worth what it was worth to declare it."""
    table = menu()
    before = worth(table, ActionDeclared, stance=stance)
    table.choose(ActionDeclared, stance=stance).until_asked(ActionKept, ANN)
    kept = worth(table, ActionKept)
    assert figures(kept) == (before.win, before.deals, before.suffers)


def test_rul_48_a_defence_is_kept_against_who_is_not_after_one_too() -> None:
    """RUL-48: A kept defence counts half a win where the target strikes at another."""
    table = three().choose(ActionDeclared, stance=DEFENSIVE)
    assert table.does(ANN) == "Endure"
    for who in (BO, CY):
        table.wish(who, ActionDeclared, ability="Brawl", stance=ACTIVE)
    odds = margins(NOVICE, 0, JOURNEYMAN, 0)
    table.until_asked(ActionKept, ANN)
    expected = ((win(odds) + 0.5) / 2, 0.0, taken(odds))
    assert figures(worth(table, ActionKept)) == expected


def test_ss_fac_04_a_prop_adds_one_to_a_win() -> None:
    """SS-FAC-04, SS-ITEM-08: A prop adds 1 to the harm of every win."""
    ann = person("Ann", props=[{"name": "sand", "ability": "Brawl"}])
    table = menu(ann, person("Bo"))
    index = ability(table, "Brawl")
    with_it = worth(table, ActionDeclared, stance=ACTIVE, ability=index, prop=0)
    assert figures(with_it) == (win(EVEN), dealt(EVEN) + win(EVEN), taken(EVEN))
    assert attack(table, "Brawl").deals == pytest.approx(dealt(EVEN))


def test_rul_46_what_goes_side_by_side_is_known_before() -> None:
    """RUL-46: Actions that the scenario lists as parallel are weighed side by side.

    Also tested: SS-VOL-04.
    """
    bo = person("Bo", ranks={"Brawl": "master"})
    table = menu(person("Ann"), bo, parallel=[["Brawl", "Brawl"]])
    brawl, argue = attack(table, "Brawl"), attack(table, "Argue")
    assert (brawl.deals, brawl.suffers) == pytest.approx(
        (level(JOURNEYMAN), level(MASTER))
    )
    assert argue.deals == pytest.approx(dealt(margins(JOURNEYMAN, 0, MASTER, 0)))


def test_ss_item_02_the_others_weapon_is_weighed_too() -> None:
    """SS-ITEM-02, RUL-17: The other's weapon is in what one may suffer."""
    bonus = {"role": "weapon", "rating": 2}
    bo = person("Bo", items=[{"name": "club", "bonuses": [bonus]}])
    suffers = mean(EVEN, lambda margin: 2 - margin if margin < 0 else 0)
    expected = (win(EVEN), dealt(EVEN), suffers)
    assert figures(attack(menu(person("Ann"), bo), "Brawl")) == expected


# Many.


def three(**told: Any) -> Table:  # noqa: ANN401 - passed on
    """Go to Ann's menu: she aims at Bo, he at Cy, and Cy at her."""
    return menu(person("Ann"), person("Bo"), person("Cy"), **told)


def test_rul_48_a_defence_meets_all_who_are_after_one() -> None:
    """RUL-48: A defence is weighed against everybody who is after the defender."""
    table = three()
    index = ability(table, "React")
    defends = worth(table, ActionDeclared, stance=DEFENSIVE, ability=index)
    assert figures(defends) == (win(EVEN), 0.0, 2 * taken(EVEN))


def test_rul_48_an_attack_deals_to_its_target_alone() -> None:
    """RUL-48, INV-13: An attack deals harm to its target alone."""
    assert attack(three(), "Brawl").deals == pytest.approx(dealt(EVEN))


def test_rul_48_who_is_busy_elsewhere_takes_it_all() -> None:
    """RUL-48: A target who is busy elsewhere takes the full level."""
    table = three()
    table.choose(ActionDeclared, stance=DEFENSIVE, ability=ability(table, "React"))
    table.choose(ActionDeclared, stance=ACTIVE, ability=ability(table, "Brawl"))
    table.choose(ActionDeclared, stance=NO_ACTION).until_asked(ActionKept, ANN)
    brawl = attack(table, "Brawl")
    assert brawl.deals == pytest.approx(level(JOURNEYMAN))
    assert brawl.suffers == 0.0


def test_rul_48_a_die_is_weighed_in_every_meeting() -> None:
    """RUL-48, RUL-47: A die is weighed in every meeting of the roll it is put on."""
    table = three()
    for who in (ANN, BO, CY):
        stance = DEFENSIVE if who == CY else ACTIVE
        name = "React" if who == CY else "Brawl"
        table.wish(who, ActionDeclared, 1, ability=name, stance=stance)
    ranks = {ANN: "+++", BO: "000", CY: "-00"}
    for who, dice in ranks.items():
        table.dice(1, who, dice)
    table.until_asked(DieDeclined, ANN)
    assert worth(table, DieDeclined).deals == pytest.approx(level(JOURNEYMAN))
    table.choose(DieDeclined).until_asked(DieDeclined, BO)
    mine = worth(table, DieDeclined)
    assert figures(mine) == (win(EVEN), dealt(EVEN), 0.0)


# Intentions.


def test_ss_int_01_an_intention_is_worth_its_best_action() -> None:
    """SS-INT-01, SS-INT-02: An intention is worth the best action that serves it."""
    goals = [
        {"name": "weak", "actions": ["Sneak"]},
        {"name": "strong", "actions": ["Sneak", "Argue"]},
    ]
    ann = person("Ann", intentions=goals, ranks={"Sneak": "novice", "Argue": "master"})
    bo = person("Bo", ranks={"Endure": "greenhorn", "React": "novice"})
    table = Table(scenario(ann, bo)).until_asked(IntentDeclared, ANN)
    for goal, rank in enumerate((NOVICE, MASTER)):
        odds = margins(rank, 0, GREENHORN, 0)
        appraisal = worth(table, IntentDeclared, goal=goal)
        assert figures(appraisal) == (win(odds), dealt(odds), 0.0)
        assert appraisal.stakes == goal


def test_ss_stale_01_to_keep_is_worth_the_old_intention() -> None:
    """SS-STALE-01: To keep an intention after a tie is worth the best it can still do.

    Also tested: RUL-33.
    """
    table = menu()
    for who in (ANN, BO):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until_asked(IntentKept, ANN)
    kept = worth(table, IntentKept)
    assert figures(kept) == (win(EVEN), dealt(EVEN), taken(EVEN))
    assert kept.stakes == 0


def test_rul_49_an_intention_against_nobody_is_worth_nothing() -> None:
    """RUL-49: An intention against somebody who has left is worth nothing."""
    table = three().until_asked(Conceded, BO).choose(Conceded)
    table.until_asked(IntentKept, ANN)
    assert figures(worth(table, IntentKept)) == (0.5, 0.0, 0.0)


@pytest.mark.parametrize("first", [0, 1])
def test_ss_chg_01_to_change_is_to_defend_and_to_climb(first: int) -> None:
    """SS-CHG-03, SS-CHG-01: A change is weighed as the best defence, and a step up."""
    harm = dict.fromkeys("456", "instinct")
    ann = person("Ann", harm=harm, ranks={"Endure": "greenhorn"})
    told = {"rulings": {"bloodied_stacking": "per_box"}}
    table = Table(scenario(ann, person("Bo"), **told))
    table.wish(ANN, IntentDeclared, 0, goal=first).until_asked(IntentChanged, ANN)
    odds = margins(GREENHORN, 0, JOURNEYMAN, 0)
    changes = worth(table, IntentChanged)
    assert figures(changes) == (win(odds), 0.0, taken(odds))
    assert changes.stakes == 1
    assert attack(table, "Brawl").stakes == first
    table.choose(IntentChanged)
    idle = worth(table, ActionDeclared, stance=NO_ACTION)
    assert idle.stakes == 1
    table.choose(ActionDeclared, stance=NO_ACTION).until_asked(ChangeWithdrawn, ANN)
    back = worth(table, ChangeWithdrawn)
    assert figures(back) == (win(EVEN), dealt(EVEN), taken(EVEN))
    assert back.stakes == first


# The gate.


@pytest.mark.parametrize("mode", ["sequential", "sealed"])
@pytest.mark.parametrize(("goal", "coming"), [(0, 1), (1, 1)])
def test_ss_give_04_what_is_coming_is_deadlier(
    mode: str, goal: int, coming: int
) -> None:
    """SS-GIVE-04: Going on is weighed by the deadlier intention that is coming."""
    table = Table(scenario(rulings={"concession_mode": mode}))
    table.wish(BO, IntentDeclared, 0, goal=goal).wish(BO, IntentChanged, 1)
    gate = Conceded if mode == "sequential" else AnsweredSealed
    table.until_asked(ChangeWithdrawn, BO).until_asked(gate, ANN)
    if mode == "sequential":
        leaves, stays = worth(table, Conceded), worth(table, WentOn)
    else:
        leaves, stays = (
            worth(table, gate, concedes=concedes) for concedes in (True, False)
        )
    assert (leaves.concedes, stays.concedes) == (True, False)
    assert (leaves.stakes, stays.stakes) == (goal, coming)
    assert figures(stays) == (0.5, 0.0, 0.0)


@pytest.mark.parametrize("deadliest", [0, 1])
def test_ss_give_04_the_deadliest_of_many(deadliest: int) -> None:
    """SS-GIVE-04: Among several opponents the deadliest intention is at stake."""
    people = [person(name) for name in ("Ann", "Bo", "Cy")]
    table = Table(scenario(*people)).wish(CY, IntentDeclared, 0, goal=deadliest)
    table.until_asked(Conceded, ANN)
    assert worth(table, Conceded).stakes == deadliest
    assert worth(table, WentOn).stakes == deadliest


def test_ss_give_04_who_has_declared_nothing_wants_the_mildest() -> None:
    """SS-GIVE-04: Whoever has declared no intention is expected to want the mildest."""
    table = Table(scenario(person("Ann"), person("Bo")))
    assert len(table.state.data(BO).goals) == 2
    assert table.state.participants[BO].intent is None
    assert prospects.coming_rung(table.state, Seat(BO)) == 0


# Dice for others, and what only taste decides.


def gifts(giver: int, **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Go to where *giver* may put a gift die on Ann's roll against Bo's."""
    people = [
        person(name, side=side, **told.get(name, {}))
        for name, side in (("Ann", "x"), ("Bo", "y"), ("Cy", "x"))
    ]
    table = Table(scenario(*people, gift_dice=True))
    for who, target in ((ANN, BO), (BO, ANN), (CY, BO)):
        table.wish(who, IntentDeclared, 0, target=target)
        stance = NO_ACTION if who == CY else ACTIVE
        wish = {} if who == CY else {"ability": "Brawl"}
        table.wish(who, ActionDeclared, 1, stance=stance, **wish)
    return table.until_asked(GiftGiven, giver, roll=0)


@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("giver", [BO, CY, 3])
def test_ss_gift_02_a_die_for_a_friend_or_a_foe(giver: int, given: bool) -> None:  # noqa: FBT001
    """SS-GIFT-02: A gift to an ally is worth what it does for him.

    To others, what it costs them.
    """
    table = gifts(giver, Bo={"harm": {"7": "reason"}})
    appraisal = worth(table, GiftGiven if given else DieDeclined)
    odds = margins(JOURNEYMAN, int(given), JOURNEYMAN, -1)
    ours = (win(odds), dealt(odds), taken(odds))
    theirs = (1 - ours[0], ours[2], ours[1])
    assert figures(appraisal) == (ours if giver == CY else theirs)
    assert appraisal.cost == float(given)
    assert appraisal.ahead == (
        0.0 if giver == JUDGE else worth(table, DieDeclined).ahead
    )


def test_ss_com_02_in_a_race_one_is_weighed_against_all() -> None:
    """SS-COM-02: In a race one is weighed by the mean chance to be better.

    Also tested: SS-COM-03.
    """
    ranks = {"Ann": "journeyman", "Bo": "master", "Cy": "novice"}
    people = [person(name, ranks={"Brawl": rank}) for name, rank in ranks.items()]
    checks = [{"who": name, "abilities": ["Brawl"]} for name in ranks]
    table = Table(scenario(*people, opening={"kind": "competitive", "checks": checks}))
    for bonus, kind in enumerate((DieDeclined, DieBought)):
        chances = [
            win(margins(JOURNEYMAN, bonus, rank, 0), Fraction(1, 2))
            for rank in (MASTER, NOVICE)
        ]
        chance = sum(chances) / 2
        expected = (chance, BOXES * chance, BOXES * (1 - chance))
        assert figures(worth(table, kind)) == expected


def test_ss_multi_02_a_check_that_decides_all_counts_as_the_last_box() -> None:
    """SS-MULTI-02: A check that decides everything counts as much as the last box."""
    people = [person(name, side="x") for name in ("Ann", "Bo")]
    checks = [
        {"who": name, "abilities": ["Brawl"], "difficulty": 2} for name in ("Ann", "Bo")
    ]
    opening = {"kind": "group", "group": "same", "checks": checks}
    table = Table(scenario(*people, opening=opening))
    for bonus, kind in enumerate((DieDeclined, DieBought)):
        odds = levels(JOURNEYMAN, bonus)
        chance = float(sum(p for level, p in odds.items() if level >= 2))
        appraisal = worth(table, kind)
        assert (appraisal.win, appraisal.deals) == pytest.approx(
            (chance, BOXES * chance)
        )
        assert appraisal.suffers == 0


def test_ss_harm_01_ahead_is_against_all_the_others() -> None:
    """SS-HARM-01: Alone against two, one is weighed against both together."""
    people = [person("Ann"), person("Bo"), person("Cy")]
    table = Table(scenario(*people)).until_asked(Conceded, ANN)
    assert worth(table, WentOn).ahead == pytest.approx(race(4, 1))


def test_ss_heal_01_after_it_nobody_knows_what_is_better() -> None:
    """SS-HEAL-01: After the conflict healing is worth nothing to an agent."""
    ann = person("Ann", ranks={"First Aid": "journeyman"})
    bo = person("Bo", ranks={"First Aid": "novice"}, harm={"1": "vigor"})
    told = {"aftermath": {"heal_with": ["First Aid"]}}
    table = Table(scenario(ann, bo, **told)).until_asked(Conceded, BO)
    table.choose(Conceded).until_asked(HealingTried, ANN)
    assert worth(table, HealingTried) == Appraisal(ahead=1.0)
    table.choose(Passed)
    assert worth(table, HealingTried) == Appraisal()


def test_rul_50_to_join_gains_and_to_stay_out_does_nothing() -> None:
    """RUL-50: To join is worth what can be dealt to the other side.

    To stay out, nothing.
    """
    sides = {"Ann": "x", "Bo": "y", "Cy": "x"}
    people = [
        person(name, side=side, bystander=name == "Cy") for name, side in sides.items()
    ]
    table = Table(scenario(*people)).until_asked(Joined, CY)
    joins, against = (worth(table, Joined, side=side) for side in (0, 1))
    assert (joins.deals, joins.suffers) == (pytest.approx(dealt(EVEN)), 0.0)
    assert against.deals == 0.0
    assert worth(table, StayedOut).idle


def test_rul_50_who_only_looks_on_weighs_nothing() -> None:
    """RUL-50: A bystander is never ahead, and rulings are all worth the same.

    Also tested: ENG-02.
    """
    people = [person("Ann"), person("Bo"), person("Cy", bystander=True)]
    told = {"story_guide": {"asked": ["circumstance"]}}
    table = Table(scenario(*people, **told)).until_asked(Joined, CY)
    assert worth(table, Joined).ahead == 0.0
    table.until_asked(StoryGuideRuled, 3)
    options = [SYSTEM.solving.appraise(table.state, option) for option in table.options]  # type: ignore[misc]
    assert options == [Appraisal()] * 3
    assert table.state.participants[Seat(CY)].intent is None
