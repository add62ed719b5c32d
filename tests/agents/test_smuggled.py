"""Records that hide code in them: whatever names a file is run behind the wall.

A store and a file beside it may be anybody's. In none of these is it said openly that
an agent is from a file, so that it could be taken for one of ours and be run here.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.casting.agent_files import fingerprint
from sim.casting.specs import paths_of
from sim.errors import AgentError, FracasError
from sim.hosting.agents import code_again, described_again, files_again, seated
from sim.hosting.host import HostedAgent
from sim.seam.events import SeatTaken
from tests.cli.conftest import Fracas, fracas

__all__ = ["fracas"]

pytestmark = pytest.mark.usefixtures("wall")
EVIL = """
from pathlib import Path
from sim.seam.protocol import Agent

Path({mark!r}).touch()


class Evil(Agent):
    def __init__(self, a: str = "") -> None:
        self.a = a

    def choose(self, asked):
        return asked.options[0]
"""
HIDDEN = "d/evil.py:Evil:a=1"
OWN = """
from sim.seam.protocol import Agent


class Own(Agent):
    def choose(self, asked):
        return asked.options[0]
"""


@pytest.fixture(name="mark")
def _mark(tmp_path: Path) -> Path:
    """Return the file that appears where the code runs with the user's rights."""
    return tmp_path / "ran"


def evil(file: Path, mark: Path) -> str:
    """Write the agent to *file*; return the end of the version it is recorded with."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(EVIL.format(mark=str(mark)), "utf-8")
    return f"+{fingerprint(file.read_bytes())}"


def taken(settings: dict[str, Any], version: str = "2 of 1") -> SeatTaken:
    """Return a record of the agent noise, forged to have these *settings*."""
    return SeatTaken("Ann", "noise", version, msgspec.json.encode(settings).decode())


@pytest.mark.parametrize("known", [True, False])
def test_an_agent_that_was_read_from_a_file_is_not_run_here(
    tmp_path: Path, mark: Path, *, known: bool
) -> None:
    """A forged record of a file's agent never runs the file in this process."""
    file = tmp_path / "evil.py"
    end = evil(file, mark)
    forged = taken({"of": f"{file}:Evil"}, "2 of 1" + (end if known else ""))
    spec = "noise:of=@read"
    assert code_again(spec, forged) == [str(file)]
    for again in (described_again, files_again):
        with suppress(AgentError):
            again(spec, forged)
    assert not mark.exists()


@pytest.mark.parametrize("value", [[HIDDEN], {HIDDEN: 1}])
def test_a_setting_that_is_no_text_hides_no_file(
    tmp_path: Path, mark: Path, monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    """A setting that is a list is read as the path it becomes, and not run here."""
    monkeypatch.chdir(tmp_path)
    end = evil(tmp_path / str(value)[:3] / "evil.py", mark)
    forged = taken({"of": value}, f"2 of 1{end}")
    assert paths_of("noise", {"of": value}) == [f"{str(value)[:3]}/evil.py"]
    try:
        agent = seated(forged)
    except FracasError:
        pass
    else:
        assert isinstance(agent, HostedAgent)
    assert not mark.exists()


def test_a_store_does_not_choose_what_runs_with_your_rights(
    fracas: Fracas, tmp_path: Path, mark: Path
) -> None:
    """A tournament without a wall goes on from the store alone if its file is trusted.

    Whoever gives the same command again names the file themselves.
    """
    file, store = tmp_path / "own.py", tmp_path / "cup.db"
    file.write_text(OWN, "utf-8")
    whole = ["tournament", "guitar_duel", "--agents", f"{file},steady", "--games", 2]
    whole += ["--null", 0, "--seed", "a", "--store", store]
    first = fracas(*whole)
    assert first.status == 0, first.err
    alone = ("tournament", "--store", store, "--resume")
    assert "--trust-files" in fracas(*alone).refused()
    assert fracas(*alone, "--trust-files").out == first.out
    assert fracas(*whole, "--resume").out == first.out
    evil(file, mark)
    assert fracas(*alone).status == 2
    assert not mark.exists()
