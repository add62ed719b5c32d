"""Skill rolls: routine, charts, powers, measured uses and knowledge."""

from fractions import Fraction
from typing import Any

import pytest

from sim.library.scenario import load
from sim.narration.story import story
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.narration.narrate import narrate
from sim.rules.skill_roll.phases import Rolling, Verdict
from sim.rules.skill_roll.scenario.known import fits_some_roll
from sim.rules.skill_roll.scenario.seat import Character, Power
from sim.rules.skill_roll.scenario.sheet import (
    Aspect,
    Condition,
    Culture,
    Narrator,
    Use,
)
from sim.rules.skill_roll.skills.charts import CHART, CIRCUMSTANCES, Circumstance, Row
from sim.rules.skill_roll.skills.dice import DiceSet, dice_set, success
from sim.rules.skill_roll.skills.expertise import Expertise, expertise
from sim.rules.skill_roll.skills.quantity import percent_of_normal
from sim.rules.skill_roll.skills.scale import SCALES, ScaleName
from sim.seam.protocol import Chance, Decision
from tests.agents.tables import conflict as played
from tests.rules.skill_roll.table import A, B, ann, bob, conflict, task, use

ROUTINE, ROLL, IMPOSSIBLE = Verdict
COARSE, FINE = SCALES[ScaleName.COARSE], SCALES[ScaleName.FINE]
JUDGE = 1


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({}, True),
        ({"who": ("Ann",), "against": ("Bob",), "skill": "craft"}, True),
        ({"who": ("Bob",)}, False),
        ({"against": ("Ann",)}, False),
        ({"skill": "dodge"}, False),
        ({"from_round": 2}, True),
        ({"from_round": 3}, False),
        ({"to_round": 1}, False),
        ({"approach": "run"}, False),
        ({"answers": "run"}, False),
        ({"form": "fists"}, False),
    ],
)
def test_sk_rul_61_what_a_condition_of_a_task_can_count_for(
    fields: dict[str, Any], *, fits: bool
) -> None:
    """SK-RUL-61: A condition of a task counts for opposed uses in its rounds only."""
    uses = (use(), use(against="Bob"))
    task = conflict(crafty(), bob(attacks=()), kind="task", uses=uses)
    assert fits_some_roll(task, Condition(percent=20, **fields)) == fits
    assert fits_some_roll(conflict(), Condition(percent=20, **fields))


def crafty(rank: int = 14, **changes: object) -> Character:
    """Return Ann with a craft."""
    return ann(skills={"craft": rank}, **changes)


# Routine, expertise, culture.


def test_what_expertise_covers_is_routine() -> None:
    """SK-ROUT-01: A use that expertise covers is routine: a success without a roll.

    Its level is 10 and the skill less the difficulty.

    Also tested: SK-ROUT-02, SK-RUL-40 and SK-RUL-52.
    """
    game = task(use(pressed=False), seats=(crafty(16),))
    assert game.last(c.RoutineUseGranted).level == 1
    assert game.outcome.returns == (1.0,)
    assert {"SK-ROUT-01", "SK-ROUT-02", "SK-RUL-40", "SK-RUL-52"} <= game.cited()


@pytest.mark.parametrize("among", ["", "elves"])
def test_routine_begins_where_10_suffices(among: str) -> None:
    """SK-RUL-40: A use is routine where 10 and the skill suffice, whatever the culture.

    Also tested: SK-CULT-04.
    """
    elves = Culture(name="elves", shifts={"archery": 4})
    plain = use(pressed=False, among=among)
    game = task(plain, seats=(crafty(15),), cultures=(elves,))
    assert game.last(c.RoutineUseGranted).level == 0
    assert task(plain, seats=(crafty(14),), cultures=(elves,)).why == "use"


def test_what_adds_to_a_use_may_make_it_routine() -> None:
    """SK-RUL-40: A modifier counts towards routine as the rank does."""
    helped = task(use(pressed=False, modifier=1), seats=(crafty(14),))
    assert helped.last(c.RoutineUseGranted).level == 0
    hindered = task(use(pressed=False, modifier=-1), seats=(crafty(15),))
    assert hindered.why == "use"


@pytest.mark.parametrize("why", ["pressed", "must_roll"])
def test_pressure_or_an_intruder_makes_it_a_roll(why: str) -> None:
    """SK-ROUT-02: A use under pressure or against an intruder is rolled for.

    Also tested: SK-ROUT-03.
    """
    game = task(use(**{"pressed": False, why: True}), seats=(crafty(16),))
    assert game.why == "use"


def test_a_margin_makes_less_of_it_routine() -> None:
    """SK-RUL-40: Under `routine_margin` routine needs so many levels to spare."""
    game = task(use(pressed=False), seats=(crafty(16),), routine_margin=2)
    assert isinstance(game.asked, Chance)


@pytest.mark.parametrize("rank", [9, 11, 14])
def test_fifteen_is_routine_for_the_competent(rank: int) -> None:
    """SK-ROUT-04: Difficulty 15 is routine from rank 9 on, without a roll."""
    game = task(use(pressed=False, row=Row.UNSKILLED_RISK), seats=(crafty(rank),))
    assert game.all(c.RoutineUseGranted)


@pytest.mark.parametrize(("bands", "more"), [("even_odds", 0), ("plus_ten", 1)])
def test_the_bands_end_midway_between_the_anchors(bands: str, more: int) -> None:
    """SK-EXP-01: Bands of expertise end midway between the anchors.

    Also tested: SK-CULT-01 and SK-RUL-01.
    """
    ends = {
        "unskilled": (0, 7),
        "beginner": (8, 10),
        "amateur": (11, 12),
        "professional": (13, 15),
        "expert": (16, 20),
        "master": (21, 25),
        "genius": (26, 60),
    }
    assert tuple(ends) == tuple(Expertise)
    for word, edges in ends.items():
        assert [expertise(edge + more, bands) for edge in edges] == [word, word]


