"""The curve of an analysis in a terminal: what every side could expect."""

from collections.abc import Sequence
from textwrap import wrap

from sim.analysis.analysis import Analysis
from sim.analysis.curve import values_of
from sim.cli.terminal.output import put, put_plain
from sim.spine.words import listed

_WIDE, _HIGH = 64, 10
_SIGNS = "#o+x*@%&"
"""A sign for each curve; more curves take digits and letters."""
_MORE = "123456789abcdefghijklmnopqrstuvwxyz"
_SEVERAL = ":"
_COLUMNS, _MARGIN = 80, " " * 7


def put_curve(analysis: Analysis) -> None:
    """Draw what every participant can expect, moment by moment."""
    curves = _curves(analysis)
    put()
    put("What each could expect, of 100, from the start to the end")
    signs = dict(zip(curves, [*_SIGNS, *_MORE], strict=False))
    said = [f"{sign} {listed(curves[curve])}" for curve, sign in signs.items()]
    rows = [_row(level, signs) for level in reversed(range(_HIGH))]
    if any(_SEVERAL in row for row in rows):
        said.append(f"{_SEVERAL} several")
    for line in wrap(", ".join(said), _COLUMNS - len(_MARGIN)):
        put_plain(f"{_MARGIN}{line}")
    for level, row in zip(reversed(range(_HIGH)), rows, strict=True):
        put_plain(f"{100 * (level + 1) // _HIGH:>5} |{row}".rstrip())
    put_plain(f"{0:>5} +{'-' * len(next(iter(curves)))}")


def _curves(analysis: Analysis) -> dict[tuple[int, ...], list[str]]:
    """Return each curve, as heights, with the seats whose curve it is."""
    curves: dict[tuple[int, ...], list[str]] = {}
    for account in analysis.accounts:
        values = _columns(values_of(analysis.moments, account.place))
        heights = tuple(min(int(value * _HIGH / 100), _HIGH - 1) for value in values)
        curves.setdefault(heights, []).append(account.seat)
    return curves


def _columns(values: Sequence[float]) -> Sequence[float]:
    """Return a value a column: of many, those at equal distances."""
    last = len(values) - 1
    if len(values) <= _WIDE:
        return values
    return [values[round(i * last / (_WIDE - 1))] for i in range(_WIDE)]


def _row(level: int, signs: dict[tuple[int, ...], str]) -> str:
    """Return one line of the picture."""
    line = ""
    for column in range(len(next(iter(signs)))):
        crossing = [sign for heights, sign in signs.items() if heights[column] == level]
        line += _SEVERAL if len(crossing) > 1 else "".join(crossing) or " "
    return line
