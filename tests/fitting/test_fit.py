"""Numbers of agents found by self-play, kept only where they gain."""

from pathlib import Path

import pytest

from sim.casting.roster import describe, make
from sim.errors import ScenarioError
from sim.fitting.arena import OWN, Arena
from sim.fitting.family import spelled
from sim.fitting.field import FIELD, NOBODY, field, ranges, seat_range
from sim.fitting.field import games_of as field_games
from sim.fitting.fit import fit, games_of
from sim.fitting.seats import with_agents
from sim.fitting.unit import unit_of_harm
from sim.library.scenario import load
from sim.seam.protocol import Number
from tests.agents.tables import TOY_LOADED, conflict

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ALLEY = load("alley")


def test_the_arena_plays_what_a_run_plays() -> None:
    """The same seed, game and agents return the same, also when asked again."""
    arena = Arena(ALLEY, "tables")
    for game in (0, 1, 0):
        played = conflict(ALLEY, "steady", "bold", game=game)
        result = arena.play({0: "steady", 1: "bold"}, game)
        assert result.seats == played.outcome.returns
        assert tuple(result.returns.values()) == played.outcome.returns


def test_a_seat_without_an_agent_keeps_its_own() -> None:
    """A seat that is given no agent is played by the one the scenario names."""
    own = [seat.agent for seat in ALLEY.system.seats(ALLEY.scenario)]
    arena = Arena(ALLEY, "own")
    told = arena.play({0: own[0], 1: own[1]}, 0)
    assert arena.play({0: OWN}, 0) == told


@pytest.mark.slow
def test_what_is_found_is_found_again() -> None:
    """The same seed and games fit the same numbers, in as many games as announced."""
    counted: list[int] = []
    fitted = fit(TOY_LOADED, seed="x", games=1, progress=counted.append)
    assert fitted == fit(TOY_LOADED, seed="x", games=1)
    assert fitted != fit(TOY_LOADED, seed="y", games=1)
    assert counted == sorted(counted)
    assert 0.7 * games_of(TOY_LOADED, 1) < counted[-1] <= games_of(TOY_LOADED, 1)
    for side in fitted:
        assert type(make(side.agent)) is type(make("steady"))
        assert side.agent in {"steady", side.found}


def test_numbers_are_drawn_in_the_scenarios_unit_of_harm() -> None:
    """A number counted in harm is scaled by the scenario's harm; a weight is not."""
    assert Number(1.0, 2.0, harm=True).scaled(30.0) == Number(30.0, 60.0, harm=False)
    assert Number(1.0, 2.0).scaled(30.0) == Number(1.0, 2.0)
    assert unit_of_harm(Arena(load("skill_duel"), "x")) > 5
    assert 0.2 < unit_of_harm(Arena(ALLEY, "x")) < 2


def test_numbers_are_spelled_short_and_recorded_whole() -> None:
    """An agent's spelling leaves out usual numbers; its description has all of them."""
    spec = spelled({"price": 0.5, "later": 1.25, "raises": 0.001})
    assert spec == "steady:later=1.25,raises=0"
    assert '"raises":0.0' in describe(spec)[2]
    assert spelled({"price": 0.5}) == "steady"


def test_who_has_no_rival_meets_nobody() -> None:
    """Where nobody opposes a seat, each agent plays alone, and once."""
    cells = field(load("stuck_door"), seed="x", games=50).cells
    assert {cell.others for cell in cells} == {NOBODY}
    assert len({cell.agent for cell in cells}) == len(cells)
    assert len({cell.returns for cell in cells}) > 1


def test_agents_are_written_after_the_names() -> None:
    """Writing agents keeps comments and all else, and replaces what was there."""
    text = '# a\n[[seats]]\nname = "Ann" # b\nagent = "bold"\n\n[seats.pools]\nx = 1\n'
    text += '\n[[seats]]\nname = "Bo"\n[other]\nname = "c"\n'
    text_ = with_agents(text, ("steady", "steady:win=1"), "it")
    assert text_ == (
        '# a\n[[seats]]\nname = "Ann" # b\nagent = "steady"\n\n[seats.pools]\nx = 1\n'
        '\n[[seats]]\nname = "Bo"\nagent = "steady:win=1"\n[other]\nname = "c"\n'
    )


def test_seats_in_one_line_are_not_written_to() -> None:
    """A scenario with its seats in one line is refused, and nothing is written."""
    with pytest.raises(ScenarioError, match="expected 2 of them"):
        with_agents('seats = [{ name = "Ann" }]\n', ("a", "b"), "it")


def test_the_field_shows_how_far_a_side_can_come() -> None:
    """The field plays every agent against every other, and finds each side's range."""
    cells = field(TOY_LOADED, seed="x", games=1).cells
    assert len(cells) == field_games(TOY_LOADED, 1) == 2 * len(FIELD) ** 2
    for side, reach in ranges(cells).items():
        assert reach.worst.wins <= reach.best.wins
        own = seat_range(cells, side, side)
        got = [cell.seats[side] for cell in cells if cell.side == side]
        assert own.worst.seats[side].value == min(mean.value for mean in got)
        assert own.best.seats[side].value == max(mean.value for mean in got)
        assert all(0 <= mean.low <= mean.value <= mean.high <= 1 for mean in got)


def test_nobody_is_in_the_field_under_two_names(tmp_path: Path) -> None:
    """Tela's own is one of the field and plays once; Gael's own is none of it."""
    shipped = ALLEY.system.seats(ALLEY.scenario)[1].agent
    text = (SCENARIOS / "alley.toml").read_text("utf-8")
    file = tmp_path / "other.toml"
    file.write_text(text.replace(shipped, "steady:later=1.09"), "utf-8")
    loaded = load(str(file))
    cells = field(loaded, seed="x", games=1).cells
    tela, gael = ([cell for cell in cells if cell.side == side] for side in (0, 1))
    others = set(FIELD) - {"steady"}
    assert {cell.agent for cell in tela} == {cell.others for cell in gael} == others
    assert {cell.agent for cell in gael} == {cell.others for cell in tela} == set(FIELD)
    assert len(cells) == field_games(loaded, 1) == 2 * len(FIELD) * len(others)


def test_the_shipped_alley_can_be_written_again(tmp_path: Path) -> None:
    """Writing a scenario's own agents into it leaves the same scenario."""
    source = (SCENARIOS / "alley.toml").read_text("utf-8")
    own = [seat.agent for seat in ALLEY.system.seats(ALLEY.scenario)]
    file = tmp_path / "again.toml"
    file.write_text(with_agents(source, own, "alley"), "utf-8")
    assert load(str(file)).digest == ALLEY.digest
