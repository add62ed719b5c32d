"""What an act of a contest is worth if everybody may take 10 instead of dice."""

from collections.abc import Callable

import pytest

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.scenario.seat import Approach
from sim.rules.skill_roll.skills.dice import TEN, DiceSet, levels
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Appraisal
from tests.rules.skill_roll.table import A, B, C, Game, ann, bob, conflict

DICE = DiceSet(3, 6)
Result = tuple[float, float]


def contest(goal: int = 9, *, third: bool = False) -> Game:
    """Return a contest of Ann against one or two others.

    Four levels more gain 1 more.
    """
    way = Approach(
        name="run", skill="running", resisted_by=("running",), quantitative=True
    )
    runs = {"approaches": (way,), "skills": {"running": 12}}
    foes = [bob(**runs, side="foes")]
    if third:
        foes.append(bob(name="Cy", **runs | {"skills": {"running": 11}}, side="foes"))
    rulings = {"deterministic": "agent_choice", "goal": goal}
    return Game(conflict(ann(**runs), *foes, kind="contest", **rulings))


def worth(game: Game, option: f.RollChosen | f.ActDeclared) -> Appraisal:
    """Return what *option* is worth now."""
    assert option in game.options
    assert SYSTEM.solving.appraise is not None
    return SYSTEM.solving.appraise(game.asked.view, option)  # type: ignore[union-attr] # a decision


def gained(level: int) -> int:
    """Return the progress of *level*: 1, and 1 for each four levels."""
    return 1 + level // 4 if level >= 0 else 0


def acting(total: int, *, roll: bool) -> Result:
    """Return what Ann's act comes to against *total*."""
    chances = levels(DICE if roll else None, 12 - total)
    return (
        sum(chance * gained(level) for level, chance in chances),
        sum(chance for level, chance in chances if level >= 0),
    )


def mean(total: Callable[[int], Result], rank: int, *, roll: bool) -> Result:
    """Return the mean result over the totals of one who resists."""
    results = [
        (p, total(resisting)) for resisting, p in levels(DICE if roll else None, rank)
    ]
    return sum(p * gain for p, (gain, _) in results), sum(
        p * worth for p, (_, worth) in results
    )


def best(total: int) -> Result:
    """Return the result of the better of dice and 10."""
    return max(acting(total, roll=True), acting(total, roll=False))


@pytest.mark.parametrize("roll", [True, False])
def test_whoever_acts_sees_the_progress_of_dice_and_of_ten(*, roll: bool) -> None:
    """SK-RUL-54: Whoever acts sees the progress of dice and of 10, the total known.

    Also tested: SK-RUL-66.
    """
    game = contest().say(f.ActDeclared(A, "run", 1), f.RollChosen(B, roll=False))
    appraisal = worth(game, f.RollChosen(A, roll=roll))
    assert (appraisal.deals, appraisal.win) == pytest.approx(
        acting(12 + TEN, roll=roll)
    )


@pytest.mark.parametrize("roll", [True, False])
def test_whoever_resists_expects_the_better_of_dice_and_ten(*, roll: bool) -> None:
    """SK-RUL-54: Whoever resists expects the better of dice and 10 from the actor.

    Also tested: SK-RUL-66.
    """
    game = contest().say(f.ActDeclared(A, "run", 1))
    appraisal = worth(game, f.RollChosen(B, roll=roll))
    expected = mean(best, 12, roll=roll)
    assert (appraisal.suffers, 1 - appraisal.win) == pytest.approx(expected)


def test_an_act_is_declared_against_the_best_resistance() -> None:
    """SK-RUL-66: An act is worth what the opponent's better choice lets through."""
    appraisal = worth(contest(), f.ActDeclared(A, "run", 1))
    expected = min(mean(best, 12, roll=roll) for roll in (True, False))
    assert (appraisal.deals, appraisal.win) == pytest.approx(expected)


def test_the_second_who_resists_knows_the_first_total() -> None:
    """SK-RUL-17: The second to resist knows the first total; the higher one counts.

    Also tested: SK-RUL-66.
    """

    def after(first: int) -> Result:
        def highest(total: int) -> Result:
            return best(max(first, total))

        return min(mean(highest, 11, roll=roll) for roll in (True, False))

    game = contest(third=True).say(f.ActDeclared(A, "run", 1))
    appraisal = worth(game, f.RollChosen(B, roll=False))
    assert (appraisal.suffers, 1 - appraisal.win) == pytest.approx(after(12 + TEN))
    game.say(f.RollChosen(B, roll=False))
    later = worth(game, f.RollChosen(C, roll=True))
    assert later.suffers == pytest.approx(
        mean(lambda total: best(max(12 + TEN, total)), 11, roll=True)[0]
    )


def test_what_goes_beyond_the_goal_gains_nothing() -> None:
    """SK-CONF-03, SK-RUL-66: Progress beyond the goal gains nothing."""
    game = contest(goal=1).say(f.ActDeclared(A, "run", 1), f.RollChosen(B, roll=False))
    appraisal = worth(game, f.RollChosen(A, roll=True))
    assert appraisal.deals == pytest.approx(appraisal.win)
    assert appraisal.deals < worth(game, f.RollChosen(A, roll=False)).deals == 1
