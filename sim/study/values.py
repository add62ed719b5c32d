"""Values that are exact, lie between bounds or are estimated: in words and in JSON."""

from math import floor, log10

from sim.graph.rollout import Estimate
from sim.graph.solve import Bounds
from sim.statistics.words import between

Value = Bounds | Estimate
"""Exact if both bounds are equal, else between them; or value and error."""

_TINY = 5e-6
"""A chance this near to 0 or to 1 would be printed as that."""
_ROUNDED = 1e-13
"""A chance this near to 1 misses it by rounding errors alone."""
_DECIMALS = 9
"""The most decimals that are printed; an error is rounded up to the last of them."""


UNKNOWN = "unknown"
"""Printed if the error is as large as the range of the value."""
_SURE = 2.0
"""The half width of the interval of an estimate, in standard errors."""


def says_nothing(value: Value) -> bool:
    """Whether the interval of a *value* from 0 to 1 is the whole range."""
    if not isinstance(value, Estimate):
        return False
    reach = _SURE * value.error
    return value.value <= reach and value.value + reach >= 1.0


def return_in_words(value: Value) -> str:
    """Return a return, from 0 to 1, in words; "unknown" if nothing is known."""
    return UNKNOWN if says_nothing(value) else value_in_words(value)


def value_in_words(value: Value) -> str:
    """Return *value* in words: a number, two bounds, or one ± its error."""
    if isinstance(value, Estimate):
        return _with_error(value.value, value.error)
    if value.low == value.high:
        return f"{value.low:.5f}"
    return between(value.low, value.high, 5)


def chance_in_words(value: Value) -> str:
    """Return a chance in words: a percentage, two, or one ± its error; if known."""
    if says_nothing(value):
        return UNKNOWN
    if isinstance(value, Estimate):
        return f"{_with_error(100 * value.value, 100 * value.error)} %"
    if value.low == value.high:
        if 0.0 < value.low < _TINY:
            return "under 0.001 %"
        short = _ROUNDED < 1.0 - value.low < _TINY
        return "over 99.999 %" if short else f"{100 * value.low:.3f} %"
    return f"{between(100 * value.low, 100 * value.high, 3)} %"


def exact_part_in_words(part: float) -> str:
    """Return the *part* that is exact as a percentage, never rounded up to 100."""
    rest = 100 * (1.0 - part)
    decimals = min(max(1, -_power_of_ten(rest)), _DECIMALS)
    down = floor(100 * part * 10**decimals) / 10**decimals
    return f"{down:.{decimals}f} %"


def value_columns(name: str, value: Value) -> dict[str, float | None]:
    """Return the columns of a value by *name*; None for those it does not have."""
    if isinstance(value, Estimate):
        low, high, middle, error = None, None, value.value, value.error
    elif value.low == value.high:
        low, high, middle, error = value.low, value.high, value.low, 0.0
    else:
        low, high, middle, error = value.low, value.high, None, None
    return {
        name: middle,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_error": error,
    }


def value_as_json(value: Value, exact: float = 0.0) -> float | dict[str, float]:
    """Return *value* for JSON; of an estimate, with the share that was *exact*."""
    if isinstance(value, Estimate):
        return {"value": value.value, "error": value.error, "exact": exact}
    if value.low == value.high:
        return value.low
    return {"low": value.low, "high": value.high}


def _with_error(value: float, error: float) -> str:
    """Return *value* ± *error* with two digits of the error."""
    decimals = min(max(0, 1 - _power_of_ten(error)), _DECIMALS)
    error = max(error, 10.0**-decimals)
    return f"{value:.{decimals}f} ± {error:.{decimals}f}"


def _power_of_ten(value: float) -> int:
    """Return the power of ten of *value*: -3 for 0.0042."""
    return floor(log10(value)) if value > 0.0 else -_DECIMALS
