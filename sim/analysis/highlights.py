"""The conflicts worth a look: the luckiest win, the worst choice and others."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.analysis.analysis import Analysis
from sim.analysis.moments import Account
from sim.analysis.scale import of_100, signed
from sim.analysis.sentences import cost_in_words, cut_between_words

_LEAST = 0.08
"""Less luck makes no lucky win, a smaller change no turnaround: see LUCKY of marks."""
_APART = 0.5
"""Sides further apart than this were not close."""


class Highlight(Struct, frozen=True):
    """One conflict, *what* it is the best example of, and why in a sentence.

    *event* is the moment meant, 0 if it is the whole conflict.
    """

    what: str
    conflict: str
    amount: float
    said: str
    event: int = 0


def highlights(analyses: Sequence[Analysis]) -> list[Highlight]:
    """Return the luckiest win, worst choice, greatest turnaround and closest conflict.

    A category is left out if even its best example is small.
    """
    kinds = (_luckiest, _worst, _turnaround)
    best = [
        max(
            (example for analysis in analyses for example in kind(analysis)),
            key=_amount,
            default=None,
        )
        for kind in kinds
    ]
    close = [example for analysis in analyses for example in _closest(analysis)]
    best.append(min(close, key=_amount, default=None))
    return [highlight for highlight in best if highlight is not None]


def _amount(highlight: Highlight) -> float:
    return highlight.amount


def ranked(analyses: Sequence[Analysis], by: str) -> list[Highlight]:
    """Return the conflicts that can be called lucky or close, the best example first.

    *by* is "luckiest" or "closest". There is one highlight for each conflict at most.
    """
    of, sign = (_luckiest, -1) if by == "luckiest" else (_closest, 1)
    best = (
        min(of(analysis), key=lambda example: sign * example.amount, default=None)
        for analysis in analyses
    )
    return sorted(
        (highlight for highlight in best if highlight is not None),
        key=lambda highlight: sign * highlight.amount,
    )


def _winners(analysis: Analysis) -> list[Account]:
    """Return the seats with the best result, if another side has a worse one."""
    most = max(account.came_to for account in analysis.accounts)
    won = [account for account in analysis.accounts if account.came_to == most]
    sides = {account.side for account in analysis.accounts}
    return won if len({account.side for account in won}) < len(sides) else []


def _luckiest(analysis: Analysis) -> Iterator[Highlight]:
    for winner in _winners(analysis):
        if winner.luck > _LEAST:
            said = (
                f"{winner.seat} ({winner.agent}) could expect"
                f" {of_100(winner.expected)} and came to {of_100(winner.came_to)}; the"
                f" dice were worth {signed(winner.luck)}"
            )
            yield Highlight("luckiest win", analysis.conflict, winner.luck, said)


def _worst(analysis: Analysis) -> Iterator[Highlight]:
    agents = {account.seat: account.agent for account in analysis.accounts}
    for moment in analysis.choices:
        if moment.mark and moment.seat in agents:
            choice = cut_between_words(moment.said).rstrip(".")
            said = (
                f"{moment.seat} ({agents[moment.seat]}), round {moment.round}:"
                f" {choice}, which cost {cost_in_words(moment)}"
            )
            conflict = analysis.conflict
            yield Highlight("worst choice", conflict, moment.low, said, moment.event)


def _turnaround(analysis: Analysis) -> Iterator[Highlight]:
    for account in _winners(analysis):
        low = min(analysis.moments, key=lambda moment: moment.before[account.place])
        gained = account.came_to - low.before[account.place]
        if gained > _LEAST:
            said = (
                f"{account.seat} ({account.agent}) could expect"
                f" {of_100(low.before[account.place])} in round {low.round} and came to"
                f" {of_100(account.came_to)}"
            )
            yield Highlight(
                "greatest turnaround", analysis.conflict, gained, said, low.event
            )


def _closest(analysis: Analysis) -> Iterator[Highlight]:
    """Yield the average distance between the two leading sides, if it is small."""
    sides = sorted({account.side for account in analysis.accounts})
    if len(sides) == 1 or len(analysis.moments) == 1:
        return
    gaps: list[float] = []
    for moment in analysis.moments:
        best = sorted(
            max(
                moment.before[account.place]
                for account in analysis.accounts
                if account.side == side
            )
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
    yield Highlight("closest", analysis.conflict, apart, said)
