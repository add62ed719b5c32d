"""Only some decisions are free: the scenario's agents make the others."""

from pathlib import Path

import pytest

from sim.conflict.kinds import scopes
from sim.errors import AgentError, UnknownNameError
from sim.graph.budget import Budget
from sim.graph.reply import reply
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.certificate import with_returns_by_aim
from sim.optimal.exploring import explored_graph
from sim.optimal.sides import Kinds, sides_of
from sim.run.seating import seat_agents
from sim.seam.events import Scope
from sim.seam.seats import by_seat
from sim.study.solving import solution
from sim.study.valuing import value_of
from tests.optimal.worked import tiny

ROUNDED = 1e-12
UNIFORM = "uniform", "uniform"

SMALL: list[tuple[str, dict[str, str], Scope]] = [
    ("planets", {"round_cap": "1"}, Scope.GATE),
    ("skill_roll_fight", {"round_cap": "1"}, Scope.ACTION),
]


def worth(
    loaded: Loaded, free: tuple[Kinds, Kinds], agents: tuple[str, str] = UNIFORM
) -> float:
    """Return the value where each side is free in *free*, and *agents* do the rest."""
    system, scenario = loaded.system, loaded.scenario
    specs = seat_agents(system.seats(scenario), agents)
    sides = sides_of(system, scenario, specs, free)
    graph = explored_graph(system, scenario, sides, Budget())
    swept = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    assert swept.high - swept.low < ROUNDED
    return swept.low


@pytest.mark.parametrize(("name", "rulings", "scope"), SMALL)
def test_more_freedom_is_never_worth_less(
    name: str, rulings: dict[str, str], scope: Scope
) -> None:
    """A side with more decisions free is worth at least as much."""
    loaded = tiny(name, **rulings)
    some = scopes(loaded.system)[scope]
    steps: tuple[Kinds, ...] = (), some, None
    gained = [worth(loaded, (step, ())) for step in steps]
    assert gained[0] < gained[1] < gained[2]
    both = [worth(loaded, (None, other)) for other in steps]
    assert both[0] >= both[1] - ROUNDED >= both[2] - 2 * ROUNDED


@pytest.mark.parametrize(("name", "rulings", "scope"), SMALL)
def test_one_free_side_gets_what_its_best_reply_gets(
    name: str, rulings: dict[str, str], scope: Scope
) -> None:
    """With one side free its value is that of its best reply."""
    loaded = tiny(name, **rulings)
    system, scenario = loaded.system, loaded.scenario
    some = scopes(system)[scope]
    played = with_returns_by_aim(
        system, sides_of(system, scenario, UNIFORM), Aim.DIFFERENCE
    )
    seats, begun = system.seats(scenario), system.initial(scenario)
    ways: list[tuple[tuple[Kinds, Kinds], tuple[str, str]]] = [
        ((some, ()), ("first", "uniform")),
        (((), some), ("uniform", "first")),
    ]
    for seat, (free, agents) in by_seat(ways):
        best = reply(played, begun, seats, agents, (seat, some)).value
        difference = (2 * best - 1) * (1 if seat == 0 else -1)
        assert worth(loaded, free, agents) == pytest.approx(difference, abs=ROUNDED)
    own = solution(loaded, UNIFORM).returns.values()
    first, second = [bounds.low for bounds in own if isinstance(bounds, Bounds)]
    assert worth(loaded, ((), ())) == pytest.approx(first - second, abs=ROUNDED)


def test_what_is_freed_is_said_in_words() -> None:
    """What is free is a kind of decision or an answer; anything else is refused."""
    loaded = tiny("planets", round_cap="1")
    value = value_of(loaded, UNIFORM, ["gate", " "])
    assert value.free == ("gate",)
    assert value.exact
    gate = scopes(loaded.system)[Scope.GATE]
    expected = worth(loaded, (gate, gate))
    assert value.difference.low == pytest.approx(expected, abs=ROUNDED)
    assert {loss.seat for loss in value.lost} <= set(value.seats)
    with pytest.raises(UnknownNameError, match=r"\"gates\", expected .*mean gate\?"):
        value_of(loaded, UNIFORM, ["gates"])


COUNTS = """from sim.seam.protocol import Agent

class Counts(Agent):
    asked = 0

    def begin(self, table):
        super().begin(table)
        self.asked = 0

    def memory(self):
        return self.asked

    def restore(self, memory):
        self.asked = memory

    def choose(self, asked):
        self.asked += 1
        return asked.options[0]
"""


def test_an_agent_that_remembers_makes_no_other_decisions(tmp_path: Path) -> None:
    """An agent with a memory cannot answer what is not free."""
    file = tmp_path / "counts.py"
    file.write_text(COUNTS)
    loaded = tiny("planets", round_cap="1")
    with pytest.raises(AgentError, match="remembers what it was asked before, which"):
        value_of(loaded, (str(file), "steady"), ["dice"], trusted=True)
