"""The worth of an option to the seat that would choose it, by exact odds.

Harm is counted in pips and covers one exchange. A die somebody may win is worth the
chance to win it times the pips it adds to the next exchange in which it is rolled.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.rules.intensity import facts as f
from sim.rules.intensity.appraisal.pips import obtains, pips_due, struck
from sim.rules.intensity.appraisal.prospect import (
    Prospect,
    ahead,
    chance_to_finish,
    pool_of,
    round_of,
)
from sim.rules.intensity.appraisal.pursuit import pursued
from sim.rules.intensity.appraisal.stakes import DEADLY, stakes
from sim.rules.intensity.effects.ceding import ordinary_goal
from sim.rules.intensity.goals.evolve import SPECIAL
from sim.rules.intensity.phases import (
    NONE,
    Affecting,
    Building,
    Declaring,
    Draft,
    Goal,
    GoalKind,
)
from sim.rules.intensity.pools.dice import endurance, reduced
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.state import (
    State,
    is_helping,
    opponents,
    seeks,
    with_participant,
)
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import Fact, Seat
from sim.spine.changes import put
from sim.spine.kept import OfState
from sim.spine.leads import with_lead


def appraise(state: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* in *state*."""
    worth = appraise_without_lead(state, option)
    return worth if worth is NEUTRAL else with_lead(worth, ahead(state, option.who))


