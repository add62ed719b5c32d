"""The strategy of one side: what it answers where, and with which chances.

Only what can be asked of a side that plays so is in it, whatever the other does. It is
known by sight (`sim.conflict.sights`), for that is all that an agent has: the view and
the options. Where rounds are not told apart, an answer may change from some round on.
"""

from typing import Any

import numpy as np
from msgspec import Struct

from sim.conflict.sights import sight
from sim.optimal.backward import GraphValue
from sim.optimal.blocks import Side
from sim.optimal.course import (
    AskedQuestion,
    best_mix,
    questions_to,
    reached_blocks,
    uniform_mix,
)
from sim.optimal.graph import Graph
from sim.optimal.matrix import Floats
from sim.seam.protocol import Decision, RuleSystem

NOTHING = 1e-13
"""Chances below this are none."""

Chances = tuple[float, ...]
"""The chance of every option, in the order offered."""


class Strategy(Struct, frozen=True):
    """Sight -> (round, chances from that round on), the earliest round first.

    With *rounds* a sight includes the round. *alike* counts questions that look like
    another one and are answered otherwise there, since a side cannot see any more what
    it answered before; the first answer is kept for both.
    """

    side: Side
    answers: dict[str, list[tuple[int, Chances]]]
    rounds: bool
    alike: int


def strategy_of(
    system: RuleSystem[Any], graph: Graph, swept: GraphValue, side: Side
) -> Strategy:
    """Return the strategy of *side* that *swept* found."""
    answers: dict[str, list[tuple[int, Chances]]] = {}
    rounds = not graph.positions.forgets_rounds
    doing = (uniform_mix, best_mix) if side else (best_mix, uniform_mix)
    alike = 0
    for step in reached_blocks(graph, swept, doing):
        for one in questions_to(step, side):
            asked = graph.positions.whole(one.asked)
            seen = sight(system, asked, rounds=rounds)
            known, chances = answers.setdefault(seen, []), _chances_of_all(one, asked)
            if known and known[-1][1] == chances:
                continue
            if known and known[-1][0] == one.round:
                alike += 1
                continue
            known.append((one.round, chances))
    return Strategy(side, answers, rounds, alike)


def _chances_of_all(one: AskedQuestion, asked: Decision[Any]) -> Chances:
    """Return the chance of every option of *asked*, of which a menu may have few."""
    chances = cleaned_chances(one.chances)
    if asked is one.asked:
        return chances
    some = dict(zip(one.asked.options, chances, strict=True))
    return tuple([some.get(option, 0.0) for option in asked.options])


def cleaned_chances(chances: Floats) -> Chances:
    """Return *chances* scaled to add up to one, without those near zero."""
    some = np.where(chances > NOTHING, chances, 0.0)
    return tuple((some / some.sum()).tolist())
