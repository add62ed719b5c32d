"""What people call the kinds of event that can come up in one conflict."""

from functools import cached_property
from typing import Any

from sim.conflict.codec import tag
from sim.conflict.coming_up import kinds_that_come_up, standings_that_come_up
from sim.conflict.phrases import kind_in_words
from sim.reading.hints import likeness, our_words_for
from sim.reading.words import stem_set
from sim.seam.events import Event
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.claims import STATUS

_NEAREST = 5


class Possible:
    """The kinds of event that can come up in a *scenario*; found when first needed."""

    def __init__(self, system: RuleSystem[Any], scenario: object) -> None:
        self._system = system
        self._scenario = scenario

    @cached_property
    def kinds(self) -> dict[str, type[Event]]:
        """The kinds, by their names."""
        return kinds_that_come_up(self._system, self._scenario)

    @cached_property
    def standings(self) -> list[Description]:
        """How seats may stand, once for each set of words."""
        return standings_that_come_up(self._system, self._scenario)

    def nearest(self, said: str) -> list[str]:
        """Return the five nearest names of kinds or statuses."""
        stems, meant = stem_set(said), our_words_for(said)

        def distance(name: str) -> tuple[bool, bool, float]:
            ways = [name, kind_in_words(name)]
            if name in self.kinds:
                ways.append(tag(self.kinds[name]))
            near = max(likeness(said, way) for way in ways)
            return name not in meant, not stems & stem_set(name), -near

        names = sorted([STATUS, *self.kinds], key=distance)[:_NEAREST]
        return [kind_in_words(name) for name in names]
