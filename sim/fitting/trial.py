"""A trial, played in any process: the worth of an agent against all its opponents."""

from functools import lru_cache

import msgspec
from msgspec import Struct

from sim.fitting.arena import Arena
from sim.library.scenario import from_json
from sim.run.code import fingerprint, package_of

RETURN = 0.25
"""The weight of the return beside a win, so that losing less counts as well."""
GAMES_MAX = 8
"""The most games of one job."""


class Trial(Struct, frozen=True):
    """Games in which an agent is tried at *side*: *count* of them, from number *first*.

    A game is one conflict against each opponent, with different dice: *met* has the
    agents of all sides for each opponent. *luck* is the distance between the conflict
    numbers of two games. *scenario* is canonical JSON.
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
        """Return the scenario and the fingerprints of the code that plays it.

        Raises ScenarioError or AgentError if it cannot be played.
        """
        loaded = _arena(self.scenario, self.seed).loaded
        code = fingerprint(package_of(loaded.scenario))
        return msgspec.json.encode([loaded.digest, loaded.system.version, code])

    def worth(self, arena: Arena) -> list[float]:
        """Return the worth of the agent in each game.

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
    """Return the worth of the agent of *trial* in each game, in any process."""
    return trial.worth(_arena(trial.scenario, trial.seed))


@lru_cache(maxsize=4)
def _arena(scenario: bytes, seed: str) -> Arena:
    return Arena(from_json(scenario), seed)
