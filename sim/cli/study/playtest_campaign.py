"""A playtest of a campaign for people: the whole, and five sentences a chapter."""

import shlex

from sim.cli.play.report import put_records
from sim.cli.terminal.output import put, put_command, put_prose
from sim.playtest.campaign import CampaignReport
from sim.spine.words import counted
from sim.statistics.headline import headline


def put_campaign_report(report: CampaignReport, scenario: str) -> None:
    """Print *report* about the campaign *scenario*, as the command line named it."""
    campaign, whole = report.campaign, report.whole
    if whole.games:
        put_prose(headline(whole.sides(), "campaign"))
    put_prose(f"{campaign.title} ({campaign.system.title})")
    if whole.games:
        put()
        put(f"{counted(whole.games, 'whole campaign')}:")
        put()
        put_records(whole, report.agents)
        put_command(shlex.join(["fracas", "run", scenario]), "more: ")
    for chapters, playtest in report.tested():
        put()
        called = "Chapter" if len(chapters) == 1 else "Chapters"
        numbers = ", ".join(str(chapter.number) for chapter in chapters)
        put_prose(f"{called} {numbers}, {playtest.loaded.title}:")
        put()
        for number, sentence in enumerate(playtest.sentences, 1):
            put_prose(f"{number}. {sentence.says}", indent=3)
        if playtest.left_over:
            put_prose(playtest.left_over)
    put()
    put_prose(
        "Chapters were tested as their files have them, with nothing carried into them."
        " --json and --html have the tables of each. Figures in brackets are 95 %"
        " intervals."
    )
