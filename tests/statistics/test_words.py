"""Bounds in words contain the true ones, and never read alike."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import floats, sampled_from

import sim
from sim.statistics.words import between

_SIM = Path(sim.__file__).parent
_FIXED = re.compile(r"\{[^{}]*:\.\d+f\}(?: %)? to \{")
"""Two numbers of fixed digits, which may read alike."""


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.98914, 0.98921, "0.9891 to 0.9893"),
        (0.25, 0.75, "0.250 to 0.750"),
        (0.2501, 0.7499, "0.250 to 0.750"),
        (0.0, 1e-12, "0.000 to 0.001"),
        (-1e-9, 1e-9, "-0.001 to 0.001"),
        (-0.0004, -0.0001, "-0.0004 to -0.0001"),
    ],
)
def test_close_bounds_have_more_digits(low: float, high: float, said: str) -> None:
    """Bounds that are close are printed with more digits, rounded outwards."""
    assert between(low, high, 3) == said


@given(floats(-100, 100), floats(0, 1), sampled_from((0, 3, 5)))
def test_printed_bounds_hold_and_differ(low: float, width: float, least: int) -> None:
    """Printed bounds contain the true ones, and differ."""
    high = low + width
    ends = between(low, high, least).split(" to ")
    down, up = map(Decimal, ends)
    assert down <= Decimal(repr(low))
    assert Decimal(repr(high)) <= up
    if low < high:
        assert down < up


def test_no_module_prints_bounds_with_fixed_digits() -> None:
    """No module prints bounds with fixed digits."""
    fixed = [
        f"{path.relative_to(_SIM.parent)}: {match[0]}"
        for path in sorted(_SIM.rglob("*.py"))
        if not path.is_relative_to(_SIM / "rules")
        for match in _FIXED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert fixed == []
