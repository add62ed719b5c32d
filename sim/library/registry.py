"""The rule systems by name: the only module that knows ours and loads plugins'."""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from sim.errors import PluginError, RulesError, UnknownNameError
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
_SYSTEM = "SYSTEM"
_LACKING = re.compile(r"Missing required argument '(\w+)'")


def system_names() -> tuple[str, ...]:
    """Return the names of all rule systems: ours, then those of other packages."""
    return (*SYSTEMS, *plugins.usable_plugins(plugins.SYSTEMS, SYSTEMS, rule_system))


def rule_system(name: str) -> RuleSystem[Any]:
    """Return the rule system called *name*, ours or another package's.

    Raises UnknownNameError, with the nearest name, if there is none; PluginError if a
    package offers something else; RulesError if the system is incomplete.
    """
    if name in SYSTEMS:
        return _ours(name)
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


def _ours(name: str) -> RuleSystem[Any]:
    module = SYSTEMS[name]
    try:
        system = getattr(import_module(module), _SYSTEM, None)
    except TypeError as error:
        lacking = _LACKING.search(str(error))
        if lacking is None:
            raise
        message = (
            f"the rule system {name} has no `{lacking[1]}`: {module} makes a RuleSystem"
            " without it"
        )
        raise RulesError(message) from error
    if not issubclass(type(system), RuleSystem):
        message = f"the rule system {name} is not there: {module} has no {_SYSTEM}"
        raise RulesError(message)
    own = cast("RuleSystem[Any]", system)
    if own.name != name:
        message = f"the rule system {name} calls itself {own.name!r} in {module}"
        raise RulesError(message)
    return own
