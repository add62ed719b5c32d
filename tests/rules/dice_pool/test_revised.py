"""Rules that were revised: situations predicted from their text alone."""

from typing import Any

import pytest

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import lasting as m
from sim.rules.dice_pool.pools.judging import assessed
from sim.rules.dice_pool.scenario.now import Crisis, Willpower
from sim.rules.dice_pool.scenario.sheet import Hazard, Opposition, Task
from sim.rules.dice_pool.scenario.steps import Intimacy, Step
from sim.seam.events import NOBODY, Seat
from tests.rules.dice_pool.table import (
    PLAIN,
    A,
    B,
    C,
    D,
    Game,
    after,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)
from tests.rules.dice_pool.test_opposing import (
    BRAWL,
    RUN,
    act_on,
    obtained,
    seats,
    totals,
)

STAB = harm("knife", name="stab")
SHAME = wish("persuade_or_shame", arena="social", pools=(("presence", "wits"),))


@pytest.mark.parametrize(
    ("details", "dice"),
    [
        ([1] * 8, 2),
        ([1] * 9, 3),
        ([1] * 27, 4),
        ([3, 3], 3),
        ([4, 1, 1], 5),
        ([5, 1, 1], 5),
        ([6, 1, 1], 7),
        ([], 0),
    ],
)
def test_dp_r_06_a_die_more_for_every_threefold(details: list[int], dice: int) -> None:
    """DP-R-06: An assessment adds one from 3 details, two from 9, and is capped.

    Also tested: DP-R-07.
    """
    assert assessed([(detail, False) for detail in details], PLAIN) == dice


@pytest.mark.parametrize(
    ("reading", "how"),
    [("actor", "overcome"), ("opposition", "failed"), ("inconclusive", "failed")],
)
def test_dp_r_14_to_match_what_stands_is_enough(reading: str, how: str) -> None:
    """DP-R-14: Matching a standing total is enough, by default.

    Also tested: DP-R-10.
    """
    task = Task("a lock", opposition=Opposition(total=2), retries=0)
    pick = person(intents=(wish("best"),))
    game = Game(conflict(pick, kind="task", task=task, standing_tie=reading))
    game.quiet().successes(2)
    assert game.outcome.how == how


def test_dp_r_14_an_earlier_effort_is_rolled_once() -> None:
    """DP-R-14, DP-CONTEST-07: A standing effort is rolled once for all attempts."""
    task = Task("a lock", opposition=Opposition(dice=4), retries=1)
    game = Game(conflict(person(intents=(wish("best"),)), kind="task", task=task))
    game.quiet()
    assert game.why == "opposition"
    game.successes(2).quiet().successes(1).quiet().successes(2)
    assert game.outcome.how == "overcome"
    assert len(game.all(c.OppositionRecorded)) == 1


def rested(*steps: Step, **fields: Any) -> Game:  # noqa: ANN401 - fields of a character
    """Return an aftermath of Ana after these steps, with no points to begin with."""
    given: dict[str, Any] = {"willpower": Willpower(4, 0), "morality": 3}
    ana = person(intents=(), **(given | fields))
    return Game(after(*steps, seats=(ana,))).quiet()


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ((Step("rest", hours=6),), 1),
        ((Step("rest", hours=5, minutes=59),), 0),
        ((Step("rest", hours=8), Step("wait", hours=15), Step("rest", hours=8)), 1),
        ((Step("rest", hours=8), Step("wait", hours=16), Step("rest", hours=8)), 2),
    ],
)
def test_dp_r_48_a_whole_night_once_a_day(steps: tuple[Step, ...], points: int) -> None:
    """DP-WILL-09, DP-R-48: A rest needs six hours, and gives a point once a day."""
    assert rested(*steps).state.participants[A].will.points == points


