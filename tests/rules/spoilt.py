"""Scenarios with fields that do not fit, as somebody types who copies and forgets.

`varied` changes numbers, options and words of a list. Here names are exchanged, entries
are left out or stand twice, and what another sheet says is put in its place.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct, structs

Stock = dict[tuple[type, str], list[Any]]
"""What each field of each class holds somewhere."""
WORDS = ("nobody", "")
"""Names that nothing has, beside those that stand in the scenario."""


def stock_of(scenarios: Iterable[Struct]) -> Stock:
    """Return what each field of each class holds in any of *scenarios*."""
    stock: Stock = {}
    for sheet in (sheet for scenario in scenarios for sheet in sheets(scenario)):
        for name in sheet.__struct_fields__:
            held = stock.setdefault((type(sheet), name), [])
            if getattr(sheet, name) not in held:
                held.append(getattr(sheet, name))
    return stock


def sheets(value: Any) -> Iterator[Struct]:  # noqa: ANN401 - anything in a scenario
    """Yield every struct in *value*, itself first."""
    if isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from sheets(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from sheets(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from sheets(item)


def spoilt(scenario: Struct, stock: Stock, often: float, luck: Random) -> Any:  # noqa: ANN401 - any scenario
    """Return *scenario*, each field of its sheets spoilt as *often* as that."""
    names = [word for sheet in sheets(scenario) for word in _words(sheet)]
    return _spoilt(scenario, stock, [*names, *WORDS], often, luck)


def _words(sheet: Struct) -> Iterator[str]:
    for name in sheet.__struct_fields__:
        own = getattr(sheet, name)
        yield from (entry for entry in _entries(own) if isinstance(entry, str))


def _entries(own: object) -> Sequence[Any]:
    if isinstance(own, dict):
        return list(own)
    return own if isinstance(own, tuple | list) else [own]


def _spoilt(
    value: Any,  # noqa: ANN401 - anything in a scenario
    stock: Stock,
    words: list[str],
    often: float,
    luck: Random,
) -> Any:  # noqa: ANN401 - anything in a scenario
    if isinstance(value, tuple | list):
        return tuple(_spoilt(item, stock, words, often, luck) for item in value)
    if isinstance(value, dict):
        return {
            key: _spoilt(item, stock, words, often, luck) for key, item in value.items()
        }
    if not isinstance(value, Struct):
        return value
    changed = {}
    for name in value.__struct_fields__:
        own = _spoilt(getattr(value, name), stock, words, often, luck)
        if luck.random() < often:
            own = _other(own, stock.get((type(value), name), [own]), words, luck)
        changed[name] = own
    return structs.replace(value, **changed)


def _other(own: Any, held: list[Any], words: list[str], luck: Random) -> Any:  # noqa: ANN401 - anything in a scenario
    """Return what may stand in place of *own*, wherever it was *held*."""
    if luck.random() < 1 / 2:
        return luck.choice(held)
    if isinstance(own, str):
        return luck.choice(words)
    if isinstance(own, tuple | list):
        return _listed(list(own), words, luck)
    if isinstance(own, dict) and own:
        key = luck.choice(list(own))
        left = {other: item for other, item in own.items() if other != key}
        return left if luck.random() < 1 / 2 else left | {luck.choice(words): own[key]}
    return own


def _listed(own: list[Any], words: list[str], luck: Random) -> tuple[Any, ...]:
    """Return the list *own* with an entry less, twice, elsewhere or by another name."""
    if not own:
        return (luck.choice(words),)
    entry = luck.choice(own)
    left = [other for other in own if other is not entry]
    ways: list[list[Any]] = [left, [*own, entry], own[::-1], []]
    if isinstance(entry, str):
        ways.append([*left, luck.choice(words)])
    return tuple(luck.choice(ways))
