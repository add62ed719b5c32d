"""A mistake in a call is refused in a sentence that says what to give."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

import fracas

DOOR: Any = "stuck_door"
CALLS: dict[str, Callable[..., object]] = {
    "agents": lambda **word: fracas.agents("first", **word),
    "run": lambda **word: fracas.run(DOOR, games=1, **word),
    "tournament": lambda **word: fracas.tournament([DOOR], ["first", "bold"], **word),
}
"""Functions that take words -> a call of each with a word."""


def _is_word(kind: object) -> bool:
    return get_origin(kind) is Literal or any(map(_is_word, get_args(kind)))


def _words() -> set[tuple[str, str]]:
    """Return each parameter of a function of `fracas` that takes one of a few words."""
    return {
        (name, parameter)
        for name in fracas.__all__
        if inspect.isfunction(function := getattr(fracas, name))
        for parameter, taken in inspect.signature(function).parameters.items()
        if _is_word(taken.annotation) or "Literal" in str(taken.annotation)
    }


@pytest.mark.parametrize(("function", "parameter"), sorted(_words()))
def test_a_misspelt_word_is_refused(function: str, parameter: str) -> None:
    """A misspelt word is refused by every function that takes one."""
    with pytest.raises(fracas.FracasError, match=f"found {parameter}='wal', expected"):
        CALLS[function](**{parameter: "wal"})


def test_an_audit_of_a_misspelt_depth_is_not_clean() -> None:
    """An audit of a misspelt depth is refused."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run(DOOR, games=1, seed="demo", store=store)
        with pytest.raises(fracas.FracasError, match=r"found depths='rule'.* rules"):
            fracas.audit(store, depths=["rule"])


def test_depths_may_be_one_text() -> None:
    """Depths may be one text with commas, and must name at least one."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run(DOOR, games=1, seed="demo", store=store)
        assert fracas.audit(store, depths="rules,dice") == []
        with pytest.raises(fracas.FracasError, match="found depths='ruls', expected"):
            fracas.audit(store, depths="seal,ruls")
        # Nothing found would say that nothing is wrong, where nothing was looked at.
        with pytest.raises(fracas.FracasError, match="found no depths, expected one"):
            fracas.audit(store, depths=[])


def test_a_number_that_no_store_holds_is_refused() -> None:
    """A number that no store can hold is refused."""
    with pytest.raises(fracas.FracasError, match="expected at most 1000000000000000"):
        fracas.run(DOOR, games=10**30)


@pytest.mark.parametrize("address", ["a.db", Path("a.db"), 5])
def test_an_address_is_no_store(address: Any) -> None:  # noqa: ANN401
    """An address given as a store is refused with how to open one."""
    for function in (fracas.replay, fracas.game, fracas.audit, fracas.analyse_run):
        with pytest.raises(fracas.StoreError, match=r"with fracas\.open_store"):
            function(address)
    for name in ("run", "tournament"):
        with pytest.raises(fracas.StoreError, match=r"with fracas\.open_store"):
            CALLS[name](store=address)
