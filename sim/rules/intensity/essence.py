"""What of a state can still matter, for those who would solve a conflict exactly."""

from msgspec import structs

from sim.rules.intensity.state import IN, Fighter, State


def essence(state: State) -> State:
    """Return *state* without what no longer decides anything.

    Of those who left only matters how they left. Goals stay even between rounds:
    keeping the last one is what silence means.
    """
    if all(fighter.status == IN for fighter in state.fighters):
        return state
    fighters = tuple(
        fighter if fighter.status == IN else _gone(fighter)
        for fighter in state.fighters
    )
    return structs.replace(state, fighters=fighters)


def _gone(fighter: Fighter) -> Fighter:
    return Fighter((0,) * len(fighter.sizes), 0, fighter.status)
