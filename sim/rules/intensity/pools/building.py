"""Pools: the dice somebody may roll, their cost, and how they are chosen.

A pool is chosen in small steps in a fixed order: whether to act, one die for every
category with a choice, then extra dice from the largest down. Steps with only one
answer are skipped. Nothing is paid until all pools are revealed.
"""

from functools import lru_cache

from sim.rules.intensity.consequences import (
    BASE,
    EXTRA,
    FILLED,
    NO_PAYER,
    SITUATIONAL,
    UNABLE_TO_PAY,
    WITHOUT_DICE,
    NoPool,
    PoolAssembled,
    PooledDie,
    PoolSpent,
    PoolsShown,
)
from sim.rules.intensity.facts import (
    DieChosen,
    ExtraBought,
    PoolClosed,
    PoolDeclined,
    PoolEntered,
)
from sim.rules.intensity.phases import NONE, Building, Draft
from sim.rules.intensity.pools.dice import rolled_size
from sim.rules.intensity.scenario.compile import FILLER
from sim.rules.intensity.state import (
    State,
    helpers,
    is_early,
    is_in,
    pairs,
    side_of,
    view,
)
from sim.seam.events import Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat

PAID = ("IN-POOL-01", "IN-EXTRA-02", "IN-R-04", "IN-R-09", "IN-R-10")
BUILT = ("IN-POOL-02", "IN-POOL-03", "IN-EXTRA-01", "IN-GM-01", "IN-R-07", "IN-R-35")
FILLED_UP = ("IN-POOL-02", "IN-POOL-03", "IN-EXTRA-01", "IN-R-07", "IN-R-08")
OBSTACLE = ("IN-GM-02", "IN-GM-03", "IN-R-08", "IN-R-11")
SHOWN = ("IN-ROUND-01", "IN-R-06", "IN-R-46")
LACKING = ("IN-R-05", "IN-R-44")


def extra_cost(count: int) -> int:
    """Return the total cost of *count* extra dice [IN-EXTRA-02]."""
    return count * (count + 1) // 2


def ask_pools(state: State, phase: Building) -> Asked[State]:
    """Ask everybody for a pool, then reveal and pay them all [IN-POOL-01, IN-R-06]."""
    for who in builders(state):
        asked = ask_pool(state, phase, who)
        if asked is not None:
            return asked
    return Due((*shown(state, phase), PoolsShown(SHOWN)))


def builders(state: State) -> tuple[Seat, ...]:
    """Return the seats that build a main pool.

    Under `second_pool` helpers do, too.
    """
    second = state.setup.rulings.helper_defends == "second_pool"
    helping = () if second else helpers(state)
    if not helping:
        return state.actors
    return tuple(who for who in state.actors if who not in helping)


def ask_pool(state: State, phase: Building, who: Seat) -> Asked[State] | None:
    """Return the next step of building the pool of *who*, or None when it is done."""
    draft = phase.drafts[who]
    if draft is None:
        reason = lack(state, who)
        if reason:
            return Due((NoPool(LACKING, who, reason),))
        entry = (PoolEntered(who), PoolDeclined(who))
        return Decision(who, entry, view(state, who))
    if not draft.acting or draft.closed:
        return None
    base = next_base(state, who, draft)
    if base:
        chosen = tuple(DieChosen(who, ability) for ability in base)
        return Decision(who, chosen, view(state, who))
    extras = next_extras(state, who, draft)
    if extras:
        bought = (ExtraBought(who, ability) for ability in extras)
        options = (PoolClosed(who), *bought)
        return Decision(who, options, view(state, who))
    return None


def lack(state: State, who: Seat) -> str:
    """Return why *who* cannot have a pool, "" if it can [IN-R-05, IN-R-44]."""
    if not can_pay(state, who):
        return UNABLE_TO_PAY
    if not any(candidates(state, who)):
        return WITHOUT_DICE
    return ""


def can_pay(state: State, who: Seat) -> bool:
    """Whether the base point of *who* can be paid [IN-R-04]."""
    if not by_side(state):
        return state.participants[who].intensity > 0
    side = side_of(state, who)
    if is_paid(state, side) or state.participants[who].intensity > 0:
        return True
    return not is_early(state, who) and any(
        state.participants[mate].intensity > 0
        for mate in builders(state)
        if side_of(state, mate) == side
    )


def is_paid(state: State, side: int) -> bool:
    """Whether the base point of *side* is paid this round."""
    return type(state.phase) is Building and side in state.phase.paid


def candidates(state: State, who: Seat) -> tuple[tuple[int, ...], ...]:
    """Return the dice *who* can roll by category, the largest first [IN-R-07]."""
    return largest_first(
        state.setup.characters[who].rollable, state.participants[who].sizes
    )


