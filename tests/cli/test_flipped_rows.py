"""A row of any kind, changed at random, is told in a sentence by every command.

The store has runs, campaigns (one packed), a tournament and a run of seals. A failure
names its number, which makes the same change again.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.campaign.files import written
from tests.cli.conftest import NOON, Fracas, Said
from tests.cli.flipped import flip, topics
from tests.tiers import later

ONES_OWN = (
    "store listed scenario run chunk packed completed contest blocks solved contested"
)
"""Tags of the rows that are no conflict's; there is a law for each by itself."""
CAMPAIGNS = "campaign chapter chapter-skipped campaign-completed"
CONFLICTS = "started rolled ended sealed"
PLAYED = "lookahead:samples=1,uniform,steady,bold"
"""Of these the first cannot be worked out, so that blocks are played."""
PER_TAG, LONG = 2, int(os.environ.get("FRACAS_CHANGES", "15"))


class Sample:
    """A store with one of everything, the ids in it, and the files it was made of."""

    def __init__(self, folder: Path, fracas: Fracas) -> None:
        self.path = folder / "all.db"
        self.noon = folder / "noon.toml"
        self.noon.write_bytes(NOON)
        self.feud = written(folder)
        for args in self.again():
            said = fracas(*args, "--store", self.path)
            assert said.status == 0, said.err
        kept = fracas("list", self.path, "--json").lines()
        runs = (entry["run"] for entry in kept if "run" in entry)
        self.feuds, self.seals, self.full, self.packed = runs
        (self.cup,) = (entry["tournament"] for entry in kept if "run" not in entry)

    def again(self) -> Iterator[tuple[object, ...]]:
        """Yield the commands that made it, without their store."""
        yield "run", self.feud, "--games", 4, "--seed", "c"
        yield "run", self.noon, "--games", 3, "--record", "seal", "--seed", "d"
        yield "run", self.noon, "--games", 3, "--seed", "e"
        packed = ("--record", "packed", "--seed", "f")
        yield "run", self.feud, "--games", 2, *packed
        cup = ("--agents", PLAYED, "--exact", 60, "--seed", "cup")
        yield "tournament", self.noon, *cup, "--games", 4, "--null", 1

    def commands(self, store: Path) -> list[tuple[object, ...]]:
        """Return every way to read or go on with what a store holds."""
        games = (f"{self.full}-1", f"{self.seals}-2")
        conflicts = (*games, f"{self.feuds}-1.1", f"{self.packed}-2.1")
        names = (self.feuds, self.cup, f"{self.feuds}-1", *conflicts)
        fresh = store.with_suffix(f".{Random().random()}")
        return [
            *((word, store, *json) for word in ("audit", "list") for json in _BOTH),
            *(("audit", store, name) for name in names),
            *(("list", store, name) for name in names[:3]),
            *(("show", store, name, *json) for name in names[1:] for json in _BOTH),
            *(("replay", store, name, *json) for name in names[2:] for json in _BOTH),
            *(("explain", store, name, 3) for name in conflicts),
            *(("transcript", store, name) for name in conflicts),
            *(("tournament", "--resume", "--store", store),),
            *((*args, "--store", store, "--resume") for args in self.again()),
            ("export", store, fresh.with_suffix(".jsonl")),
            ("export", store, "--table", fresh.with_suffix(".csv")),
            ("export", store, "--events", fresh.with_suffix(".events")),
        ]


_BOTH: tuple[tuple[str, ...], ...] = ((), ("--json",))


@pytest.fixture
def sample(tmp_path: Path, fracas: Fracas, made: dict[str, Sample]) -> Sample:
    """Return the sample, made once for all tests of this file."""
    if "sample" not in made:
        made["sample"] = Sample(tmp_path, fracas)
    return made["sample"]


@pytest.fixture(scope="module")
def made() -> dict[str, Sample]:
    """Return what this file's tests have made so far."""
    return {}


def check_said(said: Said) -> None:
    """Check that a command answered as every command does."""
    assert said.status in {0, 1, 2}
    if said.status == 2 and not said.out:
        assert said.err.splitlines()[-1].startswith("error: ")


def changed(sample: Sample, fracas: Fracas, topic: str, number: int, most: int) -> None:
    """Change one row of *topic*, and check what commands, at *most* so many, say."""
    luck = Random(f"{topic} {number}")
    bad = sample.path.with_name("bad.db")
    for left in sample.path.parent.glob("bad.db*"):
        left.unlink()
    shutil.copy(sample.path, bad)
    flipped = flip(bad, topic, luck)
    commands = sample.commands(bad)
    for args in luck.sample(commands, min(most, len(commands))):
        try:
            check_said(fracas(*args))
        except BaseException as error:
            message = f"change {number} of {topic}, {flipped}, to {args}: {error!r}"
            raise AssertionError(message) from error


def test_the_sample_holds_every_kind_of_row(sample: Sample) -> None:
    """The sample has rows of every kind, of tournaments and campaigns too."""
    named = set(f"{ONES_OWN} {CAMPAIGNS} {CONFLICTS}".split())
    assert named <= set(topics(sample.path))


@pytest.mark.parametrize("number", later(range(PER_TAG), range(1, PER_TAG)))
@pytest.mark.parametrize("topic", f"{ONES_OWN} {CAMPAIGNS} {CONFLICTS}".split())
def test_a_changed_row_is_a_sentence(
    sample: Sample, fracas: Fracas, topic: str, number: int
) -> None:
    """A changed row is told in a sentence, tried a few times for each kind."""
    changed(sample, fracas, topic, number, most=4)


@pytest.mark.long
@pytest.mark.parametrize("topic", f"{ONES_OWN} {CAMPAIGNS} {CONFLICTS}".split())
def test_hundreds_of_changed_rows_are_a_sentence(
    sample: Sample, fracas: Fracas, topic: str
) -> None:
    """A changed row is told in a sentence, tried hundreds of times."""
    for number in range(PER_TAG, LONG):
        changed(sample, fracas, topic, number, most=12)
