"""The strategy of one side: the chances of its answers to every question.

It has only questions that its own play can reach, whatever the other side does. They
are identified by sight (`sim.conflict.sights`): the view and the options, which is all
that an agent has. Where rounds are not told apart, an answer may change from some round
on.
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
"""Smaller chances count as 0."""

Chances = tuple[float, ...]
"""The chance of every option, in the order offered."""


class Strategy(Struct, frozen=True):
    """Sight -> (round, chances from that round on), the earliest round first.

    With *rounds* a sight includes the round. *alike* counts questions that look like
    another one but are answered differently, which happens when a side's view no longer
    shows what it answered before; the first answer is kept for both.
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
        for question in questions_to(step, side):
            asked = graph.positions.whole(question.asked)
            seen = sight(system, asked, rounds=rounds)
            known, chances = (
                answers.setdefault(seen, []),
                _chances_of_all(question, asked),
            )
            if known and known[-1][1] == chances:
                continue
            if known and known[-1][0] == question.round:
                alike += 1
                continue
            known.append((question.round, chances))
    return Strategy(side, answers, rounds, alike)


def _chances_of_all(question: AskedQuestion, asked: Decision[Any]) -> Chances:
    """Return the chance of every option of *asked*; options beyond a menu have 0."""
    chances = cleaned_chances(question.chances)
    if asked is question.asked:
        return chances
    in_menu = dict(zip(question.asked.options, chances, strict=True))
    return tuple([in_menu.get(option, 0.0) for option in asked.options])


def cleaned_chances(chances: Floats) -> Chances:
    """Return *chances* scaled to add up to one, without those near zero."""
    cleaned = np.where(chances > NOTHING, chances, 0.0)
    return tuple((cleaned / cleaned.sum()).tolist())
