"""Random commands on stores that are disturbed: `python -m tests.faults`.

`--seed N --steps M` gives M commands, with a new store every 60. Where a law is broken
it says which, and the command that does the same again.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.world import ROOT, World

STEPS = 60
"""How many commands one store has to bear."""


def say(text: str) -> None:
    """Print *text* at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def live(seed: str, steps: int, told: Counter[str], *, verbose: bool) -> None:
    """Go through *steps* commands on the store of *seed*, and count how they end.

    Raises whatever breaks.
    """
    with TemporaryDirectory(prefix="fracas-faults-") as folder:
        world = World(Path(folder), seed)
        try:
            for number in range(steps):
                line = world.step(number)
                if verbose:
                    say(line)
            world.finish()
        finally:
            told.update(world.counts)


def newest_code() -> float:
    """Return when the youngest module of what is tried here was written."""
    folders = (ROOT / name for name in ("sim", "agents", "tests"))
    files = (file for folder in folders for file in folder.rglob("*.py"))
    return max((file.stat().st_mtime for file in files), default=0.0)


def main() -> int:
    """Do what was asked for; return 1 where a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", default="1", help="of the first store")
    parser.add_argument("--steps", type=int, default=600, help="how many commands")
    parser.add_argument("--verbose", action="store_true", help="print each command")
    parser.add_argument(
        "--keep-going", action="store_true", help="go on with the next store"
    )
    asked = parser.parse_args()
    if asked.steps < 1:
        parser.error(f"--steps is {asked.steps}, expected at least 1")
    told: Counter[str] = Counter()
    broken, begun, started = 0, time.monotonic(), time.time()
    for number, first in enumerate(range(0, asked.steps, STEPS)):
        seed = f"{asked.seed}.{number}" if number else asked.seed
        steps = min(STEPS, asked.steps - first)
        try:
            live(seed, steps, told, verbose=asked.verbose)
        except Exception as error:  # noqa: BLE001 - said, with what repeats it
            broken += 1
            say("\n".join([f"BROKEN: {error!r}", *getattr(error, "__notes__", ())]))
            say(f"again: python -m tests.faults --seed {seed} --steps {steps}")
            if not asked.keep_going:
                break
    took = time.monotonic() - begun
    if broken and (changed := newest_code() - started) > 0:
        say(
            f"The code changed {changed:.0f} seconds after this began, and commands"
            " import as they go: what broke may be that."
        )
    say(f"{sum(told.values())} commands, {broken} broken; exit statuses: {dict(told)}")
    say(f"{took:.0f} seconds")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
