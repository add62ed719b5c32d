"""How rounds and turns change the state."""

from msgspec.structs import replace

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll.phases import (
    Between,
    Initiative,
    Setting,
    Trial,
)
from sim.rules.skill_roll.state import (
    State,
    in_phase,
    with_participant,
)
from sim.seam.events import DiceRolled, Seat
from sim.spine.evolution import Evolve, unchanged


def _rolled(state: State, event: DiceRolled) -> State:
    """Count the roll, so that the next one gets another name [SK-RUL-54]."""
    counts = {(who, why): count for who, why, count in state.fallen}
    key = (event.who, event.why)
    counts[key] = counts.get(key, 0) + 1
    # In order of their names, so that states do not differ by who rolled first.
    fallen = tuple(sorted((who, why, count) for (who, why), count in counts.items()))
    return replace(state, fallen=fallen)


def _round(state: State, event: c.RoundStarted) -> State:
    participants = tuple(
        replace(participant, responses=0) if participant.responses else participant
        for participant in state.participants
    )
    return replace(
        state,
        round=event.number,
        order=event.order,
        fallen=(),
        participants=participants,
        phase=Between(),
    )


def _after(state: State, who: Seat) -> State:
    """Return *state* without the turns up to that of *who*."""
    return replace(state, order=state.order[state.order.index(who) + 1 :])


def _turn(state: State, event: c.InitiativeStarted) -> State:
    return in_phase(_after(state, event.who), Initiative(event.who))


def _turn_lost(state: State, event: c.InitiativeLost) -> State:
    return with_participant(_after(state, event.who), event.who, owes=False)


def _use(state: State, event: c.SkillUseClassified) -> State:
    return replace(state, order=(), phase=Setting(Trial(event.who, event.number)))


ROUND_EVENTS: Evolve[State] = {
    DiceRolled: _rolled,
    c.RoundStarted: _round,
    c.InitiativeStarted: _turn,
    c.InitiativeLost: _turn_lost,
    c.IntentChanged: unchanged,
    c.SkillUseClassified: _use,
}
"""Class of event of rounds and turns -> the function that applies it."""
