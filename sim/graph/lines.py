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
"""The number of questions considered, the most frequent ones."""
_TRIED = 24
"""The number of wishes that are played to find the next line."""
_PAIRED = 12
"""How many of them are played in pairs if no single one gains."""
_ALIKE = 3
"""How many of them may differ only in their conditions."""
_NEAR = 1e-9
UNSEEN = 5e-6
"""A smaller gain does not show in printed values and counts as none."""
_DIGITS = 12


class _Wishing(Protocol):
    """An agent that returns the option it wishes for, or None."""

    def begin(self, table: Table) -> None: ...

    def wished(self, asked: Decision[Any]) -> Fact | None: ...


class ReplyLines(Struct, frozen=True):
    """The *lines* of a reply, and the return of playing by them.

    *answers* are their choices at the questions considered.
    """

    lines: tuple[str, ...]
    value: float
    answers: Mapping[int, int]


class _Lines:
    """The lines considered so far, with the questions that each answers."""

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
        answers = self._answers.get(line)
        if answers is None:
            agent = cast("_Wishing", made("scripted", {"says": line}, literal=True))
            agent.begin(self._table)
            answers = self._answers[line] = {}
            for choice in self._choices:
                fact = agent.wished(choice.asked)
                if fact is not None:
                    answers[choice.number] = choice.asked.options.index(fact)
        return answers

    def usual(self) -> dict[int, int]:
        """Return the choices of the seat's own agent."""
        return {choice.number: choice.usual for choice in self._choices}

    def played(self, lines: Sequence[str]) -> dict[int, int]:
        """Return the choices by *lines*: the first that answers a question counts."""
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
            choice.mass
            * (choice.values[answers[choice.number]] - choice.values[choice.usual])
            for choice in self._choices
            if choice.number in answers
        )


def keeps_enough(reply: SolvedReply, value: float) -> bool:
    """Whether *value* keeps nearly the whole gain of *reply*."""
    gain = reply.value - reply.base
    return gain < UNSEEN or value >= reply.base + _ENOUGH * gain - _NEAR


def reply_lines(
    system: RuleSystem[Any],
    seats: Sequence[SeatInfo],
    seat: Seat,
    reply: SolvedReply,
    *,
    clock: Clock | None = None,
) -> ReplyLines:
    """Return a few lines that keep nearly the whole gain of *reply*.

    When the time of *clock* is up, no more are gathered.
    """
    clock = clock or Clock()
    choices = reply.choices[:_ASKED]
    lines = _Lines(system, seats, seat, choices)
    wishes = _wishes(system, seat, lines, choices, rounds=reply.keeps_round)
    chosen: list[str] = []
    value = reply.judge(lines.usual())
    while len(chosen) < _LINES_MAX and not clock.over:
        if keeps_enough(reply, value):
            break
        # Two lines may gain only together: the first prepares for the second. Pairs are
        # tried only if no single line gains, since there are many.
        ones = [(wish,) for wish in wishes if wish not in chosen]
        pairs = permutations(wishes[:_PAIRED], 2)
        better = _better_lines(
            reply, lines, chosen, value, ones, clock
        ) or _better_lines(reply, lines, chosen, value, pairs, clock)
        if better is None:
            break
        chosen, value = better
    return _fewest_lines(reply, lines, chosen, value)


