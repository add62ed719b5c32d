"""How a story is printed: as text, in colour on a terminal, or as Markdown."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

import click

from sim.cli.speak import clean, put
from sim.narration.story import written
from sim.narration.tale import Passage

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
_BEFORE = {
    "title": "# ",
    "chapter": "# ",
    "player": "- ",
    "round": "## ",
    "told": "- ",
    "standing": "  - ",
}
_MARKED = re.compile(r"([\\`*_\[\]<>#|])")


def put_tale(passages: Iterable[Passage], *, rules: bool, markdown: bool) -> None:
    """Print *passages*, with the IDs of their *rules* or without."""
    if markdown:
        before = ""
        for line in _marked(passages, rules=rules):
            if line or before:
                put(line)
            before = line
        return
    plain = bool(os.environ.get("NO_COLOR"))
    for one in passages:
        *gap, line = written([one], rules=False)
        styled = click.style(clean(line), **_STYLES.get(one.kind, {}))
        if rules and one.rules:
            styled += click.style(f" [{' '.join(one.rules)}]", **_RULES)
        for text in (*gap, styled):
            click.echo(text, color=False if plain else None)


def _marked(passages: Iterable[Passage], *, rules: bool) -> Iterator[str]:
    """Yield *passages* as lines of Markdown."""
    drawn = False
    for one in passages:
        if drawn and one.kind != "drawn":
            yield "```"
        if one.kind == "drawn":
            if not drawn:
                yield "```text"
            yield one.text.replace("```", "'''")
        else:
            cited = f" ({', '.join(one.rules)})" if rules and one.rules else ""
            if one.kind in {"chapter", "round", "about", "ending", "seal", "stop"}:
                yield ""
            yield _BEFORE.get(one.kind, "") + _MARKED.sub(r"\\\1", one.text) + cited
            if one.kind in {"name", "title", "chapter", "about", "round", "ending"}:
                yield ""
        drawn = one.kind == "drawn"
    if drawn:
        yield "```"
