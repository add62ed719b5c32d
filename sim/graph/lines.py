"""A best reply as a few lines: when asked this, choose that.

Each line is a wish in the language of the agent `scripted`. A best reply chooses at
thousands of questions; a few lines usually gain nearly as much. They are found
greedily:

1. Wherever the reply differs from the seat's own agent and gains by it, write wishes
   that take the reply's option there: by its kind, and by words that set it apart.
2. Estimate each wish by the probabilities and values of the questions it answers, and
   add variants with a condition, such as a round or a figure of the own seat.
3. Play the most promising wishes with the lines chosen so far, first or last, and keep
   the one that gains most in play. If none gains, try pairs: the first of two may only
   prepare for the second.
4. Stop when the lines keep nearly the whole gain, or nothing gains any more. Then leave
   out lines and conditions that have become superfluous.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from math import ceil, inf
from shlex import quote
from typing import Any, Protocol, cast

from msgspec import Struct

from sim.casting.roster import made
from sim.graph.clock import Clock
from sim.graph.reply import Choice, SolvedReply
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, RuleSystem, SeatInfo, Table

_ENOUGH = 0.99
"""The share of the gain that is enough."""
_LINES_MAX = 8
_ASKED = 4000
"""How many questions are considered, the most frequent ones."""
_TRIED = 24
"""How many wishes are played to find the next line."""
_PAIRED = 12
"""How many of them are played in pairs if no single one gains."""
_ALIKE = 3
"""How many of them may differ only in their conditions."""
_NEAR = 1e-9
UNSEEN = 5e-6
"""A smaller gain does not show in printed values and counts as none."""
_DIGITS = 12


class _Wishing(Protocol):
    """An agent that says what it wishes for, if it wishes for anything."""

    def begin(self, table: Table) -> None: ...

    def wished(self, asked: Decision[Any]) -> Fact | None: ...


class ReplyLines(Struct, frozen=True):
    """The *lines* of a reply, and what the one who plays by them is returned.

    *answers* are what they choose at the questions that were considered.
    """

    lines: tuple[str, ...]
    value: float
    answers: Mapping[int, int]


class _Lines:
    """The lines considered so far, and which questions each answers, and how."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        seat: Seat,
        choices: Sequence[Choice[Any]],
    ) -> None:
        self._table = Table(system, seat, tuple(seats), bytes(32))
        self._choices = choices
        self._answers: dict[str, dict[int, int]] = {}

    def answers(self, line: str) -> Mapping[int, int]:
        """Return question -> option, for every question that *line* answers."""
        found = self._answers.get(line)
        if found is None:
            agent = cast("_Wishing", made("scripted", {"says": line}, literal=True))
            agent.begin(self._table)
            found = self._answers[line] = {}
            for one in self._choices:
                fact = agent.wished(one.asked)
                if fact is not None:
                    found[one.number] = one.asked.options.index(fact)
        return found

    def usual(self) -> dict[int, int]:
        """Return what the seat's own agent chooses."""
        return {one.number: one.usual for one in self._choices}

    def played(self, lines: Sequence[str]) -> dict[int, int]:
        """Return what is chosen by *lines*, the first that answers first."""
        chosen = self.usual()
        for line in reversed(lines):
            chosen |= self.answers(line)
        return chosen

    def gain(self, line: str) -> float:
        """Return the estimated gain of *line*, each question taken by itself.

        Values of options assume that the reply goes on afterwards, so this is only a
        ranking; `SolvedReply.judge` plays the lines.
        """
        answers = self.answers(line)
        return sum(
            one.mass * (one.values[answers[one.number]] - one.values[one.usual])
            for one in self._choices
            if one.number in answers
        )


def keeps_enough(found: SolvedReply, value: float) -> bool:
    """Whether a *value* keeps nearly all that the reply *found* gains."""
    gain = found.value - found.base
    return gain < UNSEEN or value >= found.base + _ENOUGH * gain - _NEAR


def reply_lines(
    system: RuleSystem[Any],
    seats: Sequence[SeatInfo],
    seat: Seat,
    found: SolvedReply,
    *,
    clock: Clock | None = None,
) -> ReplyLines:
    """Return the fewest lines that keep nearly all that the reply *found* gains.

    When the time of *clock* is up, no more are gathered.
    """
    clock = clock or Clock()
    choices = found.choices[:_ASKED]
    lines = _Lines(system, seats, seat, choices)
    wishes = _wishes(system, seat, lines, choices, rounds=found.keeps_round)
    chosen: list[str] = []
    value = found.judge(lines.usual())
    while len(chosen) < _LINES_MAX and not clock.over:
        if keeps_enough(found, value):
            break
        # Two lines may gain only together: the first prepares, the second uses it. That
        # is tried when no single one gains, since pairs are many.
        ones = [(wish,) for wish in wishes if wish not in chosen]
        pairs = permutations(wishes[:_PAIRED], 2)
        better = _better_lines(
            found, lines, chosen, value, ones, clock
        ) or _better_lines(found, lines, chosen, value, pairs, clock)
        if better is None:
            break
        chosen, value = better
    return _fewest_lines(found, lines, chosen, value)


def _better_lines(
    found: SolvedReply,
    lines: _Lines,
    chosen: list[str],
    value: float,
    wishes: Iterable[tuple[str, ...]],
    clock: Clock,
) -> tuple[list[str], float] | None:
    """Return the lines with the one or two more that gain most; None if none gain.

    New lines are tried before all others and after them, since the first that answers
    a question counts.
    """
    best: tuple[list[str], float] | None = None
    for more in wishes:
        if clock.over:
            break
        ways = ([*more, *chosen], [*chosen, *more])
        for tried in ways if chosen else ways[:1]:
            reached = found.judge(lines.played(tried))
            if reached > value + _NEAR:
                best, value = (tried, reached), reached
    return best


