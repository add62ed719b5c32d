"""Summaries are exact, in any order and however the conflicts are divided."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.conflict.stream import Line
from sim.seam.protocol import SeatInfo
from sim.statistics.intervals import Interval
from sim.statistics.records import members, side_in_short
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share

SEATS = (SeatInfo("Ann", 0), SeatInfo("Bo", 1), SeatInfo("Judge", None))
THIRD = 1 / 3


def line(*returns: float, how: str = "broken", rounds: int = 3, harm: int = 2) -> Line:
    """Return the line of a conflict that ended so."""
    tally: dict[str, tuple[int, ...]] = {"harm": (harm, 1, 0)}
    return Line(0, how, returns, rounds, 20, 9, tally, b"")


lines = st.lists(
    st.builds(
        line,
        *[st.sampled_from([0.0, 0.1, THIRD, 0.5, 1.0])] * 2,
        st.just(0.0),
        how=st.sampled_from(["broken", "conceded"]),
        rounds=st.integers(1, 30),
        harm=st.integers(0, 9),
    ),
    max_size=12,
)


def as_bytes(summary: Summary) -> bytes:
    """Return the summary as it would be printed."""
    return msgspec.json.encode(summary.to_dict())


@settings(max_examples=50)
@given(lines, st.integers(0, 12), st.randoms())
def test_summary_depends_on_the_lines_alone(
    all_lines: list[Line], cut: int, luck: object
) -> None:
    """Divided, merged either way round or shuffled, a summary is the same bytes."""
    whole = as_bytes(Summary(SEATS, all_lines))
    left, right = Summary(SEATS, all_lines[:cut]), Summary(SEATS, all_lines[cut:])
    left.merge(right)
    back = Summary(SEATS, all_lines[cut:])
    back.merge(Summary(SEATS, all_lines[:cut]))
    shuffled = list(all_lines)
    luck.shuffle(shuffled)  # type: ignore[attr-defined] # hypothesis gives a Random

    assert as_bytes(left) == whole
    assert as_bytes(back) == whole
    assert as_bytes(Summary(SEATS, shuffled)) == whole


@pytest.mark.parametrize(
    ("interval", "as_figure", "as_share"),
    [
        (
            Interval(0.9992, 0.9990, 0.9993),
            "0.9992 [0.9990, 0.9993]",
            "99.92 % [99.90, 99.93]",
        ),
        (Interval(0.5, 0.4, 0.6), "0.50 [0.40, 0.60]", "50.0 % [40.0, 60.0]"),
        (Interval(1, 1, 1), "1.00 [1.00, 1.00]", "100.0 % [100.0, 100.0]"),
    ],
)
def test_figures_have_digits_enough_for_their_interval(
    interval: Interval, as_figure: str, as_share: str
) -> None:
    """The two ends of an interval are printed alike only where they are equal."""
    assert figure(interval) == as_figure
    assert share(interval) == as_share


def test_summary_counts_wins_draws_and_losses() -> None:
    """Whoever gets more than every rival wins, and a judge does not take part."""
    summary = Summary(SEATS, [line(1, 0, 0), line(0.5, 0.5, 0), line(0, 1, 0)] * 2)
    ann, bo = summary.records()

    assert (ann.won, ann.drawn, ann.lost) == (2, 2, 2)
    assert (bo.won, bo.drawn, bo.lost) == (2, 2, 2)
    assert ann.returns.value == 0.5


def test_summary_lets_three_share() -> None:
    """Those who share a win have won, and allies are no rivals."""
    seats = (SeatInfo("A", 0), SeatInfo("B", 0), SeatInfo("C", 1), SeatInfo("D", 2))
    summary = Summary(seats, [Line(0, "x", (0.5, 0.2, 0.5, 0.0), 1, 1, 1, {}, b"")])

    assert [(r.won, r.drawn, r.lost) for r in summary.records()] == [
        (1, 0, 0),
        (0, 0, 1),
        (1, 0, 0),
        (0, 0, 1),
    ]


def test_summary_of_one_side_wins_above_one_half() -> None:
    """A side without an opponent has won if its return is above one half."""
    seats = (SeatInfo("A", 0), SeatInfo("B", 0))
    ended = [Line(0, "x", (r, r), 1, 1, 1, {}, b"") for r in (1.0, 1.0, 0.5, 0.0)]
    record = Summary(seats, ended).records()[1]

    assert (record.won, record.drawn, record.lost) == (2, 1, 1)


def test_summary_means_are_exact() -> None:
    """A summary has the mean, the least and the total of rounds and measures."""
    words = Summary(SEATS, [line(1, 0, 0, rounds=r, harm=r) for r in (2, 4)]).to_dict()

    assert words["conflict"]["rounds"]["mean"]["value"] == 3.0
    assert words["conflict"]["rounds"]["least"] == 2
    assert [seat["total"] for seat in words["measures"]["harm"]] == [6, 2]


def test_summary_orders_endings_by_how_often() -> None:
    """Endings are listed with the most frequent first, then by name."""
    hows = ["b", "a", "c", "c"]
    summary = Summary(SEATS, [line(1, 0, 0, how=how) for how in hows])

    assert [how for how, _, _ in summary.endings()] == ["c", "a", "b"]


def test_summary_of_returns_beyond_one_uses_students() -> None:
    """Returns beyond 1 are allowed, and have Student's interval."""
    record = Summary(SEATS, [line(3, 0, 0), line(1, 0, 0)] * 5).records()[0]

    assert record.returns.value == pytest.approx(2.0)
    assert 1 < record.returns.low < 2 < record.returns.high < 3


