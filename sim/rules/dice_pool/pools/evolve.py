"""How assessing, assembling and throwing pools change the state."""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.phases import Passing, Rolling, Settling, Stepping, has_rolls
from sim.rules.dice_pool.pools.throwing import fallen, undecided, waved
from sim.rules.dice_pool.records.rolls import INTIMACY, Hardness, Throw, roll_of
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import Carried, State, with_participant, with_roll
from sim.seam.events import DiceRolled
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged
from sim.spine.lookup import first


def _edge(state: State, event: c.EdgeAssessed) -> State:
    return with_roll(state, event.who, event.nth, edge=event.assessed)


def _difficulty(state: State, event: c.DifficultyAssessed) -> State:
    hardness = Hardness(event.hardness)
    return with_roll(
        state,
        event.who,
        event.nth,
        difficulty=event.assessed,
        hardness=hardness,
    )


def _gained(state: State, event: c.CarriedDiceGained) -> State:
    participant, uses = state.participants[event.who], state.setup.margins_last
    gained = Carried(event.kind == "edge", event.dice, Arena(event.arena), uses)
    state = with_participant(state, event.who, carried=(*participant.carried, gained))
    if type(state.phase) is Settling:
        return with_phase(state, effects=state.phase.effects[1:])
    return state


def _used(state: State, event: c.CarriedDiceUsed) -> State:
    """The dice have entered the current roll and have one use less."""
    phase, edge = state.phase, event.kind == "edge"
    assert type(phase) is Rolling
    carried = state.participants[event.who].carried
    place = first(
        n
        for n, dice in enumerate(carried)
        if dice.edge == edge
        and dice.dice == event.dice
        and event.arena in ("", dice.arena)
    )
    current = carried[place]
    left = (*carried[:place], *carried[place + 1 :])
    if current.uses > 1:
        less = Carried(current.edge, current.dice, current.arena, current.uses - 1)
        left = put(carried, place, less)
    state = with_participant(state, event.who, carried=left)
    return with_phase(
        state, used=(*phase.used, (event.who, edge, event.dice, current.arena))
    )


def _assembled(state: State, event: c.PoolAssembled) -> State:
    return with_roll(
        state,
        event.who,
        event.nth,
        dice=event.dice,
        chance=event.kind == "chance",
        rote=event.rote,
    )


def _rolled(state: State, fact: DiceRolled) -> State:
    phase = state.phase
    assert has_rolls(phase)
    roll = roll_of(phase.rolls, fact.who, fact.attempt)
    if fact.why == INTIMACY:
        throw = roll.refresh or Throw(len(fact.pool))
        refresh = waved(throw, fact.reading, state.setup.waves)
        return with_roll(state, fact.who, roll.nth, refresh=refresh)
    after = fallen(state, roll, fact)
    rolls = tuple([after if other is roll else other for other in phase.rolls])
    if (
        type(phase) is Passing or type(phase) is Stepping
    ) and not fact.attempt < phase.thrown:
        return with_phase(state, rolls=rolls, thrown=fact.attempt + 1)
    return with_phase(state, rolls=rolls)


def _chosen(state: State, event: f.RoteChoiceMade) -> State:
    phase = state.phase
    assert has_rolls(phase)
    open_ = (other for other in phase.rolls if undecided(other))
    nth = first(roll.nth for roll in open_ if roll.who == event.who)
    return with_roll(state, event.who, nth, chosen=event.total)


POOL_EVENTS: Evolve[State] = {
    DiceRolled: _rolled,
    j.EdgeRuled: unchanged,
    j.DifficultyRuled: unchanged,
    c.EdgeAssessed: _edge,
    c.DifficultyAssessed: _difficulty,
    c.CarriedDiceGained: _gained,
    c.CarriedDiceUsed: _used,
    c.CarriedDiceExpired: unchanged,
    c.PoolAssembled: _assembled,
    c.RollNoted: unchanged,
    f.RoteChoiceMade: _chosen,
}
"""Class of event -> the function that applies it."""
