"""Tables of a campaign: the summary of many games."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from sim.campaign.summary import CampaignSummary, ChapterSummary, Gain
from sim.cli.options.scenario import rulings_text
from sim.cli.play.report import brackets, put_counts
from sim.cli.terminal.grid import percent, put_table
from sim.cli.terminal.output import put, put_prose
from sim.conflict.stream import spelt
from sim.statistics.intervals import Interval
from sim.statistics.words import figure, share

BY_CHAPTER = "by chapter"
"""Printed for a seat whose agent differs from chapter to chapter."""


MOST_GAINED = 2
"""The most names printed for a seat without --why."""

WEIGHED = "The campaign's return is the mean of its chapters', by their weights."


def put_steps(summary: CampaignSummary) -> None:
    """Print what came of every chapter, who still stands, and what was gained most.

    That is the first screen.
    """
    _put_chapters(summary.chapters())
    put()
    _put_standing(summary)
    _put_most_gained(summary.gains())


def put_campaign_details(summary: CampaignSummary) -> None:
    """Print what each chapter returned, what was carried, gained and counted."""
    _put_returns(summary)
    put()
    put_counts(summary.carried(), "carried at the end", zeros=False)
    put()
    _put_gains(summary)
    put_counts(summary.measured(), "per campaign")
    put(brackets(summary.games))


def _put_chapters(chapters: Sequence[ChapterSummary]) -> None:
    """Print how often each chapter was played, its condition, and its endings."""
    rows: list[tuple[str, ...]] = []
    for summary in chapters:
        chapter = summary.chapter
        waits = "" if chapter.when is None else chapter.when.in_words()
        played = percent(summary.played / summary.games) if summary.games else ""
        head = (f"{chapter.number}", chapter.name, waits)
        for how, times, share_ in summary.endings:
            rows.append((*head, spelt(how), played, str(times), share(share_)))
            head, played = ("", "", ""), ""
        if not summary.endings:
            rows.append((*head, "never played", played, "0", ""))
    heads = ("chapter", "scenario", "only if", "how it ended", "played")
    put_table((*heads, "campaigns", "share"), rows, words=4)


def _put_standing(summary: CampaignSummary) -> None:
    standing = [f"{name} {share(stands)}" for name, stands in summary.stands()]
    put(f"still stands: {', '.join(standing)}")


def _put_most_gained(gains: Sequence[Gain]) -> None:
    """Print by name what each seat bought or won in most campaigns."""
    by_seat: dict[str, list[str]] = {}
    for gain in gains:
        by_seat.setdefault(gain.seat, []).append(
            f"{gain.what} ({percent(gain.share.value)})"
        )
    if not by_seat:
        return
    listed = "; ".join(
        f"{seat}: {', '.join(names[:MOST_GAINED])}" for seat, names in by_seat.items()
    )
    left = sum(len(names[MOST_GAINED:]) for names in by_seat.values())
    more = f"; {left} more: --why" if left else ""
    put(f"gained most often, bought or won: {listed}{more}")


def _put_returns(summary: CampaignSummary) -> None:
    """Print for each seat its returns by chapter."""
    chapters = summary.chapters()
    heads = [f"return, chapter {chapter.chapter.number}" for chapter in chapters]
    rows = [
        (
            name,
            *(
                figure(chapter.returns[place].returns)
                if chapter.returns and isfinite(chapter.returns[place].returns.high)
                else "not in it"
                for chapter in chapters
            ),
        )
        for place, (name, _) in enumerate(summary.stands())
    ]
    put_table(("seat", *heads), rows, words=1)


def _put_gains(summary: CampaignSummary) -> None:
    """Print what was bought or won, by name, and the returns with and without it."""
    rows = [
        (gain.what, gain.seat, f"{gain.games}", share(gain.share), *map(_mean, returns))
        for gain in summary.gains()
        for returns in [(gain.with_it, gain.without)]
    ]
    if not rows:
        return
    heads = ("gained", "seat", "campaigns", "share", "return with it", "without it")
    put_table(heads, rows, words=2)
    put_prose(
        "gained: carried at the end, and not (or less of it) at the beginning. A return"
        " with it is no proof that it helped: those who do well may gain it as a"
        " result."
    )
    put()


def _mean(interval: Interval | None) -> str:
    return "no campaign" if interval is None else figure(interval)


def put_changed_rulings(changed: Mapping[str, dict[str, Any]]) -> None:
    """Print rulings that are not the default; chapters that share them are one line."""
    chapters: dict[str, list[str]] = {}
    for chapter, rulings in changed.items():
        chapters.setdefault(rulings_text(rulings) or "none", []).append(chapter)
    for spoken, numbers in chapters.items():
        many = "chapters" if len(numbers) > 1 else "chapter"
        where = f"{many} {', '.join(numbers)}"
        put(f"rulings that are not the default in {where}: {spoken}")
