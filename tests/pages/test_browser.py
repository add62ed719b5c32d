"""Pages in a real browser: scripts, keys, access for all, and nothing from outside."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fracas
from sim.audit.finding import finding
from sim.pages.command import Command
from sim.pages.conflict import conflict_page
from sim.pages.judgement import Judgement, findings_page, judgement_page
from sim.pages.overall import overall_page
from sim.pages.tournament import tournament_page
from sim.tournament.result import result_of
from tests.analysis.records import record
from tests.pages.browser import Opened, launched, needs_browser
from tests.pages.noon import noon
from tests.pages.payloads import PAYLOADS
from tests.pages.test_conflict import spoilt
from tests.pages.test_results import report_called
from tests.tournament.cups import cup, played

pytestmark = [pytest.mark.slow, needs_browser]
TELEPHONE = {"width": 390, "height": 844}
PAPER = {"width": 720, "height": 1000}
DESK = {"width": 1200, "height": 850}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all these tests."""
    with launched() as browser_:
        yield browser_


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:  # noqa: ANN401 - playwright's own
    """A page of its own, with the policy that it has in the hands of a reader."""
    context = browser.new_context(viewport=DESK)
    yield Opened(context.new_page())
    context.close()


@pytest.fixture
def unguarded(browser: Any) -> Iterator[Opened]:  # noqa: ANN401 - playwright's own
    """A page without its policy, in which a missed escape would run; in the dark."""
    context = browser.new_context(
        viewport=TELEPHONE, color_scheme="dark", bypass_csp=True
    )
    yield Opened(context.new_page())
    context.close()


def test_a_conflict_moves_by_address_slider_buttons_and_keys(
    opened: Opened, tmp_path: Path
) -> None:
    """Address, slider, buttons and keys each move the conflict to an event."""
    path = tmp_path / "page.html"
    page = opened.show(path, conflict_page(noon()), "#e5").page
    assert _at(page) == 5
    page.keyboard.press("ArrowRight")
    later = _at(page)
    assert later > 5
    page.keyboard.press("ArrowLeft")
    assert _at(page) == 5
    page.get_by_label("One event on").click()
    assert _at(page) == later
    page.locator("input[type=range]").fill("3")
    assert _at(page) == 3
    assert page.evaluate("location.hash") == "#e3"
    page.locator("#every").check()
    page.keyboard.press("ArrowRight")
    assert _at(page) == 4
    assert opened.quiet(path)


def test_an_entry_of_several_events_opens_and_follows_the_moment(
    opened: Opened, tmp_path: Path
) -> None:
    """An entry of several events opens at an address within it, and closes again."""
    path = tmp_path / "page.html"
    recorded = record("dice_pool_violent")
    text = conflict_page(recorded)
    page = opened.show(path, text).page
    first = page.locator("details.merged").first
    ids = first.locator("li[id]").evaluate_all("all => all.map(one => one.id)")
    number = int(ids[0][1:])
    assert not first.locator("li[id]").first.is_visible()
    page.goto(f"{path.as_uri()}#e{number}")
    page.wait_for_function("document.querySelector('li.on')")
    assert _at(page) == number
    assert first.locator("li[id]").first.is_visible()
    page.keyboard.press("ArrowRight")
    assert f"e{_at(page)}" == ids[-1]
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert not first.locator("li[id]").first.is_visible()
    page.locator("#every").check()
    assert page.locator(".told li[id]:visible").count() == len(recorded.events)
    assert page.locator(".merged > summary:visible").count() == 0
    page.locator("#every").uncheck()
    assert not first.locator("li[id]").first.is_visible()
    assert opened.violations() == []
    assert opened.quiet(path)


def _at(page: Any) -> int:  # noqa: ANN401 - playwright's own
    """Return the event that a page is at; all that it shows must agree on it."""
    number = int(page.locator("input[type=range]").input_value())
    assert f"event {number} of " in page.locator("#moment").inner_text()
    (marked,) = page.locator("li.on").evaluate_all("all => all.map(one => one.id)")
    assert marked == f"e{number}"
    assert page.locator("[data-from]").evaluate_all(
        "(all, at) => all.every(one => one.hidden === !(one.dataset.from <= at"
        " && at <= one.dataset.to))",
        number,
    )
    return number


