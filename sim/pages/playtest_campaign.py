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
    found: CampaignReport,
    *,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of the playtest *found* of a campaign.

    *commands* say how to see the same in a terminal, *samples* replay some campaigns.
    """
    campaign, cut = found.campaign, [found.cut_short] if found.cut_short else []
    whole = [records_section(found.whole, found.agents)] if found.whole.games else []
    first = [headline(found.whole.sides(), "campaign")] if whole else []
    return report_page(
        Report(
            f"{campaign.title} ({campaign.system.title})",
            f"Playtest of a campaign, {found.played} conflicts",
            [
                *whole,
                *(
                    section
                    for chapters, report in found.tested()
                    for section in _chapter(chapters, report)
                ),
                *samples_section(samples),
            ],
            lead=[*cut, *first, _TESTED],
            facts=[("seed", found.seed), ("digest", campaign.digest.hex())],
            commands=commands,
        )
    )


def _chapter(chapters: Sequence[Chapter], found: Playtest) -> Iterator[Section]:
    """Yield the sentences about some chapters, and what they rest on."""
    numbers = ", ".join(str(one.number) for one in chapters)
    called = f"Chapter{'s' * (len(chapters) > 1)} {numbers}"
    key = f"chapter-{chapters[0].number}"
    says = [f"{place}. {one.says}" for place, one in enumerate(found.sentences, 1)]
    yield Section(key, f"{called}: {found.loaded.title}", says)
    # A command would show a chapter without what its campaign says of it.
    for one in sections(found, MoreCommands(found.loaded, found.loaded.name, "", ())):
        yield structs.replace(
            one, key=f"{key}-{one.key}", head=f"{called}: {one.head}", commands=()
        )
