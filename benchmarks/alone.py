"""A run in a process of its own, which then prints what its games took.

`python -m benchmarks.alone SCENARIO SEATS WARM GAMES` plays by default agents and
prints the seconds of processor time, decisions and events of GAMES games that come
after WARM others, as JSON; the start of Python is not among them. SEATS is 0 for the
scenario as it ships, or how many of its duellists there are (`crowd`). Processes share
no caches, so none is warm that is cold in a user's run.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from msgspec import Struct

from benchmarks.stage import DUEL, SEED
from sim.library.scenario import Loaded, from_dict, load
from sim.run.chunk import Job, Plan, play_job
from sim.run.run import make_plan

AGENT = "steady"
CHUNK = 50
ROOT = Path(__file__).parent.parent


class Took(Struct, frozen=True):
    """What some games took: seconds of processor time, and what they had."""

    seconds: float
    decisions: int
    events: int


def alone(scenario: str, seats: int, warm: int, games: int) -> Took:
    """Return what *games* take in a process of their own, after *warm* others."""
    given = [scenario, *map(str, (seats, warm, games))]
    done = subprocess.run(  # noqa: S603 - this very package
        [sys.executable, "-m", "benchmarks.alone", *given],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return Took(*json.loads(done.stdout))


def crowd(seats: int) -> Loaded:
    """Return the duel with so many *seats*: its two again and again, by number.

    Everybody is after the opponent of the same number.
    """
    duel = load(DUEL).to_dict()
    names = [seat["name"] for seat in duel["seats"]]
    table = duel | {"seats": []}
    for number in range(1, seats // 2 + 1):
        text = json.dumps(duel["seats"])
        for name in names if number > 1 else ():
            text = text.replace(name, f"{name} {number}")
        pair = json.loads(text)
        for seat, name in zip(pair, names, strict=True):
            table["seats"].append(seat | {"side": f"{name}s"})
    return from_dict(table)


def _plan(scenario: str, seats: int, games: int) -> Plan:
    loaded = crowd(seats) if seats else load(scenario)
    agents = [AGENT] * len(loaded.system.seats(loaded.scenario))
    return make_plan(loaded, agents, seed=SEED, games=games, record="none")


def _played(
    plan: Plan, first: int, stop: int, count: Callable[[int, int], None]
) -> None:
    """Play games by the chunk, as a run does, and *count* what each had."""
    for start in range(first, stop, CHUNK):
        for game in play_job(Job(plan, start, min(CHUNK, stop - start))):
            count(game.line.decisions, game.line.events)


def main() -> None:
    """Play as the arguments say, and print what it took."""
    scenario, *numbers = sys.argv[1:]
    seats, warm, games = map(int, numbers)
    plan = _plan(scenario, seats, warm + games)
    had = [0, 0]

    def count(decisions: int, events: int) -> None:
        had[0] += decisions
        had[1] += events

    _played(plan, 0, warm, count)
    had[:] = [0, 0]
    began = process_time()
    _played(plan, warm, warm + games, count)
    print(json.dumps([process_time() - began, *had]))


if __name__ == "__main__":
    main()
