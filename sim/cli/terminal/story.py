"""Print a story: as text, in colour on a terminal, or as Markdown."""

import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from sim.cli.terminal.markdown import marked
from sim.cli.terminal.output import put
from sim.narration.story import written
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
_RULES: dict[str, Any] = {"fg": "bright_black"}


def put_tale(passages: Iterable[Passage], *, rules: bool, markdown: bool) -> None:
    """Print *passages*, with the IDs of their *rules* or without."""
    if markdown:
        for line in marked(passages, rules=rules):
            put(line)
        return
    plain = bool(os.environ.get("NO_COLOR"))
    for one in passages:
        *gap, line = written([one], rules=False)
        styled = click.style(visible(line), **_STYLES.get(one.kind, {}))
        if rules and one.rules:
            styled += click.style(f" [{' '.join(one.rules)}]", **_RULES)
        for text in (*gap, styled):
            click.echo(text, file=sys.stdout, color=False if plain else None)
