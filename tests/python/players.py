"""Agents as users write them, in a module that worker processes can import."""

from typing import Any

from fracas import Agent, Decision, Fact, Table

STEP = 1


def chosen(asked: Decision[Any], at: int) -> Fact:
    """Return the option at that place, counted round and round."""
    return asked.options[at * STEP % len(asked.options)]


class Pick(Agent):
    """Always takes the option at one place."""

    def __init__(self, at: int = 0, word: str = "x") -> None:
        self.at = at
        self.word = word

    def choose(self, asked: Decision[Any]) -> Fact:
        """Take it."""
        return chosen(asked, self.at)


class Still(Pick):
    """Says that it remembers nothing, so that it can be solved."""

    def memory(self) -> tuple[()]:
        """Return nothing."""
        return ()


class Plain(Agent):
    """Takes the last option; it has no settings."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Take it."""
        return asked.options[-1]


class Silent(Agent):
    """Does not answer."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return nothing, which nobody may."""
        del asked
        return None  # type: ignore[return-value] # the mistake


class Trained(Agent):
    """Needs what no text can say."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self.asked = 0

    def begin(self, table: Table) -> None:
        """Count anew in each conflict."""
        super().begin(table)
        self.asked = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Take the option to which the weights point, one further each time."""
        self.asked += 1
        return chosen(asked, self.asked * int(self.weights[0]))
