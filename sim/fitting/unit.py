"""The harm of one exchange of a scenario, the unit of the numbers that are fitted."""

from typing import Any

from sim.casting.roster import make
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.fitting.arena import Arena
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Chance, Decision, Table
from sim.seam.seats import by_seat

GAMES = 4


def unit_of_harm(arena: Arena) -> float:
    """Return the mean of the most that options deal, where they deal anything."""
    system = arena.loaded.system
    dealt: list[float] = []
    for game in range(GAMES):
        key = conflict_key(arena.seed, game)
        agents: list[Agent] = []
        for seat, info in by_seat(arena.seats):
            agent = make(info.agent)
            agent.begin(Table(system, seat, arena.seats, agent_key(key, seat)))
            agents.append(agent)
        walk = Walk(system, system.initial(arena.loaded.scenario))
        dice = KeyedDice(key)
        while True:
            asked = walk.asked
            if type(asked) is Decision:
                answer, most = _answered(agents[asked.who], asked)
                dealt += [most] if most > 0 else []
                walk.take(answer)
            elif type(asked) is Chance:
                walk.take(asked.fall(dice, walk.state.round))
            else:
                break
    return sum(dealt) / len(dealt) if dealt else 1.0


def _answered(agent: Agent, asked: Decision[Any]) -> tuple[Fact, float]:
    """Return what *agent* chooses, and the most that any option deals."""
    if len(asked.options) == 1:
        return asked.options[0], 0.0
    most = max(appraisal.deals for appraisal in agent.table.weigh(asked))
    return agent.choose(asked), most
