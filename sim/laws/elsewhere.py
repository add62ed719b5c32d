"""The law that a conflict is the same in another process, where nothing else is.

Python hashes text otherwise in every process, so the order of a set is another there.
"""

import os
import subprocess
import sys

from sim.casting.roster import make
from sim.conflict.codec import encode
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.laws.law import Case, NotApplicable, law, require
from sim.library.registry import rule_system, system_names
from sim.library.scenario import Loaded, canonical, from_json
from sim.run.sitting import begin_agents

_HERE = "from sim.laws.elsewhere import main; main()"
_AGENT = "uniform"
_GAMES = 3


@law
def a_conflict_is_the_same_in_another_process(case: Case) -> None:
    """The same seed is the same conflict everywhere: no order of a set decides."""
    name = case.system.name
    if name not in system_names() or rule_system(name) is not case.system:
        message = f"{name} is not installed, so no other process has it"
        raise NotApplicable(message)
    data = canonical(case.scenario)
    done = subprocess.run(  # noqa: S603 - this module
        [sys.executable, "-c", _HERE],
        input=data,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        | {"PYTHONHASHSEED": _other_seed()},
        check=False,
    )
    said = done.stderr.decode().strip().splitlines()[-1:]
    require(done.returncode == 0, f"it cannot be played in another process: {said}")
    require(
        done.stdout == _histories(case.loaded),
        "the same seed is another conflict in another process: the order of a set, or"
        " something else that differs there, decides",
    )


def _other_seed() -> str:
    """Return a seed of hashes that is not the one of this process."""
    return "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"


def main() -> None:
    """Play the scenario on standard input, and write what happened."""
    sys.stdout.buffer.write(_histories(from_json(sys.stdin.buffer.read())))


def _histories(loaded: Loaded) -> bytes:
    """Return all events of a few conflicts, encoded."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    told: list[bytes] = []
    for game in range(_GAMES):
        key = conflict_key("elsewhere", game)
        agents = begin_agents([make(_AGENT) for _ in seats], system, seats, key)
        state = system.initial(loaded.scenario)
        played = play(system, state, agents, KeyedDice(key), strict=True)
        told += map(encode, played.events)
    return b"\n".join(told)
