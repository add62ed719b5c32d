"""An event as its system tells it, and what its author is told where that fails."""

from typing import Any

from sim.laws.law import Broken, kind
from sim.seam.events import Event
from sim.seam.protocol import RuleSystem, State


def in_words(system: RuleSystem[Any], before: State, event: Event) -> str:
    """Return the sentence of *event*, "" for none.

    Raises Broken where a word of its template is not there.
    """
    try:
        return system.narrate(before, event)
    except KeyError as error:
        name = kind(event)
        message = (
            f"{name} cannot be told, since there is no {error}: where its `story` has"
            f" {{{error.args[0]}}}, expected one of"
            f" {', '.join(system.describe(before, event))}"
        )
        raise Broken(message) from error
