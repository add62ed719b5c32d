"""The rule systems by name: the only module that knows them all."""

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from sim.errors import UnknownNameError
from sim.protocol import RuleSystem

SYSTEMS: Mapping[str, str] = {
    "solar_system": "sim.rules.solar_system.system",
    "planets": "sim.rules.planets.system",
    "intensity": "sim.rules.intensity.system",
}
"""Name -> the module whose SYSTEM it is; loaded only when asked for."""


def rule_system(name: str) -> RuleSystem[Any]:
    """Return the rule system called *name*.

    Raises UnknownNameError, with the nearest name, when there is none.
    """
    if name not in SYSTEMS:
        near = get_close_matches(name, SYSTEMS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        known = ", ".join(SYSTEMS)
        message = f"no rule system is called {name!r}: there are {known}{hint}"
        raise UnknownNameError(message)
    system: RuleSystem[Any] = import_module(SYSTEMS[name]).SYSTEM
    return system
