"""The conflicts worth a look: the luckiest win, the worst choice and others."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.analysis.analysis import Analysis
from sim.analysis.moments import Account
from sim.analysis.scale import of_100, signed
from sim.analysis.sentences import cost_in_words, cut_between_words

_LEAST = 0.08
"""A win is no luck, and a change no turnaround, that is smaller: see LUCKY of marks."""
_APART = 0.5
"""Sides that lay further apart than this were not close."""


class Highlight(Struct, frozen=True):
    """One conflict, *what* it is the best example of, and why in a sentence.

    *event* is the moment meant, 0 if it is the whole conflict.
    """

    what: str
    conflict: str
    amount: float
    said: str
    event: int = 0


def highlights(found: Sequence[Analysis]) -> list[Highlight]:
    """Return the luckiest win, worst choice, greatest turnaround and closest conflict.

    A category is left out where even its best example is small.
    """
    kinds = (_luckiest, _worst, _turnaround)
    best = [
        max(
            (one for analysis in found for one in kind(analysis)),
            key=lambda one: one.amount,
            default=None,
        )
        for kind in kinds
    ]
    near = [one for analysis in found for one in _closest(analysis)]
    best.append(min(near, key=lambda one: one.amount, default=None))
    return [one for one in best if one is not None]


def ranked(found: Sequence[Analysis], by: str) -> list[Highlight]:
    """Return the conflicts that can be called lucky or close, the first of all first.

    *by* is "luckiest" or "closest". There is one highlight for each conflict at most.
    """
    of, sign = (_luckiest, -1) if by == "luckiest" else (_closest, 1)
    best = (
        min(of(one), key=lambda each: sign * each.amount, default=None) for one in found
    )
    return sorted(
        (one for one in best if one is not None), key=lambda one: sign * one.amount
    )


def _winners(found: Analysis) -> list[Account]:
    """Return the seats that came to most, if another side came to less."""
    most = max(one.came_to for one in found.accounts)
    won = [one for one in found.accounts if one.came_to == most]
    sides = {one.side for one in found.accounts}
    return won if len({one.side for one in won}) < len(sides) else []


def _luckiest(found: Analysis) -> Iterator[Highlight]:
    for one in _winners(found):
        if one.luck > _LEAST:
            said = (
                f"{one.seat} ({one.agent}) could expect {of_100(one.expected)} and came"
                f" to {of_100(one.came_to)}; the dice were worth {signed(one.luck)}"
            )
            yield Highlight("luckiest win", found.conflict, one.luck, said)


def _worst(found: Analysis) -> Iterator[Highlight]:
    agents = {one.seat: one.agent for one in found.accounts}
    for one in found.choices:
        if one.mark and one.seat in agents:
            choice = cut_between_words(one.said).rstrip(".")
            said = (
                f"{one.seat} ({agents[one.seat]}), round {one.round}: {choice}, which"
                f" cost {cost_in_words(one)}"
            )
            yield Highlight("worst choice", found.conflict, one.low, said, one.event)


def _turnaround(found: Analysis) -> Iterator[Highlight]:
    for account in _winners(found):
        low = min(found.moments, key=lambda one: one.before[account.place])
        gained = account.came_to - low.before[account.place]
        if gained > _LEAST:
            said = (
                f"{account.seat} ({account.agent}) could expect"
                f" {of_100(low.before[account.place])} in round {low.round} and came to"
                f" {of_100(account.came_to)}"
            )
            yield Highlight(
                "greatest turnaround", found.conflict, gained, said, low.event
            )


def _closest(found: Analysis) -> Iterator[Highlight]:
    """Yield by how much the two leading sides were apart, on average until the end."""
    sides = sorted({one.side for one in found.accounts})
    if len(sides) == 1 or len(found.moments) == 1:
        return
    gaps: list[float] = []
    for moment in found.moments:
        best = sorted(
            max(moment.before[a.place] for a in found.accounts if a.side == side)
            for side in sides
        )
        gaps.append(best[-1] - best[-2])
    apart = sum(gaps) / len(gaps)
    if apart > _APART:
        return
    said = (
        f"what the two leading sides could expect lay {of_100(apart)} of 100 apart, on"
        f" average over {len(gaps)} moments"
    )
    yield Highlight("closest", found.conflict, apart, said)
