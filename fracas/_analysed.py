"""Analysis of a conflict: luck, advantage and mistakes, moment by moment."""

from collections.abc import Sequence

from fracas._inputs import specs_for
from sim.analysis.analyse import GAMES, Effort, Record, continuation_of
from sim.analysis.analyse import analyse as analyse_record
from sim.analysis.analysis import Analysis
from sim.analysis.values import STEPS
from sim.analysis.whatif import WhatIf
from sim.casting.given import AgentGiven
from sim.run.recorded import Conflict
from sim.seam.protocol import Agent


def analyse(
    conflict: Conflict,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
    *,
    games: int = GAMES,
    steps: int = STEPS,
) -> Analysis:
    """Analyse *conflict*: the value of every moment to each seat.

    From every moment the *continuation* plays on: one agent at all seats or one for
    each, by default the agents that played. Values are exact where at most so many
    *steps* suffice; else so many *games* are played from each moment, with the same
    dice. `Analysis.rows` has a row for each moment and participant. Raises AgentError
    for an agent that cannot play on from a moment within a conflict.

    >>> import fracas
    >>> found = fracas.analyse(fracas.play("stuck_door", seed="demo"))
    >>> found.how, round(found.accounts[0].expected, 4)
    ('exact', 0.69)
    """
    record = Record.of(conflict)
    specs = _specs(record, continuation)
    return analyse_record(record, specs, effort=Effort(steps, games))


def whatif(
    conflict: Conflict,
    at: int,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
) -> WhatIf:
    """Stand at event number *at* of *conflict*, to do something else there.

    `options` lists what could have been chosen and `pool` the dice; `chosen` and
    `rolled` give another answer, `branch` plays on after it with the dice of the
    record, and `compared` many times in pairs. The *continuation* is as in `analyse`.
    Raises StreamError for an event at which nobody chose and nothing was rolled.

    >>> import fracas
    >>> door = fracas.play("stuck_door", seed="demo")
    >>> throw = next(m for m in fracas.analyse(door).moments if m.kind == "throw")
    >>> at = fracas.whatif(door, throw.event)
    >>> str(at.branch(at.point.fact).outcome.how)
    'success'
    """
    record = Record.of(conflict)
    return WhatIf(record, _specs(record, continuation), at)


def _specs(
    record: Record, continuation: AgentGiven | Sequence[AgentGiven]
) -> tuple[str, ...]:
    given: list[AgentGiven]
    if isinstance(continuation, str | type | Agent):
        given = [continuation]
    else:
        given = list(continuation)
    return continuation_of(record, specs_for(given), trusted=True)
