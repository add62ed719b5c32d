"""Exact values agree with play, with brute force, and with themselves."""

from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from sim.dice.pool import Pool, d
from sim.errors import AgentError, OddsError
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.readings import readings_of
from sim.graph.rounds import Rounds
from sim.graph.solve import solve
from sim.library.scenario import load
from sim.rules.dice_pool.pools.throwing import Successes
from sim.rules.skill_roll.skills.dice import LevelRead
from sim.run.seating import seat_agents
from sim.seam.protocol import Reading
from tests.agents.tables import TOY_LOADED, conflict, toy_from_json
from tests.graph.tables import (
    brute,
    played,
    solved,
    unmerged,
    with_chart,
)
from tests.noon import SCENARIO
from tests.toy import Rulings

NEAR = 1e-9
SURE = 4.5
"""No z-score of a right solution is larger, but for one in 150,000."""

COUNTER = """
from sim.seam.protocol import Agent

class Counter(Agent):
    def __init__(self):
        self.asked = 0

    def memory(self):
        return ()

    def choose(self, asked):
        self.asked += 1
        return asked.options[self.asked % 2]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("planets_arm_wrestle", ("steady", "steady")),
        ("planets_boulder", ("cautious", "bold")),
        ("stuck_door", ()),
        ("skill_jump", ()),
        ("skill_chase", ("steady", "cautious", "bold")),
    ],
)
def test_the_solution_is_what_play_comes_to(name: str, agents: tuple[str, ...]) -> None:
    """In 300 games each outcome is as frequent as it is likely, and no other occurs."""
    loaded = load(name)
    exact = solved(loaded, *agents)
    games = 300
    frequencies = played(loaded, agents, games)
    assert set(frequencies) <= set(exact.outcomes)
    for kind, chance in exact.outcomes.items():
        spread = sqrt(chance * (1 - chance) / games)
        assert abs(frequencies.get(kind, 0.0) - chance) <= SURE * spread + 1 / games


def test_what_ends_before_a_second_round_lasts_as_long_as_it_is_played() -> None:
    """A single check lasts 0 rounds, and a conflict with rounds at least 1."""
    for name, rounds in (("stuck_door", 0.0), ("planets_boulder", None)):
        loaded = load(name)
        exact = solved(loaded)
        if rounds is None:
            assert exact.length >= 1
        else:
            assert exact.length == rounds


def test_the_toy_is_solved_by_every_face() -> None:
    """The toy's solution is that of following every face of every die."""
    short = structs.replace(SCENARIO, rulings=Rulings(round_limit=2, grit=1, nerve=2))
    loaded = toy_from_json(msgspec.json.encode(short, order="sorted"))
    exact = solved(loaded, "steady", "steady")
    chances = brute(loaded, "steady", "steady")
    assert exact.exact
    assert set(chances) == set(exact.outcomes)
    for kind, chance in exact.outcomes.items():
        assert chance == pytest.approx(chances[kind], abs=NEAR)


@pytest.mark.slow
def test_merging_changes_no_value() -> None:
    """Without an essence, a cut or a law of dice the values are the same."""
    loaded = load("planets_arm_wrestle")
    slim = solved(loaded, "steady", "cautious")
    plain = solved(loaded, "steady", "cautious", system=unmerged(loaded.system))
    assert slim.exact
    assert plain.states >= slim.states
    for kind, chance in plain.outcomes.items():
        assert slim.outcomes[kind] == pytest.approx(chance, abs=NEAR)


def test_bounds_contain_the_value_and_close() -> None:
    """Bounds contain the value, and narrow as more states are allowed."""
    loaded = load("planets_arm_wrestle")
    exact = solved(loaded, "steady", "steady")
    assert exact.exact
    before = 1.0
    for states in (5, 10, 15, 20):
        some = solved(loaded, "steady", "steady", budget=Budget(states=states))
        assert not some.exact
        assert some.open <= before
        before = some.open
        for ending, value in zip(some.returns, exact.returns, strict=True):
            assert ending.low - NEAR <= value.low <= ending.high + NEAR
        for how, ending in some.endings.items():
            value = exact.endings[how]
            assert ending.low - NEAR <= value.low <= ending.high + NEAR


@pytest.mark.slow
def test_alley_closes_from_few_states() -> None:
    """Bounds of few states contain the bounds of more."""
    loaded = load("alley")
    few = solved(loaded, budget=Budget(states=16_000))
    more = solved(loaded, budget=Budget(states=100_000))
    assert 0 < more.open < few.open < 1
    for wide, narrow in zip(few.returns, more.returns, strict=True):
        assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_a_graph_has_only_the_time_that_sums_have_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Time that sums took in vain is taken off the graph's."""
    now = [0.0]

    def in_vain(*_: object) -> None:
        now[0] = 51.0

    for module in ("budget", "solve"):
        monkeypatch.setattr(f"sim.graph.{module}.clock", lambda: now[0])
    monkeypatch.setattr("sim.graph.solve.flow_by_sums", in_vain)
    solution = solved(load("alley"), budget=Budget(states=5_000, seconds=50.0))
    assert (solution.full, solution.states) == ("50 seconds", 1)


def test_who_does_not_say_what_it_remembers_is_named() -> None:
    """An agent that does not declare its memory is refused, by name."""
    with pytest.raises(AgentError, match="lookahead at Ann does not say what"):
        solved(TOY_LOADED, "lookahead", "steady")


