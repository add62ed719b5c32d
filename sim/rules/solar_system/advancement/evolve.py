"""How spending advances changes the state."""

from msgspec.structs import replace

from sim.rules.solar_system.advancement.buying import waits
from sim.rules.solar_system.advancement.purchases import with_bought
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.phases import Over
from sim.rules.solar_system.records.interlude import Advancing
from sim.rules.solar_system.state import State, growth_of, with_participant
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _advancing(state: State) -> Advancing:
    assert isinstance(state.phase, Advancing)
    return state.phase


def _banked(state: State, event: i.AdvanceBanked) -> State:
    return with_phase(state, turn=event.who + 1)


def _bought(state: State, event: i.AdvanceBought) -> State:
    return with_phase(state, wanted=event) if waits(state, event) else state


def _spent(state: State, event: i.AdvanceSpent) -> State:
    """A pool point raises both the score and the points left [RUL-63]."""
    grown = growth_of(state, event.who)
    after = with_bought(state.setup.people, grown, (event.kind, event.subject))
    everyone = state.grown or state.setup.people.begun
    state = replace(state, grown=put(everyone, event.who, after))
    if event.kind != i.POOL:
        return state
    pools = state.participants[event.who].pools
    more = put(pools, event.subject, pools[event.subject] + 1)
    return with_participant(state, event.who, pools=more)


def _ended(state: State, _event: i.AdvancesEnded) -> State:
    phase = _advancing(state)
    return replace(state, phase=Over(phase.how, phase.first))


def ruled(state: State, *, approved: bool) -> State:
    """Remember the Story Guide's ruling on the purchase that waits for it."""
    phase = _advancing(state)
    wanted = phase.wanted
    assert wanted is not None
    refused = phase.refused
    if not approved:
        refused |= {(wanted.who, wanted.subject)}
    return with_phase(state, wanted=None, refused=refused)


ADVANCE_EVENTS: Evolve[State] = {
    i.AdvanceBanked: _banked,
    i.AdvanceBought: _bought,
    i.AdvanceSpent: _spent,
    i.AdvancesEnded: _ended,
}
