"""A test by play that the file of a reply chooses as the solved reply does.

A reply is solved on a graph that merges many states into one. If its file chooses
differently in a state that occurs in play, its return may be different too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.casting.roster import make
from sim.conflict.play import play
from sim.conflict.sights import sight
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.graph.reply import SolvedReply
from sim.graph.sketch import FreeSeat
from sim.library.scenario import Loaded
from sim.run.sitting import begin_agents
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Outcome, RuleSystem, Table

_SEED = "as replied"


class _WatchedAgent(Agent):
    """Plays another agent's choices, and records whether a free one is not *known*.

    *known* has the answers by sight; with *rounds* a sight includes the round.
    """

    def __init__(
        self,
        agent: Agent,
        free: FreeSeat,
        known: Mapping[str, set[int]],
        *,
        rounds: bool,
    ) -> None:
        self._agent, self._free, self._known = agent, free, known
        self._rounds = rounds
        self.strays = False

    def begin(self, table: Table) -> None:
        """Sit down, and let the watched agent sit down."""
        super().begin(table)
        self._agent.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the choice of the watched agent."""
        fact = self._agent.choose(asked)
        system = self.table.rules
        if self._free.asked(asked) and _can_end_differently(system, asked):
            seen = sight(system, asked, rounds=self._rounds)
            if asked.options.index(fact) not in self._known.get(seen, ()):
                self.strays = True
        return fact


def _can_end_differently(system: RuleSystem[Any], asked: Decision[Any]) -> bool:
    """Whether the conflict can still end in more than one way."""
    essence = system.solving.essence
    return essence is None or not isinstance(system.ask(essence(asked.view)), Outcome)


def chooses_as_replied(
    loaded: Loaded,
    agents: Sequence[str],
    free: FreeSeat,
    reply: SolvedReply,
    answers: Mapping[int, int],
    games: int,
) -> bool:
    """Whether the agent at the *free* seat chose by *answers* in this many conflicts.

    *answers* are those to the questions of the *reply*; its own agent answers all
    others.
    """
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    known: dict[str, set[int]] = {}
    for choice in reply.choices:
        seen = sight(system, choice.asked, rounds=reply.keeps_round)
        known.setdefault(seen, set()).add(answers.get(choice.number, choice.usual))
    made = [make(spec) for spec in agents]
    watched = _WatchedAgent(made[free.seat], free, known, rounds=reply.keeps_round)
    made[free.seat] = watched
    state: Any = system.initial(loaded.scenario)
    for game in range(games):
        key = conflict_key(_SEED, game)
        sat = begin_agents(made, system, seats, key)
        play(system, state, sat, KeyedDice(key), strict=True)
        if watched.strays:
            return False
    return True
