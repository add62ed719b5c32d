"""Intimacies: ties that grow, change and end, slowly or in one dramatic moment."""

from sim.rules.dice_pool.facts import BondKept, IntimacyDeveloped, IntimacyReplaced
from sim.rules.dice_pool.scenario.steps import Intimacy
from sim.rules.dice_pool.state import Participant, State, view
from sim.seam.events import Cites, Fact, Seat
from sim.seam.protocol import Decision

ENDED: Cites = ("DP-INTIM-04",)


def room(participant: Participant, slots: int) -> bool:
    """Whether one more Intimacy fits [DP-INTIM-03, DP-R-64]."""
    return len(participant.conscience.bonds) < slots


def ask_bond(state: State, who: Seat, new: Intimacy) -> Decision[State]:
    """Ask whether a new tie grows, in a free slot or replacing an old one.

    DP-DEC-15.
    """
    participant, slots = state.participants[who], state.setup.characters[who].slots
    options: list[Fact] = [BondKept(who)]
    if room(participant, slots):
        options.append(IntimacyDeveloped(who, new.name))
    if len(participant.conscience.bonds) <= slots:
        options += [
            IntimacyReplaced(who, new.name, old.name)
            for old in participant.conscience.bonds
        ]
    return Decision(who, tuple(options), view(state, who))
