"""The site: every command and every block of its pages works as it stands.

A page is followed from the top in an empty folder: `sh` blocks are run, blocks with a
caption are written to the file of that name (or added to it, if "(continued)" stands
there), `python` blocks without one are run, and
a `text` block is what the block before it printed, `...` standing for what is left out.
`python -m tests.test_docs --write` prints those blocks anew.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if "{include}" not in page.read_text("utf-8")
)
GAP = "..."


UNHURRIED = """
import sys, time

if "--seconds" not in sys.orig_argv:
    real = time.monotonic
    time.monotonic = lambda: real() / 10
"""
"""What every Python does first: a page shows what is worked out in the time that there
is if none is asked for, and on a busy machine nothing may be missing of it.
"""


def fences(page: Path) -> Iterator[Token]:
    """Yield the fenced blocks of *page*."""
    for token in MarkdownIt().parse(page.read_text("utf-8")):
        if token.type == "fence":
            yield token


def run_block(token: Token, folder: Path) -> str:
    """Do what a block says in *folder*; return what it printed."""
    kind = token.info.split()[0] if token.info else ""
    if kind == "{code-block}":
        caption, more, body = re.fullmatch(
            r":caption: (\S+)( \(continued\))?\n\n(.*)", token.content, re.DOTALL
        ).groups()  # type: ignore[union-attr] # a block without one fails the test
        with (folder / caption).open("a" if more else "w", encoding="utf-8") as file:
            file.write(body)
        return ""
    if kind == "python":
        return run([sys.executable, "-c", token.content], folder)
    if kind == "sh":
        # A finding is status 1, and what a page may want to show.
        script = f"set -uo pipefail\n{token.content}\n[ $? -le 1 ]"
        return run(["bash", "-c", script], folder)
    return ""


def run(command: list[str], folder: Path) -> str:
    """Run *command* as a reader of the page would, in *folder*."""
    bin_ = folder / ".bin"
    bin_.mkdir(exist_ok=True)
    (bin_ / "sitecustomize.py").write_text(UNHURRIED, "utf-8")
    python = shlex.quote(sys.executable)
    site = folder / ".site"
    offline = "--quiet --no-deps --no-index --no-build-isolation --upgrade"
    for name, program in (
        ("python", f'{python} "$@"'),
        ("fracas", f'{python} -m sim.cli "$@"'),
        # What is in the folder is installed, whatever the page says, into a place of
        # its own and from nowhere else.
        ("pip", f"{python} -m pip install {offline} --target {site} ."),
    ):
        shim = bin_ / name
        shim.write_text(f"#!/bin/sh\nexec {program}\n", "utf-8")
        shim.chmod(0o755)
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PATH": f"{bin_}:{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(map(str, (bin_, ROOT, site))),
            "PYTEST_PLUGINS": "fracas._pytest",
            "COLUMNS": "100",
        },
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def shortened(printed: str, shown: str) -> str:
    """Return as many lines of *printed* as *shown* has, before its gap and after."""
    lines = printed.rstrip().splitlines()
    before, gap, after = shown.partition(f"{GAP}\n")
    if not gap:
        return "\n".join(lines) + "\n"
    last = after.count("\n")
    kept = [*lines[: before.count("\n")], GAP, *lines[len(lines) - last :]]
    return "\n".join(line.rstrip() for line in kept) + "\n"


def follow(page: Path, folder: Path) -> Iterator[tuple[Token, str]]:
    """Follow *page* from the top; yield each `text` block and what it should be."""
    printed = ""
    for token in fences(page):
        if token.info == "text":
            yield token, shortened(printed, token.content)
        else:
            printed = run_block(token, folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(DOCS).with_suffix(""))
)
def test_a_page_can_be_followed(page: Path, tmp_path: Path) -> None:
    """Every page prints what it shows."""
    for shown, printed in follow(page, tmp_path):
        assert shown.content == printed


def test_every_page_is_found() -> None:
    """Every role has a tutorial."""
    names = {page.stem for page in PAGES if page.parent.name == "tutorials"}
    assert names == {"designer", "referee", "agents", "analysis", "rules"}


@pytest.mark.parametrize(
    "page", [*PAGES, *DOCS.rglob("*.ipynb")], ids=lambda page: page.stem
)
def test_nothing_that_a_user_needs_is_imported_as_sim(page: Path) -> None:
    """Pages import from `fracas` only."""
    inside = re.compile(r"\b(?:from|import) sim\b(?!\.cli\b)|autoclass:: sim\.")
    assert inside.findall(page.read_text("utf-8")) == []


def write() -> None:
    """Print the `text` blocks of every page anew."""
    for page in PAGES:
        lines = page.read_text("utf-8").splitlines(keepends=True)
        with TemporaryDirectory() as folder:
            blocks = list(follow(page, Path(folder)))
        for token, printed in reversed(blocks):  # from below, so that lines stay put
            first, last = token.map or (0, 0)
            lines[first + 1 : last - 1] = [printed]
        page.write_text("".join(lines), "utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
