"""Which shipped scenarios a family of tests is asked of in the first tier."""

from collections.abc import Collection, Iterable
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


TINY = ("dice_pool", "intensity", "planets", "skill_roll", "solar_system")
"""The tiny conflicts of tests/graph of which one of every system is quick."""

CROWDED = "planets_ruled"
"""The tiny conflict whose dice have by far the most faces."""


def short_first(names: Iterable[str]) -> list[Any]:
    """Return *names* as parameters; those with long conflicts wait for the slow tier.

    A scenario that is new is in the first tier.
    """
    return later(names, _LATER)


def later(values: Iterable[Any], slow: Collection[Any]) -> list[Any]:
    """Return *values* as parameters; those that are among *slow* are marked so."""
    return [
        pytest.param(*_all(value), marks=pytest.mark.slow) if value in slow else value
        for value in values
    ]


def _all(param: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any parameter
    return param if isinstance(param, tuple) else (param,)
