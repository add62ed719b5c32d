"""The typical conflict of many, and the strangest one."""

from sim.conflict.stream import Line
from sim.statistics.samples import Sample, Samples


def _line(game: int, how: str, won: float, events: int) -> Line:
    return Line(game, how, (won, 1 - won), 1, events, 1, {}, b"")


def _samples(*lines: Line) -> list[Sample]:
    samples = Samples()
    for line in lines:
        samples.add(line, f"x-{line.game}")
    return list(samples.picked())


def test_the_typical_came_to_what_most_did_and_is_as_long_as_half_of_them() -> None:
    """The typical conflict has the commonest outcome and median length."""
    typical, strangest = _samples(
        _line(1, "fled", 1, 9),
        _line(2, "won", 1, 30),
        _line(3, "won", 1, 20),
        _line(4, "won", 1, 10),
        _line(5, "fled", 1, 90),
        _line(6, "won", 0, 21),
        _line(7, "won", 0, 21),
    )
    assert (typical.what, typical.name, typical.alike) == ("typical", "x-3", 3)
    assert (strangest.name, strangest.alike, strangest.events) == ("x-5", 2, 90)
    assert {typical.conflicts, strangest.conflicts} == {7}
    assert {typical.median, strangest.median} == {21}


def test_all_alike_have_no_strangest() -> None:
    """If all conflicts are alike none is called strange."""
    (typical,) = _samples(_line(1, "won", 1, 9), _line(2, "won", 1, 9))
    assert (typical.name, typical.alike) == ("x-1", 2)
    assert not _samples()


def test_the_longest_of_one_outcome_is_strange() -> None:
    """If all had one outcome the longest is strange."""
    lines = [_line(1, "won", 1, 9), _line(2, "won", 1, 9), _line(3, "won", 1, 99)]
    assert [sample.name for sample in _samples(*lines)] == ["x-1", "x-3"]


def test_outcomes_without_end_are_bounded() -> None:
    """The number of outcomes that are kept is bounded."""
    samples = Samples()
    for game in range(10_050):
        samples.add(_line(game, "won", game / 20_000, 9), f"x-{game}")
    typical, *_ = samples.picked()
    assert typical.conflicts == 10_000


def test_of_what_is_as_rare_and_as_unlike_the_first_is_strangest() -> None:
    """Of equally strange conflicts the first is kept."""
    usual = [_line(game, "won", 1, 20) for game in range(5)]
    rare = [_line(7, "fled", 1, 25), _line(8, "lost", 1, 15), _line(9, "drew", 1, 25)]
    for first in range(3):
        turned = (*rare[first:], *rare[:first])
        _, strangest = _samples(*usual, *turned)
        assert strangest.name == f"x-{turned[0].game}"
