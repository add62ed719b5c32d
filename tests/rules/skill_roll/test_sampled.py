"""Tests of small changes to the rules that no other test had noticed."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from sim.errors import OddsError
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.law import law
from sim.rules.skill_roll.appraisal.odds import (
    AttackQuery,
    RollQuery,
    answer_attack,
    answer_roll,
)
from sim.rules.skill_roll.consequences import Cause
from sim.rules.skill_roll.scenario.seat import Approach, Character
from sim.rules.skill_roll.scenario.sheet import Aspect, Bystander, Condition, Use
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.system import SYSTEM
from sim.rules.skill_roll.uses.contest import gain
from tests.rules.skill_roll.table import A, B, C, Game, ann, bob, bow, conflict, task

DICE = range(1, 7)


def sums() -> dict[int, Fraction]:
    """Return the chance of each sum of 3d6, by plain enumeration."""
    chances: dict[int, Fraction] = {}
    for faces in product(DICE, repeat=3):
        chances[sum(faces)] = chances.get(sum(faces), Fraction(0)) + Fraction(1, 216)
    return chances


def runner(name: str, rank: int, *, npc: bool = False) -> Character:
    """Return somebody who runs at this rank."""
    way = Approach(
        name="run", skill="running", resisted_by=("running",), quantitative=True
    )
    return Character(name=name, skills={"running": rank}, approaches=(way,), npc=npc)


def race(*, npc: bool = False, **rulings: object) -> Game:
    """Return a race of Ann at 14 against Bob's 11, before the dice are rolled."""
    seats = runner("Ann", 14), runner("Bob", 11, npc=npc)
    game = Game(conflict(*seats, kind="contest", goal=9, **rulings))
    return game.say(f.ActDeclared(A, "run", 1))


@pytest.mark.parametrize("npc", [True, False])
def test_the_law_of_an_act_is_that_of_its_dice(*, npc: bool) -> None:
    """SK-CONF-03: The law of an act has the chance of each gain of its dice.

    SK-QLO-06: 40 per cent of an advantage are 2 off the difficulty.
    """
    game = race(npc=npc, conditions=(Condition(who=("Ann",), percent=40),))
    scale = game.state.setup.scale
    theirs: Iterable[tuple[int, Fraction]] = [(10, Fraction(1))]
    expected: dict[int, Fraction] = {}
    for (mine, p), (foe, q) in product(
        sums().items(), theirs if npc else sums().items()
    ):
        gained = gain(scale, mine + 14 - foe - 11 + 2, measured=True)
        expected[gained] = expected.get(gained, Fraction(0)) + p * q
    cases = law(game.state)
    assert cases is not None
    gains: dict[int, float] = {}
    for chance, events in cases:
        state = game.state
        for event in events:
            state = SYSTEM.evolve(state, event)
        level = state.phase.levels[0]  # type: ignore[union-attr] # rolled
        gains[gain(scale, level, measured=True)] = chance
    assert gains == pytest.approx({step: float(p) for step, p in expected.items()})


def test_there_is_no_law_where_dice_are_chosen() -> None:
    """SK-RUL-04: An act has no law where somebody chooses between dice and 10."""
    assert law(race(deterministic="agent_choice").state) is None
    assert law(Game(conflict()).state) is None


@pytest.mark.parametrize(
    ("faces", "cause"),
    [((1, 1, 1), Cause.MISS), ((3, 3, 3), Cause.WINGED), ((4, 3, 3), Cause.HIT)],
)
def test_position_is_lost_by_what_the_blow_came_to(
    faces: tuple[int, ...], cause: Cause
) -> None:
    """SK-ATTRES-01 to SK-ATTRES-03: OOPS names as its cause what the attack came to."""
    game = Game(conflict()).attack(A, "blade", B, *faces)
    assert game.last(c.OopsChanged).cause == cause


def test_recovering_more_than_there_is_leaves_none() -> None:
    """SK-RUL-23, SK-RUL-66: Recovering 2 of 1 OOPS leaves 0, and is weighed so."""
    game = Game(conflict(recovery="minus_n", recovery_n=2))
    game.attack(A, "blade", B, 3, 3, 3).say(f.Held(B))
    assert game.participant(A).oops == 1
    assert SYSTEM.solving.appraise(game.state, f.RecoveryTaken(A)).suffers == 0  # type: ignore[misc] # there


