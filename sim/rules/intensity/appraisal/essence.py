"""What of a state can still matter, for those who would solve a conflict exactly."""

from msgspec import structs

from sim.rules.intensity.state import IN, Participant, State


def essence(state: State) -> State:
    """Return *state* without what no longer decides anything.

    Of those who left only matters how they left. Goals stay even between rounds:
    keeping the last one is what silence means.
    """
    if all(one.status == IN for one in state.participants):
        return state
    participants = tuple(
        one if one.status == IN else _gone(one) for one in state.participants
    )
    return structs.replace(state, participants=participants)


def _gone(one: Participant) -> Participant:
    return Participant((0,) * len(one.sizes), 0, one.status)
