"""Random walks over a graph have the exact distribution, which is that of play."""

from math import sqrt

import pytest

from sim.cli.play.sampled import PLAYED, p_value
from sim.conflict.stream import Line
from sim.errors import AgentError
from sim.graph.budget import Budget
from sim.graph.sampling import Outcomes, Sampler, make_sampler
from sim.graph.solve import solve
from sim.library.scenario import Loaded, load

COUNT = 50_000_000


def walked(
    loaded: Loaded, agents: tuple[str, ...], budget: Budget | None = None
) -> Sampler:
    """Return the graph of a scenario."""
    system = loaded.system
    state = system.initial(loaded.scenario)
    return make_sampler(
        system, state, system.seats(loaded.scenario), agents, budget=budget
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["intensity_brawl", "planets_arm_wrestle", "planets_boulder"]
)
def test_a_walk_has_the_exact_distribution(name: str) -> None:
    """Sampled outcomes lie within five standard errors of the exact distribution."""
    loaded, agents = load(name), ("steady", "bold")
    system = loaded.system
    exact = solve(
        system, system.initial(loaded.scenario), system.seats(loaded.scenario), agents
    )
    outcomes = walked(loaded, agents).walk(COUNT, 1)
    length = 0
    seen: dict[tuple[str, tuple[float, ...]], int] = {}
    for (how, returns, round_), times in outcomes.items():
        seen[how, returns] = seen.get((how, returns), 0) + times
        length += round_ * times

    assert sum(seen.values()) == COUNT
    assert set(seen) <= set(exact.outcomes)
    for outcome, chance in exact.outcomes.items():
        error = sqrt(chance * (1 - chance) / COUNT)
        assert abs(seen.get(outcome, 0) / COUNT - chance) < 5 * error + 1e-9
    assert abs(length / COUNT - exact.length) < 0.05 * exact.length


def test_who_can_only_stay_waits_for_the_last_round() -> None:
    """A deadlock ends at the round limit, as in play, without being walked."""
    loaded = load("planets_arm_wrestle")
    exact = walked(loaded, ("storyteller", "storyteller")).walk(2000, 3)
    limits = {round_ for (how, _, round_) in exact if how == "standoff"}

    assert sum(exact.values()) == 2000
    assert len(limits) <= 1


def test_the_same_seed_walks_the_same() -> None:
    """The same seed gives the same outcomes, and every walk ends."""
    made = walked(load("intensity_brawl"), ("steady", "steady"))

    assert made.walk(1000, 7) == made.walk(1000, 7)
    assert made.walk(1000, 7) != made.walk(1000, 8)
    assert sum(made.walk(10**15, 7).values()) == 10**15


@pytest.mark.slow
@pytest.mark.parametrize("states", [2, 12])
def test_where_a_graph_ends_conflicts_are_played(states: int) -> None:
    """Walks that leave an unfinished graph are played on, to the exact distribution."""
    loaded, agents, count = load("intensity_brawl"), ("steady", "steady"), 2_000
    system = loaded.system
    exact = solve(
        system, system.initial(loaded.scenario), system.seats(loaded.scenario), agents
    )
    made = walked(loaded, agents, Budget(states=states))
    outcomes = made.walk(count, 1)
    seen: dict[tuple[str, tuple[float, ...]], int] = {}
    for (how, returns, _), times in outcomes.items():
        seen[how, returns] = seen.get((how, returns), 0) + times

    assert made.open > 0.3
    assert sum(seen.values()) == count
    assert abs(made.played_out / count - made.open) < 0.06
    assert set(seen) <= set(exact.outcomes)
    for outcome, chance in exact.outcomes.items():
        error = sqrt(chance * (1 - chance) / count)
        assert abs(seen.get(outcome, 0) / count - chance) < 5 * error + 1e-9
    assert made.walk(count, 1) == outcomes


def test_stochastic_agents_that_declare_their_chances_are_walked() -> None:
    """Stochastic agents are walked if they declare chances, else refused."""
    made = walked(load("stuck_door"), ("uniform", "steady", "steady"))
    assert sum(made.walk(100, 1).values()) == 100
    with pytest.raises(AgentError, match="lookahead at Wolf-Snarl"):
        walked(load("stuck_door"), ("lookahead", "steady", "steady"))


def line(how: str, rounds: int = 1) -> Line:
    """Return a conflict that was played."""
    return Line(0, how, (1.0, 0.0), rounds, 9, 3, {}, b"")


def test_what_is_unlike_is_found() -> None:
    """A sample with other endings or lengths than play is reported."""
    outcomes: Outcomes = {
        ("won", (1.0, 0.0), 1): 60_000,
        ("lost", (1.0, 0.0), 2): 40_000,
    }
    share = PLAYED // 5
    alike = [line("won")] * (3 * share) + [line("lost", 2)] * (2 * share)
    fewer = [line("won")] * (2 * share) + [line("lost", 2)] * (3 * share)
    later = [line("won")] * (3 * share) + [line("lost", 3)] * (2 * share)

    assert p_value(outcomes, alike) > 0.9
    assert p_value(outcomes, fewer) < 1e-6
    assert p_value(outcomes, later) < 1e-6
    assert p_value({("won", (1.0, 0.0), 1): 9}, [line("won")]) == 1.0


def test_what_is_seldom_is_no_fault_when_it_happens() -> None:
    """A rare outcome that happened twice is not reported as a difference."""
    half = PLAYED // 2
    outcomes: Outcomes = {
        ("won", (1.0, 0.0), 1): 500_000,
        ("lost", (1.0, 0.0), 2): 500_000,
        ("stuck", (1.0, 0.0), 9): 250,
    }
    played = [line("won")] * half + [line("lost", 2)] * (half - 2)
    assert p_value(outcomes, [*played, line("stuck", 9), line("stuck", 9)]) > 0.01
    # With one ending that is sure otherwise there is nothing else to compare.
    sure: Outcomes = {("won", (1.0, 0.0), 1): 1_000_000, ("lost", (0.0, 1.0), 1): 100}
    assert p_value(sure, [line("won")] * (PLAYED - 1) + [line("lost")]) > 1e-6
