"""Agents of restricted play: one never takes an option, the other always does.

Also the naive player, who takes whatever promises most in the next exchange.
"""

import re
from typing import Any

from msgspec import Struct

from sim.casting.roster import make
from sim.conflict.phrases import first_line
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Agent, Appraisal, Decision, RuleSystem, Table

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NOW = re.compile(r"\bnow (?=wants: |chooses: )")
_ANY = "N"
"""In place of a number in the words of an option."""


class Option(Struct, frozen=True):
    """A kind of answer of one seat or, with *words*, those with this line of the story.

    Numbers do not tell options apart: in *words* each is an N. Nor do kinds: to want
    the same as before is to want it, so *kind* is that of the first with such words.
    """

    seat: Seat
    kind: type[Fact]
    words: str = ""

    def means(self, rules: RuleSystem[Any], view: object, option: Fact) -> bool:
        """Whether *option* is of this kind or, if there are words, has these words."""
        if not self.words:
            return type(option) is self.kind
        alike = type(option).scope is self.kind.scope
        return alike and line_of(rules, view, option) == self.words


class Limited(Struct, frozen=True):
    """Who plays as *spec* does, but never takes *option*, or *always* must."""

    spec: str
    option: Option
    always: bool

    def __str__(self) -> str:
        option = self.option
        does = "always" if self.always else "never"
        return f"{self.spec} {does} {option.kind.__name__} {option.words!r}"


class Naively(Struct, frozen=True):
    """Who takes whatever promises most in the next exchange."""


Player = str | Limited | Naively
"""Who plays at a seat: a spec, or one that only a playtest knows."""


def player(one: Player) -> Agent:
    """Return the agent that plays as *one* says."""
    if isinstance(one, Naively):
        return Naive()
    if isinstance(one, Limited):
        return Restricted(make(one.spec), one.option, always=one.always)
    return make(one)


def line_of(rules: RuleSystem[Any], view: object, option: Fact) -> str:
    """Return the line of *option* in the story, with an N for every number.

    To want something now is to want it.
    """
    return _NUMBER.sub(_ANY, _NOW.sub("", first_line(rules, view, option)))


def gives_up(rules: RuleSystem[Any], view: Any, option: Fact) -> bool:  # noqa: ANN401 - of any state
    """Whether *option* leaves the conflict to the others."""
    appraise = rules.solving.appraise
    return option.gives_up or (appraise is not None and appraise(view, option).concedes)


class Restricted(Agent):
    """Asks another agent, *of*, but never takes an option, or takes it *always*.

    If only conceding is left otherwise, it may take the option after all.
    """

    def __init__(self, of: Agent, option: Option, *, always: bool) -> None:
        self.of = of
        self.listens = of.listens
        self.option = option
        self.always = always
        self.times = 0
        """How often it narrowed what the other agent could choose from."""
        self._meant: dict[Fact, bool] = {}

    def begin(self, table: Table) -> None:
        """Sit down, and let the other agent sit down."""
        super().begin(table)
        self.of.begin(table)

    def observe(self, event: Event) -> None:
        """Let the other agent observe it."""
        self.of.observe(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the other agent chooses of what is left."""
        meant = tuple(one for one in asked.options if self._means(asked, one))
        if not meant or len(meant) == len(asked.options):
            return self.of.choose(asked)
        left = meant
        if not self.always:
            rules, view = self.table.rules, asked.view
            left = tuple(one for one in asked.options if one not in meant)
            if all(gives_up(rules, view, one) for one in left):
                return self.of.choose(asked)
        self.times += 1
        if len(left) == 1:
            return left[0]
        return self.of.choose(Decision(asked.who, left, asked.view))

    def _means(self, asked: Decision[Any], option: Fact) -> bool:
        known = self._meant.get(option)
        if known is None:
            known = self.option.means(self.table.rules, asked.view, option)
            self._meant[option] = known
        return known


class Naive(Agent):
    """Takes what promises most in the next exchange, and never gives up."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option with the highest chance of the most."""
        weighed = zip(asked.options, self.table.weigh(asked), strict=True)
        return max(weighed, key=lambda pair: _promise(pair[1]))[0]


def _promise(worth: Appraisal) -> tuple[bool, float, float]:
    chance = worth.win * worth.wins + (1.0 - worth.win) * worth.loses
    return not worth.concedes, chance, worth.deals - worth.suffers
