"""Ctrl-C in `value` and `solve` prints what is known by then, with status 130."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from sim.cli.documents.table import DOCUMENTS
from tests.cli.conftest import Fracas, check_shape

ROOT = Path(__file__).parents[2]
PRESSED = """
import os, runpy, signal, sys
from sim.cli.terminal.progress import SoFar
tell, told, times = SoFar.tell, [], [int(one) for one in sys.argv.pop(1).split(",")]

def pressed(self, done, total):
    tell(self, done, total)
    told.append(done)
    if len(told) in times:
        os.kill(os.getpid(), signal.SIGINT)

SoFar.tell = pressed
runpy.run_module("sim.cli", run_name="__main__")
"""
"""The command line, in which Ctrl-C is pressed when progress was told so often."""


EARLY = """
import os, signal, sys

class Presser:
    def find_spec(self, name, path=None, target=None):
        if name == "click.core":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presser())
"""
LATE = """
import atexit, os, signal
atexit.register(os.kill, os.getpid(), signal.SIGINT)
"""

IGNORED = """
import signal, sys, time, types, weakref
from sim.cli import start

class Thing:
    pass

def called(_):
    signal.raise_signal(signal.SIGINT)

def main():
    thing = Thing()
    kept = weakref.ref(thing, called)
    del thing
    time.sleep(40)
    return 0

sys.modules["sim.cli.main"] = types.SimpleNamespace(main=main)
sys.exit(start.main())
"""

HASHED = """
import signal, sys, time, types
from typing import Literal
import msgspec
from sim.cli import start

kind, pressed = type(Literal["a"]), []
hash_before = kind.__hash__

def __hash__(self):
    if not pressed:
        pressed.append(self)
        signal.raise_signal(signal.SIGINT)
    return hash_before(self)

def main():
    kind.__hash__ = __hash__
    msgspec.json.Decoder(Literal["a", "b"])
    if pressed:
        time.sleep(40)
    return 0

sys.modules["sim.cli.main"] = types.SimpleNamespace(main=main)
sys.exit(start.main())
"""
LOADING = """
import abc, os, signal, sys
from sim.cli import start
register, pressed = abc.ABCMeta.register, []

def press(cls, kind):
    if kind.__name__ == "_memoryviewslice" and not pressed:
        pressed.append(kind)
        os.kill(os.getpid(), signal.SIGINT)
    return register(cls, kind)

abc.ABCMeta.register = press
sys.argv = ["fracas", *sys.argv[1:]]
status = start.main()
sys.exit(status if pressed else "nothing was pressed")
"""
"""The command line, in which Ctrl-C is pressed while an extension module is loaded."""


def pressed(times: str, *command: str) -> tuple[int, str, str]:
    """Return the status, stdout and stderr of a command with Ctrl-C."""
    done = subprocess.run(
        [sys.executable, "-c", PRESSED, times, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("times", ["2", "40", "700"])
def test_the_bounds_that_are_known_are_printed(times: str) -> None:
    """Interrupted, `value` prints the bounds it has, and says so."""
    status, out, err = pressed(times, "value", "skill_page", "--seconds", "300")
    assert status == 130
    assert "bounds: skill_page does not fit into the " in out
    assert "until it was interrupted" in out
    assert "stopped: what is printed is what was known by then" in err


@pytest.mark.slow
def test_bounds_of_an_interrupted_value_hold() -> None:
    """The bounds of an interrupted value contain it, in JSON too."""
    status, out, _ = pressed("300", "value", "skill_page", "--seconds", "300", "--json")
    assert status == 130
    check_shape("value", out, DOCUMENTS)
    document = msgspec.json.decode(out)
    assert document["certainty"] == "bounds"
    assert document["value"]["low"] <= 0.080857 <= document["value"]["high"]
    assert document["value"]["low"] > -1.0


@pytest.mark.slow
def test_bounds_are_printed_if_nobody_reads_messages() -> None:
    """The bounds are printed although stderr is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    command = sys.executable, "-c", PRESSED, "40", "value", "skill_page"
    done = subprocess.run(
        [*command, "--seconds", "300"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=writing,
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert b"until it was interrupted" in done.stdout


@pytest.mark.slow
def test_pressed_again_it_ends_at_once() -> None:
    """A second Ctrl-C ends the command at once, without a result."""
    status, out, err = pressed("2,3", "value", "skill_page", "--seconds", "300")
    assert (status, out) == (130, "")
    assert "stopped: nothing is kept of a value that is unfinished" in err


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [(), ("--bounds",)])
def test_a_solution_is_printed_as_far_as_it_is_known(bounds: tuple[str, ...]) -> None:
    """Interrupted, `solve` prints what it has, with an error or bounds."""
    command = "solve", "planets_boulder", "--seconds", "300", *bounds
    status, out, err = pressed("12", *command)
    assert status == 130
    assert "until it was interrupted" in out
    assert "stopped: what is printed is what was known by then" in err


def test_nothing_is_said_of_an_interrupt_where_there_is_none(fracas: Fracas) -> None:
    """Without an interrupt nothing is said of one, and its handler is removed."""
    before = signal.getsignal(signal.SIGINT)
    said = fracas("value", "planets_boulder")
    assert said.status == 0
    assert "interrupted" not in said.out
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("moment", "said"), [(EARLY, "stopped\n"), (LATE, "")], ids=["before", "after"]
)
def test_there_is_no_traceback_before_or_after_a_command(
    tmp_path: Path, moment: str, said: str
) -> None:
    """Ctrl-C while a command is imported, or while Python ends, prints no traceback."""
    (tmp_path / "sitecustomize.py").write_text(moment, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sim.cli", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (130, said)


@pytest.mark.parametrize("script", [IGNORED, HASHED])
def test_ctrl_c_where_it_is_ignored_ends_a_command(script: str) -> None:
    """Ctrl-C is answered if Python ignores it in a callback, or msgspec in a hash."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "stopped\n")


def test_ctrl_c_while_an_extension_module_is_loaded_ends_a_command() -> None:
    """Modules made by Cython ignore what is raised as they register their types."""
    solved = ("sweep", "stuck_door", "--vary", "rulings.max_volleys=2,3")
    done = subprocess.run(
        [sys.executable, "-c", LOADING, *solved],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 130
    assert done.stderr.strip().startswith("stopped")
