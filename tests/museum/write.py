"""Writes the museum's folder for this version; refuses when there is one.

    python -m tests.museum.write

Every shipped scenario is played by its own agents: one conflict recorded in full, and
a short run of which only seals are kept.
"""

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from sim.cli.look.export import lines
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, load
from sim.run.run import Record, make_plan, run
from sim.store.store import Store, open_store

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent / "pyproject.toml"
RUNS: tuple[tuple[Record, int], ...] = (("full", 1), ("seal", 3))


def version() -> str:
    """Return the version that is being released."""
    table = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    version_: str = table["project"]["version"]
    return version_


def write(folder: Path, names: Sequence[str]) -> None:
    """Write one file for each rule system of the scenarios into a new *folder*."""
    folder.mkdir()
    scenarios = [load(name) for name in names]
    for system in sorted({scenario.system.name for scenario in scenarios}):
        with open_store(":memory:", create=True) as store:
            for scenario in scenarios:
                if scenario.system.name == system:
                    _play(store, scenario)
            text = b"\n".join(lines(store.all_rows())) + b"\n"
        (folder / f"{system}.jsonl").write_bytes(text)


def _play(store: Store, loaded: Loaded) -> None:
    agents = [seat.agent for seat in loaded.system.seats(loaded.scenario)]
    for record, games in RUNS:
        plan = make_plan(
            loaded, agents, seed=f"museum {record}", games=games, record=record
        )
        run(plan, store=store)


def main() -> None:
    """Write the folder of this version."""
    folder = HERE / version()
    if folder.exists():
        sys.exit(f"{folder.name} is in the museum already; nothing there is rewritten")
    write(folder, scenarios())


if __name__ == "__main__":
    main()
