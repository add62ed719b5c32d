"""The page of an analysis: the curve, its marks, and the values at every event."""

from functools import cache

import pytest
from msgspec import structs

from sim.analysis.analyse import Effort, analyse
from sim.analysis.analysis import Analysis
from sim.analysis.scale import of_100
from sim.pages.conflict import conflict_page
from sim.pages.worth import worth_of
from tests.analysis.records import SOME, record
from tests.pages.parsed import sound
from tests.pages.payloads import SAMPLED


def analysed(name: str) -> Analysis:
    """Return the analysis of a tiny conflict."""
    recorded = record(name)
    return analyse(recorded, ["steady"] * len(recorded.seats), effort=Effort())


@pytest.mark.parametrize("name", SOME)
def test_the_curve_has_a_line_for_everybody_and_a_link_for_every_mark(
    name: str,
) -> None:
    """The curve has a line for each account, and a link for each mark."""
    recorded, analysis = record(name), analysed(name)
    page = sound(conflict_page(recorded, analysis))
    courses = [each for each in page.all("path") if "g" in each.path[-1:]]
    assert len(courses) == len(analysis.accounts)
    marks = [each for each in page.all("a") if each.path[-1:] == ("svg",)]
    wanted = [f"#e{each.event}" for each in analysis.moments if each.mark]
    assert [each.attrs["href"] for each in marks] == wanted
    for each in marks:
        assert each.attrs["aria-label"]


@pytest.mark.parametrize("name", SOME)
def test_every_event_says_what_could_then_be_expected(name: str) -> None:
    """Every event has the values after the last moment that ended by then."""
    recorded, analysis = record(name), analysed(name)
    at = worth_of(analysis, len(recorded.events)).at
    assert sorted(at) == list(range(1, len(recorded.events) + 1))
    for number, worth in at.items():
        ended = [each.after for each in analysis.moments if each.last <= number]
        now = ended[-1] if ended else analysis.moments[0].before
        for account in analysis.accounts:
            assert f"{account.seat} {of_100(now[account.place])}" in worth.values
    for each in analysis.moments:
        assert at[each.event].mark == each.mark
        if each.kind == "choice" and each.mark:
            assert each.best in at[each.event].told


@cache
def _tags() -> set[str]:
    """Return the elements of a page in which nothing is odd."""
    page = sound(conflict_page(record("skill_roll"), analysed("skill_roll")))
    return {each.tag for each in page.elements}


@pytest.mark.parametrize("payload", SAMPLED)
def test_sentences_of_an_analysis_are_text(payload: str) -> None:
    """Names and sentences of an analysis are text, whatever they hold."""
    recorded, analysis = record("skill_roll"), analysed("skill_roll")
    accounts = [
        structs.replace(each, seat=payload, agent=payload) for each in analysis.accounts
    ]
    moments = [
        structs.replace(each, said=payload, came=payload, best=payload, mark=payload)
        for each in analysis.moments
    ]
    continuation = {payload: payload}
    odd = structs.replace(
        analysis,
        accounts=tuple(accounts),
        moments=tuple(moments),
        continuation=continuation,
        ended=payload,
    )
    page = sound(conflict_page(recorded, odd))
    own = _tags() | {"circle", "path", "a", "title"}
    assert {each.tag for each in page.elements} <= own | {"strong", "text", "ol", "br"}
    assert payload in page.all("table")[0].text