def test_everything_can_be_reached_by_the_keyboard(
    opened: Opened, tmp_path: Path
) -> None:
    """The keyboard reaches the slider and opens an explanation."""
    path = tmp_path / "page.html"
    page = opened.show(path, conflict_page(noon())).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    seen: set[str] = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        tag = page.evaluate("document.activeElement.tagName")
        seen.add(tag)
        if tag == "SUMMARY":
            break
    assert {"BUTTON", "INPUT", "SUMMARY"} <= seen
    page.keyboard.press("Enter")
    assert page.locator("details[open]").count() == 1
    assert opened.quiet(path)


def test_a_table_sorts_by_a_column_with_the_keyboard(
    opened: Opened, tmp_path: Path
) -> None:
    """A table sorts by the keyboard, up and then down."""
    path = tmp_path / "page.html"
    held = played(cup())
    page = opened.show(path, tournament_page(held, result_of(held), why=False)).page
    head = page.locator("#standings ~ .scroll th").nth(1)
    cells = page.locator("#standings ~ .scroll tbody td:nth-child(2)")
    for order in ("ascending", "descending"):
        head.locator("button").focus()
        page.keyboard.press("Enter")
        assert head.get_attribute("aria-sort") == order
        numbers = cells.evaluate_all("all => all.map(one => +one.dataset.sort)")
        assert numbers == sorted(numbers, reverse=order == "descending")
    assert opened.quiet(path)


def _conflict() -> str:
    door = fracas.play("stuck_door", seed="demo")
    return fracas.page(door, fracas.analyse(door))


def _judged() -> str:
    odd = finding("noon-1", 4, "rules", "one", "two", rules=("TO-02",))
    judged = Judgement("conflict noon-1", "1 finding", [odd], {"TO-02": "Every hit."})
    return judgement_page(noon(), judged)


def _tournament() -> str:
    held = played(cup())
    return tournament_page(held, result_of(held))


def _whole() -> str:
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run("stuck_door", games=2, seed="whole", store=store)
        whole = fracas.analyse_run(store, games=2, steps=0)
        return overall_page(whole, lambda _one, _event: [], [])


@pytest.mark.parametrize("made", [_conflict, _judged, _tournament, _whole])
def test_a_page_is_for_everybody(
    unguarded: Opened, tmp_path: Path, made: Callable[[], str]
) -> None:
    """A page passes the checks of accessibility on every screen and on paper."""
    path = tmp_path / "page.html"
    page = unguarded.show(path, made()).page
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE["width"]
    assert unguarded.violations() == []
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    assert unguarded.violations("color-contrast") == []
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    assert unguarded.quiet(path)


def _judged_called(name: str) -> str:
    odd = finding(name, 4, name, name, f"no {name}", rules=(name,))
    judged = Judgement(name, name, [odd], {name: name})
    return judgement_page(spoilt(name), judged, [Command(name, name)])


def _findings_called(name: str) -> str:
    odd = finding(name, 4, name, name, f"no {name}", rules=(name,))
    judged = Judgement(name, name, [odd], {name: name})
    return findings_page(name, judged, [Command(name, name)])


_AT_ONCE = 4
# The first is a page of a conflict too, the last has all that any page of results has.
CALLED = (_judged_called, _findings_called, report_called)


@pytest.mark.parametrize("called", CALLED)
def test_no_name_runs_or_breaks_anything(
    unguarded: Opened, tmp_path: Path, called: Callable[[str], str]
) -> None:
    """Names with code in them run nothing, and change no element of a page.

    The page has the elements that it has with a name like Ann, and works.
    """
    path = tmp_path / "page.html"
    page = unguarded.page
    page.add_init_script("window.alert = said => console.error(`ran ${said}`)")
    count = "document.querySelectorAll('*').length"
    plain = unguarded.show(path, called("Ann")).page.evaluate(count)
    for first in range(0, len(PAYLOADS), _AT_ONCE):
        payload = " ".join(PAYLOADS[first : first + _AT_ONCE])
        unguarded.show(path, called(payload))
        assert page.evaluate(count) == plain, payload
        assert page.url == path.as_uri(), payload
        assert unguarded.quiet(path), (payload, unguarded.said, unguarded.asked)
    page.mouse.move(300, 200)
    for _ in range(5):
        page.keyboard.press("Tab")
    assert unguarded.quiet(path)
