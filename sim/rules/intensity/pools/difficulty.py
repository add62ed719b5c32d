"""Difficulty pools of helping and situational goals, and which dice are replaced.

Up to three dice become the size asked for: the smallest by default, or those that the
GM's seat chooses one by one from the smallest up.
"""

from collections.abc import Sequence

from sim.rules.intensity.consequences import DifficultyBuilt
from sim.rules.intensity.facts import DieSwapped, SwapsEnded
from sim.rules.intensity.phases import Rolling, Swap
from sim.rules.intensity.pools.dice import rolled_size
from sim.rules.intensity.scenario.compile import FILLER
from sim.rules.intensity.state import (
    State,
    opponents,
    seeks,
    targets,
    view,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Decision

HELP = ("IN-HELP-01", "IN-HELP-02", "IN-GM-02", "IN-R-08", "IN-R-36")
SITUATION = ("IN-SIT-01", "IN-GM-03", "IN-R-33", "IN-R-36")

REPLACED_MAX = 3
"""At most this many dice of a pool become the size asked for [IN-HELP-02]."""


def smallest_places(pool: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the places of the dice replaced by default [IN-R-36]."""
    smaller = [place for place, die in enumerate(pool) if die < size]
    smaller.sort(key=lambda place: (pool[place], place))
    return tuple(sorted(smaller[:REPLACED_MAX]))


def replaced(pool: Sequence[int], places: Sequence[int], size: int) -> tuple[int, ...]:
    """Return *pool* with the dice at *places* replaced by *size* [IN-HELP-02]."""
    return tuple(size if place in places else die for place, die in enumerate(pool))


def helping_pool(state: State, helper: Seat, ally: Seat) -> tuple[int, ...]:
    """Return the pool that helping is rolled against, before any die is replaced.

    Unless the scenario gives one, it is three d2s and, if an active opponent targets
    the helper or the ally, the largest ability of such an opponent [IN-R-36].
    """
    given = state.setup.help_pool
    if given:
        padded = state.setup.rulings.default_d2 != "none"
        missing = len(state.setup.categories) - len(given) if padded else 0
        return given + (FILLER,) * missing
    model = state.setup.rulings.damage_model
    foes = [
        foe
        for foe in opponents(state, helper)
        if foe in state.actors
        and (targets(state, foe, helper) or targets(state, foe, ally))
    ]
    largest = max((max(state.participants[foe].sizes) for foe in foes), default=0)
    pool = (FILLER,) * REPLACED_MAX
    return (rolled_size(model, largest), *pool) if largest else pool


def built_for_help(state: State, helper: Seat) -> DifficultyBuilt:
    """Return the difficulty pool of *helper* [IN-HELP-01, IN-HELP-02]."""
    goal = state.participants[helper].goal
    assert goal is not None
    pool = helping_pool(state, helper, goal.target)
    policy = state.setup.rulings.replace_policy
    places = smallest_places(pool, goal.size) if policy == "smallest" else ()
    return DifficultyBuilt(
        HELP, helper, NOBODY, goal.size, pool, places, policy == "explicit"
    )


def next_situation(state: State, phase: Rolling) -> DifficultyBuilt | None:
    """Return the next difficulty pool of a situational goal [IN-SIT-01, IN-R-33]."""
    rulings = state.setup.rulings
    settled = {swap.seeker for swap in phase.swaps}
    for who in state.actors:
        goal = seeks(state, who)
        if goal is None or who in settled or not phase.pools[who]:
            continue
        if rulings.situation_pool == "separate":
            own = (goal.size,) * REPLACED_MAX
            return DifficultyBuilt(SITUATION, who, NOBODY, goal.size, own)
        pool = phase.pools[goal.target]
        policy = rulings.replace_policy
        places = smallest_places(pool, goal.size) if policy == "smallest" else ()
        asks = policy == "explicit" and bool(pool)
        return DifficultyBuilt(SITUATION, who, goal.target, goal.size, (), places, asks)
    return None


def ask_swap(state: State, swap: Swap, pool: Sequence[int]) -> Decision[State] | None:
    """Ask the GM which dice of *pool* to replace, if the GM decides it [IN-R-36]."""
    left = () if swap.done else swappable(swap, pool)
    if not left:
        return None
    gm = state.setup.gm
    swaps = (DieSwapped(gm, swap.seeker, place) for place in left)
    options = (*swaps, SwapsEnded(gm, swap.seeker))
    return Decision(gm, options, view(state, gm))


def swappable(swap: Swap, pool: Sequence[int]) -> list[int]:
    """Return the places the GM may still replace: those above the last one."""
    if len(swap.places) >= REPLACED_MAX:
        return []
    order = sorted(range(len(pool)), key=lambda place: (pool[place], place))
    start = order.index(swap.places[-1]) + 1 if swap.places else 0
    return [place for place in order[start:] if pool[place] != swap.size]