def _better_lines(
    reply: SolvedReply,
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
    for new in wishes:
        if clock.over:
            break
        ways = ([*new, *chosen], [*chosen, *new])
        for tried in ways if chosen else ways[:1]:
            reached = reply.judge(lines.played(tried))
            if reached > value + _NEAR:
                best, value = (tried, reached), reached
    return best


def _fewest_lines(
    reply: SolvedReply, lines: _Lines, chosen: list[str], value: float
) -> ReplyLines:
    """Return the lines without superfluous lines and conditions."""
    for wish in tuple(chosen):
        for instead in ([], [_without_number(wish)]):
            tried = _with_lines(chosen, wish, instead)
            if tried != chosen and reply.judge(lines.played(tried)) >= value - _NEAR:
                chosen = tried
                break
    return ReplyLines(tuple(chosen), value, lines.played(chosen))


def _with_lines(chosen: Sequence[str], wish: str, instead: Sequence[str]) -> list[str]:
    """Return the *chosen* lines with others *instead* of one *wish*."""
    place = chosen.index(wish)
    return [*chosen[:place], *instead, *chosen[place + 1 :]]


def _without_number(wish: str) -> str:
    """Return a *wish* without its numeric condition."""
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

    With *rounds* their conditions may use the round.
    """
    bare: dict[str, float] = {}
    for choice in choices:
        values = choice.values
        loss = choice.mass * (values[choice.chosen] - values[choice.usual])
        if choice.chosen != choice.usual and loss > _NEAR:
            for wish in wishes_for(system, choice.asked, choice.chosen):
                bare[wish] = bare.get(wish, 0.0) + loss
    ranked: list[tuple[float, str]] = []
    for wish in sorted(bare, key=lambda wish: -bare[wish])[:_TRIED]:
        answers = lines.answers(wish)
        limits = _conditions(system, seat, choices, answers, rounds=rounds)
        # Variants of one wish gain nearly the same and would crowd out all others.
        alike = [wish, *(f"{wish} {limit}" for limit in limits)]
        gains = sorted((-lines.gain(line), line) for line in alike)
        ranked += gains[:_ALIKE]
    return [wish for _, wish in sorted(ranked)[:_TRIED]]


def wishes_for(
    system: RuleSystem[Any],
    asked: Decision[Any],
    option: int,
    known: dict[Fact, Mapping[str, str]] | None = None,
) -> list[str]:
    """Return wishes that take *option* of the question *asked*, or similar ones.

    What options show is *known* from other calls for the same question, if given.
    """
    known = {} if known is None else known
    fact = asked.options[option]
    name = type(fact).__name__
    alike = [other for other in asked.options if type(other) is type(fact)]
    if len(alike) == 1:
        return [name]
    for other in alike:
        if other not in known:
            known[other] = _shown_values(system, asked, other)
    shown = [known[other] for other in alike]
    mine = shown[alike.index(fact)]
    telling = [key for key in mine if any(own.get(key) != mine[key] for own in shown)]
    terms = [f"{key}={quote(mine[key])}" for key in telling]
    wishes = [" ".join([name, *terms])] if terms else []
    wishes += [f"{name} {term}" for term in terms if len(terms) > 1]
    return [*wishes, name] if alike[0] == fact else wishes


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

    They compare the round, the lead, or a figure of the own seat's status.
    """
    appraise = system.solving.appraise
    gains: dict[str, dict[float, float]] = {}
    for choice in choices:
        if choice.number not in answers:
            continue
        option = answers[choice.number]
        gain = choice.values[option] - choice.values[choice.usual]
        status = system.status(choice.asked.view)[seat]
        figures = {f"me.{key}": value for key, value in status.items()}
        if rounds:
            figures["round"] = choice.asked.view.round
        if appraise is not None:
            fact = choice.asked.options[option]
            figures["ahead"] = appraise(choice.asked.view, fact).ahead
        for key, value in figures.items():
            if isinstance(value, int | float):
                by_value = gains.setdefault(key, {})
                by_value[value] = by_value.get(value, 0.0) + choice.mass * gain
    for key, by_value in sorted(gains.items()):
        if len(by_value) > 1:
            yield from _tightest_conditions(key, by_value)


def _tightest_conditions(key: str, gains: Mapping[float, float]) -> Iterator[str]:
    """Yield the upper and the lower limit that leave the greatest sum of gains."""
    values = sorted(gains)
    below, total = 0.0, sum(gains.values())
    at_most: list[tuple[float, float]] = []
    at_least: list[tuple[float, float]] = []
    for value in values:
        at_least.append((total - below, value))
        below += gains[value]
        at_most.append((below, value))
    (most, high), (least, low) = max(at_most), max(at_least)
    if most > total + _NEAR:
        over = values[values.index(high) + 1 :]
        yield f"{key}<={_shortest_between(high, over[0] if over else inf)}"
    if least > total + _NEAR:
        under = values[: values.index(low)]
        yield f"{key}>={-_shortest_between(-low, -under[-1] if under else inf)}"


def _shortest_between(value: float, over: float) -> float:
    """Return the number with the fewest digits from *value* up that is below *over*."""
    for digits in range(_DIGITS):
        tens = 10**digits
        rounded = ceil(value * tens) / tens
        if value <= rounded < over:
            return int(rounded) if rounded == int(rounded) else rounded
    return value
