"""Compiling scenarios once: equal scenarios share the compiled form.

Every game compiles its scenario, and cached appraisals hold on to the compiled form.
Without sharing, every game would keep a copy alive for as long as anything that was
first computed in it is cached.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

import msgspec

from sim.seam.protocol import Scenario

S = TypeVar("S", bound=Scenario)
T = TypeVar("T")

SCENARIOS_MAX = 64
"""The number of scenarios cached for a rule system, the most recently used ones."""


def compiled_once(kind: type[S]) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Decorate a function compiling scenarios of *kind* to run once for equal ones."""

    def decorated(compile_: Callable[[S], T]) -> Callable[[S], T]:
        @lru_cache(SCENARIOS_MAX)
        def compiled(text: bytes) -> T:
            return compile_(msgspec.json.decode(text, type=kind))

        def once(scenario: S) -> T:
            return compiled(msgspec.json.encode(scenario))

        return wraps(compile_)(once)

    return decorated
