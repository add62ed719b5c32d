"""Playing on from a question as if one of its options had been chosen.

Agents use this to look ahead. A fork starts from the seat's view, so that nothing
hidden leaks into it, and its dice come from the agent's own random generator.
"""

from collections.abc import Callable
from typing import Any

from sim.conflict.walk import Walk
from sim.dice.pool import Dice, KeyedDice
from sim.seam.events import Fact
from sim.seam.protocol import Chance, Decision, Table

_MOST = 10_000
"""The most answers in a fork; a longer conflict is stopped there."""
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
    """Return a possible continuation of the conflict after *option*.

    *choose* answers for every seat. The fork ends with the conflict, or when *rounds*
    more rounds have begun. Its `asked` is then the Outcome or the current question, its
    `state` the state there. Every fork has its own dice unless *dice* are given: with
    common random numbers, fewer forks are enough to compare options.
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
