"""The page of a run: whatever names say is text."""

import pytest

from sim.conflict.choices import Choice
from sim.pages.conflict import Command
from sim.pages.results import About, run_page
from sim.seam.protocol import SeatInfo
from sim.statistics.choices import ChoiceCounts
from sim.statistics.summary import Summary
from tests.pages.parsed import sound
from tests.pages.payloads import PAYLOADS


def page_of(name: str) -> str:
    """Return a page on which everything is called *name*."""
    summary = Summary([SeatInfo(name, 0)])
    summary.games = 1
    summary.returns, summary.how = {(1.0,): 1}, {name: 1}
    for counts in summary.clock.values():
        counts.add(3)
    chosen = ChoiceCounts()
    chosen.add([Choice(name, "action", name, name, 1, 1, 1.0)])
    about = About(name, [name], [(name, name)], [Command(name, name)])
    return run_page(summary, chosen, agents=[name], endings={name: name}, about=about)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_whatever_a_run_says_is_text(payload: str) -> None:
    """Names of seats, agents, endings and options of a scenario from a stranger."""
    own = [each.tag for each in sound(page_of("Ann")).elements]
    page = sound(page_of(payload))
    assert [each.tag for each in page.elements] == own
    assert payload in page.all("main")[0].text
