"""Print a story: as text, in colour on a terminal, or as Markdown."""

import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from sim.cli.terminal.markdown import marked
from sim.cli.terminal.output import put_plain, wrapped
from sim.narration.story import text_lines
from sim.narration.tale import Passage
from sim.reading.visible import visible

_STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "chapter": {"fg": "cyan", "bold": True},
    "player": {"dim": True},
    "round": {"fg": "cyan", "bold": True},
    "standing": {"dim": True},
    "ending": {"bold": True},
    "seal": {"dim": True},
}
_MARK = "\N{NO-BREAK SPACE}"
_RULES: dict[str, Any] = {"fg": "bright_black"}


def put_tale(passages: Iterable[Passage], *, rules: bool, markdown: bool) -> None:
    """Print *passages*, with the IDs of their *rules* or without."""
    if markdown:
        for line in marked(passages, rules=rules):
            put_plain(line)
        return
    plain = bool(os.environ.get("NO_COLOR"))
    for passage in passages:
        *gap, line = text_lines([passage], rules=False)
        text = visible(line)
        cited = f" [{' '.join(passage.rules)}]" if rules and passage.rules else ""
        if passage.kind != "drawn":
            text, cited = _wrapped(text, cited)
        styled = click.style(text, **_STYLES.get(passage.kind, {}))
        if cited:
            styled += click.style(cited, **_RULES)
        for part in (*gap, styled):
            click.echo(part, file=sys.stdout, color=False if plain else None)


def _wrapped(text: str, cited: str) -> tuple[str, str]:
    """Break *text* and what is *cited* behind it between words, on a terminal only."""
    # A no-break space marks the place where the citation begins.
    broken = wrapped(text + cited.replace(" ", _MARK, 1))
    if not cited:
        return broken, ""
    text, _, cited = broken.rpartition(_MARK)
    return text, f" {cited}"
