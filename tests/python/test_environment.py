"""Environments for learners: what PettingZoo and Gymnasium ask, in all systems."""

import copy
import pickle
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import (  # pyright: ignore[reportMissingTypeStubs]
    api_test,  # pyright: ignore[reportUnknownVariableType]
    seed_test,  # pyright: ignore[reportUnknownVariableType]
)

import fracas
import fracas.gym  # pyright: ignore[reportUnusedImport] # it registers them
from fracas._environment import Environment
from fracas._standing import Layout
from fracas.gym import SeatEnvironment
from sim.errors import FracasError, StepError, UnknownNameError
from tests.python.players import Trained

BOTH = (
    "alley",
    "footrace",
    "planets_boulder",
    "planets_siege",
    "intensity_brawl",
    "intensity_heist",
    "dice_pool_debate",
    "dice_pool_chase",
    "skill_duel",
    "skill_camp",
)


@pytest.mark.parametrize("name", BOTH)
def test_it_is_an_environment_of_pettingzoo(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """PettingZoo's own tests pass in two scenarios of each system."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numbers are no pictures, as it fears
        api_test(fracas.environment(name), num_cycles=60, verbose_progress=False)
        seed_test(lambda: fracas.environment(name), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


def drawn(environment: Environment, luck: np.random.Generator) -> None:
    """Play a conflict to its end by drawing among the options."""
    while not environment.walk.over:
        seen = environment.observe(environment.agent_selection)
        options = np.flatnonzero(seen["action_mask"])
        environment.step(int(luck.choice(options)))


@pytest.mark.parametrize("name", BOTH[::2])
def test_rewards_are_what_the_conflict_returns(name: str) -> None:
    """Rewards are the conflict's returns, and the same seed ends alike."""
    environment = fracas.environment(name)
    environment.reset(seed=5)
    drawn(environment, np.random.default_rng(1))
    got = {agent: environment.rewards[agent] for agent in environment.possible_agents}
    assert got == environment.walk.returns
    assert all(environment.terminations.values())
    first = environment.walk.events
    environment.reset()
    drawn(environment, np.random.default_rng(1))
    assert environment.walk.events != first
    environment.reset(seed=5)
    drawn(environment, np.random.default_rng(1))
    assert environment.walk.events == first


def test_an_observation_is_what_the_seat_may_know() -> None:
    """An observation has numbers for the options and for where everybody stands."""
    environment = fracas.environment("alley")
    environment.reset(seed=1)
    who = environment.agent_selection
    seen = environment.observe(who)
    options = int(seen["action_mask"].sum())
    assert environment.words() == [option.words for option in environment.walk.options]
    assert len(environment.words()) == options
    weighed = environment.walk.weigh()
    assert seen["observation"][0, 0] == pytest.approx(weighed[0].win)
    assert not seen["observation"][options:].any()
    standing = dict(zip(environment.labels, seen["standing"], strict=True))
    assert standing["Tela.vigor"] == 2
    assert standing["Tela.status"] == 1  # as at the start
    (other,) = {"Tela", "Gael"} - {who}
    assert not environment.observe(other)["action_mask"].any()
    assert environment.render().splitlines()


def test_numbers_that_come_later_count_among_the_others() -> None:
    """A key that comes later is counted with others, so the layout stays the same."""
    layout = Layout(
        ["Ann"], [{"health": "ok", "dice": [6, 8], "boxes": {"1": 1}, "open": True}]
    )
    assert layout.labels == (
        *("round", "Ann.health", "Ann.dice"),
        *("Ann.boxes.*", "Ann.boxes.1", "Ann.open"),
    )
    later = {"health": "hurt", "dice": [6], "boxes": {"1": 2, "5": 3, "6": 4}, "new": 9}
    assert layout.row(3, [later]).tolist() == [3, 0, 1, 7, 2, 0]


def test_agents_play_the_other_seats() -> None:
    """Seats with agents are played for, and a judge by the scenario's own agent."""
    environment = fracas.environment("planets_siege")
    assert "judges" not in str(environment.possible_agents)
    seats = {seat.name: seat.side for seat in _seats("planets_siege")}
    assert environment.possible_agents == [
        name for name, side in seats.items() if side is not None
    ]
    alone = fracas.environment("alley", {"Gael": "bold"})
    assert alone.possible_agents == ["Tela"]
    assert fracas.environment("alley", {"gael": "bold"}).possible_agents == ["Tela"]
    with pytest.raises(UnknownNameError, match="Gael"):
        fracas.environment("alley", {"Geal": "bold"})
    with pytest.raises(UnknownNameError, match="did you mean bold"):
        fracas.environment("alley", {"Gael": "bodl"})
    with pytest.raises(StepError, match="nobody is left to learn"):
        fracas.environment("alley", {"Gael": "bold", "Tela": "bold"})
    with pytest.raises(StepError, match="Storyguide judges"):
        SeatEnvironment("planets_siege", seat="Storyguide")


def _seats(name: str) -> Any:  # noqa: ANN401 - of any system
    loaded = fracas.load(name)
    return loaded.system.seats(loaded.scenario)


def test_one_seat_is_an_environment_of_gymnasium() -> None:
    """One seat is an environment of Gymnasium, registered by scenario."""
    environment = gymnasium.make("fracas/intensity_brawl", seat="fred", agents="bold")
    seen, _ = environment.reset(seed=3)
    assert seen in environment.observation_space
    over, reward, more = False, 0.0, dict[str, Any]()
    while not over:
        action = environment.action_space.sample(mask=seen["action_mask"])
        seen, got, over, _, more = environment.step(action)
        reward += float(got)
    bare = environment.unwrapped
    assert isinstance(bare, SeatEnvironment)
    assert reward == bare.conflict.walk.returns["Fred"]
    assert more["ending"] == bare.conflict.walk.ending
    with pytest.raises(StepError, match=r"is over .* reset\(\) first"):
        bare.step(0)


def test_every_shipped_scenario_is_registered() -> None:
    """Every shipped scenario is registered with Gymnasium."""
    for scenario in fracas.scenarios():
        assert f"fracas/{scenario['name']}" in gymnasium.registry


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (99, "not offered option 99"),
        (None, "not offered option"),
        ("a", "not offered option a"),
        (0.5, "not offered option 0.5"),
        (True, "not offered option True, expected a number from 0"),
    ],
)
def test_an_option_that_is_not_offered_is_refused(
    action: Any,  # noqa: ANN401 - whatever a learner may say
    said: str,
) -> None:
    """An option that is not offered is refused, and the conflict stays as it was."""
    environment = fracas.environment("stuck_door")
    with pytest.raises(StepError, match="has not begun"):
        environment.step(0)
    environment.reset(seed=1)
    before = environment.walk.events
    with pytest.raises(StepError, match=said):
        environment.step(action)
    assert environment.walk.events == before


