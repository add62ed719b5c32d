"""The beginning of a round, or the reason why there is no further one."""

from msgspec.structs import replace

from sim.rules.intensity.consequences import (
    DRIVEN_OUT,
    UNABLE_TO_PAY,
    RoundStarted,
    Withdrawn,
)
from sim.rules.intensity.effects.aftermath import closing
from sim.rules.intensity.effects.ceding import given_away
from sim.rules.intensity.phases import KEEP, NONE, Goal, Opening
from sim.rules.intensity.pools.building import by_side, lack
from sim.rules.intensity.scenario.compile import compile_scenario
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import (
    PERMANENT,
    Bonus,
    Ending,
    Participant,
    Penalty,
    State,
    acting,
    is_contested,
    side_of,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Asked, Due

STARTED = ("IN-ROUND-01", "IN-ROUND-02", "IN-SCOPE-01")
FORCED = ("IN-R-05", "IN-CEDE-02")


def initial(scenario: IntensityScenario) -> State:
    """Return the state before anything has happened."""
    setup = compile_scenario(scenario)
    state = State(
        round=0,
        setup=setup,
        participants=tuple(
            Participant(
                sizes=data.sizes,
                intensity=data.intensity,
                goal=Goal(KEEP, NONE, NOBODY) if data.static else None,
                bonuses=tuple(
                    sorted(Bonus(size, left) for size, left in data.situation_dice)
                ),
                penalties=tuple(
                    sorted(Penalty(size, PERMANENT) for size in data.marks)
                ),
            )
            for data in setup.characters
        ),
    )
    return replace(state, actors=acting(state))


def ask_opening(state: State, _phase: Opening) -> Asked[State]:
    """Return the start of a round, or the end if there can be no more [IN-ROUND-02]."""
    if not is_contested(state):
        return closing(state, state.how)
    if state.round >= state.setup.rulings.max_rounds:
        return closing(state, Ending.ROUND_LIMIT)
    if all(lack(state, who) for who in state.actors):
        return closing(state, Ending.EXHAUSTED)
    broke = next_broke(state)
    if broke != NOBODY:
        driven = Withdrawn(FORCED, broke, DRIVEN_OUT)
        return Due((driven, *given_away(state, [broke])))
    return Due((RoundStarted(STARTED, state.round + 1),))


def _is_kept(state: State, who: Seat) -> bool:
    """Whether somebody else of the side could pay for the whole side [IN-R-04]."""
    return by_side(state) and any(
        state.participants[mate].intensity > 0
        for mate in state.actors
        if side_of(state, mate) == side_of(state, who)
    )


def next_broke(state: State) -> Seat:
    """Return the seat that must cede for lack of Intensity, or NOBODY [IN-R-05]."""
    if state.setup.rulings.broke != "forced_cede":
        return NOBODY
    for who in state.actors:
        if lack(state, who) == UNABLE_TO_PAY and not _is_kept(state, who):
            return who
    return NOBODY
