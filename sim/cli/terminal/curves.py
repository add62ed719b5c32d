"""The picture of an analysis by matplotlib, which is an extra."""

from importlib import import_module
from pathlib import Path
from typing import Any

from sim.analysis.analysis import Analysis
from sim.analysis.curve import of_rounds, values_of

_WIDE, _HIGH = 9.0, 4.5
_BANDS = 15
"""The most rounds that can be named above a picture."""


def draw_analysis(path: Path, analysis: Analysis) -> None:
    """Draw what each participant could expect, with rounds, throws and marks."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = analysis.conflict
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(_WIDE, _HIGH), layout="constrained")
    _rounds(axes, analysis)
    for account in analysis.accounts:
        values = values_of(analysis.moments, account.place)
        axes.plot(range(len(values)), values, label=account.seat)
    _marks(axes, analysis)
    axes.set_xlim(-0.2, len(analysis.moments) + 0.2)
    axes.set_ylim(-2, 102)
    axes.set_xlabel("moments: throws and choices")
    axes.set_ylabel("could expect, of 100")
    axes.set_title(
        f"{analysis.title}, conflict {analysis.conflict}\n{analysis.how_sure}"
    )
    axes.legend(fontsize="small")
    kept: dict[str, Any] = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    figure.savefig(path, **kept)
    pyplot.close(figure)


def _rounds(axes: Any, analysis: Analysis) -> None:  # noqa: ANN401 - matplotlib's own
    """Draw each round as a band, and name it where there is room."""
    bands = list(of_rounds(analysis.moments))
    each = 1 + len(bands) // _BANDS
    for turn, (number, first, last) in enumerate(bands):
        if turn % 2:
            axes.axvspan(first + 0.5, last + 1.5, color="grey", alpha=0.12, lw=0)
        if turn % each == 0:
            middle = (first + last) / 2 + 1
            said = f"round {number}" if turn == 0 else str(number)
            axes.text(middle, 0, said, ha="center", color="grey", clip_on=True)


def _marks(axes: Any, analysis: Analysis) -> None:  # noqa: ANN401 - matplotlib's own
    """Draw throws on the first curve, marked choices on those of who chose."""
    places = {account.seat: account.place for account in analysis.accounts}
    first = analysis.accounts[0].place
    throws = [
        (at, 100 * moment.after[first])
        for at, moment in enumerate(analysis.moments, 1)
        if moment.kind == "throw"
    ]
    chosen = [
        (at, 100 * moment.after[places.get(moment.seat, first)])
        for at, moment in enumerate(analysis.moments, 1)
        if moment.kind == "choice" and moment.mark
    ]
    for points, shape, name in (
        (throws, ".", f"throws (on {analysis.accounts[0].seat})"),
        (chosen, "v", "marked choices"),
    ):
        if points:
            axes.plot(*zip(*points, strict=True), shape, color="black", label=name)
