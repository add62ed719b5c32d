"""How harm, bleeding and healing change the state."""

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import lasting as c
from sim.rules.dice_pool.health.harming import BLEEDING
from sim.rules.dice_pool.health.hazards import blow_of, roll_of
from sim.rules.dice_pool.health.healing import (
    advanced,
    after_healing,
    interrupted,
    tenders,
)
from sim.rules.dice_pool.health.track import marked, may_treat, ordered
from sim.rules.dice_pool.phases import Dealt, Passing, Settling, Striking, Waking
from sim.rules.dice_pool.records.body import (
    DEAD,
    INCAPACITATED,
    UNCONSCIOUS,
    UP,
    Felled,
)
from sim.rules.dice_pool.scenario.words import Severity, severity
from sim.rules.dice_pool.state import (
    State,
    with_body,
    with_conscience,
)
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged
from sim.spine.lookup import first

GRAVE = 4
"""The lethal points in a scene from which a deed is brutal [DP-R-54]."""


def _hazard_struck(state: State, event: c.HazardStruck) -> State:
    phase = state.phase
    assert type(phase) is Striking
    place = phase.left.index((event.index, event.who))
    left = phase.left[place:]
    roll = roll_of(state, event.index, event.who)
    if roll is not None:
        return with_phase(state, left=left, rolls=(roll,))
    blow = blow_of(state, event.index, event.who, contested=False)
    return with_phase(state, left=left[1:], blow=blow)


def _hazard_met(state: State, event: c.HazardMet) -> State:
    phase = state.phase
    assert type(phase) is Striking
    (index, who), *rest = phase.left
    hit = not event.avoided
    blow = blow_of(state, index, who, contested=True) if hit else None
    return with_phase(state, left=tuple(rest), rolls=(), blow=blow)


def _answered(state: State, *, eased: bool) -> State:
    phase = state.phase
    if type(phase) is Striking:
        assert phase.blow is not None
        return with_phase(state, blow=replace(phase.blow, eased=eased))
    assert type(phase) is Settling
    effect = replace(phase.effects[0], eased=eased)
    return with_phase(state, effects=(effect, *phase.effects[1:]))


def _suffered(state: State, _event: f.HarmSuffered) -> State:
    return _answered(state, eased=False)


def _eased(state: State, _event: f.HarmEased) -> State:
    return _answered(state, eased=True)


def _mitigated(state: State, event: c.HarmMitigated) -> State:
    return state if event.after else _blow_done(state)


def _blow_done(state: State) -> State:
    phase = state.phase
    if type(phase) is Striking:
        return with_phase(state, blow=None)
    if type(phase) is Settling:
        return with_phase(state, effects=phase.effects[1:])
    return state


def _harmed(state: State, event: c.HarmApplied) -> State:
    who, participant = event.who, state.participants[event.who]
    setup, worst = state.setup, severity(event.severity)
    after = marked(
        participant.body.wounds,
        setup.characters[who].boxes,
        event.points,
        worst,
        resistant=event.resistant,
        fully=setup.worsens_fully,
    )
    body = participant.body
    if event.points:
        body = interrupted(body, worst, undone=setup.undoes_healing)
    bleeds, left_by = body.bleeds_at, body.left_by
    if bleeds is not None and event.source == BLEEDING:
        # Everybody who can help is asked again.
        bleeds, left_by = bleeds + setup.bleeds_every, ()
    if type(state.phase) is Settling:
        state = _dealt(state, event)
    state = with_body(
        state,
        who,
        wounds=after.wounds,
        progress=body.progress,
        bleeds_at=bleeds,
        left_by=left_by,
        care=1 if event.points else body.care,
    )
    if type(state.phase) is Passing and event.source == BLEEDING:
        return with_phase(state, tending=tenders(state))
    return _blow_done(state)


def _dealt(state: State, event: c.HarmApplied) -> State:
    """Remember what was done to whom, for the conscience [DP-R-54]."""
    phase, by, who = state.phase, event.by, event.who
    assert type(phase) is Settling
    culprit = state.participants[by]
    # Counted only as far as it makes a difference, so that states stay few.
    lethal = culprit.conscience.lethal or (0,) * len(state.participants)
    if severity(event.severity) > Severity.BASHING:
        lethal = put(lethal, who, min(GRAVE, lethal[who] + event.points))
        state = with_conscience(state, by, lethal=lethal)
    dealt = Dealt(
        by,
        who,
        phase.effects[0].intent,
        hurt=event.points > 0,
        helpless=who in phase.lying,
        grave=lethal[who] >= GRAVE,
    )
    return with_phase(state, dealt=(*phase.dealt, dealt))


