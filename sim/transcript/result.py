"""The result of following a transcript, and what had to be assumed on the way."""

from typing import Any

from msgspec import Struct

from sim.audit.finding import Finding
from sim.seam.events import Event
from sim.seam.protocol import RuleSystem
from sim.transcript.lexicon import Lexicon


class Assumed(Struct, frozen=True):
    """An answer that nobody typed in: silence, where there was more than one option.

    *answer* is its sentence; *act* says whether it does something or merely passes.
    """

    event: int
    round: int
    who: str
    answer: str
    act: bool


class Claims(Struct):
    """How many claims there are, how many hold, how many could not be judged."""

    made: int = 0
    hold: int = 0
    unjudged: int = 0


class TranscriptResult(Struct):
    """The result of following a transcript.

    *events* are a stream without its seal, as far as the transcript goes; *over* says
    whether the conflict ended within it, *stopped* whether it could not be followed to
    its end. *lexicon* knows the words that came up.
    """

    name: str
    system: RuleSystem[Any]
    scenario: Any
    events: list[Event]
    findings: list[Finding]
    over: bool
    stopped: bool
    assumed: list[Assumed]
    claims: Claims
    lexicon: Lexicon
