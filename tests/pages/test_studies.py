"""Pages of sweeps, playtests and analyses of whole runs: what the command has."""

from pathlib import Path
from typing import cast

import pytest

import fracas
from sim.cli.judge.overall_report import put_overall
from sim.library import registry
from sim.pages.overall import overall_page
from sim.pages.playtest import playtest_page
from sim.pages.sweep import sweep_page
from sim.playtest.more_commands import MoreCommands
from sim.vary.headline import headline
from sim.vary.points import Effort
from sim.vary.ranges import read_axes
from sim.vary.sweep import Sweep
from tests.pages.parsed import sound
from tests.vary.noon import noon


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system is known by its name."""
    monkeypatch.setitem(cast("dict[str, str]", registry.SYSTEMS), "toy", "tests.toy")


@pytest.mark.usefixtures("toy")
def test_a_sweep_of_one_value_has_a_plot() -> None:
    """A sweep of one value has a plot, and says which points are missing."""
    sweep = Sweep(noon(), read_axes(["rulings.grit=1,2,3"]))
    sweep.run(Effort("s", 20, 60.0), 0.5)
    shown = sweep.measures[0]
    page = sound(sweep_page(sweep, shown, within=0.03, seed="s"))
    rows = [element for element in page.all("tr") if "tbody" in element.path]
    assert len(rows) == len(sweep.points)
    assert (
        "Sweep of the ruling grit (rulings.grit), 3 points"
        in page.all("header")[0].text
    )
    main = page.all("main")[0].text
    assert "Change: how much more Ann wins than with the ruling grit at " in main
    for point in sweep.points:
        assert point.figure(shown).text(shown.kind) in page.all("main")[0].text
    assert "plot" in page.ids()
    assert "".join(page.all("p")[1].text.split()) == "".join(
        headline(sweep, shown).split()
    )
    sweep.points[1].solved, sweep.points[1].returns = None, []
    main = sound(sweep_page(sweep, shown, within=0.03, seed="s")).all("main")[0].text
    assert "There was no time for 1 point of 3; more --seconds leave" in main


@pytest.mark.usefixtures("toy")
def test_a_sweep_in_one_sentence() -> None:
    """The headline of a sweep says where a figure is least and most, if sure."""
    sweep = Sweep(noon(), read_axes(["rulings.grit=1,2,3"]))
    shown = sweep.measures[0]
    assert headline(sweep, shown) == "No point is known."
    for point, got in zip(sweep.points, (0.0, 1.0, 1.0), strict=True):
        point.returns = [(got, 1 - got)] * 40
    assert headline(sweep, shown).startswith("Ann wins least, 0.0 %")
    assert "and most, 100.0 %" in headline(sweep, shown)
    assert headline(sweep, shown).endswith("with the ruling grit at 2.")
    for point in sweep.points:
        point.returns = [(1.0, 0.0), (0.0, 1.0)] * 20
    assert headline(sweep, shown).startswith("Ann wins the same at every")
    sweep.points[0].returns[0] = (0.0, 1.0)
    assert headline(sweep, shown).startswith("No difference is sure: Ann wins")


@pytest.mark.usefixtures("toy")
def test_a_sweep_of_two_values_has_a_map() -> None:
    """A sweep of two values has a map as a table of numbers."""
    sweep = Sweep(noon(), read_axes(["rulings.grit=1,2", "rulings.nerve=1..3"]))
    sweep.run(Effort("s", 20, 60.0), 0.5)
    shown = sweep.measures[0]
    page = sound(sweep_page(sweep, shown, within=0.03, seed="s"))
    shades = [
        element for element in page.all("td") if "shade" in element.attrs["class"]
    ]
    figures = [point.figure(shown).value for point in sweep.points]
    assert [shade.text.strip() for shade in shades] == [
        f"{100 * figure:.1f}" for figure in figures
    ]


@pytest.mark.slow
def test_a_playtest_has_a_page() -> None:
    """A playtest's page has its sentences, options and commands."""
    report = fracas.playtest("stuck_door", budget="300 games", seed="s")
    page = sound(
        playtest_page(report, MoreCommands(report.loaded, "stuck_door", "", ()))
    )
    main = page.all("main")[0].text
    for sentence in report.sentences:
        assert sentence.says in main
    for option in report.restricted.findings if report.restricted else ():
        assert option.words in main
    assert "fracas run stuck_door --agents all" in main


def test_the_analysis_of_a_whole_run_has_a_page(tmp_path: Path) -> None:
    """The page of a whole run's analysis has a row for each conflict and seat."""
    with fracas.open_store(str(tmp_path / "run.db"), create=True) as store:
        fracas.run("stuck_door", games=3, seed="whole", store=store)
        whole = fracas.analyse_run(store, games=2, steps=0)
    page = sound(overall_page(whole, lambda _one, _event: [], []))
    main = page.all("main")[0].text
    assert whole.name in main
    assert "Analysed: all 3 conflicts." in main
    rows = [element for element in page.all("tr") if "tbody" in element.path]
    assert len(rows) >= len(whole.accounts) + len(whole.totals)


def test_what_means_of_games_are_worth_is_said_with_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Means of games have a ± in the sentence, the tables, the page and the command."""
    with fracas.open_store(str(tmp_path / "run.db"), create=True) as store:
        fracas.run("stuck_door", games=3, seed="whole", store=store)
        whole = fracas.analyse_run(store, games=8, steps=0)
        exact = fracas.analyse_run(store)
    first = whole.totals[0]
    assert first.error > 0
    expected = f"{100 * first.expected:.1f} ± {100 * first.error:.1f}"
    short = f"{first.seat} {100 * first.expected:.0f} ± {100 * first.error:.0f}"
    note = "±: at most the standard error of expected, and so of luck"
    put_overall(whole, "run.db", [])
    printed = " ".join(capsys.readouterr().out.split())
    main = sound(overall_page(whole, lambda _one, _event: [], [])).all("main")[0].text
    for said in (printed, main):
        assert expected in said
        assert short in said
        assert note in said
    assert not any(totals.error for totals in exact.totals)
    assert "±" not in overall_page(exact, lambda _one, _event: [], [])
