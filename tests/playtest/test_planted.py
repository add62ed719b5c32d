"""Faults that are planted are found, each in its part, and none where there is none."""

from pathlib import Path

import pytest

import fracas
from sim.playtest.restricted import Label
from tests import study
from tests.playtest.planted import (
    BLOWS,
    CUTS,
    GOALS,
    WANTS,
    Sheet,
    auction,
    blow,
    brawl,
    cut,
    goal,
    pain,
    race,
    swords,
    want,
)

BUDGET = "1200 games"
FAULTS = [Label.STRONG, Label.TRAP, Label.NEVER, Label.DEAD]


def played(scenario: Sheet | str, budget: str = BUDGET) -> fracas.PlaytestReport:
    """The report of *scenario*, always the same."""
    return fracas.playtest(scenario, budget=budget, seed="planted")


def first(report: fracas.PlaytestReport) -> tuple[str, str, str]:
    """What is wrong with the option that is named first."""
    assert report.restricted is not None
    found = report.restricted.findings[0]
    return found.label.value, found.seat, found.words


def best(report: fracas.PlaytestReport) -> tuple[str, float]:
    """Who wins most, and the least share of wins that it may have."""
    assert report.fairness is not None
    side = max(report.fairness.sides, key=lambda one: one.score.value)
    return side.side, side.score.low


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "seat", "words"),
    [
        (brawl((*BLOWS[:2], blow("bite", 4))), "Ann", "bite"),
        (swords((cut("cut", 3), cut("thrust", 3), cut("cleave", 12))), "Cat", "cleave"),
    ],
)
def test_an_option_that_is_too_strong_is_named_first(
    scenario: Sheet, seat: str, words: str
) -> None:
    """Without it its seat gets much less, and it is ahead of all others."""
    label, who, said = first(played(scenario))
    assert (label, who) == ("too strong", seat)
    assert words in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "seat", "words"),
    [
        (brawl((*BLOWS[:2], blow("spit", -4))), "Ann", "spit"),
        (swords((*CUTS, cut("poke", 1, 1))), "Cat", "poke"),
        pytest.param(
            auction((*GOALS, goal("a button", 0.0))),
            *("Eve", "a button"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            pain((*WANTS, want("beg", "Swords", 0.0))),
            *("Gus", "beg"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_option_that_is_useless_is_named_first(
    scenario: Sheet, seat: str, words: str
) -> None:
    """Who must take it loses, and nobody would miss it."""
    label, who, said = first(played(scenario, "1600 games"))
    assert (label, who) == ("never right", seat)
    assert words in said


@pytest.mark.slow
def test_the_newcomers_two_scenarios_are_answered() -> None:
    """The cup: to wrestle is never right, to stab a trap. The bridge: no contest."""
    folder = Path(study.__file__).parent / "scenarios"
    cup = played(str(folder / "cup.toml"), "3000 games")
    assert cup.restricted is not None
    traps = cup.restricted.labelled(Label.TRAP, Label.NEVER)
    assert any("wrestle the cup" in one.words for one in traps)
    assert all("flee" not in one.words for one in traps)
    bridge = played(str(folder / "bridge.toml"), "600 games")
    assert best(bridge)[0] == "Warden"
    assert "no contest" in bridge.sentences[0].says


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "side"),
    [
        (brawl(health=6), "Ann"),
        (swords(capacity=120), "Cat"),
        (auction(size=12), "Eve"),
        (pain(rank="grand_master"), "Gus"),
    ],
)
def test_an_unfair_seat_is_named(scenario: Sheet, side: str) -> None:
    """Who bears twice as much wins more, and surely so."""
    who, least = best(played(scenario, "600 games"))
    assert who == side
    assert least > 0.5


@pytest.mark.slow
def test_a_stall_is_named() -> None:
    """It is what has to change first."""
    report = played(race(rounds=2), "400 games")
    assert report.course is not None
    assert report.course.stalled.low > 0.5
    assert report.sentences[-1].says.startswith("Give those who stall a way to end it")


@pytest.mark.slow
def test_a_conflict_that_nobody_wins_is_named() -> None:
    """One round is too short for anybody to obtain anything."""
    report = played(auction(rounds=1), "400 games")
    assert report.sentences[0].says.startswith("Mostly nobody wins")
    assert report.sentences[-1].says.startswith("Let somebody win more often")


@pytest.mark.slow
def test_a_symmetric_scenario_gives_no_alarm() -> None:
    """All options are worth the same, and both seats."""
    report = played(brawl())
    assert report.restricted is not None
    assert report.restricted.labelled(*FAULTS) == ()
    assert report.sentences[0].says.startswith(("It is fair", "Whether it is fair is"))
    assert report.sentences[-1].says == "Nothing has to change on this evidence."
