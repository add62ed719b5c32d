"""A best reply as a policy: for every question by its sight, which option to take.

Lines are for people and may not tell it all; a policy does, as far as its own agent
would choose otherwise.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sim.conflict.sights import sight
from sim.graph.reply import Choice, Replied
from sim.seam.protocol import RuleSystem


class Policy(Struct, frozen=True):
    """What a reply chooses: sight -> which of the options; all else as usual.

    *value* is what the seat is returned by it. With *rounds* a sight knows the round.
    """

    best: Mapping[str, int]
    value: float
    rounds: bool


def policy(system: RuleSystem[Any], found: Replied) -> Policy:
    """Return the reply *found* as a policy.

    Of questions that look alike the one that is met more often says what is chosen.
    """
    first: dict[str, Choice[Any]] = {}
    answers: dict[int, int] = {}
    for one in found.choices:
        seen = sight(system, one.asked, rounds=found.keeps_round)
        same = first.setdefault(seen, one)
        answers[one.number] = same.chosen if _is_told(same) else one.usual
    best = {seen: one.chosen for seen, one in first.items() if _is_told(one)}
    return Policy(best, found.judge(answers), found.keeps_round)


def _is_told(one: Choice[Any]) -> bool:
    return one.mass > 0.0 and one.chosen != one.usual