def appraise_without_lead(state: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* without the lead.

    Rulings of the GM are neutral.
    """
    weigh = WEIGH.get(type(option))
    return NEUTRAL if weigh is None else weigh(state, option)


def _appraisal(
    state: State,
    who: Seat,
    seen: Prospect,
    *,
    cost: float = 0.0,
    goal: Goal | None = None,
) -> Appraisal:
    worth = state.setup.worth
    in_danger = threatened(state, who) == DEADLY
    return Appraisal(
        win=seen.win,
        deals=seen.deals,
        suffers=seen.suffers,
        cost=cost,
        stakes=stakes(state, goal),
        gives=worth.dead if in_danger else worth.ceded,
        wins=_worth(state, goal),
        loses=worth.dead if in_danger else 0.0,
        then_deals=seen.deals,
        then_suffers=seen.suffers,
    )


def _worth(state: State, goal: Goal | None) -> float:
    """Return the worth of obtaining *goal*: 1 unless the scenario says otherwise."""
    if goal is None or goal.wish == NONE:
        return 1.0
    worth = state.setup.wishes[goal.wish].worth
    return 1.0 if worth is None else worth


def _goal(state: State, option: f.IntentDeclared | f.GoalContinued) -> Appraisal:
    """Weigh a goal by the exchange it leads to, or by the die it may win."""
    if option.kind in SPECIAL and not option.size:
        sized = (_wanted(state, option, prize) for prize in state.setup.prizes)
        return max(sized, key=lambda worth: worth.deals - worth.suffers)
    return _wanted(state, option, option.size)


def _wanted(
    state: State, option: f.IntentDeclared | f.GoalContinued, size: int
) -> Appraisal:
    goal = Goal(option.kind, option.goal, option.target, option.ability, size)
    who = option.who
    wanting = with_participant(state, who, goal=goal)
    return _appraisal(
        wanting, who, pursued(wanting, who, pool_of(state, who)), goal=goal
    )


def _sought(state: State, option: f.DieSought) -> Appraisal:
    assert type(state.phase) is Declaring
    goal = state.phase.chosen[option.who]
    assert goal is not None
    asked = f.IntentDeclared(
        option.who, goal.wish, goal.target, goal.kind, goal.ability, option.size
    )
    return _wanted(state, asked, option.size)


def _drafted(state: State, who: Seat, draft: Draft, *, cost: float = 0.0) -> Appraisal:
    """Return the appraisal of a pool whose open places take the largest dice."""
    seen = pursued(state, who, pool_of(state, who, draft))
    return _appraisal(state, who, seen, cost=cost, goal=state.participants[who].goal)


def _draft_of(state: State, who: Seat) -> Draft:
    phase = state.phase
    draft = phase.drafts[who] if type(phase) is Building else None
    return draft if draft is not None else Draft(acting=True)


def _entered(state: State, option: f.PoolEntered) -> Appraisal:
    """Weigh entering a pool, which costs the base point."""
    return _drafted(state, option.who, Draft(acting=True))


def _declined(state: State, option: f.PoolDeclined) -> Appraisal:
    """Weigh having no pool: whatever the goal, one can still be hit [IN-R-05]."""
    who = option.who
    lost = Prospect(0.0, 0.0, round_of(state, who, ()).suffers)
    worth = _appraisal(state, who, lost, goal=state.participants[who].goal)
    return structs.replace(worth, idle=True)


def _chosen(state: State, option: f.DieChosen) -> Appraisal:
    draft = _draft_of(state, option.who)
    draft = structs.replace(draft, base=(*draft.base, option.ability))
    return _drafted(state, option.who, draft)


def _bought(state: State, option: f.ExtraBought) -> Appraisal:
    """Weigh an extra die, which costs one point more than the last [IN-EXTRA-01]."""
    draft = _draft_of(state, option.who)
    draft = structs.replace(draft, extras=(*draft.extras, option.ability))
    return _drafted(state, option.who, draft, cost=len(draft.extras))


def _closed(state: State, option: f.PoolClosed) -> Appraisal:
    return _drafted(state, option.who, _draft_of(state, option.who))


def _pip(state: State, option: f.PipPlaced) -> Appraisal:
    """Weigh a pip by the chance to obtain the goal now or in the next round."""
    who, victim = option.who, option.target
    phase = state.phase
    assert type(phase) is Affecting
    before, left = struck(state, phase, victim)
    pips = (*before, option.ability)
    size = state.participants[victim].sizes[option.ability]
    model = state.setup.rulings.damage_model
    hit = reduced(model, size, pips.count(option.ability))
    sizes = put(left, option.ability, hit)
    goal = state.participants[who].goal
    win = 1.0
    if not obtains(state, goal, victim, [at for at in pips if not sizes[at]]):
        due = pips_due(state, victim, sizes, goal)
        win = chance_to_finish(state, who, victim, sizes, due)
    return _appraisal(state, who, Prospect(win, 1.0, 0.0), goal=goal)


def _contented(state: State, option: f.Contented) -> Appraisal:
    who = option.who
    goal = ordinary_goal(state, who)
    return Appraisal(win=1.0, wins=_worth(state, goal), loses=_worth(state, goal))


def _went_on(state: State, option: f.WentOn) -> Appraisal:
    """Weigh going on by another round with base pools; it costs a point.

    At stake is what a cession would give away: the opponents' goals.
    """
    who = option.who
    aimed = state
    if seeks(state, who) is not None or is_helping(state, who):
        aimed = with_participant(state, who, goal=ordinary_goal(state, who))
    seen = round_of(aimed, who, pool_of(state, who))
    worth = _appraisal(aimed, who, seen, cost=1.0)
    return structs.replace(worth, stakes=threatened(state, who))


_THREATS: OfState[tuple[Seat, Setup], int] = OfState()


def threatened(state: State, who: Seat) -> int:
    """Return the stakes of the deadliest goal that *who* would give away by ceding."""
    cached = _THREATS.about(state.participants)
    deadliest = cached.get((who, state.setup))
    if deadliest is None:
        deadliest = cached[who, state.setup] = _threats(state, who)
    return deadliest


def _threats(state: State, who: Seat) -> int:
    goals = (ordinary_goal(state, foe) for foe in opponents(state, who))
    return max(
        (stakes(state, goal) for goal in goals if goal and goal.target == who),
        default=0,
    )


def _conceded(state: State, option: f.Conceded) -> Appraisal:
    """Weigh ceding, which brings the losses that opponents' goals name [IN-CEDE-03]."""
    who = option.who
    model = state.setup.rulings.damage_model
    taken = {
        goal.ability
        for foe in opponents(state, who)
        if (goal := ordinary_goal(state, foe)) is not None
        and goal.kind == GoalKind.REDUCE
        and goal.target == who
    }
    sizes = state.participants[who].sizes
    suffers = sum(endurance(model, sizes[ability]) for ability in taken)
    worth = _appraisal(
        state, who, Prospect(0.0, 0.0, suffers), goal=ordinary_goal(state, who)
    )
    return structs.replace(
        worth,
        concedes=True,
        stakes=threatened(state, who),
        leaves=1.0,
        then_deals=0.0,
        then_suffers=0.0,
    )


WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.IntentDeclared: _goal,
    f.GoalContinued: _goal,
    f.Contented: _contented,
    f.DieSought: _sought,
    f.PoolEntered: _entered,
    f.PoolDeclined: _declined,
    f.DieChosen: _chosen,
    f.ExtraBought: _bought,
    f.PoolClosed: _closed,
    f.PipPlaced: _pip,
    f.WentOn: _went_on,
    f.Conceded: _conceded,
}
"""Class of option -> the function that appraises it. The GM's rulings have none."""