def test_dp_r_48_a_short_rest_rolls_no_crisis_and_the_disabled_rest() -> None:
    """DP-R-48: A short rest rolls no crisis, and the incapacitated rest.

    Also tested: DP-CRISIS-02.
    """
    torn = hurt(crisis=Crisis(2, 0))
    assert not rested(Step("rest", hours=5), now=torn).rolled("crisis")
    assert rested(Step("rest", hours=6), now=torn).why == "crisis"
    down = hurt(wounds="L L L L L L L", stabilized=True)
    assert rested(Step("rest", hours=8), now=down).state.participants[A].will.points


def test_dp_r_49_the_point_that_comes_back_is_the_one_spent() -> None:
    """DP-WILL-10, DP-R-49: The point that comes back is the one spent."""
    bond = (Intimacy("Abe", ("Abe",)),)
    ana = person(side="a", morality=3, intimacies=bond, willpower=Willpower(3))
    game = Game(conflict(ana, person("Abe", side="a"), person("Boris", side="b")))
    game.say(act_on(A, C)).pick(f.HeldBack).say(act_on(C, B)).pick(f.ContestWaived)
    game.say(f.Boosted(Seat(A), "Abe")).pick(f.BoostDeclined)
    assert game.why == "intimacy"
    game.roll(8, 8, 8)
    assert [event.points for event in game.all(m.WillpowerRegained)] == [3]
    assert not game.offers(f.Boosted)


@pytest.mark.parametrize(("dots", "points"), [(3, 3), (4, 4), (5, 5)])
def test_dp_r_68_until_the_original_rating(dots: int, points: int) -> None:
    """DP-R-68: With a restored soul dots come back up to the original rating.

    Also tested: DP-SOUL-07.
    """
    power = Willpower(dots=dots, points=points, original=5)
    night = Step("rest", hours=8)
    game = rested(night, willpower=power, now=hurt(restored=True))
    will = game.state.participants[A].will
    assert (will.dots, will.points) == (min(5, dots + 1), min(5, points + 1))


# Who opposes whom.


@pytest.mark.parametrize(
    ("boris", "effects", "lost"),
    [(4, [(B, C, 1)], [C]), (6, [(C, A, 1)], [A, B]), (5, [], [])],
)
def test_dp_r_78_who_act_at_one_another_are_one_contest_with_all_who_join(
    boris: int, effects: list[tuple[int, int, int]], lost: list[int]
) -> None:
    """DP-R-78: Two who act at one another are one contest with all who join.

    Ana 3 and Abe 5 at Boris, who acts at Ana: the best of those who do the same counts,
    and only the winner's act takes effect.

    Also tested: DP-TEAM-02.
    """
    hinder = wish("hinder", pools=(("strength", "brawl"),))
    game = Game(conflict(*seats("a", "a", "b", intents=(hinder,)), kind="contest"))
    game.say(act_on(A, C, "hinder"), act_on(B, C, "hinder"), act_on(C, A, "hinder"))
    totals(game, ana=3, abe=5, boris=boris)
    assert obtained(game) == effects
    assert len(game.all(c.ContestResolved)) == 1
    assert [event.who for event in game.all(c.LossRecorded)] == lost


def test_dp_r_78_another_intent_is_another_contest() -> None:
    """DP-R-78: Another intent at the same target is another contest."""
    both = (harm(), STAB)
    game = Game(conflict(*seats("a", "a", "b", intents=both)))
    game.say(act_on(A, C), act_on(B, C, "stab"), act_on(C, A))
    totals(game, ana=3, abe=5, boris=4)
    assert obtained(game) == [(B, C, 1), (C, A, 1)]


def test_dp_r_78_a_loss_needs_a_contest() -> None:
    """DP-R-78: Whoever waives suffers the act, and counts no loss.

    Also tested: DP-CONTEST-03 and DP-R-13.
    """
    three = (person(intents=(SHAME,)), person("Boris", intents=(SHAME,)))
    game = Game(conflict(*three, kind="contest")).pick(f.IntentDeclared, f.HeldBack)
    game.pick(f.ContestWaived)
    totals(game, ana=2)
    assert obtained(game) == [(A, B, 2)]
    assert game.all(c.LossRecorded) == []


