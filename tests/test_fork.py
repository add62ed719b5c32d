"""An agent's fork: the conflict played on from a question, with dice of its own."""

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
from tests.tiers import short_first


def silence(asked: Decision[Any]) -> Fact:
    """Keep silent."""
    return asked.options[0]


class Peeks(Agent):
    """Looks at what options lead to, at its first question of every kind."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.kinds: set[type[Fact]] = set()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of the first options, after a look at some."""
        kind = type(asked.options[-1])
        if kind not in self.kinds:
            self.kinds.add(kind)
            before = repr(asked)
            for option in asked.options[:3]:
                walk = play_on(self.table, asked, option, silence, rounds=2)
                self.seen.append(walk)
            assert repr(asked) == before
            assert self.table.status(asked.view)
        # In every other round something is said, so that boosts and blows follow.
        said = 1 - asked.view.round % 2
        return asked.options[said % len(asked.options)]


@pytest.mark.parametrize("name", short_first(catalogue.scenarios()))
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
