"""Nobody gains more against a strategy's file than is said."""

from collections import Counter
from pathlib import Path

import pytest

from sim.casting.roster import names
from sim.errors import AgentError, OddsError, StoreError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.forest import FirstRoundError
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded, load
from sim.library.settings import parse, with_settings
from sim.optimal import certificate
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.certificate import Terms, certificate_of
from sim.optimal.sides import sides_of
from sim.optimal.strategy import strategy_of
from sim.optimal.strategy_file import agent_source
from sim.study import graph_results
from sim.study.optimal_files import SavedStrategy
from sim.study.solving import solution
from sim.study.valuing import OptimalValue, value_of
from tests.optimal import kuhn
from tests.optimal.worked import graph_of, tiny
from tests.tiers import later

FIGHT = 0.625
ROUNDED = 1e-12

KEPT: list[tuple[str, dict[str, str]]] = [
    ("planets", {"round_cap": "1"}),
    ("skill_roll_fight", {"round_cap": "1"}),
    ("solar_system", {}),
    ("intensity", {"max_rounds": "2"}),
    ("dice_pool", {"max_turns": "1"}),
    ("planets", {"round_cap": "4"}),
]
UNSAID = {"lookahead", "mcts"}
"""What they remember is not said, so that no solution has them."""


def kept(
    loaded: Loaded, folder: Path, agents: tuple[str, ...] = ()
) -> tuple[OptimalValue, list[SavedStrategy]]:
    """Return the value of *loaded*, and its strategies written into *folder*."""
    value = value_of(loaded, agents)
    return value, list(value.save(folder, seconds=600.0))


@pytest.mark.parametrize(("name", "rulings"), later(KEPT, KEPT[2:]))
def test_nobody_gains_against_what_was_saved(
    name: str, rulings: dict[str, str], tmp_path: Path
) -> None:
    """The best reply to a saved strategy gains nothing."""
    _, files = kept(tiny(name, **rulings), tmp_path, ("first", "first"))
    for file in files:
        assert file.certificate.whole
        assert file.certificate.gain is not None
        assert file.certificate.gain < ROUNDED


@pytest.mark.parametrize(("name", "states"), [("dice_pool", 400), ("intensity", 100)])
def test_nobody_gains_where_a_menu_began_with_lots(
    name: str, states: int, tmp_path: Path
) -> None:
    """A menu has the likeliest answer of an agent that draws, and so has the file."""
    within = Budget(states=states, seconds=600.0)
    value = value_of(tiny(name), ("steady", "noise:share=0.3"), budget=within)
    assert value.results is not None
    assert value.results.by_oracle
    for file in value.save(tmp_path, seconds=600.0):
        assert file.certificate.whole
        assert file.certificate.gain is not None
        assert file.certificate.gain < ROUNDED


def test_a_mix_is_drawn_by_its_chances(tmp_path: Path) -> None:
    """A saved mix of Kuhn's poker is drawn by its chances, and nobody gains."""
    specs = "steady", "steady"
    sides = sides_of(kuhn.SYSTEM, kuhn.SCENARIO, specs)
    graph = graph_of(kuhn.SYSTEM, kuhn.SCENARIO)
    swept = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    for side in (0, 1):
        known = strategy_of(kuhn.SYSTEM, graph, swept, side)
        assert not known.alike
        file = tmp_path / f"player{side}.py"
        source = agent_source(known, ("A hand.", "It mixes."), "0" * 16, "steady")
        file.write_text(source.text)
        certificate = certificate_of(
            Terms(kuhn.SYSTEM, kuhn.SCENARIO, sides, Aim.DIFFERENCE),
            str(file),
            (side, swept.low),
            budget=Budget(),
            clock=Clock(),
        )
        assert certificate.whole
        assert certificate.gain is not None
        assert certificate.gain < ROUNDED


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rulings"), KEPT)
def test_no_shipped_agent_beats_what_was_saved(
    name: str, rulings: dict[str, str], tmp_path: Path
) -> None:
    """No shipped agent gets more against a saved strategy than the value.

    It gets no more than the certificate allows. Held for every agent that ships but
    those of which nothing exact can be said.
    """
    loaded = tiny(name, **rulings)
    value, files = kept(loaded, tmp_path)
    left = set[str]()
    for file in files:
        for agent in names():
            try:
                gets, sure = _gets(value, file, agent)
            except AgentError:
                left.add(agent)
                continue
            assert gets >= sure - (file.certificate.gain or 0.0) - ROUNDED
    assert left <= UNSAID