def test_dp_r_79_who_contests_helps_nobody() -> None:
    """DP-R-72, DP-R-79: Whoever contests helps nobody in that round."""
    game = Game(conflict(*seats("a", "a", "b")))
    game.say(act_on(A, C), f.HelpOffered(Seat(B), Seat(A)), act_on(C, B))
    assert isinstance(game.options[-1], f.ContestWaived)
    for answer, helped in ((f.ContestAnswered, False), (f.ContestWaived, True)):
        game = Game(conflict(*seats("a", "a", "b")))
        game.say(act_on(A, C), f.HelpOffered(Seat(B), Seat(A)), act_on(C, B)).pick(
            answer
        )
        assert bool(game.all(c.EdgeAssessed)) == helped


def test_dp_r_79_one_answers_each_arena_with_a_pool_that_fits() -> None:
    """DP-R-79, DP-R-112: One answers each arena with a pool that fits it."""
    abe = person("Abe", side="a", intents=(SHAME,))
    ana, boris = person(side="a"), person("Boris", side="b")
    game = Game(conflict(ana, abe, boris))
    game.say(act_on(A, C)).pick(f.IntentDeclared, f.HeldBack)
    assert [option.pool for option in game.offers(f.ContestAnswered)] == [RUN]
    game.pick(f.ContestAnswered)
    assert {option.pool for option in game.offers(f.ContestAnswered)} == {
        "composure + wits",
        "resolve + composure",
    }


def test_dp_r_88_whom_one_may_act_upon() -> None:
    """DP-R-88: Targets are able members of other sides; for talk, social ones.

    Also tested: DP-ATTR-14.
    """
    down = hurt(wounds="B B B B B B B", unconscious=True)
    four = (
        person(side="a", intents=(harm(), SHAME)),
        person("Abe", side="a"),
        person("Boris", side="b", now=down),
        person("Brute", side="b", has_social=False),
    )
    for finishing, strikes in ((False, [D]), (True, [C, D])):
        game = Game(conflict(*four, finishing=finishing))
        aims = game.offers(f.IntentDeclared)
        assert [aim.target for aim in aims if aim.intent == "hurt"] == strikes
        shamed = [aim.target for aim in aims if aim.intent == SHAME.name]
        assert shamed == [strike for strike in strikes if strike != D]


def test_dp_r_99_each_healer_is_asked_for_each_patient() -> None:
    """DP-R-43, DP-R-99: Each healer is asked for each patient."""
    hands = [person(name, intents=()) for name in ("Ana", "Abe")]
    sick = [person(name, intents=(), now=hurt(wounds="A*")) for name in ("Pat", "Quin")]
    step = Step("treat", who=("Ana", "Abe"), patients=("Pat", "Quin"))
    game = Game(after(step, seats=(*hands, *sick))).quiet()
    refused = [(event.who, event.patient) for event in game.all(f.TreatmentRefused)]
    assert refused == [(A, C), (A, D), (B, C), (B, D)]


@pytest.mark.parametrize(("struck", "asked"), [("Ana", True), ("Boris", False)])
def test_dp_r_101_a_hazard_is_a_risk_to_those_it_strikes(
    struck: str, *, asked: bool
) -> None:
    """DP-WILL-12, DP-R-101: A hazard is a risk only to those it strikes."""
    brave = wish("best", virtue=True)
    ana = person(intents=(brave,), virtue="hope", willpower=Willpower(3, 1))
    boris = person("Boris", intents=(wish("best"),))
    beam = Hazard(label="a beam", round=1, points=1, who=(struck,))
    game = Game(conflict(ana, boris, kind="contest", hazards=(beam,)))
    game.quiet().successes(1).successes(0).quiet(f.VirtueShown)
    assert bool(game.offers(f.VirtueShown)) == asked


