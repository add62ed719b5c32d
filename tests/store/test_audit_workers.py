"""An audit by several processes finds what one finds, in the same order."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.campaign.plan import cast, plan_of
from sim.errors import FracasError
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.store.bulk import Stored
from sim.store.events import CONTENTS, StreamListed, row
from sim.store.store import MEMORY, open_store
from tests.campaign.files import loaded

Rows = list[Stored]
Change = Callable[[Rows, str], Rows]


@pytest.fixture(name="played", scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, str]:
    """The rows of three runs, one of them a campaign's, and the id of the first."""
    alley = load("alley")
    specs = ("uniform", "uniform")
    campaign = loaded(tmp_path_factory.mktemp("feud"))
    plans = [
        make_plan(alley, specs, seed="a", games=9),
        make_plan(alley, specs, seed="b", games=4, record="seal"),
        plan_of(campaign, cast(campaign, []), seed="feud", games=3),
    ]
    with open_store(MEMORY, create=True) as store:
        for plan in plans:
            run(plan, store=store)
        rows = [row for row in store.all_rows() if row[:2] != (CONTENTS, 1)]
    return rows, plans[0].run_id


def _whole(rows: Rows, _: str) -> Rows:
    return rows


def _row_gone(rows: Rows, name: str) -> Rows:
    return [row for row in rows if row[:2] != (f"{name}-3", 5)]


def _games_gone(rows: Rows, name: str) -> Rows:
    return [row for row in rows if row[0] not in {f"{name}-2", f"{name}-8"}]


def _run_unreadable(rows: Rows, name: str) -> Rows:
    """A game whose beginning nobody can read, and one that is gone, after it."""
    odd = [
        (*row[:2], "odd", row[3]) if row[:2] == (f"{name}-4", 1) else row
        for row in rows
    ]
    return [row for row in odd if row[0] != f"{name}-9"]


def _chunk_unreadable(rows: Rows, name: str) -> Rows:
    return [
        (*row[:3], b"\xc1") if row[:2] == (f"run:{name}", 4) else row for row in rows
    ]


def _flipped(rows: Rows, _: str) -> Rows:
    """One bit of the last byte of every fortieth row is another."""
    return [
        (*row[:3], row[3][:-1] + bytes([row[3][-1] ^ 1])) if number % 40 == 7 else row
        for number, row in enumerate(rows)
    ]


def _chapter_listed(rows: Rows, _: str) -> Rows:
    """A chapter of a campaign's game is listed as if it stood alone."""
    chapter = next(row[0] for row in rows if row[0].endswith("-2.1"))
    last = max(row[1] for row in rows if row[0] == CONTENTS)
    return [*rows, (CONTENTS, last + 1, *row(StreamListed(chapter)))]


CHANGES = (
    _whole,
    _row_gone,
    _games_gone,
    _run_unreadable,
    _chunk_unreadable,
    _flipped,
    _chapter_listed,
)


def findings(target: str, workers: int, told: list[int]) -> list[Finding]:
    """Return what an audit by so many workers finds, in its order."""
    with open_store(target) as store:
        audit = StoreAudit(store, target=target, workers=workers, progress=told.append)
        return list(audit.everything())


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_audit_by_workers_finds_the_same(
    target: str, played: tuple[Rows, str], change: Change
) -> None:
    """However a store was damaged, several workers find what one finds, in order."""
    rows, name = played
    with open_store(target, create=True) as store:
        store.insert(change(rows, name))
    here: list[int] = []
    there: list[int] = []
    alone = findings(target, 1, here)
    assert findings(target, 2, there) == alone
    assert (change is _whole) == (not alone), alone
    assert there == here == sorted(here)
    if change is _whole:
        assert here[-1] == 9 + 4 + 3


def test_audit_of_a_run_by_workers_raises_what_one_raises(
    tmp_path: Path, played: tuple[Rows, str]
) -> None:
    """A missing or unreadable run is the same error with several workers."""
    rows, name = played
    target = str(tmp_path / "a.db")
    with open_store(target, create=True) as store:
        store.insert(_chunk_unreadable(rows, name))
    for run_id in (name, "nobody"):
        said: list[str] = []
        for workers in (1, 2):
            with open_store(target) as store:
                audit = StoreAudit(store, target=target, workers=workers)
                with pytest.raises(FracasError) as raised:
                    list(audit.run(run_id))
            said.append(f"{raised.type.__name__}: {raised.value}")
        assert said[0] == said[1]