def test_lots_of_agents_are_followed_by_their_chances() -> None:
    """A stochastic agent's options are followed with its chances, like faces."""
    exact = solved(TOY_LOADED, "uniform", "steady")
    returned = [
        conflict(TOY_LOADED, "uniform", "steady", game=game).outcome.returns[0]
        for game in range(2_000)
    ]
    low = exact.returns[0].low
    assert exact.exact
    assert 0.0 < low < 0.1
    assert abs(sum(returned) / 2_000 - low) < 4 * (low / 2_000) ** 0.5


def test_who_draws_lots_and_hides_their_chances_is_named(tmp_path: Path) -> None:
    """A stochastic agent that declares no chances is refused, by name."""
    file = tmp_path / "hides.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\n\n"
        "class Hides(Agent):\n"
        "    def memory(self):\n        return ()\n\n"
        "    def choose(self, asked):\n"
        "        return asked.options[int(self.table.random.random() * 2)]\n",
        encoding="utf-8",
    )
    with pytest.raises(AgentError, match="at Bo is stochastic and does not say its"):
        solved(TOY_LOADED, "steady", f"{file}:Hides")


def test_who_listens_is_named(tmp_path: Path) -> None:
    """An agent that listens to events is refused, by name."""
    file = tmp_path / "listens.py"
    file.write_text(
        "from agents.steady import Steady\n\n\n"
        "class Listens(Steady):\n    listens = True\n",
        encoding="utf-8",
    )
    with pytest.raises(AgentError, match="at Ann listens to what happens"):
        solved(TOY_LOADED, f"{file}:Listens", "steady")


def test_who_says_it_does_not_repeat_is_named(tmp_path: Path) -> None:
    """An agent that says it is not deterministic is refused, by name."""
    file = tmp_path / "clock.py"
    file.write_text(
        "from agents.steady import Steady\n\n\n"
        "class Clock(Steady):\n    repeats = False\n",
        encoding="utf-8",
    )
    with pytest.raises(AgentError, match="at Bo may choose otherwise the next time"):
        solved(TOY_LOADED, "steady", f"{file}:Clock")


def test_memory_is_bounded_within_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is checked within a round, and progress is reported."""
    loaded, heard = load("dice_pool_chase"), list[tuple[int, int]]()
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    agents = seat_agents(seats, ())
    monkeypatch.setattr("sim.graph.budget.megabytes", lambda: 1_000_000)
    solution = solve(
        system,
        system.initial(loaded.scenario),
        seats,
        agents,
        progress=lambda *how_far: heard.append(how_far),
    )
    assert (solution.full, solution.open) == ("2000 MB of memory", 1.0)
    assert heard[0] == (0, 1)


def test_who_remembers_in_secret_is_found(tmp_path: Path) -> None:
    """An agent that answers otherwise the second time is refused."""
    file = tmp_path / "counter.py"
    file.write_text(COUNTER, encoding="utf-8")
    with pytest.raises(
        AgentError, match="at Ann was asked the same twice and answered"
    ):
        solved(TOY_LOADED, str(file), "steady")


def test_a_memory_that_is_declared_is_solved() -> None:
    """An agent with declared memory is solved; its memory is part of the position."""
    loaded = load("planets_arm_wrestle")
    exact = solved(loaded, "cautious", "thrift")
    assert exact.whole
    assert sum(exact.outcomes.values()) == pytest.approx(1.0, abs=NEAR)


def test_a_roll_of_too_many_faces_is_refused() -> None:
    """A roll with too many faces is refused, with its number of dice."""
    with pytest.raises(OddsError, match="a roll of 9 dice"):
        readings_of((d(20),) * 9, lambda faces: (faces, faces))


EACH = {"several_opponents": "each"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("intensity_brawl", {}),
        ("planets_boulder", {}),
        ("skill_camp", {}),
        ("skill_camp", EACH),
        ("skill_chase", {}),
        ("skill_chase", EACH),
        ("skill_chase", {"deterministic": "all_opponents"}),
        ("skill_chase", {"deterministic": "agent_choice"}),
    ],
)
def test_a_law_of_dice_is_what_the_dice_come_to(
    name: str, rulings: dict[str, str]
) -> None:
    """A round by the law of dice is the round by every roll."""
    loaded = load(name, rulings)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    outcomes: list[dict[Any, Any]] = []
    lawless = structs.replace(system.solving.chart, law=None)
    for rules in (system, with_chart(system, lawless)):
        choosers = Choosers(rules, seats, seat_agents(seats, ("steady", "bold")))
        rounds = Rounds(rules, choosers)
        first = rounds.play((rounds.walk(state).state, choosers.begin))
        second = rounds.play(max(first.then, key=lambda position: first.then[position]))
        reached: dict[Any, Any] = {**second.then, **second.ended}
        outcomes.append(reached | {"then": len(first.then)})
    law, faces = outcomes
    assert law == pytest.approx(faces, abs=NEAR)


@pytest.mark.parametrize(
    ("pool", "read"),
    [
        ((d(10),) * 4, Successes(8, 10)),
        ((d(6),) * 4, LevelRead(3, 12)),
    ],
)
def test_what_is_unordered_is_read_alike_in_any_order(
    pool: Pool, read: Reading
) -> None:
    """Dice that are read in any order have the chances of all faces."""
    counted = {read(faces)[1]: chance for faces, chance in readings_of(pool, read)}
    chances: dict[tuple[int, ...], float] = {}
    cases = list(product(*(range(die.low, die.high + 1) for die in pool)))
    for faces in cases:
        reading = read(faces)[1]
        chances[reading] = chances.get(reading, 0.0) + 1 / len(cases)
    assert set(counted) == set(chances)
    for reading, chance in chances.items():
        assert counted[reading] == pytest.approx(chance, abs=NEAR)