def test_dp_r_102_a_tie_to_a_foe_is_not_at_stake() -> None:
    """DP-R-102: A tie to a foe or to oneself is not at stake."""
    ties = (Intimacy("Boris", ("Boris",)), Intimacy("herself", ("Ana",)))
    ana = person(morality=3, intimacies=ties, willpower=Willpower(3))
    game = Game(conflict(ana, person("Boris"))).quiet(f.Boosted)
    assert [option.intimacy for option in game.offers(f.Boosted)] == [""]


@pytest.mark.parametrize("points", [0, 1])
def test_dp_r_105_an_act_that_costs_needs_a_point_now(points: int) -> None:
    """DP-R-105: An act that costs needs a point now, and leaves none for a boost.

    Also tested: DP-WILL-07 and DP-R-44.
    """
    dear = harm(costs_willpower=True)
    ana = person(intents=(dear,), willpower=Willpower(3, points))
    game = Game(conflict(ana, person("Boris")))
    assert bool(game.offers(f.IntentDeclared)) == bool(points)
    if points:
        game.pick(f.IntentDeclared, f.IntentDeclared)
        assert [event.use for event in game.all(m.WillpowerSpent)] == ["special"]
        assert all(option.who != A for option in game.offers(f.Boosted))


# What one answers with.


def test_dp_r_112_the_sheet_answers_where_it_names_a_pool() -> None:
    """DP-R-112: A pool that the sheet names answers in its arena."""
    boris = person("Boris", resists={"physical": (("stamina", "athletics"),)})
    for arena, pool in (
        ("physical", "stamina + athletics"),
        ("social", "composure + wits"),
    ):
        ana = person(intents=(wish("hinder", arena=arena),))
        game = Game(conflict(ana, boris)).pick(f.IntentDeclared, f.HeldBack)
        assert [option.pool for option in game.offers(f.ContestAnswered)] == [pool]


def test_dp_r_112_one_may_be_persuaded_or_shamed() -> None:
    """DP-R-112: Against persuading or shaming the better of two pools comes first.

    Also tested: DP-ATTR-20.
    """
    stubborn = person("Boris", attributes=attributes(resolve=5, composure=1, wits=1))
    game = Game(conflict(person(intents=(SHAME,)), stubborn, kind="contest"))
    game.pick(f.IntentDeclared, f.HeldBack)
    pools = [option.pool for option in game.offers(f.ContestAnswered)]
    assert pools == ["resolve + composure", "composure + wits"]


@pytest.mark.parametrize(("abe", "effects"), [(1, [(C, A, 1)]), (3, []), (4, [])])
def test_dp_r_112_protection_counts_if_it_is_better(
    abe: int, effects: list[tuple[int, int, int]]
) -> None:
    """DP-TEAM-02, DP-R-112: Protection counts only if it is better."""
    game = Game(conflict(*seats("a", "a", "b")))
    game.pick(f.HeldBack).say(f.ProtectionOffered(Seat(B), Seat(A)), act_on(C, A))
    game.pick(f.ContestAnswered, f.ContestAnswered)
    totals(game, ana=2, abe=abe, boris=3)
    assert obtained(game) == effects


def test_dp_r_112_who_protects_does_nothing_else() -> None:
    """DP-R-112: Whoever protects does nothing else in that round."""
    game = Game(conflict(*seats("a", "a", "b")))
    game.say(act_on(A, C, pool=BRAWL), f.ProtectionOffered(Seat(B), Seat(A)))
    game.pick(f.HeldBack)
    assert {option.who for option in game.offers(f.ContestAnswered)} == {C}
    assert all(event.target != NOBODY for event in game.all(f.IntentDeclared))


def test_dp_r_101_a_vice_gives_its_point_when_it_is_declared() -> None:
    """DP-WILL-11, DP-R-101: A Vice gives its point when the intent is declared."""
    cruel = harm(vice=True)
    ana = person(intents=(cruel,), vice="wrath", willpower=Willpower(3, 1))
    game = Game(conflict(ana, person("Boris")))
    game.pick(f.IntentDeclared, f.IntentDeclared)
    assert [event.who for event in game.all(m.ViceIndulged)] == [A]
    assert game.state.participants[A].will.points == 2
