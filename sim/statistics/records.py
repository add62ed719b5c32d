"""The record of a seat or a side over many conflicts: wins, draws, losses, returns."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import fsum
from typing import Any

from msgspec import Struct

from sim.seam.protocol import SeatInfo
from sim.statistics.counts import mean
from sim.statistics.intervals import Interval, wilson

_ROUNDING = 1e-9
"""Means of returns closer than this are equal."""

_HALF = 0.5
"""The return with which a side without rivals is compared."""

Returns = Mapping[tuple[float, ...], int]
"""The returns of all seats -> the number of conflicts."""


class Result(StrEnum):
    """The result of one conflict for a seat or a side.

    The return of a side is the mean return of its seats. A side with the highest return
    wins, unless all sides have it, which is a draw; otherwise it loses. If there is
    only one side, a return over one half is a win.
    """

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Record(Struct, frozen=True):
    """The record of a *seat*, or with no seat that of a *side* of several *seats*."""

    seat: str
    side: str
    seats: tuple[str, ...]
    games: int
    won: int
    drawn: int
    lost: int
    returns: Interval

    @property
    def win(self) -> Interval:
        """The share of conflicts won, with Wilson's interval."""
        return wilson(self.won, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return the record by name; shares of no games are None."""
        who = {"seat": self.seat} if self.seat else {"seats": self.seats}
        return {
            **who,
            "side": self.side,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "win": self.win.to_dict() if self.games else None,
            "return": self.returns.to_dict() if self.games else None,
        }


def record(
    seat: str,
    side: str,
    own: Sequence[int],
    seats: Sequence[SeatInfo],
    returns: Returns,
) -> Record:
    """Return the record of the seats *own*: a whole *side*, or one seat of it."""
    number = seats[own[0]].side
    rivals = [them for side, them in members(seats).items() if side != number]
    counts = dict.fromkeys(Result, 0)
    own_returns: dict[float, int] = {}
    for each, times in returns.items():
        mine = _mean(each, own)
        own_returns[mine] = own_returns.get(mine, 0) + times
        theirs = [_mean(each, them) for them in rivals]
        counts[_result(mine, theirs)] += times
    won, drawn, lost = counts[Result.WON], counts[Result.DRAWN], counts[Result.LOST]
    names = tuple(seats[index].name for index in own)
    games = won + drawn + lost
    returned = mean_return(own_returns)
    return Record(seat, side, names, games, won, drawn, lost, returned)


def members(seats: Sequence[SeatInfo]) -> dict[int, list[int]]:
    """Return the seats of every side, by number; judges belong to none."""
    sides: dict[int, list[int]] = {}
    for index, seat in enumerate(seats):
        if seat.side is not None:
            sides.setdefault(seat.side, []).append(index)
    return dict(sorted(sides.items()))


def side_names(seats: Sequence[SeatInfo]) -> dict[int, str]:
    """Return the name of each side in the scenario, or its number."""
    return {side: seats[own[0]].side_named for side, own in members(seats).items()}


def side_in_short(seats: Sequence[SeatInfo], own: Sequence[int]) -> str:
    """Return the name of a side in reports: that of its only seat, or its own."""
    only = seats[own[0]]
    return only.name if len(own) == 1 else only.side_named


def results(returns: Sequence[float], seats: Sequence[SeatInfo]) -> dict[int, Result]:
    """Return the result of every side in one conflict, by number."""
    means = {side: _mean(returns, own) for side, own in members(seats).items()}
    return {
        side: _result(mine, [other for them, other in means.items() if them != side])
        for side, mine in means.items()
    }


def level(returns: Sequence[float], seats: Sequence[SeatInfo]) -> bool:
    """Whether all sides have the same return, so that nobody won or lost."""
    return all(result is Result.DRAWN for result in results(returns, seats).values())


def _result(mine: float, theirs: Sequence[float]) -> Result:
    rivals = theirs or [_HALF]
    if mine < max(rivals) - _ROUNDING:
        return Result.LOST
    if mine > min(rivals) + _ROUNDING:
        return Result.WON
    return Result.DRAWN


def _mean(returns: Sequence[float], seats: Sequence[int]) -> float:
    return fsum(returns[index] for index in seats) / len(seats)


def mean_return(got: Mapping[float, int]) -> Interval:
    """Return the mean of the returns *got*, with their counts, and its interval.

    It is Wilson's if all are 0 or 1, else that of `mean`, cut to the possible range.
    """
    games = sum(got.values())
    if all(value in {0, 1} for value in got):
        return wilson(got.get(1.0, 0), games)
    interval = mean(got, step=0.5)
    possible = all(0 <= value <= 1 for value in got)
    return interval.within(0, 1) if possible else interval