@lru_cache(maxsize=1 << 12)
def largest_first(
    groups: tuple[tuple[int, ...], ...], sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the abilities of each group that have a die of these *sizes* left."""
    return tuple(
        tuple(
            sorted(
                (index for index in group if sizes[index]),
                key=lambda index: (-sizes[index], index),
            )
        )
        for group in groups
    )


def next_base(state: State, who: Seat, draft: Draft) -> tuple[int, ...]:
    """Return the dice from which the next base die is chosen, if there is a choice."""
    open_ = [group for group in candidates(state, who) if len(group) > 1]
    return open_[len(draft.base)] if len(draft.base) < len(open_) else ()


def base_dice(state: State, who: Seat, draft: Draft) -> list[int]:
    """Return the base dice of *draft*: chosen ones, and those without a choice."""
    chosen = iter(draft.base)
    return [
        group[0] if len(group) == 1 else next(chosen, group[0])
        for group in candidates(state, who)
        if group
    ]


def next_extras(state: State, who: Seat, draft: Draft) -> list[int]:
    """Return the extra dice *who* can still afford, below those already bought."""
    price = extra_cost(len(draft.extras) + 1)
    if price > budget(state, who):
        return []
    sizes = state.participants[who].sizes
    base = base_dice(state, who, draft)
    free = sorted(
        (i for group in candidates(state, who) for i in group if i not in base),
        key=lambda index: (-sizes[index], index),
    )
    if draft.extras:
        free = free[free.index(draft.extras[-1]) + 1 :]
    return free


def budget(state: State, who: Seat) -> int:
    """Return the points *who* can spend on extra dice, without the base point."""
    has = state.participants[who].intensity
    paid = by_side(state) and is_paid(state, side_of(state, who))
    return has if paid else has - 1


def shown(
    state: State, phase: Building
) -> tuple[NoPool | PoolSpent | PoolAssembled, ...]:
    """Return the events that reveal and pay all main pools."""
    events: list[NoPool | PoolSpent | PoolAssembled] = []
    building = set(builders(state))
    compared = {who for pair in pairs(state) for who in pair}
    for who, data in by_seat(state.setup.characters):
        if data.static and is_in(state, who) and who in compared:
            events.append(PoolAssembled(OBSTACLE, who, obstacle_dice(state, who)))
        draft = phase.drafts[who] if who in building else None
        if draft is None or not draft.acting:
            continue
        base = base_due(state, phase, who)
        if base is None:
            events.append(NoPool(LACKING, who, NO_PAYER))
            continue
        events.append(spent(state, who, draft, base))
        events.append(PoolAssembled(built(state), who, pooled(state, who, draft)))
    return tuple(events)


def by_side(state: State) -> bool:
    """Whether one base point pays for a whole side [IN-R-04]."""
    return state.setup.rulings.base_cost == "side"


def base_due(state: State, phase: Building, who: Seat) -> int | None:
    """Return the base point *who* owes, or None if nobody of the side can pay.

    Where a side pays, its first acting member with a point left does.
    """
    if not by_side(state):
        return 1
    side = side_of(state, who)
    if side in phase.paid:
        return 0
    if is_early(state, who):
        return 1
    payers = [
        mate
        for mate in builders(state)
        if side_of(state, mate) == side and _has_point_left(state, phase, mate)
    ]
    if not payers:
        return None
    return 1 if payers[0] == who else 0


def _has_point_left(state: State, phase: Building, who: Seat) -> bool:
    draft = phase.drafts[who]
    if draft is None or not draft.acting:
        return False
    return state.participants[who].intensity > extra_cost(len(draft.extras))


def spent(state: State, who: Seat, draft: Draft, base: int) -> PoolSpent:
    """Return the points spent on *draft* [IN-EXTRA-02]."""
    extras = len(draft.extras)
    amount = base + extra_cost(extras)
    left = state.participants[who].intensity - amount
    return PoolSpent(PAID, who, who, amount, left, base, extras)


def built(state: State) -> tuple[str, ...]:
    """Return the rules by which a player's pool is built."""
    return FILLED_UP if state.setup.rulings.default_d2 == "everyone" else BUILT


def pooled(
    state: State, who: Seat, draft: Draft, *, helping: bool = False
) -> tuple[PooledDie, ...]:
    """Return the dice of *draft*, situation dice included [IN-R-35].

    A helper's early roll is no main roll and has no situation dice [IN-R-32].
    """
    participant = state.participants[who]
    model = state.setup.rulings.damage_model
    base = base_dice(state, who, draft)
    dice = [
        PooledDie(role, ability, rolled_size(model, participant.sizes[ability]))
        for role, abilities in ((BASE, base), (EXTRA, draft.extras))
        for ability in abilities
    ]
    if state.setup.rulings.default_d2 == "everyone":
        empty = len(state.setup.categories) - len(base)
        dice += [PooledDie(FILLED, NONE, FILLER)] * empty
    if not helping:
        dice += [
            PooledDie(SITUATIONAL, NONE, bonus.size)
            for bonus in participant.bonuses
            if not bonus.fresh
        ]
    return tuple(dice)


def obstacle_dice(state: State, who: Seat) -> tuple[PooledDie, ...]:
    """Return the pool of an obstacle: the dice it has left, and its filling d2s."""
    model = state.setup.rulings.damage_model
    own = [
        PooledDie(BASE, ability, rolled_size(model, size))
        for ability, size in enumerate(state.participants[who].sizes)
        if size
    ]
    return (
        *own,
        *(PooledDie(FILLED, NONE, FILLER),) * state.setup.characters[who].fillers,
    )
