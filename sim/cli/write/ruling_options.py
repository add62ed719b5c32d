"""The rules options of a system: what each decides, its values, its default."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from sim.library.registry import rule_system
from sim.library.rulings import ruling_forms
from sim.reading.described import meanings
from sim.reading.mismatch import allowed, expected
from sim.seam.protocol import RuleSystem
from sim.seam.sheets import default_of
from sim.spine.rulebook import DEFAULT, Rulebook

_CITED = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")


class Choice(Struct, frozen=True):
    """A value of an option as a file has it, and what the rules say about it."""

    value: str
    default: bool
    says: str = ""


class Option(Struct, frozen=True):
    """A rules option: its meaning, its values, the rules that mention it.

    If there are too many *values* to list, only the default is listed, and *takes*
    describes the others.
    """

    option: str
    system: str
    means: str
    default: str
    takes: str
    values: tuple[Choice, ...]
    rules: Mapping[str, str]

    @property
    def example(self) -> str:
        """A value for an example, not the default if another is listed."""
        others = (value.value for value in self.values if not value.default)
        return next(others, self.default)


@cache
def options_of(name: str) -> dict[str, Option]:
    """Return the options of the system called *name*, by their names."""
    system = rule_system(name)
    options: dict[str, Option] = {}
    for form in ruling_forms(system):
        said = meanings(form)
        for field in structs.fields(form):
            option = field.encode_name
            means = said.get(option, "")
            rules = _rules(system, option, means)
            default = _text(default_of(field))
            options[option] = Option(
                option,
                name,
                means,
                default,
                expected(field.type),
                tuple(_values(system, option, field.type, default, means)),
                rules,
            )
    return options


def _rules(system: RuleSystem[Any], option: str, means: str) -> dict[str, str]:
    """Return the rules that mention *option*, or that its meaning cites."""
    named = re.compile(rf"{'' if '_' in option else '[`[]'}\b{option}\b")
    deciding = _listed_rules(system, option) | set(_CITED.findall(means))
    return {
        rule: sentence
        for rule, sentence in system.rules.items()
        if rule in deciding or named.search(sentence)
    }


def _listed_rules(system: RuleSystem[Any], option: str) -> set[str]:
    """Return the rules that the rulebook lists as decided by *option*."""
    if not isinstance(system.rules, Rulebook):
        return set()
    return set(system.rules.options.get(option, ()))


def _values(
    system: RuleSystem[Any],
    option: str,
    kind: Any,  # noqa: ANN401 - any type of a field
    default: str,
    means: str,
) -> Iterator[Choice]:
    book = system.rules
    says: Mapping[str, str] = {}
    if isinstance(book, Rulebook):
        says = book.readings.get(option, says)
    cited = f" [{', '.join(cites)}]." if (cites := _CITED.findall(means)) else "."
    listed = ("false", "true") if kind is bool else allowed(kind)
    for value in (default, *(other for other in listed if other != default)):
        said = says.get(value.strip('"') if listed else DEFAULT, "")
        sentence = said and f"{said.removesuffix('.')}{cited}"
        yield Choice(value, default=value == default, says=sentence)


def _text(value: object) -> str:
    """Return *value* as a scenario's file has it."""
    return msgspec.json.encode(value).decode()
