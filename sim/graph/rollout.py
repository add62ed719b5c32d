"""Rollouts: conflicts played to their end from a position of a graph."""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct, structs

from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.graph.graph import Floats
from sim.seam.events import Seat
from sim.seam.protocol import Agent, RuleSystem, SeatInfo, State, Table
from sim.seam.seats import by_seat


class Estimate(Struct, frozen=True):
    """A value estimated by play, with its standard error, which is never 0."""

    value: float
    error: float


class RolloutResult(Struct, frozen=True):
    """The result of a rollout: the ending, everybody's return, the round."""

    how: str
    returns: tuple[float, ...]
    round: int


class Rollouts:
    """Plays conflicts to their end from positions, with fresh dice for each of them.

    Dice and agents of conflict number *n* get the keys that game *n* of a run with the
    same *seed* has, so that the same seed gives the same conflicts.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        agents: Sequence[Agent],
        seed: str,
    ) -> None:
        self._system, self._seats = system, tuple(seats)
        self._agents = tuple(agents)
        self._seed = seed

    def play(
        self,
        position: tuple[State, tuple[Hashable, ...]],
        game: int,
        round_: int | None = None,
    ) -> RolloutResult:
        """Play conflict number *game* from *position* to its end.

        A position is a state, and the memory of each seat's agent; an agent whose
        memory is None begins anew. *round_* is for a state that does not know its
        round. Raises AgentError for an agent that fails.
        """
        state, memories = position
        if round_ is not None:
            state = structs.replace(state, round=round_)
        key = conflict_key(self._seed, game)
        for seat, agent in by_seat(self._agents):
            # A stochastic agent draws from its table's key, so each game gets its own.
            agent.begin(Table(self._system, seat, self._seats, agent_key(key, seat)))
            if memories[seat] is not None:
                agent.restore(memories[seat])
        dice = KeyedDice(key)
        played = play(
            self._system, state, self._agents, dice, seats=self._seats, strict=True
        )
        end = played.outcome
        return RolloutResult(end.how, end.returns, played.state.round)

    def estimate(
        self,
        position: tuple[State, tuple[Hashable, ...]],
        seat: Seat,
        games: int,
        *,
        first: int = 0,
        round_: int | None = None,
    ) -> Estimate:
        """Estimate the return of *seat* from *position* on, by this many conflicts.

        They have the numbers from *first* on.
        """
        returns = [
            self.play(position, game, round_).returns[seat]
            for game in range(first, first + games)
        ]
        values: Floats = np.array(returns)
        return stratified_estimate(values.reshape(-1, 1))


def stratified_estimate(
    values: Floats, *, known: float = 0.0, share: float = 1.0, reach: float = 1.0
) -> Estimate:
    """Estimate a mean from *values*: a row for each pass, a column for each stratum.

    All strata have the same probability, together *share*; the rest is exactly *known*.
    The error is the standard error of stratified sampling, with one imagined conflict
    added to the sum of squares, which deviates by the whole *reach* of a value. So a
    sample without any variance does not claim certainty: its error is about the reach
    divided by its size.
    """
    passes, strata = values.shape
    count = passes * strata
    within = float(((values - values.mean(axis=0)) ** 2).sum())
    # Each stratum estimates its own mean and loses a degree of freedom by that; the
    # imagined conflict brings one.
    variance = (within + reach * reach) / (count - strata + 1)
    return Estimate(
        known + share * float(values.mean()), share * sqrt(variance / count)
    )
