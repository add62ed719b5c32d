"""What the events of a round leave behind, up to the comparison.

Whatever a phase has used is blanked by the event that ends it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import DiceRolled, Event
from sim.rules.intensity import consequences as seen
from sim.rules.intensity import facts
from sim.rules.intensity.comparison import descending
from sim.rules.intensity.goals import SPECIAL
from sim.rules.intensity.helping import AGAINST, ROLLED
from sim.rules.intensity.setup import NOBODY
from sim.rules.intensity.state import (
    BUILD,
    EFFECTS,
    GOALS,
    PERMANENT,
    ROLL,
    Bonus,
    Draft,
    Fighter,
    Goal,
    Penalty,
    Result,
    State,
    Swap,
    put,
    with_fighter,
)

replace = structs.replace


def _round_started(state: State, event: seen.RoundStarted) -> State:
    blank = (None,) * len(state.fighters)
    fighters = state.fighters
    if any(bonus.fresh for fighter in fighters for bonus in fighter.bonuses):
        fighters = tuple(_thawed(fighter) for fighter in fighters)
    return replace(
        state,
        round=event.number,
        phase=GOALS,
        chosen=blank,
        drafts=blank,
        fighters=fighters,
    )


def _thawed(fighter: Fighter) -> Fighter:
    bonuses = tuple(sorted(Bonus(one.size, one.left) for one in fighter.bonuses))
    return replace(fighter, bonuses=bonuses)


def _declared(state: State, event: facts.IntentDeclared) -> State:
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    return replace(state, chosen=put(state.chosen, event.who, goal))


def _sought(state: State, event: facts.DieSought) -> State:
    goal = state.chosen[event.who]
    assert goal is not None
    sized = replace(goal, size=event.size)
    return replace(state, chosen=put(state.chosen, event.who, sized))


def _shown(state: State, _event: seen.GoalsShown) -> State:
    fighters = tuple(
        fighter if goal is None else wanting(fighter, goal)
        for fighter, goal in zip(state.fighters, state.chosen, strict=True)
    )
    return replace(state, phase=BUILD, chosen=(), fighters=fighters)


def wanting(fighter: Fighter, goal: Goal) -> Fighter:
    """Return *fighter* with a new goal; an ordinary one is remembered [IN-R-28]."""
    aim = fighter.aim if goal.kind in SPECIAL else goal
    return replace(fighter, goal=goal, aim=aim)


def _ruled(state: State, event: facts.SizeRuled) -> State:
    goal = state.fighters[event.of].goal
    assert goal is not None
    fighter = wanting(state.fighters[event.of], replace(goal, size=event.size))
    return replace(
        state,
        ruled=state.ruled | 1 << event.of,
        fighters=put(state.fighters, event.of, fighter),
    )


def _entered(state: State, event: facts.PoolEntered) -> State:
    return replace(state, drafts=put(state.drafts, event.who, Draft(acting=True)))


def _no_draft(state: State, event: facts.PoolDeclined | seen.NoPool) -> State:
    return replace(state, drafts=put(state.drafts, event.who, Draft(acting=False)))


def _draft(state: State, who: int) -> Draft:
    draft = state.drafts[who]
    assert draft is not None
    return draft


def _chose(state: State, event: facts.DieChosen) -> State:
    draft = _draft(state, event.who)
    draft = replace(draft, base=(*draft.base, event.ability))
    return replace(state, drafts=put(state.drafts, event.who, draft))


def _bought(state: State, event: facts.ExtraBought) -> State:
    draft = _draft(state, event.who)
    draft = replace(draft, extras=(*draft.extras, event.ability))
    return replace(state, drafts=put(state.drafts, event.who, draft))


def _closed(state: State, event: facts.PoolClosed) -> State:
    draft = replace(_draft(state, event.who), closed=True)
    return replace(state, drafts=put(state.drafts, event.who, draft))


def _spent(state: State, event: seen.PoolSpent) -> State:
    state = with_fighter(state, event.who, intensity=event.left)
    if not event.base:
        return state
    return replace(state, paid=state.paid | 1 << state.setup.people[event.who].side)


def _assembled(state: State, event: seen.PoolAssembled) -> State:
    sizes = tuple(die.size for die in event.dice)
    state = replace(state, used=_used(state, event))
    if event.helping:
        return replace(state, helping=sizes)
    blank = ((),) * len(state.fighters)
    return replace(state, pools=put(state.pools or blank, event.who, sizes))


def _used(state: State, event: seen.PoolAssembled) -> tuple[tuple[int, ...], ...]:
    """Abilities rolled are remembered only where it matters [IN-R-19]."""
    if state.setup.rulings.targets == "any":
        return ()
    blank = ((),) * len(state.fighters)
    rolled = {die.ability for die in event.dice if die.ability != NOBODY}
    used = state.used or blank
    return put(used, event.who, tuple(sorted(rolled.union(used[event.who]))))


def _pools_shown(state: State, _event: seen.PoolsShown) -> State:
    pools = state.pools or ((),) * len(state.fighters)
    return replace(state, phase=ROLL, pools=pools, drafts=(), helped=0, ruled=0, paid=0)


def _built(state: State, event: seen.DifficultyBuilt) -> State:
    swap = Swap(event.who, event.by, event.size, event.places, done=not event.open)
    return replace(
        state,
        swaps=(*state.swaps, swap),
        difficulty=event.dice if state.phase == BUILD else (),
    )


def _swapped(state: State, event: facts.DieSwapped) -> State:
    swaps = tuple(
        replace(swap, places=(*swap.places, event.place))
        if swap.seeker == event.of
        else swap
        for swap in state.swaps
    )
    return replace(state, swaps=swaps)


def _swaps_ended(state: State, event: facts.SwapsEnded) -> State:
    swaps = tuple(
        replace(swap, done=True) if swap.seeker == event.of else swap
        for swap in state.swaps
    )
    return replace(state, swaps=swaps)


def _rolled(state: State, event: DiceRolled) -> State:
    if event.why == ROLLED:
        return replace(state, early=event.reading)
    if event.why == AGAINST:
        return state
    return replace(state, thrown=(*state.thrown, event.reading))


def _help_compared(state: State, event: seen.HelpCompared) -> State:
    stood = state.stood
    if event.stands:
        blank = ((),) * len(state.fighters)
        stood = put(stood or blank, event.who, descending(state.early))
    return replace(
        state,
        helped=state.helped | 1 << event.who,
        drafts=put(state.drafts, event.who, None),
        helping=(),
        difficulty=(),
        early=(),
        swaps=(),
        stood=stood,
    )


def _compared(state: State, event: seen.RollsCompared) -> State:
    raw = (0, 0)
    rulings = state.setup.rulings
    if rulings.situation_penalty and rulings.failure_counts == "raw":
        raw = event.raw
    result = Result(event.a, event.b, event.hand, *event.kept, *raw)
    return replace(state, results=(*state.results, result))


def _granted(state: State, event: seen.SituationDieGranted) -> State:
    bonus = Bonus(event.size, event.uses, event.fresh)
    bonuses = tuple(sorted((*state.fighters[event.who].bonuses, bonus)))
    return with_fighter(state, event.who, bonuses=bonuses)


def _penalised(state: State, event: seen.PenaltyInflicted) -> State:
    dice = (Penalty(event.size, event.rolls),) * event.count
    penalties = tuple(sorted((*state.fighters[event.who].penalties, *dice)))
    return with_fighter(state, event.who, penalties=penalties)


def _worn(state: State, event: seen.DiceWorn) -> State:
    fighter = state.fighters[event.who]
    bonuses = tuple(
        one if one.fresh else replace(one, left=one.left - 1)
        for one in fighter.bonuses
        if one.fresh or one.left > 1
    )
    penalties = tuple(
        one if one.left == PERMANENT else replace(one, left=one.left - 1)
        for one in fighter.penalties
        if one.left != 1
    )
    return with_fighter(state, event.who, bonuses=bonuses, penalties=penalties)


def _rolls_closed(state: State, _event: seen.RollsClosed) -> State:
    return replace(state, phase=EFFECTS, pools=(), swaps=(), thrown=(), stood=())


ROUND: Mapping[type[Event], Callable[[State, Any], State]] = {
    facts.IntentDeclared: _declared,
    facts.DieSought: _sought,
    facts.SizeRuled: _ruled,
    facts.DieSwapped: _swapped,
    facts.SwapsEnded: _swaps_ended,
    facts.PoolEntered: _entered,
    facts.PoolDeclined: _no_draft,
    facts.DieChosen: _chose,
    facts.ExtraBought: _bought,
    facts.PoolClosed: _closed,
    DiceRolled: _rolled,
    seen.RoundStarted: _round_started,
    seen.GoalsShown: _shown,
    seen.IntentChanged: lambda state, _event: state,
    seen.PoolSpent: _spent,
    seen.NoPool: _no_draft,
    seen.PoolAssembled: _assembled,
    seen.PoolsShown: _pools_shown,
    seen.DifficultyBuilt: _built,
    seen.RollsCompared: _compared,
    seen.HelpCompared: _help_compared,
    seen.SituationDieGranted: _granted,
    seen.PenaltyInflicted: _penalised,
    seen.DiceWorn: _worn,
    seen.RollsClosed: _rolls_closed,
}
"""Event -> what it leaves, for the events up to the comparison."""
