"""What agents from files do in their processes changes nothing elsewhere."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.errors import AgentError
from sim.files.sources import read_sources
from sim.hosting.host import asked_once
from sim.hosting.messages import Start
from sim.hosting.nursery import HEADER
from sim.hosting.process import BABBLED, GONE, LATE, MADE_LATE, PATIENCE, Kind
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import load
from sim.run.run import RunResult, make_plan, run
from sim.run.seating import seat_agents
from sim.seam.events import Forfeited
from sim.store.store import Store, open_store
from tests.agents.tables import SEED

pytestmark = pytest.mark.usefixtures("wall")
FILE = Path(__file__).parent / "hosted.py"
SCENARIO = "guitar_duel"


def played(
    store: Store,
    name: str,
    *,
    file: Path = FILE,
    patience: float = PATIENCE,
    sandbox: Sandbox = "off",
) -> RunResult:
    """Play two games with one of the file's agents at the first seat."""
    plan = make_plan(load(SCENARIO), (f"{file}:{name}", "steady"), seed=SEED, games=2)
    return run(structs.replace(plan, patience=patience, sandbox=sandbox), store=store)


def reasons(store: Store, result: RunResult) -> set[str]:
    """Return why conflicts were forfeited."""
    told: set[str] = set()
    for number in range(1, result.games + 1):
        rows = store.rows(f"{result.run_id}-{number}")
        forfeits = [data for tag, data in rows if tag == "forfeited"]
        told |= {data.decode(errors="replace") for data in forfeits}
    return told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Interrupts", "raised KeyboardInterrupt"),
        ("Exits", GONE),
        ("Loops", LATE),
        ("Babbles", BABBLED),
    ],
)
def test_whoever_ends_its_process_loses_its_conflict(name: str, reason: str) -> None:
    """An agent whose process ends or hangs forfeits, and the audit is clean.

    Only who is never ready is waited for until patience ends.
    """
    patience = 1.5 if reason == LATE else PATIENCE
    with open_store(":memory:", create=True) as store:
        result = played(store, name, patience=patience)
        assert {line.how for line in result.lines} == {"forfeit"}
        assert all(reason in text for text in reasons(store, result))
        assert list(StoreAudit(store, patience=patience).everything()) == []


SLOW = """
import time
from contextlib import suppress
from pathlib import Path
from sim.seam.protocol import Agent

IMPORTED = time.sleep(2.5)


class Slow(Agent):
    def __init__(self, seconds: float = 0.0):
        with suppress(OSError), Path(__file__).with_suffix(".made").open("a") as file:
            file.write(".")
        time.sleep(seconds)

    def choose(self, asked):
        return asked.options[0]
"""


@pytest.mark.slow
def test_patience_bounds_how_long_an_agent_is_made(tmp_path: Path) -> None:
    """Patience limits how long making an agent takes, but not its import."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW, "utf-8")
    for seconds, reason in (0.0, ""), (5.0, MADE_LATE):
        agents = (f"{path}:Slow:seconds={seconds}", "steady")
        plan = make_plan(load(SCENARIO), agents, seed=SEED, games=1)
        short = structs.replace(plan, patience=1.5)
        with open_store(":memory:", create=True) as store:
            result = run(short, store=store)
            assert {line.how == "forfeit" for line in result.lines} == {bool(reason)}
            assert all(reason in text for text in reasons(store, result))
            assert list(StoreAudit(store, patience=1.5).everything()) == []


def test_an_agent_is_made_once_to_be_asked_who_it_is(tmp_path: Path) -> None:
    """Describing an agent makes it only once."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW.replace("2.5", "0"), "utf-8")
    said = asked_once(Kind(f"{path}:Slow", {}), read_sources([str(path)]), "off")
    assert said.claims is not None
    assert path.with_suffix(".made").read_text("utf-8") == "."


@pytest.mark.slow
def test_a_slow_import_within_another_agent_is_one(tmp_path: Path) -> None:
    """A slow import of an agent within another is no forfeit."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW, "utf-8")
    specs = f"noise:of={path}", "steady"
    plan = make_plan(load(SCENARIO), specs, seed=SEED, games=1)
    short = structs.replace(plan, patience=2.0)
    with open_store(":memory:", create=True) as store:
        assert reasons(store, run(short, store=store)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Stays", "Closes", "Alters", "Shallow"])
def test_what_an_agent_does_to_its_process_stays_there(name: str) -> None:
    """What an agent does to its own process does not change the conflict."""
    with open_store(":memory:", create=True) as store:
        harmless = played(store, "First").lines
        result = played(store, name)
        assert list(StoreAudit(store).everything()) == []
    assert [(line.how, line.returns, line.events) for line in result.lines] == [
        (line.how, line.returns, line.events) for line in harmless
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Greedy", "Writes"])
@pytest.mark.parametrize("sandbox", ["limits", "wall"])
def test_a_sandbox_limits_memory_and_files(
    name: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    """An agent that breaks a limit of the sandbox forfeits, and writes no file."""
    file = tmp_path / FILE.name
    file.write_text(FILE.read_text("utf-8"), "utf-8")
    out = file.with_name(FILE.name + ".out")
    with open_store(":memory:", create=True) as store:
        result = played(store, name, file=file, sandbox=sandbox)
        assert {line.how for line in result.lines} == {"forfeit"}
    assert not out.exists() or not out.read_text()


@pytest.mark.slow
def test_the_command_ends_though_an_agent_leaves_a_thread() -> None:
    """A run ends though an agent leaves a thread, and its JSON has no other output."""
    agents = f"{FILE}:Stays,{FILE}:Closes"
    command = [sys.executable, "-m", "sim.cli", "run", SCENARIO, "--games=2", "--json"]
    done = subprocess.run(
        [*command, "--agents", agents],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("{")
    assert done.stdout.rstrip().endswith("}")


@pytest.mark.slow
def test_debug_shows_the_agents_own_lines() -> None:
    """--debug shows the traceback in the agent's file, which is hidden without it."""
    command = [sys.executable, "-m", "sim.cli", "run", SCENARIO, "--games=1"]
    command += ["--agents", f"{FILE}:Raises,steady"]

    def said(*more: str) -> str:
        done = subprocess.run(
            [*command, *more], capture_output=True, text=True, check=False
        )
        return done.stderr

    assert "Traceback" not in said()
    shown = said("--debug")
    assert "ValueError: a mistake of mine" in shown
    assert f'File "{FILE}", line' in shown


