"""Tasks: obstacles, retries, standing efforts, and powers that spare the roll."""

from typing import Any

import pytest

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.scenario.now import Willpower
from sim.rules.dice_pool.scenario.people import (
    Automatic,
    Character,
    Detail,
    PoolTable,
)
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import (
    Opposition,
    Prerequisite,
    Storyteller,
    Task,
)
from sim.rules.dice_pool.scenario.warnings import warnings
from sim.rules.dice_pool.tasks.attempting import beats
from tests.rules.dice_pool.table import A, B, Game, conflict, person, wish

TRY = wish("best", name="pick it", pools=(("dexterity", "athletics"),), minutes=5)


def lock(*seats: object, judge: tuple[str, ...] = (), **fields: object) -> Game:
    """Return a task with a lock, and those who try it."""
    task = Task("a lock", **fields)
    people = seats or (person(intents=(TRY,)),)
    asked = Storyteller(asked=judge)
    return Game(conflict(*people, kind="task", task=task, storyteller=asked))


@pytest.mark.parametrize(("count", "overcome"), [(0, False), (1, True), (4, True)])
def test_dp_static_01_one_success_is_enough(count: int, *, overcome: bool) -> None:
    """DP-STATIC-01: One success is enough, and more is never needed.

    Also tested: DP-STATIC-05 and DP-ROLL-02.
    """
    game = lock(retries=0).quiet().successes(count)
    assert game.last(c.StaticObstacleResolved).overcome == overcome
    assert game.outcome.how == ("overcome" if overcome else "failed")
    assert game.outcome.returns == ((1.0,) if overcome else (0.0,))


def test_dp_static_02_an_obstacle_is_hard_by_difficulty() -> None:
    """DP-STATIC-02: Haste is a Difficulty, and asks for no more successes.

    Also tested: DP-DIFF-07.
    """
    haste = wish("best", name="haste", difficulties=(Detail("ten seconds", 2),))
    game = lock(person(intents=(haste,)))
    game.quiet()
    assert game.dice == 2
    assert game.successes(1).outcome.how == "overcome"


def test_dp_static_03_some_things_must_be_paid_first() -> None:
    """DP-STATIC-03, DP-R-95: A prerequisite is paid once, with the first attempt."""
    game = lock(prerequisite=Prerequisite(5, "tools")).quiet().successes(0)
    assert game.last(c.PrerequisitePaid).seconds == 300
    game.quiet().successes(1)
    assert len(game.all(c.PrerequisitePaid)) == 1
    assert game.state.clock == 300 + 600


def test_dp_static_04_failures_make_it_harder() -> None:
    """DP-STATIC-04: Each failure adds a detail of Difficulty, up to so many retries.

    Also tested: DP-R-95 and DP-DEC-22.
    """
    game = lock(retries=2, retry_difficulty=2)
    sizes = []
    while game.offers(f.AttemptMade):
        game.quiet()
        sizes.append(game.dice)
        game.successes(0)
    assert sizes == [4, 2, 2]
    assert game.outcome.how == "failed"
    assert lock().pick(f.TaskLeft).outcome.how == "failed"


def test_dp_static_04_the_storyteller_may_rule_on_retries() -> None:
    """DP-STATIC-04, DP-R-77: A Storyteller who is asked rules on retries."""
    game = lock(judge=("retry",)).quiet().successes(0)
    assert [option.allowed for option in game.offers(j.RetryRuled)] == [True, False]
    assert game.say(game.options[1]).outcome.how == "failed"


def test_dp_r_95_time_runs_out() -> None:
    """DP-R-95: An attempt that would end after the deadline is not offered.

    Also tested: DP-DIFF-07.
    """
    game = lock(retries=5, deadline=12).quiet().successes(0).quiet().successes(0)
    assert game.outcome.how == "failed"
    assert game.state.clock == 600


