"""The prospects of a seat in the next exchange, by exact odds of the pools it can see.

Opponents are assumed to roll their largest die of every category and the dice added to
it, without extra dice; one who cannot pay rolls nothing.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct, structs

from sim.rules.intensity.appraisal.odds import chance_to_keep, exchange
from sim.rules.intensity.effects.obtaining import counted, is_any_enough
from sim.rules.intensity.phases import NONE, Draft, Goal, GoalKind
from sim.rules.intensity.pools.building import largest_first
from sim.rules.intensity.pools.dice import endurance, rolled_size
from sim.rules.intensity.scenario.compile import FILLER, Setup
from sim.rules.intensity.state import (
    Bonus,
    Participant,
    State,
    is_early,
    is_in,
    opponents,
    targets,
)
from sim.seam.events import NOBODY, Seat
from sim.spine.kept import OfState
from sim.spine.racing import lead, rounds

Pool = tuple[int, ...]


class Prospect(Struct, frozen=True, gc=False):
    """An exchange as one side sees it: the chance to win it, mean successes of both."""

    win: float = 0.5
    deals: float = 0.0
    suffers: float = 0.0


def pool_of(
    state: State,
    who: Seat,
    draft: Draft | None = None,
    sizes: tuple[int, ...] | None = None,
) -> Pool:
    """Return the pool *who* would roll, with *draft* filled up with the largest dice.

    If *sizes* are given, they replace the sizes of the dice of *who*.
    """
    participant = state.participants[who]
    if (
        draft is None
        and participant.intensity < 1
        and not state.setup.characters[who].static
    ):
        return ()
    bonuses = (
        () if participant.bonuses and is_early(state, who) else participant.bonuses
    )
    sizes = participant.sizes if sizes is None else sizes
    return _pool(state.setup, who, sizes, bonuses, draft or _BARE)


def pool_alone(setup: Setup, who: Seat, participant: Participant) -> Pool:
    """Return the pool of *participant* in the seat *who*, without any help."""
    if participant.intensity < 1 and not setup.characters[who].static:
        return ()
    return _pool(setup, who, participant.sizes, participant.bonuses, _BARE)


_BARE = Draft(acting=True)


@lru_cache(maxsize=1 << 14)
def _pool(
    setup: Setup,
    who: Seat,
    sizes: tuple[int, ...],
    bonuses: tuple[Bonus, ...],
    draft: Draft,
) -> Pool:
    data, model = setup.characters[who], setup.rulings.damage_model
    if data.static:
        own = [rolled_size(model, size) for size in sizes[: data.won_from] if size]
        return _sorted((*own, *(FILLER,) * data.fillers))
    groups = [group for group in largest_first(data.rollable, sizes) if group]
    if not groups:
        return ()
    chosen = iter(draft.base)
    base = [group[0] if len(group) == 1 else next(chosen, group[0]) for group in groups]
    rolled = [rolled_size(model, sizes[index]) for index in (*base, *draft.extras)]
    if setup.rulings.default_d2 == "everyone":
        rolled += [FILLER] * (len(setup.categories) - len(groups))
    return _sorted((*rolled, *(bonus.size for bonus in bonuses if not bonus.fresh)))


def _sorted(sizes: Iterable[int]) -> Pool:
    return tuple(sorted(sizes))


def meeting(state: State, who: Seat, pool: Pool, foe: Seat) -> Prospect:
    """Return the prospects of *who*, rolling *pool*, in the comparison with *foe*."""
    rolled = pool_of(state, foe)
    ours, theirs = pool, rolled
    if state.setup.rulings.penalty_effect == "opposing_die":
        # They are rolled against those who have a pool [IN-R-30].
        if pool and (penalties := _penalties(state, who)):
            theirs = _sorted((*rolled, *penalties))
        if rolled and not state.setup.characters[foe].static:
            ours = _sorted((*pool, *_penalties(state, foe)))
    means = exchange(ours, theirs)
    harmless = state.setup.characters[foe].static and not _obstacle_hurts(state)
    suffers = 0.0 if harmless else means["kept_b"]
    return Prospect(means["upper"], means["kept_a"], suffers)


def _obstacle_hurts(state: State) -> bool:
    rulings = state.setup.rulings
    return rulings.static_deals_damage and rulings.static_mode == "abilities"


def _penalties(state: State, who: Seat) -> list[int]:
    return [penalty.size for penalty in state.participants[who].penalties]


def round_of(state: State, who: Seat, pool: Pool, *, attacks: bool = True) -> Prospect:
    """Return the prospects of *who* in the round, against all who are compared with it.

    The chance to win is the one against the target, or else against the first opponent.
    Somebody who does not attack, such as a helper, can still be hit.
    """
    foes = _met(state, who)
    if not foes:
        return Prospect()
    prospects = [meeting(state, who, pool, foe) for foe in foes]
    deals = sum([prospect.deals for prospect in prospects]) if attacks else 0.0
    aim = state.participants[who].goal
    main = foes.index(aim.target) if aim is not None and aim.target in foes else 0
    return Prospect(
        prospects[main].win, deals, sum([prospect.suffers for prospect in prospects])
    )


_FOES: OfState[tuple[Seat, Setup], list[Seat]] = OfState()


def _met(state: State, who: Seat) -> list[Seat]:
    """Return the opponents *who* is compared with."""
    cached = _FOES.about(state.participants)
    foes = cached.get((who, state.setup))
    if foes is None:
        foes = cached[who, state.setup] = [
            foe
            for foe in opponents(state, who)
            if targets(state, who, foe) or targets(state, foe, who)
        ]
    return foes


def distance(state: State, by: Seat, goal: Goal | None) -> int:
    """Return the pips that separate *by* from obtaining *goal*; 0 if it cannot be."""
    if goal is None:
        return 0
    victims = [goal.target] if goal.target != NOBODY else opponents(state, by)
    model = state.setup.rulings.damage_model
    pips: list[int] = []
    for victim in victims:
        if not is_in(state, victim):
            continue
        sizes = state.participants[victim].sizes
        counts = [sizes[ability] for ability in counted(state, goal, victim)]
        pips += [endurance(model, size) for size in counts if size]
    return min(pips, default=0)


LUCK = 0.8
"""The exponent of the ratio of rounds, fitted to played conflicts by maximum
likelihood.
"""


ROUNDS_MOST = 30
"""The number of rounds that counts as never: no conflict lasts that long."""


def ahead(state: State, who: Seat) -> float:
    """Return how far the side of *who* leads, by how soon each side obtains its goal.

    Everybody is assumed to roll as now. An obstacle counts if somebody acts against it.
    """
    characters = state.setup.characters
    side = characters[who].side
    team = [seat for seat in state.actors if characters[seat].side == side]
    foes = [
        foe
        for foe in opponents(state, who)
        if not characters[foe].static or any(targets(state, seat, foe) for seat in team)
    ]
    if not foes or not team:
        return 0.0
    ours = min(_rounds_needed(state, seat, foes) for seat in team)
    theirs = min(_rounds_needed(state, foe, team) for foe in foes)
    return lead(ours, theirs, LUCK)


def _rounds_needed(state: State, who: Seat, foes: list[Seat]) -> float:
    """Return how many rounds *who* needs for its goal, or for any, with these pools.

    Capped, since all sides run out of points.
    """
    goal = state.participants[who].goal or state.participants[who].aim
    if goal is not None and goal.target in foes and not is_any_enough(state):
        foes = [goal.target]
    else:
        goal = Goal(GoalKind.KEEP, NONE, NOBODY)
    pool, needed = pool_of(state, who), float(ROUNDS_MOST)
    for foe in foes:
        pips = distance(state, who, structs.replace(goal, target=foe))
        kept = exchange(pool, pool_of(state, foe))["kept_a"]
        needed = min(needed, rounds(pips, kept)) if pips else needed
    return needed


def chance_to_finish(
    state: State, who: Seat, victim: Seat, sizes: tuple[int, ...], pips: int
) -> float:
    """Return the chance that *who* keeps *pips* successes or more next round.

    *sizes* are those of the dice of *victim*; with no *pips* to keep there is none.
    """
    if not pips:
        return 0.0
    theirs = pool_of(state, victim, sizes=sizes)
    return chance_to_keep(pool_of(state, who), theirs, pips)
