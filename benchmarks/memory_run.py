"""One run in a process of its own, which then prints how much memory it used.

`python -m benchmarks.memory_run GAMES WORKERS STORE [SCENARIO]` prints the peaks of
this process and of its largest worker, in kilobytes. Where STORE is "" it only keeps
statistics. Linux keeps the peak of each process under /proc; what `getrusage` says
begins with the size of whoever started the process, so it is only asked where there is
nothing better, and knows nothing of workers.
"""

import json
import resource
import sys
from contextlib import nullcontext
from multiprocessing import active_children
from pathlib import Path

from benchmarks.stage import DUEL, plan
from sim.run.chunk import setting
from sim.run.run import run
from sim.statistics.summary import Summary
from sim.store.store import open_store


def peak(process: int | str = "self") -> int:
    """Return the peak memory of a process, in kilobytes; 0 if unknown."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return mine if process == "self" else 0
    sizes = [line.split()[1] for line in text.splitlines() if "VmHWM" in line]
    return int(sizes[0]) if sizes else 0


def main() -> None:
    """Play and record as the arguments say, and print the peaks."""
    games, workers, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    scenario = sys.argv[4] if sys.argv[4:] else DUEL
    whole = plan(scenario, games, record="full" if path else "none")
    summary = Summary(setting(whole).seats)
    largest = 0

    def watch(_done: int) -> None:
        nonlocal largest
        for child in active_children():
            largest = max(largest, peak(child.pid or 0))

    with open_store(path, create=True) if path else nullcontext() as store:
        run(whole, store=store, workers=workers, on_line=summary.add, progress=watch)
    print(json.dumps([peak(), largest]))


if __name__ == "__main__":
    main()
