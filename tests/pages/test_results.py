"""Pages of results: whatever names say is text."""

from collections.abc import Callable

import pytest

from sim.conflict.choices import Choice
from sim.pages.command import Command
from sim.pages.plots import Series, lines
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    report_page,
    shaded_cell,
    share_cell,
)
from sim.pages.results import About, run_page
from sim.seam.protocol import SeatInfo
from sim.statistics.choices import ChoiceCounts
from sim.statistics.intervals import wilson
from sim.statistics.summary import Summary
from tests.pages.parsed import sound
from tests.pages.payloads import SAMPLED


def run_called(name: str) -> str:
    """Return a page of a run in which everything is called *name*."""
    summary = Summary([SeatInfo(name, 0)])
    summary.games = 1
    summary.returns, summary.how = {(1.0,): 1}, {name: 1}
    for counts in summary.clock.values():
        counts.add(3)
    chosen = ChoiceCounts()
    chosen.add([Choice(name, "action", name, name, 1, 1, 1.0)])
    shown = [Command(name, name)]
    about = About(name, [name], [(name, name)], shown, shown)
    return run_page(summary, chosen, agents=[name], endings={name: name}, about=about)


def report_called(name: str) -> str:
    """Return a page with everything that a report may have, all called *name*."""
    table = Table(
        columns(name, name, name, words=1),
        (
            (
                Cell(name, bars=(0.5, 1)),
                share_cell(wilson(1, 2)),
                shaded_cell(0.5, name),
            ),
        ),
        name,
    )
    places = [(name, 0.0), (name, 1.0)]
    drawn = lines(name, name, places, [Series(name, [(0.5, 0.4, 0.6)] * 2)])
    dots = lines(name, name, places[:1], [Series(name, [(1, 1, 1)])], dotted=True)
    shown = [Command(name, name)]
    sections = [
        Section("one", name, [name], table, drawn, [name], shown),
        Section("two", name, lines=dots),
    ]
    facts = [(name, name)]
    return report_page(Report(name, name, sections, [name], [name], facts, shown))


@pytest.mark.parametrize("called", [run_called, report_called])
@pytest.mark.parametrize("payload", SAMPLED)
def test_whatever_a_result_says_is_text(
    called: Callable[[str], str], payload: str
) -> None:
    """Names in a result are text on its page, whatever they hold."""
    own = [each.tag for each in sound(called("Ann")).elements]
    page = sound(called(payload))
    assert [each.tag for each in page.elements] == own
    assert payload in page.all("main")[0].text


def test_a_run_s_page_says_first_who_wins_most() -> None:
    """A run's page begins with who wins most, and how many were drawn."""
    summary = Summary([SeatInfo("Ann", 0), SeatInfo("Bo", 1)])
    summary.games = 10
    summary.returns = {(0.5, 0.5): 8, (1.0, 0.0): 2}
    about = About("Noon", ["A remark."], [], [])
    text = run_page(summary, ChoiceCounts(), agents=["", ""], endings={}, about=about)
    first, second = sound(text).all("main")[0].text.strip().split(". ", 1)
    assert first == "Drawn: 80.0 % [49.0, 94.3] of 10 conflicts"
    assert second.startswith("Who wins most is open: Ann, 20.0 %")
