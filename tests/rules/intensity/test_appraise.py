"""What options are worth to agents: odds, costs, stakes and who leads."""

import pytest

from sim.rules.intensity.appraisal.appraise import appraise
from sim.rules.intensity.appraisal.essence import essence
from sim.rules.intensity.appraisal.odds import exchange
from sim.rules.intensity.appraisal.prospect import (
    LUCK,
    ahead,
    distance,
    meeting,
    pool_of,
)
from sim.rules.intensity.appraisal.weigh import weigh
from sim.rules.intensity.facts import (
    Conceded,
    ExtraBought,
    GoalContinued,
    IntentDeclared,
    PipPlaced,
    PoolClosed,
    PoolEntered,
    SizeRuled,
    WentOn,
)
from sim.rules.intensity.phases import NONE, Goal, GoalKind
from sim.rules.intensity.state import Penalty, State, with_participant
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import DiceRolled
from sim.seam.protocol import Appraisal, Decision
from tests.rules.intensity.table import (
    Told,
    contest,
    drive,
    duel,
    obstacle,
    seat,
    until,
)


def by_option(asked: Decision[State]) -> dict[object, Appraisal]:
    """Return what every option is worth."""
    return {option: appraise(asked.view, option) for option in asked.options}


def test_a_pool_is_weighed_by_its_exact_odds() -> None:
    """A pool is worth its exact odds; an extra die, those with it at its price."""
    asked = until(Told(duel()), 0, PoolClosed)
    worth = by_option(asked)
    base = exchange((4, 6, 8), (4, 6, 10))
    more = exchange((4, 6, 6, 8), (4, 6, 10))
    assert worth[PoolClosed(0)].win == base["upper"]
    assert worth[PoolClosed(0)].deals == base["kept_a"]
    assert worth[PoolClosed(0)].suffers == base["kept_b"]
    assert worth[ExtraBought(0, 1)].deals == more["kept_a"]
    assert worth[ExtraBought(0, 1)].cost == 1


def test_in_r_30_a_penalty_die_is_rolled_against_those_who_have_a_pool() -> None:
    """IN-R-30: A penalty die of somebody who cannot pay for a pool is not rolled."""
    state = until(Told(duel()), 0, PoolClosed).view
    for who in (0, 1):
        state = with_participant(state, who, penalties=(Penalty(8, 1),))
    both = exchange((4, 6, 8, 8), (4, 6, 8, 10))
    assert meeting(state, 0, (4, 6, 8), 1).win == both["upper"]
    broke = with_participant(state, 1, intensity=0)
    assert meeting(broke, 0, (4, 6, 8), 1).win == exchange((4, 6, 8), (8,))["upper"]


def test_acting_costs_nothing_by_itself_and_declining_suffers() -> None:
    """To act costs nothing beyond the base point, and to decline suffers more."""
    asked = until(Told(duel()), 0, PoolEntered)
    enter, decline = by_option(asked).values()
    assert enter.cost == 0
    assert decline.deals == 0
    assert decline.suffers > enter.suffers


def test_goals_have_stakes() -> None:
    """Stakes are higher to kill than to break an ability, and to break than to win."""
    goals = [
        {"name": "win", "side": "a"},
        {"name": "k", "side": "a", "kind": "reduce_ability", "ability": "health"},
        {"name": "b", "side": "a", "kind": "reduce_ability", "ability": "club"},
    ]
    asked = until(Told(duel(goals=goals)), 0, IntentDeclared)
    assert [worth.stakes for worth in by_option(asked).values()] == [0, 2, 1]
    standing = SYSTEM.status(drive(duel(goals=goals), rounds=1).state)
    assert [words["stakes"] for words in standing] == [0, 0]


def test_a_pip_that_obtains_the_goal_wins() -> None:
    """A pip that obtains the goal is worth a sure win, and any other less."""
    scenario = duel(b="p trait 8, q skill 8, r asset 1")
    told = drive(scenario, faces={(1, 0, "main"): (8, 1, 1)}, rounds=1)
    at = next(i for i, e in enumerate(told.events) if type(e) is PipPlaced)
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    worth = by_option(asked)
    assert worth[PipPlaced(0, 1, 2)].win == 1
    assert all(
        appraisal.win < 1
        for option, appraisal in worth.items()
        if option.ability != 2  # type: ignore[attr-defined] # pips have one
    )
    assert {appraisal.deals for appraisal in worth.values()} == {1}


def test_ceding_suffers_what_the_goal_takes() -> None:
    """Ceding suffers nothing for a narrative goal, and for a deadly one all health."""
    kill_a = IntentDeclared(1, 3, 0, "reduce_ability", 1)
    for wishes, suffers in (((), 0), ((kill_a,), 6)):
        asked = until(Told(duel()), 0, WentOn, *wishes)
        worth = by_option(asked)
        assert worth[Conceded(0)].concedes
        assert worth[Conceded(0)].suffers == suffers
        after = worth[Conceded(0)].then_deals, worth[Conceded(0)].then_suffers
        assert after == (0.0, 0.0)
        assert worth[WentOn(0)].cost == 1


def test_helping_is_worth_the_allys_gain() -> None:
    """Helping is worth something if the ally fights, but less than fighting."""
    scenario = contest(
        seat("A", "a", "x trait 8, y skill 8"),
        seat("B", "a", "x trait 4, y skill 4"),
        seat("C", "c", "x trait 8, y skill 6"),
        prizes=(4, 12),
    )
    asked = until(Told(scenario), 0, IntentDeclared)
    worth = {option.kind: appraisal for option, appraisal in by_option(asked).items()}  # type: ignore[attr-defined] # intents have one
    assert worth["help"].deals > 0
    assert worth["situation"].deals > 0
    assert worth["narrative"].deals > worth["help"].deals


