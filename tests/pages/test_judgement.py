"""The page of an audit: findings where they are, with the rules they name."""

from functools import cache

import pytest

from sim.audit.finding import Finding, finding
from sim.pages.command import Command
from sim.pages.judgement import Judgement, findings_page, judgement_page
from tests.pages.noon import noon
from tests.pages.parsed import sound
from tests.pages.payloads import SAMPLED

ODD = finding("noon-1", 4, "rules", "one stress", "two stress", rules=("TO-02",))
WHOLE = finding("noon-1", 0, "seal", "a seal", "another")


def judged(*findings: Finding) -> Judgement:
    """Return a judgement with these *findings*."""
    rules = {"TO-02": "Every hit is one stress on the other fighter."}
    return Judgement("conflict noon-1; rules", "2 findings", findings, rules)


def test_a_finding_stands_at_its_event_and_at_the_top() -> None:
    """A finding stands at the top and at its event, with its rule's sentence."""
    page = sound(judgement_page(noon(), judged(ODD, WHOLE)))
    assert "Recorded: one stress. By the rules: two stress." in page.at("e4").text
    assert "two stress." not in page.at("e5").text
    # The line of the terminal, which says the same, is nowhere.
    assert ODD.sentence not in " ".join(page.all("main")[0].text.split())
    first, second = page.all("article")
    for part in ("one stress", "two stress", "TO-02", "Every hit is one stress"):
        assert part in first.text
    assert "a seal" in second.text
    links = [each.attrs["href"] for each in page.all("a") if "article" in each.path]
    assert links == ["#e4"]
    assert "2 findings" in page.all("main")[0].text


def test_what_decides_a_finding_is_told_with_it() -> None:
    """A finding is told with the sentence and the reason that decide it."""
    odd = finding(
        *("noon-1", 4, "rules", "one", "two"),
        rules=("TO-02",),
        because="Ann hits",
        why="the last die",
    )
    for text in (
        judgement_page(noon(), judged(odd)),
        findings_page("noon.db", judged(odd)),
    ):
        page = sound(text)
        (said,) = [
            each.text for each in page.all("dd") + page.all("td") if "Ann" in each.text
        ][:1]
        assert said == "Ann hits; the last die"
        assert odd.sentence not in page.all("main")[0].text


def test_findings_of_a_store_are_a_table_that_sorts() -> None:
    """Findings of a store are a table that sorts, with each rule once."""
    page = sound(findings_page("noon.db", judged(ODD, WHOLE)))
    (table,) = page.all("table")
    assert table.attrs["class"] == "sorts"
    assert len(page.all("tr")) == 3
    assert page.all("dd")[0].text == "Every hit is one stress on the other fighter."


@cache
def _tags() -> list[set[str]]:
    """Return the elements of both pages where nothing is odd."""
    commands = [Command("a", "b")]
    plain = (
        judgement_page(noon(), judged(ODD), commands),
        findings_page("a", judged(ODD), commands),
    )
    return [{element.tag for element in sound(page).elements} for page in plain]


@pytest.mark.parametrize("payload", SAMPLED)
def test_whatever_a_finding_says_is_text(payload: str) -> None:
    """Whatever a finding says is text on its page."""
    odd = finding(payload, 4, payload, payload, f"no {payload}", rules=(payload,))
    judgement = Judgement(payload, payload, [odd], {payload: payload})
    commands = [Command(payload, payload)]
    for own, text in zip(
        _tags(),
        (
            judgement_page(noon(), judgement, commands),
            findings_page(payload, judgement, commands),
        ),
        strict=True,
    ):
        page = sound(text)
        assert {each.tag for each in page.elements} <= own
        assert payload in page.all("main")[0].text
