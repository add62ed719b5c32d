"""One browser for all tests of pages, which notes what a page requests and logs."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), "")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"),
    *("--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
NEEDED = ("playwright", "axe_playwright_python")
PATIENCE = 240_000
"""How many milliseconds whatever is waited for may take on a busy machine."""
MISSING = [module for module in NEEDED if find_spec(module) is None]
needs_browser = pytest.mark.skipif(
    not PROGRAM or bool(MISSING),
    reason="no Chromium to look at a page with, or no playwright to drive it",
)


class Opened:
    """A page in the browser, with what it *asked* for and *said* on the console."""

    def __init__(self, page: Any) -> None:  # noqa: ANN401 - playwright's own
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.asked: list[str] = []
        self.said: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", self._refuse)

    def _refuse(self, dialog: Any) -> None:  # noqa: ANN401 - playwright's own
        self.said.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def show(self, path: Path, text: str, at: str = "") -> "Opened":
        """Write *text* into the file *path* and open it, at an address within it."""
        path.write_text(text, "utf-8")
        self.page.goto(path.as_uri() + at)
        return self

    def quiet(self, path: Path) -> bool:
        """Whether nothing but the file was asked for, and nothing was said."""
        own = {address.partition("#")[0] for address in self.asked}
        return own <= {path.as_uri()} and not self.said

    def violations(self, *rules: str) -> list[str]:
        """Return what axe-core finds in it, by all its rules or by these."""
        axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
        self.page.evaluate(axe)
        checked = self.page.evaluate(
            "rules => axe.run(document, {resultTypes: ['violations'],"
            " ...(rules.length ? {runOnly: rules} : {})})",
            list(rules),
        )
        return [
            f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
            for violation in checked["violations"]
        ]


@contextmanager
def launched() -> Iterator[Any]:
    """Yield the browser; everything of it ends with the block."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    with sync_playwright() as tool:
        browser = tool.chromium.launch(
            executable_path=PROGRAM, args=list(FLAGS), timeout=PATIENCE
        )
        try:
            yield browser
        finally:
            browser.close()
