"""Pips that are being placed: what they leave of the victim, and how many are due."""

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
    """Return where pips have gone so far, and the sizes of *victim* after them."""
    known = _STRUCK.about(state)
    found = known.get(victim)
    if found is None:
        pips = placed(state, phase)
        model = state.setup.rulings.damage_model
        sizes = state.participants[victim].sizes
        left = tuple(
            [reduced(model, size, pips.count(n)) for n, size in enumerate(sizes)]
        )
        found = known[victim] = pips, left
    return found


def placed(state: State, phase: Affecting) -> tuple[int, ...]:
    """Return where the pips of the allocation under way have gone so far."""
    known = _PLACED.about(state)
    found = known.get(None)
    if found is None:
        step = steps(state, phase)[phase.step]
        found = known[None] = tuple(allocation(state, phase, step)[0])
    return found


def obtains(state: State, goal: Goal | None, victim: Seat, gone: list[int]) -> bool:
    """Whether *goal* is obtained of *victim* once the abilities *gone* are at 0."""
    return goal is not None and not {*gone}.isdisjoint(counted(state, goal, victim))


def pips_due(
    state: State, victim: Seat, sizes: tuple[int, ...], goal: Goal | None
) -> int:
    """Return the pips that *sizes* can take before the nearest goal is obtained.

    On one from whom no goal is to be had any ability is as good; 0 if none is left.
    """
    model = state.setup.rulings.damage_model
    counts = () if goal is None else counted(state, goal, victim)
    counts = counts or range(state.setup.characters[victim].won_from)
    left = [sizes[ability] for ability in counts]
    return min([endurance(model, size) for size in left if size], default=0)
