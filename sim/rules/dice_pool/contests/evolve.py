"""How a round of a conflict changes the state, from its beginning to its end."""

from msgspec.structs import replace

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.contests.returning import leaves
from sim.rules.dice_pool.contests.rolling import helpers_of, rolls_of
from sim.rules.dice_pool.contests.steps import begun_at, declaring, round_phase
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.health.healing import advanced
from sim.rules.dice_pool.phases import (
    Choosing,
    Closing,
    Contesting,
    Dealt,
    Declaring,
    Effect,
    Rolling,
    Settling,
)
from sim.rules.dice_pool.records.body import UP
from sim.rules.dice_pool.scenario.words import Kind
from sim.rules.dice_pool.state import (
    Ended,
    Ending,
    Left,
    Stake,
    State,
    side_of,
    with_participant,
)
from sim.seam.events import NOBODY, Fact
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged


def _round(state: State, event: c.RoundOpened) -> State:
    participants = tuple(
        [
            replace(participant, will=replace(participant.will, spent=()))
            if participant.will.spent
            else participant
            for participant in state.participants
        ]
    )
    state = replace(state, round=event.number, participants=participants, turn=NOBODY)
    if state.ended is None and state.setup.kind != "task":
        state = advanced(state, event.clock + state.setup.seconds)
    state = replace(state, phase=round_phase(state))
    if state.ended is not None:
        state = replace(state, steps=state.steps + 1)
    return state


def _turn(state: State, event: c.TurnOpened) -> State:
    state = with_participant(state, event.who, helps=NOBODY, protects=NOBODY)
    return replace(state, turn=event.who, phase=declaring(state))


def _step(state: State, event: c.StepOpened) -> State:
    return replace(state, phase=begun_at(state, event.step))


# Goals and intentions.


def _answered(state: State, fact: Fact) -> State:
    phase = state.phase
    assert type(phase) is Declaring or type(phase) is Choosing
    return with_phase(state, answers=put(phase.answers, fact.who, fact))


def _helping(state: State, event: f.HelpOffered) -> State:
    """Store help until the act it is given to, if that comes later [DP-R-17]."""
    if state.turn != NOBODY:
        state = with_participant(state, event.who, helps=event.whom)
    return _answered(state, event)


def _protecting(state: State, event: f.ProtectionOffered) -> State:
    """Keep protecting until the next turn, where exchanges alternate [DP-R-112]."""
    if state.turn != NOBODY:
        state = with_participant(state, event.who, protects=event.whom)
    return _answered(state, event)


def _shown(state: State, event: c.AnswerShown) -> State:
    phase = state.phase
    assert isinstance(phase, Declaring | Choosing | Rolling)
    return with_phase(state, shown=phase.shown | {event.who})


def _intents(state: State, _event: c.IntentsShown) -> State:
    """Remember what all have asked for."""
    phase, participants = state.phase, list(state.participants)
    assert type(phase) is Declaring
    for who, answer in by_seat(phase.answers):
        if type(answer) is f.IntentDeclared:
            participants[who] = replace(participants[who], last=answer)
        elif answer is not None and state.setup.finishing:
            # A seat that no longer strikes leaves the helpless alone [DP-R-88].
            participants[who] = replace(participants[who], last=None)
    return replace(
        state, participants=tuple(participants), phase=Contesting(phase.answers)
    )


def _alerted(state: State, event: c.DangerNoticed) -> State:
    return with_participant(state, event.who, aware_from=event.round)


def _entitled(state: State, event: j.EntitlementRuled) -> State:
    assert type(state.phase) is Contesting
    return with_phase(state, ruled=(*state.phase.ruled, event))


def _contested(state: State, event: f.ContestAnswered | f.ContestWaived) -> State:
    assert type(state.phase) is Contesting
    state = with_phase(state, contests=(*state.phase.contests, event))
    if type(event) is f.ContestAnswered:
        # A seat that rolls helps nobody [DP-R-79].
        return with_participant(state, event.who, helps=NOBODY)
    return state


# Rolls and their results.


