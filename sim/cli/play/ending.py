"""A sentence that says what an ending means, printed after the story."""

from collections.abc import Sequence
from typing import Any

from sim.cli.terminal.output import put
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.seam.events import ConflictEnded, Event
from sim.seam.protocol import RuleSystem

_SCALE = (
    "What each gets, from 0 (lost) to 1 (obtained what was intended), is what the"
    " scenario's file makes this ending worth to them."
)


def ending_meaning(system: RuleSystem[Any], how: str) -> str:
    """Return a sentence on the ending *how*, and one on the returns printed with it."""
    meaning = {**ENGINE_ENDINGS, **system.endings}.get(how, "")
    return meaning and f"{spelt(how).capitalize()}: {meaning} {_SCALE}"


def put_ending(system: RuleSystem[Any], events: Sequence[Event]) -> None:
    """Print the meaning of the ending in *events*, if they end."""
    ended = events[-2:]
    for how in (event.how for event in ended if isinstance(event, ConflictEnded)):
        if meant := ending_meaning(system, how):
            put(meant)
