"""When a side has a real choice: the returns of its strategies against all replies.

All strategies have the same dice, so two are compared game by game.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb, sqrt

from benchmarks.ways import Strategy

MARGIN = 0.05
"""By more than this a way is clearly better, and two ways really differ."""
NEAR = 0.02
"""Within this of the best a way is as good as the best."""
LEAST = 100
"""On fewer games nothing is said."""
SURE = 1.96

CHOICE, CLOSE = "a choice", "a close call"
"""What a side may have that really chooses; the latter where nobody replies."""

Table = Mapping[tuple[Strategy, Strategy], Sequence[float]]
"""(own strategy, reply) -> what each game returned."""


def mean(values: Sequence[float]) -> float:
    """Return the mean of *values*."""
    return sum(values) / len(values)


def ways(table: Table) -> list[Strategy]:
    """Return the strategies that follow one way, without the other agents."""
    strategies = dict.fromkeys(own for own, _ in table)
    return [own for own in strategies if any(part.startswith("on:") for part in own)]


def replies_in(table: Table) -> list[Strategy]:
    """Return the replies of the other seats."""
    return list(dict.fromkeys(reply for _, reply in table))


def gain(
    table: Table, own: Strategy, other: Strategy, reply: Strategy
) -> tuple[float, float]:
    """Return (mean difference of *own* and *other*, half width of its interval)."""
    pairs = zip(table[own, reply], table[other, reply], strict=True)
    gains = [mine - theirs for mine, theirs in pairs]
    middle = mean(gains)
    spread = sum((difference - middle) ** 2 for difference in gains) / len(gains)
    return middle, SURE * sqrt(spread / len(gains))


def widest(table: Table) -> float:
    """Return the half width of the widest interval of a difference of two ways."""
    pairs = combinations(ways(table), 2)
    each = [(*pair, reply) for pair in pairs for reply in replies_in(table)]
    return max((gain(table, *case)[1] for case in each), default=0.0)


def differ(table: Table, own: Strategy, other: Strategy) -> bool:
    """Whether *own* or *other* is significantly better against some reply."""
    gains = [gain(table, own, other, reply) for reply in replies_in(table)]
    return any(abs(middle) > max(MARGIN, error) for middle, error in gains)


def twins(table: Table) -> list[tuple[Strategy, Strategy]]:
    """Return the pairs of ways whose returns hardly differ against any reply."""
    pairs = combinations(ways(table), 2)
    return [pair for pair in pairs if not differ(table, *pair)]


def foregone(table: Table) -> list[Strategy]:
    """Return the strategies that beat all others by the margin against every reply.

    One of them may be an agent: if it beats all ways, none of them is a choice.
    """
    strategies = dict.fromkeys(own for own, _ in table)
    return [
        strategy
        for strategy in strategies
        if all(
            gain(table, strategy, other, reply)[0] > MARGIN
            for reply in replies_in(table)
            for other in ways(table)
            if other != strategy
        )
    ]


def best(table: Table, reply: Strategy) -> list[Strategy]:
    """Return the ways that are as good as the best against *reply*.

    None if all ways are equally good.
    """
    worths = {way: mean(table[way, reply]) for way in ways(table)}
    most, least = max(worths.values()), min(worths.values())
    if most - least <= NEAR:
        return []
    return [way for way, worth in worths.items() if worth >= most - NEAR]


def exits(table: Table) -> list[Strategy]:
    """Return the ways that return the same in every game, whatever the reply."""
    answers = replies_in(table)
    if len(answers) == 1:
        return []
    return [
        way
        for way in ways(table)
        if len({value for reply in answers for value in table[way, reply]}) == 1
    ]


def choosable(table: Table) -> list[tuple[Strategy, Strategy]]:
    """Return pairs of ways that really differ and are each best against some reply.

    None of them is an exit: one that no reply affects is no choice between strategies.
    """
    out = exits(table)
    good = [way for reply in replies_in(table) for way in best(table, reply)]
    pairs = combinations(dict.fromkeys(way for way in good if way not in out), 2)
    return [pair for pair in pairs if differ(table, *pair)]


def verdict(table: Table) -> str:
    """Return whether there is a real choice, as a sentence."""
    games = len(next(iter(table.values())))
    if games < LEAST:
        return "too few games to say"
    if sure := foregone(table):
        return f"foregone: {', '.join(sure[0])}"
    answers = replies_in(table)
    if len(answers) == 1:
        return CLOSE
    if choosable(table):
        return CHOICE
    good = list(dict.fromkeys(way for reply in answers for way in best(table, reply)))
    alike = len(twins(table)) == comb(len(ways(table)), 2)
    if not good:
        return "nothing hangs on it"
    named = " = ".join(", ".join(way) for way in (ways(table) if alike else good))
    return f"twins: {named}" if alike else f"always best: {named}"
