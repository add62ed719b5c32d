"""What can happen in a scenario: a search for what play rarely reaches.

Agents, and random choices too, reach the same few positions again and again. So this
search prefers what it has not tried. When a line of an option is first offered, it
notes the line and the position. Each walk returns to such a position, takes the option
that was not taken yet, and goes on in the same way to the end. Or it returns to a
question that it has answered rarely; questions with the same lines count as one. In
some walks all dice are high, in others low or as before, all of which is possible. So
everything that is found can happen, but not everything that can happen is found.
"""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import first_line, rules_behind
from sim.conflict.replay import ENGINE
from sim.conflict.walk import Walk
from sim.dice.pool import Faces, KeyedDice
from sim.dice.seed import conflict_key
from sim.seam.events import DiceRolled, Event, Fact, Scope, Seat
from sim.seam.protocol import Appraisal, Chance, Decision, RuleSystem

_LONGEST = 400
"""A walk of more answers is left."""
_DRAWN = 6
"""The number of questions drawn, to return to the one least returned to."""
_SENSIBLE = 0.8
_SEED = "reachable"
_NUMBER = re.compile(r"\d+")

Key = tuple[Seat, str]
"""An option: whose it is, and its line with an N for every number."""


class _Place(Struct):
    """A position of the conflict and, if one is to be taken there, an *option*.

    *times* is how often a walk began there.
    """

    state: Any
    option: Fact | None = None
    times: int = 0


class Search:
    """Finds the rules and the options of a scenario, walk by walk.

    *rules* has every rule that was used, and the line of the choice after which it
    first was. *lines* has every line of an option that was offered, by its seat, with
    the scope of what was first said so.
    """

    def __init__(self, system: RuleSystem[Any], scenario: object) -> None:
        self.rules: dict[str, str] = {}
        self.lines: dict[Key, Scope | None] = {}
        self._system = system
        self._start = _Place(system.initial(scenario))
        self._untried: dict[Key, _Place] = {}
        self._known: set[Key] = set()
        self._questions: dict[frozenset[Key], _Place] = {}
        self._asked: list[_Place] = []
        self._number = 0

    def follow(self, events: Iterable[Event]) -> None:
        """Note what was offered and used in a conflict that was played."""
        state, line = self._start.state, ""
        named: dict[Fact, Key] = {}
        ask, evolve = self._system.ask, self._system.evolve
        for event in events:
            if type(event) in ENGINE:
                continue
            if isinstance(event, Fact):
                asked = ask(state)
                if type(asked) is Decision:
                    self._note(asked, state, named)
                    line = self._taken(named[event]) if event in named else line
            self._cite([event], line)
            state = evolve(state, event)

    def walks(self, answers: int) -> Iterator[int]:
        """Walk until *answers* answers were given; yield their number after each walk.

        It is deterministic.
        """
        given = 0
        while given < answers:
            given += self._walk(Random(self._number), _Dice(self._number))  # noqa: S311 - no secret
            self._number += 1
            yield given

    def _walk(self, random: Random, dice: "_Dice") -> int:
        """Walk to the end, and return how many answers were given."""
        place = self._next(random)
        walk = Walk(self._system, place.state)
        named: dict[Fact, Key] = {}
        line, round_ = "", place.state.round
        for answer in range(_LONGEST):
            asked, state, before = walk.asked, walk.state, len(walk.events)
            if type(asked) is Decision:
                if state.round != round_:
                    named, round_ = {}, state.round
                self._note(asked, state, named)
                first = place.option if answer == 0 else None
                fact = first or self._choice(asked, named, random)
                line = self._taken(named[fact])
            elif type(asked) is Chance:
                fact = dice.fall(asked, state.round)
            else:
                return answer + 1
            walk.take(fact)
            self._cite(walk.events[before:], line)
        return _LONGEST

    def _next(self, random: Random) -> _Place:
        """Return where to begin: where something is untried, or at a rare question."""
        if self._untried and self._number % 2:
            return self._untried.pop(next(iter(self._untried)))
        count = min(_DRAWN, len(self._asked))
        drawn = [self._start, *random.sample(self._asked, count)]
        place = min(drawn, key=lambda place: place.times)
        place.times += 1
        return place

    def _taken(self, key: Key) -> str:
        """Note that an option was taken, and return its line."""
        self._untried.pop(key, None)
        return key[1]

    def _note(self, asked: Decision[Any], state: Any, named: dict[Fact, Key]) -> None:  # noqa: ANN401 - of any system
        """Note the options of a question; *named* has those of this round so far."""
        for option in asked.options:
            if option in named:
                continue
            line = first_line(self._system, asked.view, option)
            self.lines.setdefault((asked.who, line), type(option).scope)
            key = named[option] = asked.who, _NUMBER.sub("N", line)
            if key not in self._known:
                self._known.add(key)
                self._untried[key] = _Place(state, option)
        question = frozenset(named[option] for option in asked.options)
        if question not in self._questions:
            self._questions[question] = _Place(state)
            self._asked.append(self._questions[question])

    def _choice(
        self, asked: Decision[Any], named: dict[Fact, Key], random: Random
    ) -> Fact:
        """Return an option that was not tried yet or, if there is none, a random one.

        In some walks nobody gives up, in others most choices are sensible ones, so that
        they come far.
        """
        untried = [option for option in asked.options if named[option] in self._untried]
        if untried:
            return random.choice(untried)
        drawn = random.sample(asked.options, len(asked.options))
        appraise = self._system.solving.appraise
        if appraise is None or self._number % 2:
            return drawn[0]
        if self._number % 4 and random.random() < _SENSIBLE:
            return max(
                drawn, key=lambda option: next_promise(appraise(asked.view, option))
            )
        # Only what is drawn is appraised, which takes longer than all else here.
        staying = (
            option for option in drawn if not appraise(asked.view, option).concedes
        )
        return next(staying, drawn[0])

    def _cite(self, events: list[Event], line: str) -> None:
        """Note the rules of *events*, which followed the choice with this *line*."""
        for event in events:
            for rule in rules_behind(event):
                self.rules.setdefault(rule, line)


def next_promise(worth: Appraisal) -> tuple[bool, float, float]:
    """Return what an option promises in the next exchange, to be compared."""
    chance = worth.win * worth.wins + (1.0 - worth.win) * worth.loses
    return not worth.concedes, chance, worth.deals - worth.suffers


class _Dice:
    """The dice of a walk, which may all fall high, low, or as the roll before."""

    def __init__(self, number: int) -> None:
        self._falls = ("fairly", "fairly", "high", "low", "alike")[number % 5]
        self._dice = KeyedDice(conflict_key(_SEED, number))
        self._last: Faces = ()

    def fall(self, asked: Chance, round_: int) -> DiceRolled:
        """Return a roll of the dice that are asked for."""
        rolled = asked.fall(self._dice, round_)
        if asked.attempt or asked.seen:
            # If high dice always won more dice, a roll would never end.
            return rolled
        if self._falls == "high":
            return asked.rolled(tuple(die.high for die in asked.pool))
        if self._falls == "low":
            return asked.rolled(tuple(die.low for die in asked.pool))
        if self._falls == "alike" and _fits(self._last, asked):
            return asked.rolled(self._last)
        self._last = rolled.faces
        return rolled


def _fits(faces: Faces, asked: Chance) -> bool:
    """Return whether the dice that are asked for can show *faces*."""
    return len(faces) == len(asked.pool) and all(
        die.low <= face <= die.high for die, face in zip(asked.pool, faces, strict=True)
    )