def test_a_professional_at_large_is_a_beginner_among_elves() -> None:
    """SK-CULT-03: Expertise within a culture is shifted, at large it is not.

    Rank 14 with shift 4 counts as 10, a beginner's, among elves.

    Also tested: SK-CULT-04 and SK-RUL-01.
    """
    elves = Culture(name="elves", shifts={"craft": 4})
    game = task(use(among="elves"), seats=(crafty(14),), cultures=(elves,))
    said = game.last(c.SkillUseClassified)
    assert (said.expertise, said.within) == ("professional", "beginner")


def test_the_coarse_scale_makes_the_same_ranks_better() -> None:
    """SK-EXP-02: Level 3 is 130 per cent on the fine scale and 160 on the coarse."""
    assert percent_of_normal(FINE, 3) == 130
    assert percent_of_normal(COARSE, 3) == 160


def test_a_culture_changes_what_is_routine_and_no_number() -> None:
    """SK-CULT-02: A culture changes what is routine, and no number of a roll.

    Gilroy teaches humans, not elves.

    Also tested: SK-CULT-03 and SK-CULT-04.
    """
    elves = Culture(name="elves", shifts={"craft": 4})
    lesson = use(pressed=False, row=Row.AMATEUR_CHALLENGING)
    human = task(lesson, seats=(crafty(15),), cultures=(elves,))
    assert human.all(c.RoutineUseGranted)
    at_home = use(pressed=False, row=Row.AMATEUR_CHALLENGING, among="elves")
    elf = task(at_home, seats=(crafty(15),), cultures=(elves,))
    said = elf.last(c.SkillUseClassified)
    assert (said.expertise, said.within) == ("professional", "amateur")
    assert elf.last(c.DifficultySet).difficulty == 22
    assert elf.roll(2, 2, 3).last(c.OutcomeDetermined).level == 0


# The roll.


def test_the_steps_come_in_order() -> None:
    """SK-ROLL-01: A use is classified, given a difficulty, rolled and read in order.

    Also tested: SK-RUL-02.
    """
    game = task(use(), seats=(crafty(),)).roll(4, 4, 3)
    kinds = [type(event).__name__ for event in game.events]
    assert kinds[1:] == [
        "SkillUseClassified",
        "DifficultySet",
        "DiceRolled",
        "OutcomeDetermined",
        "UsePerformed",
    ]


def test_a_total_is_dice_and_skill_and_modifiers() -> None:
    """SK-ROLL-02: A total is dice, skill and modifiers, and each point is a level.

    Also tested: SK-ROLL-03, SK-ROLL-06 and SK-RUL-03.
    """
    game = task(use(modifier=-2), seats=(crafty(14),)).roll(5, 5, 5)
    done = game.last(c.OutcomeDetermined)
    assert (done.total, done.difficulty, done.level) == (27, 25, 2)


def test_other_dice_and_none() -> None:
    """SK-ROLL-04: Dice may be others for the game or a skill, or none, which is 10.

    Also tested: SK-RUL-38 and SK-RUL-39.
    """
    assert len(task(use(), seats=(crafty(),), dice="1d20").asked.pool) == 1  # type: ignore[union-attr] # a roll
    by_skill = task(use(), seats=(crafty(),), dice_by_skill=("craft=2d6+3",))
    assert by_skill.roll(4, 4).last(c.OutcomeDetermined).level == 0
    none = task(use(), seats=(crafty(),), dice="none")
    done = none.last(c.OutcomeDetermined)
    assert (done.level, done.rolled) == (-1, False)
    assert "SK-RUL-54" in none.cited()


def test_the_smaller_the_spread_the_more_predictable() -> None:
    """SK-ROLL-05: Dice of a smaller deviation are more predictable."""
    narrow, wide = dice_set("4d4"), dice_set("1d20")
    assert narrow is not None
    assert wide is not None
    assert narrow.variance < wide.variance
    assert success(narrow, -8) > success(wide, -8)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, (False, False, "")),
        ({"quantitative": True}, (True, False, "")),
        ({"against": "Bob"}, (False, True, "")),
        ({"quantitative": True, "against": "Bob"}, (True, True, "")),
        ({"knowledge": "esoteric", "subject": "x"}, (False, False, "knowledge")),
    ],
)
def test_every_sort_of_use_is_named(
    fields: dict[str, object], said: tuple[bool, bool, str]
) -> None:
    """SK-ROLL-07: A use is classified as measured or not and opposed or not.

    Also tested: SK-RUL-51 and SK-DP-02.
    """
    game = task(use(**fields), seats=(crafty(), bob()))
    classified = game.last(c.SkillUseClassified)
    assert (classified.measured, classified.opposed, classified.special) == said
    assert "SK-RUL-51" in classified.cites


def test_there_is_no_luck_beyond_the_numbers() -> None:
    """SK-RUL-05: Needing 3 always succeeds, and needing 19 never."""
    dice = DiceSet(3, 6)
    assert success(dice, -3) == pytest.approx(1.0)
    assert success(dice, -19) == 0.0


# Qualitative uses.


@pytest.mark.parametrize(("faces", "won"), [((3, 4, 4), 1.0), ((3, 3, 4), 0.0)])
def test_level_0_succeeds(faces: tuple[int, ...], won: float) -> None:
    """SK-QLU-01: Level 0 is a success, and the level beyond it changes nothing.

    Also tested: SK-QLU-02 and SK-RUL-37.
    """
    game = task(use(), seats=(crafty(14),)).roll(*faces)
    assert game.outcome.returns == (won,)
    done = game.last(c.UsePerformed)
    assert (done.percents, done.ranks) == ((), 0)


