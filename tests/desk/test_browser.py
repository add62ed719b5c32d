"""The desk in a real browser: its policy lets its own pages work, and nothing else."""

import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from sim.desk.app import create_app
from tests.pages.parsed import Page
from tests.pages.test_browser import BROWSER

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium to look at the desk with"),
]


@pytest.fixture
def address(store: Path) -> Iterator[str]:
    """Return the address of a desk that a browser can reach."""
    app = create_app(str(store), workers=0)
    config = uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(20)


def seen(address: str, profile: Path) -> Page:
    """Return a page as it is after its scripts ran; nothing may be said of errors."""
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--enable-logging=stderr", "--virtual-time-budget=3000"]
    command += ["--disable-background-networking", "--disable-sync", "--no-first-run"]
    command += ["--disable-component-update", f"--user-data-dir={profile}"]
    done = subprocess.run(
        [*command, address], capture_output=True, text=True, check=True, timeout=120
    )
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert not said
    return Page(done.stdout)


def test_pages_work_under_the_policy_of_the_desk(address: str, tmp_path: Path) -> None:
    """Tables sort, the slider is there, styles are loaded, and no error is told."""
    front = seen(f"{address}/", tmp_path / "one")
    assert [one for one in front.all("button") if one.text.startswith("run")]
    run = next(
        one.attrs["href"]
        for one in reversed(front.all("a"))
        if "/runs/" in one.attrs["href"]
    )
    story = seen(f"{address}{run.replace('runs', 'conflicts')}-1#e5", tmp_path / "two")
    (bar,) = [one for one in story.all("div") if one.attrs.get("class") == "scrub"]
    assert "hidden" not in bar.attrs
    assert "event 5 of" in story.at("moment").text
    begin = seen(f"{address}/play?scenario=stuck_door", tmp_path / "three")
    assert [one.text.strip() for one in begin.all("button")][-1] == "Begin"