def test_summary_of_nothing_can_be_told() -> None:
    """A summary without conflicts claims nothing."""
    words = Summary(SEATS).to_dict()

    assert words["games"] == 0
    assert words["seats"][0]["win"] is words["seats"][0]["return"] is None
    assert words["conflict"]["rounds"]["mean"] is None


def test_summary_of_alike_returns_is_not_certain() -> None:
    """Returns that were all alike still have an interval."""
    few = Summary(SEATS, [line(0.3, 1, 0)] * 5).records()[0].returns
    many = Summary(SEATS, [line(0.3, 1, 0)] * 500).records()[0].returns

    assert few.value == many.value == pytest.approx(0.3)
    assert few.low == 0
    assert 0.29 < many.low < 0.3 < many.high < 0.31 < few.high


def test_summary_of_sides_takes_the_mean_of_their_seats() -> None:
    """A side gets the mean of its seats, and wins or loses by it."""
    seats = (
        SeatInfo("A", 0, side_name="gang"),
        SeatInfo("B", 0, side_name="gang"),
        SeatInfo("C", 1),
        SeatInfo("J", None),
    )
    ended = [
        Line(0, "x", (1.0, 0.0, 0.4, 0.0), 1, 1, 1, {}, b""),
        Line(1, "x", (0.5, 0.5, 0.5, 0.0), 1, 1, 1, {}, b""),
        Line(2, "x", (0.1, 0.2, 0.3, 0.0), 1, 1, 1, {}, b""),
    ]
    gang, other = Summary(seats, ended).sides()

    assert (gang.side, gang.seats, other.side) == ("gang", ("A", "B"), "side 2")
    assert (gang.won, gang.drawn, gang.lost) == (1, 1, 1)
    assert (other.won, other.drawn, other.lost) == (1, 1, 1)
    assert gang.returns.value == pytest.approx((0.5 + 0.5 + 0.15) / 3)


@settings(max_examples=50)
@given(lines)
def test_summary_never_bounds_a_count_below_nothing(all_lines: list[Line]) -> None:
    """No mean has a bound below 0, or a return above 1."""
    words = Summary(SEATS, all_lines).to_dict()

    means = [figure["mean"] for figure in words["measures"].get("harm", [])]
    means += [figure["mean"] for figure in words["conflict"].values() if all_lines]
    assert all(figure["low"] >= 0 for figure in means)
    for seat in words["seats"] if all_lines else ():
        assert 0 <= seat["return"]["low"] <= seat["return"]["value"] + 1e-6
        assert seat["return"]["value"] - 1e-6 <= seat["return"]["high"] <= 1


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (1.25, "1.25 [0.25, 2.25]"),
        (9.5, "9.50 [8.50, 10.50]"),
        (10.25, "10.2 [9.2, 11.2]"),
        (20.75, "20.8 [19.8, 21.8]"),
        (99.25, "99.2 [98.2, 100.2]"),
        (100.25, "100 [99, 101]"),
        (-20.75, "-20.8 [-21.8, -19.8]"),
    ],
)
def test_a_mean_has_three_digits(value: float, told: str) -> None:
    """A mean has hundredths below 10, tenths below 100, and no decimals above."""
    assert figure(Interval(value, value - 1, value + 1)) == told


def test_a_side_of_one_seat_is_called_by_its_seat() -> None:
    """A side of one seat has the seat's name, one of several its own or a number."""
    seats = [
        SeatInfo("Ann", 0, side_name="thieves"),
        SeatInfo("Bo", 1, side_name="guards"),
        SeatInfo("Cy", 1, side_name="guards"),
        SeatInfo("Di", 2),
        SeatInfo("Eve", 2),
    ]
    named = [side_in_short(seats, own) for own in members(seats).values()]
    assert named == ["Ann", "guards", "side 3"]
