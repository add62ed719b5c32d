"""The limits and defaults of everything a scenario file may say stay as they are.

A narrower limit refuses files that were valid; another default changes what they mean.
When one has changed on purpose, or a field is new, write the tables anew with

    python -m tests.test_limits --write

and read what changed before keeping it.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.library.registry import rule_system, system_names
from sim.library.scenario import schema

KEPT = Path(__file__).parent / "limits"
LIMITS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minProperties",
    "maxProperties",
    "default",
)


def limits(name: str) -> str:
    """Return a line for every field of *name*'s scenario files that has any."""
    forms = schema(rule_system(name))["$defs"]
    lines = []
    for form, definition in sorted(forms.items()):
        for field, kind in sorted(definition.get("properties", {}).items()):
            said = [
                f"{where} {json.dumps(_whole(value))}" for where, value in _said(kind)
            ]
            if said:
                lines.append(f"{form}.{field}: {', '.join(said)}\n")
    return "".join(lines)


def _said(kind: Any, where: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    """Yield every limit and default in *kind*, and where it stands."""
    if isinstance(kind, list):
        for place, inner in enumerate(kind):
            yield from _said(inner, f"{where}{place} ")
    elif isinstance(kind, dict):
        for word, inner in sorted(kind.items()):
            if word in LIMITS and not (word == "default" and _is_table(inner)):
                yield where + word, inner
            elif word not in {"default", "const", "enum"}:
                yield from _said(inner, f"{where}{word} ")


def _whole(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return 1 for 1.0: Python keeps one of two equal types, whichever came first."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_table(value: object) -> bool:
    """Whether the fields of *one* have lines of their own."""
    return isinstance(value, dict) and bool(value)


@pytest.mark.parametrize("name", system_names())
def test_limits_and_defaults_are_as_they_were(name: str) -> None:
    """The limits and defaults of scenario files are those that are kept."""
    file = KEPT / f"{name}.txt"
    kept = file.read_text("utf-8") if file.exists() else ""
    assert limits(name) == kept, "on purpose? python -m tests.test_limits --write"


def write() -> None:
    """Write the tables of all systems."""
    KEPT.mkdir(exist_ok=True)
    for name in system_names():
        (KEPT / f"{name}.txt").write_text(limits(name), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("expected --write")
    write()
