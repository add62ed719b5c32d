"""The kinds of event that can come up in one conflict, and what people call them.

A rule system has many kinds of event, a conflict only a few of them. They are found by
random play: whatever is offered or happens can come up. A kind too rare to be seen
counts as impossible, which at worst makes an error message less helpful.
"""

from functools import cached_property
from random import Random
from typing import Any

from sim.conflict.codec import tag
from sim.conflict.phrases import kind_in_words
from sim.conflict.walk import Walk
from sim.reading.hints import likeness, meant_by
from sim.reading.words import sense
from sim.seam.events import Event
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem
from sim.transcript.claims import STATUS

_GAMES = 60
_ANSWERS_MAX = 2000
_STAYS = 0.85
"""How often the random player declines to concede."""
_NEAREST = 5


class Possible:
    """The kinds of event that can come up in a *scenario*; found when first needed."""

    def __init__(self, system: RuleSystem[Any], scenario: object) -> None:
        self._system = system
        self._scenario = scenario

    @cached_property
    def kinds(self) -> dict[str, type[Event]]:
        """The kinds, by their names."""
        found: dict[str, type[Event]] = {}
        for game in range(_GAMES):
            _play(self._system, self._scenario, Random(game), found)  # noqa: S311 - a sample of what can be, with no secret in it
        return found

    def nearest(self, said: str) -> list[str]:
        """Return the five nearest names of kinds or statuses."""
        stems, meant = sense(said), meant_by(said)

        def distance(name: str) -> tuple[bool, bool, float]:
            ways = [name, kind_in_words(name)]
            if name in self.kinds:
                ways.append(tag(self.kinds[name]))
            near = max(likeness(said, way) for way in ways)
            return name not in meant, not stems & sense(name), -near

        names = sorted([STATUS, *self.kinds], key=distance)[:_NEAREST]
        return [kind_in_words(name) for name in names]


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
