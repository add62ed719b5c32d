"""Pictures of a tournament: standings, matrix, scores over time.

matplotlib is an extra, and is imported only for --picture.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sim.errors import FracasError
from sim.statistics.betting import always_valid
from sim.statistics.intervals import EVEN
from sim.tournament.ledger import Pair
from sim.tournament.result import Result
from sim.tournament.tournament import Tournament

_KINDS = (".svg", ".png")
_WIDTH = 9.0
_ROW = 0.45
_LOOKS = 40
_COURSES = 10
"""The most curves that can be told apart in one picture."""
_LABELS = 75
"""The most characters on a line below a picture."""


def check_drawable(path: Path) -> None:
    """Raise FracasError if no picture can be drawn into *path*."""
    if path.suffix not in _KINDS:
        message = f"{path} does not end like a picture, expected .svg or .png"
        raise FracasError(message)
    if find_spec("matplotlib") is None:
        message = (
            "pictures need more than is installed, expected pip install"
            " 'fracas[pictures]'"
        )
        raise FracasError(message)


def draw(path: Path, shown: Result, held: Tournament) -> None:
    """Draw the standings, the matrix of scores, and the scores over time."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = shown.seal.hex()
    pyplot: Any = import_module("matplotlib.pyplot")
    count = len(shown.standings)
    figure, (table, matrix, course) = pyplot.subplots(
        3,
        1,
        figsize=(_WIDTH, 8 + 3 * _ROW * count),
        height_ratios=(1 + _ROW * count, 2 + 2 * _ROW * count, 5),
        layout="constrained",
    )
    _standings(table, shown)
    _matrix(matrix, shown)
    _course(course, held, shown)
    kept: dict[str, Any] = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    figure.savefig(path, **kept)
    pyplot.close(figure)


def _standings(axes: Any, shown: Result) -> None:  # noqa: ANN401 - matplotlib's own
    rows = shown.standings[::-1]
    values = [100 * row.score.value for row in rows]
    spans = [
        [100 * (row.score.value - row.score.low) for row in rows],
        [100 * (row.score.high - row.score.value) for row in rows],
    ]
    axes.errorbar(values, range(len(rows)), xerr=spans, fmt="o", capsize=3)
    axes.axvline(100 * EVEN, linestyle=":", color="grey")
    axes.set_yticks(range(len(rows)), [row.agent for row in rows])
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.set_xlim(0, 100)
    axes.set_title("Standings: score in %, with intervals")


def _matrix(axes: Any, shown: Result) -> None:  # noqa: ANN401 - matplotlib's own
    agents = [row.agent for row in shown.standings]
    cells = [[float("nan")] * len(agents) for _ in agents]
    for pairing in shown.pairings:
        if pairing.scenario is None:
            row, column = agents.index(pairing.first), agents.index(pairing.second)
            cells[row][column] = 100 * pairing.score.value
            cells[column][row] = 100 * (1 - pairing.score.value)
    axes.imshow(cells, cmap="RdYlGn", vmin=0, vmax=100, aspect="auto")
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell == cell:  # noqa: PLR0124 - nan where nobody met
                axes.text(column, row, f"{cell:.0f}", ha="center", va="center")
    upright = (2 + max(map(len, agents))) * len(agents) > _LABELS
    axes.set_xticks(range(len(agents)), agents, rotation=90 if upright else 0)
    axes.set_yticks(range(len(agents)), agents)
    axes.set_title("What each row scored against each column, in %")


def _course(axes: Any, held: Tournament, shown: Result) -> None:  # noqa: ANN401 - matplotlib's own
    specs = held.contest.specs
    title = "Score in % as blocks came in, with intervals by bets that always hold"
    pairs = held.ledger.met()
    if len(pairs) > _COURSES:
        pairs = _of_leader(pairs, [specs.index(row.agent) for row in shown.standings])
        title += f"\n(of {shown.standings[0].agent} and those next in the standings)"
    for pair in pairs:
        label = f"{specs[pair[0]]} against {specs[pair[1]]}"
        exact = held.ledger.exact(pair)
        if exact is not None:
            axes.axhline(100 * exact.score, linestyle="--", label=f"{label}, exact")
            continue
        numbers, lows, highs, means = _progress(held, pair)
        (line,) = axes.plot(numbers, means, label=label)
        axes.fill_between(numbers, lows, highs, color=line.get_color(), alpha=0.15)
    axes.axhline(100 * EVEN, linestyle=":", color="grey")
    axes.set_ylim(0, 100)
    axes.set_xlabel("blocks")
    axes.set_title(title)
    axes.legend(fontsize="small")


def _of_leader(pairs: list[Pair], order: list[int]) -> list[Pair]:
    """Return the pairs of the leader of *order*, nearest rivals first."""
    leader, *others = order
    candidates = [(min(leader, other), max(leader, other)) for other in others]
    return [pair for pair in candidates if pair in pairs][:_COURSES]


def _progress(
    held: Tournament, pair: Pair
) -> tuple[list[int], list[float], list[float], list[float]]:
    """Return numbers of blocks, with the bounds and the mean after each."""
    scores = [result.score for result in held.ledger.results(pair)]
    step = max(1, len(scores) // _LOOKS)
    numbers = sorted({*range(step, len(scores) + 1, step), len(scores)} - {0})
    lows: list[float] = []
    highs: list[float] = []
    means: list[float] = []
    for number in numbers:
        counts: dict[float, float] = {}
        for score in scores[:number]:
            counts[score] = counts.get(score, 0) + 1
        bounds = always_valid(counts, held.course.judge.confidence)
        lows.append(100 * bounds.low)
        highs.append(100 * bounds.high)
        means.append(100 * bounds.value)
    return numbers, lows, highs, means
