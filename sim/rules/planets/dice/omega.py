"""Step 1a: the Omega die, placed rather than rolled, for a Force its owner is Wed to.

It may be committed only if that Force is neutral in the roll, before any die falls, at
a value no higher than the owner's largest die can show.
"""

from sim.rules.planets.forces.task import EACH, Forces, Sizes, wed
from sim.rules.planets.scenario.rulings import Rulings

NOT_WED = "force_not_wed"
BLOCKED = "wed_force_is_favored_or_opposed"
OUT_OF_RANGE = "value_out_of_range"


def limit(sizes: Sizes) -> int:
    """Return the highest value allowed: the owner's largest die [PL-OMEGA-03]."""
    return max(sizes)


def open_forces(sizes: Sizes, task: Forces, rulings: Rulings) -> tuple[int, ...]:
    """Return the Forces for which an Omega die may be placed.

    [PL-OMEGA-01, PL-RUL-20]
    """
    own = wed(sizes)
    if rulings.omega_eligibility == "any_blocks" and own & task.both:
        return ()
    free = own & ~task.both
    return tuple(force for force in EACH if free >> force & 1)


def illegal(
    sizes: Sizes, force: int, value: int, task: Forces, rulings: Rulings
) -> str:
    """Return why the Omega die may not be placed like this; "" if it may."""
    if sizes[force]:
        return NOT_WED
    if force not in open_forces(sizes, task, rulings):
        return BLOCKED
    return "" if 1 <= value <= limit(sizes) else OUT_OF_RANGE