def _gets(value: OptimalValue, saved: SavedStrategy, agent: str) -> tuple[float, float]:
    """Return what a strategy gets against *agent* by its aim, and what it should."""
    side = value.seats.index(saved.seat)
    pair = (agent, saved.file) if side else (saved.file, agent)
    returns = solution(value.loaded, pair).returns
    exact = [returns[seat] for seat in value.seats]
    low, high = [value.low for value in exact if isinstance(value, Bounds)]
    if saved.aim != Aim.DIFFERENCE:
        return (low, high)[side], value.sure[side].low
    if side:
        return high - low, -value.difference.high
    return low - high, value.difference.low


@pytest.mark.parametrize("states", later([20, 100, 300], [100, 300]))
def test_the_value_lies_within_every_bracket(states: int) -> None:
    """The bounds of few states contain the value, and are not called exact."""
    loaded = tiny("skill_roll_fight")
    value = value_of(loaded).difference.low
    bracket = value_of(loaded, budget=Budget(states=states, seconds=60.0))
    assert not bracket.exact
    assert bracket.difference.low <= value + ROUNDED
    assert bracket.difference.high >= value - ROUNDED
    for seat, sure in zip(value_of(loaded).sure, bracket.sure, strict=True):
        assert sure.low - ROUNDED <= seat.low <= sure.high + ROUNDED


def test_agents_that_play_best_close_it() -> None:
    """If both agents play best, the value is exact with few states."""
    loaded = tiny("planets", round_cap="1")
    value = value_of(loaded, budget=Budget(states=100, seconds=60.0))
    assert value.exact
    assert value.states < value_of(loaded).states
    assert value.difference.low == pytest.approx(FIGHT, abs=ROUNDED)


def test_what_an_agent_makes_sure_of_is_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bound that an agent's play secures names that agent."""
    monkeypatch.setattr(graph_results, "_ASKS", 0.0)
    loaded = tiny("planets", round_cap="1")
    value = value_of(loaded, ("first", "steady"), budget=Budget(100, seconds=60.0))
    assert value.bounded_by == ("first", "steady")
    assert value.difference.low == pytest.approx(0.25, abs=ROUNDED)
    assert value.difference.high == pytest.approx(FIGHT, abs=ROUNDED)


def test_what_was_saved_plays_no_other_conflict(tmp_path: Path) -> None:
    """A strategy is refused for another scenario, value or ruling, also in an agent."""
    loaded = tiny("skill_roll")
    file = kept(loaded, tmp_path)[1][0].file
    solution(loaded, (file,))
    others = [
        tiny("skill_roll", round_cap="2"),
        with_settings(loaded, [parse("seats[0].skills.leaping=13")]),
        tiny("planets", round_cap="1"),
    ]
    for other in others:
        for spec in (file, f"noise:of={file}"):
            with pytest.raises(AgentError, match="is best play in another conflict"):
                solution(other, (spec,))


def test_strategies_are_kept_in_a_new_folder(tmp_path: Path) -> None:
    """Strategies are written into empty folders only, and only if known."""
    loaded = tiny("skill_roll")
    value, _ = kept(loaded, tmp_path / "new")
    with pytest.raises(StoreError, match="is not empty"):
        value.save(tmp_path / "new")
    part = value_of(load("planets_boulder"), budget=Budget(states=500))
    with pytest.raises(OddsError, match="does not fit into 500 states, so there is no"):
        part.save(tmp_path / "other")


def test_where_no_reply_fits_more_time_is_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no best reply to the file fits, --seconds is recommended, and not --free."""
    value = value_of(tiny("solar_system"))

    def wide(*_args: object, **_options: object) -> None:
        said = "one round takes more than 2 s of time"
        message = f"{said}; free fewer kinds of decision (`--free`)"
        raise FirstRoundError(message, said, Counter())

    monkeypatch.setattr(certificate, "reply", wide)
    for saved in value.save(tmp_path):
        assert saved.certificate.gain is None
        assert "more --seconds" in saved.certificate.why
        assert "--free" not in saved.certificate.why


def test_a_secret_answer_is_told_as_one_would_say_it() -> None:
    """A sealed answer is told by what was written down."""
    value = value_of(tiny("solar_system", concession_mode="sealed"))
    assert value.told is not None
    said = {text for line in value.told.lines for text, _ in line.answers}
    assert "Rico decides in secret to go on." in said
