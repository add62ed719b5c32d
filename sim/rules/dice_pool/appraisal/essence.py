"""What of a state can still matter: what only was, or exceeds all need, is left out."""

from msgspec.structs import replace

from sim.rules.dice_pool.state import Person, State


def essence(state: State) -> State:
    """Return *state* without what can change nothing any more.

    What one wanted last is only told; tallies count only by being there; failed crisis
    rolls are counted for nobody in here.
    """
    people = tuple(_slim(one) for one in state.people)
    return state if people == state.people else replace(state, people=people)


def _slim(one: Person) -> Person:
    one = replace(one, last="") if one.last else one
    if one.reputation or one.holdings:
        tallies = [None if n is None else 0 for n in (one.reputation, one.holdings)]
        one = replace(one, reputation=tallies[0], holdings=tallies[1])
    return replace(one, failures=0) if one.failures else one
