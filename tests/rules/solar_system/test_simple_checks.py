"""Checks outside the Pain: one check, or a chain of checks, settles everything."""

from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    CheckResolved,
    DiceGathered,
    HarmApplied,
    IntentionFulfilled,
    PainOffered,
    PoolSpent,
    RulingSettled,
)
from sim.rules.solar_system.events.interlude import ExperienceChanged
from sim.rules.solar_system.facts import (
    CheckDeclared,
    DieBought,
    FeePaid,
    PainDeclared,
    ProposalAnswered,
    StoryGuideRuled,
)
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import Table, check, kept, person, scenario


def sitting(kind: str, *checks: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down to a check between Ann, Bo and Cy, all Journeymen."""
    seats = told.pop("seats", [person(name) for name in ("Ann", "Bo", "Cy")])
    group = told.pop("group", "same")
    opening = {"kind": kind, "checks": list(checks), "group": group}
    return Table(scenario(*seats, opening=opening, **told))


def alone(dice: str, **told: object) -> Table:
    """Run an unopposed check of Ann, a Journeyman, with these dice."""
    return sitting("unopposed", check("Ann", **told)).dice(0, 0, dice).run()


@pytest.mark.parametrize(
    ("dice", "difficulty", "success"),
    [
        ("---", 1, False),
        ("-0-", 1, False),
        ("-00", 1, True),
        ("-00", 2, False),
        ("000", 2, True),
    ],
)
def test_ss_uno_04_the_level_reaches_the_difficulty(
    dice: str,
    difficulty: int,
    success: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-UNO-04: A check succeeds if its level reaches the difficulty.

    Also tested: SS-UNO-01 and SS-CHK-05.
    """
    result = alone(dice, difficulty=difficulty).last(CheckResolved)
    assert result.success is success
    assert (result.winner == 0) is success


def test_ss_uno_05_a_better_success_is_no_different() -> None:
    """SS-UNO-05, SS-CHK-04: A better success ends just as a bare one."""
    well, badly = alone("+++"), alone("-00")
    assert (well.last(CheckResolved).level, badly.last(CheckResolved).level) == (5, 1)
    assert well.outcome == badly.outcome


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_ss_uno_03_circumstances_are_gathered_before_the_roll(dice: int) -> None:
    """SS-UNO-03: Penalty dice for circumstances are on record before the roll.

    Also tested: SS-DIE-08 and ENG-02.
    """
    table = alone("", circumstance=dice)
    gathered = table.last(DiceGathered).checks[0]
    assert (gathered.circumstance, gathered.penalty) == (dice, dice)
    assert len(table.last(DiceRolled).faces) == 3 + dice
    kinds = [(event.kind, event.value) for event in table.of(RulingSettled)]
    assert kinds == ([("circumstance", dice)] if dice else [])


def test_ss_uno_02_the_story_guide_sets_the_difficulty() -> None:
    """SS-UNO-02: The Story Guide sets a difficulty of 1 or 2, on record.

    Also tested: SS-META-02 and ENG-02.
    """
    table = sitting("unopposed", check("Ann"), story_guide={"asked": ["difficulty"]})
    table.until_asked(StoryGuideRuled, 3, kind="difficulty")
    assert sorted(option.value for option in table.options) == [1, 2]
    table.choose(StoryGuideRuled, kind="difficulty", value=2)
    assert not table.dice(0, 0, "-00").run().last(CheckResolved).success


def test_ss_uno_01_difficulty_before_circumstances() -> None:
    """SS-UNO-01: The difficulty is ruled before the circumstances."""
    told = {"asked": ["difficulty", "circumstance"]}
    table = sitting("unopposed", check("Ann"), story_guide=told).run()
    kinds = [event.kind for event in table.of(StoryGuideRuled)]
    assert kinds == ["difficulty", "circumstance"]


def test_ss_die_08_the_story_guide_gives_up_to_two_dice() -> None:
    """SS-DIE-08, SS-DIE-07: The Story Guide gives none, one or two penalty dice."""
    table = sitting("unopposed", check("Ann"), story_guide={"asked": ["circumstance"]})
    table.until_asked(StoryGuideRuled, 3, kind="circumstance")
    assert sorted(option.value for option in table.options) == [0, 1, 2]
    table.choose(StoryGuideRuled, kind="circumstance", value=2).run()
    assert len(table.last(DiceRolled).faces) == 5


def test_ss_chk_01_the_ability_is_chosen_before_the_roll() -> None:
    """SS-CHK-01: The ability is chosen before dice are gathered.

    Also tested: SS-IIEE-01 and SS-IIEE-04.
    """
    table = sitting("unopposed", check("Ann", "Brawl", "Cook"))
    assert len(table.options) == 2
    table.choose(CheckDeclared, ability="Cook").dice(0, 0, "+++").run()
    kinds = [type(e) for e in table.events]
    order = [CheckDeclared, DiceGathered, DiceRolled, CheckResolved]
    assert [kinds.index(kind) for kind in order] == sorted(map(kinds.index, order))
    assert table.last(CheckResolved).level == 2


def test_ss_iiee_03_nothing_changes_once_dice_are_gathered() -> None:
    """SS-IIEE-03: Once dice are gathered the ability is not asked for again.

    Also tested: SS-IIEE-02.
    """
    table = sitting("unopposed", check("Ann", "Brawl", "Cook"))
    table.choose(CheckDeclared, ability="Cook")
    assert not table.offers(CheckDeclared)
    table.choose(DieBought).roll("0000")
    assert isinstance(table.asked, Decision) is False
    assert len(table.of(CheckDeclared)) == 1


def test_rul_69_circumstances_may_test_an_innate_ability() -> None:
    """RUL-69: An unopposed check may be of an innate ability."""
    table = sitting("unopposed", check("Ann", "Endure")).dice(0, 0, "+00").run()
    assert table.last(CheckResolved).success


# Competitive checks.


def race(*dice: str, **told: object) -> Table:
    """Run a race of Ann, Bo and Cy with these dice."""
    told.setdefault("rulings", {})
    table = sitting("competitive", check("Ann"), check("Bo"), check("Cy"), **told)
    for who, signs in enumerate(dice):
        table.dice(0, who, signs)
    return table


def test_ss_com_02_ranked_by_level() -> None:
    """SS-COM-01, SS-COM-02: A race is ranked by level, the highest first."""
    result = race("++0", "000", "---").run().last(CheckResolved)
    assert result.ranking == ((0,), (1,), (2,))
    assert (result.winner, result.level, result.success) == (0, 4, True)


def test_rul_84_the_first_of_a_race_has_won_and_the_others_lost() -> None:
    """RUL-84: All who share the first place have won, and the others have lost.

    Also tested: SS-COM-02.
    """
    keys = {on: {"tiers": [{"on": on, "xp": 1}]} for on in ("won", "lost")}
    seats = [person(name, keys=["won", "lost"]) for name in ("Ann", "Bo", "Cy")]
    table = race("+00", "-00", "+00", seats=seats, keys=keys).run()
    assert table.last(CheckResolved).ranking[0] == (0, 2)
    paid = [(event.who, event.key) for event in table.of(ExperienceChanged)]
    assert sorted(paid) == [(0, 0), (1, 1), (2, 0)]


def test_ss_com_02_nobody_wins_what_nobody_did() -> None:
    """SS-COM-02, SS-UNO-04: Nobody wins a race in which nobody succeeds."""
    result = race("---", "---", "---").run().last(CheckResolved)
    assert (result.winner, result.success) == (-1, False)


@pytest.mark.parametrize(("value", "reached"), [(1, True), (2, False)])
def test_ss_com_02_the_story_guide_sets_one_difficulty(
    value: int,
    reached: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-COM-02, SS-UNO-02: The Story Guide sets one difficulty for all in a race."""
    guide = {"asked": ["difficulty"]}
    table = race("-00", "-0-", "---", story_guide=guide)
    table.until_asked(StoryGuideRuled, 3, kind="difficulty")
    assert sorted(option.value for option in table.options) == [1, 2]
    table.choose(StoryGuideRuled, kind="difficulty", value=value).run()
    assert [ruled.of for ruled in table.of(StoryGuideRuled)] == [0]
    result = table.last(CheckResolved)
    assert (result.success, result.winner) == (reached, 0 if reached else -1)
    assert table.outcome.how == ("ranked" if reached else "failure")
    assert table.outcome.returns == ((1.0, 0.0, 0.0) if reached else (0.0,) * 3) + (
        0.0,
    )
    asked = [check.difficulty for check in table.last(DiceGathered).checks]
    assert asked == [value] * 3


def test_ss_com_02_silence_is_the_difficulty_of_the_scenario() -> None:
    """SS-COM-02: Where the Story Guide says nothing, the scenario's difficulty holds.

    Also tested: SS-UNO-02.
    """
    checks = [check(name, difficulty=2) for name in ("Ann", "Bo")]
    guide = {"asked": ["difficulty"]}
    table = sitting("competitive", *checks, story_guide=guide)
    assert [option.value for option in table.options] == [2, 1]
    assert (
        not table.dice(0, 0, "-00").dice(0, 1, "---").run().of(CheckResolved)[0].success
    )


def test_ss_com_03_equals_share_a_place() -> None:
    """SS-COM-03, RUL-57: Equals share a place, and nobody wins alone."""
    table = race("+00", "+00", "-00").run()
    assert table.last(CheckResolved).ranking == ((0, 1), (2,))
    assert table.last(CheckResolved).winner == -1
    assert len(table.of(DiceRolled)) == 3


def test_rul_57_equals_are_compared_after_the_cut_off() -> None:
    """RUL-57, RUL-03: Levels are compared after the cut-off at 0."""
    table = sitting("competitive", check("Ann", "Cook"), check("Bo", "Cook"))
    table.dice(0, 0, "-0-").dice(0, 1, "---").run()
    assert table.last(CheckResolved).ranking == ((0, 1),)


def test_rul_57_those_tied_roll_again() -> None:
    """RUL-57: Under `reroll` those who tie roll again until it is settled."""
    table = race("+00", "+00", "-00", rulings={"competitive_tie": "reroll"})
    table.dice(0, 0, "000" + "0-0").dice(0, 1, "000" + "00+").run()
    rolls = [roll.who for roll in table.of(DiceRolled)]
    assert rolls == [0, 1, 2, 0, 1, 0, 1]
    assert table.last(CheckResolved).ranking == ((1,), (0,), (2,))
    assert table.last(CheckResolved).winner == 1


def test_rul_57_circumstances_hold_again_and_bruises_do_not() -> None:
    """RUL-57: A reroll has its circumstance dice again, and not its bruise dice."""
    checks = [check("Ann", circumstance=1), check("Bo")]
    seats = [person("Ann", bruise_dice=1), person("Bo")]
    rulings = {"competitive_tie": "reroll"}
    table = sitting("competitive", *checks, seats=seats, rulings=rulings)
    table.dice(0, 0, "00000" + "+000").dice(0, 1, "000" + "+00").run()
    counts = [len(roll.faces) for roll in table.of(DiceRolled) if roll.who == 0]
    assert counts[:2] == [5, 4]


def test_ss_com_03_the_table_may_agree_to_roll_again() -> None:
    """SS-COM-03, ENG-02: Those who tie roll again only if all of them agree."""
    for agrees in (True, False):
        table = race("+00", "+00", "-00", story_guide={"asked": ["competitive_tie"]})
        table.until_asked(StoryGuideRuled, 3)
        proposal = next(o for o in table.options if o.value == 1)
        table.take(proposal)
        table.until_asked(ProposalAnswered, 0, agrees=agrees)
        table.choose(ProposalAnswered, agrees=True).choose(
            ProposalAnswered, agrees=agrees
        )
        table.dice(0, 0, "+00").run()
        assert len(table.of(DiceRolled)) == (5 if agrees else 3)


@pytest.mark.parametrize("kind", ["unopposed", "competitive"])
def test_ss_com_04_no_pain_without_resistance(kind: str) -> None:
    """SS-COM-04: Nobody is offered the Pain after a check that nobody resists."""
    checks = [check("Ann")] if kind == "unopposed" else [check("Ann"), check("Bo")]
    table = sitting(kind, *checks).dice(0, 0, "---").run()
    assert table.of(PainOffered) == []
    assert table.of(PainDeclared) == []


# Resisted checks.


def resisted(first: str, second: str, **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Let Ann, the instigator, meet Bo with these dice; both are Journeymen."""
    seats = told.pop("seats", [person("Ann"), person("Bo")])
    checks = (check("Ann", "Sneak"), check("Bo", "Brawl"))
    table = sitting("resisted", *checks, seats=seats, **told)
    table.dice(0, 0, first).dice(0, 1, second)
    return table if table.of(CheckResolved) else table.until(CheckResolved)


@pytest.mark.parametrize(
    ("first", "second", "winner", "level"),
    [
        ("000", "000", 1, 2),
        ("---", "--0", 1, 0),
        ("+00", "000", 0, 3),
        ("000", "+00", 1, 3),
        ("-00", "---", 0, 1),
    ],
)
def test_ss_res_02_the_higher_wins_and_ties_go_against_the_instigator(
    first: str, second: str, winner: int, level: int
) -> None:
    """SS-RES-02: The higher level wins, and a tie goes against the instigator.

    Also tested: SS-RES-01 and RUL-31.
    """
    result = resisted(first, second).last(CheckResolved)
    assert (result.winner, result.loser, result.level) == (winner, 1 - winner, level)


def test_ss_res_03_the_result_is_the_winners_level() -> None:
    """SS-RES-03, SS-CHK-03: The result of a resisted check is the winner's level."""
    assert resisted("++0", "+00").last(CheckResolved).level == 4


def test_ss_res_04_the_loser_accepts() -> None:
    """SS-RES-04: The winner's intention happens where nobody begins the Pain."""
    table = resisted("+00", "000").run()
    done = table.last(IntentionFulfilled)
    assert (done.who, done.against, done.cause) == (0, 1, "simple_check")
    assert table.outcome.how == "accepted"
    assert table.outcome.returns == (1.0, 0.0)


@pytest.mark.parametrize(
    ("guided", "major", "lasting"),
    [
        (True, True, False),
        (True, False, True),
        (False, True, True),
        (False, False, True),
    ],
)
def test_ss_res_05_who_is_not_killed_by_one_roll(
    guided: bool,  # noqa: FBT001 - a table of cases
    major: bool,  # noqa: FBT001 - a table of cases
    lasting: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-RES-05: Only a major character of the Story Guide is spared by a simple check.

    Also tested: RUL-71.
    """
    ann = person("Ann", intentions=[{"name": "kill", "permanent": True}])
    bo = person("Bo", story_guide=guided, major=major)
    table = resisted("+00", "000", seats=[ann, bo]).run()
    assert table.last(IntentionFulfilled).lasting is lasting


def test_rul_71_mild_goals_are_obtained_all_the_same() -> None:
    """RUL-71: A goal that is not permanent is obtained all the same."""
    bo = person("Bo", story_guide=True, major=True)
    table = resisted("+00", "000", seats=[person("Ann"), bo]).run()
    assert table.last(IntentionFulfilled).lasting


def test_ss_res_06_no_harm_outside_the_pain() -> None:
    """SS-RES-06, SS-META-04: A simple check ticks no box."""
    table = resisted("+++", "---").run()
    assert table.of(HarmApplied) == []
    assert len(table.of(CheckResolved)) == 1
    assert all(not any(participant.harm) for participant in table.state.participants)


def test_ss_res_07_any_fitting_ability_resists() -> None:
    """SS-RES-07: Any ability that fits may resist, innate or not."""
    table = resisted("000", "000")
    abilities = [gathered.ability for gathered in table.last(DiceGathered).checks]
    names = [table.state.ability(n, a).name for n, a in enumerate(abilities)]
    assert names == ["Sneak", "Brawl"]


def sword(rating: int) -> dict[str, Any]:
    """Return an item that helps in everything."""
    return {"name": "sword", "bonuses": [{"role": "weapon", "rating": rating}]}


@pytest.mark.parametrize(("ruling", "level"), [("none", 3), ("add_to_result", 5)])
def test_rul_73_weapons_in_a_simple_check(ruling: str, level: int) -> None:
    """RUL-73: Under `add_to_result` a weapon adds to the result alone."""
    ann = person("Ann", items=[sword(2)])
    rulings = {"items_in_simple_checks": ruling}
    table = resisted("+00", "000", seats=[ann, person("Bo")], rulings=rulings)
    assert table.last(CheckResolved).level == level
    table = resisted("-00", "000", seats=[ann, person("Bo")], rulings=rulings)
    result = table.last(CheckResolved)
    assert (result.winner, result.level) == (1, 2)


def test_rul_13_the_broken_pay_outside_the_pain_too() -> None:
    """RUL-13: Outside the Pain too a check costs the broken a point of its pool.

    Also tested: SS-HARM-09.
    """
    bo = person("Bo", harm={"7": "reason"})
    checks = (check("Ann", "Sneak"), check("Bo", "Brawl"))
    table = sitting("resisted", *checks, seats=[person("Ann"), bo])
    table.until(FeePaid).dice(0, 1, "0000").until(CheckResolved)
    spent = table.of(PoolSpent)
    assert [(e.who, e.pool, e.left, e.purpose) for e in spent] == [
        (1, 0, 4, "broken_action")
    ]
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [3, 4]


def test_rul_12_who_cannot_pay_does_not_roll() -> None:
    """RUL-12, RUL-13: Whoever cannot pay does not roll, and has level 0."""
    bo = person("Bo", harm={"7": "reason"}, now={"vigor": 0})
    checks = (check("Ann", "Sneak"), check("Bo", "Brawl"))
    table = sitting("resisted", *checks, seats=[person("Ann"), bo])
    table.dice(0, 0, "-00").until(CheckResolved)
    assert [roll.who for roll in table.of(DiceRolled)] == [0]
    result = table.last(CheckResolved)
    assert (result.winner, result.level) == (0, 1)


def test_rul_73_a_winner_who_could_not_roll() -> None:
    """RUL-73, RUL-12: A winner who could not roll gets nothing from items."""
    empty = {"vigor": 0, "instinct": 0, "reason": 0}
    seats = [
        person(name, harm={"7": "reason"}, now=empty, items=[sword(2)])
        for name in ("Ann", "Bo")
    ]
    rulings = {"items_in_simple_checks": "add_to_result"}
    result = resisted("", "", seats=seats, rulings=rulings).last(CheckResolved)
    assert (result.winner, result.level) == (1, 0)


def test_rul_12_a_lone_check_that_cannot_be_paid_fails() -> None:
    """RUL-12, RUL-13: A lone check that cannot be paid for fails."""
    ann = person("Ann", harm={"7": "reason"}, now={"vigor": 0})
    table = sitting("unopposed", check("Ann"), seats=[ann]).run()
    assert table.of(DiceRolled) == []
    result = table.last(CheckResolved)
    assert (result.success, result.level) == (False, 0)


# Linked checks.


def linked(dice: str, branch: str, **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Let Ann link Brawl, a Journeyman's, to Argue."""
    first = check("Ann", "Brawl", if_failed=branch, **told.pop("first", {}))
    table = sitting("linked", first, check("Ann", "Argue"), **told)
    return table.dice(0, 0, dice).run()


def test_ss_tog_01_the_secondary_comes_first() -> None:
    """SS-TOG-01: The secondary check is rolled first."""
    table = linked("000", "no_effect")
    abilities = [event.checks[0].ability for event in table.of(DiceGathered)]
    assert [table.state.ability(0, a).name for a in abilities] == ["Brawl", "Argue"]


def test_ss_tog_02_the_level_is_the_number_of_dice() -> None:
    """SS-TOG-02: The level of the secondary check is the number of bonus dice."""
    table = linked("+00" + "+0-+--", "no_effect")
    second = table.of(DiceRolled)[1]
    assert table.of(DiceGathered)[1].checks[0].linked == 3
    assert (len(second.faces), kept(second)) == (6, "+0+")


@pytest.mark.parametrize(
    ("branch", "dice"),
    [("no_effect", [3, 3]), ("penalty_die", [3, 4]), ("blocked", [3])],
)
def test_ss_tog_03_three_ways_to_fail(branch: str, dice: list[int]) -> None:
    """SS-TOG-03: A failed secondary check does nothing, costs a die, or ends it.

    Also tested: SS-TOG-04 and SS-TOG-05.
    """
    table = linked("---", branch)
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == dice
    assert table.last(CheckResolved).success is (branch != "blocked")


@pytest.mark.parametrize(
    ("ruling", "dice"), [("no_effect", 2), ("penalty_die", 2), ("blocked", 1)]
)
def test_rul_55_the_default_branch(ruling: str, dice: int) -> None:
    """RUL-55: The ruling says what a failure does where the check does not."""
    first = check("Ann", "Brawl")
    rulings = {"link_failure_default": ruling}
    table = sitting("linked", first, check("Ann", "Argue"), rulings=rulings)
    table.dice(0, 0, "---").run()
    rolls = table.of(DiceRolled)
    assert len(rolls) == dice
    assert len(rolls[-1].faces) == (4 if ruling == "penalty_die" else 3)


def test_rul_55_below_its_own_difficulty_is_a_failure() -> None:
    """RUL-55: A secondary check below its own difficulty is a failure."""
    table = linked("-00", "penalty_die", first={"difficulty": 2})
    gathered = table.of(DiceGathered)[1].checks[0]
    assert (gathered.linked, gathered.failure) == (0, 1)


def test_ss_tog_03_the_story_guide_may_pick_the_branch() -> None:
    """SS-TOG-03: The Story Guide says what a failure does, after it has happened.

    Also tested: ENG-02.
    """
    told = {"story_guide": {"asked": ["link_failure"]}}
    first, second = check("Ann", "Brawl"), check("Ann", "Argue")
    table = sitting("linked", first, second, **told).dice(0, 0, "---")
    table.until_asked(StoryGuideRuled, 3, kind="link_failure")
    assert sorted(option.value for option in table.options) == [0, 1, 2]
    table.choose(StoryGuideRuled, kind="link_failure", value=2).run()
    assert len(table.of(DiceRolled)) == 1


def test_ss_tog_06_following_up_a_resisted_check() -> None:
    """SS-TOG-06: A resisted secondary check that was won hands on its full level.

    Also tested: RUL-55.
    """
    first = check("Ann", "Sneak", against="Bo", answers=["Brawl"])
    table = sitting("linked", first, check("Ann", "Brawl"))
    table.dice(0, 0, "+00").dice(0, 1, "000").run()
    assert table.of(DiceGathered)[1].checks[0].linked == 3


def test_ss_tog_06_a_lost_resisted_check_carries_nothing() -> None:
    """SS-TOG-06: A resisted secondary check that was lost hands on nothing.

    Also tested: SS-RES-02.
    """
    first = check("Ann", "Sneak", against="Bo", answers=["Brawl"])
    table = sitting("linked", first, check("Ann", "Brawl"))
    table.dice(0, 0, "000").dice(0, 1, "000").run()
    assert table.of(DiceGathered)[1].checks[0].linked == 0


# Group checks.


def group(*dice: str, ranks: tuple[str, ...], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Let people of these ranks act as a group."""
    names = ("Ann", "Bo", "Cy")[: len(ranks)]
    seats = [
        person(name, side="group", ranks={"Brawl": rank})
        for name, rank in zip(names, ranks, strict=True)
    ]
    parts = told.pop("parts", [{}] * len(ranks))
    checks = [check(name, **part) for name, part in zip(names, parts, strict=True)]
    table = sitting("group", *checks, seats=seats, **told)
    for who, signs in enumerate(dice):
        table.dice(0, who, signs)
    return table.run()


def test_ss_multi_03_from_the_highest_rank_to_the_lowest() -> None:
    """SS-MULTI-03: A group of one ability rolls from the highest rank to the lowest."""
    table = group(ranks=("nil", "journeyman", "greenhorn"))
    assert [roll.who for roll in table.of(DiceRolled)] == [1, 2, 0]


def test_rul_56_equal_ranks_roll_in_their_order() -> None:
    """RUL-56: Equal ranks roll in the order in which they are listed."""
    table = group(ranks=("greenhorn", "journeyman", "journeyman"))
    assert [roll.who for roll in table.of(DiceRolled)] == [1, 2, 0]


def test_ss_multi_01_different_abilities_keep_their_order() -> None:
    """SS-MULTI-01: A group of different abilities rolls in the order agreed."""
    table = group("-00", ranks=("nil", "novice", "master"), group="building")
    assert [roll.who for roll in table.of(DiceRolled)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("branch", "dice"),
    [("no_effect", [3, 3]), ("penalty_die", [3, 4]), ("blocked", [3])],
)
def test_ss_multi_01_a_failure_as_agreed(branch: str, dice: list[int]) -> None:
    """SS-MULTI-01: A failure does nothing, costs a die, or ends it, as agreed."""
    parts = [{"if_failed": branch}, {}]
    ranks = ("novice", "novice")
    table = group("---", "+00", ranks=ranks, parts=parts, group="building")
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == dice


def test_ss_multi_02_the_same_ability_always_costs_a_die() -> None:
    """SS-MULTI-02: In a group of one ability a failure always costs the next a die."""
    parts = [{"if_failed": "blocked"}, {}]
    table = group("---", "+000", ranks=("novice", "novice"), parts=parts)
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [3, 4]
    assert table.of(DiceGathered)[1].checks[0].failure == 1


@pytest.mark.parametrize("whose", [0, 1, 2])
def test_ss_multi_04_circumstances_lie_on_every_roll(whose: int) -> None:
    """SS-MULTI-04: In a group of one ability a circumstance die lies on every roll."""
    parts: list[dict[str, int]] = [{}, {}, {}]
    parts[whose] = {"circumstance": 1}
    table = group("0---", "0---", "0---", ranks=("novice",) * 3, parts=parts)
    assert [e.checks[0].circumstance for e in table.of(DiceGathered)] == [1, 1, 1]
    told = [(event.of, event.value) for event in table.of(RulingSettled)]
    assert told == [(0, 1), (1, 1), (2, 1)]
    assert all("SS-MULTI-04" in event.cites for event in table.of(RulingSettled))


def test_ss_multi_04_different_abilities_have_each_their_own() -> None:
    """SS-MULTI-04: In a group of different abilities each has the own circumstances.

    Also tested: SS-MULTI-01.
    """
    parts = [{"circumstance": 1}, {}]
    ranks = ("novice", "novice")
    table = group("", "", ranks=ranks, parts=parts, group="building")
    assert [e.checks[0].circumstance for e in table.of(DiceGathered)] == [1, 0]


def group_of_two(**told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down to a group of Ann and Bo, of whom Bo, the better, rolls first."""
    guide = {"asked": ["circumstance"]}
    seats = [person("Ann"), person("Bo", ranks={"Brawl": "master"})]
    parts = (check("Ann", **told), check("Bo"))
    return sitting("group", *parts, seats=seats, story_guide=guide)


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_ss_multi_04_the_story_guide_says_it_once(dice: int) -> None:
    """SS-MULTI-04: In a group the Story Guide is asked once about circumstances.

    Also tested: ENG-02.
    """
    table = group_of_two().until_asked(StoryGuideRuled, 2, kind="circumstance", of=1)
    table.choose(StoryGuideRuled, kind="circumstance", value=dice).run()
    gathered = [event.checks[0] for event in table.of(DiceGathered)]
    assert [(event.who, event.circumstance) for event in gathered] == [
        (1, dice),
        (0, dice),
    ]
    assert len(table.of(StoryGuideRuled)) == 1
    told = [(event.of, event.value) for event in table.of(RulingSettled)]
    assert told == ([(0, dice)] if dice else [])


def test_ss_multi_04_silence_is_what_the_scenario_says_of_any() -> None:
    """SS-MULTI-04: By default the most that is said of any holds for all."""
    table = group_of_two(circumstance=2).run()
    gathered = [event.checks[0].circumstance for event in table.of(DiceGathered)]
    assert gathered == [2, 2]


def test_ss_multi_05_only_the_roll_before_counts() -> None:
    """SS-MULTI-05: In a group only the roll before counts, and the last decides.

    Also tested: RUL-54.
    """
    table = group("000", "++00-", "+00---", ranks=("journeyman", "greenhorn", "nil"))
    linked_dice = [event.checks[0].linked for event in table.of(DiceGathered)]
    assert linked_dice == [0, 2, 3]
    assert table.last(CheckResolved).level == 0
    assert not table.last(CheckResolved).success


def test_ss_multi_06_a_weak_helper_spoils_it() -> None:
    """SS-MULTI-06: A weak helper may spoil what the others did well."""
    ranks = ("journeyman", "greenhorn", "nil")
    together = group("000", "++00-", "+00---", ranks=ranks).last(CheckResolved)
    by_oneself = group("000", ranks=ranks[:1] + ranks[1:2]).last(CheckResolved)
    assert (together.success, by_oneself.success) == (False, True)


def test_eng_04_every_answer_is_on_record() -> None:
    """ENG-04: Passing and accepting are events like any other answer."""
    table = resisted("+00", "000").run()
    names = [type(event).__name__ for event in table.events]
    assert names.count("DieDeclined") == 4
    assert names.count("PainDeclined") == 2


@pytest.mark.parametrize(
    ("dice", "how", "returns"),
    [("+0000", "success", (1.0, 1.0)), ("---00", "failure", (0.0, 0.0))],
)
def test_ss_meta_04_a_group_fares_together(
    dice: str, how: str, returns: tuple[float, ...]
) -> None:
    """SS-META-04, SS-MULTI-05: The last roll decides for all of a group."""
    table = group("000", dice, ranks=("journeyman", "novice"))
    assert (table.outcome.how, table.outcome.returns) == (how, returns)


def test_ss_com_02_the_best_share_what_there_is_to_win() -> None:
    """SS-COM-02, SS-COM-03: Those who share the first place share the return."""
    table = race("+00", "+00", "-00").run()
    assert table.outcome.how == "ranked"
    assert table.outcome.returns == (0.5, 0.5, 0.0)
    table = race("---", "---", "---").run()
    assert table.outcome.how == "failure"
    assert table.outcome.returns == (0.0, 0.0, 0.0)


def test_ss_chk_01_everyone_chooses_for_oneself() -> None:
    """SS-CHK-01: Everyone chooses the own ability."""
    parts = (check("Ann", "Brawl", "Argue"), check("Bo", "Sneak", "Cook"))
    table = sitting("competitive", *parts)
    table.choose(CheckDeclared, ability="Argue").choose(CheckDeclared, ability="Sneak")
    table.run()
    gathered = table.of(DiceGathered)[0].checks
    names = [table.state.ability(c.who, c.ability).name for c in gathered]
    assert names == ["Argue", "Sneak"]


@pytest.mark.parametrize("limit", [1, 3])
def test_rul_75_ties_are_not_rolled_for_ever(limit: int) -> None:
    """RUL-75: Those who always tie roll again at most as often as volleys may last.

    Also tested: RUL-57.
    """
    rulings = {"competitive_tie": "reroll", "max_volleys": limit}
    seats = [person("Ann"), person("Bo")]
    parts = (check("Ann"), check("Bo"))
    table = sitting("competitive", *parts, seats=seats, rulings=rulings).run()
    assert len(table.of(DiceRolled)) == 2 * (1 + limit)
    assert table.outcome.returns == (0.5, 0.5)