def test_the_chart_has_sixteen_rows_from_15_to_48() -> None:
    """SK-QLU-03: The chart has sixteen rows from 15 to 48."""
    assert [CHART[row] for row in Row] == sorted(CHART.values())
    assert (min(CHART.values()), max(CHART.values()), len(CHART)) == (15, 48, 16)
    game = task(use(difficulty=52), seats=(crafty(40),)).roll(4, 4, 4)
    assert game.last(c.OutcomeDetermined).level == 0


def test_challenging_means_even_odds() -> None:
    """SK-QLU-04: "Challenging" is an even chance for a professional of rank 14."""
    assert success(DiceSet(3, 6), 14 - CHART[Row.PROFESSIONAL_CHALLENGING]) == (
        pytest.approx(0.5)
    )


# Powers.


def powered(ranks: int = 5, **changes: object) -> Character:
    """Return Ann with a power."""
    return crafty(powers=(Power(name="might", ranks=ranks, **changes),))


def mighty(**changes: object) -> Use:
    """Return a use of that power."""
    return use(power="might", **changes)


def test_a_power_is_20_and_its_ranks_whatever_the_chart() -> None:
    """SK-POW-01: A power has difficulty 20 and its ranks, and 1 for a step beyond.

    Also tested: SK-RUL-12, SK-RUL-14 and SK-RUL-13.
    """
    game = task(mighty(), mighty(required=6, excess_steps=2), seats=(powered(),))
    assert game.last(c.DifficultySet).difficulty == 25
    game.roll(1, 1, 1)
    assert game.last(c.DifficultySet).difficulty == 31
    assert {"SK-POW-01", "SK-POW-02", "SK-POW-03", "SK-RUL-13"} <= game.cited()


def test_too_far_beyond_a_power_fails_without_dice() -> None:
    """SK-POW-04, SK-POW-03: More than two ranks beyond a power fail without dice.

    With the Improved Maximum they are rolled for.
    """
    game = task(mighty(required=8), seats=(powered(),))
    assert game.last(c.AutomaticFailureDeclared).reason == "power"
    assert game.outcome.returns == (0.0,)
    improved = task(mighty(required=8), seats=(powered(improved_maximum=True),))
    assert improved.last(c.DifficultySet).difficulty == 37


def test_two_names_may_be_one_trait() -> None:
    """SK-RUL-11: Under `maximum_traits_are_one` either trait means both."""
    seats = (powered(increased_maximum_effect=True),)
    assert task(mighty(required=8), seats=seats).all(c.AutomaticFailureDeclared)
    game = task(mighty(required=8), seats=seats, maximum_traits_are_one=True)
    assert game.last(c.DifficultySet).difficulty == 37


def test_spare_ranks_are_asked_for_where_they_may_be_pulled() -> None:
    """SK-POW-05: Spare ranks of a power lower the difficulty, and may be left unused.

    8 for 6 are 22, and 6 for 6 are 26.

    Also tested: SK-DP-12 and SK-RUL-43.
    """
    game = task(mighty(required=6), seats=(powered(8),), pull_ranks=True)
    assert game.options == tuple(f.RanksChosen(A, ranks) for ranks in (8, 7, 6))
    game.say(f.RanksChosen(A, 7))
    assert game.last(c.DifficultySet).difficulty == 24


def test_a_power_as_described_takes_all_its_ranks() -> None:
    """SK-RUL-12, SK-DP-12: A power used as described takes all its ranks."""
    game = task(mighty(), seats=(powered(8),), pull_ranks=True)
    assert game.last(c.DifficultySet).difficulty == 28


@pytest.mark.parametrize(
    ("hard", "difficulty"), [({"row": Row.LEGENDARY}, 45), ({"difficulty": 31}, 31)]
)
@pytest.mark.parametrize("quantitative", [False, True])
def test_the_chart_may_stand_in_for_a_formula(
    hard: dict[str, object], difficulty: int, *, quantitative: bool
) -> None:
    """SK-RUL-14: A row or number of the scenario replaces the formula of a power.

    Also tested: SK-DP-03.
    """
    lifting = mighty(quantitative=quantitative, **hard)
    game = task(lifting, seats=(powered(),), pull_ranks=True)
    assert game.last(c.DifficultySet).difficulty == difficulty
    assert "SK-POW-01" not in game.cited()


def test_a_row_that_is_named_may_be_ruled_on() -> None:
    """SK-RUL-60: The Narrator rules on a row that the scenario names, not on a formula.

    Also tested: SK-RUL-14.
    """
    judge, seats = Narrator(asked=("difficulty",)), (powered(),)
    named = task(mighty(row=Row.LEGENDARY), seats=seats, narrator=judge)
    assert named.options[0] == f.DifficultyRuled(JUDGE, A, Row.LEGENDARY)
    named.say(f.DifficultyRuled(JUDGE, A, Row.BEGINNER_CHALLENGING))
    assert named.last(c.DifficultySet).difficulty == 20
    assert task(mighty(), seats=seats, narrator=judge).why == "use"


def test_a_power_may_have_its_own_guideline() -> None:
    """SK-POW-06: A power may have a base difficulty of its own."""
    game = task(mighty(), seats=(powered(base_difficulty=15),))
    assert game.last(c.DifficultySet).difficulty == 20


# Measured uses.


def measured(*aspects: str, **changes: object) -> Use:
    """Return a measured use of Ann's."""
    there = tuple(Aspect(name=name) for name in aspects)
    return use(quantitative=True, aspects=there, **changes)


