"""What conflicts are worth: by whole games, by symmetry, and with more options."""

from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.errors import OddsError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.solve import solve
from sim.library.scenario import load
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.sequence import HiddenTree
from sim.study import value_search
from sim.study.costly_choices import AgentLosses
from sim.study.valuing import value_of as valued
from tests import toy
from tests.graph.tables import unmerged
from tests.optimal import kuhn
from tests.optimal.whole_game import Wants, value, value_by_states
from tests.optimal.worked import (
    forgetful,
    graph_of,
    swept,
    tiny,
    toy_scenario,
    value_of,
)
from tests.tiers import later

NEAR = 1e-9

AIMS: dict[Aim, Wants] = {
    Aim.DIFFERENCE: lambda returns: returns[0] - returns[1],
    Aim.FIRST: lambda returns: returns[0],
    Aim.SECOND: lambda returns: -returns[1],
}

WHOLE: list[tuple[str, dict[str, str]]] = [
    ("planets", {"round_cap": "1"}),
    ("dice_pool", {"max_turns": "1"}),
    ("dice_pool_violent", {"max_turns": "1"}),
    ("intensity", {}),
    ("skill_roll", {}),
]


def test_kuhn_poker_costs_the_first_player_an_eighteenth() -> None:
    """Kuhn's poker is worth -1/18 to its first player."""
    graph = graph_of(kuhn.SYSTEM, kuhn.SCENARIO)
    assert isinstance(graph.blocks[graph.root], HiddenTree)
    result = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    assert result.low == pytest.approx(-1 / 18 * 2 / kuhn.STAKE, abs=1e-12)
    assert result.high - result.low < 1e-12


@pytest.mark.parametrize(("name", "rulings"), later(WHOLE, WHOLE[1:4]))
def test_values_are_those_of_the_whole_game(name: str, rulings: dict[str, str]) -> None:
    """Values are those of one linear program over the whole game."""
    loaded = tiny(name, **rulings)
    for aim, wants in AIMS.items():
        assert value_of(loaded, aim) == pytest.approx(value(loaded, wants), abs=NEAR)


@pytest.mark.parametrize(("name", "rulings"), WHOLE)
def test_a_value_can_be_written_as_json(name: str, rulings: dict[str, str]) -> None:
    """A value with its strategy can be written as JSON.

    How often a hidden question comes is a plain number.
    """
    written = valued(tiny(name, **rulings)).to_dict()
    assert msgspec.json.decode(msgspec.json.encode(written)) == written


@pytest.mark.slow
def test_values_are_those_of_all_states_one_by_one() -> None:
    """With sealed concessions the value is that of all states one by one."""
    loaded = tiny("solar_system")
    mixed = 0
    for aim, wants in AIMS.items():
        result = swept(loaded, aim)
        assert result.high == pytest.approx(result.low, abs=1e-12)
        assert result.low == pytest.approx(value_by_states(loaded, wants), abs=NEAR)
        mixes = [mix for play in result.plays for mix in play.mixes.values()]
        mixed += sum(1e-6 < mix.rows.max() < 1 - 1e-6 for mix in mixes)
    assert mixed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("dice_pool", {"max_turns": "1"}),
        ("skill_roll_fight", {}),
        ("planets", {"round_cap": "4"}),
    ],
)
def test_merging_changes_no_value(name: str, rulings: dict[str, str]) -> None:
    """Without essence, law and rounds the value is the same."""
    loaded = tiny(name, **rulings)
    plain = structs.replace(loaded, system=unmerged(loaded.system))
    assert value_of(plain) == pytest.approx(value_of(loaded), abs=NEAR)


def test_rounds_that_are_alike_are_computed_one_by_one() -> None:
    """If positions forget their round, the value is that of rounds told apart."""
    graph = graph_of(forgetful(), _long(4))
    assert graph.turns == 2
    plain = graph_of(toy.SYSTEM, _long(4))
    assert len(plain.blocks) > len(graph.blocks)
    for aim in AIMS:
        result = BackwardInduction(graph).swept(aim)
        knows = BackwardInduction(plain).swept(aim)
        assert result.low == pytest.approx(knows.low, abs=1e-12)
        assert result.high == pytest.approx(knows.high, abs=1e-12)


def test_the_limit_is_part_of_the_value() -> None:
    """The value of a conflict depends on its round limit."""
    values = [
        BackwardInduction(graph_of(forgetful(), _long(limit))).swept(Aim.DIFFERENCE).low
        for limit in (1, 2, 8)
    ]
    assert values[0] < values[1] < values[2]


def _long(limit: int) -> toy.StandoffScenario:
    rulings = toy.Rulings(grit=1, nerve=2, round_limit=limit)
    return structs.replace(toy_scenario(), rulings=rulings)


