"""What a seat may know: the state, with the sealed choices of all others blank."""

from msgspec import structs

from sim.rules.intensity.state import State


def without_goals(state: State, who: int) -> State:
    """Return *state* without the goals others have declared and not shown [IN-R-06]."""
    chosen = state.chosen
    if not state.setup.rulings.sealed or not any(
        goal is not None for seat, goal in enumerate(chosen) if seat != who
    ):
        return state
    own = tuple(goal if seat == who else None for seat, goal in enumerate(chosen))
    return structs.replace(state, chosen=own)


def without_pools(state: State, who: int) -> State:
    """Return *state* without the pools others are building [IN-R-06, IN-R-46]."""
    drafts = state.drafts
    if not state.setup.rulings.sealed or not any(
        draft is not None for seat, draft in enumerate(drafts) if seat != who
    ):
        return state
    own = tuple(draft if seat == who else None for seat, draft in enumerate(drafts))
    return structs.replace(state, drafts=own)
