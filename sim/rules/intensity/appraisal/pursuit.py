"""The prospects of a round, by the kind of goal that is pursued.

A die that may be won is worth the chance to win it times the pips it adds to the next
exchange in which it is rolled.
"""

from sim.rules.intensity.appraisal.odds import chance_to_keep, exchange
from sim.rules.intensity.appraisal.prospect import Pool, Prospect, pool_of, round_of
from sim.rules.intensity.phases import Declaring, Goal, GoalKind
from sim.rules.intensity.pools.difficulty import helping_pool, replaced, smallest_places
from sim.rules.intensity.state import (
    State,
    is_early,
    is_helping,
    opponents,
)
from sim.seam.events import NOBODY, Seat


def pursued(state: State, who: Seat, pool: Pool) -> Prospect:
    """Return the prospects of *who* in the round, by the kind of its goal."""
    goal = state.participants[who].goal
    if goal is None:
        return Prospect()
    if goal.kind == GoalKind.HELP and is_early(state, who):
        return _helping(state, who, goal, pool)
    if goal.kind == GoalKind.HELP:
        return round_of(state, who, pool, attacks=False)
    if goal.kind == GoalKind.SITUATION:
        return _seeking(state, who, goal, pool)
    return round_of(state, who, pool)


def _helping(state: State, who: Seat, goal: Goal, pool: Pool) -> Prospect:
    """Return the prospects of helping: the ally's gain by the die, less penalties."""
    against = helping_pool(state, who, goal.target)
    gain, loss = 0.0, 0.0
    if not _waits(state, who, goal.target):
        gain, loss = _worth_of_die(state, goal.target, goal.size)
    return _for_a_die(state, who, (pool, against), gain, loss)


def _waits(state: State, who: Seat, ally: Seat) -> bool:
    """Whether *ally* is assumed to help again while *who* chooses a goal.

    A die for it would wait, and two who help each other would wait for ever [IN-R-32].
    """
    if type(state.phase) is not Declaring or state.phase.chosen[who] is not None:
        return False
    last = state.participants[ally].goal
    return last is not None and last.kind == GoalKind.HELP


def _seeking(state: State, who: Seat, goal: Goal, pool: Pool) -> Prospect:
    """Return the prospects of a situational goal: its owner's gain by the die."""
    gain, _ = _worth_of_die(state, who, goal.size)
    return _for_a_die(state, who, (pool, pool_of(state, goal.target)), gain, 0.0)


def _for_a_die(
    state: State, who: Seat, pools: tuple[Pool, Pool], gain: float, loss: float
) -> Prospect:
    """Return the prospects of a roll for a die that is worth *gain* or costs *loss*."""
    goal = state.participants[who].goal
    assert goal is not None
    ours, theirs = pools
    places = smallest_places(theirs, goal.size)
    against = tuple(sorted(replaced(theirs, places, goal.size)))
    win = exchange(ours, against)["upper"]
    deals = chance_to_keep(ours, against, 1) * gain
    missed = chance_to_keep(against, ours, 1) * loss
    suffers = round_of(state, who, _defence(state, who, ours)).suffers
    return Prospect(win, deals, suffers + missed)


def _defence(state: State, who: Seat, pool: Pool) -> Pool:
    """Return the pool with which *who* meets attackers; a helper may have none.

    [IN-R-29]
    """
    bare = state.setup.rulings.helper_defends == "no_pool"
    return () if bare and is_helping(state, who) else pool


def _worth_of_die(state: State, who: Seat, size: int) -> tuple[float, float]:
    """Return the pips that a die gains *who* in one roll, and costs as a penalty."""
    goal = state.participants[who].goal
    foes = opponents(state, who)
    aimed = goal is not None and goal.target in foes
    foe = goal.target if goal is not None and aimed else foes[0] if foes else NOBODY
    if foe == NOBODY:
        return 0.0, 0.0
    ours, theirs = pool_of(state, who), pool_of(state, foe)
    plain = exchange(ours, theirs)
    helped = exchange(tuple(sorted((*ours, size))), theirs)
    harmed = exchange(ours, tuple(sorted((*theirs, size))))
    net = plain["kept_a"] - plain["kept_b"]
    return (
        helped["kept_a"] - helped["kept_b"] - net,
        net - harmed["kept_a"] + harmed["kept_b"],
    )
