"""Does the default agent play well? Its score against every shipped agent.

    python -m benchmarks.defaults                    # every scenario with two sides
    python -m benchmarks.defaults alley --pairs 400
    python -m benchmarks.defaults --write            # and keep the table
    python -m benchmarks.defaults alley --write      # keep that row anew
    python -m benchmarks.defaults --rivals mcts --seconds 60 --write  # that column

The default is what sits at each seat by the scenario's file: `steady`, plain or with
numbers of its own, or another agent. A pair is two conflicts of the same dice with the
sides changed; a score is the share of conflicts in which the default's side got more, a
tie one half.
Agents that search are slow, and meet it in as many pairs as there is time for.
"""

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf, sqrt
from pathlib import Path
from time import process_time

from msgspec import Struct

from benchmarks.stamp import stamp
from sim.fitting.arena import OWN, Arena
from sim.library.catalogue import scenarios
from sim.library.scenario import load

RESULTS = Path(__file__).parent / "defaults.md"
RIVALS = (
    "steady",
    "bold",
    "cautious",
    "miser",
    "spender",
    "surge",
    "thrift",
    "scruple",
    "poised",
    "uniform",
    "first",
    "storyteller",
)
SEARCHING = ("lookahead", "mcts")
"""Rivals that search, and so are slow."""
AIM = 0.49
FEWEST = 4
"""The fewest pairs from which a score is reported."""
ABOUT = f"""\
Scores of what each scenario seats (`steady`, or whoever its file names) against
shipped agents, with 95 % intervals over pairs. Searches of before 2026-11-25 14:45 UTC
met plain `steady` where the file names another agent than that. Below the aim of {AIM}
in bold. A score counts who got more, not how much more: beside a bold score of
2026-11-28 or later stands the margin in returns (from -1 to 1), which may be none, or
the other way. Those who search meet it in as many pairs as there was time for, which
stand in brackets; where that was less than {FEWEST}, nothing does. Each row says when
and on which commit it was measured."""


class Cell(Struct, frozen=True):
    """The default's score against one rival, and the half width of its interval.

    *margin* is by how much more it got of the returns, and the half width of that.
    """

    rival: str
    score: float
    error: float
    pairs: int
    margin: tuple[float, float] | None = None


def two_sided() -> list[str]:
    """Return the shipped scenarios that two sides play, by somebody's choices."""
    return [name for name in scenarios() if len(Arena(load(name), "").sides) == 2]


def measured(name: str, rival: str, pairs: int, seconds: float = inf) -> Cell | None:
    """Return the default's score against *rival* in mirrored pairs of games.

    It plays as many pairs as begin within *seconds* of processor time; None: too few.
    """
    arena = Arena(load(name), "defaults")
    scores, margins = list[float](), list[float]()
    first, second = arena.sides
    until = process_time() + seconds
    while len(scores) < pairs and process_time() < until:
        game = len(scores)
        there = arena.play({first: OWN, second: rival}, game)
        back = arena.play({first: rival, second: OWN}, game)
        scores.append((there.score(first) + back.score(second)) / 2)
        more = there.returns[first] - there.returns[second]
        margins.append((more + back.returns[second] - back.returns[first]) / 2)
    if (played := len(scores)) < FEWEST:
        return None
    return Cell(rival, *_mean(scores), played, _mean(margins))


