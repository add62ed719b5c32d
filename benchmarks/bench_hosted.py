"""An agent from a file against the same one built in: the cost of process and wall.

Both take the first option, so that nearly all that is measured is the asking. Beside
it stands what it costs to ask one conflict after the other.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import structs

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread, wall
from benchmarks.stage import DUEL, SEED, SHOWN, apart
from sim.files.sources import read_sources
from sim.hosting.host import asked_once
from sim.hosting.process import Kind
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import load
from sim.run.plan import WIDTH
from sim.run.run import make_plan, run

AGENT = """
from sim.seam.protocol import Agent


class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
OURS_MOST = 3
SLOWER_MOST = 1.25
STARTS = 20


def measure(rounds: int = 5, games: int = 400) -> list[Section]:
    """Return what an agent from a file costs, without and with its wall."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(AGENT, "utf-8")
        return list(_sections(str(path), rounds, games))


def _sections(path: str, rounds: int, games: int) -> Iterator[Section]:
    for scenario in SHOWN:
        many = games if scenario == DUEL else max(2, games // 4)
        ours, open_, walled, alone = columns(
            side_by_side(
                rounds,
                _playing(scenario, "first", many),
                _playing(scenario, path, many),
                _playing(scenario, path, many, sandbox="wall"),
                _playing(scenario, path, many, width=1),
                clock=wall,
            )
        )
        figures = [
            ratio("time of a file's / of ours", open_, ours, most=OURS_MOST),
            ratio(
                "time of a file's behind the wall / of ours",
                walled,
                ours,
                most=OURS_MOST,
            ),
            ratio("time behind the wall / without", walled, open_, most=SLOWER_MOST),
            ratio("time of one conflict after the other / of ours", alone, ours),
            spread(
                "conflicts a second behind the wall",
                [1 / seconds for seconds in walled],
            ),
        ]
        note = (
            f"{many} conflicts, {WIDTH} of them under way at once, one seat from a"
            " file; chunks and their processes included"
        )
        yield Section(f"Agents from files: {scenario}", figures, [note])
    starts = [_start(path) for _ in range(STARTS)]
    yield Section(
        "Agents from files: their processes",
        [spread("milliseconds to start one behind the wall", starts)],
    )


def _playing(
    scenario: str,
    spec: str,
    games: int,
    *,
    sandbox: Sandbox = "off",
    width: int = WIDTH,
) -> Work:
    loaded = load(scenario)
    others = ["first"] * (len(loaded.system.seats(loaded.scenario)) - 1)
    plan = make_plan(loaded, (spec, *others), seed=SEED, games=games, record="none")
    held = structs.replace(plan, sandbox=sandbox, width=width)
    seeds = count()

    def play() -> int:
        return run(structs.replace(held, seed=f"{SEED} {next(seeds)}")).games

    return apart(play)


def _start(path: str) -> float:
    """Return how long it takes until an agent is made behind the wall."""
    start = perf_counter()
    asked_once(Kind(path, {}), read_sources([path]), "wall")
    return 1000 * (perf_counter() - start)
