"""What dice, pips, cessions and further goals are worth, against every roll."""

from itertools import product
from typing import NamedTuple

import pytest

from sim.rules.intensity.appraisal.appraise import appraise
from sim.rules.intensity.appraisal.odds import exchange
from sim.rules.intensity.appraisal.prospect import (
    LUCK,
    ROUNDS_MOST,
    ahead,
    distance,
    pool_of,
)
from sim.rules.intensity.comparison.comparing import compared, descending
from sim.rules.intensity.facts import (
    Conceded,
    Contented,
    DieSought,
    IntentDeclared,
    PipPlaced,
    PoolEntered,
    WentOn,
)
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import CEDED, State, with_participant
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Appraisal, Decision
from tests.rules.intensity.table import (
    Told,
    contest,
    drive,
    duel,
    goal,
    kill,
    obstacle,
    seat,
    until,
)

Pool = tuple[int, ...]
P, Q, R = range(3)


class Means(NamedTuple):
    """Chances and means of two pools over every roll: upper hand and kept successes."""

    upper: float
    ours: float
    theirs: float
    any_ours: float
    any_theirs: float


def means(ours: Pool, theirs: Pool) -> Means:
    """Count every roll of the two pools."""
    rolls = list(product(*(range(1, die + 1) for die in (*ours, *theirs))))
    results = [
        compared(descending(roll[: len(ours)]), descending(roll[len(ours) :]))
        for roll in rolls
    ]
    return Means(
        sum(result.hand == "a" for result in results) / len(rolls),
        sum(result.kept_a for result in results) / len(rolls),
        sum(result.kept_b for result in results) / len(rolls),
        sum(result.kept_a > 0 for result in results) / len(rolls),
        sum(result.kept_b > 0 for result in results) / len(rolls),
    )


def finishing(ours: Pool, theirs: Pool, pips: int) -> float:
    """Return the chance that *ours* keeps so many successes."""
    rolls = list(product(*(range(1, die + 1) for die in (*ours, *theirs))))
    kept = (
        compared(descending(roll[: len(ours)]), descending(roll[len(ours) :])).kept_a
        for roll in rolls
    )
    return sum(successes >= pips for successes in kept) / len(rolls)


def worth(asked: Decision[State], option: object) -> Appraisal:
    """What *option*, which must be offered, is worth."""
    assert option in asked.options
    return appraise(asked.view, option)


def three(prizes: tuple[int, ...] = (6,), **rulings: object) -> IntensityScenario:
    """Return P, who fights, and Q, who can help, against R, who attacks one of them."""
    return contest(
        seat("P", "a", "x trait 4, y skill 6"),
        seat("Q", "a", "x trait 4"),
        seat("R", "b", "x trait 6, y skill 4"),
        goals=[goal("win", "a"), goal("win", "b")],
        prizes=prizes,
        rulings=rulings,
    )


def helping(scenario: IntensityScenario, at: int) -> Decision[State]:
    """Return what Q is asked before building a pool to help P, while R attacks *at*."""
    wishes = [
        IntentDeclared(Q, -1, P, "help", -1, 6),
        IntentDeclared(R, 1, at, "narrative"),
    ]
    return until(Told(scenario), Q, PoolEntered, *wishes)


@pytest.mark.parametrize("at", [P, Q])
def test_helping_is_worth_what_the_die_adds_less_what_failing_costs(at: int) -> None:
    """Helping is worth what the die adds to the ally, less what a failure costs.

    The difficulty is R's largest die and three dice of the size asked for; a helper who
    is attacked also suffers what R scores.
    """
    appraisal = worth(helping(three(), at), PoolEntered(Q))
    plain = means((4, 6), (4, 6))
    helped, harmed = means((4, 6, 6), (4, 6)), means((4, 6), (4, 6, 6))
    gain = helped.ours - helped.theirs - (plain.ours - plain.theirs)
    loss = (plain.ours - plain.theirs) - (harmed.ours - harmed.theirs)
    tried = means((4,), (6, 6, 6, 6))
    hit = means((4,), (4, 6)).theirs if at == Q else 0.0
    assert appraisal.win == pytest.approx(tried.upper)
    assert appraisal.deals == pytest.approx(tried.any_ours * gain)
    assert appraisal.suffers == pytest.approx(hit + tried.any_theirs * loss)


