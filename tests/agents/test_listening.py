"""Agents that listen are told every event, in order, and none too early."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.check_agent.checks import check_agent
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded, load
from sim.run.run import make_plan, run
from sim.run.seating import seat_agents
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision
from sim.store.store import open_store
from tests.agents.tables import SEED, TOY_LOADED, conflict, conflicts

pytestmark = pytest.mark.usefixtures("wall")
FILE = """
from sim.seam.protocol import Agent


class Copies(Agent):
    \"\"\"Takes the option that comes at the number of all events heard so far.\"\"\"

    def observe(self, event):
        self.heard = getattr(self, "heard", 0) + 1

    def begin(self, table):
        super().begin(table)
        self.heard = 0

    def choose(self, asked):
        return asked.options[self.heard % len(asked.options)]


class Fails(Copies):
    def observe(self, event):
        raise ValueError("not to my liking")
"""


class Listens(Agent):
    """Notes at every question how much it was told."""

    listens = True

    def __init__(self) -> None:
        self.told: list[int] = []

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        self.told.append(len(self.history))
        return asked.options[0]


@pytest.mark.parametrize("loaded", conflicts(), ids=lambda one: one.system.name)
def test_a_listener_hears_everything_in_order(loaded: Loaded) -> None:
    """A listening agent has heard every event so far, in order, at each question."""
    agent = Listens()
    played = conflict(loaded, agent, *["steady"] * 11)
    assert agent.history == played.events[: len(agent.history)]
    assert agent.told == sorted(agent.told)
    assert agent.told[-1] > 0


def test_who_does_not_listen_is_told_nothing() -> None:
    """The history of an agent that does not listen stays empty."""

    class Deaf(Listens):
        listens = False

    agent = Deaf()
    conflict(TOY_LOADED, agent, "steady")
    assert agent.history == []


def test_whoever_overrides_observe_listens() -> None:
    """An agent that overrides `observe` listens without saying so."""

    class Hears(Agent):
        def observe(self, event: Event) -> None:
            """Ignore it."""

    assert Hears().listens
    assert not Agent().listens


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["off", "wall"])
@pytest.mark.parametrize("scenario", ["planets_siege", "alley", "intensity_brawl"])
def test_an_agent_from_a_file_hears_the_same(
    tmp_path: Path, scenario: str, *, sandbox: Sandbox
) -> None:
    """An agent from a file hears the same events in play and in an audit."""
    file = tmp_path / "copies.py"
    file.write_text(FILE, "utf-8")
    loaded = load(scenario)
    seats = seat_agents(loaded.system.seats(loaded.scenario), (f"{file}:Copies",))
    plan = make_plan(loaded, seats, seed=SEED, games=2)
    plan = structs.replace(plan, sandbox=sandbox)
    with open_store(":memory:", create=True) as store:
        result = run(plan, store=store)
        assert "forfeit" not in {line.how for line in result.lines}
        assert list(StoreAudit(store).everything()) == []


@pytest.mark.usefixtures("few_objects")
def test_who_fails_to_listen_loses_its_conflict(tmp_path: Path) -> None:
    """An agent that raises while it listens forfeits; check-agent names the line."""
    file = tmp_path / "copies.py"
    file.write_text(FILE, "utf-8")
    plan = make_plan(load("alley"), (f"{file}:Fails", "first"), seed=SEED, games=1)
    with open_store(":memory:", create=True) as store:
        result = run(plan, store=store)
        assert [line.how for line in result.lines] == ["forfeit"]
        assert list(StoreAudit(store).everything()) == []
    failed = [
        check
        for check in check_agent(f"{file}:Fails", [TOY_LOADED])
        if not check.passed
    ]
    assert "not to my liking, at copies.py, line 21" in failed[0].sentence
    assert all(check.passed for check in check_agent(f"{file}:Copies", [TOY_LOADED]))
