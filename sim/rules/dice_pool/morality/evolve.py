"""How crimes, crises, ties and souls change the state."""

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import conscience as c
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.phases import Passing, Reckoning
from sim.rules.dice_pool.records.conscience import Crisis, Soul
from sim.rules.dice_pool.scenario.steps import Intimacy
from sim.rules.dice_pool.state import (
    State,
    with_conscience,
    with_participant,
    with_soul,
    with_will,
)
from sim.rules.dice_pool.willpower.regaining import DAY, dots_return_at
from sim.seam.events import Seat
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve, unchanged


def _without_deed(state: State, who: Seat, victim: Seat) -> State:
    """Strike the deed of *who* on *victim* from those to be judged, if it is there.

    If a ruling has struck it already, the crime finds nothing to strike.
    """
    phase = state.phase
    if type(phase) is not Reckoning:
        return state
    left = tuple(
        deed for deed in phase.deeds if (deed.who, deed.victim) != (who, victim)
    )
    return with_phase(state, deeds=left)


def _sin(state: State, event: c.SinCommitted) -> State:
    state = _without_deed(state, event.who, event.victim)
    if event.aware:
        return state
    worst = min(
        event.rating,
        state.participants[event.who].conscience.unrealized or event.rating,
    )
    return with_conscience(state, event.who, unrealized=worst)


def _ruled(state: State, event: j.DeedRuled) -> State:
    return _without_deed(state, event.of, event.victim)


def _realized(state: State, event: c.SinRealized) -> State:
    return with_conscience(state, event.who, unrealized=None)


def _started(state: State, event: c.CrisisStarted) -> State:
    return with_conscience(state, event.who, crisis=Crisis(event.rating))


def _replaced(state: State, event: c.CrisisReplaced) -> State:
    return with_conscience(state, event.who, crisis=Crisis(event.rating))


def _advanced(state: State, event: c.CrisisAdvanced) -> State:
    crisis = state.participants[event.who].conscience.crisis
    assert crisis is not None
    return with_conscience(
        state, event.who, crisis=replace(crisis, successes=event.successes)
    )


def _failed(state: State, event: c.CrisisFailed) -> State:
    return with_conscience(state, event.who, failures=event.failures)


def _ended(state: State, event: c.CrisisEnded) -> State:
    return with_conscience(state, event.who, crisis=None)


def _lost(state: State, event: c.MoralityLost) -> State:
    return with_conscience(state, event.who, morality=event.after)


def _raised(state: State, event: c.MoralityRaised) -> State:
    return with_conscience(state, event.who, morality=event.to)


# Ties.


def _new(state: State, name: str) -> Intimacy:
    """Return the tie that the current step may bring."""
    new = state.setup.steps[state.steps - 1].new
    assert new is not None
    assert new.name == name
    return new


def _developed(state: State, event: f.IntimacyDeveloped) -> State:
    bonds = (*state.participants[event.who].conscience.bonds, _new(state, event.new))
    return with_conscience(state, event.who, bonds=bonds)


def _swapped(state: State, event: f.IntimacyReplaced) -> State:
    new = _new(state, event.new)
    bonds = tuple(
        new if bond.name == event.old else bond
        for bond in state.participants[event.who].conscience.bonds
    )
    return with_conscience(state, event.who, bonds=bonds)


def _bond_lost(state: State, event: c.IntimacyLost) -> State:
    bonds = tuple(
        bond
        for bond in state.participants[event.who].conscience.bonds
        if bond.name != event.intimacy
    )
    return with_conscience(state, event.who, bonds=bonds)


# Souls.


def _soul_lost(state: State, event: c.SoulLost) -> State:
    mortal = state.setup.characters[event.who].mortal
    erosion = state.clock + DAY if mortal else None
    dot = None if mortal else state.participants[event.who].will.dot_at
    soul = Soul(is_there=False, erosion_at=erosion)
    return _with_soul(state, event.who, soul, dot)


def _soul_restored(state: State, event: c.SoulRestored) -> State:
    who, dots = event.who, state.participants[event.who].will.dots
    due = dots_return_at(state.setup, who, dots, state.clock, has_soul=True)
    return _with_soul(state, who, Soul(restored=True), due)


def _with_soul(state: State, who: Seat, soul: Soul, dot_at: int | None) -> State:
    state = with_participant(state, who, soul=soul)
    return with_will(state, who, dot_at=dot_at)


def _borne(state: State, event: c.ErosionBorne) -> State:
    state = with_soul(state, event.who, erosion_at=event.again)
    return with_phase(state, rolls=())


def _not_yet(state: State, _event: f.NotYetSuccumbed) -> State:
    return _faded(state)


def _succumbed(state: State, event: f.CharacterSuccumbed) -> State:
    return _faded(with_soul(state, event.who, succumbed=True, erosion_at=None))


def _faded(state: State) -> State:
    if type(state.phase) is Passing:
        first, *others = state.phase.fading
        asked = (*state.phase.asked, first)
        return with_phase(state, fading=tuple(others), asked=asked)
    return state


MORALITY_EVENTS: Evolve[State] = {
    c.SinCommitted: _sin,
    j.DeedRuled: _ruled,
    c.SinRealized: _realized,
    c.CrisisStarted: _started,
    c.CrisisReplaced: _replaced,
    c.CrisisAdvanced: _advanced,
    c.CrisisFailed: _failed,
    c.CrisisEnded: _ended,
    c.MoralityLost: _lost,
    c.MoralityRaised: _raised,
    c.IntimacyStrained: unchanged,
    c.IntimacyLost: _bond_lost,
    f.IntimacyDeveloped: _developed,
    f.IntimacyReplaced: _swapped,
    f.BondKept: unchanged,
    c.SoulLost: _soul_lost,
    c.SoulRestored: _soul_restored,
    c.ErosionBorne: _borne,
    f.NotYetSuccumbed: _not_yet,
    f.CharacterSuccumbed: _succumbed,
}
"""Class of event -> the function that applies it."""