def test_a_die_is_worth_nothing_to_an_ally_who_will_help_again() -> None:
    """A die is worth nothing to an ally who will help again.

    Otherwise two who help each other would wait for ever.
    """
    scenario = contest(
        seat("A", "a", "x trait 8, y skill 8"),
        seat("B", "a", "x trait 4, y skill 4"),
        seat("C", "c", "x trait 8, y skill 6"),
        prizes=(4,),
    )
    asked = until(Told(scenario), 0, IntentDeclared)
    help_ = next(option for option in asked.options if option.kind == "help")  # type: ignore[attr-defined] # intents have one
    for kind, is_worth in (("help", False), ("narrative", True)):
        last = Goal(GoalKind(kind), NONE, 0 if kind == "help" else 2)
        before = with_participant(asked.view, 1, goal=last)
        assert (appraise(before, help_).deals > 0) is is_worth
        assert (weigh(before, (help_,))[0].deals > 0) is is_worth


def test_the_gms_rulings_are_worth_nothing_to_anyone() -> None:
    """A judge's rulings are appraised as nothing, since it has no side."""
    told = drive(duel(), rounds=1)
    assert appraise(told.state, SizeRuled(2, 0, 6)) == Appraisal()


def test_a_further_goal_is_weighed_like_any() -> None:
    """A further goal is worth the exchange that it leads to, with its own stakes."""
    told = drive(
        duel(b="p trait 8, health skill 8, r asset 1"),
        faces={(1, 0, "main"): (8, 1, 1)},
    )
    at = next(i for i, e in enumerate(told.events) if type(e).__name__ == "Contented")
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    kinds = {type(option): worth for option, worth in by_option(asked).items()}
    assert kinds[GoalContinued].stakes == 2
    assert kinds[GoalContinued].deals > 0


def test_who_leads_is_whose_goal_is_nearer() -> None:
    """Who leads depends on the pips still needed, by what each keeps in a round."""
    state = drive(duel(b="p trait 8, q skill 2"), rounds=1).state
    assert distance(state, 0, state.participants[0].goal) == 2
    means = exchange(pool_of(state, 0), pool_of(state, 1))
    ratio = (2 / means["kept_a"] / (4 / means["kept_b"])) ** LUCK
    assert ahead(state, 0) == pytest.approx((1 - ratio) / (1 + ratio))
    assert ahead(state, 1) == -ahead(state, 0)


def test_an_obstacle_rolls_all_it_has() -> None:
    """An obstacle is weighed with all its dice, and harmless if it does no damage."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        obstacle("W", "w", "p 6, q 4"),
        rulings={"static_deals_damage": False},
    )
    asked = until(Told(scenario), 0, PoolEntered)
    assert pool_of(asked.view, 1) == (2, 4, 6)
    assert all(worth.suffers == 0 for worth in by_option(asked).values())


def test_ceding_gives_in_to_the_opponents_stakes() -> None:
    """The stakes of ceding are those of the opponent's goal, and not of the own one."""
    kill_a = IntentDeclared(1, 3, 0, "reduce_ability", 1)
    kill_b = IntentDeclared(0, 1, 1, "reduce_ability", 1)
    for wishes, stakes in (((), 0), ((kill_b,), 0), ((kill_a,), 2)):
        asked = until(Told(duel()), 0, WentOn, *wishes)
        assert {appraisal.stakes for appraisal in by_option(asked).values()} == {stakes}


@pytest.mark.parametrize("defends", ["same_roll", "no_pool", "second_pool"])
def test_a_helper_without_a_pool_is_hit_all_the_same(defends: str) -> None:
    """A helper who declines to act is hit by an attack all the same."""
    scenario = contest(
        seat("A", "a", "x trait 8, y skill 8"),
        seat("B", "a", "x trait 8, y skill 8"),
        seat("C", "c", "x trait 10, y skill 8"),
        prizes=(6,),
        rulings={"helper_defends": defends},
    )
    wishes = [
        IntentDeclared(1, -1, 0, "help", -1, 6),
        IntentDeclared(2, -1, 1, "narrative"),
    ]
    asked = until(Told(scenario), 1, PoolEntered, *wishes)
    enters, declines = by_option(asked).values()
    assert declines.suffers > 0
    assert enters.deals > declines.deals == 0
    gain = enters.deals - enters.suffers + declines.suffers
    assert (gain > 0) is (defends != "no_pool")


def test_in_r_32_a_die_lasts_for_no_more_rolls_than_can_be_paid_for() -> None:
    """IN-R-04, IN-R-32: A die is weighed for no more rolls than can be paid for.

    With one point there is one roll to pay for, so dice for three rolls and for nine
    have the same essence, before the roll is paid for and after.
    """
    rulings = {"duration": "rolls", "base_cost": "participant"}
    for lasts in (3, 9):
        die = {"situation_dice": [{"size": 6, "left": lasts}]}
        a = seat("A", "a", "x trait 8", 1, **die)
        scenario = contest(a, seat("B", "b", "x trait 8"), rulings=rulings)
        told = Told(scenario)
        building = until(told, 0, PoolEntered).view
        told = drive(scenario, PoolEntered(0), rounds=1)
        rolling = next(
            state
            for state, event in zip(told.states, told.events, strict=True)
            if type(event) is DiceRolled
        )
        for state in (building, rolling):
            (left,) = essence(state).participants[0].bonuses
            assert left.left == 1
