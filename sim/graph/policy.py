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
    """Sight -> index of the option; all other questions go to the seat's own agent.

    *value* is its expected return, by these *answers* to the questions of the reply.
    With *rounds* a sight includes the round.
    """

    best: Mapping[str, int]
    value: float
    rounds: bool
    answers: Mapping[int, int]


def policy_of(system: RuleSystem[Any], reply: SolvedReply) -> Policy:
    """Return *reply* as a policy.

    If two questions have the same sight, the one met more often decides.
    """
    first: dict[str, Choice[Any]] = {}
    answers: dict[int, int] = {}
    for choice in reply.choices:
        seen = sight(system, choice.asked, rounds=reply.keeps_round)
        same = first.setdefault(seen, choice)
        answers[choice.number] = same.chosen if _differs(same) else choice.usual
    best = {seen: choice.chosen for seen, choice in first.items() if _differs(choice)}
    return Policy(best, reply.judge(answers), reply.keeps_round, answers)


def _differs(choice: Choice[Any]) -> bool:
    return choice.mass > 0.0 and choice.chosen != choice.usual
