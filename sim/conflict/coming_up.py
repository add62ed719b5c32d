"""What can come up in one conflict: kinds of event, and words of how seats stand.

A rule system has many kinds of event, a conflict only a few of them. They are found by
random play: whatever is offered or happens can come up. A kind too rare to be seen
counts as impossible, which at worst makes an error message less helpful.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from sim.conflict.walk import Walk
from sim.seam.events import Event
from sim.seam.protocol import Chance, Decision, Description, Outcome, RuleSystem

_GAMES = 60
_ANSWERS_MAX = 2000
_STAYS = 0.85
"""How often the random player declines to concede."""


def kinds_that_come_up(
    system: RuleSystem[Any], scenario: object
) -> dict[str, type[Event]]:
    """Return the kinds of event that can come up in *scenario*, by their names."""
    kinds: dict[str, type[Event]] = {}

    def note(walk: Walk[Any]) -> None:
        if type(walk.asked) is Decision:
            kinds.update(
                {type(option).__name__: type(option) for option in walk.asked.options}
            )

    for game in range(_GAMES):
        events = _played(system, scenario, game, note).events
        kinds.update({type(event).__name__: type(event) for event in events})
    return kinds


def standings_that_come_up(
    system: RuleSystem[Any], scenario: object
) -> list[Description]:
    """Return how seats may stand in *scenario*, once for each set of words.

    Some words come only late, such as "out".
    """
    standings: dict[tuple[str, ...], Description] = {}

    def note(walk: Walk[Any]) -> None:
        standings.update({tuple(words): words for words in system.status(walk.state)})

    for game in range(_GAMES):
        note(_played(system, scenario, game, note))
    return list(standings.values())


def _played(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - each system has its own
    game: int,
    note: Callable[[Walk[Any]], None],
) -> Walk[Any]:
    """Play one conflict at random; *note* is called at every question."""
    luck = Random(game)  # noqa: S311 - a sample of what can be, with no secret in it
    walk = Walk(system, system.initial(scenario))
    for _ in range(_ANSWERS_MAX):
        note(walk)
        asked = walk.asked
        if type(asked) is Decision:
            staying = [option for option in asked.options if not option.gives_up]
            stays = staying and luck.random() < _STAYS
            fact = luck.choice(staying if stays else asked.options)
        elif type(asked) is Chance:
            faces = tuple(luck.randint(die.low, die.high) for die in asked.pool)
            fact = asked.rolled(faces)
        else:
            assert type(asked) is Outcome
            break
        walk.take(fact)
    return walk
