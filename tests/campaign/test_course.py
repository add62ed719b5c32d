"""The course of a campaign: what is played, who enters, what the whole returns."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.course import (
    ChapterResult,
    Course,
    Entering,
    Reason,
    Records,
    Skipping,
    campaign_returns,
    next_chapter,
)
from sim.campaign.sheet import When
from sim.seam.protocol import SeatInfo
from tests.campaign.files import FEUD, loaded

CARDINAL, MAN = "The Cardinal", "Renaissance Man"
TWO = (SeatInfo(CARDINAL, 0), SeatInfo(MAN, 1))
UNHURT: Records = {CARDINAL: {"wounds": 0}, MAN: {"wounds": 0}}


@pytest.fixture(name="feud")
def _feud(tmp_path: Path) -> Campaign:
    return loaded(tmp_path)


def after(
    campaign: Campaign,
    *returns: Sequence[float] | None,
    how: str = "won",
    records: Records = UNHURT,
) -> Course:
    """Return the course after chapters that returned so; None: skipped."""
    course = Course()
    for got in returns:
        if got is None:
            course = course.skipped()
            continue
        ahead = next_chapter(campaign, course, conditions=False)
        assert isinstance(ahead, Entering)
        course = course.played(campaign, ahead, how, got, records)
    return course


@pytest.mark.parametrize(
    ("when", "how", "returns", "reason"),
    [
        (When(1, how=("won", "held")), "won", (1.0, 0.0), None),
        (When(1, how=("held",)), "won", (1.0, 0.0), Reason.ENDED_OTHERWISE),
        (When(1, obtained_by=(CARDINAL,)), "won", (1.0, 0.0), None),
        (When(1, obtained_by=(MAN,)), "won", (1.0, 0.0), Reason.ENDED_OTHERWISE),
        (When(1, obtained_by=(MAN, CARDINAL)), "won", (1.0, 0.0), None),
        (When(1, not_obtained_by=(MAN,)), "won", (1.0, 0.0), None),
        (When(1, not_obtained_by=(MAN,)), "won", (0.0, 1.0), Reason.ENDED_OTHERWISE),
        (When(1, obtained_by=(MAN,)), "standoff", (0.5, 0.5), Reason.ENDED_OTHERWISE),
        (When(1, not_obtained_by=(MAN,)), "standoff", (0.5, 0.5), None),
        (When(1, ("won",), (CARDINAL,)), "won", (1.0, 0.0), None),
        (When(1, ("held",), (CARDINAL,)), "won", (1.0, 0.0), Reason.ENDED_OTHERWISE),
    ],
)
def test_fr_chapter_a_chapter_waits_for_how_another_ended(
    feud: Campaign,
    when: When,
    how: str,
    returns: tuple[float, ...],
    reason: Reason | None,
) -> None:
    """A chapter is played only if the earlier one ended as it asks."""
    first, second, third = feud.chapters
    waiting = structs.replace(
        feud, chapters=(first, structs.replace(second, when=when), third)
    )
    ahead = next_chapter(waiting, after(feud, returns, how=how))
    given = ahead.reason if isinstance(ahead, Skipping) else None
    assert given == reason


def test_fr_chapter_what_waits_for_a_skipped_chapter_is_skipped(feud: Campaign) -> None:
    """A chapter that waits for a skipped one is skipped, with that reason."""
    first, second, third = feud.chapters
    chain = structs.replace(third, when=When(2, how=("won",)))
    waiting = structs.replace(feud, chapters=(first, second, chain))
    ahead = next_chapter(waiting, after(feud, (1.0, 0.0), None))
    assert isinstance(ahead, Skipping)
    assert ahead.reason == Reason.NOT_PLAYED
    assert next_chapter(waiting, after(feud, (1.0, 0.0), None, None)) is None


def test_fr_chapter_too_few_are_left(feud: Campaign) -> None:
    """A chapter is skipped where a seat that is out leaves nobody to oppose."""
    out: Records = {MAN: {"wounds": 6, "out": "taken out"}}
    course = after(feud, (1.0, 0.0), None, records=out)
    ahead = next_chapter(feud, course)
    assert isinstance(ahead, Skipping)
    assert ahead.reason == Reason.TOO_FEW
    assert (course.stands(CARDINAL), course.stands(MAN)) == (True, False)


def test_fr_carried_the_last_chapter_one_took_part_in_counts(feud: Campaign) -> None:
    """A seat carries what it had after the last chapter it took part in."""
    first = after(feud, (0.0, 1.0), records={CARDINAL: {"wounds": 2}, "Pip": {}})
    assert set(first.records) == {CARDINAL}
    ahead = next_chapter(feud, first)
    assert isinstance(ahead, Entering)
    assert [seat.wounds for seat in ahead.loaded.scenario.seats] == [2, 0]
    assert ahead.loaded.digest != feud.chapters[1].loaded.digest
    then = first.played(feud, ahead, "won", (0.0, 1.0), {MAN: {"wounds": 1}})
    assert then.records == {CARDINAL: {"wounds": 2}, MAN: {"wounds": 1}}


def test_fr_carried_whoever_carries_nothing_new_plays_the_file(feud: Campaign) -> None:
    """A chapter that nobody carries anything into is the file's own scenario."""
    ahead = next_chapter(feud, after(feud, (0.0, 1.0)))
    assert isinstance(ahead, Entering)
    assert ahead.loaded is feud.chapters[1].loaded


@pytest.mark.parametrize(("last", "whole"), [((0.0, 1.0), 0.375), (None, 0.75)])
def test_fr_campaign_returns_are_means_by_weight(
    tmp_path: Path, last: Sequence[float] | None, whole: float
) -> None:
    """A campaign's returns are the means of its chapters' by their weights."""
    campaign = loaded(tmp_path, FEUD.replace("when =", "# when ="))
    course = after(campaign, (1.0, 0.0), (0.5, 0.5), last)
    returns = campaign_returns(campaign, course)
    assert returns == (whole, 1 - whole)
    assert course.path == ("won, won, won" if last else "won, won, skipped")


def test_fr_campaign_who_played_nothing_gets_nothing(feud: Campaign) -> None:
    """Without a chapter played every return is 0."""
    assert campaign_returns(feud, after(feud, None, None, None)) == (0.0, 0.0)


def test_to_have_won_is_to_have_got_more() -> None:
    """A side has won if its seats got more on average; a judge wins nothing."""
    judged = (*TWO, SeatInfo("Ally", 0), SeatInfo("Judge", None))
    assert ChapterResult(judged, "won", (1.0, 0.5, 0.5, 0.0)).won() == {
        CARDINAL,
        "Ally",
    }
    assert ChapterResult(judged, "standoff", (0.5, 0.5, 0.5, 0.0)).won() == frozenset()
    three = (*TWO, SeatInfo("Third", 2))
    assert ChapterResult(three, "shared", (0.5, 0.5, 0.0)).won() == {CARDINAL, MAN}
    assert ChapterResult(judged, "won", (1.0, 0.5, 0.5, 0.0)).got("Judge") is None
