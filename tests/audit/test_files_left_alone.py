"""An audit touches no file that a store names, except for agents it may ask."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.campaign.campaign import LOAD
from sim.campaign.plan import plan_of
from sim.casting.agent_files import fingerprint
from sim.conflict.codec import encode
from sim.errors import AgentError
from sim.files import sources
from sim.hosting import host
from sim.hosting.agents import describe, described_again, files_again, seated
from sim.library.scenario import load
from sim.run.chunk import Record
from sim.run.run import make_plan, run
from sim.seam.events import SeatTaken
from sim.store.events import RunStarted
from sim.store.store import open_store
from sim.tournament.audit import AUDITS
from sim.tournament.contest import Terms, make_contest
from sim.tournament.tournament import Tournament
from tests.agents.tables import SEED
from tests.campaign.files import FEUD, SCENARIO, loaded

pytestmark = pytest.mark.usefixtures("wall")
MINE = """
from sim.seam.protocol import Agent


class Mine(Agent):
    def __init__(self, *, says: str = "") -> None:
        self.says = says

    def choose(self, asked):
        return asked.options[0]
"""
SHALLOW = [("seal",), ("rules",), ("dice",), ("seal", "rules", "dice")]


@pytest.fixture(name="mine")
def _mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(MINE, "utf-8")
    (tmp_path / "script.txt").write_text("Pass\n# no wish\nDraw\n", "utf-8")
    return path


@pytest.fixture(name="touched")
def _touched(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return what says which agents' files were touched since it was asked last."""
    seen: list[str] = []

    def watched(path: str) -> Path:
        seen.append(path)
        return Path(path)

    def told() -> list[str]:
        files = list(dict.fromkeys(seen))
        seen.clear()
        return files

    monkeypatch.setattr(sources, "Path", watched)
    return told


def stored(path: Path, specs: tuple[str, ...], record: Record = "full") -> str:
    """Play three games into a store at *path*; return the id of the run."""
    plan = make_plan(load("guitar_duel"), specs, seed=SEED, games=3, record=record)
    with open_store(str(path), create=True) as store:
        return run(plan, store=store).run_id


def audited(path: Path, depths: tuple[str, ...] = DEPTHS) -> list[Finding]:
    """Return what an audit of the store at *path* finds."""
    with open_store(str(path), create=False) as store:
        return list(StoreAudit(store, depths=depths, others=AUDITS).everything())


@pytest.mark.slow
@pytest.mark.parametrize("record", ["full", "seal"])
@pytest.mark.parametrize("depths", SHALLOW)
def test_no_file_is_touched_where_agents_are_not_asked(
    tmp_path: Path,
    mine: Path,
    touched: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    depths: tuple[str, ...],
    record: Record,
) -> None:
    """Without depth agents an audit touches no file of an agent or a setting."""
    text = f"@{mine.with_name('script.txt')}"
    specs = (f"{mine}:Mine:says={text}", f"scripted:says={text}")
    run_id = stored(tmp_path / "own.db", specs, record)
    assert str(mine) in touched()
    monkeypatch.setattr(host, "Child", None)
    weights = {finding.weight for finding in audited(tmp_path / "own.db", depths)}
    assert weights <= {"stop"}
    with open_store(str(tmp_path / "own.db"), create=False) as store:
        list(StoreAudit(store, depths=depths).conflict(f"{run_id}-1"))
    assert touched() == []


@pytest.mark.slow
def test_a_setting_is_the_recorded_one_and_its_file_is_not_read(
    tmp_path: Path, mine: Path, touched: Callable[[], list[str]]
) -> None:
    """Of two agents, one from a file: only the code is touched, and all is clean."""
    text = mine.with_name("script.txt")
    specs = (f"{mine}:Mine:says=@{text}", f"scripted:says=@{text}")
    stored(tmp_path / "own.db", specs)
    text.write_text("something else", "utf-8")
    touched()
    assert audited(tmp_path / "own.db") == []
    assert touched() == [str(mine)]


