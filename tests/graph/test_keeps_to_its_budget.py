"""Whatever is computed of a graph keeps to its seconds and its megabytes.

Time and memory are simulated: every event that the rules evolve takes so much of both.
So whatever goes through events without looking at what is left is found out, however
fast the machine is.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec import structs

from sim.analysis.pace import Pace
from sim.analysis.values import ExactValues
from sim.errors import AgentError, OddsError
from sim.graph.answering import Question, solve_or_estimate
from sim.graph.budget import Budget, clock
from sim.graph.clock import Clock
from sim.graph.reply import reply
from sim.graph.sampling import make_sampler
from sim.graph.solve import solve
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.optimal.exploring import Explorer
from sim.optimal.sides import sides_of
from sim.run.seating import seat_agents
from sim.seam.events import Event, Seat
from sim.seam.protocol import RuleSystem
from tests.tiers import later

A_SECOND = 20_000
"""So many events take a second of simulated time."""
A_MEGABYTE = 50
"""So many events take a megabyte of simulated memory."""
MEGABYTES = 200
MANY = 10**9
FAR = 20 * A_SECOND
"""Whatever comes so far does not look at what is left at all."""
FEW = 64
"""So many conflicts are played at most: play evolves little that it met before."""
OVER = 1.2
"""What is allowed may become so many times as much, beside what it takes at the least.

Agents are tried before and afterwards, and some conflicts are played in any case.
"""


class Machine:
    """A clock and a memory that only the rules' events move."""

    def __init__(self) -> None:
        self.events = 0

    def now(self) -> float:
        """Return the time in seconds."""
        return self.events / A_SECOND

    def megabytes(self) -> int:
        """Return how much memory is used."""
        return self.events // A_MEGABYTE

    def running(self, system: RuleSystem[Any]) -> RuleSystem[Any]:
        """Return the rule system as it runs on this machine."""

        def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any system's states
            self.events += 1
            if self.events > FAR:
                pytest.fail("it goes on and on")
            return system.evolve(state, event)

        return structs.replace(system, evolve=evolve)


Work = Callable[[RuleSystem[Any], Any, Budget], object]
"""(system, scenario, budget) -> whatever is worked out within that."""


def _specs(system: RuleSystem[Any], scenario: Any) -> tuple[str, ...]:  # noqa: ANN401 - any system's scenario
    return seat_agents(system.seats(scenario), ())


def _solved(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    seats, begun = system.seats(scenario), system.initial(scenario)
    return solve(system, begun, seats, _specs(system, scenario), budget=budget)


def _answered(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    seats, begun = system.seats(scenario), system.initial(scenario)
    specs = _specs(system, scenario)
    return solve_or_estimate(system, begun, seats, specs, Question("x", FEW, budget))


def _sampled(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    seats, begun = system.seats(scenario), system.initial(scenario)
    return make_sampler(system, begun, seats, _specs(system, scenario), budget=budget)


def _replied(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    seats, begun = system.seats(scenario), system.initial(scenario)
    specs, free = _specs(system, scenario), (Seat(0), None)
    clock = Clock(budget.seconds)
    return reply(system, begun, seats, specs, free, budget=budget, clock=clock)


def _valued(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    sides = sides_of(system, scenario, _specs(system, scenario))
    explorer = Explorer(system, scenario, sides, budget)
    return explorer.everything(Clock(budget.seconds))


def _analysed(system: RuleSystem[Any], scenario: Any, budget: Budget) -> object:  # noqa: ANN401
    begun, specs = system.initial(scenario), _specs(system, scenario)
    values = ExactValues(system, begun, system.seats(scenario), specs, steps=MANY)
    values.begin_again(Pace(budget.seconds, clock))
    return values.returns_at(begun, values.start)


WORKS: tuple[Work, ...] = (_solved, _answered, _sampled, _replied, _valued)
FIRST = {"alley", "skill_duel"}
"""Two that are large in different ways; the others wait for the slow tier."""
NAMES = later(sorted(scenarios()), {*scenarios()} - FIRST)


def _events(
    name: str, work: Work, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> int:
    """Return how many events it takes to *work* within that *budget*."""
    machine, loaded = Machine(), load(name)
    for module in ("budget", "clock"):
        monkeypatch.setattr(f"sim.graph.{module}.monotonic", machine.now)
    for module in ("graph.budget", "graph.forest", "optimal.exploring"):
        monkeypatch.setattr(f"sim.{module}.megabytes", machine.megabytes)
    with suppress(OddsError, AgentError):
        work(machine.running(loaded.system), loaded.scenario, budget)
    return machine.events


@pytest.mark.parametrize("work", [*WORKS, _analysed], ids=lambda one: one.__name__[1:])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_computed_keeps_to_its_time(
    name: str, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No computation takes longer than its budget, however wide a round is."""
    least = _events(name, work, Budget(megabytes=MANY, seconds=1e-9), monkeypatch)
    took = _events(name, work, Budget(megabytes=MANY, seconds=1.0), monkeypatch)
    assert took <= least + OVER * A_SECOND


PLAYED = 100 * FEW
"""So many events more are in the conflicts that are played on from an open front."""


@pytest.mark.parametrize("work", WORKS, ids=lambda one: one.__name__[1:])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_computed_keeps_to_its_memory(
    name: str, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No computation takes more memory than its budget, even within one round."""
    least = _events(name, work, Budget(megabytes=0, seconds=MANY), monkeypatch)
    took = _events(name, work, Budget(megabytes=MEGABYTES, seconds=MANY), monkeypatch)
    # What is played on from a front is not kept: it takes events and no memory.
    played = PLAYED if work is _answered else 0
    assert took <= least + OVER * MEGABYTES * A_MEGABYTE + played
