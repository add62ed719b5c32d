"""A best reply as a policy: a map from information sets to options.

Lines are for people and may leave something out; a policy has every choice in which the
reply differs from the seat's own agent.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sim.conflict.sights import sight
from sim.graph.reply import Choice, SolvedReply
from sim.seam.protocol import RuleSystem


class Policy(Struct, frozen=True):
    """Sight -> index of the option; anything else as the own agent chooses.

    *value* is its expected return, by these *answers* to the questions of the reply.
    With *rounds* a sight includes the round.
    """

    best: Mapping[str, int]
    value: float
    rounds: bool
    answers: Mapping[int, int]


def policy_of(system: RuleSystem[Any], found: SolvedReply) -> Policy:
    """Return the reply *found* as a policy.

    If two questions have the same sight, the one met more often decides.
    """
    first: dict[str, Choice[Any]] = {}
    answers: dict[int, int] = {}
    for one in found.choices:
        seen = sight(system, one.asked, rounds=found.keeps_round)
        same = first.setdefault(seen, one)
        answers[one.number] = same.chosen if _differs(same) else one.usual
    best = {seen: one.chosen for seen, one in first.items() if _differs(one)}
    return Policy(best, found.judge(answers), found.keeps_round, answers)


def _differs(one: Choice[Any]) -> bool:
    return one.mass > 0.0 and one.chosen != one.usual
