"""Restricted play of every tiny conflict is what solving it without the option gives.

The agents here are told apart from those of a playtest: they only look at the lines of
the story, and take away, or leave nothing but, the options with one line. Games are
compared in `test_agrees.py`.
"""

import re
from functools import cache
from typing import Any

import pytest

from sim.campaign.plan import cast as seated
from sim.casting.objects import given_object
from sim.casting.roster import make
from sim.conflict.phrases import first_line
from sim.graph.solve import solve
from sim.playtest.arena import Arena
from sim.playtest.exact import Exact, solve_restrictions, solve_watching
from sim.playtest.restricted_agents import gives_up
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision
from sim.seam.wrapper import Wrapper
from tests.graph.test_brute import TINY, tiny
from tests.playtest.test_exact import PLENTY, offered
from tests.tiers import later


class Held(Wrapper):
    """Never takes what has *words* in the story, or nothing else if it *must*."""

    def __init__(self, of: Agent, words: str, *, must: bool) -> None:
        super().__init__(of)
        self.words = words
        self.must = must

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the other agent takes of what is left."""
        rules, view = self.table.rules, asked.view
        lines = [
            re.sub(
                r"\d+(\.\d+)?",
                "N",
                first_line(rules, view, option).replace(" now ", " "),
            )
            for option in asked.options
        ]
        left = tuple(
            option
            for option, line in zip(asked.options, lines, strict=True)
            if (line == self.words) is self.must
        )
        if not left or (
            not self.must and all(gives_up(rules, view, option) for option in left)
        ):
            left = asked.options
        return self.of.choose(Decision(asked.who, left, view))


@cache
def restricted(name: str) -> tuple[Arena, list[Exact]]:
    """The options of a tiny conflict that have a line, each solved."""
    loaded = tiny(name)
    arena = Arena(loaded, seated(loaded, ()), "agree")
    results = solve_restrictions(arena, offered(arena), PLENTY, solve_watching(arena))
    return arena, [result for result in results if result.offer.option.words]


def solved_so(arena: Arena, result: Exact, *, must: bool) -> float:
    """Return what the seat gains, solved apart from everything of a playtest."""
    held = [*arena.agents]
    agent = Held(make(held[result.seat]), result.offer.option.words, must=must)
    held[result.seat] = given_object(agent).name
    usual, other = (
        solve(arena.system, arena.state, arena.seats, who).returns[result.seat]
        for who in (arena.agents, held)
    )
    assert usual.low == pytest.approx(usual.high, abs=1e-9)
    return other.middle - usual.middle


@pytest.mark.parametrize("name", later(TINY, set(TINY) - {"planets", "skill_roll"}))
def test_restricted_play_is_solving_with_an_agent_that_may_not(name: str) -> None:
    """Never and always an option are worth what solving with such an agent shows."""
    arena, results = restricted(name)
    assert results
    for result in results:
        for must, law in ((True, result.always), (False, result.never)):
            gain = solved_so(arena, result, must=must)
            assert result.gain(law) == pytest.approx(gain, abs=1e-9)