def _stayed(state: State, event: c.StayedConscious) -> State:
    return _woken(state, event)


def _fell(state: State, event: c.CharacterFellUnconscious) -> State:
    state = with_body(state, event.who, condition=UNCONSCIOUS)
    return _woken(state, event)


def _woken(state: State, _event: object) -> State:
    assert type(state.phase) is Waking
    return with_phase(state, rolls=state.phase.rolls[1:])


def _woke(state: State, event: c.CharacterWoke) -> State:
    return with_body(state, event.who, condition=UP, stabilized=False, bleeds_at=None)


def _incapacitated(state: State, event: c.CharacterIncapacitated) -> State:
    phase, felled = state.phase, None
    if type(phase) is Settling:
        intent = state.setup.characters[event.by].intent(phase.dealt[-1].intent)
        felled = Felled(event.by, intent.premeditated, intent.unseen)
    return with_body(
        state,
        event.who,
        condition=INCAPACITATED,
        felled=felled,
        bleeds_at=state.clock + state.setup.bleeds_every,
    )


def _died(state: State, event: c.CharacterDied) -> State:
    phase = state.phase
    if type(phase) is Settling:
        dealt = (*phase.dealt[:-1], replace(phase.dealt[-1], killed=True))
        state = with_phase(state, dealt=dealt)
    return with_body(state, event.who, condition=DEAD, bleeds_at=None)


def _stabilized(state: State, event: c.CharacterStabilized) -> State:
    state = with_body(state, event.who, stabilized=True, bleeds_at=None, left_by=())
    return _tended(state)


def _tended(state: State) -> State:
    phase = state.phase
    if type(phase) is not Passing:
        return state
    return with_phase(state, rolls=(), tending=phase.tending[1:])


def _not_stabilized(state: State, _event: c.TendingFailed) -> State:
    return _tended(state)


def _healed(state: State, event: c.WoundHealed) -> State:
    body = after_healing(state.participants[event.who].body)
    return with_body(state, event.who, wounds=body.wounds, progress=body.progress)


def _downgraded(state: State, event: c.WoundDowngraded) -> State:
    participant = state.participants[event.who]
    was = severity(event.was)
    place = first(
        n
        for n, wound in enumerate(participant.body.wounds)
        if wound.severity == was and may_treat(wound, state.clock)
    )
    better = replace(
        participant.body.wounds[place],
        severity=severity(event.now),
        treated_at=state.clock,
    )
    return with_body(
        state,
        event.who,
        wounds=ordered(put(participant.body.wounds, place, better)),
        care=1,
    )


def _cared(state: State, event: c.CareGiven) -> State:
    return with_body(state, event.who, care=event.pace, cared_at=state.clock)


def _transferred(state: State, event: c.WoundTransferred) -> State:
    participant, worst = state.participants[event.who], severity(event.severity)
    wound = first(
        w for w in participant.body.wounds if w.resistant and w.severity == worst
    )
    left = list(participant.body.wounds)
    left.remove(wound)
    return with_body(state, event.who, wounds=tuple(left))


def _time(state: State, event: c.TimePassed) -> State:
    return advanced(state, event.clock)


HEALTH_EVENTS: Evolve[State] = {
    f.HarmSuffered: _suffered,
    f.HarmEased: _eased,
    c.HazardStruck: _hazard_struck,
    c.HazardMet: _hazard_met,
    c.HarmMitigated: _mitigated,
    c.HarmApplied: _harmed,
    c.StayedConscious: _stayed,
    c.CharacterFellUnconscious: _fell,
    c.CharacterWoke: _woke,
    c.CharacterIncapacitated: _incapacitated,
    c.CharacterDied: _died,
    c.CharacterStabilized: _stabilized,
    c.TendingFailed: _not_stabilized,
    c.WoundHealed: _healed,
    c.WoundDowngraded: _downgraded,
    c.CareGiven: _cared,
    c.TreatmentFailed: unchanged,
    c.WoundTransferred: _transferred,
    c.TimePassed: _time,
}
"""Class of event -> the function that applies it."""