def _fewest_lines(
    found: SolvedReply, lines: _Lines, chosen: list[str], value: float
) -> ReplyLines:
    """Return the lines without those, and conditions, that add nothing."""
    for wish in tuple(chosen):
        for instead in ([], [_without_number(wish)]):
            tried = _with_lines(chosen, wish, instead)
            if tried != chosen and found.judge(lines.played(tried)) >= value - _NEAR:
                chosen = tried
                break
    return ReplyLines(tuple(chosen), value, lines.played(chosen))


def _with_lines(chosen: Sequence[str], wish: str, instead: Sequence[str]) -> list[str]:
    """Return the *chosen* lines with others *instead* of one *wish*."""
    place = chosen.index(wish)
    return [*chosen[:place], *instead, *chosen[place + 1 :]]


def _without_number(wish: str) -> str:
    """Return a *wish* without the number it waits for."""
    words, _, last = wish.rpartition(" ")
    return words if "<=" in last or ">=" in last else wish


def _wishes(
    system: RuleSystem[Any],
    seat: Seat,
    lines: _Lines,
    choices: Sequence[Choice[Any]],
    *,
    rounds: bool,
) -> list[str]:
    """Return the lines that seem to gain most, the best first.

    They speak of *rounds* where choices were made in the round that they show.
    """
    bare: dict[str, float] = {}
    for one in choices:
        loss = one.mass * (one.values[one.chosen] - one.values[one.usual])
        if one.chosen != one.usual and loss > _NEAR:
            for wish in wishes_for(system, one.asked, one.chosen):
                bare[wish] = bare.get(wish, 0.0) + loss
    ranked: list[tuple[float, str]] = []
    for wish in sorted(bare, key=lambda wish: -bare[wish])[:_TRIED]:
        answers = lines.answers(wish)
        limits = _conditions(system, seat, choices, answers, rounds=rounds)
        # Variants of one wish gain nearly the same and would crowd out all others.
        alike = [wish, *(f"{wish} {limit}" for limit in limits)]
        gains = sorted((-lines.gain(one), one) for one in alike)
        ranked += gains[:_ALIKE]
    return [wish for _, wish in sorted(ranked)[:_TRIED]]


def wishes_for(system: RuleSystem[Any], asked: Decision[Any], option: int) -> list[str]:
    """Return wishes that take just *option* of what was *asked*, or its like."""
    fact = asked.options[option]
    name = type(fact).__name__
    alike = [one for one in asked.options if type(one) is type(fact)]
    if len(alike) == 1:
        return [name]
    words = [_shown_values(system, asked, one) for one in alike]
    mine = words[alike.index(fact)]
    telling = [key for key in mine if any(one.get(key) != mine[key] for one in words)]
    terms = [f"{key}={quote(mine[key])}" for key in telling]
    found = [" ".join([name, *terms])] if terms else []
    found += [f"{name} {term}" for term in terms if len(terms) > 1]
    return [*found, name] if alike[0] == fact else found


def _shown_values(
    system: RuleSystem[Any], asked: Decision[Any], option: Fact
) -> dict[str, str]:
    """Return the simple values that an option shows."""
    shown = system.describe(asked.view, option)
    return {
        key: str(value)
        for key, value in shown.items()
        if isinstance(value, str | int) and key != "does" and "|" not in str(value)
    }


def _conditions(
    system: RuleSystem[Any],
    seat: Seat,
    choices: Sequence[Choice[Any]],
    answers: Mapping[int, int],
    *,
    rounds: bool,
) -> Iterator[str]:
    """Yield conditions under which a wish gains more than without any.

    They compare the round, who leads, or a figure of how the own seat stands.
    """
    appraise = system.solving.appraise
    gains: dict[str, dict[float, float]] = {}
    for one in choices:
        if one.number not in answers:
            continue
        option = answers[one.number]
        gain = one.values[option] - one.values[one.usual]
        stands = system.status(one.asked.view)[seat]
        figures = {f"me.{key}": value for key, value in stands.items()}
        if rounds:
            figures["round"] = one.asked.view.round
        if appraise is not None:
            fact = one.asked.options[option]
            figures["ahead"] = appraise(one.asked.view, fact).ahead
        for key, value in figures.items():
            if isinstance(value, int | float):
                each = gains.setdefault(key, {})
                each[value] = each.get(value, 0.0) + one.mass * gain
    for key, each in sorted(gains.items()):
        if len(each) > 1:
            yield from _tightest_conditions(key, each)


def _tightest_conditions(key: str, each: Mapping[float, float]) -> Iterator[str]:
    """Yield the one upper and the one lower limit that leave the most."""
    values = sorted(each)
    below, whole = 0.0, sum(each.values())
    at_most: list[tuple[float, float]] = []
    at_least: list[tuple[float, float]] = []
    for value in values:
        at_least.append((whole - below, value))
        below += each[value]
        at_most.append((below, value))
    (most, high), (least, low) = max(at_most), max(at_least)
    if most > whole + _NEAR:
        over = values[values.index(high) + 1 :]
        yield f"{key}<={_shortest_between(high, over[0] if over else inf)}"
    if least > whole + _NEAR:
        under = values[: values.index(low)]
        yield f"{key}>={-_shortest_between(-low, -under[-1] if under else inf)}"


def _shortest_between(value: float, over: float) -> float:
    """Return the number with the fewest digits from *value* up that is below *over*."""
    for digits in range(_DIGITS):
        tens = 10**digits
        found = ceil(value * tens) / tens
        if value <= found < over:
            return int(found) if found == int(found) else found
    return value
