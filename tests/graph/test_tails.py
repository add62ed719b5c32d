"""What does not fit is estimated by play, near the exact value, with an error."""

from itertools import count
from math import inf, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.walk import Walk
from sim.dice.seed import agent_key, conflict_key
from sim.graph import flow, front
from sim.graph.answering import EstimatedValues, Question, solve_or_estimate
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.cut import Cut
from sim.graph.explored import ExploreMode, explored_graph
from sim.graph.graph import Floats
from sim.graph.progress import no_progress
from sim.graph.rollout import Rollouts, stratified_estimate
from sim.graph.solve import Solved
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Agent, Decision, Table
from tests.agents.tables import TOY_LOADED
from tests.tiers import TINY as QUICK
from tests.tiers import later
from tests.toy import Rulings

TINY = sorted((Path(__file__).parent / "tiny").glob("*.toml"))
SURE = 4.5
"""No z-score of a right estimate is larger, but for one in 150,000."""

TURNS = """
from sim.seam.protocol import Agent

class Turns(Agent):
    def begin(self, table):
        super().begin(table)
        self.turn = 0

    def memory(self):
        return self.turn

    def restore(self, memory):
        self.turn = memory

    def choose(self, asked):
        self.turn = (self.turn + 1) % 7
        return asked.options[min(self.turn // 2, len(asked.options) - 1)]
"""


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a front however little it holds."""
    monkeypatch.setattr(front, "HOPELESS", 1.1)


def answered(
    loaded: Loaded,
    specs: tuple[str, ...],
    **question: Any,  # noqa: ANN401
) -> Solved | EstimatedValues:
    """Return the answer to a *question* about *loaded* between *specs*."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    given: dict[str, Any] = {"seed": "tails", **question}
    asked = Question(**given)
    state = system.initial(loaded.scenario)
    return solve_or_estimate(
        system, state, seats, seat_agents(seats, specs, trusted=True), asked
    )


def estimated(
    loaded: Loaded, specs: tuple[str, ...], states: int, seed: str, games: int
) -> EstimatedValues:
    """Return the estimate with so few *states* and by so many *games*."""
    budget = Budget(states=states)
    estimate = answered(loaded, specs, seed=seed, games=games, budget=budget)
    assert isinstance(estimate, EstimatedValues)
    return estimate


def scores(exact: Solved, estimate: EstimatedValues) -> list[float]:
    """Return the z-score of every value: returns, wins, endings and the length."""
    pairs = [
        *zip(exact.returns, estimate.returns, strict=True),
        *zip(exact.wins, estimate.wins, strict=True),
    ]
    due: dict[str, float] = {}
    for (how, _), chance in exact.outcomes.items():
        due[str(how)] = due.get(str(how), 0.0) + chance
    zs = [(guess.value - true.low) / guess.error for true, guess in pairs]
    zs += [
        (ending.value - due.get(how, 0.0)) / ending.error
        for how, ending in estimate.endings.items()
    ]
    return [*zs, (estimate.length.value - exact.length) / estimate.length.error]


def errors(estimate: EstimatedValues) -> list[float]:
    """Return all standard errors of an estimate."""
    values = (
        *estimate.returns,
        *estimate.wins,
        *estimate.endings.values(),
        estimate.length,
    )
    return [value.error for value in values]


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize(
    "file",
    later(TINY, [file for file in TINY if file.stem not in QUICK]),
    ids=lambda file: file.stem,
)
def test_an_estimate_covers_the_exact_value(file: Path) -> None:
    """In every system an estimate is near the exact value, and its error above 0."""
    loaded = load(str(file))
    exact = answered(loaded, ())
    assert isinstance(exact, Solved)
    states = min(2, exact.states)
    estimate = estimated(loaded, (), states, "s", 128)

    assert exact.exact
    assert max(map(abs, scores(exact, estimate))) < SURE
    assert min(errors(estimate)) > 0
    assert estimate == estimated(loaded, (), states, "s", 128)
    if exact.length > 1:
        assert estimate != estimated(loaded, (), states, "t", 128)