def _mean(some: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and the half width of its 95 % interval."""
    mean = sum(some) / len(some)
    spread = sqrt(sum((number - mean) ** 2 for number in some) / len(some))
    return mean, 1.96 * spread / sqrt(len(some))


Row = Mapping[str, str]
"""What a row of the table shows under each heading."""
NAME, PAIRS, MEASURED = "scenario", "pairs", "measured"


def row(name: str, cells: Sequence[Cell], measured_: str) -> Row:
    """Return a row of the table, *measured_* as said; what misses the aim is bold."""
    others = [cell.pairs for cell in cells if cell.rival not in SEARCHING]
    pairs = {PAIRS: str(max(others))} if others else {}
    shown = {cell.rival: _shown(cell) for cell in cells}
    return {NAME: name, **pairs, **shown, MEASURED: measured_}


def _shown(cell: Cell) -> str:
    score = f"{cell.score:.3f}"
    if cell.score < AIM:
        score = f"**{score}**"
    pairs = f" ({cell.pairs})" if cell.rival in SEARCHING else ""
    more = ""
    if cell.score < AIM and cell.margin is not None:
        margin, error = cell.margin
        more = f"; {margin:+.3f} ± {error:.3f} in returns"
    return f"{score} ± {cell.error:.3f}{pairs}{more}"


def line(shown: Sequence[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(shown)} |"


def parsed(text: str) -> list[Row]:
    """Return the rows of the table in *text*."""
    lines = [text_line for text_line in text.splitlines() if text_line.startswith("| ")]
    split = [
        [part.strip() for part in text_line.split("|")[1:-1]] for text_line in lines
    ]
    return [dict(zip(split[0], parts, strict=True)) for parts in split[1:]]


def table(rows: Sequence[Row]) -> str:
    """Return *rows* under their headings; what one of them lacks stays empty."""
    met = {heading for row in rows for heading in row}
    rivals = [rival for rival in (*RIVALS, *SEARCHING) if rival in met]
    headings = [NAME, PAIRS, *rivals, MEASURED]
    lines = [line([row.get(heading, "") for heading in headings]) for row in rows]
    return "\n".join([line(headings), "|---" * len(headings) + "|", *lines, ""])


def kept(rows: Sequence[Row], before: str, known: Sequence[str]) -> list[Row]:
    """Return *rows* and, of those in the text *before*, what was not measured again.

    In the order of *known*, and without what is not known any more.
    """
    named = {row[NAME]: row for row in parsed(before)}
    for row in rows:
        was = named.get(row[NAME], {})
        older = _still(was, row)
        again = {MEASURED: "; ".join([*older, _which(row)])} if older else {}
        named[row[NAME]] = {**was, **row, **again}
    return [named[name] for name in known if name in named]


def _left(was: Row, row_: Row) -> set[str]:
    """Return which cells that *was* there the new row does not measure again."""
    return {rival for rival, cell in was.items() if cell} - set(row_)


def _still(was: Row, row_: Row) -> list[str]:
    """Return when the cells that *row_* does not measure again were measured."""
    left, older = _left(was, row_), list[str]()
    for part in reversed(was.get(MEASURED, "").split("; ")):
        # "mcts 2026-11-23 15:57 UTC, 5090dbc"; without names it is of all the others.
        names = part[: part.find("20")].strip()
        of = left & {*names.split(", ")} if names else {*left}
        left -= of
        if of:
            older.insert(0, part)
    return older


def _which(row_: Row) -> str:
    """Return which rivals a row that is not whole has met, and when."""
    met = [rival for rival in (*RIVALS, *SEARCHING) if rival in row_]
    return f"{', '.join(met)} {row_[MEASURED]}"


def _cell(rival: str, name: str, pairs: int, seconds: float) -> Cell | None:
    return measured(name, rival, pairs, seconds if rival in SEARCHING else inf)


def main() -> None:
    """Measure what is named, print each row, and under --write keep the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.defaults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    known = two_sided()
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument(
        "--rivals",
        nargs="+",
        default=RIVALS,
        choices=(*RIVALS, *SEARCHING),
        help="whom it meets; by default all who do not search",
        metavar="AGENT",
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="for one who searches"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--write", action="store_true", help="write defaults.md: these rows anew"
    )
    given = parser.parse_args()
    unknown = set(given.names) - set(known)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(known)}")
    print(line([NAME, PAIRS, *given.rivals, MEASURED]))
    rows: list[Row] = []
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.names or known:
            play = partial(_cell, name=name, pairs=given.pairs, seconds=given.seconds)
            cells = [cell for cell in pool.map(play, given.rivals) if cell is not None]
            rows.append(row(name, cells, stamp()))
            print(line(list(rows[-1].values())), flush=True)
    if given.write:
        before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
        text = f"# The default agent\n\n{ABOUT}\n\n{table(kept(rows, before, known))}"
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
