"""What of a state can still matter, for those who would solve a conflict exactly."""

from msgspec import structs

from sim.rules.intensity.state import (
    IN,
    OPEN,
    Fighter,
    Goal,
    State,
)


def essence(state: State) -> State:
    """Return *state* without what no longer decides anything.

    Nothing of those who left matters but how they left. Between rounds goals matter
    only where a cession could still give them away without being declared anew, or
    where they may not change.
    """
    rulings = state.setup.rulings
    forgets = (
        state.phase == OPEN
        and rulings.broke == "no_pool"
        and rulings.goals_chosen == "each_round"
    )
    fighters = tuple(
        _gone(fighter)
        if fighter.status != IN
        else _undecided(state, who, fighter)
        if forgets
        else fighter
        for who, fighter in enumerate(state.fighters)
    )
    return structs.replace(state, fighters=fighters, won=_lasting(state))


def _gone(fighter: Fighter) -> Fighter:
    return Fighter(sizes=(), intensity=0, status=fighter.status)


def _undecided(state: State, who: int, fighter: Fighter) -> Fighter:
    """Return *fighter* between rounds, with no goal; the last aim stays [IN-R-28]."""
    if state.setup.people[who].static:
        return fighter
    aim = fighter.aim if state.setup.prizes else None
    return structs.replace(fighter, goal=None, aim=aim)


def _lasting(state: State) -> tuple[tuple[int, Goal], ...]:
    return state.won
