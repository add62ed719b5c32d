"""How a round opens, or why there is none any more."""

from sim.protocol import Asked, Due
from sim.rules.intensity.aftermath import EXHAUSTED, ROUND_LIMIT, closing
from sim.rules.intensity.ceding import given_away
from sim.rules.intensity.consequences import UNABLE_TO_PAY, RoundStarted
from sim.rules.intensity.harms import DRIVEN_OUT, Withdrawn
from sim.rules.intensity.pools import by_side, lack
from sim.rules.intensity.setup import NOBODY, Setup
from sim.rules.intensity.state import (
    KEEP,
    PERMANENT,
    Fighter,
    Goal,
    Penalty,
    State,
    actives,
    is_contested,
    side_of,
)

STARTED = ("IN-ROUND-01", "IN-ROUND-02", "IN-SCOPE-01")
FORCED = ("IN-R-05", "IN-CEDE-02")


def opened(setup: Setup) -> State:
    """Return the state before anything has happened."""
    return State(
        round=0,
        setup=setup,
        fighters=tuple(
            Fighter(
                sizes=person.sizes,
                intensity=person.intensity,
                goal=Goal(KEEP, NOBODY, NOBODY) if person.static else None,
                penalties=tuple(
                    sorted(Penalty(size, PERMANENT) for size in person.marks)
                ),
            )
            for person in setup.people
        ),
    )


def ask_open(state: State) -> Asked[State]:
    """Return the start of a round, or the end when there can be none [IN-ROUND-02]."""
    if not is_contested(state):
        return closing(state, state.how)
    if state.round >= state.setup.rulings.max_rounds:
        return closing(state, ROUND_LIMIT)
    if all(lack(state, who) for who in actives(state)):
        return closing(state, EXHAUSTED)
    broke = next_broke(state)
    if broke != NOBODY:
        driven = Withdrawn(FORCED, broke, DRIVEN_OUT)
        return Due((driven, *given_away(state, [broke])))
    return Due((RoundStarted(STARTED, state.round + 1),))


def _is_kept(state: State, who: int) -> bool:
    """Whether somebody else of the side could pay for all of it [IN-R-04]."""
    return by_side(state) and any(
        state.fighters[mate].intensity > 0
        for mate in actives(state)
        if side_of(state, mate) == side_of(state, who)
    )


def next_broke(state: State) -> int:
    """Return who is made to cede for want of Intensity, or NOBODY [IN-R-05]."""
    if state.setup.rulings.broke != "forced_cede":
        return NOBODY
    for who in actives(state):
        if lack(state, who) == UNABLE_TO_PAY and not _is_kept(state, who):
            return who
    return NOBODY
