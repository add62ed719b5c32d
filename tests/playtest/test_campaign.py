"""A campaign is tested as a whole, and by its chapters."""

import pytest

import fracas
from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.summary import CampaignSummary
from sim.errors import OddsError
from sim.pages.playtest_campaign import campaign_playtest_page
from sim.playtest.campaign import CampaignReport
from sim.playtest.report import Report

CAMPAIGN = "planets_three_gates"


@pytest.mark.long
def test_a_campaign_has_a_report_for_each_chapter() -> None:
    """Chapters of one scenario and the same agents share one."""
    found = fracas.playtest_campaign(CAMPAIGN, budget="1100 games", seed="s")
    assert len(found.chapters) == len(found.campaign.chapters)
    assert found.whole.games >= 20
    assert found.samples[0].what == "typical"
    assert found.samples[0].conflicts == found.whole.games
    assert not found.missing
    words = found.to_dict()
    assert words["campaign"] == found.campaign.name
    assert len(words["chapters"]) == len(found.chapters)
    assert {row["chapter"] for row in found.rows()} <= {1, 2, 3}


def test_the_page_has_a_section_for_each_chapter() -> None:
    """Chapters of one scenario share it; what there was no time for is said."""
    campaign = load(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    done = Report(campaign.chapters[0].loaded, ("steady",), "s", 300, 300)
    found = CampaignReport(
        campaign, ("steady",), "s", 900, CampaignSummary(campaign, []), (done, done)
    )
    page = campaign_playtest_page(found)
    assert "Chapters 1, 2: " in page
    assert "This is not the whole report: " in page
    ((chapters, report),) = found.tested()
    assert ([one.number for one in chapters], report) == ([1, 2], done)


def test_too_small_a_budget_for_all_chapters_is_refused() -> None:
    """It says how many games it would take."""
    with pytest.raises(OddsError, match=r"expected at least .* for a campaign of"):
        fracas.playtest_campaign(CAMPAIGN, budget="300 games")
