"""Acts that cost a point: when they are offered, and for whom the point is spent."""

from typing import Any

import pytest

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.scenario.now import Willpower
from sim.rules.dice_pool.scenario.sheet import Stake, Storyteller, Task
from sim.rules.dice_pool.scenario.steps import Intimacy
from sim.rules.dice_pool.system import SYSTEM
from tests.rules.dice_pool.table import A, B, C, Game, conflict, harm, person, wish

CURSE = harm(name="a curse", costs_willpower=True)
TRY = wish("best", name="a spell", costs_willpower=True, minutes=5)
SON = (Intimacy("her son"), Intimacy("the cat"))
AT_STAKE = (Stake("her son", "Ana"),)


def cursing(morality: int = 3, **fields: Any) -> Game:  # noqa: ANN401 - any field
    """Return a conflict in which Ana curses Boris while her son is at stake."""
    ana = person(intents=(CURSE,), morality=morality, intimacies=SON)
    fields = {"at_stake": AT_STAKE} | fields
    return Game(conflict(ana, person("Boris"), **fields)).pick(
        f.IntentDeclared, f.IntentDeclared
    )


def points(game: Game) -> int:
    """Return Ana's Willpower points."""
    return game.state.participants[A].will.points


@pytest.mark.parametrize(
    ("morality", "faces", "left"), [(3, (2, 9, 4), 3), (3, (2, 7, 4), 2), (0, None, 2)]
)
def test_dp_r_49_the_point_of_a_costly_act_may_be_for_a_tie(
    morality: int, faces: tuple[int, ...] | None, left: int
) -> None:
    """DP-R-49: The point of a costly act may be spent for a tie.

    Also tested: DP-WILL-10 and DP-R-102.
    """
    game = cursing(morality)
    assert (game.who, points(game)) == (A, 2)
    assert isinstance(game.options[0], f.PointUndedicated)
    assert [option.intimacy for option in game.offers(f.PointDedicated)] == ["her son"]
    game.pick(f.PointDedicated).quiet()
    if faces is not None:
        assert (game.why, game.dice) == ("intimacy", morality)
        game.roll(*faces)
    assert game.why == "contest"
    assert points(game) == left


def test_dp_r_49_silence_is_for_nobody() -> None:
    """DP-R-49: By default the point is for no tie, and does not come back."""
    game = cursing().pick(f.PointUndedicated).quiet()
    assert game.why == "contest"
    assert not game.rolled("intimacy")
    assert points(game) == 2


@pytest.mark.parametrize(
    "fields", [{"at_stake": ()}, {"costly_acts": "contests"}], ids=str
)
def test_dp_r_102_nobody_is_asked_where_nothing_is_at_stake(
    fields: dict[str, Any],
) -> None:
    """DP-R-102: Nobody is asked if no tie is at stake, or under `contests`."""
    assert not cursing(**fields).offers(f.PointDedicated)


def test_dp_r_102_a_costly_act_may_be_for_an_ally_who_is_attacked() -> None:
    """DP-R-102: A costly act may be for an ally under attack, unless refused."""
    bond = (Intimacy("Abe", ("Abe",)),)
    seats = [
        person(side="a", intents=(CURSE,), morality=3, intimacies=bond),
        person("Abe", side="a"),
        person("Boris"),
    ]
    for accepted, why in ((True, "intimacy"), (False, "contest")):
        judge = Storyteller(asked=("intimacy",))
        game = Game(conflict(*seats, storyteller=judge))
        game.pick(f.IntentDeclared, f.IntentDeclared)
        game.say(f.IntentDeclared(C, "hurt", B, "strength + brawl"))
        game.pick(f.PointDedicated, f.BoostDeclined, f.BoostDeclined)
        game.say(j.IntimacyRuled(3, A, accepted))
        assert game.why == why


def test_dp_r_49_one_roll_brings_back_one_point() -> None:
    """DP-R-44, DP-R-49: A boost after a costly act for a tie is for no tie."""
    game = cursing(willpower_cap="reflexive_only").pick(f.PointDedicated)
    assert [option.intimacy for option in game.offers(f.Boosted)] == [""]
    game.pick(f.Boosted, f.BoostDeclined)
    assert len(game.roll(8, 1, 1).rolled("intimacy")) == 1
    assert game.why == "contest"
    assert points(game) == 2


def spelling(**fields: Any) -> Game:  # noqa: ANN401 - any field
    """Return a task in which Ana opens a lock by a spell, or without one."""
    rulings = {key: fields.pop(key) for key in ("costly_acts",) if key in fields}
    given = {"intents": (wish("best", name="pick it"), TRY)} | fields
    task = Task("a lock", retries=2)
    ana = person(**given)
    return Game(conflict(ana, kind="task", task=task, at_stake=AT_STAKE, **rulings))


def offered(game: Game) -> list[str]:
    """Return the intents by which Ana may try."""
    return [option.intent for option in game.offers(f.AttemptMade)]


def test_dp_r_105_an_attempt_may_cost_a_point() -> None:
    """DP-R-105: An attempt that costs a point is offered only with one free.

    Also tested: DP-WILL-07.
    """
    game = spelling(willpower=Willpower(1))
    assert offered(game) == ["pick it", "a spell"]
    game.say(f.AttemptMade(A, "a spell", "dexterity + athletics"))
    spent = game.last(e.WillpowerSpent)
    assert (spent.use, spent.after) == ("special", 0)
    assert not game.offers(f.Boosted)
    game.successes(0)
    assert offered(game) == ["pick it"]


def test_dp_r_105_in_tasks_it_may_be_read_otherwise() -> None:
    """DP-R-105: Under `costly_acts = contests` attempts cost nothing."""
    game = spelling(willpower=Willpower(1, 0), costly_acts="contests")
    assert offered(game) == ["pick it", "a spell"]
    game.say(f.AttemptMade(A, "a spell", "dexterity + athletics"))
    assert not game.all(e.WillpowerSpent)


def test_dp_r_49_an_attempt_may_be_for_a_tie() -> None:
    """DP-R-49, DP-R-102: The point of an attempt may be spent for a tie."""
    game = spelling(morality=2, intimacies=SON)
    game.say(f.AttemptMade(A, "a spell", "dexterity + athletics"))
    game.pick(f.PointDedicated).roll(8, 1)
    assert points(game) == 3
    assert game.successes(1).last(c.StaticObstacleResolved).overcome


def test_dp_r_101_a_vice_may_be_indulged_in_a_task() -> None:
    """DP-WILL-11, DP-R-101: A Vice may be indulged in a task, once in a scene."""
    greedy = wish("best", name="take it", vice=True)
    game = spelling(intents=(greedy,), vice="greed", willpower=Willpower(3, 1))
    game.pick(f.AttemptMade, f.BoostDeclined).successes(0)
    assert points(game) == 2
    game.pick(f.AttemptMade, f.BoostDeclined).successes(0)
    assert points(game) == 2


def test_dp_r_110_a_point_that_may_come_back_costs_less() -> None:
    """DP-R-110, DP-WILL-10: A point that may come back is weighed at its chance."""
    assert SYSTEM.solving.weigh is not None
    game = cursing()
    worths = SYSTEM.solving.weigh(game.state, tuple(game.options))
    assert [worth.cost for worth in worths] == pytest.approx([1.0, 0.343])
    ana = person(morality=3, intimacies=SON)
    game = Game(conflict(ana, person("Boris"), at_stake=AT_STAKE)).quiet(f.Boosted)
    worths = SYSTEM.solving.weigh(game.state, tuple(game.options))
    assert [worth.cost for worth in worths] == pytest.approx([0.0, 1.0, 0.343])
