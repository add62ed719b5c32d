"""A store of three conflicts, changed in one place at a time."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.errors import FracasError
from sim.hosting.agents import seated
from sim.run.chunk import Plan, Record
from sim.run.run import run, run_id
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent
from sim.store.store import open_store
from tests.audit.sample import DIGEST
from tests.noon import SCENARIO

LOAD = "tests.run.cast:from_json"
SPECS = ("uniform", "steady")
RUN = run_id("s", DIGEST, SPECS)
SELECT = "select originator_id, originator_version, topic, state from stored_events"
DROP = "delete from stored_events where originator_id = ? and originator_version = ?"
ALTER = (
    "update stored_events set state = ?"
    " where originator_id = ? and originator_version = ?"
)
RETAG = (
    "update stored_events set topic = 'odd'"
    " where originator_id = ? and originator_version = ?"
)
ADD = "insert into stored_events values (?, ?, ?, ?)"


LONG = "5eed" * 8
"""A seed that no agent from a file could have guessed."""


def plan(record: Record) -> Plan:
    """Return the plan of three games."""
    data = msgspec.json.encode(SCENARIO, order="sorted")
    return Plan(RUN, data, SPECS, "s", 3, record, load=LOAD)


@pytest.fixture(scope="module", name="whole")
def _whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "whole.db"
    with open_store(str(path), create=True) as store:
        run(plan("full"), store=store)
    return path


@pytest.fixture(name="copy")
def _copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "copy.db"))


def audited(path: Path) -> list[Finding]:
    """Return everything wrong with the store at *path*."""
    with open_store(str(path), create=False) as store:
        return list(StoreAudit(store, load=LOAD).everything())


@pytest.mark.parametrize(("ours", "times"), [(True, 1), (False, 3)])
def test_only_agents_of_ours_are_asked_about_further_games(
    whole: Path,
    monkeypatch: pytest.MonkeyPatch,
    ours: bool,  # noqa: FBT001 - a parameter
    times: int,
) -> None:
    """Shipped agents are made once for all games of an audit, others for each game."""
    made: list[SeatTaken] = []

    def counted(taken: SeatTaken) -> Agent:
        made.append(taken)
        return seated(taken)

    monkeypatch.setattr("sim.hosting.agents.seated", counted)
    if not ours:
        monkeypatch.setattr("sim.audit.games.OURS", "somebody")
    assert audited(whole) == []
    assert sorted(agent.agent for agent in made) == sorted(SPECS * times)


def change(path: Path, statement: str, *values: object) -> None:
    """Change the store at *path* behind its back."""
    with sqlite3.connect(path) as database:
        database.execute("pragma synchronous = off")
        database.execute(statement, values)
    database.close()


def rows(path: Path) -> list[tuple[str, int, str, bytes]]:
    """Return every row of the store at *path*."""
    database = sqlite3.connect(path)
    rows = database.execute(SELECT).fetchall()
    database.close()
    return rows


def tampered(whole: Path, copy: Path, *statement: object) -> list[Finding]:
    """Return what an audit finds after one change to a copy of the store."""
    shutil.copy(whole, copy)
    change(copy, str(statement[0]), *statement[1:])
    try:
        return audited(copy)
    except FracasError as error:
        return [Finding("fracas", 1, "seal", (), str(error), "", str(error))]


def names(findings: list[Finding], stream: str, version: int) -> bool:
    """Whether *found* names the event *version* of *stream*."""
    return any(
        finding.conflict == stream and finding.event == version for finding in findings
    )


def conflicts(whole: Path) -> Iterator[tuple[str, int, str, bytes]]:
    """Yield the rows of conflicts and of the run."""
    for row in rows(whole):
        if row[0].startswith((RUN, "run:")):
            yield row


def test_store_as_played_is_clean(whole: Path) -> None:
    """A store as it was played has no finding."""
    assert audited(whole) == []


def test_store_every_dropped_row_is_named(whole: Path, copy: Path) -> None:
    """Whichever row is deleted, its stream and place are named."""
    for stream, version, *_ in rows(whole):
        findings = tampered(whole, copy, DROP, stream, version)
        assert findings, (stream, version)
        if stream.startswith(RUN):
            assert names(findings, stream, version), (stream, version, findings)


@pytest.mark.slow
def test_store_every_altered_row_is_named(whole: Path, copy: Path) -> None:
    """Whichever row has a flipped bit, its stream and place are named."""
    for index, (stream, version, _, state) in enumerate(conflicts(whole)):
        for at in range(index % 9, len(state), 9):
            changed = state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]
            findings = tampered(whole, copy, ALTER, changed, stream, version)
            assert findings, (stream, version, at)
            assert any(finding.conflict == stream for finding in findings), (
                stream,
                at,
                findings,
            )


@pytest.mark.slow
def test_store_every_row_under_another_tag_is_found(whole: Path, copy: Path) -> None:
    """A row filed under another tag is found."""
    for stream, version, *_ in conflicts(whole):
        findings = tampered(
            whole,
            copy,
            RETAG,
            stream,
            version,
        )
        assert findings, (stream, version)


@pytest.mark.slow
def test_store_every_added_row_is_found(whole: Path, copy: Path) -> None:
    """A row added at the end of any stream is found there."""
    for stream in {row[0] for row in conflicts(whole)}:
        own = [row for row in rows(whole) if row[0] == stream]
        for _, _, tag, state in own:
            findings = tampered(whole, copy, ADD, stream, len(own) + 1, tag, state)
            assert any(finding.conflict == stream for finding in findings), (
                stream,
                tag,
                findings,
            )


@pytest.mark.parametrize("what", [None, b"\xff"], ids=["nothing", "no text"])
def test_store_a_row_that_cannot_be_read_hides_no_other(
    whole: Path, copy: Path, what: bytes | None
) -> None:
    """If one row of a game cannot be read, findings of other games are still told."""
    unreadable = ALTER.replace("= ?", "= cast(? as text)", 1)
    shutil.copy(whole, copy)
    change(copy, RETAG, f"{RUN}-1", 2)
    change(copy, RETAG, f"{RUN}-3", 2)
    altered = copy.read_bytes()
    versions = [row[1] for row in rows(whole) if row[0] == f"{RUN}-2"]
    for version in versions:
        copy.write_bytes(altered)
        change(copy, unreadable, what, f"{RUN}-2", version)
        named = {finding.conflict for finding in audited(copy)}
        assert {f"{RUN}-{game}" for game in (1, 2, 3)} <= named, version


def test_store_conflicts_of_a_run_that_cannot_be_read_are_no_strays(
    whole: Path, copy: Path
) -> None:
    """If a run's row cannot be read, its conflicts are not reported as strays."""
    statement = "update stored_events set state = null where originator_id = ?"
    findings = tampered(whole, copy, statement, f"run:{RUN}")
    assert {finding.conflict for finding in findings} == {f"run:{RUN}"}