def test_a_file_that_is_another_is_not_run(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that has changed is read for its fingerprint, and is not run."""
    stored(tmp_path / "own.db", (f"{mine}:Mine", "steady"))
    mine.write_text(MINE + "\n# another\n", "utf-8")
    monkeypatch.setattr(host, "Child", None)
    findings = audited(tmp_path / "own.db")
    assert {(finding.depth, finding.weight) for finding in findings} == {
        ("agents", "stop")
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "{mine}:Mine:says=@{pipe}",
        "scripted:says=@{pipe}",
        "noise:of={mine}:Mine:says=@{pipe}",
        "noise:of=scripted:says=@{pipe}",
    ],
)
def test_what_a_forged_spec_would_read_is_not_read(
    tmp_path: Path, mine: Path, touched: Callable[[], list[str]], spec: str
) -> None:
    """A file that only a forged spec names is not read.

    A pipe would be waited for, and a file of the auditor's be copied.
    """
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    run_id = stored(tmp_path / "own.db", (f"{mine}:Mine", "steady"))
    forged = (spec.format(mine=mine, pipe=pipe), "steady")
    _agents(tmp_path / "own.db", run_id, forged)
    touched()
    assert audited(tmp_path / "own.db")
    assert str(pipe) not in touched()


def _agents(path: Path, run_id: str, specs: tuple[str, ...]) -> None:
    """Let the run say that it was played by *specs*."""
    with open_store(str(path), create=False) as store:
        began: RunStarted = store.run(run_id)
    data = encode(structs.replace(began, agents=specs))
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "update stored_events set state = ? where topic = 'run'", (data,)
        )
        database.commit()


def _taken(spec: str) -> SeatTaken:
    return SeatTaken("Ann", *describe(spec))


def test_described_again_is_what_was_recorded(mine: Path) -> None:
    """Agents described again are as they were recorded."""
    text = mine.with_name("script.txt")
    for spec in (f"{mine}:says=@{text}", f"scripted:says=@{text}", f"noise:of={mine}"):
        taken = _taken(spec)
        assert described_again(spec, taken) == taken
        assert "Pass|Draw" in taken.settings or "noise" in spec


def test_files_again_are_code_and_what_is_recorded(mine: Path) -> None:
    """Files again are those of the code, with the recorded texts of settings."""
    text = mine.with_name("script.txt")
    spec = f"{mine}:Mine:says=@{text}"
    taken = _taken(spec)
    text.unlink()
    code = (str(mine), mine.read_bytes())
    assert files_again(spec, taken) == (code, (str(text), b"Pass|Draw"))
    mine.write_text("", "utf-8")
    for again in (lambda: files_again(spec, taken), lambda: seated(taken)):
        with pytest.raises(AgentError, match=fingerprint(b"")):
            again()


@pytest.mark.slow
def test_a_tournament_is_audited_without_reading_settings(
    tmp_path: Path, mine: Path, touched: Callable[[], list[str]]
) -> None:
    """A tournament is audited from its record, without reading files of settings."""
    text = mine.with_name("script.txt")
    text.write_text("Passed\n", "utf-8")
    specs = [f"{mine}:Mine:says=@{text}", f"scripted:says=@{text}"]
    contest = make_contest([load("guitar_duel")], specs, Terms(blocks=2), seed=SEED)
    path = tmp_path / "cup.db"
    with open_store(str(path), create=True) as store:
        held = Tournament(contest, store=store)
        held.play(workers=1)
    text.unlink()
    touched()
    for depths in SHALLOW:
        audited(path, depths)
    assert touched() == []
    assert audited(path) == []
    assert touched() == [str(mine)]


def test_a_tournaments_fixed_side_is_no_stranger(
    tmp_path: Path, mine: Path, touched: Callable[[], list[str]]
) -> None:
    """A file at a fixed side of a tournament is neither read nor run."""
    terms = Terms(blocks=1, fixed={"Lucha": f"{mine}:Mine"})
    contest = make_contest(
        [load("guitar_duel")], ["steady", "storyteller"], terms, seed=SEED
    )
    path = tmp_path / "cup.db"
    with open_store(str(path), create=True) as store:
        Tournament(contest, store=store).play(workers=1)
    touched()
    (finding,) = audited(path)
    assert (finding.depth, finding.weight) == ("agents", "stop")
    assert touched() == []


@pytest.mark.slow
@pytest.mark.parametrize("record", ["full", "seal"])
def test_a_chapters_own_agent_is_run_only_if_its_fingerprint_is_recorded(
    tmp_path: Path, mine: Path, touched: Callable[[], list[str]], record: Record
) -> None:
    """A chapter's own agent is run only if its fingerprint is recorded."""
    agent = f'agent = "{mine}:Mine"\napproaches = ["fervor"]'
    scenario = SCENARIO.replace('approaches = ["fervor"]', agent)
    alone = FEUD.replace(', "Renaissance Man"]', "]", 1)
    campaign = loaded(tmp_path, alone, scenario)
    path = tmp_path / "feud.db"
    plan = plan_of(campaign, ("steady",), seed=SEED, games=1, record=record)
    with open_store(str(path), create=True) as store:
        run(plan, store=store)
        touched()
        findings = list(StoreAudit(store, load=LOAD).everything())
    stops = {(finding.depth, finding.weight) for finding in findings} - {
        ("rules", "stop")
    }
    lines_alone = {("agents", "stop"), ("dice", "stop")}
    assert stops == (set() if record == "full" else lines_alone)
    assert touched() == ([str(mine)] if record == "full" else [])
