"""What of a state can still matter: what only was, or exceeds all need, is left out."""

from msgspec.structs import replace

from sim.rules.dice_pool.state import Participant, State


def essence(state: State) -> State:
    """Return *state* without what can change nothing any more.

    What one wanted last is only told; tallies count only by being there; failed crisis
    rolls are counted for nobody in here.
    """
    participants = tuple(_slim(one) for one in state.participants)
    return (
        state
        if participants == state.participants
        else replace(state, participants=participants)
    )


def _slim(one: Participant) -> Participant:
    one = replace(one, last=None) if one.last is not None else one
    if one.reputation or one.holdings:
        tallies = [None if n is None else 0 for n in (one.reputation, one.holdings)]
        one = replace(one, reputation=tallies[0], holdings=tallies[1])
    if one.conscience.failures:
        return replace(one, conscience=replace(one.conscience, failures=0))
    return one