@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("planets", {"round_cap": "1"}),
        ("dice_pool", {"max_turns": "1"}),
        ("intensity", {}),
    ],
)
def test_a_symmetric_conflict_is_worth_nothing(
    name: str, rulings: dict[str, str]
) -> None:
    """A conflict of two equal sheets is worth 0."""
    loaded = tiny(name, **rulings)
    first, second = loaded.scenario.seats
    side = {"side": second.side} if hasattr(second, "side") else {}
    twin = structs.replace(first, name=second.name, **side)
    scenario = structs.replace(loaded.scenario, seats=(first, twin))
    alike = structs.replace(loaded, scenario=scenario)
    assert value_of(alike) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_more_options_are_never_worth_less(seat: int) -> None:
    """A seat with fewer approaches is worth no more."""
    loaded = tiny("planets", round_cap="1")
    seats = list(loaded.scenario.seats)
    seats[seat] = structs.replace(seats[seat], approaches=seats[seat].approaches[:1])
    scenario = structs.replace(loaded.scenario, seats=tuple(seats))
    fewer = value_of(structs.replace(loaded, scenario=scenario))
    gained = (value_of(loaded) - fewer) * (1 if seat == 0 else -1)
    assert gained >= -1e-12


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("footrace", "here are 3: among more, two may join forces"),
        ("stuck_door", "that of two sides, and here is one"),
        ("skill_chase", "are one side: a team that hides answers"),
    ],
)
def test_other_conflicts_are_refused_with_the_reason(name: str, reason: str) -> None:
    """Conflicts of one side, of three and of teams are refused, with the reason."""
    loaded = load(name)
    with pytest.raises(OddsError, match=reason):
        graph_of(loaded.system, loaded.scenario)


def test_a_graph_that_does_not_fit_says_which_bound_ended_it() -> None:
    """A graph that does not fit gives bounds, and says what ended it."""
    loaded = load("planets_boulder")
    graph = graph_of(loaded.system, loaded.scenario, Budget(states=2000))
    assert graph.full == "2000 states"
    backward = BackwardInduction(graph)
    result = backward.swept(Aim.DIFFERENCE)
    assert result.low <= 0.9778113591 <= result.high


@pytest.mark.slow
def test_shipped_values() -> None:
    """The boulder's value is that of an independent program."""
    result = swept(load("planets_boulder"))
    assert result.low == pytest.approx(0.9778113591281565, abs=1e-12)


def test_everything_is_followed_where_that_is_nearly_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A graph that is nearly whole is completed, though best replies are known."""
    monkeypatch.setattr(value_search, "_FIRST", 0.0)
    loaded = tiny("skill_roll_fight")
    assert not valued(loaded).to_dict()["whole"]
    monkeypatch.setattr(value_search, "_NEARLY", 1.1)
    value = valued(loaded)
    assert value.exact
    assert value.to_dict()["whole"]
    assert value.loses[0] is not None


def test_everything_is_followed_for_what_choices_lose_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For losses the graph is completed, though the oracle has the value."""
    monkeypatch.setattr(value_search, "_FIRST", 0.0)
    loaded = tiny("planets", round_cap="1")
    part = valued(loaded)
    assert part.exact
    assert part.lost_why == "the value was known before all that they do was followed"
    monkeypatch.setattr(value_search, "_NEARLY", 1.1)
    whole = valued(loaded)
    assert whole.difference.low == pytest.approx(part.difference.low, abs=NEAR)
    assert whole.loses == pytest.approx((0.0, 0.0))


@pytest.mark.slow
def test_what_can_be_solved_is_exact_beside_bounds() -> None:
    """What the agents get is exact, as `solve` says, beside bounds of the value."""
    loaded = load("skill_page_example")
    value = valued(loaded, budget=Budget(states=2000, seconds=5.0))
    system, scenario = loaded.system, loaded.scenario
    exact = solve(
        system, system.initial(scenario), system.seats(scenario), value.agents
    )
    assert not value.exact
    assert value.own == exact.returns


RICH = """
from agents.steady import Steady

class Agent(Steady):
    \"\"\"Sits still while it has many points.\"\"\"

    version = "1"

    def reads(self, worth, /):
        return None

    def choose(self, asked):
        rich = asked.view.participants[asked.who].intensity >= MANY
        idle = [one for one in asked.options if type(one).__name__ == "PoolDeclined"]
        return idle[0] if rich and idle else super().choose(asked)
"""


@pytest.mark.parametrize(("many", "known"), [(9, False), (90, True)])
def test_losses_are_not_told_of_who_goes_by_what_is_left_out(
    tmp_path: Path, many: int, *, known: bool
) -> None:
    """Losses are given only if an agent's choices are known where best play's are."""
    file = tmp_path / "rich.py"
    file.write_text(RICH.replace("MANY", str(many)))
    loaded = tiny("intensity")
    seats = tuple(structs.replace(seat, intensity=9) for seat in loaded.scenario.seats)
    loaded = structs.replace(
        loaded, scenario=structs.replace(loaded.scenario, seats=seats)
    )
    value = valued(loaded, agents=[f"{file}:Agent", "steady"])
    assert value.own_difference is not None
    assert value.shown_by
    assert value.to_dict()["shown_by"] == value.shown_by
    if known:
        mine, theirs = value.loses
        assert mine is not None
        assert theirs is not None
        told = value.difference.low - mine + theirs
        assert told == pytest.approx(value.own_difference, abs=NEAR)
    else:
        assert value.own_difference < value.difference.low
        assert value.loses == (None, None)
        assert value.lost_why == "an agent goes by more than best play tells apart"


def test_what_there_is_no_time_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Losses and lines of play are left out if there is no time for them."""
    monkeypatch.setattr(Clock, "with_seconds_left", lambda clock, *_: clock)
    results = valued(tiny("planets", round_cap="1")).results
    assert results is not None
    late = Clock(0.0)
    assert results.agent_losses(late) == AgentLosses(why="0 seconds were too few")
    assert results.lines_of_play(late) == (None, "0 seconds were too few")
