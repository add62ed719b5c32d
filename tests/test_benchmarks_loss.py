"""The page of what shipped agents lose: every row says how sure it is."""

import pytest

from benchmarks.defaults import parsed
from benchmarks.loss import (
    AGAINST,
    HEADS,
    KIND,
    LOSS,
    REASONS,
    RESULTS,
    SCENARIO,
    SEAT,
    Found,
    kept,
    missing,
    of_reply,
    played,
    row,
    told,
)
from benchmarks.replies import EVERYTHING, SHIPPED, Work, exploited
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.seam.events import Seat

BOULDER = "planets_boulder"
SPIDERS = Seat(1)
EXACT = Found(0.4, 0.06, "exact", "a worked-out reply", "20 states")
PLAYED = Found(0.4, 0.03, "interval", "bold", "90 games", 0.01)
NOBODY = Found(0.4, 0.0, "interval", "nobody", "90 games")


def shown(
    loss: Found, name: str = BOULDER, seat: str = "The spiders"
) -> dict[str, str]:
    """Return a row of the page, of no special time."""
    return dict(row(name, seat, "steady", loss, "today"))


def test_only_an_exact_loss_stands_without_at_least() -> None:
    """Only an exact loss is printed without "at least"; a large one is bold."""
    assert shown(EXACT)[LOSS] == "**0.0600**"
    assert shown(PLAYED)[LOSS] == "at least 0.030 [0.020, 0.040]"
    assert shown(NOBODY)[LOSS] == "at least 0.000"


def test_a_reply_is_exact_only_where_everything_was_free() -> None:
    """A reply is exact if all choices were free, else a bound, and none if refused."""
    whole = of_reply(exploited(Work(BOULDER, SPIDERS, SHIPPED, EVERYTHING)))
    some = of_reply(exploited(Work(BOULDER, SPIDERS, SHIPPED, "ApproachChosen")))
    refused = of_reply(exploited(Work(BOULDER, SPIDERS, "lookahead", EVERYTHING)))
    assert whole is not None
    assert some is not None
    assert (whole.kind, whole.loss) == ("exact", 0.0)
    assert some.kind == "bounds"
    assert refused is None
    assert of_reply(None) is None


def test_what_is_lost_against_best_play_stands_beside_it() -> None:
    """The loss against best play stands beside the loss, where it is known."""
    assert shown(EXACT)[AGAINST] == "0.00000"
    assert shown(EXACT, "alley", "Tela")[AGAINST] == ""
    for row_ in parsed(RESULTS.read_text(encoding="utf-8")):
        if row_[SCENARIO] == "skill_page" and row_[SEAT] == "Hacker":
            assert float(row_[LOSS]) < float(row_[AGAINST])


def test_a_seat_that_cannot_do_better_is_said_to_lose_at_least_nothing() -> None:
    """A seat that nobody plays better gets an interval whose sure loss is 0."""
    loss = played(BOULDER, SPIDERS, 0.0)
    assert loss.kind == "interval"
    assert loss.sure <= 0.0


def test_measuring_a_scenario_anew_leaves_the_rows_of_others() -> None:
    """A scenario measured anew replaces its own rows; those missing are listed."""
    known = ["alley", BOULDER, "footrace"]
    before = told([shown(EXACT, "alley", "Tela"), shown(EXACT)], known)
    rows = kept([shown(PLAYED)], before, known)
    assert [(row_[SCENARIO], row_[KIND]) for row_ in rows] == [
        ("alley", "exact"),
        (BOULDER, "interval"),
    ]
    assert missing(rows, known) == ["footrace"]
    page = told(rows, known)
    for seat in ("Vell", "Karo", "Ione"):
        assert f"- footrace, {seat}: not known: no search" in page
    assert "- 2 seats: at least 0.0450 lost on average" in page
    assert "- 1 of them are known exactly: 0.0600 on average" in page
    assert parsed(page) == rows


def test_the_page_has_a_row_for_every_seat_or_says_that_it_lacks_them() -> None:
    """Every seat of a side has a row, or is listed as not known."""
    page = RESULTS.read_text("utf-8")
    rows = parsed(page)
    assert all(list(row_) == list(HEADS) for row_ in rows)
    lacking = missing(rows, list(scenarios()))
    for name in scenarios():
        loaded = load(name)
        seats = loaded.system.seats(loaded.scenario)
        listed = [row_[SEAT] for row_ in rows if row_[SCENARIO] == name]
        expected = [seat.name for seat in seats if seat.side is not None]
        assert listed == ([] if name in lacking else expected)
        for seat in expected:
            assert (f"- {name}, {seat}: not known: " in page) == (name in lacking)


def test_the_page_says_why_a_seat_still_loses_so_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A reason for a large loss is printed only while the loss is large."""
    ambush, why = "ambush", "- ambush, Ysolde: she stays."
    monkeypatch.setitem(REASONS, (ambush, "Ysolde"), "she stays")
    much, little = (shown(loss, ambush, "Ysolde") for loss in (EXACT, PLAYED))
    assert why in told([much], [ambush])
    assert why not in told([little], [ambush])