def test_who_stands_open_as_a_helper_meets_them_with_nothing() -> None:
    """Under `no_pool` a helper who is attacked meets all of R's dice with none."""
    appraisal = worth(helping(three(helper_defends="no_pool"), Q), PoolEntered(Q))
    closed = worth(helping(three(), Q), PoolEntered(Q))
    bare, kept = means((), (4, 6)).theirs, means((4,), (4, 6)).theirs
    assert appraisal.suffers - closed.suffers == pytest.approx(bare - kept)


def test_a_situational_goal_is_worth_the_own_gain_and_no_penalty() -> None:
    """A situational goal is worth its gain in later rounds, and failing costs nothing.

    Of R's two dice the d4 is replaced; what R scores hurts as in any round.
    """
    asked = until(Told(three()), P, IntentDeclared)
    appraisal = worth(asked, IntentDeclared(P, -1, R, "situation", -1, 6))
    plain, helped = means((4, 6), (4, 6)), means((4, 6, 6), (4, 6))
    gain = helped.ours - helped.theirs - (plain.ours - plain.theirs)
    tried = means((4, 6), (6, 6))
    assert appraisal.win == pytest.approx(tried.upper)
    assert appraisal.deals == pytest.approx(tried.any_ours * gain)
    assert appraisal.suffers == pytest.approx(plain.theirs)


def test_a_goal_without_a_size_is_worth_its_best_size() -> None:
    """A goal whose size is not chosen yet is worth as much as its best size."""
    scenario = three(prizes=(2, 4, 6))
    asked = until(Told(scenario), P, IntentDeclared)
    intent = IntentDeclared(P, -1, R, "situation", -1, 0)
    appraisal = worth(asked, intent)
    sizes = until(Told(scenario), P, DieSought, intent)
    nets = {option: worth(sizes, option) for option in sizes.options}
    assert appraisal == max(nets.values(), key=lambda each: each.deals - each.suffers)
    assert len({appraisal.deals for appraisal in nets.values()}) == 3


@pytest.mark.parametrize("effect", ["opposing_die", "cancel_best"])
def test_penalty_dice_join_the_other_pool(effect: str) -> None:
    """Penalty dice join the opponent's pool, under `opposing_die` only.

    P's penalty die is rolled against P, and R's against R.
    """
    scenario = contest(
        seat("P", "a", "x trait 4, y skill 6", marks=[{"size": 8}]),
        seat("R", "b", "x trait 6", marks=[{"size": 3}]),
        rulings={"penalty_effect": effect},
    )
    appraisal = worth(until(Told(scenario), P, PoolEntered), PoolEntered(P))
    joined = effect == "opposing_die"
    ours = (3, 4, 6) if joined else (4, 6)
    seen = means(ours, (6, 8) if joined else (6,))
    shown = (appraisal.win, appraisal.deals, appraisal.suffers)
    assert shown == pytest.approx((seen.upper, seen.ours, seen.theirs))


def test_an_obstacle_has_no_penalties_of_its_own_and_may_be_harmless() -> None:
    """An obstacle's penalty dice are none, and under `one_roll` it hurts nobody."""
    for mode, hurts in (("abilities", True), ("one_roll", False)):
        scenario = contest(
            seat("P", "a", "x trait 6", marks=[{"size": 4}]),
            obstacle("W", "w", "p 6", fillers=1),
            rulings={"static_mode": mode},
        )
        appraisal = worth(until(Told(scenario), P, PoolEntered), PoolEntered(P))
        seen = means((6,), (2, 4, 6))
        assert (appraisal.win, appraisal.deals) == pytest.approx(
            (seen.upper, seen.ours)
        )
        assert appraisal.suffers == pytest.approx(seen.theirs if hurts else 0.0)