@pytest.mark.long
@pytest.mark.usefixtures("always")
@pytest.mark.parametrize(
    ("name", "specs", "states"),
    [
        (str(TINY[1]), (), 4),
        (str(TINY[3]), (), 3),
        (str(TINY[7]), (), 5),
        *[
            pytest.param(*one, marks=pytest.mark.long)
            for one in (
                ("planets_arm_wrestle", ("steady", "steady"), 60),
                ("planets_arm_wrestle", ("uniform", "steady"), 60),
                ("planets_boulder", ("steady", "steady"), 30),
                ("intensity_brawl", ("surge", "thrift"), 12),
            )
        ],
    ],
)
def test_z_scores_look_standard_normal(
    name: str, specs: tuple[str, ...], states: int
) -> None:
    """Over many seeds errors have mean 0 and spread 1, in units of what is printed."""
    loaded, seeds = load(name), 40
    exact = answered(loaded, specs)
    assert isinstance(exact, Solved)
    zs: list[float] = []
    for seed in range(seeds):
        estimate = estimated(loaded, specs, states, f"{seed}", 192)
        zs.append(estimate.returns[0].value - exact.returns[0].low)
        zs[-1] /= estimate.returns[0].error
        assert max(map(abs, scores(exact, estimate))) < SURE + 1
    mean = sum(zs) / seeds
    spread = sqrt(sum(z * z for z in zs) / seeds)
    assert abs(mean) < SURE / sqrt(seeds)
    # What is added for values without variance makes errors a little too large.
    assert 0.5 < spread < 1.5


