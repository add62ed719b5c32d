"""The person at `fracas play`: the choices made there, repeated in their order."""

from collections.abc import Hashable
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table


class Person(Agent):
    """Takes options by their numbers, one after the other: *choices* is `3.1.12`.

    So an audit can ask a person's seat again. After the last of the choices it takes
    the first option, which is a pass in most cases.
    """

    def __init__(self, *, choices: str = "") -> None:
        self.choices = tuple(int(number) for number in choices.split(".") if number)
        self._next = 0

    def begin(self, table: Table) -> None:
        """Sit down to the first of the choices."""
        super().begin(table)
        self._next = 0

    def memory(self) -> Hashable:
        """Return how many choices were made."""
        return (self._next,)

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - as `memory` returned it
        """Go on after this many choices."""
        (self._next,) = memory

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option that was taken here."""
        made, self._next = self._next, self._next + 1
        number = self.choices[made] if made < len(self.choices) else 1
        return asked.options[min(number, len(asked.options)) - 1]