def test_the_chance_to_win_is_that_against_the_target() -> None:
    """The chance to win is that against the target, and damage counts all opponents.

    P aims at the second of two who attack P.
    """
    scenario = contest(
        seat("P", "p", "x trait 6"),
        seat("Q", "q", "x trait 4"),
        seat("R", "r", "x trait 8"),
    )
    wishes = [
        IntentDeclared(P, -1, R, "narrative"),
        IntentDeclared(Q, -1, P, "narrative"),
        IntentDeclared(R, -1, P, "narrative"),
    ]
    appraisal = worth(until(Told(scenario), P, PoolEntered, *wishes), PoolEntered(P))
    nearer, aimed_at = means((6,), (4,)), means((6,), (8,))
    assert appraisal.win == pytest.approx(aimed_at.upper)
    assert appraisal.deals == pytest.approx(nearer.ours + aimed_at.ours)
    assert appraisal.suffers == pytest.approx(nearer.theirs + aimed_at.theirs)


def test_what_a_pool_would_be() -> None:
    """The pool that appraisals expect is the largest die of each category.

    Where everybody's pools are filled with d2s it has those too, and dice won before.
    """
    scenario = duel("x trait 8, xx trait 4, y skill 6", "p trait 8", points=(1, 0))
    asked = until(Told(scenario), P, PoolEntered)
    assert pool_of(asked.view, P) == (6, 8)
    assert pool_of(asked.view, 1) == ()
    padded = duel("x trait 8", "p trait 8", rulings={"default_d2": "everyone"})
    assert pool_of(SYSTEM.initial(padded), P) == (2, 2, 8)
    faces = {(1, 0, "main"): (8, 6, 1), (1, 1, "replacement"): (1,)}
    seek = IntentDeclared(P, -1, 1, "situation", -1, 6)
    won = drive(
        duel("x trait 8, y skill 6, z asset 2", "p trait 8", prizes=(6,)),
        seek,
        faces=faces,
        rounds=1,
    )
    waiting = until(won, P, PoolEntered)
    assert pool_of(waiting.view, P) == (2, 6, 6, 8)


def pips_of(scenario: IntensityScenario, *wishes: IntentDeclared) -> Decision[State]:
    """Return the first pip that P is asked for, having kept two successes against R."""
    told = drive(scenario, *wishes, faces={(1, 0, "main"): (4, 4)}, rounds=1)
    at = next(i for i, e in enumerate(told.events) if type(e) is PipPlaced)
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    return asked


def test_a_pip_is_worth_the_chance_to_obtain_the_goal_next_round() -> None:
    """A pip is worth the chance to obtain the goal in the next round.

    Any goal but a reduction is obtained by the smallest die left; a reduction only by
    the ability that it names.
    """
    dice = "x trait 4, y skill 4", "p trait 4, q skill 5"
    asked = pips_of(duel(*dice))
    assert worth(asked, PipPlaced(0, 1, 0)).win == pytest.approx(
        finishing((4, 4), (3, 5), 3)
    )
    assert worth(asked, PipPlaced(0, 1, 1)).win == pytest.approx(
        finishing((4, 4), (4, 4), 4)
    )
    named = duel(*dice, goals=[kill("a", "B", "q"), goal("win", "b")])
    asked = pips_of(named, IntentDeclared(0, 0, 1, "reduce_ability", 1))
    assert worth(asked, PipPlaced(0, 1, 1)).win == pytest.approx(
        finishing((4, 4), (4, 4), 4)
    )
    assert worth(asked, PipPlaced(0, 1, 0)).win == pytest.approx(
        finishing((4, 4), (3, 5), 5)
    )
    assert worth(asked, PipPlaced(0, 1, 1)).stakes == 1


def test_a_die_at_zero_obtains_only_the_goal_it_belongs_to() -> None:
    """IN-R-23: The last pip of an ability that the goal does not name is no win."""
    dice = "x trait 4, y skill 4", "p trait 1, q skill 5"
    named = duel(*dice, goals=[kill("a", "B", "q"), goal("win", "b")])
    asked = pips_of(named, IntentDeclared(0, 0, 1, "reduce_ability", 1))
    lone = finishing((4, 4), (5,), 5)
    assert worth(asked, PipPlaced(0, 1, 0)).win == pytest.approx(lone)
    any_ = pips_of(duel(*dice))
    assert worth(any_, PipPlaced(0, 1, 0)).win == 1.0