def _rolls(state: State, _event: c.RollsCalled) -> State:
    phase = state.phase
    assert type(phase) is Contesting
    waived = frozenset(
        answer.who for answer in phase.contests if type(answer) is f.ContestWaived
    )
    helpers = helpers_of(state, phase)
    rolling = Rolling(rolls_of(state, phase), waived, helpers)
    for who, _ in helpers:
        # Help stored for this act is given with it.
        if state.turn != NOBODY:
            state = with_participant(state, who, helps=NOBODY)
    return replace(state, phase=rolling)


def _resolved(state: State, event: c.ContestResolved) -> State:
    phase = state.phase
    if type(phase) is Settling:
        # One more contest of the same round: all are read from the same rolls.
        return state
    lying = frozenset(
        who
        for who, participant in by_seat(state.participants)
        if participant.body.condition != UP or participant.left is not None
    )
    if type(phase) is Rolling:
        rolls, waived = phase.rolls, phase.waived
        settling = Settling(rolls, event.winners, waived=waived, lying=lying)
    else:
        settling = Settling((), event.winners, lying=lying)
    return replace(state, phase=settling)


def _obtained(state: State, event: c.IntentObtained) -> State:
    intent = state.setup.characters[event.who].intent(event.intent)
    if leaves(state, intent):
        state = with_participant(
            state, event.who, left=Left.ESCAPED, escape=event.intent
        )
    elif intent.settles:
        stake = Stake(side_of(state, event.who), event.who, event.intent)
        state = replace(state, stake=stake)
    phase = state.phase
    if type(phase) is not Settling:
        return state
    effects, dealt = phase.effects, phase.dealt
    if event.margin and intent.kind != Kind.ESCAPE:
        effect = Effect(
            event.who, event.intent, event.target, event.margin, event.contested
        )
        effects = (*effects, effect)
    if intent.kind == Kind.SHAME or intent.crime is not None:
        dealt = (*dealt, Dealt(event.who, event.target, event.intent))
    return with_phase(
        state,
        effects=effects,
        dealt=dealt,
        settled=phase.settled or intent.settles,
    )


def _ground(state: State, event: j.GroundRuled) -> State:
    return with_phase(state, over=not event.new)


def _development(state: State, event: c.DevelopmentCame) -> State:
    return replace(state, used=state.used | {event.index})


def _ended(state: State, event: c.FightEnded) -> State:
    """The conflict ends and counts as a scene that ends here [DP-R-100]."""
    participants = tuple(
        replace(
            participant,
            will=replace(participant.will, spent=(), vice_used=False),
            conscience=replace(participant.conscience, lethal=()),
            carried=(),
        )
        for participant in state.participants
    )
    ended = Ended(Ending(event.how), event.returns)
    return replace(
        state, participants=participants, ended=ended, turn=NOBODY, phase=Closing()
    )


CONTEST_EVENTS: Evolve[State] = {
    c.RoundOpened: _round,
    c.TurnOpened: _turn,
    c.StepOpened: _step,
    f.IntentDeclared: _answered,
    f.HelpOffered: _helping,
    f.ProtectionOffered: _protecting,
    f.HeldBack: _answered,
    f.Conceded: _answered,
    c.AnswerShown: _shown,
    c.IntentsShown: _intents,
    c.IntentChanged: unchanged,
    c.DangerNoticed: _alerted,
    j.EntitlementRuled: _entitled,
    f.ContestAnswered: _contested,
    f.ContestWaived: _contested,
    c.RollsCalled: _rolls,
    c.AutomaticSuccessesCancelled: unchanged,
    c.AutomaticSuccessesApplied: unchanged,
    c.SideTotalChosen: unchanged,
    c.ContestResolved: _resolved,
    c.IntentObtained: _obtained,
    c.TallyEmptied: unchanged,
    f.LetStand: _answered,
    f.ReversalSought: _answered,
    f.WentOn: _answered,
    f.LetRest: _answered,
    j.GroundRuled: _ground,
    c.DevelopmentCame: _development,
    c.FightEnded: _ended,
}
"""Class of event -> the function that applies it."""
