"""The page of a run of a campaign: each chapter, what is carried, what was gained."""

from collections.abc import Iterator, Sequence
from math import isfinite

from sim.campaign.summary import CampaignSummary, ChapterSummary
from sim.conflict.stream import spelt
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    mean_cell,
    number_cell,
    report_page,
    samples_section,
    share_cell,
    text_cells,
)
from sim.pages.results import (
    WORDS,
    About,
    counts_section,
    options_sections,
    records_section,
)
from sim.statistics.choices import ChoiceCounts
from sim.statistics.headline import headline

_GAINED = (
    "Gained: carried at the end, and not (or less of it) at the beginning. A return"
    " with it is no proof that it helped: those who do well may gain it as a result."
)


def campaign_page(
    summary: CampaignSummary,
    chosen: ChoiceCounts,
    *,
    agents: Sequence[str],
    about: About,
) -> str:
    """Return the page of a run of a campaign that *summary* counted.

    *agents* are the seats' specs in order, "" for one that differs by chapter.
    """
    named = [spec or "by chapter" for spec in agents]
    return report_page(
        Report(
            about.title,
            f"{summary.games} campaign{'' if summary.games == 1 else 's'}",
            [
                records_section(summary, named, _words(summary)),
                _chapters(summary.chapters()),
                _returns(summary),
                *_gains(summary),
                counts_section(summary.carried(), "Carried at the end", "carried"),
                counts_section(summary.measured(), "What was counted in a campaign"),
                *options_sections(chosen),
                *samples_section(about.samples),
            ],
            lead=[headline(summary.sides(), "campaign")],
            remarks=about.remarks,
            facts=about.facts,
            commands=about.commands,
        )
    )


def _words(summary: CampaignSummary) -> list[str]:
    one_sided = "Where there is one side, more than one half is won."
    weighed = "The campaign's return is the mean of its chapters', by their weights."
    return [WORDS, *([one_sided] if len(summary.sides()) == 1 else ()), weighed]


def _chapters(chapters: Sequence[ChapterSummary]) -> Section:
    rows = [row for chapter in chapters for row in _endings(chapter)]
    heads = columns("chapter", "scenario", "only if", "how it ended", words=4)
    many = columns("played", "campaigns", "share", words=0)
    table = Table((*heads, *many), tuple(rows))
    return Section("chapters", "The chapters", table=table)


def _endings(summary: ChapterSummary) -> Iterator[tuple[Cell, ...]]:
    chapter = summary.chapter
    part = summary.played / summary.games if summary.games else 0.0
    head = (
        number_cell(chapter.number),
        Cell(chapter.name),
        Cell("" if chapter.when is None else chapter.when.in_words()),
    )
    played = number_cell(part, f"{100 * part:.1f} %")
    for how, times, share in summary.endings:
        yield (*head, Cell(spelt(how)), played, number_cell(times), share_cell(share))
    if not summary.endings:
        yield (*head, Cell("never played"), played, number_cell(0), Cell(""))


def _returns(summary: CampaignSummary) -> Section:
    """Return how often each seat still stands, and the returns chapter by chapter."""
    chapters = summary.chapters()
    rows = [
        (
            Cell(name),
            share_cell(stands),
            *(_chapter_return(chapter, place) for chapter in chapters),
        )
        for place, (name, stands) in enumerate(summary.stands())
    ]
    each = [f"return, chapter {chapter.chapter.number}" for chapter in chapters]
    table = Table(columns("seat", "still stands", *each, words=1), tuple(rows))
    return Section("returns", "Chapter by chapter", table=table)


def _chapter_return(summary: ChapterSummary, place: int) -> Cell:
    if not summary.returns or not isfinite(summary.returns[place].returns.high):
        return number_cell(-1, "not in it")
    return mean_cell(summary.returns[place].returns, drawn=True)


def _gains(summary: CampaignSummary) -> Iterator[Section]:
    rows = [
        (
            *text_cells(gain.what, gain.seat),
            number_cell(gain.games),
            share_cell(gain.share),
            mean_cell(gain.with_it, drawn=True),
            mean_cell(gain.without, drawn=True),
        )
        for gain in summary.gains()
    ]
    if rows:
        heads = ("gained", "seat", "campaigns", "share", "return with it", "without it")
        table = Table(columns(*heads, words=2), tuple(rows))
        yield Section("gained", "What was gained", table=table, notes=[_GAINED])
