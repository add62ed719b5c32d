"""The chapters of one recorded game of a campaign, as tables and as JSON."""

from collections.abc import Iterator
from typing import Any

from sim.campaign.events import CampaignCompleted, ChapterPlayed
from sim.campaign.recorded import Game, Step
from sim.campaign.story import carrying_in_words, entering_lines, why_skipped
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_document, put_json_line
from sim.conflict.stream import numeral, spelt


def _chapter_words(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the result of each chapter of *game*, ready for JSON."""
    for place, step in enumerate(game.steps, 1):
        after = game.steps[place].course if place < len(game.steps) else game.course
        words: dict[str, Any] = {
            "chapter": step.event.chapter,
            "scenario": step.ahead.chapter.name,
            "session": step.ahead.chapter.session,
            "weight": step.ahead.chapter.weight,
        }
        yield (
            words | _result_words(step) | {"carried": dict(entering_lines(game, after))}
        )


def _result_words(step: Step) -> dict[str, Any]:
    event = step.event
    if not isinstance(event, ChapterPlayed):
        return {"conflict": None, "how": "skipped", "reason": why_skipped(step)}
    return {
        "conflict": event.stream,
        "how": event.how,
        "returns": dict(zip(event.seats, event.returns, strict=True)),
        "seal": event.seal.hex(),
    }


def show_game(game: Game, chapter: int, *, as_json: bool) -> None:
    """Print a summary of *game*, or of its *chapter* unless that is 0."""
    if chapter:
        game.chapter(chapter)
        (words,) = [
            entry for entry in _chapter_words(game) if entry["chapter"] == chapter
        ]
        if as_json:
            put_document(words)
            return
        put(f"{words['conflict']}: chapter {chapter}, {words['scenario']}")
        put(f"  ended: {spelt(words['how'])}")
        for name, amount in words["returns"].items():
            put(f"  {name} gets {numeral(amount)}")
        put(f"  seal {words['seal']}")
        return
    *_, last = game.events
    assert isinstance(last, CampaignCompleted)
    returns = dict(zip(game.campaign.names, last.returns, strict=True))
    if as_json:
        put_document(
            {
                "conflict": game.stream_id,
                "title": game.campaign.title,
                "returns": returns,
                "chapters": list(_chapter_words(game)),
                "seal": last.seal.hex(),
            }
        )
        return
    put(f"{game.stream_id}: {game.campaign.title} ({game.campaign.system.name})")
    put()
    _put_chapters(game)
    put()
    for name, amount in returns.items():
        standing = "" if game.course.stands(name) else ", can take part no more"
        carried = carrying_in_words(game.campaign, game.course.records.get(name, {}))
        put(f"  {name} gets {numeral(amount)}{standing}; carries {carried}")
    put(f"  seal {last.seal.hex()}")


def list_chapters(game: Game, *, as_json: bool) -> None:
    """List the chapters of *game*."""
    if not as_json:
        _put_chapters(game)
        return
    for words in _chapter_words(game):
        put_json_line(words)


def _put_chapters(game: Game) -> None:
    """Print the result of each chapter of one *game*."""
    names = game.campaign.names
    rows: list[tuple[str, ...]] = []
    for words in _chapter_words(game):
        got = words.get("returns", {})
        rows.append(
            (
                f"{words['chapter']}",
                words["conflict"] or "",
                words["scenario"],
                spelt(words["how"])
                + (f": {words['reason']}" if words["conflict"] is None else ""),
                *(numeral(got[name]) if name in got else "" for name in names),
            )
        )
    heads = ("chapter", "conflict", "scenario", "how it ended", *names)
    put_table(heads, rows, words=4)