@pytest.mark.usefixtures("always")
def test_agents_remember_where_they_are_played_out(tmp_path: Path) -> None:
    """An agent that goes by its memory alone is estimated as it is solved."""
    file = tmp_path / "turns.py"
    file.write_text(TURNS, encoding="utf-8")
    loaded, specs = load(str(TINY[1])), (str(file), "steady")
    exact = answered(loaded, specs)
    assert isinstance(exact, Solved)

    estimate = estimated(loaded, specs, exact.states // 3, "s", 256)

    assert 0 < estimate.open < 1
    assert max(map(abs, scores(exact, estimate))) < SURE


class Noting(Agent):
    """Takes the first option, and notes its keys and what it is to remember."""

    def __init__(self) -> None:
        self.keys: list[bytes] = []
        self.restored: list[object] = []

    def begin(self, table: Table) -> None:
        """Note the key."""
        super().begin(table)
        self.keys.append(table.key)

    def restore(self, memory: object) -> None:
        """Note what is remembered."""
        self.restored.append(memory)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Take the first."""
        return asked.options[0]


def test_every_repetition_has_fresh_luck() -> None:
    """Each repetition has dice, keys and memories of its own, by its seed."""
    loaded = load("planets_boulder")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    root = Walk(system, system.initial(loaded.scenario)).state
    agents = [Noting(), Noting()]
    rollouts = Rollouts(system, seats, agents, "s")
    ends = [rollouts.play((root, (7, None)), game) for game in range(30)]

    assert agents[0].keys == [agent_key(conflict_key("s", n), 0) for n in range(30)]
    assert agents[0].restored == [7] * 30
    assert agents[1].restored == []
    assert len(set(map(repr, ends))) > 3
    again = Rollouts(system, seats, agents, "s")
    assert [again.play((root, (7, None)), game) for game in range(30)] == ends
    assert again.estimate((root, (7, None)), Seat(0), 30).value == pytest.approx(
        sum(end.returns[0] for end in ends) / 30
    )


def test_a_state_that_forgot_its_round_is_told_it() -> None:
    """A state played out from a late round still ends at the last round."""
    loaded = load("planets_arm_wrestle")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    root = Walk(system, system.initial(loaded.scenario)).state
    agents = [make("steady"), make("steady")]
    rollouts = Rollouts(system, seats, agents, "s")
    memories = tuple(agent.memory() for agent in agents)
    games = range(20)
    early = [rollouts.play((root, memories), game) for game in games]
    late = [rollouts.play((root, memories), game, 20) for game in games]
    caps = [
        {end.round for end in some if end.how == "standoff"} for some in (early, late)
    ]

    assert caps[0]
    assert caps[0] == caps[1]


def test_where_nothing_fits_conflicts_are_played() -> None:
    """Where nothing fits nothing is exact, and two conflicts are played at least."""
    loaded = load("planets_arm_wrestle")
    estimate = answered(loaded, (), budget=Budget(states=3, seconds=1e-9))

    assert isinstance(estimate, EstimatedValues)
    assert (estimate.open, estimate.share, estimate.games) == (1.0, 0.0, 2)
    assert min(errors(estimate)) > 0


def test_time_is_a_bound() -> None:
    """Where the time ends the rest is played out, and the answer says so."""
    loaded = load("planets_arm_wrestle")
    estimate = answered(
        loaded, ("uniform", "steady"), budget=Budget(seconds=1e-6), games=64
    )

    assert isinstance(estimate, EstimatedValues)
    assert estimate.full == "1e-06 seconds"
    assert estimate.states < 1_933


def test_time_bounds_the_games_that_are_asked_for() -> None:
    """Without time two games are played, and those that are missing are counted."""
    loaded = load("planets_arm_wrestle")
    budget = Budget(states=3, seconds=1e-6)
    estimate = answered(loaded, (), budget=budget, games=64)

    assert isinstance(estimate, EstimatedValues)
    assert (estimate.games, estimate.short) == (2, 62)
    assert min(errors(estimate)) > 0


@drawn(
    got=st.lists(st.floats(0, 1), min_size=2, max_size=24),
    strata=st.integers(1, 3),
    share=st.floats(1e-9, 1),
)
def test_no_estimate_claims_certainty(
    got: list[float], strata: int, share: float
) -> None:
    """However alike conflicts come out, the error is at least that of one more."""
    strata = min(strata, len(got))
    size = len(got) // strata * strata
    values: Floats = np.array(got[:size]).reshape(-1, strata)
    estimate = stratified_estimate(values, known=0.0, share=share)

    assert -1e-12 <= estimate.value <= share + 1e-12
    assert estimate.error >= share / values.size * 0.999
    assert estimate.error <= share * 1.5


def test_what_is_all_alike_has_the_error_of_one_conflict_more() -> None:
    """The error of results that are all alike is about one over their number."""
    alike: Floats = np.ones((1000, 1))

    assert stratified_estimate(alike).error == pytest.approx(1 / 1000, rel=0.01)


def test_a_cut_that_is_thinned_keeps_its_mass() -> None:
    """A cut that is thinned keeps its mass on average, and some of every round."""
    thinned, whole = Cut(most=2_000, kept=500), Cut()
    masses = np.random.default_rng(1).random((20, 300)) ** 4
    for round_, mass in enumerate(masses):
        thinned.add(mass, round_)
        whole.add(mass, round_)
    nodes, rounds, kept = thinned.arrays()
    _, _, every = whole.arrays()

    assert len(nodes) <= 2_300
    assert len(every) == 6_000
    assert kept.sum() == pytest.approx(every.sum(), rel=0.15)
    assert set(rounds.tolist()) == set(range(20))


@pytest.mark.parametrize("states", [1, 5, 9, 15])
@pytest.mark.parametrize("file", TINY, ids=lambda file: file.stem)
def test_what_fits_into_a_few_states_is_as_exact(file: Path, states: int) -> None:
    """What is called solved with few states is as exact as with all of them."""
    loaded = load(str(file))
    exact = answered(loaded, ())
    answer = answered(loaded, (), budget=Budget(states=states), games=2)
    assert isinstance(exact, Solved)
    if isinstance(answer, Solved):
        assert answer.outcomes == pytest.approx(exact.outcomes, abs=1e-12)
        assert answer.length == pytest.approx(exact.length, abs=1e-9)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("rounds", later([0, 2, 4, 12], {2, 4, 12}))
def test_what_there_is_no_time_to_push_is_played_out(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not pushed in time is played out from its round, near the exact value."""
    loaded, specs = load("planets_arm_wrestle"), ("steady", "steady")
    exact = answered(loaded, specs)
    assert isinstance(exact, Solved)
    looks = count()
    monkeypatch.setattr(flow, "now", lambda: inf if next(looks) >= rounds else 0.0)
    estimate = estimated(loaded, specs, 12, "late", 2000)
    assert estimate.open == pytest.approx(1.0) if not rounds else estimate.open < 1.0
    assert max(map(abs, scores(exact, estimate))) < SURE


def test_mass_that_is_left_is_all_in_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mass of the cut is all that has not ended."""
    loaded = load("alley")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, ("bold", "bold")))
    begun = Walk(system, system.initial(loaded.scenario)).state
    given = choosers, Budget(states=3000), no_progress, ExploreMode.BATCHES
    whole = explored_graph(system, begun, *given)
    for rounds in (0, 3, 9, 1000):
        looks = count()
        late = lambda looks=looks, rounds=rounds: float(next(looks) >= rounds)  # noqa: E731
        monkeypatch.setattr(flow, "now", late)
        cut = Cut()
        pushed = whole.push(no_progress, cut, 1.0)
        assert cut.arrays()[2].sum() == pytest.approx(pushed.open, abs=1e-12)
        assert pushed.ended.sum() + pushed.open == pytest.approx(1.0, abs=1e-12)


def test_what_only_rounding_leaves_open_is_exact() -> None:
    """A conflict whose late rounds have no mass is exact, though the budget is full."""
    rulings = Rulings(grit=1, nerve=2, round_limit=1000)
    scenario = structs.replace(TOY_LOADED.scenario, rulings=rulings)
    loaded = structs.replace(TOY_LOADED, scenario=scenario)
    answer = answered(loaded, ("first:kind=pressed",) * 2, budget=Budget(states=800))
    assert isinstance(answer, Solved)
    assert answer.exact
    assert answer.returns[0].middle + answer.returns[1].middle == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("opens", "stages"),
    [
        # Nothing ends for long, and then much of it at once.
        ((1.0, 1.0, 0.62), 4),
        ((1.0, 0.83, 0.33), 4),
        # It falls, but too slowly for two thirds of the time that is left.
        ((1.0, 0.76, 0.62), 3),
        ((1.0, 0.99, 0.97), 3),
    ],
)
def test_a_front_grows_as_long_as_it_may_pay(
    opens: tuple[float, ...], stages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stage takes twice the time, and the last only if enough is still open."""
    told, graph = iter(opens), _Growing()
    monkeypatch.setattr(front, "open_mass", lambda _: next(told))
    _grown(graph, monkeypatch)
    assert graph.shares == pytest.approx([0.1, 0.2, 0.4, 0.8][:stages])


def test_where_nothing_more_is_expanded_a_front_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A front stops when a stage expands nothing more."""
    graph = _Growing(more=0)
    _grown(graph, monkeypatch)
    assert len(graph.shares) == 1


class _Growing:
    """A graph that expands *more* positions in each stage, and is never whole."""

    def __init__(self, more: int = 1) -> None:
        self._more = more
        self.played, self.full = 0, ""
        self.budget = Budget(seconds=1.0)
        self.shares: list[float] = []

    def begun(self) -> Any:  # noqa: ANN401 - in place of what was explored
        """Expand for the first stage."""
        self.explore(None)
        return SimpleNamespace(graph=self)

    def explore(self, _: object) -> None:
        """Expand until the time is up."""
        self.played += self._more
        self.shares.append(self.budget.seconds / 10.0)
        self.full = self.budget.of_time


def _grown(graph: _Growing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *graph* grow for ten seconds, in which nothing else takes any time."""
    monkeypatch.setattr(front, "explored_graph", lambda *_: graph.begun())
    monkeypatch.setattr(front, "clock", lambda: 0.0)
    loaded: Any = None
    given = Budget(seconds=10.0), 0.0, no_progress, ExploreMode.ONE_BY_ONE
    front.graph_within_budget(loaded, None, loaded, *given)
