"""A run that tests kill: `python -m tests.run.victim STORE SEED WORKERS`."""

import sys

from msgspec import structs

from sim.run.run import Plan, make_plan, run
from sim.store.store import open_store
from tests.run.cast import LOAD, ROSTER, STANDOFF


def plan(seed: str) -> Plan:
    """Return a run of some length."""
    made = make_plan(STANDOFF, ("slow", "uniform"), seed=seed, games=160)
    return structs.replace(made, load=LOAD, roster=ROSTER)


def main() -> None:
    """Complete the run, saying when it begins."""
    target, seed, workers = sys.argv[1:]
    with open_store(target, create=True) as store:
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        run(plan(seed), store=store, resume=True, workers=int(workers))


if __name__ == "__main__":
    main()
