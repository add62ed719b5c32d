"""The page of one game of a campaign: its chapters, one after the other, in brief."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from sim.campaign.recorded import Game
from sim.campaign.story import RETURNS, campaign_tale
from sim.casting.roster import spec_of
from sim.narration.tale import Passage
from sim.pages.command import Command
from sim.pages.render import render


class ChapterTold(Struct, frozen=True):
    """A section of the page: its heading, its lines, and the *line* for its own page.

    *line* is "" for a chapter that was skipped.
    """

    key: str
    head: str
    told: tuple[Passage, ...]
    line: str = ""


def game_page(game: Game, store: str, commands: Sequence[Command] = ()) -> str:
    """Return the page of *game*, with the command for each chapter of *store*.

    A chapter's own page tells it event by event, with everybody's status.
    """
    opening, *parts = _parts(campaign_tale(game, full=False, called=spec_of))
    return render(
        "game_story.html",
        title=game.campaign.title,
        system=game.campaign.system.title,
        game=game.stream_id,
        about=game.campaign.about.strip(),
        players=[passage.text for passage in opening if passage.kind == "player"],
        chapters=list(_chapters(game, store, parts)),
        ended=_returns(parts),
        commands=commands,
    )


def _parts(passages: Iterator[Passage]) -> Iterator[list[Passage]]:
    """Yield what comes before the first chapter, each chapter, and the returns."""
    number = 0

    def of(passage: Passage) -> int:
        nonlocal number
        number += passage.kind == "chapter" or passage.text == RETURNS
        return number

    for _, part in groupby(passages, of):
        yield list(part)


def _chapters(
    game: Game, store: str, parts: Sequence[Sequence[Passage]]
) -> Iterator[ChapterTold]:
    for step, (head, *passages) in zip(game.steps, parts, strict=False):
        number = step.event.chapter
        name = f"{game.stream_id}.{number}"
        line = shlex.join(["fracas", "replay", store, name, "--html", "chapter.html"])
        played = step.conflict is not None
        yield ChapterTold(
            f"c{number}", head.text, tuple(passages), line if played else ""
        )


def _returns(parts: Sequence[Sequence[Passage]]) -> list[str]:
    """Return what everybody got, a line each; [] for a game that stops early."""
    return [
        passage.text
        for part in parts
        for passage in part[1:]
        if part[0].text == RETURNS
    ]
