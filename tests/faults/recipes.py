"""The commands that record in a disturbed store, and their undisturbed results.

A recipe is a command that records, with its seed, so it leaves the same rows always.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.store.events import CONTENTS
from sim.store.store import open_store
from tests.campaign.files import written
from tests.faults.quietly import quietly

Row = tuple[int, str, bytes]
Recipe = tuple[str, ...]
SEEDS = ("a", "b", "c", "d")
_HEX = "00112233445566778899aabbccddeeff"
"""A seed that ends so is kept as it is where agents from files play."""
_RUNS = (
    ("planets_boulder", 24),
    ("alley", 12),
    ("skill_page", 16),
    ("intensity_brawl", 10),
    ("dice_pool_debate", 8),
)
_LAST = """
from sim.seam.protocol import Agent


class Last(Agent):
    def choose(self, asked):
        return asked.options[-1]
"""


def recipes(folder: Path) -> list[Recipe]:
    """Write the files that recipes name into *folder*; return the recipes."""
    feud = written(folder)
    agent = folder / "last.py"
    agent.write_text(_LAST, "utf-8")
    hosted = ("--agents", f"{agent}:Last", "--games", "4", "--limits")
    last = ("run", "planets_boulder", *hosted, "--seed", _HEX)
    return [*(recipe for seed in SEEDS for recipe in _of_seed(seed, feud)), last]


def _of_seed(seed: str, feud: str) -> Iterator[Recipe]:
    for scenario, games in _RUNS:
        run = ("run", scenario, "--games", str(games), "--seed")
        yield *run, seed
        yield *run, f"{seed} seals", "--record", "seal"
    yield "run", feud, "--games", "4", "--seed", seed
    cup = ("--agents", "uniform,steady", "--games", "6", "--null", "1")
    yield "tournament", "planets_boulder", *cup, "--seed", seed
    packed = f"{seed} packed", "--record", "packed"
    yield "run", feud, "--games", "3", "--seed", *packed


@cache
def calm(recipe: Recipe) -> Mapping[str, tuple[Row, ...]]:
    """Return the undisturbed result of *recipe*, by stream."""
    with TemporaryDirectory() as folder:
        store = f"{folder}/calm.db"
        status, _, err = quietly(*recipe, "--store", store)
        assert status == 0, err
        rows: dict[str, tuple[Row, ...]] = {}
        with open_store(store) as opened:
            for name, version, tag, data in opened.all_rows():
                if name != CONTENTS:
                    row = (version, tag, data)
                    rows[name] = (*rows.get(name, ()), row)
    return rows


def stream_of(recipe: Recipe) -> str:
    """Return the stream that says how far *recipe* has come."""
    kinds = ("run:", "tournament:")
    return next(name for name in calm(recipe) if name.startswith(kinds))


def id_of(recipe: Recipe) -> str:
    """Return the id that commands know it by."""
    return stream_of(recipe).partition(":")[2]