def test_normal_is_20_and_circumstances_count_by_steps() -> None:
    """SK-QNU-01: Normal is 20, level 0 is 100 per cent, and each circumstance is 1.

    Also tested: SK-QNU-02, SK-QNU-05 and SK-QNU-06.
    """
    game = task(measured(better=3, worse=1), seats=(crafty(10),)).roll(3, 3, 2)
    assert game.last(c.DifficultySet).difficulty == 18
    assert "SK-QNU-06" in game.last(c.DifficultySet).cites
    assert game.last(c.UsePerformed).percents == (100,)
    plain = task(measured(), seats=(crafty(10),)).last(c.DifficultySet)
    assert "SK-QNU-06" not in plain.cites
    power = task(mighty(quantitative=True), seats=(powered(),))
    assert power.last(c.DifficultySet).difficulty == 25


def test_levels_are_given_step_by_step() -> None:
    """SK-QNU-03: Levels are given to aspects: the rest, one, or no more.

    Also tested: SK-DP-07 and SK-RUL-53.
    """
    game = task(measured("far", "fine"), seats=(crafty(14),)).roll(3, 3, 3)
    assert game.options == (
        f.LevelsGiven(A, "far", 3),
        f.LevelsGiven(A, "fine", 3),
        f.LevelsGiven(A, "far", 1),
        f.LevelsGiven(A, "fine", 1),
        f.NoMoreGiven(A),
    )
    game.say(f.LevelsGiven(A, "fine", 1), f.LevelsGiven(A, "far", 1), f.NoMoreGiven(A))
    done = game.last(c.EffectAllocated)
    assert (done.aspects, done.unused) == ((("far", 120), ("fine", 120)), 1)


def test_one_aspect_and_no_power_is_not_asked() -> None:
    """SK-RUL-53: With one aspect and no power nobody is asked where levels go."""
    game = task(measured("far"), seats=(crafty(14),)).roll(3, 3, 3)
    assert game.last(c.EffectAllocated).aspects == (("far", 160),)


@pytest.mark.parametrize(
    ("rulings", "percent"),
    [
        ({}, 60),
        ({"negative_levels": "fail"}, 0),
        ({"scale": "fine"}, 80),
    ],
)
def test_failure_levels_impair(rulings: dict[str, str], percent: int) -> None:
    """SK-RUL-07: A failure level impairs by a step, or under `fail` to nothing."""
    game = task(measured("far"), seats=(crafty(10),), **rulings).roll(2, 3, 3)
    assert game.last(c.UsePerformed).percents == (percent,)


@pytest.mark.parametrize(
    ("rulings", "percents", "won"),
    [({}, (0, 100), 0.5), ({"negative_levels": "fail"}, (0, 0), 0.0)],
)
def test_failure_levels_fall_on_the_first_aspect_or_all_is_nothing(
    rulings: dict[str, str], percents: tuple[int, ...], won: float
) -> None:
    """SK-RUL-07: Failure levels impair the first aspect only, or under `fail` all.

    Also tested: SK-QNU-03.
    """
    halves = tuple(Aspect(name=name, needs=100, worth=0.5) for name in ("far", "fine"))
    crafting = use(quantitative=True, aspects=halves)
    game = task(crafting, seats=(crafty(10),), **rulings).roll(1, 2, 2)
    assert game.last(c.OutcomeDetermined).level == -5
    done = game.last(c.UsePerformed)
    assert (done.success, done.percents) == (False, percents)
    assert game.outcome.returns == (won,)


def test_one_failure_level_is_a_failure() -> None:
    """SK-RUL-07: Under `fail` level -1 comes to nothing, and level 0 to all."""
    levels = (-1, 0)
    percents = [percent_of_normal(COARSE, level, negative="fail") for level in levels]
    assert percents == [0, 100]


def test_steps_add_or_compound() -> None:
    """SK-RUL-06: Steps add up, or under `percent_mode = compound` multiply."""
    assert percent_of_normal(COARSE, 3) == 160
    assert percent_of_normal(COARSE, 3, "compound") == 172


@pytest.mark.parametrize(
    ("rulings", "most"),
    [
        ({}, 2),
        ({"rank_cap_rounding": "up"}, 3),
        ({"improved_maximum_lifts_rank_cap": True}, 4),
    ],
)
def test_ranks_for_levels_are_capped(rulings: dict[str, object], most: int) -> None:
    """SK-QNU-04: Ranks for levels are capped at half of the base, as it is rounded.

    Also tested: SK-RUL-09 and SK-RUL-10.
    """
    seats = (powered(improved_maximum=True),)
    game = task(mighty(quantitative=True, modifier=10), seats=seats, **rulings)
    game.roll(6, 6, 6)
    taken = 0
    while f.RankTaken(A) in game.options:
        game.say(f.RankTaken(A))
        taken += 1
        if not hasattr(game.asked, "options"):
            break
    assert taken == most


def test_levels_and_ranks_may_not_mix() -> None:
    """SK-RUL-08: Under `mixed_allocation = false` levels are steps or ranks."""
    seats = (powered(),)
    rulings = {"mixed_allocation": False}
    game = task(mighty(quantitative=True, modifier=10), seats=seats, **rulings)
    game.roll(6, 6, 6).say(f.LevelsGiven(A, "result", 1))
    assert game.last(c.EffectAllocated).ranks == 0
    other = task(mighty(quantitative=True, modifier=10), seats=seats, **rulings)
    other.roll(6, 6, 6).say(f.RankTaken(A))
    assert not any(isinstance(option, f.LevelsGiven) for option in other.options)


def test_ranks_for_levels_leave_nothing_to_the_only_aspect() -> None:
    """SK-RUL-08: Under `mixed_allocation = false` levels left by ranks stay unused."""
    game = task(
        mighty(quantitative=True, modifier=10),
        seats=(powered(),),
        mixed_allocation=False,
    )
    game.roll(6, 6, 5).say(f.RankTaken(A), f.RankTaken(A))
    done = game.last(c.EffectAllocated)
    assert (done.aspects, done.ranks, done.unused) == ((("result", 100),), 2, 8)


