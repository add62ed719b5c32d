"""The desk in a browser: by the keyboard alone, accessible, with nothing foreign."""

import re
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import uvicorn

from sim.desk.app import create_app
from sim.desk.jobs import Job
from sim.desk.weighing import analysis_page, contest_page
from sim.store.store import Store
from tests.pages.browser import Opened, launched, needs_browser

pytestmark = [pytest.mark.slow, needs_browser]
TELEPHONE = {"width": 390, "height": 844}
DESK = {"width": 1200, "height": 850}
MOST_TABS = 60
MOST_OPTIONS = 200
PATIENT = 600.0
"""As many seconds as any page takes on any machine: none is told to be under way."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all these tests."""
    with launched() as browser_:
        yield browser_


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:  # noqa: ANN401 - playwright's own
    """A page under the policy of the desk, on a telephone in the dark."""
    context = browser.new_context(viewport=TELEPHONE, color_scheme="dark")
    yield Opened(context.new_page())
    context.close()


@pytest.fixture
def address(store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a desk that a browser can reach.

    It answers with what was asked for, and not with a page that looks again by itself:
    such a page would leave in the middle of what is done with it.
    """
    monkeypatch.setattr("sim.desk.desk._MOMENT", PATIENT)
    monkeypatch.setattr("sim.desk.desk._QUICK_SECONDS", PATIENT)
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


def shown(opened: Opened, address: str) -> Any:  # noqa: ANN401 - playwright's own
    """Open a page and return it."""
    page = opened.page
    page.goto(address)
    return page


def noise(opened: Opened, address: str) -> list[str]:
    """Return what was said of errors, and what was asked of others than the desk."""
    return opened.said + [
        request for request in opened.asked if not request.startswith(address)
    ]


def links(opened: Opened, address: str, kind: str) -> list[str]:
    """Return where the links of the first page lead, of one kind."""
    page = shown(opened, f"{address}/")
    anchors = page.locator(f"a[href^='/{kind}/']")
    return [
        str(link) for link in anchors.evaluate_all("all => all.map(one => one.href)")
    ]


def enter(page: Any) -> None:  # noqa: ANN401 - playwright's own
    """Press Enter where that leads to another page, and wait until its field has focus.

    A key pressed before that would take the focus elsewhere, and Chromium says so.
    """
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_function(
        "!document.querySelector('[autofocus]')"
        " || document.activeElement !== document.body"
    )


def follow(page: Any, link: Any) -> None:  # noqa: ANN401 - playwright's own
    """Click on what leads to another page, and wait until that is there."""
    with page.expect_navigation():
        link.click()


def pick(page: Any, words: str) -> None:  # noqa: ANN401 - playwright's own
    """Press the arrow until the list that has the focus shows these words.

    Letters would choose as well, but only those that are typed within a second.
    """
    for _ in range(MOST_OPTIONS):
        if words in page.evaluate("document.activeElement.selectedOptions[0].text"):
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(words)


def type_in(page: Any, words: str) -> None:  # noqa: ANN401 - playwright's own
    """Type into the field of a page; it gets the focus only after the page is there."""
    page.wait_for_function("document.activeElement.matches('input, textarea')")
    page.keyboard.type(words)


def to_focus(page: Any, words: str) -> None:  # noqa: ANN401 - playwright's own
    """Press Tab until what holds these words has the focus."""
    for _ in range(MOST_TABS):
        held = page.evaluate(
            "(one => one === document.body ? ''"
            " : one.labels?.length ? one.labels[0].innerText : one.innerText)"
            "(document.activeElement)"
        )
        if words in held:
            return
        page.keyboard.press("Tab")
    raise AssertionError(words)


def test_pages_work_under_the_policy_of_the_desk(opened: Opened, address: str) -> None:
    """Under the desk's policy tables sort, the slider works and nothing fails."""
    run = links(opened, address, "runs")[-1]
    page = opened.page
    head = page.locator("th", has_text="seed")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert page.evaluate("getComputedStyle(document.querySelector('.last')).display")
    page = shown(opened, f"{run.replace('runs', 'conflicts')}-1#e5")
    assert page.locator(".scrub").is_visible()
    assert "event 5 of" in page.locator("#moment").inner_text()
    assert noise(opened, address) == []


def test_every_kind_of_page_is_for_everybody(opened: Opened, address: str) -> None:
    """Every kind of page passes the checks of accessibility, and nothing is cut off."""
    (cup,) = links(opened, address, "tournaments")
    gates, _race, door = links(opened, address, "runs")
    story = f"{door.replace('runs', 'conflicts')}-1"
    pages = [f"{address}/", door, f"{door}/result", f"{door}/audit", cup, gates]
    pages += [f"{door}?by=events&order=highest#found"]
    pages += [story, f"{story}/analysis", f"{story}/audit"]
    pages += [f"{gates.replace('runs', 'conflicts')}-1"]
    pages += [f"{address}/{what}?scenario=stuck_door" for what in ("play", "judge")]
    for where in pages:
        check(opened, shown(opened, where))
    for what in ("play", "judge"):
        page = shown(opened, f"{address}/{what}?scenario=stuck_door")
        follow(page, page.get_by_role("button", name="Begin"))
        check(opened, page)
    assert noise(opened, address) == []


def test_a_page_under_way_is_loaded_once_it_is_there(
    opened: Opened, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is being computed stays as it is until the result takes its place."""
    looked_at = threading.Event()

    def analysis(store: Store, job: Job) -> str:
        looked_at.wait()
        return analysis_page(store, job)

    monkeypatch.setattr("sim.desk.desk._MOMENT", 0.0)
    monkeypatch.setitem(resolve_name("sim.desk.work:_OF_STORE"), "analysis", analysis)
    door = links(opened, address, "runs")[-1]
    page = opened.page
    try:
        page.goto(f"{door.replace('runs', 'conflicts')}-1/analysis")
        assert page.title() == "Under way"
        assert opened.violations() == []
    finally:
        looked_at.set()
    page.get_by_role("heading", name="The account").wait_for()
    assert noise(opened, address) == []


def test_conflicts_are_looked_for_by_the_keyboard_alone(
    opened: Opened, address: str
) -> None:
    """Conflicts are found by the keyboard alone, and the form keeps what was asked."""
    door = links(opened, address, "runs")[-1]
    page = shown(opened, door)
    to_focus(page, "In the order of")
    pick(page, "events")
    to_focus(page, "at least")
    page.keyboard.type("1")
    to_focus(page, "Ended")
    pick(page, "success")
    to_focus(page, "Look")
    enter(page)
    assert (
        "are like that, in the order of events"
        in page.get_by_role("status").inner_text()
    )
    assert page.locator("select[name=how]").input_value() == "success"
    page.wait_for_function(
        "Math.abs(document.querySelector('#found').getBoundingClientRect().top)"
        f" < {TELEPHONE['height'] / 2}"
    )
    cells = page.locator("#found ~ .scroll tbody td:nth-child(2)")
    assert {*cells.all_inner_texts()} == {"success"}
    follow(page, page.get_by_role("link", name="After"))
    assert page.locator("select[name=by]").input_value() == "events"
    check(opened, page)
    assert noise(opened, address) == []


def check(opened: Opened, page: Any) -> None:  # noqa: ANN401 - playwright's own
    """Look at a page on a telephone in the dark, and on a screen in the light."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= TELEPHONE["width"], page.url
    assert opened.violations() == [], page.url
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    assert opened.violations("color-contrast") == [], page.url
    page.set_viewport_size(TELEPHONE)
    page.emulate_media(color_scheme="dark")


def test_a_conflict_is_played_by_the_keyboard_alone(
    opened: Opened, address: str
) -> None:
    """A conflict is played to its end by the keyboard alone."""
    page = shown(opened, f"{address}/")
    to_focus(page, "Play")
    enter(page)
    to_focus(page, "Scenario")
    pick(page, "The stuck door")
    to_focus(page, "Take this one")
    enter(page)
    to_focus(page, "Wolf-Snarl")
    page.keyboard.press("ArrowDown")
    to_focus(page, "Begin")
    enter(page)
    page.get_by_text("You are Skala.").wait_for()
    first = page.locator("ol.tale").inner_text()
    to_focus(page, "1. ")
    enter(page)
    to_focus(page, "Take the last choice back")
    enter(page)
    assert page.locator("ol.tale").inner_text() == first
    for _ in range(10):
        if page.get_by_text("It ended:").count():
            break
        to_focus(page, "1. ")
        enter(page)
    assert page.get_by_text("It ended:").count() == 1
    assert noise(opened, address) == []


def test_a_round_is_judged_by_the_keyboard_alone(opened: Opened, address: str) -> None:
    """A round is judged by the keyboard alone, and a wrong claim is told beside it."""
    page = shown(opened, f"{address}/judge?scenario=stuck_door")
    to_focus(page, "Begin")
    enter(page)
    assert not page.get_by_text("Take the last step back").count()
    page.keyboard.press("Enter")  # of nothing nothing is sent
    for words in ("1", "+ 0 -", "1"):
        type_in(page, words)
        enter(page)
    type_in(page, "Wolf-Snarl made it with 4")
    to_focus(page, "Is this right?")
    enter(page)
    said = page.get_by_role("status")
    assert "no: by the rules it is level 2" in said.inner_text()
    assert "no" in re.split(r"\s+", said.get_attribute("class"))
    field = page.get_by_role("textbox")
    assert field.evaluate("one => one === document.activeElement")
    assert field.get_attribute("aria-describedby") == said.get_attribute("id")
    type_in(page, "dances")
    enter(page)
    assert "is not open to Skala now" in page.get_by_role("alert").inner_text()
    to_focus(page, "Take the last step back")
    enter(page)
    assert "is withdrawn" in said.inner_text()
    assert opened.violations() == []
    assert not [line for line in opened.said if "422" not in line]


@pytest.fixture
def grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tournament of the store grow by a look whenever somebody looks."""
    marks, looks = count(), count(1)

    def mark(*given: object) -> str:
        del given
        return str(next(marks))

    def page(store: Store, job: Job) -> str:
        text = contest_page(store, job)
        text = text.replace('class="by">', f'class="by">look {next(looks)}: ', 1)
        grown = f'data-grown="/tournaments/{job.name}/grown"'
        text = text.replace('<main id="main"', f'<main id="main" {grown}', 1)
        return text.replace("</body>", '<script src="/desk.js"></script></body>')

    kinds = resolve_name("sim.desk.work:_OF_STORE")
    monkeypatch.setitem(kinds, "mark", mark)
    monkeypatch.setitem(kinds, "contest", page)
    monkeypatch.setattr("sim.desk.views._LOOK_SECONDS", 0.3)


@pytest.mark.usefixtures("grows")
def test_a_page_follows_what_grows(opened: Opened, address: str) -> None:
    """A page of a tournament that grows updates, and its tables still sort."""
    (cup,) = links(opened, address, "tournaments")
    page = shown(opened, cup)
    # Any later look will do: each may be gone before it is looked for.
    page.locator("header", has_text=re.compile(r"look (?:[3-9]|\d\d)")).wait_for()
    head = page.locator("#standings ~ .scroll th").first
    assert head.locator("button").count() == 1
    assert noise(opened, address) == []
