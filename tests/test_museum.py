"""Stores that released versions wrote are read, replayed and audited."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.audit.store import StoreAudit
from sim.cli.main import main
from sim.conflict.codec import decode
from sim.conflict.replay import replay
from sim.library.scenario import from_json
from sim.seam.events import ConflictEnded, Forfeited
from sim.seam.protocol import Outcome
from sim.store.events import ChunkRecorded, conflict_stream, run_stream
from sim.store.store import Store, open_store
from tests.museum import write

MUSEUM = Path(write.__file__).parent
EXHIBITS = sorted(MUSEUM.glob("*/*.jsonl"))
DEPTHS = ("seal", "rules", "dice")


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.fixture(name="store", params=EXHIBITS, ids=_name)
def _store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with what one file of the museum holds."""
    target = str(tmp_path / "museum.db")
    assert main(["import", target, str(request.param)]) == 0
    with open_store(target, create=False) as opened:
        yield opened


def _runs(store: Store) -> list[str]:
    prefix = run_stream("")
    return [name.removeprefix(prefix) for name in store.listed(prefix)]


def test_nothing_in_the_museum_is_found_wrong(store: Store) -> None:
    """An audit of an old store finds nothing but notes on the rules' version.

    Of runs that kept lines alone there is only the seal to look at.
    """
    findings = list(StoreAudit(store, depths=DEPTHS).everything())
    assert {(finding.weight, finding.depth) for finding in findings} <= {
        ("stop", "rules"),
        ("stop", "dice"),
        ("note", "rules"),
        ("note", "seal"),
    }
    # Rules that changed since have a new version: that is noted, and nothing else.
    notes = [finding.recorded for finding in findings if finding.weight == "note"]
    assert all(said.startswith("rules version ") for said in notes)
    sealed = StoreAudit(store, depths=("seal",)).everything()
    assert {finding.weight for finding in sealed} <= {"note"}


def test_what_is_in_the_museum_replays_to_its_outcome(store: Store) -> None:
    """Every conflict ends in the state whose outcome was recorded."""
    count = 0
    for run_id in _runs(store):
        began = store.run(run_id)
        loaded = from_json(store.scenario(bytes.fromhex(began.scenario)))
        for event in store.run_events(run_id):
            for line in event.lines if isinstance(event, ChunkRecorded) else ():
                rows = store.rows(conflict_stream(run_id, line.game))
                if not rows:
                    assert began.record == "seal"
                    continue
                count += 1
                system = loaded.system
                events = decode(system, [row for _, row in rows])
                state = replay(system, system.initial(loaded.scenario), events)
                assert (len(rows), state.round) == (line.events, line.rounds)
                ended = [event for event in events if isinstance(event, ConflictEnded)]
                assert [(ending.how, ending.returns) for ending in ended] == [
                    (line.how, line.returns)
                ]
                if not any(isinstance(event, Forfeited) for event in events):
                    asked = system.ask(state)
                    assert isinstance(asked, Outcome)
                    assert (asked.how, asked.returns) == (line.how, line.returns)
    assert count


def test_the_museum_has_every_system_of_the_first_version() -> None:
    """The museum has a store of each system that 0.1.0 shipped."""
    systems = {path.stem for path in EXHIBITS if path.parent.name == "0.1.0"}
    assert systems == {"solar_system", "planets", "intensity"}


def test_the_museum_is_never_written_twice(tmp_path: Path) -> None:
    """The museum is written into a new folder only."""
    fresh = tmp_path / "next"
    write.write(fresh, ("stuck_door",))
    assert [path.name for path in fresh.iterdir()] == ["solar_system.jsonl"]
    with pytest.raises(FileExistsError):
        write.write(fresh, ("stuck_door",))
