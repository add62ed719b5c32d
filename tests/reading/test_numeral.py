"""Numbers written for people."""

import pytest

from sim.conflict.phrases import format_value
from sim.conflict.stream import numeral, returned


@pytest.mark.parametrize(
    ("amount", "read"),
    [
        (0, "0"),
        (3.0, "3"),
        (1 / 3, "1/3"),
        (2 / 3, "2/3"),
        (1 / 6, "1/6"),
        (0.5, "0.5"),
        (0.25, "0.25"),
        (0.00001, "0"),
        (0.3, "0.3"),
        (-1 / 3, "-1/3"),
        (0.4171, "0.417"),
        (1.125, "1.125"),
        (42.125, "42.125"),
    ],
)
def test_numbers_are_read_as_people_write_them(amount: float, read: str) -> None:
    """Thirds are written as fractions, tenths as decimals, whole numbers plainly."""
    assert numeral(amount) == read


def test_numbers_that_are_returns_are_called_so() -> None:
    """Returns are introduced by the word, since a bare number might be anything."""
    assert returned({"Ann": 0.0, "Bo": 1 / 3}) == "returns: Ann 0, Bo 1/3"


@pytest.mark.parametrize("amount", [-0.0, 0.3333, 1 / 3 + 1e-12, 0.00001])
def test_in_a_finding_no_two_numbers_read_alike(amount: float) -> None:
    """A finding writes a number short only where that is exactly the number."""
    assert format_value(amount) == repr(amount)
    assert format_value(1 / 3) == "1/3"
