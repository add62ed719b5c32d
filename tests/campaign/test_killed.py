"""A run of campaigns killed at any moment leaves whole games, and can be completed."""

import sys
from pathlib import Path
from random import Random

import pytest

from sim.audit.store import StoreAudit
from sim.campaign.recorded import Game, find
from sim.run.run import run
from sim.store.store import MEMORY, open_store
from tests.campaign.files import written
from tests.campaign.victim import plan
from tests.run.test_killed import killed

KILLS = 4


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "latest"), [(1, 0.6), (2, 1.2)])
def test_nothing_is_lost_doubled_or_half_done(
    tmp_path: Path, workers: int, latest: float
) -> None:
    """A run killed again and again has the rows of one that nobody disturbed."""
    luck = Random(workers)
    path, target = written(tmp_path), str(tmp_path / "killed.db")
    ours = plan(path, "feud")
    kept = 0
    for _ in range(KILLS):
        command = [sys.executable, "-m", "tests.campaign.victim", target, path]
        killed([*command, "feud", str(workers)], luck.uniform(0, latest))
        with open_store(target, create=True) as store:
            lines = (
                list(store.lines(ours.run_id)) if store.holds_run(ours.run_id) else []
            )
            assert len(lines) >= kept
            kept = len(lines)
            for line in lines:
                game = find(store, f"{ours.run_id}-{line.game + 1}")
                assert isinstance(game, Game)
                assert game.course.path == line.how
    with (
        open_store(MEMORY, create=True) as calm,
        open_store(target, create=False) as store,
    ):
        whole = run(ours, store=calm)
        assert run(ours, store=store, resume=True).seal == whole.seal
        assert sorted(store.all_rows()) == sorted(calm.all_rows())
        assert list(StoreAudit(store, depths=("seal",)).everything()) == []
