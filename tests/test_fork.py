"""An agent's fork: the conflict played on from a question, with luck of its own."""

from typing import Any

import pytest

from sim.conflict.fork import play_on
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.library import catalogue
from sim.library.scenario import load
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Outcome, Table


def silence(asked: Decision[Any]) -> Fact:
    """Keep silent."""
    return asked.options[0]


class Peeks(Agent):
    """Looks at what each option leads to, three times, at its first question."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.states: list[Any] = []

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, after a look at all."""
        if not self.seen:
            before = repr(asked)
            for option in asked.options[:3]:
                walk = play_on(self.table, asked, option, silence, rounds=2)
                self.seen.append(walk)
            assert repr(asked) == before
            assert self.table.status(asked.view)
        return asked.options[0]


@pytest.mark.parametrize("name", catalogue.scenarios())
def test_a_fork_goes_on_in_every_scenario(name: str) -> None:
    """A fork ends with the conflict or after so many rounds, and leaves it alone."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    agents = [Peeks() for _ in seats]
    key = conflict_key("fork", 0)
    for index, agent in enumerate(agents):
        agent.begin(Table(system, index, seats, agent_key(key, index)))
    state = system.initial(loaded.scenario)
    play(system, state, agents, KeyedDice(key), seats=seats, strict=True)
    walks = [walk for agent in agents for walk in agent.seen]
    assert walks
    assert all(
        isinstance(walk.asked, Outcome) or walk.state.round >= 2 for walk in walks
    )