@pytest.mark.parametrize(("deadline", "tries"), [(9, 0), (10, 1), (14, 1), (15, 2)])
def test_dp_static_03_what_was_paid_takes_no_time_again(
    deadline: int, tries: int
) -> None:
    """DP-STATIC-03: The prerequisite takes its time once, and each attempt its own.

    Also tested: DP-R-95.
    """
    game = lock(retries=5, deadline=deadline, prerequisite=Prerequisite(5, "tools"))
    while game.offers(f.AttemptMade):
        game.quiet().successes(0)
    assert len(game.all(c.AttemptFailed)) == tries


def test_dp_r_94_what_is_ruled_impossible_comes_to_nothing() -> None:
    """DP-R-94: An attempt ruled impossible fails without a roll.

    Also tested: DP-DIFF-03 and DP-R-31.
    """
    game = lock(judge=("difficulty",), retries=0).pick(f.AttemptMade)
    hopeless = [option for option in game.offers(j.DifficultyRuled) if option.hardness]
    game.say(next(ruling for ruling in hopeless if ruling.hardness == "impossible"))
    told = game.last(c.StaticObstacleResolved)
    assert (told.rolled, told.successes, told.overcome) == (False, 0, False)
    assert game.outcome.how == "failed"


def brave(name: str = "Ana", **fields: Any) -> Character:  # noqa: ANN401 - any field
    """Return somebody whose Virtue is hope and who climbs, with two points of three."""
    climb = wish("best", name="climb", virtue=True, **fields)
    return person(
        name, side="a", intents=(climb,), virtue="hope", willpower=Willpower(3, 2)
    )


@pytest.mark.parametrize(("count", "how"), [(0, "failed"), (1, "overcome")])
def test_dp_r_101_a_risky_attempt_may_show_a_virtue(count: int, how: str) -> None:
    """DP-R-101: A risky attempt may show a Virtue, whatever came of it.

    Also tested: DP-DEC-14 and DP-WILL-12.
    """
    game = lock(brave(at_risk=True), retries=0).quiet().successes(count)
    assert [type(option) for option in game.options] == [f.VirtueKept, f.VirtueShown]
    game.pick(f.VirtueShown)
    assert game.state.participants[A].will.points == 3
    assert game.outcome.how == how


def test_dp_r_101_a_task_may_be_a_risk_for_all() -> None:
    """DP-R-101: A task may be a risk by the scenario."""
    deep = Game(conflict(brave(), kind="task", task=Task("a wall"), at_risk=True))
    assert deep.quiet().successes(0).offers(f.VirtueShown)
    assert not lock(brave()).quiet().successes(0).offers(f.VirtueShown)


def test_dp_r_101_everybody_who_tried_is_asked_once() -> None:
    """DP-R-101, DP-WILL-12: Everybody who tried is asked once, and nobody else."""
    team = brave("Ana", at_risk=True), brave("Ben", at_risk=True)
    game = lock(*team, together=True, retries=1)
    game.pick(f.AttemptMade, f.TaskLeft).quiet().successes(0)
    assert game.offers(f.VirtueShown) == [f.VirtueShown(A)]
    game.pick(f.VirtueShown).quiet().successes(1)
    assert game.outcome.how == "overcome"
    both = lock(*team, together=True, retries=0)
    both.pick(f.AttemptMade, f.AttemptMade).quiet().successes(0).successes(0)
    both.pick(f.VirtueKept).pick(f.VirtueShown)
    assert [participant.will.points for participant in both.state.participants] == [
        2,
        3,
    ]


def test_dp_r_77_the_storyteller_judges_a_virtue_before_a_retry() -> None:
    """DP-R-77, DP-R-101: The Storyteller judges a Virtue first, and then a retry."""
    game = lock(brave(at_risk=True), judge=("virtue", "retry")).quiet().successes(0)
    game.pick(f.VirtueShown)
    assert [option.accepted for option in game.offers(j.VirtueRuled)] == [True, False]
    game.say(game.options[1])
    assert game.state.participants[A].will.points == 2
    assert game.offers(j.RetryRuled)


def test_dp_r_101_a_virtue_without_a_risk_is_warned_of() -> None:
    """DP-R-101: A Virtue without a risk is warned of."""
    for risky in (False, True):
        scenario = conflict(brave(at_risk=risky), kind="task", task=Task("a wall"))
        said = any("runs no risk" in warning for warning in warnings(scenario))
        assert said is not risky