def test_store_added_stream_is_found(whole: Path, copy: Path) -> None:
    """A conflict that no run has played is found."""
    state = next(row[3] for row in rows(whole) if row[0] == f"{RUN}-1")
    findings = tampered(whole, copy, ADD, f"{RUN}-4", 1, "started", state)
    assert names(findings, f"{RUN}-4", 0)


def test_store_dropped_stream_is_found(whole: Path, copy: Path) -> None:
    """A missing conflict is found by its line."""
    statement = "delete from stored_events where originator_id = ?"
    findings = tampered(whole, copy, statement, f"{RUN}-2")
    assert [(finding.conflict, finding.event) for finding in findings] == [
        (f"{RUN}-2", 0)
    ]


def test_store_swapped_streams_are_found(whole: Path, copy: Path) -> None:
    """Two conflicts under each other's names are both found."""
    shutil.copy(whole, copy)
    rename = "update stored_events set originator_id = ? where originator_id = ?"
    for old, new in ((1, 9), (2, 1), (9, 2)):
        change(copy, rename, f"{RUN}-{new}", f"{RUN}-{old}")
    assert {finding.conflict for finding in audited(copy)} >= {f"{RUN}-1", f"{RUN}-2"}


def test_store_published_seal_must_match(whole: Path) -> None:
    """A run or conflict that differs from its published seal is found."""
    with open_store(str(whole), create=False) as store:
        audit = StoreAudit(store, load=LOAD)
        completed = store.completed(RUN)
        assert completed is not None
        line = next(iter(store.lines(RUN)))
        assert list(audit.run(RUN, completed.seal)) == []
        assert [finding.depth for finding in audit.run(RUN, line.seal)] == ["seal"]
        assert list(audit.conflict(f"{RUN}-1", line.seal)) == []
        assert [
            finding.depth for finding in audit.conflict(f"{RUN}-1", completed.seal)
        ] == ["seal"]


