"""A campaign is tested as a whole, and by its chapters."""

from itertools import count

import pytest
from msgspec import structs

import fracas
from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import cast as seated
from sim.campaign.summary import CampaignSummary
from sim.errors import OddsError
from sim.pages.playtest_campaign import campaign_playtest_page
from sim.playtest import campaign as module
from sim.playtest.budget import Budget, Speed
from sim.playtest.campaign import (
    CampaignReport,
    hold_campaign_playtest,
    settle_campaign_budget,
)
from sim.playtest.dealing import BudgetShares
from sim.playtest.report import Report

CAMPAIGN = "planets_three_gates"


@pytest.mark.long
def test_a_campaign_has_a_report_for_each_chapter() -> None:
    """A campaign's report has one report for each chapter."""
    report = fracas.playtest_campaign(CAMPAIGN, budget="1100 games", seed="s")
    assert len(report.chapters) == len(report.campaign.chapters)
    assert report.whole.games >= 20
    assert report.samples[0].what == "typical"
    assert report.samples[0].conflicts == report.whole.games
    assert not report.missing
    words = report.to_dict()
    assert words["campaign"] == report.campaign.name
    assert len(words["chapters"]) == len(report.chapters)
    assert {row["chapter"] for row in report.rows()} <= {1, 2, 3}


def test_the_page_has_a_section_for_each_chapter() -> None:
    """Chapters of one scenario share a section, which says what is missing."""
    campaign = load(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    done = Report(campaign.chapters[0].loaded, ("steady",), "s", 300, 300)
    reported = CampaignReport(
        campaign, ("steady",), "s", 900, CampaignSummary(campaign, []), (done, done)
    )
    page = campaign_playtest_page(reported)
    assert "Chapters 1, 2: " in page
    assert "This is not the whole report: " in page
    ((chapters, report),) = reported.tested()
    assert ([chapter.number for chapter in chapters], report) == ([1, 2], done)


def test_the_time_is_dealt_out_by_how_long_each_scenario_takes() -> None:
    """The time is dealt out by how long each scenario takes, and the rest is shared."""
    speeds = tuple(Speed(seconds, seconds, seconds) for seconds in (0.01, 0.02, 0.01))
    dealt = BudgetShares(900, 270, 40.0, (10.0, 20.0, 10.0), speeds)
    assert dealt.share(0, 40.0) == Budget(270, 10.0, speeds[0])
    assert dealt.share(1, 24.0) == Budget(270, 16.0, speeds[1])
    assert dealt.share(2, 8.0) == Budget(270, 8.0, speeds[2])
    assert dealt.share(2, 0.0) is None
    assert BudgetShares(900, 270).share(2, 0.0) == Budget(270)


@pytest.mark.slow
def test_a_campaign_says_for_what_its_time_was_too_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A campaign's report names once what there was too little time for."""
    campaign = load(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    agents = seated(campaign, ())
    dealt = settle_campaign_budget(campaign, agents, Budget(1100), "s")
    scenarios = dealt.games * 9 // 10 // dealt.each
    slow = tuple([Speed(9.0, 9.0, 9.0)] * scenarios)
    short = structs.replace(dealt, seconds=4.0, planned=(9.0,) * scenarios, speeds=slow)
    clock = count(0.0, 0.01)
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    report = hold_campaign_playtest(campaign, agents, short, "s")
    assert report.hurried or report.missing
    assert not report.complete
    assert len(set(report.hurried)) == len(report.hurried)
    assert "Time was short" in report.cut_short or "not the whole" in report.cut_short
    assert report.to_dict()["hurried"] == list(report.hurried)


def test_too_small_a_budget_for_all_chapters_is_refused() -> None:
    """A budget too small for all chapters is refused with the number of games."""
    with pytest.raises(OddsError, match=r"expected at least .* for a campaign of"):
        fracas.playtest_campaign(CAMPAIGN, budget="300 games")