def test_nobody_is_asked_where_nothing_can_be_given() -> None:
    """SK-RUL-53, SK-RUL-08: Levels that nothing can use are left without a question."""
    lifting = mighty(
        quantitative=True, aspects=(Aspect(name="far"), Aspect(name="fine"))
    )
    game = task(lifting, seats=(powered(),), mixed_allocation=False).roll(6, 6, 5)
    assert game.last(c.OutcomeDetermined).level == 6
    game.say(f.RankTaken(A))
    assert game.last(c.EffectAllocated).unused == 2
    assert game.outcome.how == "performed"


# Opposed uses.


def test_who_only_resists_gets_its_share_of_all_uses() -> None:
    """SK-CONF-09: Whoever only resists gets the share of uses that failed.

    Of three against Bob one succeeds, and so two thirds are his.
    """
    against = use(against="Bob", resisted_by=("guard",))
    seats = (crafty(12), bob(skills={"guard": 12}, npc=True))
    game = task(against, against, against, seats=seats)
    game.roll(3, 3, 4).roll(3, 3, 3).roll(3, 3, 3)
    assert game.outcome.returns == pytest.approx((1 / 3, 2 / 3))


def test_an_opponent_rolls_or_takes_10() -> None:
    """SK-QLO-01: An opponent rolls, or takes 10 if they are the Narrator's.

    Also tested: SK-QLO-02, SK-QLO-03 and SK-RUL-04.
    """
    against = use(against="Bob", resisted_by=("guard",))
    npc = bob(skills={"guard": 12}, npc=True)
    game = task(against, seats=(crafty(12), npc))
    assert game.last(c.OppositionSet).total == 22
    game.roll(3, 3, 4)
    assert game.outcome.returns == (1.0, 0.0)
    both = task(against, seats=(crafty(12), bob(skills={"guard": 12})))
    assert (both.who, both.why) == (B, "resist")
    both.roll(6, 6, 6).roll(3, 3, 4)
    assert both.outcome.returns == (0.0, 1.0)


def test_a_measured_opposed_use_is_read_as_a_measured_one() -> None:
    """SK-QNO-01: A measured opposed use is read in per cent of normal."""
    against = use(against="Bob", resisted_by=("guard",), quantitative=True)
    game = task(against, seats=(crafty(14), bob(skills={"guard": 12}, npc=True)))
    game.roll(4, 4, 3)
    assert game.last(c.UsePerformed).percents == (160,)
    assert "SK-QNO-01" in game.cited()


def test_a_power_lends_ranks_to_a_measured_opposed_use() -> None:
    """SK-QNO-01: Ranks of a power may be taken for levels of an opposed use too.

    Also tested: SK-QNU-04.
    """
    against = mighty(against="Bob", resisted_by=("guard",), quantitative=True)
    fist = (Power(name="might", ranks=5),)
    seats = (crafty(22, powers=fist), bob(skills={"guard": 12}, npc=True))
    game = task(against, seats=seats).roll(3, 3, 4)
    assert game.last(c.DifficultySet).difficulty == 22
    game.say(f.RankTaken(A), f.RankTaken(A))
    assert game.last(c.EffectAllocated).ranks == 2


def test_steps_count_against_an_opponent_too() -> None:
    """SK-QLO-06: Each circumstance is worth 1 against an opponent too."""
    against = use(against="Bob", resisted_by=("guard",), better=3, worse=1)
    seats = (crafty(12), bob(skills={"guard": 12}, npc=True))
    said = task(against, seats=seats).last(c.DifficultySet)
    assert said.difficulty == 20
    assert "SK-QLO-06" in said.cites
    assert "SK-QNU-06" not in said.cites


def test_steps_count_in_a_plain_use_by_our_own_ruling() -> None:
    """SK-RUL-15: Circumstances count in a plain use by our ruling, not by the text."""
    plain = task(use(worse=2), seats=(crafty(14),)).last(c.DifficultySet)
    assert plain.difficulty == 27
    assert "SK-RUL-15" in plain.cites
    assert "SK-QNU-06" not in plain.cites
    asked = use(knowledge="central", subject="x", worse=2)
    known = task(asked, seats=(crafty(14),)).last(c.DifficultySet)
    assert "SK-QNU-06" in known.cites


def test_wounds_may_cost_something_in_a_task() -> None:
    """SK-RUL-33: Wounds that one enters a task with lower both sides' rolls."""
    hurt = crafty(14, damage=400)
    rulings = {"wound_penalty_per_quarter": 2}
    game = task(use(), seats=(hurt,), **rulings).roll(4, 4, 3)
    assert game.last(c.OutcomeDetermined).total == 25 - 4
    against = use(against="Bob", resisted_by=("guard",))
    guard = bob(skills={"guard": 12}, npc=True, damage=240)
    game = task(against, seats=(hurt, guard), **rulings)
    assert game.last(c.OppositionSet).total == 22 - 2
    assert game.roll(4, 4, 3).last(c.OutcomeDetermined).total == 25 - 4


@pytest.mark.parametrize("against", ["", "Bob"])
def test_without_the_skill_the_attribute_named_counts(against: str) -> None:
    """SK-RUL-27: Without the skill the attribute is inherited in part."""
    wise = {"attributes": {"dex": 8, "wits": 13}, "npc": True}
    other = ann(skills={}, **wise), bob(skills={"craft": 1}, attacks=(), **wise)
    opposed = use(against=against, attribute="wits")
    game = task(opposed, seats=other).roll(3, 3, 4)
    assert game.last(c.OutcomeDetermined).total == 10 + 9
    assert game.last(c.DifficultySet).difficulty == (19 if against else 25)


