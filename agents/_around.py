"""Agents that wrap another agent, and change what it does with kinds of option."""

from collections.abc import Mapping
from typing import Any

from sim.conflict.kinds import KindsMeant
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table
from sim.seam.wrapper import Wrapper

Other = Agent | str
"""A setting that is an agent: its spec, with ; in place of commas."""


class Around(Wrapper):
    """An agent that asks another, *of*, or answers without it."""

    def __init__(self, of: Other) -> None:
        if isinstance(of, str):
            message = f"the agent {of!r} is made by name, not here"
            raise TypeError(message)
        super().__init__(of)
        self.noises: int = getattr(of, "noises", 0)
        """How many `noise` agents are nested within it."""

    def put(self, asked: Decision[Any]) -> Fact | Decision[Any]:
        """Return the question for the other agent, or an answer without asking it."""
        return asked

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the answer, or what the other agent chooses."""
        put = self.put(asked)
        return put if isinstance(put, Fact) else self.of.choose(put)

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the answer with certainty, or the chances of the other agent."""
        put = self.put(asked)
        return {put: 1.0} if isinstance(put, Fact) else self.of.chances(put)


class AroundKind(Around):
    """An agent that asks another, and treats one *kind* of option otherwise."""

    def __init__(self, of: Other, kind: str) -> None:
        super().__init__(of)
        self.kind = kind
        self._kinds = KindsMeant((kind,))
        self._meant: type[Fact] | None = None

    def begin(self, table: Table) -> None:
        """Sit down, and find which answers are of the kind in these rules."""
        super().begin(table)
        self._meant = self._kinds.within(table.rules)[self.kind]

    def of_kind(self, asked: Decision[Any]) -> tuple[Fact, ...]:
        """Return the options of the kind: pass, concede, or the name of an answer.

        Every option is of the kind "".
        """
        kind = self.kind
        if not kind:
            return asked.options
        if kind == "concede":
            appraise, view = self.table.appraise, asked.view
            return tuple(
                option for option in asked.options if appraise(view, option).concedes
            )
        if kind == "pass":
            return tuple(option for option in asked.options if option.passes)
        return tuple(option for option in asked.options if type(option) is self._meant)
