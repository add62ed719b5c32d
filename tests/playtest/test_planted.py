"""Planted faults are found, each in its part, and none where there is none.

`python -m benchmarks.playtest` plants them under several seeds, and says how often a
scenario without a fault gives an alarm.
"""

from pathlib import Path

import pytest

import fracas
from sim.library.scenario import load
from sim.library.settings import parse, with_settings
from sim.playtest.findings import Label
from sim.playtest.trials import telling_first
from tests import study
from tests.playtest.faults import (
    OPTIONS,
    STALLS,
    UNFAIR,
    Fault,
    arena_of,
    course_of,
    fairness_of,
    named,
    options_of,
    plain_games,
    uneven,
)
from tests.playtest.planted import Sheet, auction, brawl

SEED = "bench-0"
LUNGE = "demo"
DEAR = ("dice_pool, a trap", "solar_system, a trap")
"""Each of these takes eight seconds."""
FAULTS = [Label.STRONG, Label.TRAP, Label.WEAK, Label.DEAD]


def played(scenario: Sheet | str, budget: str = "1200 games") -> fracas.PlaytestReport:
    """The report of *scenario*, always the same."""
    return fracas.playtest(scenario, budget=budget, seed="planted")


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, id=name, marks=[pytest.mark.long] * (name in DEAR))
        for name, fault in OPTIONS.items()
    ],
)
def test_a_planted_option_is_named_first(fault: Fault) -> None:
    """A planted fault is the first option named, in each of the systems."""
    assert named(options_of(fault.sheet, SEED).findings, fault)


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "side"), UNFAIR.values(), ids=UNFAIR)
def test_an_unfair_seat_is_named(sheet: Sheet, side: str) -> None:
    """A planted seat that wins too often is the only one named."""
    assert uneven(fairness_of(sheet, SEED)) == {side}


@pytest.mark.slow
@pytest.mark.parametrize("sheet", STALLS.values(), ids=STALLS)
def test_a_stall_is_seen(sheet: Sheet) -> None:
    """Conflicts that mostly end by a limit are seen as stalled."""
    assert course_of(sheet, SEED).stalled.low > 0.5


@pytest.mark.long
def test_the_newcomers_two_scenarios_are_answered() -> None:
    """The newcomers' two scenarios get the answers that are known."""
    folder = Path(study.__file__).parent / "scenarios"
    cup = played(str(folder / "cup.toml"), "2000 games")
    assert cup.restricted is not None
    traps = cup.restricted.labelled(Label.TRAP, Label.WEAK)
    assert any("wrestle the cup" in trap.words for trap in traps)
    assert all("flee" not in trap.words for trap in traps)
    bridge = played(str(folder / "bridge.toml"), "1500 games")
    assert bridge.fairness is not None
    assert uneven(bridge.fairness) == {"Warden"}
    assert "no contest" in bridge.sentences[0].says


@pytest.mark.slow
def test_a_stall_is_what_has_to_change_first() -> None:
    """Where conflicts stall the last sentence asks for a way to end them."""
    report = played(auction(rounds=1), "400 games")
    assert report.sentences[0].says.startswith("Mostly nobody wins")
    assert report.sentences[-1].says.startswith("Give those who stall a way to end it")


def test_options_are_first_tried_where_somebody_can_lose_by_them() -> None:
    """Options are tried first in games that were lost and games that were won."""
    fault = OPTIONS["solar_system, useless"]
    plain = plain_games(arena_of(fault.sheet, "bench-0"))
    least = min(game.sides[0] for game in plain)
    lost = [game for game in plain if game.sides[0] == least]
    won = [game for game in plain if game.sides[0] > least]
    for games in ([*lost[:6], *won], [*won[:6], *lost], [*lost[:2], *won[:2], *lost]):
        first = telling_first(games, 4)
        got = {game.sides[0] for game in first[:4]}
        assert min(got) == least < max(got)
        assert sorted(game.number for game in first) == sorted(
            game.number for game in games
        )
    assert telling_first(lost, 4) == lost
    assert telling_first([], 4) == []


@pytest.mark.long
def test_a_symmetric_scenario_gives_no_alarm() -> None:
    """A symmetric scenario gives no alarm, of options or of fairness."""
    report = played(brawl())
    assert report.restricted is not None
    assert report.restricted.labelled(*FAULTS) == ()
    assert report.sentences[0].says.startswith(("It is fair", "Whether it is fair is"))
    assert report.sentences[-1].says.startswith("Nothing ")


@pytest.mark.slow
def test_a_ruinous_blow_is_found_among_many_options() -> None:
    """A ruinous blow is found among many options on a small budget."""
    lunge = ["seats[0].skills.lunge=4", "seats[0].attacks[1].damage_per_rank=40"]
    loaded = with_settings(load("skill_duel"), [parse(setting) for setting in lunge])
    report = fracas.playtest(loaded, budget="700 games", seed=LUNGE)
    assert report.restricted is not None
    named = report.restricted.labelled(*FAULTS)
    assert any(option.words == "attacks Bob: lunge" for option in named)
    assert report.restricted.asked >= 12
    assert report.played <= 770