def test_dp_team_02_several_may_try_together() -> None:
    """DP-TEAM-02, DP-R-95: Of several who try together the best counts."""
    team = [person(f"P{n}", side="a", intents=(TRY,)) for n in range(2)]
    game = lock(*team, together=True).pick(f.AttemptMade, f.AttemptMade).quiet()
    game.successes(0).successes(2)
    told = game.last(c.StaticObstacleResolved)
    assert (told.who, told.successes) == (B, 2)


def test_dp_ex_49_an_effort_made_before_stands() -> None:
    """DP-CONTEST-07: A total that matches a standing one is enough.

    Worked example: DP-EX-49.

    Also tested: DP-DIFF-06 and DP-R-14.
    """
    assert [beats(effort, 3, Rulings()) for effort in (2, 3, 4)] == [False, True, True]
    assert not beats(0, 0, Rulings())


@pytest.mark.parametrize(
    ("standing", "tie", "enough"),
    [
        ("opposition", "actor", False),
        ("inconclusive", "actor", False),
        ("tie", "actor", True),
        ("tie", "inconclusive", False),
    ],
)
def test_dp_r_14_matching_may_be_read_otherwise(
    standing: Any,  # noqa: ANN401 - a word
    tie: Any,  # noqa: ANN401 - a word
    *,
    enough: bool,
) -> None:
    """DP-R-10, DP-R-14: Matching a standing total may be read as in a contest."""
    assert beats(3, 3, Rulings(standing_tie=standing, tie=tie)) == enough


def test_dp_ex_49_more_is_more_than_enough() -> None:
    """DP-CONTEST-07, DP-EX-49: A total above the standing one overcomes it."""
    game = lock(opposition=Opposition(3), retries=0).quiet().successes(4)
    told = game.last(c.OppositionMet)
    assert (told.total, told.against, told.overcome) == (4, 3, True)


def test_dp_contest_07_it_may_be_rolled_only_now() -> None:
    """DP-CONTEST-07: A standing effort may be rolled only now, once.

    Also tested: DP-R-14 and DP-R-95.
    """
    game = lock(opposition=Opposition(dice=3)).pick(f.AttemptMade)
    assert (game.who, game.why, game.dice) == (-1, "opposition", 3)
    game.successes(2).quiet().successes(1)
    assert game.last(c.OppositionRecorded).total == 2
    game.quiet().successes(3)
    assert len(game.all(c.OppositionRecorded)) == 1
    assert game.outcome.how == "overcome"


def test_dp_ex_16_some_powers_spare_the_dice() -> None:
    """DP-AUTO-03: A static automatic success overcomes a task without a roll.

    Worked example: DP-EX-16.

    Also tested: DP-AUTO-04 and DP-R-96.
    """
    for scope, rolls in (("static", 0), ("contested", 1)):
        ana = person(intents=(TRY,), automatic=(Automatic(2, scope=scope),))
        game = lock(ana).quiet()
        if rolls:
            game.successes(0)
        assert len(game.rolled("task")) == rolls
        assert bool(game.all(c.StaticObstacleResolved)[0].overcome) == (not rolls)


def test_dp_rote_01_preparation_makes_a_task_rote() -> None:
    """DP-ROTE-01, DP-ROTE-02: A rote pool makes a task rote."""
    rote = wish("best", name="care", pools=(PoolTable(("dexterity",), rote=True),))
    game = lock(person(intents=(rote,))).quiet().successes(0)
    assert (game.why, game.dice, game.who) == ("rote", 2, A)


def test_dp_r_94_what_cannot_be_done_is_not_offered() -> None:
    """DP-R-94: A pool that the scenario rules out is not offered."""
    pools = (("dexterity", "athletics"), PoolTable(("strength",), impossible=True))
    game = lock(person(intents=(wish("best", pools=pools),)))
    assert [option.pool for option in game.offers(f.AttemptMade)] == [
        "dexterity + athletics"
    ]
