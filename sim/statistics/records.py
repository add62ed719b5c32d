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
"""Means of returns closer than this are the same."""

_HALF = 0.5
"""What a side without rivals is compared with."""

Returns = Mapping[tuple[float, ...], int]
"""What all seats got -> in how many conflicts."""


class Result(StrEnum):
    """How one conflict went for a seat or a side.

    The return of a side is the mean return of its seats. A side with the highest return
    wins, unless all sides have it, which is a draw; otherwise it loses. If there is
    only one side, a return over one half is a win.
    """

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Record(Struct, frozen=True):
    """How a *seat*, or with no seat a whole *side* of several *seats*, did."""

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
        """Return the record by name."""
        who = {"seat": self.seat} if self.seat else {"seats": self.seats}
        return {
            **who,
            "side": self.side,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "win": self.win.to_dict(),
            "return": self.returns.to_dict(),
        }


def record(
    seat: str,
    side: str,
    own: Sequence[int],
    seats: Sequence[SeatInfo],
    returns: Returns,
) -> Record:
    """Return how the seats *own*, which are all of a *side* or one of it, did."""
    number = seats[own[0]].side
    rivals = [them for side, them in members(seats).items() if side != number]
    fared = dict.fromkeys(Result, 0)
    got: dict[float, int] = {}
    for each, times in returns.items():
        mine = _mean(each, own)
        got[mine] = got.get(mine, 0) + times
        theirs = [_mean(each, them) for them in rivals]
        fared[_result(mine, theirs)] += times
    won, drawn, lost = fared[Result.WON], fared[Result.DRAWN], fared[Result.LOST]
    names = tuple(seats[index].name for index in own)
    games = won + drawn + lost
    return Record(seat, side, names, games, won, drawn, lost, mean_return(got))


def members(seats: Sequence[SeatInfo]) -> dict[int, list[int]]:
    """Return the seats of every side, by number; those who judge are of none."""
    found: dict[int, list[int]] = {}
    for index, seat in enumerate(seats):
        if seat.side is not None:
            found.setdefault(seat.side, []).append(index)
    return dict(sorted(found.items()))


def side_names(seats: Sequence[SeatInfo]) -> dict[int, str]:
    """Return what each side is called in the scenario, or its number."""
    return {side: seats[own[0]].side_named for side, own in members(seats).items()}


def side_in_short(seats: Sequence[SeatInfo], own: Sequence[int]) -> str:
    """Return what a side of the seats *own* is called in reports: by its only seat."""
    only = seats[own[0]]
    return only.name if len(own) == 1 else only.side_named


def results(returns: Sequence[float], seats: Sequence[SeatInfo]) -> dict[int, Result]:
    """Return how every side fared in one conflict, by number."""
    means = {side: _mean(returns, own) for side, own in members(seats).items()}
    return {
        side: _result(mine, [other for them, other in means.items() if them != side])
        for side, mine in means.items()
    }


def level(returns: Sequence[float], seats: Sequence[SeatInfo]) -> bool:
    """Whether all sides got the same, so that nobody won or lost."""
    return all(one is Result.DRAWN for one in results(returns, seats).values())


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
    """Return the mean of returns that were *got* so often, with its interval.

    It is Wilson's where all are 0 or 1, else that of `mean`, cut to what is possible.
    """
    games = sum(got.values())
    if all(value in {0, 1} for value in got):
        return wilson(got.get(1.0, 0), games)
    found = mean(got, step=0.5)
    possible = all(0 <= value <= 1 for value in got)
    return found.within(0, 1) if possible else found
