"""What endings are worth, who is still asked, and which rounds count as still."""

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.phases import Aftermath
from sim.rules.planets.scenario.sheet import Character, Worth
from sim.rules.planets.system import SYSTEM
from tests.rules.planets.table import (
    CARDINAL_PLANETS,
    RENAISSANCE_PLANETS,
    A,
    B,
    Game,
    cardinal,
    conflict,
    prevail,
    renaissance,
)

NOBODY_WINS, THIRD = 2, 2
WORTH = Worth(
    won=0.95,
    held=0.85,
    standoff=0.45,
    lost=0.15,
    conceded=0.25,
    taken_out=0.05,
    shared=0.65,
)


def paid(**changes: object) -> tuple[Character, Character]:
    """Return both characters, for whom each ending has a worth of its own."""
    return cardinal(worth=WORTH, **changes), renaissance(worth=WORTH)


def test_pl_conf_09_to_win_and_to_hold_are_worth_what_the_file_says() -> None:
    """PL-CONF-09: A scenario says what winning and holding are worth."""
    game = prevail(Game(conflict(*paid(), goal=1)), A)
    assert (game.outcome.how, game.outcome.returns) == ("won", (0.95, 0.15))
    game = prevail(Game(conflict(*paid(aims=("resist",)), round_cap=1)), NOBODY_WINS)
    assert (game.outcome.how, game.outcome.returns) == ("held", (0.85, 0.15))


def test_pl_conf_09_to_give_up_and_to_be_taken_out_are_not_to_lose() -> None:
    """PL-CONF-09: Conceding, being taken out and a standoff each have their worth."""
    game = Game(conflict(*paid())).say(f.Conceded(A), f.ApproachChosen(B, "surge"))
    assert game.outcome.returns == (0.25, 0.95)
    hurt = conflict(*paid(harms=(True,)), wound_ladder="minor d4", goal=9)
    game = prevail(Game(hurt), A).quiet().roll(1, 8, 3, 6, 5, 4)
    assert (game.outcome.how, game.outcome.returns) == ("taken_out", (0.95, 0.05))
    game = prevail(Game(conflict(*paid(), round_cap=1)), NOBODY_WINS)
    assert (game.outcome.how, game.outcome.returns) == ("standoff", (0.45, 0.45))


def test_pl_conf_05_to_be_taken_out_comes_before_the_round_cap() -> None:
    """PL-CONF-05: In the last round too, a side that has nobody left is taken out."""
    rulings = {"wound_ladder": "minor d4", "goal": 9, "round_cap": 2}
    game = Game(conflict(*paid(harms=(True,)), **rulings))
    prevail(game, A).quiet().roll(1, 8, 3, 6, 5, 4)
    assert (game.outcome.how, game.outcome.returns) == ("taken_out", (0.95, 0.05))


def against_two(**rulings: object) -> Game:
    """Return a conflict in which the first of two has just been taken out."""
    first = renaissance(side="Y", worth=WORTH, aims=("resist",))
    second = Character(
        name="Second", side="Y", planets=RENAISSANCE_PLANETS, worth=WORTH
    )
    seats = cardinal(worth=WORTH, harms=(True,)), first, second
    game = Game(conflict(*seats, wound_ladder="minor d4", **rulings))
    prevail(game, A).quiet().roll(1, 8, 3, 6, 5, 4)
    assert game.last(c.TakenOut).who == B
    return game


def test_pl_conf_09_a_member_taken_out_has_the_worth_of_that() -> None:
    """PL-CONF-09: Who was taken out has the worth of that when the side loses later."""
    game = prevail(against_two(goal=3), A)
    assert (game.outcome.how, game.outcome.returns) == ("won", (0.95, 0.05, 0.15))


def test_pl_conf_08_the_aim_of_the_one_who_leads_now_counts() -> None:
    """PL-CONF-08: At the cap the aim in force counts, not that of an earlier leader."""
    game = prevail(prevail(against_two(goal=9, round_cap=4), B), B)
    assert game.last(c.RoundResolved).after == 0
    assert game.outcome.how == "standoff"


def runners(**rulings: object) -> Game:
    """Return three in an indirect conflict, who all surge."""
    third = Character(name="Third", planets=CARDINAL_PLANETS, worth=WORTH)
    seats = (*paid(), third)
    return Game(conflict(*seats, mode="indirect", **rulings))


GOOD, BAD = (4, 1, 5, 9), (4, 5, 1, 9)
"""The Cardinal's known, dynamic, static, lost: a surge succeeds, or fails."""
OFF, ON = (1, 8, 3, 4), (1, 8, 1, 9)
"""Renaissance Man's known, passion, dynamic, lost: it fails, or succeeds."""


def test_pl_conf_02_who_arrives_together_shares_it() -> None:
    """PL-CONF-02: Those who reach the goal in one round share it."""
    game = runners(goal=1).quiet().roll(*GOOD).roll(*OFF).roll(*GOOD)
    assert (game.outcome.how, game.outcome.returns) == ("shared", (0.65, 0.15, 0.65))


