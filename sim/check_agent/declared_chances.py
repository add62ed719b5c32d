"""Does a stochastic agent declare its chances truthfully?

It is asked for its chances, and a second instance, with other random numbers, for an
answer.
"""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from sim.casting.roster import make
from sim.check_agent.watch import play_one, raised_in_words
from sim.conflict.asking import Refusal, chances, memory
from sim.graph.sample_check import SampleTest
from sim.library.scenario import Loaded
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table

_CONFLICTS = 60
"""The fewest conflicts that show how often each option is drawn."""


class Comparing(Agent):
    """Compares declared chances with another instance's draws; keeps one fault."""

    def __init__(self, spec: str) -> None:
        self._teller, self._drawer = make(spec), make(spec)
        self._drawn = SampleTest(self._drawer)
        self.fault = ""
        self.asked = 0

    def begin(self, table: Table) -> None:
        """Begin the conflict with both instances."""
        super().begin(table)
        self._teller.begin(table)
        self._drawer.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return a choice after comparing the declared chances with what was drawn."""
        self.asked += 1
        try:
            fact, fault = self._held(asked)
        except Refusal as refusal:
            fact, fault = asked.options[0], f"{refusal}{refusal.place}"
        except Exception as error:  # noqa: BLE001 - whatever it raises is a finding
            fact, fault = asked.options[0], raised_in_words(error)
        self.fault = self.fault or fault
        return fact

    def _held(self, asked: Decision[Any]) -> tuple[Fact, str]:
        held = memory(self._teller, asked.who)
        told = tuple(chances(self._teller, asked).items())
        if held is None:
            fault = "does not say what it remembers (`Agent.memory`)"
        else:
            fault = self._drawn.draws(
                asked, held, (told, memory(self._teller, asked.who))
            )
        return told[0][0], fault


def games_to_compare(spec: str, scenarios: int, games: int) -> int:
    """Return how many games of each of the *scenarios* to play: 0 if deterministic.

    An agent that listens uses more than its view, and is not asked for chances.
    """
    agent = make(spec)
    if not agent.draws or agent.listens:
        return 0
    return max(games, ceil(_CONFLICTS / scenarios))


def check_declared_chances(
    spec: str, loaded: Sequence[Loaded], games: int, on_conflict: Callable[[], None]
) -> tuple[str, int]:
    """Return what is wrong with the chances of *spec*, and how many were compared.

    "" stands for nothing; *on_conflict* is called after every conflict.
    """
    telling = Comparing(spec)
    for scenario in loaded:
        for game in range(games):
            play_one(telling, scenario, game)
            on_conflict()
    return telling.fault, telling.asked