@pytest.mark.slow
@pytest.mark.parametrize("record", ["full", "seal"])
def test_store_agent_that_is_gone_is_said_once(tmp_path: Path, record: Record) -> None:
    """A missing agent is one finding, however many conflicts it played.

    Its depth is left out. Of lines alone nothing but the seal can then be looked at.
    """
    path, file = tmp_path / "gone.db", tmp_path / "mine.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\n\n"
        "class Mine(Agent):\n"
        "    def choose(self, asked):\n"
        "        return asked.options[0]\n"
    )
    specs = (f"{file}:Mine", "steady")
    asked = structs.replace(
        plan(record), run_id=run_id(LONG, DIGEST, specs), agents=specs, seed=LONG
    )
    with open_store(str(path), create=True) as store:
        run(asked, store=store)
        audit = StoreAudit(store, load=LOAD)
        assert list(audit.everything()) == []
        assert audit.audited == DEPTHS
        file.unlink()
        audit = StoreAudit(store, load=LOAD)
        findings = list(audit.everything())
    assert {finding.weight for finding in findings} == {"stop"}
    (gone,) = (finding for finding in findings if finding.depth == "agents")
    assert ("so in 3 conflicts" in gone.sentence) == (record == "full")
    full = record == "full"
    assert audit.audited == (("seal", "rules", "dice") if full else ("seal",))


def test_store_lines_alone_are_played_again(tmp_path: Path) -> None:
    """A line that differs from what its game comes to is found, without events."""
    path = tmp_path / "lines.db"
    with open_store(str(path), create=True) as store:
        run(plan("seal"), store=store)
    assert audited(path) == []
    for stream, version, tag, state in rows(path):
        if tag == "chunk":
            changed = state.replace(b"conceded", b"cornered")
            assert changed != state
            copy = tmp_path / "copy.db"
            findings = tampered(path, copy, ALTER, changed, stream, version)
            places = [(finding.conflict, finding.event) for finding in findings]
            assert places[0] == (stream, version)
            assert "the seal" in findings[-1].recorded


def test_store_scenario_under_another_digest_is_found(copy: Path) -> None:
    """A scenario under another digest is found, even if no run uses it."""
    name = f"scenario:{'0b' * 32}"
    with open_store(str(copy), create=True) as store:
        store.put_scenario(bytes.fromhex("0b" * 32), b"{}")
    assert names(audited(copy), name, 1)


@pytest.mark.slow
def test_store_whose_bits_flipped_is_clean_only_if_it_reads_the_same(
    whole: Path, copy: Path
) -> None:
    """A store with a flipped bit is clean only if it reads the same."""
    good, luck = whole.read_bytes(), random.Random(11)
    clean = 0
    for _ in range(300):
        bad = bytearray(good)
        bad[luck.randrange(len(bad))] ^= 1 << luck.randrange(8)
        copy.write_bytes(bad)
        with suppress(FracasError):
            if not audited(copy):
                clean += 1
                with open_store(str(copy), create=False) as store:
                    read = list(store.all_rows())
                assert sorted(read) == sorted(rows(whole))
        for leftover in (f"{copy}-wal", f"{copy}-shm"):
            Path(leftover).unlink(missing_ok=True)
    assert 0 < clean < 300