def test_pl_rul_36_who_gave_a_race_up_rolls_no_more() -> None:
    """PL-RUL-36: Whoever concedes an indirect conflict rolls no more."""
    game = runners(goal=2).quiet().roll(*GOOD).roll(*OFF).roll(*BAD)
    game.say(f.Pressed(A), f.Conceded(B), f.Pressed(THIRD)).quiet()
    called = [event.who for event in game.all(c.RollCalled)]
    assert called == [A, B, THIRD, A, THIRD]
    game.roll(*BAD)
    assert game.who == THIRD
    game.roll(*BAD)
    assert game.last(c.RoundResolved).tallies == (1, 0, 0)
    game.say(f.Pressed(A), f.Conceded(THIRD))
    assert game.outcome.returns == (0.95, 0.25, 0.25)


def test_pl_conf_09_who_gave_up_has_that_worth_where_nobody_wins() -> None:
    """PL-CONF-09: In a standoff too, who conceded has the worth of conceding."""
    game = runners(goal=5, round_cap=1)
    game.say(f.Conceded(A)).quiet().roll(*OFF).roll(*BAD)
    assert (game.outcome.how, game.outcome.returns) == ("standoff", (0.25, 0.45, 0.45))


def test_pl_conf_09_who_gave_up_has_that_worth_where_another_wins() -> None:
    """PL-CONF-09: Where another reaches the goal, who conceded has not just lost."""
    game = runners(goal=1)
    game.say(f.Conceded(A)).quiet().roll(*OFF).roll(*GOOD)
    assert (game.outcome.how, game.outcome.returns) == ("won", (0.25, 0.15, 0.95))


def test_pl_conf_08_in_a_race_any_success_is_movement() -> None:
    """PL-CONF-08: In an indirect conflict any success counts as movement."""
    game = runners(goal=5, standoff_limit=9)
    for thrown, still in ((BAD, 1), (BAD, 2), (GOOD, 0), (BAD, 1)):
        game.quiet().roll(*thrown).roll(*OFF).roll(*BAD)
        assert game.last(c.RoundResolved).still == still
        game.quiet(f.Pressed)


def test_pl_rul_41_alone_one_must_change_what_failed() -> None:
    """PL-RUL-41: In an indirect conflict `changed_intent` remembers who failed."""
    ways = {"approaches": ("surge", "hold")}
    seats = cardinal(**ways), renaissance(**ways)
    for policy, failed in (("changed_intent", {A}), ("each_round_anew", set())):
        game = Game(conflict(*seats, mode="indirect", retry_policy=policy))
        game.quiet().roll(*BAD).roll(*ON)
        phase = game.state.phase
        assert isinstance(phase, Aftermath)
        assert phase.failed == failed
        assert (f.Pressed(A) in game.options) is not bool(failed)


def test_pl_rul_41_who_got_nowhere_has_not_failed() -> None:
    """PL-RUL-41: Under `changed_intent` an unproductive roll may be tried again."""
    seats = cardinal(approaches=("surge", "hold")), renaissance()
    game = Game(conflict(*seats, mode="indirect", retry_policy="changed_intent"))
    game.quiet().roll(1, 1, 1, 1).roll(*ON)
    assert game.all(c.OutcomeDetermined)[0].outcome == "unproductive"
    assert f.Pressed(A) in game.options


def test_pl_rul_41_against_another_only_who_was_prevailed_over_must_change() -> None:
    """PL-RUL-41: In a direct conflict only the side that lost must change.

    Both failed, so nobody prevailed: both may press on.
    """
    ways = {"approaches": ("outwit", "gamble")}
    seats = cardinal(**ways), renaissance(**ways)
    game = Game(conflict(*seats, retry_policy="changed_intent"))
    game.quiet().roll(8, 4, 5, 6, 1)
    outcomes = [event.outcome for event in game.all(c.OutcomeDetermined)]
    assert outcomes == ["failure", "failure"]
    assert game.options[0] == f.Pressed(A)
    assert game.say(f.Pressed(A)).options[0] == f.Pressed(B)


@pytest.mark.parametrize(
    ("event", "name", "counted"),
    [
        (c.HarmApplied((), B, A, 1, 2, "minor", 8), "harm", (B, 1)),
        (f.Conceded(B), "conceded", (B, 1)),
        (
            c.IntentChanged((), B, "surge", A, "win", harms=False, was="hold"),
            "changed",
            (B, 1),
        ),
        (c.OmegaShown((), B, "lost", 3, 10), "omega", (B, 1)),
        (c.OmegaShown((), B, "", 0, 10), "omega", (B, 0)),
    ],
)
def test_what_is_counted_over_a_conflict(
    event: object, name: str, counted: tuple[int, int]
) -> None:
    """Tallies count each wound, concession, change of intent and Omega die."""
    called, count = SYSTEM.tally[type(event)]
    assert (called, count(event)) == (name, counted)
