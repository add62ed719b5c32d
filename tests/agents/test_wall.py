"""The wall around agents of others refuses what they try, or none of them is run."""

import os
import platform
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sim.errors import AgentError, SandboxError
from sim.files.sources import read_sources
from sim.hosting import process, syscalls, wall
from sim.hosting.host import asked_once
from sim.hosting.process import SLOW, Child, House, Kind
from sim.hosting.sandbox import Sandbox
from tests.agents.intruders import ATTEMPTS, CALLS
from tests.tiers import later

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "intruders.py"
HARMLESS = """
import threading
import numpy

from sim.seam.protocol import Agent


class Harmless(Agent):
    def __init__(self):
        thread = threading.Thread(target=sum, args=((1, 2),))
        thread.start()
        thread.join()
        assert (numpy.ones((64, 64)) @ numpy.ones((64, 64)))[0, 0] == 64

    def choose(self, asked):
        return asked.options[0]
"""


def outcome(attempt: str, sandbox: Sandbox = "wall") -> str:
    """Return what the intruder's *attempt* came to, held so."""
    kind = Kind(f"{FILE}:Intruder", {"attempt": attempt})
    with pytest.raises(AgentError) as raised:
        asked_once(kind, read_sources([str(FILE)]), sandbox)
    return str(raised.value)


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("package", later(["", "inside"], [""]))
def test_a_library_that_cannot_be_read_is_named(package: str, tmp_path: Path) -> None:
    """A library outside the readable folders is refused, with what to do about it."""
    folder = tmp_path / "libraries" / package
    folder.mkdir(parents=True)
    if package:
        (folder / "__init__.py").touch()
    (folder / "beside.py").touch()
    name = f"{package}.beside" if package else "beside"
    agent = tmp_path / "mine.py"
    agent.write_text(f"import {name}\n{HARMLESS}", "utf-8")
    command = [sys.executable, "-m", "sim.cli", "run", "planets_boulder"]
    said = subprocess.run(
        [*command, "--games", "1", "--sandbox", "--agents", str(agent)],
        env=os.environ | {"PYTHONPATH": str(tmp_path / "libraries")},
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    assert said.returncode == 2
    for words in (str(tmp_path / "libraries"), "site-packages", "--limits"):
        assert words in said.stderr


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_what_a_stranger_tries_is_refused(attempt: str) -> None:
    """What an agent attempts by any library is refused by the kernel."""
    said = outcome(attempt)
    assert "cannot be made: PermissionError" in said, said


@pytest.mark.usefixtures("wall")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86_64")
@pytest.mark.parametrize("attempt", CALLS)
def test_a_call_without_a_library_is_refused(attempt: str) -> None:
    """A system call that is not in the list is refused."""
    said = outcome(attempt)
    assert "cannot be made: PermissionError" in said, said


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("sandbox", ["wall", "limits"])
def test_a_stranger_learns_nothing_of_who_plays(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent's environment, command line and open files tell nothing of the run."""
    monkeypatch.setenv("FRACAS_SECRET", "demo-seed")
    said = outcome("look around", sandbox)
    opened = re.search(r"found \[(.*?)\]", said)
    assert opened is not None
    assert len(opened[1].split(",")) == len(("stdin", "stdout", "stderr", "in", "out"))
    assert "demo-seed" not in said
    assert str(FILE) not in said.partition("LookupError")[2]
    assert "'folder': '/'" in said
    assert "PYTHONHASHSEED': '0" in said


@pytest.mark.usefixtures("wall")
def test_what_agents_need_goes_on_behind_the_wall(tmp_path: Path) -> None:
    """Threads and libraries that are loaded late work behind the wall."""
    path = tmp_path / "harmless.py"
    path.write_text(HARMLESS, "utf-8")
    kind = Kind(f"{path}:Harmless", {})
    assert asked_once(kind, read_sources([str(path)]), "wall").claims is not None


@pytest.mark.usefixtures("wall")
def test_an_agent_may_import_the_documented_interface(tmp_path: Path) -> None:
    """An agent may import `fracas` behind the wall, also from a checkout."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from fracas import Agent\n\n\nclass Mine(Agent):\n"
        "    def choose(self, asked):\n        return asked.options[0]\n",
        "utf-8",
    )
    kind = Kind(f"{path}:Mine", {})
    assert asked_once(kind, read_sources([str(path)]), "wall").claims is not None


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("sandbox", later(["off", "limits", "wall"], ["limits"]))
def test_no_file_of_the_folder_stands_for_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    """Files in the folder where a run starts do not replace libraries for an agent."""
    for module in ("pickle", "random", "multiprocessing", "numpy", "sim"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('mine')", "utf-8")
    (tmp_path / "mine.py").write_text(HARMLESS, "utf-8")
    script = (
        "from sim.files.sources import read_sources; from sim.hosting.host import *;"
        "files = read_sources(['mine.py']);"
        f"print(asked_once(Kind('mine.py', {{}}), files, {sandbox!r}).claims)"
    )
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.stdout.startswith("('mine.py:Harmless'"), done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("option", ["", "--limits", "--sandbox"])
def test_a_run_in_a_folder_of_traps_springs_none_of_them(
    tmp_path: Path, option: str
) -> None:
    """A run imports nothing from the folder it is started in."""
    sprung = tmp_path / "sprung"
    trap = f"open({str(sprung)!r}, 'a').close()"
    for module in ("pickle", "random", "multiprocessing", "subprocess", "numpy"):
        (tmp_path / f"{module}.py").write_text(trap, "utf-8")
    (tmp_path / "mine.py").write_text(HARMLESS, "utf-8")
    command = [sys.executable, "-P", "-m", "sim.cli", "run", "stuck_door"]
    command += ["--agents=mine.py", "--games=120", "--workers=2"]
    done = subprocess.run(
        [*command, *filter(None, [option])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, done.stderr
    assert not sprung.exists()


THREADED = """
import threading
from sim.hosting import wall
threading.Thread(target=threading.Event().wait, daemon=True).start()
try:
    wall.stand()
except wall.Gap as gap:
    open("/etc/passwd").close()
    print(gap)
"""


@pytest.mark.usefixtures("wall")
def test_a_thread_that_runs_before_the_wall_is_a_gap() -> None:
    """A process with a second thread cannot build the wall, and runs nothing."""
    done = subprocess.run(
        [sys.executable, "-c", THREADED],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "a process of one thread" in done.stdout, done.stderr


@pytest.mark.usefixtures("wall")
def test_a_process_outlives_the_thread_that_asked_for_it(tmp_path: Path) -> None:
    """An agent's process goes on after the thread that started it has ended."""
    path = tmp_path / "harmless.py"
    path.write_text(HARMLESS, "utf-8")
    begun: list[Child] = []

    def begin() -> None:
        house = House("", b"", read_sources([str(path)]), 60.0, "wall")
        begun.append(Child(Kind(str(path), {}), house))

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    (child,) = begun
    try:
        assert child.made().claims is not None
    finally:
        child.close()


@pytest.mark.parametrize("machine", syscalls.SECCOMP)
def test_the_list_of_calls_is_whole_on_every_processor(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The filter of system calls is well formed for every processor."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    program = syscalls.program(7)
    steps = [program[at : at + 8] for at in range(0, len(program), 8)]
    assert len(steps) < 4096
    assert steps[-1] == (0x00050001 << 32 | 0x06).to_bytes(8, "little")
    for at, step in enumerate(steps):
        assert at + 1 + max(step[2], step[3]) <= len(steps) - (step[0] != 6)


def test_an_unknown_system_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine or system without a wall is named, and nothing is changed."""
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(wall.Gap, match="system calls"):
        wall.stand()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(wall.Gap, match="darwin"):
        wall.stand()


LACKING = """
import ctypes, os, struct, sys
number, error = int(sys.argv[1]), int(sys.argv[2])
step = lambda code, value, then=0, or_=0: struct.pack("=HBBI", code, then, or_, value)
code = b"".join([step(0x20, 0), step(0x15, number, 0, 1), step(6, 0x50000 | error),
                 step(6, 0x7FFF0000)])
kept = ctypes.create_string_buffer(code, len(code))
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_void_p)]
program = Program(len(code) // 8, ctypes.cast(kept, ctypes.c_void_p))
library = ctypes.CDLL(None)
assert not library.prctl(38, 1, 0, 0, 0)
assert not library.prctl(22, 2, ctypes.byref(program), 0, 0)
os.execv(sys.executable, [sys.executable, "-m", *sys.argv[3:]])
"""
"""Runs a command where one system call fails, as on a kernel that does not have it."""


def lacking(number: int, error: int, *module: str, **more: str) -> tuple[int, str]:
    """Run a *module* where a system call fails; return its status and what it says.

    *more* is set in its environment.
    """
    done = subprocess.run(
        [sys.executable, "-c", LACKING, str(number), str(error), *module],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**{k: v for k, v in os.environ.items() if k != "CI"}, **more},
    )
    return done.returncode, done.stderr + done.stdout


ONE = "test_a_failed_start_is_no_forfeit"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="simulates kernels of Linux")
@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize(
    ("number", "ci", "says"),
    [
        (444, "", "1 tests of tests/agents/test_wall.py were skipped"),
        (444, "true", "CI must have a wall"),
        (446, "", "has what a wall needs"),
    ],
)
def test_tests_of_the_wall_are_not_skipped_in_silence(
    number: int, ci: str, says: str
) -> None:
    """Tests of the wall are skipped aloud without Landlock, and fail in CI."""
    file = f"{Path(__file__).relative_to(ROOT)}"
    asked = ("pytest", "-n", "0", "-p", "no:cacheprovider", f"{file}::{ONE}")
    status, words = lacking(number, 38 if number == 444 else 0, *asked, CI=ci)
    assert says in words, words
    assert (status == 0) == ("skipped" in says)
    assert "Landlock" in words or number != 444


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="simulates kernels of Linux")
@pytest.mark.parametrize(
    ("number", "error", "lacks"),
    [
        (444, 38, "Landlock (Function not implemented)"),
        (444, 95, "Landlock (Operation not supported)"),
        (446, 0, "a wall that refuses to read other files"),
        (syscalls.SECCOMP.get(platform.machine(), 0), 22, "filters of seccomp"),
        (syscalls.SECCOMP.get(platform.machine(), 0), 0, "a wall that refuses"),
    ],
)
def test_a_kernel_that_cannot_is_refused(
    tmp_path: Path, number: int, error: int, lacks: str
) -> None:
    """A kernel without the means refuses the sandbox by name, and runs no agent."""
    mark = tmp_path / "ran"
    path = tmp_path / "mine.py"
    text = HARMLESS.replace("import numpy", f"open({str(mark)!r}, 'a')")
    path.write_text(text.replace("assert (numpy", "# ("), "utf-8")
    store = f"--store={tmp_path / 'own.db'}"

    def said(*command: str) -> tuple[int, str]:
        return lacking(number, error, "sim.cli", *command)

    run = ["run", "alley", "--games=1", f"--agents={path},steady", store]
    status, words = said(*run, "--sandbox")
    assert status == 2, words
    assert lacks in words
    assert "--limits" in words
    assert "Traceback" not in words
    assert not mark.exists()
    status, words = said(*run)
    assert status == 0, words
    mark.unlink()
    status, words = said("audit", str(tmp_path / "own.db"))
    assert status == 2, words
    assert lacks in words
    assert not mark.exists()
    status, words = said("audit", "--limits", str(tmp_path / "own.db"))
    assert "opens too" in words or status in {0, 1}, words


ORPHAN = """
import sys, time
from sim.files.sources import read_sources
from sim.hosting.host import HostedAgent
from sim.hosting.process import House, Kind, Child
path = sys.argv[1]
kind = Kind(path, {})
child = Child(kind, House("", b"", read_sources([path]), 60.0, sys.argv[2]))
print(child.pid, child.nursery.pid, flush=True)
time.sleep(60)
"""
LOOPS = """
from sim.seam.protocol import Agent


class Loops(Agent):
    def __init__(self):
        while True:
            pass

    def choose(self, asked):
        return asked.options[0]
"""


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["off", "limits", "wall"])
@pytest.mark.parametrize("victim", ["host", "nursery"])
def test_an_agents_process_ends_with_its_host(
    tmp_path: Path, sandbox: Sandbox, victim: str
) -> None:
    """An agent's process ends when its host or nursery does."""
    path = tmp_path / "loops.py"
    path.write_text(LOOPS, "utf-8")
    host = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, str(path), sandbox],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert host.stdout is not None
    with host.stdout:
        child, nursery = map(int, host.stdout.readline().split())
    ended = [child] if victim == "nursery" else [child, nursery]
    os.kill(nursery if victim == "nursery" else host.pid, signal.SIGKILL)
    try:
        for _ in range(500):
            if not any(map(_runs, ended)):
                break
            time.sleep(0.02)
        assert not any(map(_runs, ended))
    finally:
        host.kill()
        host.wait()


HALF = """
import os
for number in range(3, 32):
    try:
        os.write(number, b"\\0\\0\\0\\x50half")
    except OSError:
        pass
while True:
    pass
"""


@pytest.mark.parametrize("text", [LOOPS, HALF])
def test_nothing_of_an_agent_is_waited_for_for_ever(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that stops reading, or writes half an answer, is given up."""
    monkeypatch.setattr(process, "IMPORT_SECONDS", 1.0)
    path = tmp_path / "mine.py"
    path.write_text(text, "utf-8")
    kind = Kind(f"{path}", {})
    child = Child(kind, House("", b"", read_sources([str(path)]), 0.1))
    try:
        child.send(b"x" * (1 << 20), 0.1)
        assert child.made().failed in SLOW
    finally:
        child.close()


LOOKS = """
import gc
from sim.hosting.messages import Opening
from sim.seam.protocol import Agent


class Looks(Agent):
    def __init__(self, says: str = ""):
        (opening,) = (one for one in gc.get_objects() if type(one) is Opening)
        raise LookupError(sorted(path for path, _ in opening.files))

    def choose(self, asked):
        return asked.options[0]
"""


def test_an_agent_does_not_see_what_its_opponents_are_made_of(tmp_path: Path) -> None:
    """An agent's process has its own files and none of its opponents'."""
    path, text, other = (
        tmp_path / name for name in ("looks.py", "own.txt", "other.py")
    )
    path.write_text(LOOKS, "utf-8")
    for file in (text, other):
        file.write_text("secret", "utf-8")
    files = read_sources(map(str, (path, text, other)))
    with pytest.raises(AgentError, match="LookupError") as raised:
        asked_once(Kind(f"{path}:Looks", {"says": f"@{text}"}), files, "off")
    assert "own.txt" in str(raised.value)
    assert "other.py" not in str(raised.value)


def _runs(pid: int) -> bool:
    """Whether the process *pid* still runs; one that nobody has waited for does not."""
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text("utf-8")
    return False


@pytest.mark.usefixtures("wall")
def test_a_failed_start_is_no_forfeit() -> None:
    """A sandbox that fails to start is an error of its own."""
    assert issubclass(SandboxError, AgentError)
