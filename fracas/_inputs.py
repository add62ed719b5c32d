"""Arguments of the functions of `fracas`: scenarios, campaigns, agents."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from operator import index
from os import PathLike, fspath
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast, get_args

from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.load import load as load_any
from sim.casting.given import AgentGiven, specs_of
from sim.casting.objects import check_importable, objects_for
from sim.dice.seed import fresh_seed
from sim.errors import AgentError, FracasError, ScenarioError, StoreError
from sim.library.scenario import Loaded, from_dict
from sim.library.scenario import load as load_file
from sim.library.settings import Setting, with_settings
from sim.reading.hints import among
from sim.spine.words import MOST
from sim.store.store import Store

Scenario = str | PathLike[str] | Mapping[str, Any] | Loaded
"""The name of a scenario, its file, the content of a file, or a loaded scenario."""

Playable = Scenario | Campaign
"""The same, or the name, the file or the object of a campaign."""

OPTIONS = 256
"""How many options an environment has room for, if nothing else is said."""

_NONE: Mapping[str, object] = MappingProxyType({})


def load(reference: Scenario, /, **rulings: object) -> Loaded:
    """Return the scenario *reference* under these *rulings*.

    *reference* is a file, the name of a scenario, or a mapping with the content of a
    file, as `Loaded.to_dict` returns it. Raises ScenarioError or UnknownNameError,
    saying what is wrong and where.

    >>> import fracas
    >>> fracas.load("alley").title
    'Tela and Gael in the alley'
    """
    return loaded_of(reference, rulings)


def changed(
    scenario: Scenario, values: Mapping[str, object] = _NONE, /, **more: object
) -> Loaded:
    """Return *scenario* with other *values* by path, as `--set PATH=VALUE` changes it.

    A path is as in error messages, such as `seats[Tela].pools.vigor`; *more* holds
    paths of a single name as keyword arguments. Raises UnknownNameError with the
    nearest paths if there is none, ScenarioError for a value that no file may have.

    >>> import fracas
    >>> fracas.changed("alley", {"seats[Tela].pools.vigor": 3}).name
    'alley with seats[Tela].pools.vigor=3'
    """
    settings = [Setting(path, value) for path, value in {**values, **more}.items()]
    return with_settings(loaded_of(scenario), settings)


def campaign(reference: str | PathLike[str], /, **rulings: object) -> Campaign:
    """Return the campaign *reference*, with these *rulings* in every chapter.

    Raises ScenarioError or UnknownNameError, saying what is wrong and where.
    """
    loaded = load_any(fspath(reference), texts_of(rulings))
    if isinstance(loaded, Campaign):
        return loaded
    message = f"{reference} is a scenario, expected a campaign with chapters"
    raise ScenarioError(message)


def loaded_of(scenario: Scenario, rulings: Mapping[str, object] = _NONE) -> Loaded:
    """Return *scenario*, read if it was not, with these *rulings*."""
    if isinstance(scenario, Loaded):
        if not rulings:
            return scenario
        changed = from_dict(scenario.to_dict(), texts_of(rulings))
        return structs.replace(changed, name=scenario.name)
    if isinstance(scenario, Mapping):
        return from_dict(scenario, texts_of(rulings))
    return load_file(path_of(scenario), texts_of(rulings))


def playable_of(playable: Playable) -> Loaded | Campaign:
    """Return the scenario or campaign *playable*, read if it was not."""
    if isinstance(playable, Campaign):
        return playable
    if isinstance(playable, Loaded | Mapping):
        return loaded_of(playable)
    return load_any(path_of(playable))


def specs_for(
    agents: Iterable[AgentGiven], workers: int = 1, executor: Executor | None = None
) -> list[str]:
    """Return the specs of *agents*, by which runs find them.

    Raises AgentError if other processes play and cannot import one of them.
    """
    specs = specs_of(agents)
    cluster = type(executor).__module__.partition(".")[0] == "distributed"
    others = (
        workers > 1 if executor is None else isinstance(executor, ProcessPoolExecutor)
    )
    if others or cluster:
        for given in objects_for(specs):
            if given.kind is not None:
                check_importable(given.kind)
    return specs


def by_name(
    agents: Mapping[str, AgentGiven], seats: Iterable[str]
) -> Mapping[str, AgentGiven]:
    """Return *agents*; raises AgentError if they are not given by seat."""
    if isinstance(agents, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - anybody may call it
        return agents
    seat = next(iter(seats))
    message = (
        f"found agents as a {type(agents).__name__}, expected a table of seats and"
        f" agents, such as {{{seat!r}: 'steady'}}"
    )
    raise AgentError(message)


def seed_of(seed: object) -> str:
    """Return *seed* as text, a fresh one for None; raises FracasError for no seed."""
    if seed is None:
        return fresh_seed()
    if isinstance(seed, str):
        return seed
    if not isinstance(seed, bool):
        with suppress(TypeError):
            return str(index(seed))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] # those of numpy too
    kind = type(seed).__name__
    message = f"found a seed that is a {kind}, expected text or a whole number"
    raise FracasError(message)


def whole(name: str, value: object, least: int) -> int:
    """Return *value* if it is a whole number from *least* to MOST.

    Raises FracasError otherwise. A store cannot hold a number above MOST.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        message = f"found {name}={value!r}, expected a whole number from {least}"
        raise FracasError(message)
    if value > MOST:
        message = f"found {name}={value!r}, expected at most {MOST}"
        raise FracasError(message)
    return value


def check_word(name: str, value: object, kind: object) -> None:
    """Raise FracasError unless *value* is a word of *kind*, a Literal or a tuple.

    Without this check a misspelt word would silently mean another.
    """
    known = _words(kind)
    if value not in known:
        words = [word or '""' for word in known]
        message = f"found {name}={value!r}, expected {among(words, str(value))}"
        raise FracasError(message)


def _words(kind: object) -> tuple[str, ...]:
    """Return the words of *kind*, of all its parts where it is a union."""
    if isinstance(kind, str):
        return (kind,)
    parts = cast(
        "tuple[object, ...]", kind if isinstance(kind, tuple) else get_args(kind)
    )
    return tuple(word for part in parts for word in _words(part))


def store_of(store: object) -> Store:
    """Return *store*; raises StoreError for an address, a likely mistake."""
    if isinstance(store, Store):
        return store
    address = repr(str(store)) if isinstance(store, str | Path) else "..."
    message = (
        f"found {type(store).__name__}, expected a store that is open:"
        f" with fracas.open_store({address}) as store"
    )
    raise StoreError(message)


def path_of(reference: object) -> str:
    """Return *reference*, a name or a path, as text."""
    if isinstance(reference, str | PathLike):
        path: str = fspath(reference)
        return path
    message = (
        f"found {type(reference).__name__}, expected the name of a scenario, the path"
        " of a file, a mapping or a loaded scenario"
    )
    raise ScenarioError(message)


def texts_of(rulings: Mapping[str, object]) -> dict[str, str]:
    """Return *rulings* as a file writes them."""
    return {name: _text(value) for name, value in rulings.items()}


def _text(value: object) -> str:
    """Return a ruling as a file writes it: True is true there."""
    return str(value).lower() if isinstance(value, bool) else str(value)
