"""Agents of restricted play: one never takes an option, the other always does.

Also the naive player, who takes whatever promises most in the next exchange.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sim.casting.reachable import next_promise
from sim.casting.roster import make
from sim.conflict.phrases import first_line
from sim.seam.events import Fact, Scope, Seat
from sim.seam.protocol import Agent, Decision, RuleSystem
from sim.seam.wrapper import Wrapper

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NOW = re.compile(r"\bnow (?=wants: |chooses: )")
_ANY = "N"
"""Stands for a number in the words of an option."""


class Option(Struct, frozen=True):
    """A kind of answer of one seat or, with *words*, those with this line of the story.

    Options that differ only in numbers are the same: in *words* each number is an N. So
    are options with the same words but other kinds: *kind* is that of the first one.
    """

    seat: Seat
    kind: type[Fact]
    words: str = ""

    @property
    def is_action(self) -> bool:
        """Whether it is an intention or an action, rather than a use of dice."""
        return self.kind.scope in {Scope.INTENTION, Scope.ACTION}

    def means(self, rules: RuleSystem[Any], view: object, option: Fact) -> bool:
        """Whether *option* is of this kind or, if there are words, has these words."""
        if not self.words:
            return type(option) is self.kind
        alike = type(option).scope is self.kind.scope
        return alike and line_without_numbers(rules, view, option) == self.words


class Limited(Struct, frozen=True):
    """A player that plays as *spec* but never takes *option*, or *always* must."""

    spec: str
    option: Option
    always: bool

    def __str__(self) -> str:
        option = self.option
        does = "always" if self.always else "never"
        return f"{self.spec} {does} {option.kind.__name__} {option.words!r}"


class Naively(Struct, frozen=True):
    """A player that takes whatever promises most in the next exchange."""


Player = str | Limited | Naively
"""Who plays at a seat: a spec, or one that only a playtest knows."""


def make_player(player: Player) -> Agent:
    """Return the agent that plays as *player* says."""
    if isinstance(player, Naively):
        return Naive()
    if isinstance(player, Limited):
        return Restricted(make(player.spec), player.option, always=player.always)
    return make(player)


def line_without_numbers(rules: RuleSystem[Any], view: object, option: Fact) -> str:
    """Return the line of *option* in the story, with an N for every number.

    "now wants" is shortened to "wants".
    """
    return _NUMBER.sub(_ANY, _NOW.sub("", first_line(rules, view, option)))


def gives_up(rules: RuleSystem[Any], view: Any, option: Fact) -> bool:  # noqa: ANN401 - of any state
    """Whether *option* leaves the conflict to the others."""
    appraise = rules.solving.appraise
    return option.gives_up or (appraise is not None and appraise(view, option).concedes)


class Restricted(Wrapper):
    """Asks another agent, *of*, but never takes an option, or takes it *always*.

    If otherwise it could only concede, it may take the option after all. It reads no
    more than *of* does, since the line by which it recognises an option has no numbers.
    """

    def __init__(self, of: Agent, option: Option, *, always: bool) -> None:
        super().__init__(of)
        self.option = option
        self.always = always
        self.times = 0
        """How often it narrowed what the other agent could choose from."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the other agent chooses from the options that are left."""
        options = self._options_left(asked)
        return (
            options[0] if len(options) == 1 else self.of.choose(_asking(asked, options))
        )

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the probabilities of the options that are left."""
        options = self._options_left(asked)
        if len(options) == 1:
            return {options[0]: 1.0}
        return self.of.chances(_asking(asked, options))

    def _options_left(self, asked: Decision[Any]) -> tuple[Fact, ...]:
        """Return the options that it may choose from; count if they are not all."""
        rules, view = self.table.rules, asked.view
        means = self.option.means
        matching = tuple(fact for fact in asked.options if means(rules, view, fact))
        if not matching or len(matching) == len(asked.options):
            return asked.options
        options = matching
        if not self.always:
            options = tuple(fact for fact in asked.options if fact not in matching)
            if all(gives_up(rules, view, fact) for fact in options):
                return asked.options
        self.times += 1
        return options


def _asking(asked: Decision[Any], left: tuple[Fact, ...]) -> Decision[Any]:
    """Return the same question with only those options that are *left*."""
    if len(left) == len(asked.options):
        return asked
    return Decision(asked.who, left, asked.view)


class Naive(Agent):
    """Takes what promises most in the next exchange, and never gives up."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option that promises most in the next exchange."""
        weighed = zip(asked.options, self.table.weigh(asked), strict=True)
        return max(weighed, key=lambda pair: next_promise(pair[1]))[0]
