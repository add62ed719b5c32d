"""A story as Markdown: one title, under it chapters, under those rounds.

No level of headings is skipped, so that other tools can convert it, and names from
files are escaped.
"""

import re
from collections.abc import Iterable, Iterator

from sim.narration.tale import Passage

_BEFORE = {"player": "- ", "told": "- ", "standing": "  - "}
_MARKED = re.compile(r"([\\`*_\[\]<>#|])")
_PLAIN = {"about", "seal", "stop"}


class _Document:
    """The position in the document: which headings and lists are open."""

    def __init__(self) -> None:
        self._name = ""
        self._titled = False
        self._level = 2
        self._headed = False
        self._drawn = False

    def lines(self, passage: Passage, cited: str) -> Iterator[str]:
        """Yield the lines of a passage; *cited* are its rules."""
        if self._drawn and passage.kind != "drawn":
            yield "```"
        drawn, self._drawn = self._drawn, passage.kind == "drawn"
        if passage.kind == "drawn":
            yield from () if drawn else ("```text",)
            yield passage.text.replace("```", "'''")
            return
        text = _MARKED.sub(r"\\\1", passage.text)
        match passage.kind:
            case "name":
                self._name = text
            case "title":
                yield from self._title(text)
            case "chapter":
                yield from self._heading(2, text + cited)
                self._headed = False
                self._level = 2
            case "round":
                yield from self._heading(self._level, text + cited)
            case "ending":
                yield from self._ending(text, cited)
            case _:
                if passage.kind in {"told", "standing"} and not self._headed:
                    yield from self._heading(self._level, "Opening")
                yield from ("",) if passage.kind in _PLAIN else ()
                yield _BEFORE.get(passage.kind, "") + text + cited
                yield from ("",) if passage.kind in _PLAIN else ()

    def end(self) -> Iterator[str]:
        """Yield the lines that close the document."""
        if self._drawn:
            yield "```"

    def _heading(self, level: int, text: str) -> tuple[str, ...]:
        self._headed = True
        return "", f"{'#' * level} {text}", ""

    def _title(self, text: str) -> Iterator[str]:
        """Yield the title of the document, or the subtitle of a chapter."""
        if self._titled:
            self._level = 3
            yield from ("", f"**{text}**", "")
            return
        self._titled = True
        yield from self._heading(1, text)
        self._headed = False
        if self._name:
            yield from (f"*{self._name}*", "")

    def _ending(self, text: str, cited: str) -> Iterator[str]:
        """Yield the ending, or the heading of a campaign's result."""
        if text.endswith(":"):
            yield from self._heading(2, text.rstrip(":") + cited)
            return
        yield from self._heading(self._level, "Ending")
        yield from (text + cited, "")
        self._level = 2


def marked(passages: Iterable[Passage], *, rules: bool) -> Iterator[str]:
    """Yield *passages* as lines of Markdown, never two empty ones in a row."""
    before = ""
    for line in _all(passages, rules=rules):
        if line or before:
            yield line
        before = line


def _all(passages: Iterable[Passage], *, rules: bool) -> Iterator[str]:
    document = _Document()
    for passage in passages:
        cited = f" ({', '.join(passage.rules)})" if rules and passage.rules else ""
        yield from document.lines(passage, cited)
    yield from document.end()
