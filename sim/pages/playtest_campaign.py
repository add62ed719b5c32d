"""The page of a campaign's playtest: the whole, then the report on each chapter."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from sim.campaign.campaign import Chapter
from sim.pages.command import Command
from sim.pages.playtest import sections
from sim.pages.report import Report, Section, report_page, samples_section
from sim.pages.results import records_section
from sim.playtest.campaign import CampaignReport
from sim.playtest.more_commands import MoreCommands
from sim.playtest.report import Report as Playtest
from sim.statistics.headline import headline

_TESTED = (
    "Chapters were tested as their files have them, with nothing carried into them."
)


def campaign_playtest_page(
    report: CampaignReport,
    *,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of the playtest of a campaign, from its *report*.

    *commands* say how to see the same in a terminal, *samples* replay some campaigns.
    """
    campaign, cut = report.campaign, [report.cut_short] if report.cut_short else []
    whole = [records_section(report.whole, report.agents)] if report.whole.games else []
    first = [headline(report.whole.sides(), "campaign")] if whole else []
    return report_page(
        Report(
            f"{campaign.title} ({campaign.system.title})",
            f"Playtest of a campaign, {report.played} conflicts",
            [
                *whole,
                *(
                    section
                    for chapters, report in report.tested()
                    for section in _chapter(chapters, report)
                ),
                *samples_section(samples),
            ],
            lead=[*cut, *first, _TESTED],
            facts=[("seed", report.seed), ("digest", campaign.digest.hex())],
            commands=commands,
        )
    )


def _chapter(chapters: Sequence[Chapter], playtest: Playtest) -> Iterator[Section]:
    """Yield the sentences about some chapters, and the evidence for them."""
    numbers = ", ".join(str(chapter.number) for chapter in chapters)
    called = f"Chapter{'s' * (len(chapters) > 1)} {numbers}"
    key = f"chapter-{chapters[0].number}"
    says = [
        f"{place}. {sentence.says}"
        for place, sentence in enumerate(playtest.sentences, 1)
    ]
    says += [playtest.left_over] if playtest.left_over else []
    yield Section(key, f"{called}: {playtest.loaded.title}", says)
    # A command would show a chapter without what its campaign says of it.
    for section in sections(
        playtest, MoreCommands(playtest.loaded, playtest.loaded.name, "", ())
    ):
        yield structs.replace(
            section,
            key=f"{key}-{section.key}",
            head=f"{called}: {section.head}",
            commands=(),
        )
