"""A conflict that is taken step by step from outside is the one that is played."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fracas
from fracas import Fact, Option, Walk
from sim.errors import AgentError, StepError, UnknownNameError
from sim.seam.protocol import Decision
from tests.python.players import Plain, Silent

SCENARIOS = (
    "stuck_door",
    "alley",
    "planets_boulder",
    "intensity_brawl",
    "dice_pool_knives",
    "skill_duel",
)


LAST = 99


def through(walk: Walk, number: int = 1) -> Walk:
    """Take the option of that *number*, or the last, until it is over."""
    while not walk.over:
        walk.take(min(number, len(walk.options)))
    return walk


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_walk_is_what_the_same_choices_play(name: str) -> None:
    """A walk has the events of a conflict with the same choices and seed."""
    seats = fracas.walk(name, seed="demo").seats
    walk = through(fracas.walk(name, seed="demo"), LAST)
    played = fracas.play(name, [Plain] * len(seats), seed="demo")
    inner = [event for event in played.events if event in walk.events]

    assert walk.ending == played.outcome.how
    assert list(walk.events) == inner
    assert walk.returns == dict(played.outcome.returns)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_a_seat_observes_is_json(name: str) -> None:
    """What a seat observes is JSON at every question."""
    walk = fracas.walk(name, seed="demo")
    while not walk.over:
        for seat in walk.seats:
            seen = walk.observe(seat)
            assert json.loads(json.dumps(seen)) == seen
            assert ("options" in seen) == (seat == walk.who)
        assert len(walk.weigh()) == len(walk.options)
        walk.take(walk.options[-1])
    assert walk.observe(walk.seats[0])["returns"] == walk.returns


def test_an_option_is_taken_by_number_words_fact_or_itself() -> None:
    """An option is taken by its number, words, fact or itself, alike."""
    walks = [fracas.walk("alley", seed="demo") for _ in range(4)]
    second = walks[0].options[1]
    choices: tuple[int | str | Fact | Option, ...] = (
        2,
        second.words,
        second.fact,
        second,
    )
    told = [walks[at].take(choice) for at, choice in enumerate(choices)]

    assert told[0]
    assert told.count(told[0]) == len(told)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_taken_back_is_taken_again(name: str) -> None:
    """A choice that is taken back and made again leads to the same events."""
    first = fracas.walk(name, seed="demo")
    asked = first.who
    assert asked is not None
    others = {seat: "bold" for seat in first.seats if seat != asked}
    walk = through(fracas.walk(name, others, seed="demo"))
    events = walk.events
    walk.undo()
    assert not walk.over
    assert walk.events == events[: len(walk.events)]
    assert through(walk).events == events


def test_a_fork_goes_its_own_way() -> None:
    """A fork with the same dice goes alike, and one with others differs."""
    walk = fracas.walk("intensity_brawl", seed="demo")
    for _ in range(4):
        walk.take(1)
    same, other = walk.fork(), walk.fork("another")
    assert same.events == other.events == walk.events

    through(walk)
    assert through(same).events == walk.events
    assert through(other).events != walk.events
    assert other.fork().events == other.events
    other.undo(2)
    assert through(other.fork()).events == through(other).events


def test_a_view_hides_what_is_sealed() -> None:
    """The view of a seat hides what another has sealed."""
    walk, sealed = fracas.walk("dice_pool_knives", seed="demo"), 0
    while isinstance(asked := walk.asked, Decision):
        assert asked.view == walk.view(str(walk.who))
        sealed += asked.view != walk.state
        walk.take(len(asked.options))
    assert sealed > 0


def test_what_cannot_be_taken_is_said() -> None:
    """A choice that cannot be taken is refused with what was expected."""
    walk = fracas.walk("stuck_door", seed="demo")
    with pytest.raises(StepError, match=r"is not offered 99, expected a number from 1"):
        walk.take(99)
    event = walk.options[1].event
    with pytest.raises(StepError, match=r"itself, its number \(2\) or its words \("):
        walk.take(event)
    with pytest.raises(StepError, match="is not offered True"):
        walk.take(True)  # noqa: FBT003 - a mistake
    with pytest.raises(StepError, match="there is no choice to take back"):
        walk.undo()
    with pytest.raises(UnknownNameError, match='nobody is called "Nobody"'):
        walk.observe("Nobody")
    with pytest.raises(UnknownNameError, match='nobody is called "Nobody"'):
        fracas.walk("stuck_door", {"Nobody": "bold"})
    through(walk)
    with pytest.raises(StepError, match="the conflict is over"):
        walk.take(1)
    with pytest.raises(StepError, match="found 99 choices to take back"):
        walk.undo(99)


def test_an_agent_that_fails_is_named() -> None:
    """An agent that does not answer is named by its seat."""
    walk = fracas.walk("stuck_door", seed="demo")
    others = {seat: Silent for seat in walk.seats if seat != walk.who}
    with pytest.raises(AgentError, match=r"the agent at .* answered None"):
        through(fracas.walk("stuck_door", others, seed="demo"))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: fracas.walk("alley", game=0), "found game=0, expected a whole number"),
        (lambda: fracas.walk("alley", game="2"), "found game='2', expected a whole"),
        (lambda: fracas.play("alley", game=True), "found game=True, expected a whole"),
        (lambda: fracas.run("alley", games=-1), "found games=-1, expected a whole"),
        (
            lambda: fracas.walk("alley", seed=[]),
            "found a seed that is a list, expected",
        ),
        (
            lambda: fracas.walk("alley", ["steady"]),
            "found agents as a list, expected a table of seats and agents, such as",
        ),
        (
            lambda: fracas.walk("alley", 7),
            "expected a table of seats and agents; a seed is given by name: seed=7",
        ),
        (
            lambda: fracas.walk("alley", "demo"),
            "a seed is given by name: seed='demo'",
        ),
        (
            lambda: fracas.environment("alley", "steady"),
            "found agents as a str, expected a table",
        ),
        (lambda: fracas.walk("alley").observe(3), 'nobody is called "3", expected one'),
        (lambda: fracas.walk("alley").undo("x"), "found choices='x', expected a whole"),
        (lambda: fracas.describe("alley", None, 5), "found int, expected an event"),
        (
            lambda: fracas.odds("solar_system"),
            'check lacks the field "rank": expected a whole number',
        ),
        (
            lambda: fracas.odds("solar_system", rank="x"),
            'rank of check is "x", expected a whole number',
        ),
    ],
)
def test_what_is_no_argument_is_refused(call: Callable[[], Any], said: str) -> None:
    """A wrong argument is refused in a sentence."""
    with pytest.raises(fracas.FracasError) as refused:
        call()
    assert said in str(refused.value)


def test_a_seed_may_be_a_number() -> None:
    """A number as a seed is the same as its text."""
    for seed in (5, np.int64(5)):
        assert fracas.walk("alley", seed=seed).seed == "5"
    run = fracas.run("stuck_door", games=1, seed=5)
    assert run.seal == fracas.run("stuck_door", games=1, seed="5").seal
    walk = fracas.walk("stuck_door", seed="demo")
    assert through(walk.fork(7)).events == through(walk.fork("7")).events


def test_a_program_is_told_in_words_by_a_walk(tmp_path: Path) -> None:
    """A program in a walk is told the scenario in its first message."""
    bot = tmp_path / "bot"
    kept = tmp_path / "kept"
    bot.write_text(
        f'#!/bin/sh\nwhile read -r m; do echo "$m" >> {kept}; echo 1; done\n', "utf-8"
    )
    walk = through(fracas.walk("stuck_door", {"Skala": f"cmd:{bot}"}, seed="demo"))
    assert walk.over
    first = json.loads(kept.read_text("utf-8").splitlines()[0])
    assert first["scenario"] == "The stuck door"
