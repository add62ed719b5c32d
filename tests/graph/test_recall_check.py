"""An agent that remembers more than it says is refused by name."""

from pathlib import Path

import pytest

from sim.errors import AgentError
from sim.graph.recall_check import check_recall
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from tests.graph.tables import brute, solved

BOULDER = "planets_boulder"
DOOR = str(Path(__file__).parent / "tiny" / "planets.toml")
COUNTS = """
from sim.seam.protocol import Agent

class Mine(Agent):
    def begin(self, table):
        super().begin(table)
        self.asked = 0

    def memory(self):
        return {memory}

    def restore(self, memory):
        {restore}

    def choose(self, asked):
        self.asked += 1
        return asked.options[0 if self.asked % 3 else -1]
"""


def counting(path: Path, memory: str, restore: str) -> str:
    """Write an agent that goes by how often it was asked; return its spec."""
    file = path / "mine.py"
    file.write_text(COUNTS.format(memory=memory, restore=restore), "utf-8")
    return f"{file}:Mine"


def check(loaded: Loaded, *specs: str) -> None:
    """Play with *specs*, or whom the scenario has."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    agents = seat_agents(seats, specs)
    check_recall(system, system.initial(loaded.scenario), seats, agents)


@pytest.mark.parametrize(
    ("memory", "restore", "said"),
    [
        ("()", "pass", "answers otherwise than another of its kind"),
        ("self.asked", "self.asked = 0", "answers otherwise than another of its kind"),
        ("self.asked", "raise ValueError('oh')", "raised ValueError: oh, at mine.py"),
        ("[self.asked]", "pass", "remembers .0., which has no hash"),
        ("1 / 0", "pass", "raised ZeroDivisionError"),
    ],
)
def test_who_remembers_otherwise_than_it_says_is_named(
    tmp_path: Path, memory: str, restore: str, said: str
) -> None:
    """An agent that remembers more than it declares is refused, with its seat."""
    spec = counting(tmp_path, memory, restore)
    with pytest.raises(AgentError, match=f"at Rosa {said}"):
        check(load(DOOR), spec, "steady")
    with pytest.raises(AgentError, match="at Rosa "):
        solved(load(DOOR), spec, "steady")


def test_who_says_what_it_remembers_is_solved(tmp_path: Path) -> None:
    """An agent that declares a counter as its memory is solved like any other."""
    spec = counting(tmp_path, "self.asked", "self.asked = memory")
    check(load(DOOR), spec, "steady")
    solution = solved(load(DOOR), spec, "steady")
    assert solution.whole
    assert solution.outcomes == pytest.approx(
        brute(load(DOOR), spec, "steady"), abs=1e-9
    )


@pytest.mark.parametrize("spec", ["cautious", "thrift", "scruple", "surge", "noise"])
@pytest.mark.parametrize(
    "name", ["alley", "dice_pool_knives", "intensity_brawl", "skill_duel", BOULDER]
)
def test_who_ships_remembers_what_it_says(name: str, spec: str) -> None:
    """These shipped agents remember no more than they declare, in any system."""
    check(load(name), spec, spec)


def test_a_fault_of_what_an_agent_says_it_reads_is_one_sentence(
    tmp_path: Path,
) -> None:
    """An agent whose `reads` fails is reported in one sentence, not a traceback."""
    file = tmp_path / "reads.py"
    file.write_text(
        "from agents.steady import Steady\n\n\n"
        "class Reads(Steady):\n"
        "    def reads(self, worth):\n        raise ValueError('oh')\n",
        encoding="utf-8",
    )
    with pytest.raises(AgentError, match="at The Cardinal raised ValueError: oh"):
        solved(load(BOULDER), f"{file}:Reads", "steady")
