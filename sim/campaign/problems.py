"""Errors of a campaign whose scenarios are each valid.

Every problem is a sentence that begins with the place in the file, as those of
scenarios are.
"""

from collections.abc import Iterator, Sequence

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.course import Course, Entering, Skipping, next_chapter
from sim.campaign.sheet import When
from sim.conflict.play import ENGINE_ENDINGS
from sim.errors import ScenarioError
from sim.spine.problems import problem, repeated, unknown


def problems(campaign: Campaign) -> Iterator[str]:
    """Yield the problems of *campaign*."""
    yield from _seats(campaign)
    before: list[Chapter] = []
    for chapter in campaign.chapters:
        yield from _chapter(campaign, chapter, before)
        before.append(chapter)
    yield from _entering(campaign)


def _seats(campaign: Campaign) -> Iterator[str]:
    yield from repeated("$.seats", campaign.names)
    everywhere = [seat for chapter in campaign.chapters for seat in chapter.seats]
    taken = {seat.name for seat in everywhere if seat.side is not None}
    for index, name in enumerate(campaign.names):
        where = f"$.seats[{index}]"
        if name not in taken and any(seat.name == name for seat in everywhere):
            found = f"{name!r}, who judges and carries nothing"
            yield problem(where, found, f"one of {', '.join(sorted(taken))}")
        else:
            yield from unknown(where, name, taken)
        if name in taken and not any(
            chapter.weight for chapter in campaign.chapters if _takes(chapter, name)
        ):
            found = f"{name!r}, whose chapters all have the weight 0"
            yield problem(where, found, "a chapter whose returns count")


def _takes(chapter: Chapter, name: str) -> bool:
    return any(seat.name == name for seat in chapter.seats)


def _chapter(
    campaign: Campaign, chapter: Chapter, before: Sequence[Chapter]
) -> Iterator[str]:
    where = f"$.chapters[{chapter.number - 1}]"
    if not any(_takes(chapter, name) for name in campaign.names):
        who = ", ".join(seat.name for seat in chapter.seats)
        expected = f"somebody of $.seats: {', '.join(campaign.names)}"
        yield problem(f"{where}.scenario", f"{chapter.name} between {who}", expected)
    if before and chapter.session < before[-1].session:
        found = f"{chapter.session} after session {before[-1].session}"
        yield problem(f"{where}.session", found, "sessions in order")
    if chapter.when is not None:
        yield from _when(campaign, chapter.when, before, f"{where}.when")


def _when(
    campaign: Campaign, when: When, before: Sequence[Chapter], where: str
) -> Iterator[str]:
    if when.chapter > len(before):
        expected = "none: nothing comes before the first chapter"
        if before:
            expected = f"a chapter that comes before this one, 1 to {len(before)}"
        yield problem(f"{where}.chapter", f"{when.chapter}", expected)
        return
    if not (when.how or when.obtained_by or when.not_obtained_by):
        expected = "how, obtained_by or not_obtained_by"
        yield problem(where, "nothing to wait for", expected)
    endings = {*campaign.system.endings, *ENGINE_ENDINGS}
    for index, how in enumerate(when.how):
        yield from unknown(f"{where}.how[{index}]", how, endings)
    seats = before[when.chapter - 1].seats
    names = [seat.name for seat in seats if seat.side is not None]
    for field in ("obtained_by", "not_obtained_by"):
        for index, name in enumerate(getattr(when, field)):
            yield from unknown(f"{where}.{field}[{index}]", name, names)


def _entering(campaign: Campaign) -> Iterator[str]:
    """Yield chapters that protagonists could not enter even if unhurt before."""
    system = campaign.system
    course = Course()
    for chapter in campaign.chapters:
        where = f"$.chapters[{chapter.number - 1}].scenario"
        try:
            ahead = next_chapter(campaign, course, conditions=False)
        except ScenarioError as error:
            yield f"{where}: {error}"
            return
        if isinstance(ahead, Skipping):
            yield problem(where, "too few who can take part", "two sides")
            return
        assert isinstance(ahead, Entering)
        state = system.initial(ahead.loaded.scenario)
        nothing = (0.0,) * len(ahead.seats)
        course = course.played(
            campaign, ahead, "", nothing, campaign.carrying.carried(state)
        )
