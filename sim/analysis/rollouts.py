"""Values by rollouts: games played to their end from a state, with common dice.

Game number *i* has the same key wherever it begins (common random numbers), so the
difference of two values has less error than either. The memories of agents are
restored, and stochastic agents choose anew in every game.

Games with the same number from different moments often come to the same position, from
where they are one game: the dice depend on the number, and agents that say what they
remember choose by that. So each is played to the first round that is known to it.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import sqrt
from typing import Any

from sim.analysis.continuation import Continuation
from sim.analysis.values import Returns
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.graph.choosers import Memories
from sim.seam.events import Fact
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, State

_PERSON = b"fracas-analysis"
_PRIOR = 0.5
"""A prior of half a game either way, so that a few equal games do not give error 0."""

_MET_MOST = 1 << 17
"""The most positions whose games are known: some 200 MB of states."""

Sample = tuple[Returns, ...]
"""The returns of every seat, game by game."""


class Rollouts:
    """Plays games from any state of a conflict."""

    def __init__(
        self,
        system: RuleSystem[Any],
        continuation: Continuation,
        seed: str = "analysis",
    ) -> None:
        self.continuation = continuation
        self._system, self._seed = system, seed
        self._known: dict[tuple[Any, ...], list[Returns]] = {}
        self.met: dict[tuple[Any, ...], Returns] = {}
        """The returns of each game from where its rounds began, as far as known."""
        self.games = 0
        """The number of games played so far."""

    def sample(
        self,
        state: Any,  # noqa: ANN401 - a state of the system
        memories: Memories,
        answer: Fact | None = None,
        *,
        games: range,
    ) -> Sample:
        """Return the returns of *games* from *state*, or from after this *answer*.

        The numbers of the games determine their dice.
        """
        walk = Walk(self._system, state, answer, recorded=True)
        if type(walk.asked) is Outcome:
            return (walk.asked.returns,) * len(games)
        # A game played again from here would be the same: only new numbers are played.
        at = (walk.state, memories, games.start)
        played = self._known.setdefault(at, [])
        for number in games[len(played) :]:
            played.append(self._play(walk.state, memories, number))
        return tuple(played[: len(games)])

    def _play(self, state: State, memories: Memories, number: int) -> Returns:
        self.games += 1
        key = self._key(number)
        self.continuation.sit_down(memories, key)
        dice, choose = KeyedDice(key), self.continuation.choose
        met: list[tuple[Any, ...]] = []
        known: Returns | None = None
        round_ = state.round

        def reply(asked: Decision[Any] | Chance | Outcome, at: State) -> Fact | None:
            nonlocal known, round_
            if at.round != round_:
                round_ = at.round
                known = self._known_from(at, number, met)
                if known is not None:
                    return None
            if type(asked) is Decision:
                return choose(asked)
            return asked.fall(dice, at.round) if type(asked) is Chance else None

        walk = Walk(self._system, state, recorded=True)
        asked = walk.run(reply)
        if known is None:
            assert type(asked) is Outcome
            known = asked.returns
        if met and self.continuation.memories() is not None:
            self.met |= dict.fromkeys(met, known)
        return known

    def _known_from(
        self, state: State, number: int, met: list[tuple[Any, ...]]
    ) -> Returns | None:
        """Return the returns of this game if it is known from here; note it in *met*.

        Agents may look at their keys later on, and then what they do does not follow
        from here: so whatever is *met* counts only if they have not by the end.
        """
        memories = self.continuation.memories()
        if memories is None:
            return None
        at = number, state, memories
        known = self.met.get(at)
        if known is None and len(self.met) < _MET_MOST:
            met.append(at)
        return known

    def _key(self, number: int) -> bytes:
        data = number.to_bytes(8, "big") + self._seed.encode()
        return blake2b(data, digest_size=32, person=_PERSON).digest()


def mean(sample: Sample) -> Returns:
    """Return the mean of every seat."""
    return tuple([sum(column) / len(sample) for column in zip(*sample, strict=True)])


def error(amounts: Sequence[float]) -> float:
    """Return the standard error of the mean of *amounts*.

    A few games that all agree prove little, so the variance is at least that of a
    sample in which one game differs from the others by half a return.
    """
    count = len(amounts)
    middle = sum(amounts) / count
    spread = sum((amount - middle) ** 2 for amount in amounts)
    return sqrt((spread + _PRIOR**2) / max(count - 1, 1) / count)
