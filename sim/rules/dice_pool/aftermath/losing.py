"""Losses and gains in a step of the aftermath that nobody is asked about."""

from sim.rules.dice_pool.events.conscience import IntimacyLost, MoralityRaised
from sim.rules.dice_pool.events.lasting import (
    CharacterWoke,
    ConditionMet,
    WoundTransferred,
)
from sim.rules.dice_pool.health.harming import harmed
from sim.rules.dice_pool.health.healing import WOKE
from sim.rules.dice_pool.phases import Blow
from sim.rules.dice_pool.records.body import UP
from sim.rules.dice_pool.scenario.data import StepData
from sim.rules.dice_pool.state import State, alive, lacks_soul
from sim.rules.dice_pool.willpower.regaining import dots_lost
from sim.seam.events import NOBODY, Cites, Consequence, Seat

BOND: Cites = ("DP-INTIM-04",)
RAISED: Cites = ("DP-MORAL-07", "DP-R-53")
MOVED: Cites = ("DP-RESIST-04",)
MET: Cites = ("DP-WILL-17",)
TRANSFER = "a wound taken over"


def bond_lost(state: State, who: Seat, name: str) -> list[Consequence]:
    """Return the end of a tie of *who*, if it exists [DP-INTIM-04]."""
    if any(bond.name == name for bond in state.participants[who].conscience.bonds):
        return [IntimacyLost(BOND, who, name)]
    return []


def stressed(state: State, who: Seat, step: StepData) -> list[Consequence]:
    """Return the loss of dots by stress [DP-WILL-13, DP-WILL-17]."""
    amount = min(step.dots, state.participants[who].will.dots)
    if not amount:
        return []
    return [dots_lost(state, who, amount, step.cause, step.condition)]


def met(state: State, who: Seat, conditions: tuple[str, ...]) -> list[Consequence]:
    """Return the conditions of *who* that are now met [DP-WILL-17]."""
    waiting = state.participants[who].will.conditions
    return [
        ConditionMet(MET, who, condition)
        for condition in conditions
        if condition in waiting
    ]


def growth(state: State, who: Seat, rating: int) -> list[Consequence]:
    """Return the growth of Morality; none without a soul [DP-SOUL-02, DP-R-53]."""
    participant = state.participants[who]
    if (
        participant.conscience.morality is None
        or lacks_soul(state, who)
        or rating <= participant.conscience.morality
    ):
        return []
    return [MoralityRaised(RAISED, who, rating)]


def transferred(state: State, who: Seat, to: Seat) -> list[Consequence]:
    """Return the transfer of the worst Resistant wound [DP-RESIST-04]."""
    wound = next(
        (wound for wound in state.participants[who].body.wounds if wound.resistant),
        None,
    )
    if wound is None or not alive(state, to):
        return []
    name = wound.severity.name.lower()
    blow = Blow(to, NOBODY, TRANSFER, 1, wound.severity, resistant=True, eased=False)
    # The last box is empty now, so its owner is up again.
    up = state.participants[who].body.condition == UP
    woke = [] if up else [CharacterWoke(WOKE, who)]
    return [WoundTransferred(MOVED, who, to, name), *woke, *harmed(state, blow, 1)]
