"""Does a long process grow? `python -m tests.faults.soak [--commands N]`.

N commands are given in one process to one store: runs of every system, each with a seed
of its own, a campaign, a tournament, and what reads, audits and exports them. Every few
of them it says how much memory the process has, and at the end how much it grew since
the first lap, by when every kind of command was given once.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.store.store import open_store
from tests.campaign.files import written
from tests.faults.quietly import quietly

COMMANDS = 328
"""So many were given when memory was found to grow from 126 to 266 MB."""
_RUNS = (
    ("planets_boulder", 8),
    ("alley", 4),
    ("skill_page", 6),
    ("intensity_brawl", 4),
    ("dice_pool_debate", 3),
)
Args = tuple[str, ...]


def laps(folder: Path, store: Path) -> Iterator[list[Args]]:
    """Yield laps of commands; each lap has every kind, with new seeds."""
    feud = written(folder)
    for lap in count():
        given: list[Args] = []
        kept = ("--store", str(store), "--seed", f"soak {lap}")
        for scenario, games in _RUNS:
            given.append(("run", scenario, "--games", str(games), *kept))
            given += ((word,) for word in ("audit", "show", "replay", "explain"))
        given.append(("run", feud, "--games", "2", *kept))
        given += [("audit",), ("transcript",), ("list", str(store), "--json")]
        cup = ("--agents", "uniform,steady", "--games", "4", "--null", "1")
        given.append(("tournament", "planets_boulder", *cup, *kept))
        given.append(("export", str(store), str(folder / f"{lap}.jsonl")))
        yield given


def whole(args: Args, store: Path) -> Args:
    """Return *args*; a single word is a command for the last run of *store*."""
    if len(args) != 1:
        return args
    with open_store(str(store)) as opened:
        run = list(opened.runs())[-1]
    word = args[0]
    conflict = f"{run.run}-1"
    if word == "transcript":
        return word, str(store), f"{conflict}.1"  # a chapter of the campaign
    more = {"audit": (run.run,), "show": (run.run,), "explain": (conflict, "4")}
    return word, str(store), *more.get(word, (conflict,))


def megabytes() -> float:
    """Return how much memory this process has (Linux says so under /proc)."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def soak(folder: Path, most: int) -> tuple[float, float]:
    """Give *most* commands; return the memory after the first lap and at the end."""
    store, done, first = folder / "soak.db", 0, 0.0
    for number, lap in enumerate(laps(folder, store)):
        for args in islice(lap, most - done):
            asked = whole(args, store)
            status, _, err = quietly(*asked)
            if status != 0:
                message = f"{' '.join(asked)} ends with {status}: {err}"
                raise AssertionError(message)
            done += 1
        now = megabytes()
        first = first if number else now
        size = store.stat().st_size / (1 << 20)
        sys.stdout.write(f"{done} commands: {now:.0f} MB; store {size:.1f} MB\n")
        sys.stdout.flush()
        if done == most:
            return first, now
    raise AssertionError


def main() -> None:
    """Give as many commands as are asked for, and say how memory grew."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.soak", description=__doc__
    )
    parser.add_argument("--commands", type=int, default=COMMANDS, help="how many")
    most = parser.parse_args().commands
    with TemporaryDirectory(prefix="fracas-soak-") as folder:
        first, last = soak(Path(folder), most)
    sys.stdout.write(f"grew by {last - first:+.0f} MB after the first lap\n")


if __name__ == "__main__":
    main()
