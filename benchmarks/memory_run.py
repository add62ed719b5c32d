"""One run in a process of its own, which then says how much memory it had.

`python -m benchmarks.memory_run GAMES WORKERS STORE` prints the peaks of this process
and of its largest child, in kilobytes.
"""

import json
import resource
import sys

from benchmarks.stage import DUEL, plan
from sim.run.chunk import setting
from sim.run.run import run
from sim.statistics.summary import Summary
from sim.store.store import open_store


def main() -> None:
    """Play and record as the arguments say, and print the peaks."""
    games, workers, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    whole = plan(DUEL, games)
    summary = Summary(setting(whole).seats)
    with open_store(path, create=True) as store:
        run(whole, store=store, workers=workers, each=summary.add)
    peaks = [
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    print(json.dumps(peaks))


if __name__ == "__main__":
    main()
