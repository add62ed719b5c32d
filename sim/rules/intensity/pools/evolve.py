"""How building pools and difficulties changes the state, helpers first."""

from msgspec.structs import replace

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.comparison.comparing import descending
from sim.rules.intensity.phases import NONE, Building, Draft, Helping, Rolling, Swap
from sim.rules.intensity.state import State, side_of, with_participant
from sim.seam.events import Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve
from sim.spine.lookup import first


def _entered(state: State, event: f.PoolEntered) -> State:
    return _with_draft(state, event.who, Draft(acting=True))


def _no_draft(state: State, event: f.PoolDeclined | c.NoPool) -> State:
    if type(state.phase) is not Building:
        return state
    return _with_draft(state, event.who, Draft(acting=False))


def _chose(state: State, event: f.DieChosen) -> State:
    draft = _draft(state, event.who)
    base = (*draft.base, event.ability)
    return _with_draft(state, event.who, replace(draft, base=base))


def _bought(state: State, event: f.ExtraBought) -> State:
    draft = _draft(state, event.who)
    extras = (*draft.extras, event.ability)
    return _with_draft(state, event.who, replace(draft, extras=extras))


def _closed(state: State, event: f.PoolClosed) -> State:
    draft = _draft(state, event.who)
    return _with_draft(state, event.who, replace(draft, closed=True))


def _draft(state: State, who: Seat) -> Draft:
    assert type(state.phase) is Building
    draft = state.phase.drafts[who]
    assert draft is not None
    return draft


def _with_draft(state: State, who: Seat, draft: Draft | None) -> State:
    assert type(state.phase) is Building
    return with_phase(state, drafts=put(state.phase.drafts, who, draft))


def _spent(state: State, event: c.PoolSpent) -> State:
    assert type(state.phase) is Building
    state = with_participant(state, event.who, intensity=event.left)
    if not event.base:
        return state
    assert type(state.phase) is Building
    return with_phase(state, paid=state.phase.paid | {side_of(state, event.who)})


def _assembled(state: State, event: c.PoolAssembled) -> State:
    phase = state.phase
    assert type(phase) is Building
    sizes = tuple(die.size for die in event.dice)
    used = _used(state, phase, event)
    if event.helping:
        return with_phase(state, used=used, helping=Helping(sizes))
    pools = put(phase.pools or _blank(state), event.who, sizes)
    return with_phase(state, used=used, pools=pools)


def _used(
    state: State, phase: Building, event: c.PoolAssembled
) -> tuple[tuple[int, ...], ...]:
    """Return the abilities rolled, remembered only where it matters [IN-R-19]."""
    if not state.setup.only_rolled:
        return ()
    rolled = {die.ability for die in event.dice if die.ability != NONE}
    used = phase.used or _blank(state)
    return put(used, event.who, tuple(sorted(rolled.union(used[event.who]))))


def _blank(state: State) -> tuple[tuple[int, ...], ...]:
    return ((),) * len(state.participants)


def _help_compared(state: State, event: c.HelpCompared) -> State:
    phase = state.phase
    assert type(phase) is Building
    stood = phase.stood
    if event.stands and phase.helping is not None:
        faces = descending(phase.helping.early)
        stood = put(stood or _blank(state), event.who, faces)
    return with_phase(
        state,
        helped=phase.helped | {event.who},
        drafts=put(phase.drafts, event.who, None),
        helping=None,
        stood=stood,
    )


def _pools_shown(state: State, _event: c.PoolsShown) -> State:
    phase = state.phase
    assert type(phase) is Building
    pools = phase.pools or _blank(state)
    return replace(state, phase=Rolling(pools, phase.stood, phase.used))


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
    swaps = tuple(
        swap if other.seeker == swap.seeker else other for other in phase.swaps
    )
    return with_phase(state, swaps=swaps)


POOL_EVENTS: Evolve[State] = {
    c.DifficultyBuilt: _built,
    f.DieSwapped: _swapped,
    f.SwapsEnded: _swaps_ended,
    f.PoolEntered: _entered,
    f.PoolDeclined: _no_draft,
    f.DieChosen: _chose,
    f.ExtraBought: _bought,
    f.PoolClosed: _closed,
    c.PoolSpent: _spent,
    c.NoPool: _no_draft,
    c.PoolAssembled: _assembled,
    c.HelpCompared: _help_compared,
    c.PoolsShown: _pools_shown,
}
