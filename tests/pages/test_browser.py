"""A page in a real browser: its script runs under its policy, and says where it is."""

import shutil
import subprocess
from pathlib import Path

import pytest

from sim.pages.conflict import conflict_page
from tests.pages.noon import noon
from tests.pages.parsed import Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), "")


@pytest.mark.slow
@pytest.mark.skipif(not BROWSER, reason="no Chromium to look at a page with")
def test_an_address_opens_a_page_at_its_event(tmp_path: Path) -> None:
    """The slider is there, the event is marked, and everybody stands as at it."""
    path = tmp_path / "page.html"
    path.write_text(conflict_page(noon()), "utf-8")
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run(
        [*command, f"{path.as_uri()}#e5"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    page = Page(done.stdout)
    (bar,) = [one for one in page.all("div") if one.attrs.get("class") == "scrub"]
    assert "hidden" not in bar.attrs
    assert "on" in page.at("e5").attrs["class"].split()
    assert "event 5 of 19" in page.at("moment").text
    for one in page.elements:
        if "data-from" in one.attrs:
            here = int(one.attrs["data-from"]) <= 5 <= int(one.attrs["data-to"])
            assert here == ("hidden" not in one.attrs)
