"""Explain: the causes of an event of a campaign's own stream."""

from collections.abc import Iterator

from sim.campaign.course import Entering
from sim.campaign.events import CampaignCompleted, ChapterPlayed
from sim.campaign.recorded import Game, Step
from sim.campaign.story import carried_words, described, why_skipped
from sim.conflict.phrases import kind_in_words
from sim.conflict.play import ENGINE_RULES
from sim.conflict.stream import spelt
from sim.errors import StreamError
from sim.narration.explanation import Change, Explanation, Source


class CarriedChange(Change, frozen=True):
    """A change that a chapter made to what somebody carries, in whole phrases."""

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.seat}: {self.after}"
        if self.after is None:
            return f"{self.seat}: no longer {self.before}"
        return f"{self.seat}: {self.after}; before that {self.before}"


def explain_campaign(game: Game, number: int) -> Explanation:
    """Explain event *number* (from 1) of the campaign's stream of *game*.

    Raises StreamError when there is no such event.
    """
    if not 1 <= number <= len(game.events):
        message = (
            f"the campaign has events 1 to {len(game.events)}, and no event {number}"
        )
        raise StreamError(message)
    event = game.events[number - 1]
    step = next(
        (candidate for candidate in game.steps if candidate.event is event), None
    )
    sentence, rules, changes = _sentence_with_rules(game, step)
    sources = [] if step is None else sorted(set(_sources(game, step)))
    if isinstance(event, CampaignCompleted):
        sentence = _over(game)
        sources, rules = list(range(2, number)), ["FR-CAMPAIGN"]
    return Explanation(
        number,
        "engine",
        described(event),
        sentence,
        {rule: ENGINE_RULES[rule] for rule in rules},
        None,
        tuple(
            Source(at, described(game.events[at - 1]), said=_sentence(game, at))
            for at in sources
        ),
        tuple(changes),
        _sentence(game, number),
    )


def _over(game: Game) -> str:
    return f"It is over: {game.course.path}"


def _sentence(game: Game, number: int) -> str:
    """Return event *number* as a sentence, or as the words of its kind."""
    event = game.events[number - 1]
    if isinstance(event, CampaignCompleted):
        return _over(game)
    step = next(
        (candidate for candidate in game.steps if candidate.event is event), None
    )
    sentence, _, _ = _sentence_with_rules(game, step)
    return sentence or kind_in_words(type(event).__name__)


def _sentence_with_rules(
    game: Game, step: Step | None
) -> tuple[str, list[str], list[Change]]:
    """Return the sentence about a chapter, with its rules and changes."""
    if step is None:
        return "", [], []
    chapter = step.ahead.chapter
    waits = "" if chapter.when is None else f", if {chapter.when.in_words()}"
    heading = f"Chapter {chapter.number}, {chapter.name}{waits}"
    if isinstance(step.event, ChapterPlayed):
        rules = ["FR-CARRIED"] + ["FR-CHAPTER"] * (chapter.when is not None)
        sentence = f"{heading}: played, and ended with {spelt(step.event.how)}"
        return sentence, rules, list(_changes(game, step))
    sentence = f"{heading}: skipped, for {why_skipped(step)}"
    return sentence, ["FR-CHAPTER"], []


def _sources(game: Game, step: Step) -> Iterator[int]:
    """Yield the events on which the chapter of *step* depends.

    They are the chapter of its condition, and the last chapter of each who enters it.
    """
    chapter = step.ahead.chapter
    if chapter.when is not None:
        yield 1 + chapter.when.chapter
    present = {seat.name for seat in chapter.seats}
    for name in game.campaign.names:
        last = [
            before.event.chapter
            for before in game.steps
            if isinstance(before.event, ChapterPlayed)
            and before.event.chapter < chapter.number
            and name in before.event.seats
        ]
        if name in present and last:
            yield 1 + last[-1]


def _changes(game: Game, step: Step) -> Iterator[Change]:
    """Yield the changes that the chapter made to what each carries."""
    place = game.steps.index(step) + 1
    after = game.steps[place].course if place < len(game.steps) else game.course
    assert isinstance(step.ahead, Entering)
    campaign = game.campaign
    first = campaign.system.initial(step.ahead.loaded.scenario)
    entered = campaign.carrying.carried(first)
    for name in entered:
        if name not in game.campaign.names:
            continue
        old = carried_words(campaign, entered[name])
        new = carried_words(campaign, after.records.get(name, {}))
        for what in {**old, **new}:
            if old.get(what) != new.get(what):
                yield CarriedChange(name, what, old.get(what), new.get(what))
