"""Playing on from a question as if one of its options had been chosen.

For agents that look ahead: a fork starts from what the seat may know, so nothing hidden
leaks into it, and its dice come from the agent's own generator.
"""

from collections.abc import Callable
from typing import Any

from sim.conflict.walk import Walk
from sim.dice.pool import Dice, KeyedDice
from sim.seam.events import Fact
from sim.seam.protocol import Chance, Decision, Table

_MOST = 10_000
"""The most answers a fork may take; a longer conflict is left where it stands."""
_KEY_BITS = 256


def fresh_key(table: Table) -> bytes:
    """Return a key for imagined dice, drawn from the agent's own generator."""
    return table.random.getrandbits(_KEY_BITS).to_bytes(_KEY_BITS // 8, "big")


def play_on(
    table: Table,
    asked: Decision[Any],
    option: Fact,
    choose: Callable[[Decision[Any]], Fact],
    *,
    rounds: int | None = None,
    dice: Dice | None = None,
) -> Walk[Any]:
    """Return the conflict as it may go on after *option*.

    *choose* answers for every seat; the fork ends when the conflict does, or when
    *rounds* more have begun. Its `asked` is then the Outcome or the question it stands
    at, its `state` the state there. Every fork has dice of its own, unless it is given
    *dice*: options compared under common random numbers need few forks.
    """
    dice = dice or KeyedDice(fresh_key(table))
    until = None if rounds is None else asked.view.round + rounds
    walk = Walk(table.rules, asked.view, option)
    for _ in range(_MOST):
        then = walk.asked
        if until is not None and walk.state.round >= until:
            break
        if type(then) is Decision:
            walk.take(choose(then))
        elif type(then) is Chance:
            walk.take(then.fall(dice, walk.state.round))
        else:
            break
    return walk