@pytest.mark.parametrize("row", list(Circumstance))
def test_circumstances_shift_the_difficulty(row: Circumstance) -> None:
    """SK-QLO-04: Each row of the circumstance table shifts an opposed difficulty."""
    against = use(against="Bob", resisted_by=("guard",))
    seats = (crafty(12), bob(skills={"guard": 12}, npc=True))
    game = task(against, seats=seats, conditions=(Condition(row=row),))
    assert game.last(c.DifficultySet).difficulty == 22 + CIRCUMSTANCES[row]


@pytest.mark.parametrize(
    ("rulings", "difficulty"),
    [
        ({}, 14),
        ({"scale": "fine"}, 6),
        ({"power_rank_weight": "half"}, 18),
        ({"power_rank_weight": "none"}, 22),
        ({"power_rank_weight": "maximum"}, 14),
    ],
)
def test_ranks_of_a_fitting_power_shift_it(
    rulings: dict[str, str], difficulty: int
) -> None:
    """SK-QLO-05: Ranks of a fitting power shift the difficulty by their weight.

    Also tested: SK-RUL-16 and SK-RUL-30.
    """
    seats = (
        crafty(12, powers=(Power(name="speed", ranks=3),)),
        bob(skills={"guard": 12}, npc=True, powers=(Power(name="speed", ranks=1),)),
    )
    against = use(against="Bob", resisted_by=("guard",))
    fast = Condition(power="speed", relevant=True)
    game = task(against, seats=seats, conditions=(fast,), **rulings)
    assert game.last(c.DifficultySet).difficulty == difficulty


def test_steps_of_advantage_and_all_rows_that_fit() -> None:
    """SK-QLO-06: Steps of advantage add up, and one row counts unless they are summed.

    35 per cent are one coarse step.

    Also tested: SK-RUL-06, SK-RUL-15 and SK-RUL-61.
    """
    seats = (crafty(12), bob(skills={"guard": 12}, npc=True))
    against = use(against="Bob", resisted_by=("guard",))
    uses = against, use(skill="guard", against="Bob", resisted_by=("guard",))
    rows = (
        Condition(row=Circumstance.MODERATELY_HINDER, percent=35),
        Condition(row=Circumstance.SUBSTANTIALLY_HINDER, percent=-40),
        Condition(row=Circumstance.GREATLY_HINDER, from_round=2),
        Condition(row=Circumstance.GREATLY_HINDER, skill="guard"),
    )
    game = task(*uses, seats=seats, conditions=rows)
    assert game.last(c.DifficultySet).difficulty == 22 + 2 - 1 + 2
    added = task(*uses, seats=seats, conditions=rows, circumstances="sum")
    assert added.last(c.DifficultySet).difficulty == 22 + 6 - 1 + 2
    assert {"SK-QLO-06", "SK-RUL-61"} <= added.cited()


# Knowledge.


def ask(**changes: object) -> Use:
    """Return a use in which Ann is asked about a subject."""
    return use(knowledge="elective", subject="locks", **changes)


BANDS = [
    (10, "unfamiliar", "SK-KNOW-04"),
    (11, "faulty", "SK-KNOW-05"),
    (14, "yes_no", "SK-KNOW-06"),
    (15, "short_answers", "SK-KNOW-07"),
    (18, "background", "SK-KNOW-08"),
    (22, "extensive", "SK-KNOW-09"),
]


@pytest.mark.parametrize(("skill", "band", "rule"), BANDS)
def test_what_is_known_depends_on_the_level(skill: int, band: str, rule: str) -> None:
    """SK-KNOW-01, SK-KNOW-03: Each level of knowledge has its band.

    Difficulty 24 is that of an elective subject, with 10 on the dice.
    """
    game = task(ask(), seats=(crafty(skill),)).roll(3, 3, 4)
    if band == "faulty":
        assert game.why == "faulty_answer"
        game.roll(50)
    assert game.last(c.KnowledgeRecalled).band == band
    assert rule in game.cited()


@pytest.mark.parametrize(("face", "wrong"), [(50, True), (51, False)])
def test_a_d100_says_whether_memory_deceives(face: int, *, wrong: bool) -> None:
    """SK-RUL-36: A faulty answer is wrong if a d100 shows so much or less.

    Also tested: SK-KNOW-05.
    """
    game = task(ask(), seats=(crafty(12),)).roll(3, 3, 4).roll(face)
    assert game.last(c.KnowledgeRecalled).wrong is wrong
    never = task(ask(), seats=(crafty(12),), faulty_answer_error=0.0)
    assert never.roll(3, 3, 4).roll(1).last(c.KnowledgeRecalled).wrong is False
    some = task(ask(), seats=(crafty(12),), faulty_answer_error=0.29)
    assert some.roll(3, 3, 4).roll(29).last(c.KnowledgeRecalled).wrong is True
    nearly = task(ask(), seats=(crafty(12),), faulty_answer_error=0.995)
    assert nearly.roll(3, 3, 4).roll(100).last(c.KnowledgeRecalled).wrong is False


@pytest.mark.parametrize(
    ("skill", "inheritance", "rank"), [(18, "partial", 14), (22, "full", 22)]
)
def test_a_specialised_skill_may_be_recorded(
    skill: int, inheritance: str, rank: int
) -> None:
    """SK-KNOW-08: A good answer lets one record a skill, at 4 less or in full.

    Also tested: SK-KNOW-09, SK-RUL-27 and SK-DP-11.
    """
    game = task(ask(), seats=(crafty(skill),)).roll(3, 3, 4)
    assert game.options == (f.SpecialtyTaken(A), f.SpecialtyLeft(A))
    game.say(f.SpecialtyTaken(A))
    specialty = game.last(c.SpecialtyRecorded)
    assert (specialty.inheritance, specialty.rank) == (inheritance, rank)
    assert game.participant(A).specialties[0].rank == rank


