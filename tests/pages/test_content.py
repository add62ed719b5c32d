"""Golden pages, by content: what a reader sees of a run and of a conflict, in order.

Headings, sentences, rows of tables, and where links lead; no markup, style or script,
so that a page may look otherwise and say the same. When what they say has changed on
purpose, write them anew with

    python -m tests.pages.test_content --write

and read what changed before keeping it.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.cli.main import main
from tests.pages.parsed import Element, Page, sound

GOLDEN = Path(__file__).parent / "golden"
_HEADS = {f"h{depth}": depth for depth in range(1, 7)}
_BLOCKS = {*_HEADS, "p", "li", "dt", "dd", "caption", "figcaption", "tr", "summary"}
_OTHER = re.compile(r"\b[0-9a-f]{64}\b|(?<=Fracas )\d+\.\d+\.\d+(?=\.)")
"""What changes with every release: digests and the version."""


def content(text: str) -> str:
    """Return what the page *text* says, a line for each block."""
    page = sound(text)
    lines = [line for block in _blocks(page) if (line := _line(block, page))]
    return _OTHER.sub("...", "\n".join(lines)) + "\n"


def _blocks(page: Page) -> Iterator[Element]:
    """Yield the blocks that have no block within them, but for rows of a table."""
    for at, element in enumerate(page.elements):
        if element.tag not in _BLOCKS:
            continue
        inside = _within(page, at)
        if element.tag == "tr" or not any(each.tag in _BLOCKS for each in inside):
            yield element


def _within(page: Page, at: int) -> Iterator[Element]:
    depth = len(page.elements[at].path)
    for each in page.elements[at + 1 :]:
        if len(each.path) <= depth:
            return
        yield each


def _line(element: Element, page: Page) -> str:
    inside = list(_within(page, page.elements.index(element)))
    if element.tag == "tr":
        cells = [each for each in inside if each.tag in {"td", "th"}]
        return " | ".join(_said(each) for each in cells)
    links = [each.attrs["href"] for each in inside if each.tag == "a"]
    leads = f" -> {', '.join(links)}" if links else ""
    mark = f"{'#' * _HEADS[element.tag]} " if element.tag in _HEADS else ""
    return f"{mark}{_said(element)}{leads}" if _said(element) else ""


def _said(element: Element) -> str:
    return " ".join(element.text.split())


def pages(folder: Path) -> dict[str, str]:
    """Return the pages of a run and of one of its conflicts."""
    store = folder / "door.db"
    asked = {
        "run": ["run", "stuck_door", "--games", "20", "--seed", "golden", "--store"],
        "conflict": ["replay"],
    }
    for name, words in asked.items():
        more = [str(store), *["1"] * (name == "conflict")]
        with redirect_stdout(StringIO()):
            page = str(folder / f"{name}.html")
            assert main([*words, *more, "--html", page]) == 0
    return {
        name: content((folder / f"{name}.html").read_text("utf-8")) for name in asked
    }


def test_pages_say_what_they_said(tmp_path: Path) -> None:
    """Pages have the headings, sentences, tables and links that are kept."""
    for name, said in pages(tmp_path).items():
        assert said == (GOLDEN / f"{name}.txt").read_text("utf-8"), name


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    with TemporaryDirectory() as temporary:
        for called, written in pages(Path(temporary)).items():
            (GOLDEN / f"{called}.txt").write_text(written, "utf-8")