def test_ceding_counts_what_each_goal_takes_once() -> None:
    """IN-CEDE-03: Ceding suffers each ability that the opponents' goals name, once.

    Two want P's health and one P's hat; a goal aimed at Q costs P nothing.
    """
    scenario = contest(
        seat("P", "a", "health trait 5, hat skill 3"),
        seat("Q", "a", "x trait 4"),
        seat("R", "b", "x trait 4"),
        seat("S", "b", "x trait 4"),
        seat("T", "b", "x trait 4"),
        seat("U", "b", "x trait 4"),
        goals=[
            goal("win", "a"),
            kill("b", "P"),
            kill("b", "P", "hat"),
            kill("b", "Q", "x"),
        ],
    )
    wishes = [
        IntentDeclared(2, 1, P, "reduce_ability", 0),
        IntentDeclared(3, 1, P, "reduce_ability", 0),
        IntentDeclared(4, 2, P, "reduce_ability", 1),
        IntentDeclared(5, 3, Q, "reduce_ability", 0),
    ]
    asked = until(Told(scenario), P, WentOn, *wishes)
    appraisal = worth(asked, Conceded(P))
    assert (appraisal.win, appraisal.deals, appraisal.suffers) == (0.0, 0.0, 8.0)
    assert (appraisal.concedes, appraisal.stakes) == (True, 2)
    asked = until(Told(scenario), Q, WentOn, *wishes)
    appraisal = worth(asked, Conceded(Q))
    assert (appraisal.suffers, appraisal.stakes) == (4.0, 1)


def test_going_on_is_worth_the_goal_one_comes_back_to() -> None:
    """After a round spent on a die, going on is worth the last ordinary goal."""
    told = drive(three(), rounds=1)
    asked = until(told, P, WentOn, IntentDeclared(P, -1, R, "situation", -1, 6))
    appraisal = worth(asked, WentOn(P))
    seen = means((4, 6), (4, 6))
    shown = (appraisal.win, appraisal.deals, appraisal.suffers, appraisal.cost)
    assert shown == pytest.approx((seen.upper, seen.ours, seen.theirs, 1.0))


def test_to_be_content_is_to_have_won() -> None:
    """To want nothing more is weighed as a win, with the lead that there is."""
    told = drive(
        duel(b="p trait 8, health skill 8, r asset 1"),
        faces={(1, 0, "main"): (8, 1, 1)},
    )
    at = told.events.index(Contented(0))
    appraisal = appraise(told.states[at], Contented(0))
    assert (appraisal.win, appraisal.deals, appraisal.suffers) == (1.0, 0.0, 0.0)
    assert appraisal.ahead == ahead(told.states[at], 0)


def test_who_leads_among_several() -> None:
    """Among several the lead is measured against the nearest opponent who attacks.

    An obstacle counts only if somebody goes for it.
    """
    scenario = contest(
        seat("P", "a", "x trait 3, y skill 6"),
        seat("Q", "b", "x trait 5"),
        seat("R", "c", "x trait 8"),
        obstacle("W", "w", "p 9", fillers=0),
    )
    wishes = [
        IntentDeclared(P, -1, R, "narrative"),
        IntentDeclared(Q, -1, R, "narrative"),
        IntentDeclared(R, -1, Q, "narrative"),
    ]
    state = until(Told(scenario), P, PoolEntered, *wishes).view
    # P is 8 pips from R's d8; R from P, whom he may turn to, 3; Q wants what P wants.
    assert ahead(state, P) == pytest.approx(race(state, (8, P, R), (3, R, P)))
    # Q is 8 from R's as well; R and P, who may turn to Q, 5, and P keeps the more.
    assert ahead(state, Q) == pytest.approx(race(state, (8, Q, R), (5, P, Q)))


