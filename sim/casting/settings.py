"""The settings of an agent: the arguments of its class, and values for them."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from inspect import Parameter, signature
from math import isfinite
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from sim.casting.specs import AT, check_reads_nothing, nested_spec
from sim.errors import AgentError
from sim.files.sources import read_source
from sim.reading.hints import nearest, shortened
from sim.reading.mismatch import expected
from sim.seam.protocol import Agent

OTHER: Any = Agent | str
"""The type of a setting that is another agent."""


class Setting(Struct, frozen=True):
    """A setting of an agent: its name, type and default."""

    name: str
    kind: Any
    default: Any


def settings_of(kind: type[Agent]) -> tuple[Setting, ...]:
    """Return the settings of the agent class *kind*: the arguments of its `__init__`.

    Raises AgentError when one has no default, or cannot be given by name.
    """
    if kind.__init__ is object.__init__:
        return ()
    return _arguments(kind.__init__, kind.__name__)


@lru_cache(maxsize=256)
def _arguments(make: Callable[..., None], called: str) -> tuple[Setting, ...]:
    settings: list[Setting] = []
    hints = get_type_hints(make, include_extras=True)
    for name, parameter in list(signature(make).parameters.items())[1:]:
        if parameter.default is Parameter.empty or parameter.kind not in {
            Parameter.POSITIONAL_OR_KEYWORD,
            Parameter.KEYWORD_ONLY,
        }:
            message = f"the setting {name} of {called} needs a default value"
            raise AgentError(message)
        settings.append(
            Setting(name, hints.get(name, type(parameter.default)), parameter.default)
        )
    return tuple(settings)


def typed_settings(
    name: str, allowed: tuple[Setting, ...], given: Mapping[str, Any], *, literal: bool
) -> dict[str, Any]:
    """Return the *given* settings of the agent *name* in their types.

    If they are *literal*, none is read from a file. Raises AgentError for a setting
    that does not exist or has an invalid value.
    """
    kinds = {setting.name: setting.kind for setting in allowed}
    settings: dict[str, Any] = {}
    for key, value in given.items():
        if key not in kinds:
            names = f"it has {', '.join(kinds)}" if kinds else "it has none"
            hint = nearest(key, kinds)
            message = f"{name} has no setting {shortened(key)!r}: {names}{hint}"
            raise AgentError(message)
        if kinds[key] == OTHER:
            settings[key] = str(value)
            check_reads_nothing(nested_spec(settings[key]))
            continue
        try:
            text = str in (kinds[key], *get_args(kinds[key])[:1]) and not literal
            content = _from_file(value) if text else value
            settings[key] = msgspec.convert(content, kinds[key], strict=False)
        except msgspec.ValidationError as error:
            raise _unfit(name, key, kinds[key], value) from error
        if isinstance(settings[key], float) and not isfinite(settings[key]):
            raise _unfit(name, key, kinds[key], value)
    return settings


def read_settings(given: Mapping[str, Any], *, literal: bool = False) -> dict[str, str]:
    """Return the settings *given* to a program, which are texts of any name.

    If they are *literal*, none is read from a file.
    """
    return {
        name: str(value if literal else _from_file(value))
        for name, value in given.items()
    }


def _unfit(name: str, key: str, kind: Any, value: object) -> AgentError:  # noqa: ANN401 - any type of an argument
    """Return the error that the setting *key* of *name* cannot be *value*, in words."""
    shown = shortened(value) if isinstance(value, str) else value
    return AgentError(f"{key} of {name} must be {expected(kind)}; found {shown}")


def _from_file(value: object) -> object:
    """Return *value*; for @PATH, the lines of that file joined with bars."""
    if not isinstance(value, str) or not value.startswith(AT):
        return value
    try:
        lines = read_source(value[1:]).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        message = f"the setting's file {value[1:]} cannot be read: {error}"
        raise AgentError(message) from error
    return "|".join(
        line.strip() for line in lines if line.strip() and line.lstrip()[0] != "#"
    )
