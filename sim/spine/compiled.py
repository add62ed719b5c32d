"""Scenarios compiled once: equal scenarios share what was compiled from them.

Every game begins with its scenario, and what the appraisals remember is kept under what
was compiled from it. Were that made anew for each game, it would be held again with
each game, for as long as anything is remembered that was first asked in it.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

import msgspec

from sim.seam.protocol import Scenario

S = TypeVar("S", bound=Scenario)
T = TypeVar("T")

SCENARIOS_MAX = 64
"""How many of a rule system are remembered, those that were used last."""


def compiled_once(kind: type[S]) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Have a function that compiles scenarios of a *kind* do so once for equal ones."""

    def decorated(compile_: Callable[[S], T]) -> Callable[[S], T]:
        @lru_cache(SCENARIOS_MAX)
        def compiled(text: bytes) -> T:
            return compile_(msgspec.json.decode(text, type=kind))

        def once(scenario: S) -> T:
            return compiled(msgspec.json.encode(scenario))

        return wraps(compile_)(once)

    return decorated
