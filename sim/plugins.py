"""What other packages bring: rule systems, agents and scenarios, found by entry points.

A package says in its metadata what it offers, under `fracas.systems`, `fracas.agents`
or `fracas.scenarios`; once it is installed beside Fracas every command knows it. The
packages installed are looked through only when a name is not one of ours, or when all
are listed.
"""

from collections.abc import Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sim.errors import PluginError

SYSTEMS = "fracas.systems"
"""Name -> the RuleSystem, as package.module:ATTRIBUTE."""
AGENTS = "fracas.agents"
"""Name -> the class of an agent, as package.module:CLASS."""
SCENARIOS = "fracas.scenarios"
"""Any name -> a package whose folder holds scenario files."""


@cache
def offered(group: str) -> dict[str, EntryPoint]:
    """Return what packages offer in *group*, by name.

    Raises PluginError when two packages offer the same name.
    """
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            message = (
                f"the packages {package(other)} and {package(point)} both offer"
                f" {point.name!r} as one of {group}: uninstall one of them"
            )
            raise PluginError(message)
    return found


def beside(group: str, ours: Collection[str]) -> tuple[str, ...]:
    """Return the names offered in *group*, in order; none may be one of *ours*.

    Raises PluginError when one is.
    """
    for name, point in offered(group).items():
        if name in ours:
            message = (
                f"the package {package(point)} offers {name!r} as one of {group}, but"
                " Fracas has its own of that name"
            )
            raise PluginError(message)
    return tuple(sorted(offered(group)))


def load(group: str, name: str) -> Any:  # noqa: ANN401 - whatever the package offers
    """Return what a package offers as *name* in *group*; None when none does.

    Raises PluginError when it cannot be imported.
    """
    point = offered(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except Exception as error:
        message = (
            f"{name!r} of the package {package(point)} cannot be loaded from"
            f" {point.value}: {type(error).__name__}: {error}"
        )
        raise PluginError(message) from error


def folders() -> dict[str, str]:
    """Return the packages that hold scenarios: module -> package that brings it."""
    points = offered(SCENARIOS).values()
    return {point.value: package(point) for point in points}


def package(point: EntryPoint) -> str:
    """Return the name and version of the package that has *point*."""
    if point.dist is None:
        return point.value
    return f"{point.dist.name} {point.dist.version}"
