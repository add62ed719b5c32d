"""The rule systems by name: the only module that knows ours and loads plugins'."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from sim.errors import PluginError, UnknownNameError
from sim.library import plugins
from sim.reading.hints import nearest, shortened
from sim.seam.protocol import RuleSystem

SYSTEMS: Mapping[str, str] = {
    "solar_system": "sim.rules.solar_system.system",
    "planets": "sim.rules.planets.system",
    "intensity": "sim.rules.intensity.system",
    "dice_pool": "sim.rules.dice_pool.system",
    "skill_roll": "sim.rules.skill_roll.system",
}
"""Name -> the module whose SYSTEM it is; loaded only when asked for."""


def system_names() -> tuple[str, ...]:
    """Return the names of all rule systems: ours, then those of other packages."""
    return (*SYSTEMS, *plugins.beside(plugins.SYSTEMS, SYSTEMS, rule_system))


def rule_system(name: str) -> RuleSystem[Any]:
    """Return the rule system called *name*, ours or another package's.

    Raises UnknownNameError, with the nearest name, when there is none; PluginError
    when a package offers something else.
    """
    if name in SYSTEMS:
        system: RuleSystem[Any] = import_module(SYSTEMS[name]).SYSTEM
        return system
    offered = plugins.load(plugins.SYSTEMS, name)
    if offered is None:
        known = system_names()
        message = (
            f"no rule system is called {shortened(name)!r}: there are"
            f" {', '.join(known)}{nearest(name, known)}"
        )
        raise UnknownNameError(message)
    system = cast("RuleSystem[Any]", offered)
    if not issubclass(type(offered), RuleSystem) or system.name != name:
        message = (
            f"the entry point {name!r} of {plugins.SYSTEMS} is no RuleSystem of that"
            " name"
        )
        raise PluginError(message)
    return system
