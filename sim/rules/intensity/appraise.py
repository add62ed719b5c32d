"""What an option is worth to whoever would choose it, by exact odds, when asked.

Harm is counted in pips, and of one exchange. A die for somebody is worth the pips it
adds to the next exchange it is rolled in, if it is won at all.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import Fact
from sim.protocol import Appraisal
from sim.rules.intensity import facts
from sim.rules.intensity.ceding import ordinary_goal
from sim.rules.intensity.damage import endurance, reduced
from sim.rules.intensity.effects import allocation, steps
from sim.rules.intensity.prospect import (
    Prospect,
    ahead,
    chance_to_finish,
    pool_of,
    round_of,
)
from sim.rules.intensity.pursuit import pursued
from sim.rules.intensity.setup import NOBODY
from sim.rules.intensity.state import (
    HELPING,
    REDUCE,
    SITUATION,
    Draft,
    Goal,
    State,
    is_helping,
    opponents,
    put,
    seeks,
    with_fighter,
)
from sim.rules.intensity.words import stakes


def appraise(state: State, option: Fact) -> Appraisal:
    """Return what *option* is worth, seen from *state*."""
    weigh = WEIGH.get(type(option))
    if weigh is None:
        return Appraisal()
    return weigh(state, option)


def _appraisal(
    state: State,
    who: int,
    seen: Prospect,
    *,
    cost: float = 0.0,
    goal: Goal | None = None,
) -> Appraisal:
    return Appraisal(
        win=seen.win,
        deals=seen.deals,
        suffers=seen.suffers,
        cost=cost,
        stakes=stakes(state, goal),
        ahead=ahead(state, who),
    )


def _goal(
    state: State, option: facts.IntentDeclared | facts.GoalContinued
) -> Appraisal:
    """A goal is worth the exchange it leads to, or the die it may win."""
    if option.kind in {HELPING, SITUATION} and not option.size:
        sized = (_wanted(state, option, prize) for prize in state.setup.prizes)
        return max(sized, key=lambda one: one.deals - one.suffers)
    return _wanted(state, option, option.size)


def _wanted(
    state: State, option: facts.IntentDeclared | facts.GoalContinued, size: int
) -> Appraisal:
    goal = Goal(option.kind, option.goal, option.target, option.ability, size)
    who = option.who
    wanting = with_fighter(state, who, goal=goal)
    return _appraisal(
        wanting, who, pursued(wanting, who, pool_of(state, who)), goal=goal
    )


def _sought(state: State, option: facts.DieSought) -> Appraisal:
    goal = state.chosen[option.who]
    assert goal is not None
    asked = facts.IntentDeclared(
        option.who, goal.wish, goal.target, goal.kind, goal.ability, option.size
    )
    return _wanted(state, asked, option.size)


def _drafted(state: State, who: int, draft: Draft, *, cost: float = 0.0) -> Appraisal:
    """Return what a pool is worth once its open places take the largest dice."""
    seen = pursued(state, who, pool_of(state, who, draft))
    return _appraisal(state, who, seen, cost=cost, goal=state.fighters[who].goal)


def _draft_of(state: State, who: int) -> Draft:
    draft = state.drafts[who]
    return draft if draft is not None else Draft(acting=True)


def _entered(state: State, option: facts.PoolEntered) -> Appraisal:
    """The base point is the price of acting at all, and no choice by itself."""
    return _drafted(state, option.who, Draft(acting=True))


def _declined(state: State, option: facts.PoolDeclined) -> Appraisal:
    """Without a pool one is hit all the same, whatever the goal [IN-R-05]."""
    who = option.who
    seen = round_of(state, who, (), attacks=False)
    lost = Prospect(0.0, 0.0, seen.suffers)
    return _appraisal(state, who, lost, goal=state.fighters[who].goal)


def _chosen(state: State, option: facts.DieChosen) -> Appraisal:
    draft = _draft_of(state, option.who)
    draft = structs.replace(draft, base=(*draft.base, option.ability))
    return _drafted(state, option.who, draft)


def _bought(state: State, option: facts.ExtraBought) -> Appraisal:
    """An extra die costs what the next one in the triangle does [IN-EXTRA-01]."""
    draft = _draft_of(state, option.who)
    draft = structs.replace(draft, extras=(*draft.extras, option.ability))
    return _drafted(state, option.who, draft, cost=len(draft.extras))


def _closed(state: State, option: facts.PoolClosed) -> Appraisal:
    return _drafted(state, option.who, _draft_of(state, option.who))


def _pip(state: State, option: facts.PipPlaced) -> Appraisal:
    """A pip is worth the chance that the goal is then obtained next round, or now."""
    who, victim = option.who, option.target
    step = steps(state)[state.step]
    placed, _ = allocation(state, step)
    placed = [*placed, option.ability]
    model = state.setup.rulings.damage_model
    sizes = state.fighters[victim].sizes
    for ability in set(placed):
        left = reduced(model, sizes[ability], placed.count(ability))
        sizes = put(sizes, ability, left)
    hit = with_fighter(state, victim, sizes=sizes)
    goal = state.fighters[who].goal
    gone = [index for index in placed if not sizes[index]]
    due = _pips_due(hit, victim, goal)
    if gone and _obtains(goal, victim, gone):
        due = 0
    win = chance_to_finish(hit, who, victim, due)
    return _appraisal(state, who, Prospect(win, 1.0, 0.0), goal=goal)


def _obtains(goal: Goal | None, victim: int, gone: list[int]) -> bool:
    if goal is None or goal.target not in {victim, NOBODY}:
        return False
    return goal.kind != REDUCE or goal.ability in gone


def _pips_due(state: State, victim: int, goal: Goal | None) -> int:
    """Return the pips *victim* can still take before the nearest goal is obtained."""
    fighter = state.fighters[victim]
    model = state.setup.rulings.damage_model
    sizes = fighter.sizes[: state.setup.people[victim].won_from]
    if goal is not None and goal.kind == REDUCE and goal.target == victim:
        sizes = (sizes[goal.ability],)
    return min((endurance(model, size) for size in sizes if size), default=0)


def _contented(state: State, option: facts.Contented) -> Appraisal:
    return Appraisal(win=1.0, ahead=ahead(state, option.who))


def _went_on(state: State, option: facts.WentOn) -> Appraisal:
    """Going on is worth another round with base pools, and costs a point.

    Its stakes are those of a cession: what the opponents are after.
    """
    who = option.who
    aimed = state
    if seeks(state, who) is not None or is_helping(state, who):
        aimed = with_fighter(state, who, goal=ordinary_goal(state, who))
    seen = round_of(aimed, who, pool_of(state, who))
    found = _appraisal(aimed, who, seen, cost=1.0)
    return structs.replace(found, stakes=_threatened(state, who))


def _threatened(state: State, who: int) -> int:
    """Return how deadly the deadliest goal is that a cession of *who* gives away."""
    goals = (ordinary_goal(state, foe) for foe in opponents(state, who))
    return max(
        (stakes(state, goal) for goal in goals if goal and goal.target == who),
        default=0,
    )


def _conceded(state: State, option: facts.Conceded) -> Appraisal:
    """Ceding suffers what the opponents' goals take at once [IN-CEDE-03]."""
    who = option.who
    model = state.setup.rulings.damage_model
    taken = {
        goal.ability
        for foe in opponents(state, who)
        if (goal := ordinary_goal(state, foe)) is not None
        and goal.kind == REDUCE
        and goal.target == who
    }
    sizes = state.fighters[who].sizes
    suffers = sum(endurance(model, sizes[ability]) for ability in taken)
    return Appraisal(
        0.0,
        0.0,
        suffers,
        concedes=True,
        stakes=_threatened(state, who),
        ahead=ahead(state, who),
    )


WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    facts.IntentDeclared: _goal,
    facts.GoalContinued: _goal,
    facts.Contented: _contented,
    facts.DieSought: _sought,
    facts.PoolEntered: _entered,
    facts.PoolDeclined: _declined,
    facts.DieChosen: _chosen,
    facts.ExtraBought: _bought,
    facts.PoolClosed: _closed,
    facts.PipPlaced: _pip,
    facts.WentOn: _went_on,
    facts.Conceded: _conceded,
}
"""Option -> what it is worth; the GM's rulings are worth nothing to anyone."""
