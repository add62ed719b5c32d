"""A campaign as a story: chapter after chapter, and what is carried between them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sim.campaign.campaign import Campaign
from sim.campaign.course import Course, Entering, Reason, Skipping
from sim.campaign.events import CampaignCompleted, CampaignStarted, ChapterPlayed
from sim.campaign.recorded import Game, Step
from sim.conflict.phrases import format_value
from sim.conflict.stream import numeral, spelt
from sim.narration.brief import brief
from sim.narration.story import event_objects, text_lines
from sim.narration.tale import Passage, recorded_name, tale
from sim.seam.events import SeatTaken
from sim.seam.protocol import Description

SKIPPED = {
    Reason.ENDED_OTHERWISE: "chapter {number} ended otherwise",
    Reason.NOT_PLAYED: "chapter {number} was not played",
    Reason.TOO_FEW: "too few who could take part are left",
}

RETURNS = "The campaign returns:"
"""The line before the returns of a game that is over."""


def told_campaign(game: Game) -> Iterator[str]:
    """Yield the lines of the story of *game*, whole."""
    return text_lines(campaign_tale(game, full=True))


def campaign_tale(
    game: Game, *, full: bool, called: Callable[[SeatTaken], str] = recorded_name
) -> Iterator[Passage]:
    """Yield the story of *game*, with its chapters in brief unless *full*.

    *called* says what an agent is called.
    """
    campaign = game.campaign
    yield Passage("title", campaign.title)
    if campaign.about:
        yield Passage("about", campaign.about.strip())
    for event in game.events:
        if isinstance(event, CampaignStarted):
            yield Passage("player", f"about {', '.join(event.seats)}")
            yield Passage("player", f"game {event.game + 1} of seed {event.seed!r}")
        elif isinstance(event, CampaignCompleted):
            yield Passage("ending", RETURNS)
            for name, amount in zip(campaign.names, event.returns, strict=True):
                yield Passage("told", f"{name}: {numeral(amount)}", ("FR-CAMPAIGN",))
            if full:
                sealed = f"Sealed over {len(game.events)} events: {event.seal.hex()}"
                yield Passage("seal", sealed)
        else:
            (step,) = [
                candidate for candidate in game.steps if candidate.event is event
            ]
            yield from _chapter(game, step, called, full=full)


def _chapter(
    game: Game, step: Step, called: Callable[[SeatTaken], str], *, full: bool
) -> Iterator[Passage]:
    chapter = step.ahead.chapter
    heading = f"Chapter {chapter.number}, session {chapter.session}: {chapter.name}"
    if step.conflict is None:
        skipped = f"{heading}, skipped: {why_skipped(step)}"
        yield Passage("chapter", skipped, ("FR-CHAPTER",))
        return
    yield Passage("chapter", heading)
    for name, record in bringing_lines(game, step):
        comes = f"{name} comes with {carrying_in_words(game.campaign, record)}"
        yield Passage("player", comes, ("FR-CARRIED",))
    for name, record in missing_lines(step):
        gone = f"{name} takes part no more: {record['out']}"
        yield Passage("player", gone, ("FR-CARRIED",))
    loaded = step.conflict.loaded
    passages = tale(loaded.system, loaded.scenario, step.conflict.events, called)
    yield from passages if full else brief(passages)


def carrying_in_words(campaign: Campaign, record: Description) -> str:
    """Return what one carries, as a phrase."""
    return "; ".join(carried_words(campaign, record).values()) or "nothing"


def carried_words(campaign: Campaign, record: Description) -> Mapping[str, str]:
    """Return what one carries in words, by what it is; bare if a system has none."""
    if not record:
        return {}
    carries = campaign.carrying.carries
    if carries is not None:
        return carries(record)
    return {
        name: f"{spelt(name)} {format_value(item)}" for name, item in record.items()
    }


def bringing_lines(game: Game, step: Step) -> Iterator[tuple[str, Description]]:
    """Yield what those who were in a chapter before bring into that of *step*."""
    assert isinstance(step.ahead, Entering)
    campaign = game.campaign
    first = campaign.system.initial(step.ahead.loaded.scenario)
    records = campaign.carrying.carried(first)
    for name, record in records.items():
        if name in step.course.records:
            yield name, record


def missing_lines(step: Step) -> Iterator[tuple[str, Description]]:
    """Yield those who are in the file of a played chapter, but were not in it."""
    assert isinstance(step.ahead, Entering)
    present = {seat.name for seat in step.ahead.seats}
    for seat in step.ahead.chapter.seats:
        record = step.course.records.get(seat.name)
        if record is not None and seat.name not in present:
            yield seat.name, record


def entering_lines(game: Game, course: Course) -> Iterator[tuple[str, Description]]:
    """Yield who carries what into the next chapter."""
    for name in game.campaign.names:
        if name in course.records:
            yield name, course.records[name]


def why_skipped(step: Step) -> str:
    """Return in words why the chapter of *step* was skipped."""
    assert isinstance(step.ahead, Skipping)
    when = step.ahead.chapter.when
    number = 0 if when is None else when.chapter
    return SKIPPED[step.ahead.reason].format(number=number)


def campaign_objects(game: Game) -> Iterator[Mapping[str, Any]]:
    """Yield one object an event: the campaign's own, and each chapter's behind it."""
    for number, event in enumerate(game.events, 1):
        words: dict[str, Any] = {"conflict": game.stream_id, "event": number}
        words |= described(event)
        for step in game.steps:
            if step.event is event:
                words["carried"] = dict(entering_lines(game, step.course))
        yield words
        if isinstance(event, ChapterPlayed):
            conflict = game.chapter(event.chapter)
            loaded = conflict.loaded
            for inner in event_objects(loaded.system, loaded.scenario, conflict.events):
                yield {"conflict": conflict.stream_id, **inner}


def described(event: Any) -> dict[str, Any]:  # noqa: ANN401 - one of the campaign's
    """Return an event of a campaign's stream ready for JSON."""
    words: dict[str, Any] = {"does": type(event).__name__}
    for name in event.__struct_fields__:
        item = getattr(event, name)
        words[name] = item.hex() if isinstance(item, bytes) else item
    return words
