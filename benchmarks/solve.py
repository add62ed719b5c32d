"""Exact solutions: size, time, agreement with play, and exploitability.

    python -m benchmarks solve                        # everything that is measured
    python -m benchmarks solve intensity_brawl --games 2000
    python -m benchmarks solve --write                # and keep the tables
    python -m benchmarks solve --only replies --write # those of replies, and the others
                                                      # as they were kept

A scenario is solved in a process of its own, whose peak of memory is told. Times are of
the processor. A z-score compares how often an ending came in play with its chance, or a
mean return with its value. What best replies gain is in `benchmarks/replies.py`, tiny
conflicts by every face of every die in `benchmarks/brute.py`, and what is said in so
many seconds in `benchmarks/tails.py` and, of replies, in `benchmarks/replied.py`.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import TypeVar

from msgspec import Struct

from benchmarks import brute, replied, replies, tails
from benchmarks.stamp import heading
from sim.errors import FracasError
from sim.graph.budget import Budget
from sim.graph.solve import Solved, solve
from sim.library.scenario import Loaded, load
from sim.run.run import make_plan
from sim.run.run import run as run_plan
from sim.run.seating import seat_agents
from sim.statistics.summary import Summary

RESULTS = Path(__file__).parent / "solve.md"
GAMES = 20_000

_TITLE = "# Exact solutions\n\n"
_SOLVED, _TAILS, _BRUTE = "solved", "tails", "brute"
_REPLIED, _REPLIES = "replied", "replies"
_PARTS = (_SOLVED, _TAILS, _BRUTE, _REPLIED, _REPLIES)

SOLVED: Mapping[str, Sequence[str]] = {
    "alley": tuple(
        f"{one},{other}" for one in replies.THREE for other in replies.THREE
    ),
    "dice_pool_knives": ("",),
    "guitar_duel": ("",),
    "intensity_brawl": ("steady,steady", "bold,cautious", "thrift,steady"),
    "intensity_cliff": ("",),
    "planets_arm_wrestle": ("steady,steady", "cautious,steady"),
    "planets_boulder": ("steady,steady", "bold,cautious"),
    "planets_race": ("",),
    "planets_siege": ("",),
    "skill_chase": ("",),
    "skill_duel": ("",),
    "skill_jump": ("",),
    "skill_page": ("",),
    "stuck_door": ("",),
}
"""Scenario -> pairs of agents by which it is solved."""

BOUNDED: Mapping[str, tuple[str, int]] = {
    "ambush": (",,,,,steady", 3_000),
    "dice_pool_chase": ("", 10_000),
    "dice_pool_mill": ("", 1_200),
    "intensity_auction": ("", 3_000),
    "intensity_heist": ("", 3_000),
}
"""Scenario that does not fit -> agents and states by which its values are bounded."""

BUDGET = Budget()


R = TypeVar("R")


class Row(Struct, frozen=True):
    """One solution: size, time and memory, and how it agrees with play."""

    scenario: str
    agents: str
    solved: Solved
    seconds: float
    megabytes: float
    zs: tuple[float, ...]


def measured(work: tuple[str, str], games: int) -> Row | str:
    """Solve one scenario between agents and play it, or return why that fails."""
    name, agents = work
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents.split(","))
    state = loaded.system.initial(loaded.scenario)
    bound = BOUNDED.get(name)
    budget = BUDGET if bound is None else Budget(states=bound[1])
    begun = process_time()
    try:
        found = solve(loaded.system, state, seats, specs, budget=budget)
    except FracasError as error:
        return f"{name}, {agents}: {error}"
    seconds = process_time() - begun
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    zs = _scores(loaded, specs, found, games) if found.exact and games else ()
    return Row(name, ", ".join(specs), found, seconds, peak, zs)


def _scores(
    loaded: Loaded, specs: Sequence[str], found: Solved, games: int
) -> tuple[float, ...]:
    """Return the z-score of every ending and of every seat's mean return."""
    summary = Summary(loaded.system.seats(loaded.scenario))
    plan = make_plan(loaded, specs, seed="solve", games=games, record="none")
    run_plan(plan, each=summary.add)
    chances: dict[str, float] = {}
    for (how, _), chance in found.outcomes.items():
        chances[how] = chances.get(how, 0.0) + chance
    played = {how: times for how, times, _ in summary.endings()}
    zs = [
        _z(played.get(how, 0) / games, chance, chance * (1 - chance), games)
        for how, chance in chances.items()
        if chance < 1
    ]
    for seat, record in enumerate(summary.records()):
        mean = sum(one[1][seat] * p for one, p in found.outcomes.items())
        square = sum(one[1][seat] ** 2 * p for one, p in found.outcomes.items())
        if square > mean * mean:
            zs.append(_z(record.returns.value, mean, square - mean * mean, games))
    return tuple(zs)


def _z(seen: float, expected: float, variance: float, games: int) -> float:
    return (seen - expected) / sqrt(variance / games)


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve, compare, print the tables, and under --write keep them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks solve")
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help="by default all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--only", choices=_PARTS, help="a part")
    parser.add_argument("--write", action="store_true", help=f"keep in {RESULTS.name}")
    asked = parser.parse_args(arguments)
    parts = {
        _SOLVED: lambda: _solved(asked.names or [*SOLVED, *BOUNDED], asked.games),
        _TAILS: lambda: _timed(asked.names),
        _BRUTE: brute.told,
        _REPLIED: lambda: _in_time(asked.names),
        _REPLIES: lambda: _replied(asked.names or [*replies.REPLIED]),
    }
    was = _parts(RESULTS.read_text(encoding="utf-8"))
    found = [
        was[part] if asked.only not in {None, part} else measure()
        for part, measure in parts.items()
    ]
    text = _TITLE + "".join(found)
    print(text)
    if asked.write:
        RESULTS.write_text(text, encoding="utf-8")


def _parts(text: str) -> dict[str, str]:
    """Return what each part of the *text* that was kept says."""
    solved, begins, gains = text.removeprefix(_TITLE).partition(replies.TITLE)
    solved, top, in_time = solved.partition(replied.TITLE)
    solved, heads, faces = solved.partition(brute.TITLE)
    solved, head, timed = solved.partition(tails.TITLE)
    return {
        _SOLVED: solved,
        _TAILS: head + timed,
        _BRUTE: heads + faces,
        _REPLIED: top + in_time,
        _REPLIES: begins + gains,
    }


def _solved(names: Sequence[str], games: int) -> str:
    """Solve, and return the table of what was solved."""
    pairs = {**SOLVED, **{name: (agents,) for name, (agents, _) in BOUNDED.items()}}
    works = [(name, pair) for name in names for pair in pairs.get(name, ("",))]
    with _alone() as pool:
        found = pool.map(partial(measured, games=games), works)
        rows = list(_counted(_SOLVED, found, len(works)))
    return f"{heading()}\n{told(rows, games)}\n"


def _timed(names: Sequence[str]) -> str:
    """Solve within some seconds, and return the table of errors."""
    works = [one for one in tails.TIMED if not names or one[0] in names]
    with _alone() as pool:
        rows = list(_counted(_TAILS, pool.map(tails.timed, works), len(works)))
    stamp = heading().split("\n\n")[1].strip()
    return f"{tails.TITLE}{stamp}\n\n{tails.__doc__}\n{tails.told(rows)}"


def _in_time(names: Sequence[str]) -> str:
    """Seek replies for some seconds each, and return the table of what was found."""
    sought = [one for one in replied.NAMES if not names or one in names]
    with _alone() as pool:
        rows = list(_counted(_REPLIED, pool.map(replied.found, sought), len(sought)))
    stamp = heading().split("\n\n")[1].strip()
    return f"{replied.TITLE}{stamp}\n\n{replied.__doc__}\n{replied.told(rows)}"


def _replied(names: Sequence[str]) -> str:
    """Seek replies, and return the table of what they gain."""
    sought = replies.works(names)
    with _alone() as pool:
        found = pool.map(replies.exploited, sought)
        gains = list(_counted(_REPLIES, found, len(sought)))
    return replies.told(gains, heading().split("\n\n")[1].strip())


def _alone() -> ProcessPoolExecutor:
    """Return a process at a time, each for one piece of work."""
    context = get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1)


def _counted(what: str, found: Iterable[R], total: int) -> Iterator[R]:
    """Yield what is *found*, and print the progress."""
    for done, one in enumerate(found, start=1):
        print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)
        yield one


def told(rows: Sequence[Row | str], games: int) -> str:
    """Return the table of solutions."""
    heads = "| scenario | agents | states | edges | s | MB | returns | z-scores |"
    lines = [f"Held against {games} played conflicts each.", "", heads]
    lines.append("|---" * 8 + "|")
    for row in rows:
        if isinstance(row, str):
            lines.append(f"| {row} |" + " |" * 7)
            continue
        scores = ", ".join(f"{z:.2f}" for z in row.zs)
        found = row.solved
        returns = ", ".join(
            f"{one.low:.5f}" if found.exact else f"{one.low:.3f} to {one.high:.3f}"
            for one in found.returns
        )
        lines.append(
            f"| {row.scenario} | {row.agents} | {found.states} | {found.edges} |"
            f" {row.seconds:.1f} | {row.megabytes:.0f} | {returns} | {scores} |"
        )
    scored = [z for row in rows if isinstance(row, Row) for z in row.zs]
    if scored:
        worst = max(map(abs, scored))
        lines += ["", f"{len(scored)} z-scores in all, the largest {worst:.2f}."]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
