"""Cases in which two rules meet, each of which was once played wrongly."""

from typing import Any

import pytest

from sim.errors import ScenarioError
from sim.rules.solar_system.consequences import (
    CheckResolved,
    ContestResolved,
    DiceGathered,
    FreeAndClearOpened,
    HarmApplied,
    IntentionFulfilled,
    IntentsOpened,
    PainOffered,
    PoolSpent,
    VolleyClosed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
    NO_ACTION,
    ActionDeclared,
    AnsweredSealed,
    CheckDeclared,
    Conceded,
    DieDeclined,
    FeePaid,
    FeeRefused,
    HarmShared,
    HealingTried,
    IntentChanged,
    IntentDeclared,
    IntentKept,
    PainDeclared,
    StoryGuideRuled,
)
from sim.rules.solar_system.state import FELL_OUT, intent_of
from sim.seam.events import DiceRolled, Seat
from sim.seam.protocol import Decision, Outcome
from tests.rules.solar_system.table import Table, check, person, scenario

ANN, BO, CY, DI = range(4)
BROKEN = {"7": "reason"}
EMPTY = {"vigor": 0, "instinct": 0, "reason": 0}


def opened(kind: str, *checks: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down to an opening check of Ann, Bo and Cy."""
    seats = told.pop("seats", [person(name) for name in ("Ann", "Bo", "Cy")])
    return Table(
        scenario(*seats, opening={"kind": kind, "checks": list(checks)}, **told)
    )


def followed_up(*dice: str, **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Let Ann's Sneak, resisted by Bo's Brawl or React, help her Brawl."""
    first = check("Ann", "Sneak", against="Bo", answers=["Brawl", "React"])
    table = opened("linked", first, check("Ann"), **told)
    for who, signs in enumerate(dice):
        table.dice(0, who, signs)
    return table


# Resisting a linked check.


@pytest.mark.parametrize("kind", ["unopposed", "competitive", "resisted"])
def test_ss_tog_06_nobody_resists_other_kinds_so(kind: str) -> None:
    """SS-TOG-06: Only linked and group checks can name somebody who resists.

    Also tested: SS-UNO-01.
    """
    first = check("Ann", against="Cy", answers=["React"])
    checks = [first] if kind == "unopposed" else [first, check("Bo")]
    with pytest.raises(ScenarioError, match="against"):
        opened(kind, *checks)


def test_ss_tog_06_nobody_resists_oneself() -> None:
    """SS-TOG-06: Nobody can resist one's own check."""
    first = check("Ann", "Sneak", against="Ann", answers=["React"])
    with pytest.raises(ScenarioError, match="another"):
        opened("linked", first, check("Ann"))


def test_ss_tog_06_who_resists_chooses_how() -> None:
    """SS-TOG-06: Whoever resists chooses among the abilities that the check names.

    Also tested: SS-CHK-01.
    """
    table = followed_up().until_asked(CheckDeclared, BO)
    table.choose(CheckDeclared, ability="React").run()
    gathered = table.of(DiceGathered)[0].checks
    assert [table.state.ability(c.who, c.ability).name for c in gathered] == [
        "Sneak",
        "React",
    ]


def test_ss_tog_06_who_resists_pays_when_broken() -> None:
    """SS-TOG-06, RUL-13: A broken character who resists is asked for the fee."""
    seats = [person("Ann"), person("Bo", harm=BROKEN)]
    table = followed_up("000", "", seats=seats).until(DiceRolled, 2)
    paid = table.of(PoolSpent)
    assert [(e.who, e.purpose) for e in paid] == [(BO, "broken_action")]


@pytest.mark.parametrize(
    ("dice", "returns"), [("+00", (1.0, 0.0)), ("---", (0.0, 1.0))]
)
def test_ss_tog_06_what_the_resister_gets(
    dice: str, returns: tuple[float, float]
) -> None:
    """SS-TOG-06: Whoever resisted has won where the primary check fails."""
    seats = [person("Ann"), person("Bo")]
    table = followed_up("000" + dice, "+00", seats=seats).run()
    assert table.outcome.returns == returns


# Competitive checks.


def test_rul_57_one_task_has_one_difficulty() -> None:
    """RUL-57, SS-COM-01: A competitive check with two difficulties is refused."""
    checks = [check("Ann", difficulty=2), check("Bo", difficulty=1)]
    with pytest.raises(ScenarioError, match="difficulty"):
        opened("competitive", *checks)


def test_rul_57_the_story_guide_sets_it_once() -> None:
    """RUL-57: The Story Guide sets the difficulty of a competitive check once for all.

    Also tested: SS-UNO-02.
    """
    told = {"story_guide": {"asked": ["difficulty"]}}
    table = opened("competitive", check("Ann"), check("Bo"), **told).run()
    assert len(table.of(StoryGuideRuled)) == 1


def test_rul_57_success_is_read_from_the_last_roll() -> None:
    """RUL-57, SS-COM-02: Whether a reroll succeeds is read from the last roll."""
    rulings = {"competitive_tie": "reroll"}
    checks = [check(name, difficulty=2) for name in ("Ann", "Bo")]
    seats = [person("Ann"), person("Bo")]
    table = opened("competitive", *checks, seats=seats, rulings=rulings)
    table.dice(0, ANN, "-00" + "+00").dice(0, BO, "-00" + "-00").run()
    result = table.last(CheckResolved)
    assert (result.winner, result.level, result.success) == (ANN, 3, True)
    assert table.outcome.returns == (1.0, 0.0)


def test_rul_57_a_lower_tie_leaves_the_best_as_it_is() -> None:
    """RUL-57: A reroll for a lower place leaves the best level as it is."""
    rulings = {"competitive_tie": "reroll"}
    checks = [check(name) for name in ("Ann", "Bo", "Cy")]
    table = opened("competitive", *checks, rulings=rulings).dice(0, ANN, "++0")
    table.dice(0, BO, "000" + "+00").dice(0, CY, "000" + "---").run()
    result = table.last(CheckResolved)
    assert (result.winner, result.level) == (ANN, 4)
    assert result.ranking == ((ANN,), (BO,), (CY,))


def test_rul_57_a_second_tie_is_asked_again() -> None:
    """RUL-57, SS-COM-03: The Story Guide is asked again about each new tie."""
    told = {"story_guide": {"asked": ["competitive_tie"]}}
    rulings = {"competitive_tie": "reroll"}
    seats = [person("Ann"), person("Bo")]
    checks = (check("Ann"), check("Bo"))
    table = opened("competitive", *checks, seats=seats, rulings=rulings, **told)
    table.dice(0, ANN, "000" + "000" + "+00").run()
    assert len(table.of(StoryGuideRuled)) == 2


def test_rul_57_the_broken_pay_for_rolling_again() -> None:
    """RUL-57, RUL-13: A broken character pays again to roll again."""
    rulings = {"competitive_tie": "reroll"}
    seats = [person("Ann", harm=BROKEN), person("Bo")]
    checks = (check("Ann"), check("Bo"))
    table = opened("competitive", *checks, seats=seats, rulings=rulings)
    table.dice(0, ANN, "000+" + "+00+").dice(0, BO, "000" + "000").run()
    assert [e.left for e in table.of(PoolSpent) if e.who == ANN] == [4, 3]


def test_rul_57_who_does_not_pay_to_roll_again_has_nothing() -> None:
    """RUL-57, RUL-12: Whoever does not pay to roll again has level 0 in the reroll."""
    rulings = {"competitive_tie": "reroll"}
    seats = [person("Ann", harm=BROKEN), person("Bo")]
    checks = (check("Ann"), check("Bo"))
    table = opened("competitive", *checks, seats=seats, rulings=rulings)
    table.dice(0, ANN, "000+").dice(0, BO, "000" + "-00")
    table.until_asked(FeePaid, ANN).choose(FeePaid)
    table.until_asked(FeeRefused, ANN).choose(FeeRefused).run()
    assert table.last(CheckResolved).ranking == ((BO,), (ANN,))
    assert table.last(CheckResolved).level == 1


# Fees.


def test_ss_harm_09_a_fee_refused_once_is_asked_again() -> None:
    """SS-HARM-09, RUL-47: A fee refused for a check is asked for again in a volley."""
    seats = [person("Ann", harm=BROKEN), person("Bo")]
    table = opened("resisted", check("Ann"), check("Bo"), seats=seats)
    table.wish(ANN, FeeRefused).wish(ANN, PainDeclared).until(FreeAndClearOpened)
    for who in (ANN, BO):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until(FeePaid).until(VolleyClosed)
    rolled = [c.who for c in table.of(DiceGathered)[-1].checks]
    assert rolled == [ANN, BO]


def test_ss_harm_09_each_check_of_a_chain_has_its_own_fee() -> None:
    """SS-HARM-09: A fee refused for one check is asked for again in the next."""
    table = opened(
        "linked",
        check("Ann"),
        check("Ann", "Argue"),
        seats=[person("Ann", harm=BROKEN)],
    )
    table.wish(ANN, FeeRefused).run()
    assert len(table.of(FeePaid)) == 1
    assert [e.pool for e in table.of(PoolSpent)] == [2]


def test_rul_38_no_fee_for_a_roll_that_is_skipped() -> None:
    """RUL-38: Nobody is asked for the fee of a roll that is skipped."""
    people = (person("Ann", harm=BROKEN), person("Bo"))
    table = Table(scenario(*people, rulings={"double_defense": "skip"}))
    for who in (ANN, BO):
        table.wish(who, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.until(VolleyClosed)
    assert table.of(FeePaid) == []


@pytest.mark.parametrize(
    ("pool", "usable"),
    [("vigor", "Brawl"), ("instinct", "Sneak"), ("reason", "Argue"), ("", None)],
)
def test_rul_12_the_last_point_pays_for_an_action(
    pool: str, usable: str | None
) -> None:
    """RUL-12: The last point of a broken character pays for an action of its own pool.

    Also tested: SS-HARM-09.
    """
    points = {"vigor": 0, "instinct": 0, "reason": 0} | ({pool: 1} if pool else {})
    table = Table(scenario(person("Ann", harm=BROKEN, now=points), person("Bo")))
    table.until_asked(ActionDeclared, BO)
    done = table.last(ActionDeclared)
    assert done.who == ANN
    assert done.stance == (NO_ACTION if usable is None else ACTIVE)
    if usable is not None:
        assert table.state.ability(ANN, done.ability).name == usable


def test_rul_13_healing_is_not_offered_to_who_cannot_pay() -> None:
    """RUL-13: A broken healer without a point of Reason is not offered healing.

    Also tested: RUL-12.
    """
    marks = {str(box): "vigor" for box in range(1, 8)}
    ranks = {"First Aid": "journeyman"}
    ann = person("Ann", harm=marks, now={"reason": 0}, ranks=ranks)
    bo = person("Bo", harm={"1": "vigor"})
    table = Table(scenario(ann, bo, aftermath={"heal_with": ["First Aid"]}))
    table.until_asked(Conceded, BO).choose(Conceded)
    asked = table.asked
    assert isinstance(asked, Outcome) or not table.offers(HealingTried)


# Dice.


def test_ss_die_08_circumstances_of_one_roll_add_up() -> None:
    """SS-DIE-08, RUL-74: Penalty dice for circumstances of one roll are added up."""
    told = [{"who": "Ann", "dice": 1}, {"who": "Ann", "dice": 1, "volleys": [2]}]
    table = Table(scenario(circumstances=told)).until(VolleyClosed, 2)
    mine = [roll for roll in table.of(DiceRolled) if roll.who == ANN]
    assert [len(roll.faces) for roll in mine] == [4, 5]


def test_rul_09_in_a_one_sided_attack_the_struck_one_loses() -> None:
    """RUL-09, RUL-48: In a one-sided attack the one who is struck counts as losing."""
    rulings = {"dice_window_order": "loser_first"}
    people = (person("Cy"), person("Ann"), person("Bo"))
    table = Table(scenario(*people, rulings=rulings))
    table.wish(0, IntentDeclared, target=1).wish(1, IntentDeclared, target=2)
    table.wish(2, IntentDeclared, target=0)
    table.wish(0, ActionDeclared, 1, stance=NO_ACTION)
    for who, dice in ((1, "-00"), (2, "+++")):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, dice)
    table.until(DiceRolled, 2)
    asked = table.asked
    assert isinstance(asked, Decision)
    assert asked.who == 2


def test_ss_zeit_02_helping_ends_with_the_conflict() -> None:
    """SS-ZEIT-02: After the conflict nobody can buy a die for another's check.

    Also tested: RUL-59.
    """
    ann = person("Ann", side="x", ranks={"First Aid": "journeyman"})
    bo, cy = person("Bo", side="x", harm={"1": "vigor"}), person("Cy", side="y")
    told = {"method": "zeitgeist", "aftermath": {"heal_with": ["First Aid"]}}
    table = Table(scenario(ann, bo, cy, **told))
    table.until_asked(Conceded, CY).choose(Conceded)
    table.until_asked(HealingTried, ANN).choose(HealingTried, patient=1)
    before = len(table.of(DieDeclined))
    table.until(DiceRolled)
    assert {e.who for e in table.of(DieDeclined)[before:]} == {ANN}


# Intentions.


def tied(**rulings: object) -> Table:
    """Tie in volley 1 and go to the opening of volley 2."""
    table = Table(scenario(rulings=rulings)).until(FreeAndClearOpened)
    for who in (ANN, BO):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    return table


def test_rul_33_a_change_that_was_owed_counts_as_one() -> None:
    """RUL-33: Under `both_or_none` a change that was owed counts as a change."""
    table = Table(scenario(rulings={"stalemate_release": "both_or_none"}))
    table.wish(ANN, IntentChanged, 1)
    table.wish(ANN, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.wish(BO, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    for who in (ANN, BO):
        table.wish(who, IntentDeclared, 2, goal=1)
    table.until(VolleyClosed).until(VolleyClosed)
    assert table.goals == [1, 1]


def test_rul_33_a_change_that_was_paid_is_never_void() -> None:
    """RUL-33: Under `both_or_none` a change that was announced before is never void.

    Also tested: SS-CHG-02.
    """
    table = Table(scenario(rulings={"stalemate_release": "both_or_none"}))
    table.wish(ANN, IntentChanged, 1)
    table.wish(ANN, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.wish(BO, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(ANN, IntentDeclared, 2, goal=1).until(VolleyClosed)
    assert table.last(VolleyClosed).stalemates == ((BO, ANN),)
    table.until(IntentsOpened)
    assert table.last(IntentsOpened).void == ()
    assert table.goals == [1, 0]


@pytest.mark.parametrize("ruling", ["either", "both_or_none"])
def test_rul_33_a_target_who_has_left_is_no_matter_of_both(ruling: str) -> None:
    """RUL-33: Under `both_or_none` a change because a target left is not void.

    Also tested: RUL-49.
    """
    told = {"stalemate_release": ruling}
    people = [person("Ann"), person("Bo"), person("Cy")]
    table = Table(scenario(*people, rulings=told))
    table.wish(ANN, IntentDeclared, 0, target=CY).wish(BO, IntentDeclared, 0, target=0)
    table.wish(ANN, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.wish(BO, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(CY, ActionDeclared, 1, stance=NO_ACTION).until(VolleyClosed)
    assert table.last(VolleyClosed).stalemates == ((BO, ANN),)
    table.wish(CY, Conceded).wish(ANN, IntentDeclared, 2, goal=0, target=BO)
    table.until(IntentsOpened)
    assert table.last(IntentsOpened).void == ()
    assert intent_of(table.state, Seat(ANN)).target == BO


def test_rul_36_rewording_does_not_lead_back() -> None:
    """RUL-36: A newly named intention cannot be reworded into the one given up."""
    goals = [{"name": name} for name in ("mild", "deadly", "worst")]
    ann = person("Ann", intentions=goals)
    table = Table(scenario(ann, person("Bo"))).wish(ANN, IntentChanged, 1)
    table.wish(ANN, IntentDeclared, 2, goal=1).until(FreeAndClearOpened, 2)
    table.until_asked(ActionDeclared, ANN)
    reworded = {o.goal for o in table.options if isinstance(o, IntentDeclared)}
    assert reworded == {2}


def test_rul_71_a_simple_check_is_about_a_goal_one_could_begin_with() -> None:
    """RUL-71: A simple check is about the first goal one could begin with.

    Also tested: SS-RES-04.
    """
    goals = [
        {"name": "worse", "later": True},
        {"name": "elsewhere", "target": "Cy"},
        {"name": "mild"},
    ]
    seats = [person("Ann", intentions=goals), person("Bo"), person("Cy")]
    table = opened("resisted", check("Ann"), check("Bo"), seats=seats)
    table.dice(0, ANN, "+00").until(PainOffered).run()
    done = table.last(IntentionFulfilled)
    assert (done.who, done.goal, done.against) == (ANN, 2, BO)


def test_rul_71_a_major_one_who_is_spared_keeps_half() -> None:
    """RUL-71, SS-RES-05: A major character who is spared has at least a half."""
    ann = person("Ann", intentions=[{"name": "kill", "permanent": True}])
    seats = [ann, person("Bo", story_guide=True, major=True)]
    table = opened("resisted", check("Ann"), check("Bo"), seats=seats)
    table.dice(0, ANN, "+00").run()
    assert table.outcome.returns[BO] == 0.5


def test_rul_73_the_goal_counts_for_items_in_a_simple_check() -> None:
    """RUL-73, ENG-05: In a simple check the tags of the goal count for items."""
    dagger = {"role": "weapon", "rating": 2, "when": ["kill"]}
    ann = person(
        "Ann",
        intentions=[{"name": "end it", "tags": ["kill"]}],
        items=[{"name": "dagger", "bonuses": [dagger]}],
    )
    rulings = {"items_in_simple_checks": "add_to_result"}
    seats = [ann, person("Bo")]
    told = {"seats": seats, "rulings": rulings}
    table = opened("resisted", check("Ann"), check("Bo"), **told)
    table.dice(0, ANN, "+00").until(PainOffered)
    assert table.last(CheckResolved).level == 5


@pytest.mark.parametrize(
    ("goals", "adds"),
    [
        ([{"name": "a", "tags": ["kill"]}, {"name": "b"}], 2),
        ([{"name": "a"}, {"name": "b", "tags": ["kill"]}], 0),
        ([{"name": "a", "target": "Cy"}, {"name": "b", "tags": ["kill"]}], 2),
        ([{"name": "a", "target": "Cy", "tags": ["kill"]}, {"name": "b"}], 0),
        ([{"name": "a", "later": True}, {"name": "b", "tags": ["kill"]}], 2),
        ([{"name": "a", "later": True, "tags": ["kill"]}, {"name": "b"}], 0),
    ],
)
@pytest.mark.parametrize("winner", [ANN, BO])
def test_rul_73_it_is_the_winners_goal_against_the_loser(
    goals: list[dict[str, Any]], adds: int, winner: int
) -> None:
    """RUL-73: Of the winner's goals the first that fits counts for items."""
    dagger = {"role": "weapon", "rating": 2, "when": ["kill"]}
    armed = {"items": [{"name": "dagger", "bonuses": [dagger]}], "intentions": goals}
    names = ("Ann", "Bo")
    seats = [person(n, **(armed if names[winner] == n else {})) for n in names]
    told = {
        "seats": [*seats, person("Cy")],
        "rulings": {"items_in_simple_checks": "add_to_result"},
    }
    table = opened("resisted", check("Ann"), check("Bo"), **told)
    table.dice(0, winner, "+00").until(PainOffered)
    result = table.last(CheckResolved)
    assert (result.winner, result.level) == (winner, 3 + adds)


@pytest.mark.parametrize(("goal", "adds"), [(0, 0), (1, 2)])
def test_eng_05_in_the_pain_the_intention_in_force_counts(goal: int, adds: int) -> None:
    """ENG-05: In the Pain the tags of the intention in force count for items.

    Also tested: SS-ITEM-06.
    """
    goals = [{"name": "mild"}, {"name": "kill", "tags": ["kill"]}]
    bonuses = [
        {"role": role, "rating": rating, "when": ["kill"]}
        for role, rating in (("weapon", 2), ("armor", 1))
    ]
    ann = person("Ann", intentions=goals, items=[{"name": "d", "bonuses": bonuses[:1]}])
    bo = person("Bo", items=[{"name": "m", "bonuses": bonuses[1:]}])
    table = Table(scenario(ann, bo)).wish(ANN, IntentDeclared, 0, goal=goal)
    for who in (ANN, BO):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, ANN, "+++").until(ContestResolved)
    harm = table.last(ContestResolved).harm_b
    assert harm is not None
    assert (harm.weapon, harm.armor) == (adds, adds // 2)


# Endings.


def test_rul_51_half_each_where_nothing_was_settled() -> None:
    """RUL-51, RUL-52: Everybody gets a half where neither intention happens."""
    marks = dict.fromkeys("4567", "reason")
    ranks = {"Brawl": "grand_master", "Argue": "grand_master"}
    people = [person(name, harm=marks, ranks=ranks) for name in ("Ann", "Bo")]
    rulings = {"double_overflow": "neither"}
    table = Table(scenario(*people, obstruct="choice", rulings=rulings))
    for who, ability in enumerate(("Brawl", "Argue")):
        wish = {"ability": ability, "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **wish)
    table.run()
    assert table.outcome.returns == (0.5, 0.5)
    assert table.of(IntentionFulfilled) == []


# Zeitgeist.


def sides(told: str, **more: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down so many as letters, on these sides, in Zeitgeist."""
    names = ("Ann", "Bo", "Cy", "Di")
    marks = more.pop("marks", {})
    people = [
        person(name, side=side, **({"harm": marks[n]} if n in marks else {}))
        for n, (name, side) in enumerate(zip(names, told, strict=False))
    ]
    return Table(scenario(*people, method="zeitgeist", **more))


def test_rul_58_the_first_answers_for_all_in_secret_too() -> None:
    """RUL-58: In Zeitgeist the first of a side answers for all of it in secret too.

    Also tested: RUL-41.
    """
    table = sides("xxy", rulings={"concession_mode": "sealed"})
    table.until_asked(AnsweredSealed, ANN).choose(AnsweredSealed, concedes=True).run()
    assert table.outcome.returns == (0.0, 0.0, 1.0)


def test_rul_58_a_stalemate_releases_both_sides() -> None:
    """RUL-58: In Zeitgeist a stalemate releases everybody of both sides.

    Also tested: SS-STALE-01.
    """
    table = sides("xxyy").until(FreeAndClearOpened)
    for who in range(4):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until(FreeAndClearOpened)
    assert table.of(ContestResolved)[-1].stalemate
    assert table.last(FreeAndClearOpened).released == (0, 1, 2, 3)


def test_rul_77_the_side_is_the_target_whoever_was_named() -> None:
    """RUL-77: In Zeitgeist one attacks on although the member that one named has left.

    Also tested: RUL-49.
    """
    marks = {BO: dict.fromkeys("456", "reason")}
    table = sides("xyyy", marks=marks)
    table.wish(ANN, IntentDeclared, target=BO).until(FreeAndClearOpened)
    for who, dice in enumerate(("++0", "---", "----", "----")):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, dice)
    table.wish(BO, HarmShared, 1, member=BO, amount=4).until(FreeAndClearOpened)
    assert table.state.participants[BO].status == FELL_OUT
    assert table.last(FreeAndClearOpened).retargeting == ()
    table.until_asked(ActionDeclared, ANN)
    assert table.offers(ActionDeclared, stance=ACTIVE)


def test_rul_30_no_healing_as_an_action_in_zeitgeist() -> None:
    """RUL-30, RUL-58: In Zeitgeist healing is not offered as the action of a volley."""
    marks = {BO: {"2": "vigor"}}
    told = {
        "rulings": {"healing_in_pain": True},
        "aftermath": {"heal_with": ["Argue"]},
    }
    table = sides("xxy", marks=marks, **told).until_asked(ActionDeclared, ANN)
    assert not table.offers(ActionDeclared, stance=HEALING)


def test_rul_58_past_broken_by_a_side() -> None:
    """RUL-58: In Zeitgeist all of a side obtain what they want of the loser.

    Also tested: SS-HARM-10.
    """
    marks = {CY: dict.fromkeys("123456", "reason")}
    table = sides("xxy", marks=marks).until(FreeAndClearOpened)
    for who, dice in enumerate(("000", "+++++", "---")):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, dice)
    table.run()
    assert table.of(HarmApplied)
    done = {(e.who, e.against) for e in table.of(IntentionFulfilled)}
    assert done == {(ANN, CY), (BO, CY)}


@pytest.mark.parametrize("kept", [True, False])
def test_rul_33_a_void_change_forgets_nothing(kept: bool) -> None:  # noqa: FBT001
    """RUL-33: After a void change each has the intention the ruling leaves."""
    table = tied(stalemate_release="both_or_none").until(FreeAndClearOpened)
    table.choose(IntentDeclared, goal=1)
    if kept:
        table.choose(IntentKept)
    else:
        table.choose(IntentDeclared, goal=1)
    table.until(VolleyClosed).wish(BO, Conceded).run()
    assert table.last(IntentionFulfilled).goal == (0 if kept else 1)
    assert len(table.of(IntentionFulfilled)) == 1
