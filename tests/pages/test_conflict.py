"""The page of a conflict: every event, why it happened, and nothing foreign."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.analysis.analyse import Record
from sim.conflict.replay import ENGINE, replay
from sim.library.registry import system_names
from sim.narration.brief import brief
from sim.narration.explain import explain, explain_all
from sim.narration.tale import tale
from sim.pages.command import Command
from sim.pages.conflict import conflict_page
from sim.seam.events import ConflictEnded, ConflictStarted
from tests.analysis.records import NAMES, record
from tests.pages.browser import MISSING
from tests.pages.noon import noon
from tests.pages.parsed import sound
from tests.pages.payloads import SAMPLED

PAGES = Path(__file__).parents[2] / "sim" / "pages"


@pytest.mark.parametrize("name", NAMES)
def test_every_event_has_a_place_with_its_rules(name: str) -> None:
    """Every event of a page has its number, its rules and its sentence."""
    recorded = record(name)
    page = sound(conflict_page(recorded))
    places = [each for each in page.all("li") if "id" in each.attrs]
    count = len(recorded.events)
    assert [each.attrs["id"] for each in places] == [
        f"e{number}" for number in range(1, count + 1)
    ]
    for number, why in enumerate(
        explain_all(recorded.system, recorded.scenario, recorded.events), 1
    ):
        text = " ".join(page.at(f"e{number}").text.split())
        for rule, sentence in why.rules.items():
            assert rule in text
            assert " ".join(sentence.split()) in text
        if why.told:
            assert " ".join(why.told.split()) in text
    text = " ".join(page.at("moment").text.split())
    assert text == f"event {count} of {count}"


@pytest.mark.parametrize("name", NAMES[:3])
def test_all_events_are_explained_as_each_is_alone(name: str) -> None:
    """Events explained all at once are explained as each alone."""
    recorded = record(name)
    at_once = explain_all(recorded.system, recorded.scenario, recorded.events)
    assert at_once == [
        explain(recorded.system, recorded.scenario, recorded.events, number)
        for number in range(1, 1 + len(recorded.events))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_everybody_stands_at_every_moment_as_the_rules_say(name: str) -> None:
    """At every moment a page shows where everybody stands by the rules."""
    recorded = record(name)
    page = sound(conflict_page(recorded))
    entries = [each for each in page.elements if "data-from" in each.attrs]
    shown = [each for each in entries if "hidden" not in each.attrs]
    count = len(recorded.events)
    for each in entries:
        first, last = int(each.attrs["data-from"]), int(each.attrs["data-to"])
        assert 1 <= first <= last <= count
        assert (each in shown) == (last == count)
    state = replay(recorded.system, recorded.begun, recorded.events)
    stands = [
        name
        for words in recorded.system.status(state)
        for name, value in words.items()
        if name != "who" and value is not None
    ]
    assert len(shown) == len(stands)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_tells_the_sentences_of_the_brief_replay(name: str) -> None:
    """A page tells the brief replay, with the entries of several events folded."""
    recorded = record(name)
    page = sound(conflict_page(recorded))
    played = tale(recorded.system, recorded.scenario, recorded.events)
    told = [each for each in brief(played) if each.kind == "told" and each.events]
    seen = {number for each in told for number in each.events}
    for each in page.all("li"):
        number = each.attrs.get("id", "e").removeprefix("e")
        quiet = "quiet" in each.attrs.get("class", "").split()
        engine = number and type(recorded.events[int(number) - 1]) in ENGINE
        if number and not engine:
            assert quiet == (int(number) not in seen), number
    several = [each for each in told if len(each.events) > 1]
    entries = [
        each for each in page.all("li") if "several" in each.attrs.get("class", "")
    ]
    assert len(entries) == len(several)
    for passage, entry in zip(several, entries, strict=True):
        said = " ".join(entry.text.split())
        assert f"{passage.events[0]} to {passage.events[-1]} {passage.text}" in said
    again = [
        each.text
        for each in brief(tale(recorded.system, recorded.scenario, recorded.events))
    ]
    whole = " ".join(page.all("main")[0].text.split())
    for text in again:
        if text.startswith("Again in") or text.endswith("nothing new"):
            assert text in whole


def test_a_page_begins_with_who_took_part_how_it_went_and_how_it_ended() -> None:
    """A page begins with who took part, how long it went on and how it ended."""
    recorded = record("solar_system")
    line = "fracas analyse duels.db 1 --html worth.html"
    page = sound(conflict_page(recorded, curve=line))
    (lead,) = [each for each in page.all("p") if each.attrs.get("class") == "lead"]
    seats = [each.name for each in recorded.seats if each.side is not None]
    who, went, ended = lead.text.split(". ")
    assert all(name in who for name in seats)
    count = len(recorded.events)
    assert re.fullmatch(
        rf"It went on for \d+ rounds?, {count} events and \d+ throws? of dice", went
    )
    assert ended.startswith("It ended: ")
    assert line in [each.text for each in page.all("code")]
    part = structs.replace(recorded, events=recorded.events[:-2])
    page = sound(conflict_page(part))
    assert "The record stops before its end." in page.all("main")[0].text
    assert "fracas analyse" not in page.all("main")[0].text


def spoilt(payload: str) -> Record:
    """Return a conflict in which every name, title and text is *payload*."""
    recorded = noon()
    started = recorded.events[0]
    assert isinstance(started, ConflictStarted)
    seats = tuple(
        structs.replace(seat, name=payload) for seat in recorded.scenario.seats
    )
    taken = tuple(
        structs.replace(seat, seat=payload, agent=payload, version=payload)
        for seat in started.seats
    )
    events: list[Any] = [
        structs.replace(started, seats=taken, seed=payload, rulings=()),
        *recorded.events[1:],
    ]
    events = [
        structs.replace(event, how=payload)
        if isinstance(event, ConflictEnded)
        else event
        for event in events
    ]
    scenario = structs.replace(
        recorded.scenario, title=payload, about=payload, seats=seats
    )
    return Record(payload, payload, recorded.system, scenario, events)


@pytest.mark.parametrize("payload", SAMPLED)
def test_whatever_names_and_texts_hold_is_text(payload: str) -> None:
    """Names and texts of a record are text, whatever they hold."""
    plain = sound(conflict_page(noon()))
    recorded = spoilt(payload)
    page = sound(conflict_page(recorded, commands=[Command(payload, payload)]))
    assert page.all("h1")[0].text == payload
    assert page.all("title")[0].text == payload
    assert page.all("code")[0].text == payload
    own = {each.tag for each in plain.elements} | {"dl", "dt", "dd", "code", "p", "h2"}
    assert {each.tag for each in page.elements} <= own
    assert page.all("script")[0].text == plain.all("script")[0].text


def test_no_character_of_a_name_is_invisible() -> None:
    """Characters that cannot be seen are escaped on a page."""
    text = conflict_page(spoilt("A\x1b[31mnn\u202e\u2066"))
    assert not set("\x1b\u202e\u2066") & set(text)
    assert r"A\x1b[31mnn\u202e\u2066" in text


def test_a_record_that_stops_is_told_as_far_as_it_goes() -> None:
    """A record that stops early is told so far, and said to stop."""
    recorded = noon()
    part = structs.replace(recorded, events=recorded.events[:-3])
    page = sound(conflict_page(part))
    assert f"e{len(part.events)}" in page.ids()
    assert f"e{len(part.events) + 1}" not in page.ids()
    assert "Here the record stops." in page.all("main")[0].text


def test_events_that_do_not_follow_are_told_without_what_they_follow_from() -> None:
    """A record that departs from the rules has a page, which says so."""
    recorded = noon()
    # What followed from the last fact is struck out.
    lost = next(
        at
        for at, event in enumerate(recorded.events)
        if at > 1 and hasattr(event, "cites") and not isinstance(event, ConflictEnded)
    )
    broken = structs.replace(
        recorded, events=[*recorded.events[:lost], *recorded.events[lost + 1 :]]
    )
    page = sound(conflict_page(broken))
    assert "audit the conflict" in page.all("main")[0].text
    assert f"e{len(broken.events)}" in page.ids()


def test_pages_know_no_rule_system() -> None:
    """The code of pages has no word of a rule system."""
    words = [*system_names(), "harm", "vigor", "volley", "intensity", "willpower"]
    words += ["wound", "oops", "health", "pain", "morality", "intention"]
    for path in PAGES.rglob("*"):
        if path.suffix not in {".py", ".html", ".css", ".js"}:
            continue
        text = path.read_text("utf-8").casefold()
        named = [word for word in words if re.search(rf"\b{word}s?\b", text)]
        assert not named, path


def test_what_drives_a_browser_is_installed_with_the_tests() -> None:
    """Playwright and the checker of accessibility are installed."""
    assert MISSING == []
