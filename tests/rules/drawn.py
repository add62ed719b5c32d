"""Examples that hypothesis draws once, for all laws that are asked of them.

To make a scenario up takes ten times as long as to play it. Laws of one kind of
conflict are so all asked of the same examples, which every session draws anew.
"""

import copy
from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Law = Callable[..., None]


class Drawn:
    """So many examples of *strategies*; every law is given its own copy of the luck."""

    def __init__(self, *strategies: st.SearchStrategy[Any], most: int) -> None:
        self._strategies = {
            f"drawn{at}": strategy for at, strategy in enumerate(strategies)
        }
        default = settings.default
        assert default is not None
        self._settings = settings(
            max_examples=max(most, most * default.max_examples // 50),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )

    @cached_property
    def examples(self) -> list[tuple[Any, ...]]:
        """The examples, drawn when the first law asks for them."""
        examples: list[tuple[Any, ...]] = []
        self._search(examples.append)
        return examples

    def __call__(self, law: Law) -> Callable[[], None]:
        """Return the test that *law* holds of every example."""

        def test() -> None:
            self.hold(law)

        test.__name__, test.__qualname__ = law.__name__, law.__qualname__
        test.__doc__, test.__module__ = law.__doc__, law.__module__
        return test

    def hold(self, law: Law) -> None:
        """Check that *law* holds.

        Where it fails, hypothesis looks for a smaller example.
        """
        for drawn in self.examples:
            try:
                law(*map(_unused, drawn))
            except Exception as error:
                self._search(lambda other: law(*other))
                error.add_note(f"of the example {drawn}")
                raise

    def _search(self, law: Callable[[tuple[Any, ...]], None]) -> None:
        """Ask *law* of examples; fails for the smallest of which it does not hold."""

        def check(**drawn: Any) -> None:  # noqa: ANN401 - of any strategy
            law(tuple(drawn.values()))

        self._settings(given(**self._strategies)(check))()


def _unused(value: object) -> object:
    """Return *value*, and of luck a copy, since a law uses it up."""
    return copy.copy(value) if isinstance(value, Random) else value
