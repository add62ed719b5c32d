"""The picture of a whole run or tournament that was analysed, by matplotlib."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from sim.analysis.totals import Costs, Overall, Totals

_WIDE, _ROW = 9.0, 0.35
_PARTS = ("expected", "luck", "advantage", "came to")
_THICK = 0.8 / len(_PARTS)
_MOST = 8
"""The most kinds of choice shown, those that cost most."""
_LONGEST = 36


def draw_overall(path: Path, overall: Overall) -> None:
    """Draw what adds up for everybody, and which kinds of choice cost most."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = overall.name
    pyplot: Any = import_module("matplotlib.pyplot")
    marked = [kind for kind in overall.kinds if kind.marked]
    dear = sorted(marked, key=lambda kind: -kind.per_choice.value)[:_MOST]
    heights = [2.5 + _ROW * len(_PARTS) * len(overall.totals), 1.0 + _ROW * len(dear)]
    count = 2 if dear else 1
    figure, parts = pyplot.subplots(
        count,
        1,
        figsize=(_WIDE, sum(heights[:count])),
        height_ratios=heights[:count],
        layout="constrained",
        squeeze=False,
    )
    _sums(parts[0][0], overall)
    if dear:
        _costs(parts[1][0], dear)
    kept: dict[str, Any] = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    figure.savefig(path, **kept)
    pyplot.close(figure)


def _sums(axes: Any, overall: Overall) -> None:  # noqa: ANN401 - matplotlib's own
    """Draw the four columns of everybody as bars."""
    amounts = {
        "expected": [totals.expected for totals in overall.totals],
        "luck": [totals.luck for totals in overall.totals],
        "advantage": [totals.advantage for totals in overall.totals],
        "came to": [totals.came_to for totals in overall.totals],
    }
    for number, name in enumerate(_PARTS):
        places = [at + _THICK * number for at in range(len(overall.totals))]
        heights = [100 * amount for amount in amounts[name]]
        axes.barh(places, heights, _THICK, label=name)
    middle = _THICK * (len(_PARTS) - 1) / 2
    ticks = [at + middle for at in range(len(overall.totals))]
    axes.set_yticks(ticks, [_name(totals) for totals in overall.totals])
    axes.invert_yaxis()
    axes.axvline(0.0, color="black", lw=0.8)
    axes.set_xlabel("of 100, means over the conflicts analysed")
    conflicts = f"{overall.drawn:,} of {overall.recorded:,}"
    axes.set_title(
        f"{overall.title}, {overall.kind} {overall.name}\n{conflicts} analysed;"
        f" {overall.sure}"
    )
    axes.legend(fontsize="small")


def _costs(axes: Any, dear: Sequence[Costs]) -> None:  # noqa: ANN401 - matplotlib's own
    """Draw what a choice of each kind costs, with its interval."""
    values = [100 * kind.per_choice.value for kind in dear]
    reach = [
        [100 * (kind.per_choice.value - kind.per_choice.low) for kind in dear],
        [100 * (kind.per_choice.high - kind.per_choice.value) for kind in dear],
    ]
    axes.errorbar(values, range(len(dear)), xerr=reach, fmt="o", capsize=3)
    labels = [_short(f"{_name(kind)}: {kind.what}") for kind in dear]
    axes.set_yticks(range(len(dear)), labels)
    axes.set_ylim(len(dear) - 0.5, -0.5)
    axes.set_xlim(left=0.0)
    axes.set_xlabel("cost a choice, of 100, with intervals of 95 %")
    axes.set_title("Which kinds of choice cost most")


def _name(totals: Totals | Costs) -> str:
    return _short(totals.seat or totals.agent)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
