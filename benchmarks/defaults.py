"""Does the default agent play well? It against every shipped agent, on every scenario.

    python -m benchmarks.defaults                    # every scenario with two sides
    python -m benchmarks.defaults alley --pairs 400
    python -m benchmarks.defaults --write            # and keep the table
    python -m benchmarks.defaults alley --write      # keep that row anew

The default is what sits at a seat by the scenario's file, or where that is another
agent, plain `steady`. A pair is two conflicts of the same luck with the sides changed;
a score is the share of conflicts in which the default's side got more, a tie one half.
Lookahead is dear, and meets it in a tenth of the pairs.
"""

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path

from msgspec import Struct

from benchmarks.__main__ import stamp
from sim.fitting.arena import Arena
from sim.library import scenarios
from sim.scenario import load

RESULTS = Path(__file__).parent / "defaults.md"
DEFAULT = "steady"
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
)
AIM = 0.49
ABOUT = f"""\
Scores of the default agent (the scenario's own where that is a fitted one) against
shipped agents, with 95 % intervals over pairs. Below the aim of {AIM} in bold. Each row
says when and on which commit it was measured."""
DEAR = {"lookahead": 10}
"""Rivals that meet the default in so many times fewer pairs."""
SLOW = {
    "ambush": 4,
    "intensity_cliff": 4,
    "intensity_heist": 4,
    "planets_siege": 4,
}
"""Scenarios of which so many times fewer pairs are played."""


class Cell(Struct, frozen=True):
    """The default's score against one rival, and the half width of its interval."""

    rival: str
    score: float
    error: float
    pairs: int


def two_sided() -> list[str]:
    """Return the shipped scenarios that two sides play, by somebody's choices."""
    return [name for name in scenarios() if len(Arena(load(name), "").sides) == 2]


def defaults(arena: Arena) -> dict[int, str]:
    """Return the default agent of each side."""
    found: dict[int, str] = {}
    for seat in arena.seats:
        if seat.side is not None:
            plain = seat.agent.partition(":")[0] != DEFAULT
            found.setdefault(seat.side, DEFAULT if plain else seat.agent)
    return found


def measured(name: str, rival: str, pairs: int) -> Cell:
    """Return what the default scores against *rival* in mirrored pairs."""
    arena = Arena(load(name), "defaults")
    own, scores = defaults(arena), list[float]()
    first, second = arena.sides
    for game in range(pairs):
        there = arena.play({first: own[first], second: rival}, game).score(first)
        back = arena.play({first: rival, second: own[second]}, game).score(second)
        scores.append((there + back) / 2)
    mean = sum(scores) / pairs
    spread = sqrt(sum((one - mean) ** 2 for one in scores) / pairs)
    return Cell(rival, mean, 1.96 * spread / sqrt(pairs), pairs)


Row = Mapping[str, str]
"""What a row of the table shows under each heading."""
NAME, PAIRS, MEASURED = "scenario", "pairs", "measured"


def row(name: str, cells: Sequence[Cell], measured_: str) -> Row:
    """Return a row of the table, *measured_* as said; what misses the aim is bold."""
    shown = {
        one.rival: f"**{one.score:.3f}** ± {one.error:.3f}"
        if one.score < AIM
        else f"{one.score:.3f} ± {one.error:.3f}"
        for one in cells
    }
    pairs = max(one.pairs for one in cells)
    return {NAME: name, PAIRS: str(pairs), **shown, MEASURED: measured_}


def line(shown: Sequence[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(shown)} |"


def parsed(text: str) -> list[Row]:
    """Return the rows of the table in *text*."""
    lines = [one for one in text.splitlines() if one.startswith("| ")]
    split = [[part.strip() for part in one.split("|")[1:-1]] for one in lines]
    return [dict(zip(split[0], one, strict=True)) for one in split[1:]]


def table(rows: Sequence[Row]) -> str:
    """Return *rows* under their headings; what one of them lacks stays empty."""
    met = {heading for one in rows for heading in one}
    rivals = [one for one in (*RIVALS, *DEAR) if one in met]
    headings = [NAME, PAIRS, *rivals, MEASURED]
    lines = [line([one.get(heading, "") for heading in headings]) for one in rows]
    return "\n".join([line(headings), "|---" * len(headings) + "|", *lines, ""])


def kept(rows: Sequence[Row], before: str, known: Sequence[str]) -> list[Row]:
    """Return *rows* and, of those in the text *before*, what was not measured again.

    In the order of *known*, and without what is not known any more.
    """
    named = {one[NAME]: one for one in (*parsed(before), *rows)}
    return [named[name] for name in known if name in named]


def _cell(rival: str, name: str, pairs: int) -> Cell:
    slow = SLOW.get(name, 1) * DEAR.get(rival, 1)
    return measured(name, rival, max(4, pairs // slow))


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
    parser.add_argument("--lookahead", action="store_true", help="meet lookahead too")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--write", action="store_true", help="write defaults.md: these rows anew"
    )
    given = parser.parse_args()
    unknown = set(given.names) - set(known)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(known)}")
    rivals = (*RIVALS, *(("lookahead",) if given.lookahead else ()))
    print(line([NAME, PAIRS, *rivals, MEASURED]))
    rows: list[Row] = []
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.names or known:
            play = partial(_cell, name=name, pairs=given.pairs)
            rows.append(row(name, list(pool.map(play, rivals)), stamp()))
            print(line(list(rows[-1].values())), flush=True)
    if given.write:
        before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
        text = f"# The default agent\n\n{ABOUT}\n\n{table(kept(rows, before, known))}"
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
