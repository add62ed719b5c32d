"""Hostile agents: their conflicts end by a forfeit, audited like any other."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.audit.run import RunAudit
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.audit.walk import same_failure
from sim.casting.roster import make, seated
from sim.conflict.asking import Refusal, answer
from sim.errors import AgentError
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.seam.events import Forfeited
from sim.seam.protocol import Decision
from sim.store.events import RunStarted
from sim.store.store import open_store
from tests.agents.tables import SEED

pytestmark = pytest.mark.usefixtures("wall")
HOSTILE = Path(__file__).parent / "hostile.py"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Leaves", "Wordless", "Unspeakable", "Absentee"])
def test_whoever_fails_loses_and_the_audit_agrees(name: str) -> None:
    """Any exception of an agent ends the conflict by a forfeit that audits clean."""
    plan = make_plan(load("alley"), (f"{HOSTILE}:{name}", "steady"), seed=SEED, games=3)
    with open_store(":memory:", create=True) as store:
        result = run(plan, store=store)
        assert {line.how for line in result.lines} == {"forfeit"}
        findings = [
            finding
            for finding in StoreAudit(store).everything()
            if finding.weight != "note"
        ]
        assert findings == []


def test_an_error_without_a_message_is_its_class() -> None:
    """A forfeit names an error without a message by its class, as old records do."""
    asked = Decision[Any](0, (), None)
    with pytest.raises(Refusal) as refused:
        answer(make(f"{HOSTILE}:Wordless"), asked)
    assert str(refused.value) == "raised MemoryError"
    now, before = (Forfeited(0, f"raised MemoryError{end}") for end in ("", ": "))
    assert same_failure(now, before)
    assert not same_failure(now, Forfeited(0, "raised MemoryError: at last"))


def test_an_option_of_its_own_is_refused() -> None:
    """An agent that swaps the options it was offered forfeits."""
    plan = make_plan(load("alley"), (f"{HOSTILE}:Swaps", "steady"), seed=SEED, games=2)
    assert {line.how for line in run(plan).lines} == {"forfeit"}


def test_an_agent_that_cannot_be_made_is_an_error() -> None:
    """An agent whose making raises SystemExit is an AgentError."""
    with pytest.raises(AgentError, match="cannot be made"):
        make(f"{HOSTILE}:Unmade")


def test_a_setting_must_be_a_number_that_can_be_written() -> None:
    """A setting of nan is refused."""
    with pytest.raises(AgentError, match="price"):
        make("steady:price=nan")


def test_every_conflict_is_held_against_its_run() -> None:
    """The audit expects the seats that the run recorded, also for older versions."""
    loaded = load("alley")
    plan = make_plan(loaded, ("steady", "steady"), seed=SEED, games=1)
    with open_store(":memory:", create=True) as store:
        run_id = run(plan, store=store).run_id
        began: RunStarted = store.run(run_id)
    held = RunAudit(
        began,
        loaded,
        load="sim.library.scenario:from_json",
        roster="sim.hosting.agents",
        depths=DEPTHS,
    )
    list(held.check_start(run_id))
    opening = held.expected_start(0)
    assert opening is not None
    assert opening.seats == began.seats
    assert seated(opening.seats[0]).version


LOADS_DICE = """
import sim.dice.pool
from sim.seam.protocol import Agent

class Loads(Agent):
    def choose(self, asked):
        sim.dice.pool.KeyedDice.roll = lambda *rest: tuple(die.high for die in rest[-1])
        return asked.options[0]
"""


@pytest.mark.slow
def test_an_agent_that_loads_the_dice_loads_only_its_own(tmp_path: Path) -> None:
    """An agent that changes dice in its own process changes none of the conflict."""
    agent = tmp_path / "loads.py"
    agent.write_text(LOADS_DICE, "utf-8")
    store = str(tmp_path / "loaded.db")
    fracas = [sys.executable, "-m", "sim.cli"]
    agents = f"--agents={agent}:Loads,steady"
    played = [*fracas, "run", "alley", "--games=2", f"--store={store}", agents]
    assert subprocess.run(played, capture_output=True, check=False).returncode == 0
    audited = subprocess.run(
        [*fracas, "audit", store], capture_output=True, text=True, check=False
    )
    assert audited.returncode == 0, audited.stdout
    assert "seal, rules, dice, agents" in audited.stdout