def test_an_audit_always_asks_in_a_sandbox(tmp_path: Path) -> None:
    """An audit asks agents in a sandbox, though the run had none."""
    path = tmp_path / "writes.py"
    path.write_text(FILE.read_text("utf-8"), "utf-8")
    written = tmp_path / "writes.py.out"
    agents = (f"{path}:Writes", "steady")
    plan = make_plan(load(SCENARIO), agents, seed=SEED, games=1)
    with open_store(":memory:", create=True) as store:
        result = run(plan, store=store)
        assert {line.how for line in result.lines}.isdisjoint({"forfeit"})
        assert written.read_text("utf-8") == "here"
        written.unlink()
        findings = list(StoreAudit(store).everything())
    assert not written.exists() or not written.read_text("utf-8")
    assert "raised PermissionError" in findings[0].expected


@pytest.mark.slow
@pytest.mark.parametrize("record", ["full", "seal"])
def test_what_an_agent_prints_is_in_no_result(tmp_path: Path, record: str) -> None:
    """What an agent prints is in no output of a run or an audit."""
    store, agents = str(tmp_path / "own.db"), f"{FILE}:Prints,{FILE}:Closes"
    fracas = [sys.executable, "-m", "sim.cli"]
    run_ = [
        "run",
        SCENARIO,
        "--games=2",
        "--json",
        "--store",
        store,
        "--agents",
        agents,
    ]
    for command in ([*run_, "--record", record], ["audit", store, "--json"]):
        done = subprocess.run(
            [*fracas, *command], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert msgspec.json.decode(done.stdout)


@pytest.mark.parametrize("agent", [f"{FILE}:First", "scripted:says=@/etc/passwd"])
def test_a_scenario_names_no_files_unless_it_is_trusted(agent: str) -> None:
    """A scenario's agents may be files only where files are trusted."""
    loaded = load(SCENARIO)
    first, *others = loaded.system.seats(loaded.scenario)
    seats = (structs.replace(first, agent=agent), *others)
    with pytest.raises(AgentError, match="--trust-files"):
        seat_agents(seats, ())
    assert seat_agents(seats, (), trusted=True)[0] == agent
    assert seat_agents(seats, (agent,))[0] == agent


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/stdin", str(FILE.parent)])
def test_a_file_is_a_regular_file(path: str) -> None:
    """An agent or setting read from a device, pipe or folder is refused."""
    with pytest.raises(AgentError, match="regular file"):
        make_plan(load(SCENARIO), (f"scripted:says=@{path}", "steady"), seed=SEED)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A pipe named as an agent is refused without waiting for it."""
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    for spec in (f"scripted:says=@{pipe}", str(pipe)):
        with pytest.raises(AgentError, match="regular file"):
            make_plan(load(SCENARIO), (spec, "steady"), seed=SEED)


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    """A file that is too large for an agent is refused."""
    path = tmp_path / "large.py"
    path.write_text("#" * (1 << 21), "utf-8")
    with pytest.raises(AgentError, match="larger than"):
        make_plan(load(SCENARIO), (f"{path}:Mine", "steady"), seed=SEED)


def test_what_was_read_is_what_is_played(tmp_path: Path) -> None:
    """A run plays the file as it was when the plan was made."""
    path = tmp_path / "mine.py"
    path.write_text(FILE.read_text("utf-8"), "utf-8")
    plan = make_plan(load(SCENARIO), (f"{path}:First", "steady"), seed=SEED, games=2)
    path.write_text("raise SystemExit", "utf-8")
    lines = run(plan).lines
    assert {line.how for line in lines}.isdisjoint({"forfeit"})


def test_forfeits_are_events() -> None:
    """A forfeit is an event that has its seat and its reason."""
    assert Forfeited.__struct_fields__ == ("who", "reason")


def test_a_nursery_whose_host_is_gone_prints_nothing() -> None:
    """A nursery whose host ends before it takes the answer ends without a word."""
    mine, theirs = socket.socketpair()
    boot = "import sys; from sim.hosting.nursery import main; main(int(sys.argv[1]))"
    with theirs:
        nursery = subprocess.Popen(
            [sys.executable, "-c", boot, str(theirs.fileno())],
            pass_fds=(theirs.fileno(),),
            stderr=subprocess.PIPE,
        )
    order = msgspec.msgpack.encode(Start("off", "", b""))
    reading, writing = os.pipe()
    with mine:
        socket.send_fds(mine, [HEADER.pack(len(order))], [reading, writing])
        mine.sendall(order)
    os.close(reading)
    os.close(writing)
    _, said = nursery.communicate(timeout=60)
    assert (nursery.returncode, said) == (0, b"")
