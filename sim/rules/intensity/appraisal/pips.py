"""Pips being placed: what they leave of the victim, and how many are still needed."""

from sim.rules.intensity.effects.allocation import allocation, steps
from sim.rules.intensity.effects.obtaining import counted
from sim.rules.intensity.phases import Affecting, Goal
from sim.rules.intensity.pools.dice import endurance, reduced
from sim.rules.intensity.state import State
from sim.seam.events import Seat
from sim.spine.kept import OfState

_PLACED: OfState[None, tuple[int, ...]] = OfState()
_STRUCK: OfState[Seat, tuple[tuple[int, ...], tuple[int, ...]]] = OfState()


def struck(
    state: State, phase: Affecting, victim: Seat
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the abilities hit so far, and the sizes of *victim* after these pips."""
    cached = _STRUCK.about(state)
    result = cached.get(victim)
    if result is None:
        pips = placed(state, phase)
        model = state.setup.rulings.damage_model
        sizes = state.participants[victim].sizes
        left = tuple(
            [reduced(model, size, pips.count(n)) for n, size in enumerate(sizes)]
        )
        result = cached[victim] = pips, left
    return result


def placed(state: State, phase: Affecting) -> tuple[int, ...]:
    """Return the abilities hit so far by the allocation under way."""
    cached = _PLACED.about(state)
    pips = cached.get(None)
    if pips is None:
        step = steps(state, phase)[phase.step]
        pips = cached[None] = tuple(allocation(state, phase, step)[0])
    return pips


def obtains(state: State, goal: Goal | None, victim: Seat, at_zero: list[int]) -> bool:
    """Whether *goal* is obtained from *victim* with the abilities *at_zero* at 0."""
    return goal is not None and not {*at_zero}.isdisjoint(counted(state, goal, victim))


def pips_due(
    state: State, victim: Seat, sizes: tuple[int, ...], goal: Goal | None
) -> int:
    """Return the fewest pips after which a goal is obtained from *sizes*.

    If the goal cannot be obtained from this victim, any ability is as good; 0 if none
    is left.
    """
    model = state.setup.rulings.damage_model
    counts = () if goal is None else counted(state, goal, victim)
    counts = counts or range(state.setup.characters[victim].won_from)
    left = [sizes[ability] for ability in counts]
    return min([endurance(model, size) for size in left if size], default=0)
