"""Hostile agents, each of which forfeits its own conflict and harms no other."""

import sys
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table


class Leaves(Agent):
    """Raises what is no Exception."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Raise."""
        raise GeneratorExit(asked.who)


class Wordless(Agent):
    """Raises an error that says nothing."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Raise."""
        del asked
        raise MemoryError


class Unspeakable(Agent):
    """Answers with a thing that cannot even be shown."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Answer nonsense."""
        del asked

        class Thing:
            def __repr__(self) -> str:
                sys.exit("repr")

        return Thing()  # type: ignore[return-value]


class Absentee(Agent):
    """Ends the process when it should sit down."""

    def begin(self, table: Table) -> None:
        """Leave."""
        del table
        sys.exit(4)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Answer; it never comes to this."""
        return asked.options[0]


class Swaps(Agent):
    """Puts an answer of its own among the options, by the back door."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Alter the question."""
        own = type(asked.options[0])(asked.who)
        type(asked).__dict__["options"].__set__(asked, (own, own))
        return own


class Unmade(Agent):
    """Cannot be made."""

    def __init__(self) -> None:
        sys.exit(4)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Answer; it never comes to this."""
        return asked.options[0]
