"""Games that meet in one position are played from there once, if agents allow it."""

from collections.abc import Hashable
from typing import Any

import pytest

from sim.analysis.analyse import Analyses, Effort, Record
from sim.analysis.analysis import Analysis
from sim.analysis.continuation import Continuation
from sim.analysis.rollouts import Rollouts
from sim.conflict.walk import Walk
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision
from tests.analysis.records import NAMES, SOME, record

AGENTS = ("steady", "cautious", "noise:share=0.3", "lookahead:samples=1")
"""They remember nothing, remember something, draw, and do not say what they know."""


def _analysed(recorded: Record, spec: str) -> Analysis:
    """Return the analysis of *one* by a few games, with *spec* playing on."""
    specs = [spec if seat.side is not None else "" for seat in recorded.seats]
    filled = [spec or "first" for spec in specs]
    return Analyses(Effort(0, 4)).of(recorded, filled, lambda _done, _of: None)


def _unknown(_follow: Continuation) -> None:
    """Return that nobody says what it remembers."""


@pytest.mark.parametrize("name", SOME)
def test_games_that_meet_are_those_played_to_their_end(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every number of an analysis is the same if no game is cut short."""
    recorded = record(name, "steady", 1)
    for spec in AGENTS[:3] if name != NAMES[0] else AGENTS:
        analysis = _analysed(recorded, spec)
        with monkeypatch.context() as alone:
            alone.setattr(Continuation, "memories", _unknown)
            assert _analysed(recorded, spec) == analysis


class _Secretive(Agent):
    """Says that it remembers nothing, and looks at its key in the second question."""

    def __init__(self) -> None:
        self._asked = 0

    def memory(self) -> Hashable:
        """Return what it says that it remembers."""
        return ()

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - whatever it is
        """Forget."""
        del memory
        self._asked = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, or one that its key says."""
        self._asked += 1
        key = self.table.key if self._asked > 1 else b"\0"
        return asked.options[key[0] % len(asked.options)]


class _Forgetful(_Secretive):
    """Says what it remembers until it is asked, and nothing from then on."""

    def memory(self) -> Hashable:
        """Return (), or None for unknown."""
        return None if self._asked else ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, which it might not the next time."""
        self._asked += 1
        return asked.options[0]


@pytest.mark.parametrize("made", [_Secretive, _Forgetful, None])
def test_nothing_is_known_of_a_game_whose_agents_may_do_anything(
    made: type[Agent] | None,
) -> None:
    """No game is cut short if an agent goes by its key, or may forget what it says.

    What it does is not known from where the game was.
    """
    recorded = record("solar_system")
    seats = recorded.seats
    begun = Walk(recorded.system, recorded.begun).state
    follow = Continuation(recorded.system, seats, ["first"] * len(seats))
    for seat in range(len(seats) if made else 0):
        follow.agents[seat] = (made or Agent)()
    rollouts = Rollouts(recorded.system, follow)
    rollouts.sample(begun, follow.start, games=range(20))
    assert bool(rollouts.met) is (made is None)
