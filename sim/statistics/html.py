"""Tables as HTML, for notebooks, which show a value by its `_repr_html_`."""

from collections.abc import Iterable, Sequence
from html import escape

from sim.statistics.intervals import Interval


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; what the cells hold is text, whatever it looks like."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def share(interval: Interval) -> str:
    """Return a share as a percentage, with its 95 % interval."""
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:.1f} % [{low:.1f}, {high:.1f}]"


def number(interval: Interval) -> str:
    """Return a mean with its 95 % interval."""
    return f"{interval.value:.3g} [{interval.low:.3g}, {interval.high:.3g}]"