def test_a_recorded_skill_may_be_used_at_once() -> None:
    """SK-KNOW-08: A recorded skill may be used at once, to act and to resist.

    Also tested: SK-RUL-27.
    """
    picks = use(skill="locks")
    resisted = use(who="Bob", skill="blade", against="Ann", resisted_by=("locks",))
    seats = crafty(18, attributes={"dex": 8}, npc=True), bob()
    game = task(ask(), picks, resisted, seats=seats).roll(3, 3, 4)
    game.say(f.SpecialtyTaken(A))
    assert game.last(c.SkillUseClassified).expertise == "professional"
    game.roll(3, 3, 4)
    assert game.last(c.OppositionSet).total == 10 + 14
    assert game.all(c.OutcomeDetermined)[-1].total == 10 + 14
    without = task(ask(), picks, seats=(crafty(18, attributes={"dex": 8}),))
    without.roll(3, 3, 4).say(f.SpecialtyLeft(A)).roll(3, 3, 4)
    assert without.last(c.OutcomeDetermined).total == 10 + 4


def test_the_better_of_two_ranks_counts() -> None:
    """SK-RUL-27: Of a recorded skill and the sheet's the better one counts."""
    able = ann(skills={"craft": 18, "locks": 16})
    game = task(ask(), use(skill="locks"), seats=(able,)).roll(3, 3, 4)
    game.say(f.SpecialtyTaken(A)).roll(3, 3, 4)
    assert game.last(c.OutcomeDetermined).total == 26


def test_a_specialised_skill_may_be_left() -> None:
    """SK-DP-11: If a specialised skill is left, nothing is recorded."""
    game = task(ask(), seats=(crafty(18),)).roll(3, 3, 4).say(f.SpecialtyLeft(A))
    assert game.participant(A).specialties == ()


def test_a_subject_is_asked_once() -> None:
    """SK-KNOW-02: A subject is asked about once; a second question fails.

    Also tested: SK-RUL-35 and SK-RUL-62.
    """
    game = task(ask(), ask(), seats=(crafty(14),)).roll(3, 3, 4)
    assert game.last(c.AutomaticFailureDeclared).reason == "asked"
    assert game.outcome.returns == (0.5,)
    assert len(game.all(c.KnowledgeRecalled)) == 1
    again = task(ask(), ask(), seats=(crafty(14),), knowledge_retries=1)
    assert isinstance(again.roll(3, 3, 4).asked, Chance)


@pytest.mark.parametrize(
    ("rulings", "percents"),
    [({}, (140, 60)), ({"negative_levels": "fail"}, (140, 0))],
)
def test_measured_knowledge_is_ranked_like_other_uses(
    rulings: dict[str, str], percents: tuple[int, ...]
) -> None:
    """SK-CONF-09: Measured knowledge is ranked by per cent of normal.

    Also tested: SK-RUL-06 and SK-RUL-07.
    """
    ann, bob_ = crafty(16), bob(skills={"craft": 12})
    asked = [ask(who=who, quantitative=True) for who in ("Ann", "Bob")]
    game = task(*asked, seats=(ann, bob_), **rulings).roll(3, 3, 4)
    game.roll(3, 3, 4).roll(100)
    assert tuple(each.percents[0] for each in game.all(c.UsePerformed)) == percents
    assert {each.ranks for each in game.all(c.UsePerformed)} == {0}
    assert game.outcome.returns == (1.0, 0.0)


# What the Narrator is asked.


def test_the_narrator_may_rule_on_routine() -> None:
    """SK-DP-01: The Narrator may rule a use routine, a roll or impossible.

    The default is offered first.

    Also tested: SK-RUL-52 and SK-RUL-60.
    """
    seats, judge = (crafty(16),), Narrator(asked=("routine",))
    game = task(use(pressed=False), seats=seats, narrator=judge)
    verdicts = [option.verdict for option in game.options]  # type: ignore[attr-defined] # rulings
    assert verdicts == [ROUTINE, ROLL, IMPOSSIBLE]
    game.say(f.UseRuled(JUDGE, A, IMPOSSIBLE))
    assert game.last(c.AutomaticFailureDeclared).reason == "ruled"
    assert game.outcome.returns == (0.0, 0.0)
    other = task(use(), seats=seats, narrator=judge)
    assert other.options[0] == f.UseRuled(JUDGE, A, ROLL)
    assert other.say(f.UseRuled(JUDGE, A, ROLL)).why == "use"
    granted = task(use(), seats=(crafty(9),), narrator=judge)
    granted.say(f.UseRuled(JUDGE, A, ROUTINE))
    assert granted.outcome.returns == (1.0, 0.0)


def test_what_is_ruled_routine_is_as_hard_as_who_opposes_it() -> None:
    """SK-RUL-52: A use ruled routine has the level of a 10 against its difficulty.

    The opponent's total is 22, and circumstances add 2 and 1.

    Also tested: SK-DP-01.
    """
    seats = (crafty(17), bob(skills={"guard": 12}, npc=True))
    hindered = (Condition(row=Circumstance.MODERATELY_HINDER),)
    opposed = use(against="Bob", resisted_by=("guard",), worse=1)
    judge = Narrator(asked=("routine",))
    game = task(opposed, seats=seats, narrator=judge, conditions=hindered)
    game.say(f.UseRuled(2, A, ROUTINE))
    assert game.last(c.RoutineUseGranted).level == 10 + 17 - 25
    assert game.outcome.returns == (1.0, 0.0, 0.0)


