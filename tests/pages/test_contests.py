"""Pages of tournaments and campaigns: the figures of the result, all of them."""

from msgspec import structs

from sim.campaign.summary import CampaignSummary
from sim.pages.campaign import campaign_page
from sim.pages.results import About
from sim.pages.tournament import tournament_page
from sim.statistics.choices import ChoiceCounts
from sim.statistics.words import share
from sim.tournament.result import result_of
from tests.campaign.test_gained import BARE, CAMPAIGN
from tests.pages.parsed import sound
from tests.tournament.cups import cup, played


def test_a_tournament_has_a_page() -> None:
    """A tournament's page has its standings, evidence, pairings and replays."""
    held = played(cup())
    shown = result_of(held)
    page = sound(tournament_page(held, shown, store="cup.db"))
    main = page.all("main")[0].text
    for row in shown.standings:
        assert row.agent in main
        assert share(row.score) in main
    for pairing in shown.pairings:
        assert share(pairing.score) in main
    for key in ("standings", "evidence", "pairings", "matrix", "sides"):
        assert key in page.ids()
    codes = [element.text for element in page.all("code")]
    assert shown.contest.seed in codes
    assert any(code.startswith("fracas replay cup.db ") for code in codes)
    plots = [element for element in page.all("svg") if "plot" in element.attrs["class"]]
    assert len(plots) == 1


def test_a_tournament_that_has_not_begun_has_a_page() -> None:
    """A tournament without games has a page without evidence."""
    held = played(cup(blocks=1, null=0))
    held.ledger = type(held.ledger)(held.contest)
    held.course.ledger = held.ledger
    page = sound(tournament_page(held, result_of(held), why=False))
    assert "evidence" not in page.ids()


def test_a_campaign_has_a_page() -> None:
    """A campaign's page has its chapters."""
    ended = ", ".join(["won"] * len(CAMPAIGN.chapters))
    summary = CampaignSummary(CAMPAIGN, [structs.replace(BARE, how=ended)])
    about = About("Two gates", [], [], [])
    agents = [""] * len(summary.seats)
    page = sound(campaign_page(summary, ChoiceCounts(), agents=agents, about=about))
    main = page.all("main")[0].text
    assert "by chapter" in main
    for chapter in summary.chapters():
        assert chapter.chapter.name in main
