"""What dice that fall and are compared leave behind."""

from msgspec.structs import replace

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    Affecting,
    Building,
    Result,
    Rolling,
    Swap,
)
from sim.rules.intensity.state import PERMANENT, Participant, State
from sim.seam.events import DiceRolled, Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve
from sim.spine.lookup import first


def _built(state: State, event: c.DifficultyBuilt) -> State:
    phase = state.phase
    swap = Swap(event.who, event.by, event.size, event.places, done=not event.open)
    if type(phase) is Building:
        assert phase.helping is not None
        helping = replace(phase.helping, difficulty=event.dice, swap=swap)
        return with_phase(state, helping=helping)
    assert type(phase) is Rolling
    return with_phase(state, swaps=(*phase.swaps, swap))


def _swapped(state: State, event: f.DieSwapped) -> State:
    swap = _swap_of(state, event.of)
    return _with_swap(state, replace(swap, places=(*swap.places, event.place)))


def _swaps_ended(state: State, event: f.SwapsEnded) -> State:
    return _with_swap(state, replace(_swap_of(state, event.of), done=True))


def _swap_of(state: State, seeker: Seat) -> Swap:
    phase = state.phase
    if type(phase) is Building:
        assert phase.helping is not None
        assert phase.helping.swap is not None
        return phase.helping.swap
    assert type(phase) is Rolling
    return first(swap for swap in phase.swaps if swap.seeker == seeker)


def _with_swap(state: State, swap: Swap) -> State:
    phase = state.phase
    if type(phase) is Building:
        assert phase.helping is not None
        return with_phase(state, helping=replace(phase.helping, swap=swap))
    assert type(phase) is Rolling
    swaps = tuple(swap if one.seeker == swap.seeker else one for one in phase.swaps)
    return with_phase(state, swaps=swaps)


def _rolled(state: State, event: DiceRolled) -> State:
    phase = state.phase
    if event.why == HELPING_ROLL:
        assert type(phase) is Building
        assert phase.helping is not None
        helping = replace(phase.helping, early=event.reading)
        return with_phase(state, helping=helping)
    if event.why == HELPED_AGAINST:
        return state
    assert type(phase) is Rolling
    return with_phase(state, thrown=(*phase.thrown, event.reading))


def _compared(state: State, event: c.RollsCompared) -> State:
    assert type(state.phase) is Rolling
    raw = event.raw if state.setup.counts_raw else (0, 0)
    result = Result(event.a, event.b, event.hand, *event.kept, *raw)
    return with_phase(state, results=(*state.phase.results, result))


def _worn(state: State, event: c.DiceWorn) -> State:
    one = worn(state.participants[event.who])
    return replace(state, participants=put(state.participants, event.who, one))


def worn(one: Participant) -> Participant:
    """Return *one* after the dice it has were rolled once more [IN-R-32]."""
    bonuses = tuple(
        die if die.fresh else replace(die, left=die.left - 1)
        for die in one.bonuses
        if die.fresh or die.left > 1
    )
    penalties = tuple(
        die if die.left == PERMANENT else replace(die, left=die.left - 1)
        for die in one.penalties
        if die.left != 1
    )
    return replace(one, bonuses=bonuses, penalties=penalties)


def _rolls_closed(state: State, _event: c.RollsClosed) -> State:
    assert type(state.phase) is Rolling
    return replace(state, phase=Affecting(state.phase.results, state.phase.used))


ROLL_EVENTS: Evolve[State] = {
    c.DifficultyBuilt: _built,
    f.DieSwapped: _swapped,
    f.SwapsEnded: _swaps_ended,
    DiceRolled: _rolled,
    c.RollsCompared: _compared,
    c.DiceWorn: _worn,
    c.RollsClosed: _rolls_closed,
}
