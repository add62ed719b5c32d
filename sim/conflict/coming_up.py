"""The kinds of event that can come up in one conflict.

A rule system has many kinds of event, a conflict only a few of them. They are found by
random play: whatever is offered or happens can come up. A kind too rare to be seen
counts as impossible, which at worst makes an error message less helpful.
"""

from random import Random
from typing import Any

from sim.conflict.walk import Walk
from sim.seam.events import Event
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem

_GAMES = 60
_ANSWERS_MAX = 2000
_STAYS = 0.85
"""How often the random player declines to concede."""


def kinds_that_come_up(
    system: RuleSystem[Any], scenario: object
) -> dict[str, type[Event]]:
    """Return the kinds of event that can come up in *scenario*, by their names."""
    found: dict[str, type[Event]] = {}
    for game in range(_GAMES):
        _play(system, scenario, Random(game), found)  # noqa: S311 - a sample of what can be, with no secret in it
    return found


def _play(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - each system has its own
    luck: Random,
    found: dict[str, type[Event]],
) -> None:
    """Play one conflict at random; enter the kinds that come up in it into *found*."""
    walk = Walk(system, system.initial(scenario))
    for _ in range(_ANSWERS_MAX):
        asked = walk.asked
        if type(asked) is Decision:
            found.update({type(one).__name__: type(one) for one in asked.options})
            staying = [one for one in asked.options if not one.gives_up]
            stays = staying and luck.random() < _STAYS
            fact = luck.choice(staying if stays else asked.options)
        elif type(asked) is Chance:
            faces = tuple(luck.randint(die.low, die.high) for die in asked.pool)
            fact = asked.rolled(faces)
        else:
            assert type(asked) is Outcome
            break
        walk.take(fact)
    found.update({type(one).__name__: type(one) for one in walk.events})