def test_before_the_start_and_after_the_end_it_says_what_to_do() -> None:
    """Before the start and after the end every call says what to do."""
    environment = fracas.environment("stuck_door")
    early = environment.last, environment.words, environment.render
    with pytest.raises(StepError, match=r"not begun, expected reset\(\) first"):
        _ = environment.walk
    with pytest.raises(UnknownNameError, match='nobody is called "Bo", expected one'):
        environment.action_space("Bo")
    assert environment.numbers == fracas.Appraisal.__struct_fields__
    for asked in (*early, lambda: environment.observe("Skala")):
        with pytest.raises(StepError, match=r"not begun, expected reset\(\) first"):
            asked()
    environment.reset(seed=1)
    drawn(environment, np.random.default_rng(1))
    assert "Wolf-Snarl rolls Athletics" in environment.render()
    with pytest.raises(StepError, match=r"is over .* or None for each agent"):
        environment.step(0)
    for _ in environment.possible_agents:
        environment.step(None)
    for late in (environment.last, lambda: environment.step(None)):
        with pytest.raises(StepError, match=r"is over .*, expected reset\(\)$"):
            late()


@pytest.mark.parametrize("name", BOTH)
def test_a_copy_goes_on_alike_and_by_itself(name: str) -> None:
    """A deep copy and a pickled one play on alike, and apart from the first."""
    environment = fracas.environment(name)
    fresh = pickle.loads(pickle.dumps(environment))  # noqa: S301 - our own
    environment.reset(seed=5)
    fresh.reset(seed=5)
    for _ in range(2):
        if not environment.walk.over:
            environment.step(0)
            fresh.step(0)
    before = environment.walk.events
    copies = copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))  # noqa: S301 - our own
    for same in (fresh, *copies):
        assert same.walk.events == before
        drawn(same, np.random.default_rng(1))
    assert environment.walk.events == before
    drawn(environment, np.random.default_rng(1))
    for same in (fresh, *copies):
        assert same.walk.events == environment.walk.events
        assert same.rewards == environment.rewards
        same.reset()
    environment.reset()
    assert {same.walk.seed for same in copies} == {environment.walk.seed}
    assert all(same.walk.events == environment.walk.events for same in copies)


def _played_on(data: bytes) -> list[Any]:
    """Return the events of a pickled environment of one seat, played to its end."""
    seat: SeatEnvironment = pickle.loads(data)  # noqa: S301 - our own
    drawn(seat.conflict, np.random.default_rng(1))
    return list(seat.conflict.walk.events)


def test_agents_given_in_python_travel_with_a_copy() -> None:
    """A pickled environment takes agents given in Python into another process."""
    agent = Trained([0.25, 0.5])
    seat = SeatEnvironment("alley", seat="Tela", agents=[agent])
    seat.reset(seed=5)
    seat.step(0)
    data, aside = pickle.dumps(seat), copy.deepcopy(seat)
    drawn(seat.conflict, np.random.default_rng(1))
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        events = elsewhere.submit(_played_on, data).result()
    assert events == list(seat.conflict.walk.events)
    drawn(aside.conflict, np.random.default_rng(1))
    assert aside.conflict.walk.events == seat.conflict.walk.events


def test_conflicts_without_a_question_are_passed_over_and_counted() -> None:
    """Conflicts that ask the seat nothing are passed over, and counted."""
    seat = SeatEnvironment("intensity_cliff", seat="The wall")
    everything = fracas.environment("intensity_cliff", seat.conflict._seated)
    begun, got = 0, 0.0
    for number in range(12):
        _, more = seat.reset(seed=11 if number == 0 else None)
        begun += 1 + more["unasked"]
        got += more["unasked_return"]
    assert begun > 12
    total = 0.0
    for number in range(begun - 1):
        everything.reset(seed=11 if number == 0 else None)
        if everything.walk.over:
            total += everything.rewards["The wall"]
    assert got == pytest.approx(total)


def test_too_little_room_is_said() -> None:
    """Too little room for options is refused with the number needed."""
    environment = fracas.environment("alley", options=1)
    environment.reset(seed=1)
    with pytest.raises(StepError, match="room for 1: make it with options="):
        environment.observe(environment.agent_selection)
    with pytest.raises(FracasError, match="found options=0, expected a whole number"):
        fracas.environment("alley", options=0)
    with pytest.raises(StepError, match="found 2 agents for the 1 other seats"):
        SeatEnvironment("alley", agents=["bold", "bold"])


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without its libraries the environment names what to install."""
    monkeypatch.delitem(sys.modules, "fracas._environment")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(StepError, match=r"pip install 'fracas\[learn\]'"):
        fracas.environment("alley")
