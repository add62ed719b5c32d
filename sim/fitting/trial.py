"""Trying an agent, in any process: what it is worth against all its opponents."""

from functools import lru_cache

import msgspec
from msgspec import Struct

from sim.fitting.arena import Arena
from sim.library.scenario import from_json
from sim.run.code import fingerprint, package_of

RETURN = 0.25
"""The weight of the return beside a win: one who cannot win may still lose less."""
GAMES_MAX = 8
"""The most games of one job."""


class Trial(Struct, frozen=True):
    """Games in which an agent is tried at *side*: *count* of them, from number *first*.

    A game is one conflict against each opponent, each under luck of its own: *met* has,
    opponent by opponent, who plays every side. *luck* is how many conflicts apart two
    games are. *scenario* is canonical JSON.
    """

    scenario: bytes
    seed: str
    side: int
    met: tuple[dict[int, str], ...]
    luck: int
    first: int
    count: int

    def __str__(self) -> str:
        agent = self.met[0][self.side] or "the scenario's own agent"
        return f"games {self.first + 1} to {self.first + self.count} of {agent}"

    def prepared(self) -> bytes:
        """Return what is played, and whose code plays it.

        Raises ScenarioError or AgentError where it cannot be played.
        """
        loaded = _arena(self.scenario, self.seed).loaded
        code = fingerprint(package_of(loaded.scenario))
        return msgspec.json.encode([loaded.digest, loaded.system.version, code])

    def worth(self, arena: Arena) -> list[float]:
        """Return what the agent is worth in each game.

        Raises AgentError when an agent fails.
        """
        return [
            sum(
                self._worth(arena, who, game * self.luck + place)
                for place, who in enumerate(self.met)
            )
            / len(self.met)
            for game in range(self.first, self.first + self.count)
        ]

    def _worth(self, arena: Arena, who: dict[int, str], game: int) -> float:
        result = arena.play(who, game)
        return result.score(self.side) + RETURN * result.returns[self.side]


def try_out(trial: Trial) -> list[float]:
    """Return what the agent of *trial* is worth in each game, in any process."""
    return trial.worth(_arena(trial.scenario, trial.seed))


@lru_cache(maxsize=4)
def _arena(scenario: bytes, seed: str) -> Arena:
    return Arena(from_json(scenario), seed)
