"""Which shipped scenarios a family of tests is asked of in the first tier."""

from collections.abc import Iterable
from typing import Any

import pytest

_LATER = {
    *("ambush", "lamp_market", "rooftops", "tribunal"),
    *("planets_race", "planets_siege"),
    *("intensity_auction", "intensity_cliff", "intensity_heist"),
    *("dice_pool_after_the_fire", "dice_pool_chase", "dice_pool_debate"),
    *("dice_pool_knives", "skill_chase", "skill_gate", "skill_sniper"),
}
"""Those with long conflicts, which have nothing of their own to show an audit."""


def short_first(names: Iterable[str]) -> list[Any]:
    """Return *names* as parameters; those with long conflicts wait for the slow tier.

    A scenario that is new is in the first tier.
    """
    slow = pytest.mark.slow
    return [pytest.param(one, marks=slow) if one in _LATER else one for one in names]