def test_a_side_leads_by_whoever_of_it_will_be_there_first() -> None:
    """A side leads by whichever of its members is nearest to a goal.

    P with a d3 will hardly bring R down; Q on the same side will.
    """
    scenario = contest(
        seat("P", "a", "x trait 3"),
        seat("Q", "a", "x trait 8, y skill 8"),
        seat("R", "b", "x trait 8"),
    )
    wishes = [IntentDeclared(who, -1, R, "narrative") for who in (P, Q)]
    wishes.append(IntentDeclared(R, -1, P, "narrative"))
    state = until(Told(scenario), P, PoolEntered, *wishes).view
    near, far = (race(state, (8, who, R), (3, R, P)) for who in (Q, P))
    assert near > far
    assert ahead(state, P) == ahead(state, Q) == pytest.approx(near)


def test_an_obstacle_counts_where_one_of_a_side_goes_for_it() -> None:
    """An obstacle counts for a side if one of its members goes for it.

    P is two pips from the wall's die, and Q far from R's.
    """
    scenario = contest(
        seat("P", "a", "x trait 6, y skill 6"),
        seat("Q", "a", "x trait 3"),
        seat("R", "b", "x trait 8, y skill 8"),
        obstacle("W", "w", "p 2", fillers=0),
    )
    wishes = [IntentDeclared(P, -1, 3, "narrative")]
    wishes += [IntentDeclared(Q, -1, R, "narrative")]
    wishes += [IntentDeclared(R, -1, Q, "narrative")]
    state = until(Told(scenario), P, PoolEntered, *wishes).view
    expected = pytest.approx(race(state, (2, P, 3), (3, R, Q)))
    assert ahead(state, P) == ahead(state, Q) == expected
    assert distance(state, P, state.participants[P].goal) == 2
    gone = with_participant(state, Seat(3), status=CEDED)
    assert distance(gone, P, state.participants[P].goal) == 0
    assert distance(gone, P, None) == 0


