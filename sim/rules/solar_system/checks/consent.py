"""Consent of the table: the Story Guide proposes, each seat involved answers.

A single refusal gives the scripted default [ledger section 27].
"""

from collections.abc import Sequence

from sim.rules.solar_system.consequences import RulingSettled
from sim.rules.solar_system.facts import ProposalAnswered
from sim.rules.solar_system.phases import Ruled
from sim.rules.solar_system.scenario.sheet import RulingKind
from sim.rules.solar_system.state import State, ask_guide, ruling
from sim.seam.events import Seat
from sim.seam.protocol import Asked, Decision, Due

PROPOSAL = "proposal:"
"""Prefix of the kind under which a proposal waits for consent."""

ANSWER = "answer:"
"""Prefix of the kind under which an answer to it is remembered."""


def consent(
    state: State,
    ruled: Ruled,
    kind: RulingKind,
    of: int,
    *,
    values: Sequence[int],
    involved: Sequence[Seat],
) -> Asked[State] | None:
    """Ask for a judgement by consent; None once it is made.

    *values* begin with the default, which needs nobody's consent; *ruled* are the
    rulings so far.
    """
    if ruling(ruled, kind, of) is not None:
        return None
    proposed = ruling(ruled, PROPOSAL + kind, of)
    if proposed is None:
        return ask_guide(state, PROPOSAL + kind, of, values)
    if proposed != values[0]:
        for seat in involved:
            answer = ruling(ruled, ANSWER + kind, seat)
            if answer == 0:
                proposed = values[0]
                break
            if answer is None:
                options = (
                    ProposalAnswered(seat, agrees=True, kind=kind),
                    ProposalAnswered(seat, agrees=False, kind=kind),
                )
                return Decision(seat, options, state)
    return Due((RulingSettled(("ENG-02", "ENG-04"), kind, of, proposed),))
