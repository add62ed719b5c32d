"""Plugins: rule systems, agents and scenarios of other packages, by entry points.

A package says in its metadata what it offers, under `fracas.systems`, `fracas.agents`
or `fracas.scenarios`; once it is installed beside Fracas every command knows it.
Installed packages are searched only when a name is not one of ours, or when all are
listed. A plugin that is missing, or raises, exits or interrupts when it is imported, is
skipped with a warning: other people's packages must not make a command fail.
"""

import warnings
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pkgutil import resolve_name
from types import FrameType
from typing import TYPE_CHECKING, Any

from sim.errors import AgentError, PluginError, error_in_words
from sim.interrupts import Handler, on_ctrl_c

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SYSTEMS = "fracas.systems"
"""Name -> the RuleSystem, as package.module:ATTRIBUTE."""
AGENTS = "fracas.agents"
"""Name -> the class of an agent, as package.module:CLASS."""
SCENARIOS = "fracas.scenarios"
"""Any name -> a package whose folder holds scenario files."""


class PluginWarning(UserWarning):
    """A plugin cannot be used, and is skipped."""


@cache
def warn(message: str) -> None:
    """Warn, once in a process, that a plugin is skipped."""
    warnings.warn(message, PluginWarning, stacklevel=2)


def entry_points(*, group: str) -> "Iterable[EntryPoint]":
    """Return what installed packages offer in *group*, in the order of the packages."""
    # The library is slow to import, and most commands need nothing but ours.
    points: Iterable[EntryPoint] = resolve_name("importlib.metadata:entry_points")(
        group=group
    )
    return points


@cache
def offered(group: str) -> "dict[str, EntryPoint]":
    """Return what packages offer in *group*, by name; the first of two of one name."""
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = points.setdefault(point.name, point)
        if other.value != point.value:
            warn(
                f"the packages {package(other)} and {package(point)} both offer"
                f" {point.name!r} as one of {group}: that of {package(other)} is used"
            )
    return points


def usable_plugins(
    group: str, ours: Collection[str], usable: Callable[[str], object]
) -> tuple[str, ...]:
    """Return the usable names offered in *group*, in order.

    What *usable* refuses, and what takes a name of *ours*, is skipped with a warning.
    """
    names: list[str] = []
    for name, point in offered(group).items():
        if name in ours:
            warn(
                f"the package {package(point)} offers {name!r} as one of {group}, but"
                " Fracas has its own of that name, which is used"
            )
            continue
        try:
            usable(name)
        except (PluginError, AgentError) as error:
            warn(f"left out: {error}")
        else:
            names.append(name)
    return tuple(sorted(names))


def load(group: str, name: str) -> Any:  # noqa: ANN401 - whatever the package offers
    """Return what a package offers as *name* in *group*; None when none does.

    Raises PluginError when it cannot be imported.
    """
    point = offered(group).get(name)
    if point is None:
        return None
    plugin, reason = loaded(point)
    if reason:
        message = (
            f"{name!r} of the package {package(point)} cannot be loaded from"
            f" {point.value}: {reason}"
        )
        raise PluginError(message)
    return plugin


@cache
def loaded(point: "EntryPoint") -> tuple[Any, str]:
    """Return what *point* loads, or why it cannot be loaded; imported only once."""
    return call_guarded(point.load)


def call_guarded(action: Callable[[], Any]) -> tuple[Any, str]:
    """Return the result of *action*, which runs a package's code, or why it failed.

    Whatever it raises is contained, SystemExit and a KeyboardInterrupt of its own too;
    only a Ctrl-C of whoever sits at the keyboard goes on.
    """
    pressed: list[int] = []

    def note(before: Handler) -> Handler:
        def handler(number: int, frame: FrameType | None) -> None:
            pressed.append(number)
            before(number, frame)

        return handler

    with on_ctrl_c(note):
        try:
            return action(), ""
        except BaseException as error:
            if pressed:
                raise
            said = " ".join(str(error).split())
            return None, error_in_words(error, said)


def folders() -> dict[str, str]:
    """Return the packages that hold scenarios: module -> package that brings it."""
    points = offered(SCENARIOS).values()
    return {point.value: package(point) for point in points}


def package(point: "EntryPoint") -> str:
    """Return the name and version of the package that has *point*."""
    if point.dist is None:
        return point.value
    return f"{point.dist.name} {point.dist.version}"
