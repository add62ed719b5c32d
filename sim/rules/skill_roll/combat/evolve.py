"""How blows, their aftermath and getting away change the state."""

from msgspec.structs import replace

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.phases import (
    Aftermath,
    Between,
    Escape,
    Initiative,
    Response,
    Rolling,
    Setting,
    Strike,
)
from sim.rules.skill_roll.state import (
    CONCEDED,
    TAKEN_OUT,
    WITHDRAWN,
    State,
    character,
    in_phase,
    with_participant,
)
from sim.seam.events import Fact
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _attack(state: State, event: f.AttackDeclared) -> State:
    last = (event.form, event.target)
    state = with_participant(state, event.who, last=last)
    return in_phase(state, Setting(Strike(event.who, event.target, event.form)))


def _recovery(state: State, event: f.RecoveryTaken) -> State:
    del event
    return in_phase(state, Between())


def _withdrawal(state: State, event: f.WithdrawalTried) -> State:
    return in_phase(state, Setting(Escape(event.who)))


def _response(state: State, event: f.ResponseDeclared) -> State:
    participant = state.participants[event.who]
    owes = participant.owes or event.response == Response.COUNTER
    # SK-RUL-31: making no defence is not a Response, and uses none up.
    responses = participant.responses + (event.response != Response.NO_DEFENCE)
    state = with_participant(state, event.who, responses=responses, owes=owes)
    return with_phase(state, response=event.response, by=event.by)


def _stepped_in(state: State, event: f.SteppedIn) -> State:
    """Make the one who stepped in the target of the attack [SK-RUL-68]."""
    phase = state.phase
    assert type(phase) is Setting
    assert type(phase.matter) is Strike
    matter = replace(phase.matter, target=event.who)
    return with_phase(state, matter=matter, stepped_in=True)


def _companion_countered(state: State, event: f.CompanionCountered) -> State:
    phase = state.phase
    assert type(phase) is Setting
    responses = state.participants[event.who].responses + 1
    state = with_participant(state, event.who, responses=responses, owes=True)
    aside = Strike(event.who, phase.matter.who, event.form, counter=True)
    return with_phase(state, aside=aside)


def _stood_by(state: State, event: f.StoodBy) -> State:
    phase = state.phase
    assert type(phase) is Setting
    return with_phase(state, stood_by=(*phase.stood_by, event.who))


def _oops(state: State, event: c.OopsChanged) -> State:
    return with_participant(state, event.who, oops=event.after)


def _harm(state: State, event: c.HarmApplied) -> State:
    state = with_participant(state, event.who, damage=event.total)
    phase = state.phase
    if type(phase) is not Rolling and type(phase) is not Aftermath:
        return state
    if event.who in phase.harmed:
        return state
    # SK-RUL-59: those harmed together are asked in seat order.
    return with_phase(state, harmed=tuple(sorted((*phase.harmed, event.who))))


def _out(state: State, event: c.CombatantTakenOut) -> State:
    return with_participant(state, event.who, status=TAKEN_OUT)


def _aware(state: State, event: c.AwarenessGrew) -> State:
    return with_participant(state, event.who, awareness=event.awareness)


def _seen(state: State, event: c.AttackerSeen) -> State:
    seen = state.participants[event.who].seen | {event.by}
    return with_participant(state, event.who, seen=seen)


def _offset(state: State, event: c.MissOffsetFound) -> State:
    phase = state.phase
    assert type(phase) is Rolling
    return with_phase(state, strays=(*phase.strays, event.stray))


def _exchanged(state: State, event: c.ExchangeEnded) -> State:
    del event
    phase = state.phase
    assert type(phase) is Rolling
    return in_phase(state, Aftermath(phase.harmed, phase.strays))


def _order_ruled(state: State, event: f.BystandersRuled) -> State:
    return with_phase(state, order=event.order)


def _directed(state: State, event: c.DirectionFound) -> State:
    del event
    return with_phase(state, directed=True)


def _gathered(state: State, event: c.BystandersGathered) -> State:
    return with_phase(state, near=event.names) if event.names else _stray_over(state)


def _stray_over(state: State) -> State:
    phase = state.phase
    assert type(phase) is Aftermath
    return in_phase(state, Aftermath(phase.harmed, phase.strays[1:]))


def _checked(state: State, event: c.BystanderChecked) -> State:
    phase = state.phase
    assert type(phase) is Aftermath
    near = (phase.near or ())[1:]
    if event.stops or not near:
        return _stray_over(state)
    return with_phase(state, near=near)


def _bystander(state: State, event: c.BystanderHarmed) -> State:
    names = [bystander.name for bystander in state.setup.bystanders]
    struck = put(state.struck, names.index(event.name), event.total)
    return replace(state, struck=struck)


def _went_on(state: State, event: f.WentOn | f.Conceded) -> State:
    phase = state.phase
    if type(phase) is not Aftermath:
        return in_phase(state, Between())
    left = tuple(who for who in phase.harmed if who != event.who)
    return with_phase(state, harmed=left)


def _withdrew(state: State, event: c.CombatantWithdrew) -> State:
    state = with_participant(state, event.who, status=WITHDRAWN)
    return in_phase(state, Between())


def _aim(state: State, event: f.AimChanged) -> State:
    names = [aim.name for aim in character(state, event.who).aims]
    state = with_participant(state, event.who, aim=names.index(event.aim))
    return in_phase(state, Initiative(event.who, aimed=True))


def _idle(state: State, event: Fact) -> State:
    del event
    return in_phase(state, Between())


def _terms(state: State, event: c.TermsFixed) -> State:
    return with_participant(state, event.who, status=CONCEDED, left=event.leaves)


COMBAT_EVENTS: Evolve[State] = {
    f.AimChanged: _aim,
    f.Held: _idle,
    c.TermsFixed: _terms,
    f.AttackDeclared: _attack,
    f.RecoveryTaken: _recovery,
    f.WithdrawalTried: _withdrawal,
    f.ResponseDeclared: _response,
    f.SteppedIn: _stepped_in,
    f.CompanionCountered: _companion_countered,
    f.StoodBy: _stood_by,
    f.BystandersRuled: _order_ruled,
    f.WentOn: _went_on,
    f.Conceded: _went_on,
    c.OopsChanged: _oops,
    c.HarmApplied: _harm,
    c.CombatantTakenOut: _out,
    c.AwarenessGrew: _aware,
    c.AttackerSeen: _seen,
    c.MissOffsetFound: _offset,
    c.ExchangeEnded: _exchanged,
    c.DirectionFound: _directed,
    c.BystandersGathered: _gathered,
    c.BystanderChecked: _checked,
    c.BystanderHarmed: _bystander,
    c.CombatantWithdrew: _withdrew,
}
"""Class of event of a fight -> the function that applies it."""
