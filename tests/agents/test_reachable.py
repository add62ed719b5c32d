"""A search finds what can happen in a scenario but seldom does."""

import re

import pytest

from sim.casting import offered
from sim.casting.offered import _REMEMBERED, lines_offered
from sim.casting.reachable import Search
from sim.library.scenario import load
from sim.seam.events import Seat


def test_a_search_takes_every_option_that_it_finds() -> None:
    """A search takes every option it finds, and reaches rules that play seldom does."""
    loaded = load("dice_pool_mill")
    search = Search(loaded.system, loaded.scenario)
    given = list(search.walks(2500))
    assert given[-1] >= 2500 > given[-2]
    assert search.rules.keys() <= loaded.system.rules.keys()
    assert len(search.rules) > 75
    offered = {line for _, line in search.lines}
    assert {line for line in search.rules.values() if line} <= {
        re.sub(r"\d+", "N", line) for line in offered
    }


def test_the_same_search_comes_again() -> None:
    """The same search made twice goes the same ways."""
    loaded = load("skill_page")
    first, second = (Search(loaded.system, loaded.scenario) for _ in range(2))
    assert list(first.walks(200)) == list(second.walks(200))
    assert (first.rules, first.lines) == (second.rules, second.lines)


@pytest.mark.slow
def test_a_rare_option_is_offered_to_whoever_asks_for_it() -> None:
    """A rare option is found when its words are asked for."""
    loaded = load("intensity_auction")
    lund = Seat(2)
    lines = lines_offered(
        loaded.system, loaded.scenario, lund, said="prevail over Harker"
    )
    assert "Mr Lund wants: prevail over Harker." in lines
    assert all(line.startswith("Mr Lund") for line in lines)


def test_a_misspelling_is_not_searched_for_long() -> None:
    """A misspelling is answered with the options found without a longer search."""
    loaded = load("skill_page")
    short = lines_offered(loaded.system, loaded.scenario, said="pasword")
    assert short == lines_offered(loaded.system, loaded.scenario)


def test_what_was_searched_before_decides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was searched before does not change what is found, in any order."""
    monkeypatch.setattr(offered, "_MANY", 25)
    monkeypatch.setattr(offered, "_LATE", 500)
    asked = ["", "pasword", "no such words", "password"]
    hints: list[list[list[str]]] = []
    for order in (asked, asked[::-1]):
        loaded = load("skill_page")
        _REMEMBERED.clear()
        lines = {
            said: lines_offered(loaded.system, loaded.scenario, said=said)
            for said in order
        }
        hints.append([lines[said] for said in asked])
    plain, misspelt, strange, _ = zip(*hints, strict=True)
    assert plain[0] == plain[1] == misspelt[0] == misspelt[1]
    assert strange[0] == strange[1]
    assert all("password" in " ".join(lines).casefold() for _, _, _, lines in hints)


def test_a_search_that_was_broken_off_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search that was interrupted is not taken for a whole one."""
    loaded = load("skill_page")
    whole = lines_offered(loaded.system, loaded.scenario)
    _REMEMBERED.clear()
    with monkeypatch.context() as patch:
        patch.setattr(Search, "follow", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            lines_offered(loaded.system, loaded.scenario)
    assert lines_offered(loaded.system, loaded.scenario) == whole


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt
