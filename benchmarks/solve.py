"""Exact solutions: size, time, agreement with play, and exploitability.

    python -m benchmarks solve                        # everything that is measured
    python -m benchmarks solve intensity_brawl --games 2000
    python -m benchmarks solve alley --only solved --write   # and keep these rows

Under --write each scenario's rows take the place of those that its table had, as soon
as they are measured; all other rows stay as they were. A scenario is solved in a
process of its own. What best replies gain is in `benchmarks/replies.py`, tiny conflicts
by every face of every die in `benchmarks/brute.py`, and what is said in so many seconds
in `benchmarks/tails.py` and, of replies, in `benchmarks/replied.py`.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

from msgspec import Struct

from benchmarks import brute, replied, replies, tails
from benchmarks.kept import BEFORE, MEASURED, Page, Part, Row
from benchmarks.stamp import stamp
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

AIMS: Mapping[str, int] = {
    "alley": 12,
    "dice_pool_knives": 5,
    "guitar_duel": 15,
    "intensity_cliff": 40,
    "planets_race": 5,
}
"""Scenario -> the seconds, on one quiet core, that its solution may take at most."""

SOLVED: Mapping[str, Sequence[str]] = {
    "alley": tuple(
        f"{first},{second}" for first in replies.THREE for second in replies.THREE
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

BUDGET = Budget(states=2_000_000)


class Solution(Struct, frozen=True):
    """One solution: size, time and memory, and how it agrees with play."""

    scenario: str
    agents: str
    solved: Solved
    seconds: float
    megabytes: float
    zs: tuple[float, ...]


def measured(work: tuple[str, str], games: int) -> Solution | str:
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
        solution = solve(loaded.system, state, seats, specs, budget=budget)
    except FracasError as error:
        return f"{name}, {agents}: {error}"
    seconds = process_time() - begun
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    zs = _scores(loaded, specs, solution, games) if solution.exact and games else ()
    return Solution(name, ", ".join(specs), solution, seconds, peak, zs)


def _scores(
    loaded: Loaded, specs: Sequence[str], solution: Solved, games: int
) -> tuple[float, ...]:
    """Return the z-score of every ending and of every seat's mean return."""
    summary = Summary(loaded.system.seats(loaded.scenario))
    plan = make_plan(loaded, specs, seed="solve", games=games, record="none")
    run_plan(plan, on_line=summary.add)
    chances: dict[str, float] = {}
    for (how, _), chance in solution.outcomes.items():
        chances[how] = chances.get(how, 0.0) + chance
    played = {how: times for how, times, _ in summary.endings()}
    zs = [
        _z(played.get(how, 0) / games, chance, chance * (1 - chance), games)
        for how, chance in chances.items()
        if chance < 1
    ]
    for seat, record in enumerate(summary.records()):
        mean = sum(ending[1][seat] * p for ending, p in solution.outcomes.items())
        square = sum(
            ending[1][seat] ** 2 * p for ending, p in solution.outcomes.items()
        )
        if square > mean * mean:
            zs.append(_z(record.returns.value, mean, square - mean * mean, games))
    return tuple(zs)


def _z(seen: float, expected: float, variance: float, games: int) -> float:
    return (seen - expected) / sqrt(variance / games)


PART = Part(
    "What is solved",
    """
Seconds are of the processor, one core; MB are the peak of memory of a process that does
nothing else. A z-score compares how often an ending came in so many played games with
its chance and then, seat by seat, a mean return with its value. Where a value has two
numbers, the conflict did not fit into the states that it had. *Before* is what it took
by commit 57f0062, which solved rounds one by one; the aim is of the seconds.""",
    (
        "scenario",
        "agents",
        "states",
        "edges",
        "s",
        "aim",
        "MB",
        "returns",
        "z-scores",
        "games",
        BEFORE,
        MEASURED,
    ),
)


def shown(solution: Solution | str, work: tuple[str, str], games: int) -> Row:
    """Return the row of what was solved, or of why it was not."""
    if isinstance(solution, str):
        return PART.row(*work, "", "", "", "", "", solution, "", "", stamp())
    solved = solution.solved
    returns = ", ".join(
        f"{one.low:.5f}" if solved.whole else f"{one.low:.3f} to {one.high:.3f}"
        for one in solved.returns
    )
    return PART.row(
        solution.scenario,
        solution.agents,
        solved.states,
        solved.edges,
        f"{solution.seconds:.1f}",
        AIMS.get(solution.scenario, ""),
        f"{solution.megabytes:.0f}",
        returns,
        ", ".join(f"{z:.2f}" for z in solution.zs),
        games if solution.zs else "",
        stamp(),
    )


def _solved(name: str, games: int) -> Iterator[Row]:
    bound = BOUNDED.get(name)
    pairs = SOLVED.get(name, ("",)) if bound is None else (bound[0],)
    works = [(name, agents) for agents in pairs]
    with _alone() as pool:
        solutions = pool.map(partial(measured, games=games), works)
        for work, solution in zip(works, solutions, strict=True):
            yield shown(solution, work, games)


def _timed(name: str) -> Iterator[Row]:
    with _alone() as pool:
        works = [timed for timed in tails.TIMED if timed[0] == name]
        yield from map(tails.row, pool.map(tails.timed, works))


def _in_time(name: str) -> Iterator[Row]:
    with _alone() as pool:
        yield from map(replied.row, pool.map(replied.found, [name]))


def _replied(name: str) -> Iterator[Row]:
    with _alone() as pool:
        yield from replies.rows(
            list(pool.map(replies.exploited, replies.works([name])))
        )


PAGE = Page(
    "Exact solutions",
    {
        "solved": PART,
        "tails": tails.PART,
        "brute": brute.PART,
        "replied": replied.PART,
        "replies": replies.PART,
    },
    "Earlier",
)


def _measures(
    games: int,
) -> Mapping[str, tuple[Sequence[str], Callable[[str], Iterator[Row]]]]:
    """Return for each part the scenarios it has, and what measures one of them."""
    return {
        "solved": ([*SOLVED, *BOUNDED], partial(_solved, games=games)),
        "tails": (list(dict.fromkeys(timed[0] for timed in tails.TIMED)), _timed),
        "brute": (brute.NAMES, brute.rows),
        "replied": (replied.NAMES, _in_time),
        "replies": ([*replies.REPLIED], _replied),
    }


def _alone() -> ProcessPoolExecutor:
    """Return a process at a time, each for one piece of work."""
    context = get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is named, print each row, and under --write keep it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks solve")
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help="by default all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--only", choices=[*PAGE.parts], help="a part")
    parser.add_argument("--write", action="store_true", help=f"keep in {RESULTS.name}")
    asked = parser.parse_args(arguments)
    measures = _measures(asked.games)
    parts = [asked.only] if asked.only else [*PAGE.parts]
    known = {name for part in parts for name in measures[part][0]}
    if unknown := set(asked.names) - known:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(sorted(known))}")
    for part in parts:
        names, measure = measures[part]
        for name in names:
            if not asked.names or name in asked.names:
                rows = list(measure(name))
                print(PAGE.parts[part].told(rows), flush=True)
                if asked.write:
                    keep(RESULTS, part, name, rows)


def keep(page: Path, part: str, name: str, rows: Sequence[Row]) -> None:
    """Put the *rows* of a scenario into their *part* of a *page*."""
    text = page.read_text(encoding="utf-8")
    was = PAGE.parts[part].parsed(text)
    now = PAGE.parts[part].replaced(was, name, rows)
    page.write_text(PAGE.with_rows(text, part, now), encoding="utf-8")


if __name__ == "__main__":
    main()