def test_the_narrator_may_rule_on_the_row() -> None:
    """SK-DP-03: The Narrator is offered the scenario's row first, then the chart.

    Also tested: SK-RUL-60.
    """
    judge = Narrator(asked=("difficulty",))
    game = task(use(), seats=(crafty(),), narrator=judge)
    rows = [option.row for option in game.options]  # type: ignore[attr-defined] # rulings
    assert rows[:2] == [Row.PROFESSIONAL_CHALLENGING, Row.UNSKILLED_RISK]
    assert len(rows) == 16
    game.say(f.DifficultyRuled(JUDGE, A, Row.LEGENDARY))
    assert game.last(c.DifficultySet).difficulty == 45


def test_the_narrator_may_rule_on_circumstances_and_weight() -> None:
    """SK-DP-03: The Narrator may replace the circumstance and weight of conditions.

    Also tested: SK-QLO-04 and SK-QLO-05.
    """
    judge = Narrator(asked=("circumstance", "weight"))
    seats = (
        crafty(12, powers=(Power(name="speed", ranks=2),)),
        bob(skills={"guard": 12}, npc=True),
    )
    against = use(against="Bob", resisted_by=("guard",))
    fast = Condition(power="speed", row=Circumstance.GREATLY_HINDER)
    game = task(against, seats=seats, narrator=judge, conditions=(fast,))
    first, *others = game.options
    assert first == f.CircumstanceRuled(2, A, Circumstance.GREATLY_HINDER)
    assert len(others) == 8
    game.say(f.CircumstanceRuled(2, A, Circumstance.NEUTRAL))
    assert [option.weight for option in game.options] == [2, 0, 1, 3, 4]  # type: ignore[attr-defined] # rulings
    game.say(f.WeightRuled(2, A, 3))
    assert game.last(c.DifficultySet).difficulty == 22 - 6


def test_a_hidden_difficulty_is_the_narrators_alone() -> None:
    """SK-RUL-65: A hidden difficulty is blank in the view of whoever may roll.

    Also tested: SK-RUL-02.
    """
    judge = Narrator(asked=("difficulty",))
    rulings = {"difficulty_hidden": True, "deterministic": "agent_choice"}
    game = task(use(), seats=(crafty(),), narrator=judge, **rulings)
    game.say(f.DifficultyRuled(JUDGE, A, Row.LEGENDARY))
    asked = game.asked
    assert isinstance(asked, Decision)
    phase = asked.view.phase
    assert isinstance(phase, Rolling)
    assert phase.difficulties == (None,)
    assert phase.setting.row is None
    said = narrate(game.state, game.last(c.DifficultySet))
    assert said == "What Ann tries has a difficulty that is not told."
    shown = task(use(), seats=(crafty(),), deterministic="agent_choice")
    assert "has difficulty 25" in narrate(shown.state, shown.last(c.DifficultySet))
    assert shown.asked.view.phase.difficulties == (25,)  # type: ignore[union-attr] # a decision


def test_one_may_roll_or_take_10() -> None:
    """SK-DP-05: Under `agent_choice` one may take 10, which is no roll.

    Also tested: SK-RUL-04 and SK-RUL-54.
    """
    game = task(use(), seats=(crafty(15),), deterministic="agent_choice")
    assert game.options == (f.RollChosen(A, roll=True), f.RollChosen(A, roll=False))
    game.say(f.RollChosen(A, roll=False))
    assert game.last(c.OutcomeDetermined).level == 0
    assert not [event for event in game.events if type(event).__name__ == "DiceRolled"]


def test_a_shot_at_a_target_is_5_and_the_range() -> None:
    """SK-ATTACK-10: A shot at a target is 5 and the range."""
    game = task(use(range_du=8, quantitative=True), seats=(crafty(6),))
    assert game.last(c.DifficultySet).difficulty == 13


# What a task is worth.


def test_what_aspects_need_is_what_counts() -> None:
    """SK-CONF-09: Each aspect that reaches what it needs gives its share."""
    aspects = (
        Aspect(name="far", needs=140, worth=0.6),
        Aspect(name="fine", needs=120, worth=0.4),
    )
    both = use(quantitative=True, aspects=aspects)
    game = task(both, seats=(crafty(12),)).roll(3, 3, 3)
    assert game.say(f.LevelsGiven(A, "fine", 1)).outcome.returns == (0.4,)
    game = task(both, seats=(crafty(14),)).roll(3, 3, 3)
    game.say(f.LevelsGiven(A, "far", 1), f.LevelsGiven(A, "far", 1))
    assert game.say(f.LevelsGiven(A, "fine", 1)).outcome.returns == (1.0,)


def test_uses_are_one_a_round_and_rounds_are_the_clock() -> None:
    """SK-CONF-10: A task has one use a round, and ends when all are performed.

    Also tested: SK-CONF-01 and SK-CONF-09.
    """
    game = task(use(), use(), use(), seats=(crafty(14),))
    game.roll(6, 6, 6).roll(1, 1, 1).roll(6, 6, 6)
    assert [event.number for event in game.all(c.RoundStarted)] == [1, 2, 3]
    assert game.outcome.returns == (pytest.approx(Fraction(2, 3)),)
    assert game.outcome.how == "performed"


@pytest.mark.parametrize(
    ("scale", "walls", "advantage"), [("coarse", 220, 2), ("fine", 160, 4)]
)
def test_the_page_is_told_on_either_scale(
    scale: str, walls: int, advantage: int
) -> None:
    """SK-RUL-30: The scenario `skill_page_example` is narrated on either scale.

    Also tested: SK-QNU-03 and SK-QLO-06.
    """
    loaded = load("skill_page_example", {"scale": scale})
    end = played(loaded, "first", "first", seed="1")
    told = "\n".join(story(loaded.system, loaded.scenario, end.events))
    assert f"achieves walls {walls}%, backups 100% of normal" in told
    assert told.count(f" - {advantage} advantage = ") == 4