def race(state: State, ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Return the lead of *ours* over *theirs*: pips needed, by whom, of whom.

    Nobody needs more rounds than a conflict has.
    """
    rounds: list[float] = []
    for pips, who, whom in (ours, theirs):
        pools = pool_of(state, Seat(who)), pool_of(state, Seat(whom))
        rounds.append(min(ROUNDS_MOST, pips / exchange(*pools)["kept_a"]))
    mine, other = rounds[0] ** LUCK, rounds[1] ** LUCK
    return (other - mine) / (other + mine)


def test_going_on_after_helping_is_worth_the_goal_before() -> None:
    """After a round of helping, going on is worth the last ordinary goal."""
    told = drive(three(), rounds=1)
    asked = until(told, Q, WentOn, IntentDeclared(Q, -1, P, "help", -1, 6))
    appraisal = worth(asked, WentOn(Q))
    seen = means((4,), (4, 6))
    shown = (appraisal.win, appraisal.deals, appraisal.suffers, appraisal.stakes)
    # R comes at P, whom Q stands beside: what R scores against Q is R's pool.
    assert shown == pytest.approx((seen.upper, seen.ours, seen.theirs, 0))


@pytest.mark.parametrize(
    ("dice", "ability", "left", "due"),
    [("p trait 2, q skill 5", 1, (2, 4), 2), ("p trait 1, q skill 5", 0, (5,), 5)],
)
def test_a_pip_on_another_than_the_goal_names_goes_for_the_smallest(
    dice: str, ability: int, left: Pool, due: int
) -> None:
    """IN-R-22, IN-R-23: Pips on somebody else than the target aim at the smallest die.

    P wants R's hat, and hits S, who attacked P; to bring a die of S to zero obtains
    nothing of R.
    """
    scenario = contest(
        seat("P", "a", "x trait 4, y skill 4"),
        seat("R", "b", "belt trait 4, hat skill 4"),
        seat("S", "c", dice),
        goals=[kill("a", "R", "hat"), goal("win", "b"), goal("win", "c")],
    )
    wishes = [
        IntentDeclared(0, 0, 1, "reduce_ability", 1),
        IntentDeclared(2, 2, 0, "narrative"),
    ]
    told = drive(scenario, *wishes, faces={(1, 0, "main"): (4, 4)}, rounds=1)
    at = next(
        index
        for index, event in enumerate(told.events)
        if type(event) is PipPlaced and event.target == 2
    )
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    appraisal = worth(asked, PipPlaced(0, 2, ability))
    assert appraisal.win == pytest.approx(finishing((4, 4), left, due))


def pip_on(scenario: IntensityScenario, foe: int, *wishes: object) -> Decision[State]:
    """Return the first question where P, who rolled two fours, has pips for *foe*."""
    told = drive(scenario, *wishes, faces={(1, 0, "main"): (4, 4)}, rounds=1)
    at = next(
        index
        for index, event in enumerate(told.events)
        if type(event) is PipPlaced and event.target == foe
    )
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    return asked


@pytest.mark.parametrize("ability", ["belt", "hat", "cap"])
@pytest.mark.parametrize("counts", ["named", "any_always"])
def test_a_pip_goes_for_what_obtains_the_goal(counts: str, ability: str) -> None:
    """IN-R-23: A pip is worth the chance for the ability that obtains the goal.

    That is the ability named, or under `any_always` whichever is nearest to zero. P
    rolls 4 and 4 and keeps two successes; R has a d5, a d6 and a d1.
    """
    dice = ("belt", 5), ("hat", 6), ("cap", 1)
    goals = [kill("a", "R", ability), goal("win", "b")]
    written = ", ".join(
        f"{name} {kind} {size}"
        for (name, size), kind in zip(dice, ("trait", "skill", "asset"), strict=True)
    )
    scenario = contest(
        seat("P", "a", "x trait 4, y skill 4"),
        seat("R", "b", written),
        goals=goals,
        rulings={"goal_ability": counts},
    )
    wanted = [name for name, _ in dice].index(ability)
    asked = pip_on(scenario, Q, IntentDeclared(P, 0, Q, "reduce_ability", wanted))
    sizes = asked.view.participants[Q].sizes
    for option in asked.options:
        assert isinstance(option, PipPlaced)
        left = [size - (n == option.ability) for n, size in enumerate(sizes)]
        enough = left if counts == "any_always" else left[wanted : wanted + 1]
        due = min(enough)
        pool = tuple(size for size in left if size)
        expected = finishing((4, 4), pool, due) if due else 1.0
        assert worth(asked, option).win == pytest.approx(expected)


def test_a_pip_obtains_nothing_of_what_others_took() -> None:
    """IN-R-23: A pip is worth nothing once another side took the ability wanted."""
    scenario = contest(
        seat("P", "a", "x trait 4, y skill 4"),
        seat("R", "b", "belt trait 4, boot asset 3, hat skill 4"),
        goals=[kill("a", "R", "hat"), goal("win", "b")],
    )
    asked = pip_on(scenario, Q, IntentDeclared(P, 0, Q, "reduce_ability", 2))
    sizes = asked.view.participants[Q].sizes
    bare = with_participant(asked.view, Seat(Q), sizes=(*sizes[:2], 0))
    for option in asked.options:
        if option != PipPlaced(P, Q, 2):
            assert appraise(bare, option).win == 0


@pytest.mark.parametrize(("counts", "pips"), [("named", 6), ("any_always", 1)])
def test_who_leads_is_told_by_what_obtains_the_goal(counts: str, pips: int) -> None:
    """IN-R-23: The lead counts pips to the ability that the goal names.

    Under `any_always` they are those to the nearest ability of any opponent. P's goal
    names R's d6, and S has a d1.
    """
    scenario = contest(
        seat("P", "a", "x trait 4, y skill 4"),
        seat("R", "b", "belt trait 5, hat skill 6"),
        seat("S", "b", "x trait 4, y skill 1"),
        goals=[kill("a", "R", "hat"), goal("win", "b")],
        rulings={"goal_ability": counts},
    )
    wishes = [
        IntentDeclared(0, 0, 1, "reduce_ability", 1),
        IntentDeclared(1, 1, 0, "narrative"),
        IntentDeclared(2, 1, 0, "narrative"),
    ]
    state = until(Told(scenario), P, PoolEntered, *wishes).view
    whom = R if counts == "any_always" else Q
    nearer = max(
        (
            exchange(pool_of(state, Seat(rival)), pool_of(state, Seat(P)))["kept_a"],
            rival,
        )
        for rival in (Q, R)
    )[1]
    expected = pytest.approx(race(state, (pips, P, whom), (4, nearer, P)))
    assert ahead(state, P) == expected
