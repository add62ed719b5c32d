"""How checks and rulings change the state."""

from typing import Any

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.competitive import latest_levels
from sim.rules.solar_system.checks.consent import ANSWER, PROPOSAL
from sim.rules.solar_system.checks.gathering import carried, roll_of
from sim.rules.solar_system.checks.rolling import place_of, roll_at, round_of
from sim.rules.solar_system.phases import (
    Checking,
    Interrupted,
    Judged,
    Rolling,
    Volley,
)
from sim.rules.solar_system.scenario.sheet import COMPETITIVE_TIE
from sim.rules.solar_system.state import State, with_participant
from sim.seam.events import DiceRolled, Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve
from sim.spine.turns import after_change, after_passing, amid_change, begin

# The opening.


def _check_declared(state: State, event: f.CheckDeclared) -> State:
    phase = state.phase
    assert isinstance(phase, Checking)
    for index, check in enumerate(state.setup.checks):
        if phase.abilities[index] is None and check.who == event.who:
            abilities = put(phase.abilities, index, event.ability)
            return with_phase(state, abilities=abilities)
        if check.against == event.who and phase.answers[index] is None:
            answers = put(phase.answers, index, event.ability)
            return with_phase(state, answers=answers)
    return state


def _resolved(state: State, event: c.CheckResolved) -> State:
    """Remember the result; fees and proposals belonged to this step."""
    phase = state.phase
    opening = phase.within if isinstance(phase, Rolling) else phase
    assert isinstance(opening, Checking)
    results: tuple[int | None, ...]
    if event.kind == "competitive" and isinstance(phase, Rolling):
        results = latest_levels(state, phase, opening)
        opening = replace(opening, rerolls=phase.attempt)
    else:
        results = (*opening.results, event.level if event.success else None)
    settled = {COMPETITIVE_TIE, PROPOSAL + COMPETITIVE_TIE}
    opening = replace(
        opening,
        step=opening.step + (event.kind in {"linked", "group"}),
        results=results,
        ranking=event.ranking,
        ruled=tuple([ruling for ruling in opening.ruled if ruling[0] not in settled]),
        fees=(),
    )
    return replace(state, phase=opening)


# Rolling.


def _gathered(state: State, event: c.DiceGathered) -> State:
    """Put rolls on the table, which uses up bruise dice [SS-HARM-06]."""
    participants = state.participants
    for check in event.checks:
        participant = participants[check.who]
        if participant.bruises:
            participants = put(participants, check.who, replace(participant, bruises=0))
    phase = state.phase
    within = phase.within if type(phase) is Rolling else phase
    # isinstance with a union, or if it is false, is seven times slower.
    if type(within) is not Volley:
        assert isinstance(within, Interrupted)
    elif event.stage == c.CHAIN:
        before = phase.rolls if type(phase) is Rolling else ()
        levels = carried(state, within, before)
        within = replace(within, step=event.attempt, carried=levels)
    rolls = tuple([roll_of(state, check) for check in event.checks])
    questions = round_of(state, range(len(rolls)))
    phase = Rolling(
        within, event.stage, event.attempt, rolls, questions, begin(len(questions))
    )
    return replace(state, participants=participants, phase=phase)


def _rolled(state: State, event: DiceRolled) -> State:
    phase = state.phase
    assert isinstance(phase, Rolling)
    index = 0
    while phase.rolls[index].who != event.who:
        index += 1
    roll = phase.rolls[index]
    first = roll.level is None
    roll = replace(
        roll,
        drawn=roll.drawn + len(event.faces),
        level=event.reading[0],
        faces=event.reading[1:],
        ordered=roll.ordered or (first and roll.bonus < roll.penalty),
    )
    # Once the dice have fallen, everybody is asked again.
    turns = begin(phase.turns.size) if first else phase.turns
    rolls = put(phase.rolls, index, roll)
    return replace(state, phase=replace(phase, rolls=rolls, turns=turns))


def _reread(state: State, event: c.CheckReread) -> State:
    return _with_roll(state, event.roll, level=event.level)


def _with_roll(state: State, index: int, **changes: Any) -> State:  # noqa: ANN401 - fields of a Roll
    phase = state.phase
    assert isinstance(phase, Rolling)
    roll = replace(phase.rolls[index], **changes)
    return replace(state, phase=replace(phase, rolls=put(phase.rolls, index, roll)))


def _window(state: State, event: c.WindowOpened) -> State:
    return with_phase(state, questions=round_of(state, event.order), opened=True)


def _declined(state: State, event: f.DieDeclined) -> State:
    phase = state.phase
    assert isinstance(phase, Rolling)
    turns = after_passing(phase.turns, place_of(phase, event.roll, event.who))
    return replace(state, phase=replace(phase, turns=turns))


def _bought(state: State, event: f.DieBought) -> State:
    roll = roll_at(state, event.roll)
    buyers = (*roll.buyers, event.who)
    return _added(state, event.roll, event.who, buyers=buyers)


def _gift(state: State, event: f.GiftGiven) -> State:
    left = put(state.gifts, event.who, state.gifts[event.who] - 1)
    # A seat that has given a die may give another one at once.
    state = _added(state, event.roll, event.who, again=True)
    return replace(state, gifts=left)


def _added(
    state: State,
    index: int,
    who: Seat,
    *,
    again: bool = False,
    **changes: Any,  # noqa: ANN401 - fields of a Roll
) -> State:
    """Put a bonus die on a roll, by *who*."""
    phase = state.phase
    assert isinstance(phase, Rolling)
    roll = phase.rolls[index]
    roll = replace(roll, bonus=roll.bonus + 1, **changes)
    place = place_of(phase, index, who)
    turns = (amid_change if again else after_change)(phase.turns, place)
    rolls = put(phase.rolls, index, roll)
    return replace(state, phase=replace(phase, rolls=rolls, turns=turns))


def _spent(state: State, event: c.PoolSpent) -> State:
    pools = put(state.participants[event.who].pools, event.pool, event.left)
    return with_participant(state, event.who, pools=pools)


# Judgements.


def _answered(state: State, event: f.ProposalAnswered) -> State:
    answer = (ANSWER + event.kind, event.who, int(event.agrees))
    assert isinstance(state.phase, Judged)
    return with_phase(state, ruled=(*state.phase.ruled, answer))


def _settled(state: State, event: c.RulingSettled) -> State:
    """Remember a ruling; the answers that led to it are dropped."""
    assert isinstance(state.phase, Judged)
    done = ANSWER + event.kind
    ruled = tuple([ruling for ruling in state.phase.ruled if ruling[0] != done])
    return with_phase(state, ruled=(*ruled, (event.kind, event.of, event.value)))


CHECK_EVENTS: Evolve[State] = {
    f.CheckDeclared: _check_declared,
    c.CheckResolved: _resolved,
    c.DiceGathered: _gathered,
    DiceRolled: _rolled,
    c.CheckReread: _reread,
    c.WindowOpened: _window,
    f.DieDeclined: _declined,
    f.DieBought: _bought,
    f.GiftGiven: _gift,
    c.PoolSpent: _spent,
    f.ProposalAnswered: _answered,
    c.RulingSettled: _settled,
}