def test_odds_say_what_was_asked() -> None:
    """A query against a skill alone adds nothing to it, and a wrong one is refused."""
    answer = answer_roll(RollQuery(12, vs_skill=12))
    assert answer.query["difficulty"] == 0
    with pytest.raises(OddsError, match="0 damage a rank"):
        answer_attack(AttackQuery(12, 20, damage_per_rank=-1))


def test_resisting_with_ten_is_worth_what_it_makes_fail() -> None:
    """SK-RUL-04, SK-RUL-66: To resist with 10 is worth how often the act fails.

    14 against 21 succeeds by 7 or more.
    """
    game = race(deterministic="agent_choice")
    ten = SYSTEM.solving.appraise(game.state, f.RollChosen(B, roll=False))  # type: ignore[misc] # there
    assert ten.win == pytest.approx(1 - 49 / 54)


def test_normal_is_enough_where_normal_is_needed() -> None:
    """SK-QNU-02, SK-RUL-66: Level 0 obtains an aspect that needs 100 per cent."""
    leap = Use(
        who="Ann",
        skill="leap",
        quantitative=True,
        pressed=True,
        difficulty=20,
        aspects=(Aspect(name="far", needs=100),),
    )
    jumper = ann(skills={"leap": 10}, attacks=())
    game = task(leap, seats=(jumper,), deterministic="agent_choice")
    ten = SYSTEM.solving.appraise(game.state, f.RollChosen(A, roll=False))  # type: ignore[misc] # there
    assert ten.deals == pytest.approx(100)


def test_plain_uses_are_ranked_by_success_alone() -> None:
    """SK-CONF-09: Plain uses are ranked by success: one is as good as one of two."""
    seats = ann(skills={"leap": 10}, attacks=()), bob(skills={}, attacks=())
    uses = [
        Use(who=name, skill="leap", difficulty=20, pressed=True)
        for name in ("Ann", "Ann", "Bob")
    ]
    game = task(*uses, seats=seats).roll(6, 6, 6).roll(1, 1, 1).roll(6, 6, 6)
    assert game.outcome.returns == (0.5, 0.5)


def stray(**changes: object) -> Game:
    """Return a fight in which Ann shoots wide of Bob, and Cy stands there."""
    pair = (
        bob(side="they", skills={"dodge": 9}),
        bob(name="Cy", side="they", skills={"dodge": 9}, **changes),
    )
    game = Game(conflict(ann(attacks=(bow(),), skills={"bow": 5}), *pair))
    return game.attack(A, "bow", B, 3, 3, 3).roll(4, 4, 4)


def test_a_stray_startles_only_who_is_still_there_and_knew_nothing() -> None:
    """SK-RUL-34: A stray changes awareness only of somebody unaware and still there.

    Also tested: SK-RUL-48.
    """
    assert stray().participant(C).awareness == Awareness.AWARE
    # The shot told them of a fight already.
    alone = stray(awareness="unaware_of_danger").all(c.AwarenessGrew)
    assert [event.awareness for event in alone if event.who == C] == [
        Awareness.UNAWARE_OF_ATTACK
    ]


def test_of_two_strays_each_is_checked_in_its_turn() -> None:
    """SK-RUL-45: A stray attack and its stray counter are checked each in its turn.

    Also tested: SK-RUL-48.
    """
    stand = (
        Bystander(name="child", near={"Bob": 1, "Ann": 13}),
        Bystander(name="dog", near={"Ann": 1, "Bob": 13}),
    )
    seats = (
        ann(attacks=(bow(),), skills={"bow": 1}),
        bob(attacks=(bow(name="sling", damage_per_rank=3),), skills={"bow": 1}),
    )
    game = Game(conflict(*seats, counter_initiative=True, bystanders=stand))
    game.say(f.AttackDeclared(A, "bow", B))
    game.say(game.options[-1]).roll(1, 1, 1).roll(1, 1, 1)
    assert len(game.all(c.MissOffsetFound)) == 2
    game.roll(6, 6, 6)
    assert game.last(c.BystanderChecked).name == "child"
    assert game.last(c.BystanderHarmed).by == A
    game.roll(6, 6, 6)
    assert game.last(c.BystanderHarmed).name == "dog"
    assert game.last(c.BystanderHarmed).by == B
