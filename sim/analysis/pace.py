"""Spend limited time: on games from each moment first, then on judging choices.

The values of all moments come first, since the columns of an analysis add up only if no
moment is left out: if time is short, fewer games are played from each. The rest of the
time is for judging choices.
"""

from collections.abc import Callable
from math import ceil, inf
from statistics import fmean
from time import monotonic

from sim.errors import StreamError

GAMES_MIN = 2
"""Fewer games have no standard error."""
_LEAST = 8
"""The fewest games from each moment if time is short: fewer say next to nothing."""
_PROBED = 4
"""The most games from each moment that are played to measure how long they take."""
_PROBING = 0.25
"""The share of the time after which no further game is begun for that."""
_EXACT = 0.25
"""The share of the time in which exact values are tried."""
_VALUES = 0.1
"""The share of the rest for values; what remains is for judging choices."""
_SHORTER = 0.6
"""The average length of a game from any moment, compared to a whole one."""
_SURE = 200
"""After so many games that judged choices, their own mean time is taken."""
_ENOUGH = 3.0
"""A refusal advises this many times the least time that would do."""


class Pace:
    """The time for one conflict; without *seconds* there is no limit."""

    def __init__(
        self, seconds: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        """Start the clock. Raises StreamError unless *seconds* are above 0."""
        if seconds is not None and not seconds > 0:
            message = f"found {seconds:g} seconds, expected more than 0"
            raise StreamError(message)
        self._seconds, self._now = seconds, now
        self._until = inf if seconds is None else now() + seconds
        self._a_game = 0.0
        self._to_judge = 0
        self._judged_from: tuple[float, int] | None = None

    @property
    def left(self) -> float:
        """The seconds left."""
        return self._until - self._now()

    def for_exact(self) -> "Pace":
        """Return the part of the time in which exact values may be tried."""
        return Pace(None if self._seconds is None else _EXACT * self.left, self._now)

    def games(self, play: Callable[[int, int], object], moments: int, most: int) -> int:
        """Return the number of games from each of *moments*, at most *most*.

        *play* is called with the number of a moment, from 0, and 1, 2, ... to play that
        many games from there in all, which are timed. Raises StreamError if there is
        too little time.
        """
        if self._seconds is None:
            return most
        once = self._time_of_a_game_from_each(play, moments)
        fewest = min(_LEAST, most)
        least = fewest * once
        left = self.left
        if least > left:
            message = (
                f"no time for any judgement in {self._seconds:.3g} seconds:"
                f" {max(left, 0.0):.3g} of them are left to value the moments, and"
                f" {fewest} games from each of {moments} alone take about {least:.3g};"
                f" expected --seconds {ceil(_ENOUGH * least)} or more"
            )
            raise StreamError(message)
        if not once:
            return most
        return max(int(min(most, _VALUES * self.left / once)), fewest)

    def _time_of_a_game_from_each(
        self, play: Callable[[int, int], object], moments: int
    ) -> float:
        """Return the seconds that a game from each of *moments* takes in all.

        It is the mean over as many games as there is time for. A game from one moment
        soon comes to where the game of that number from an earlier one has been, and
        ends there: games from the start alone would say far too much.

        The first from each moment also fill caches, so they count only if there are no
        others. If there is no time even for these, the rest are assumed to take as
        long.
        """
        until = self._now() + _PROBING * self.left
        first = self._times_from_each(play, 1, moments, until)
        later = [
            times
            for number in range(2, _PROBED + 1)
            if (times := self._times_from_each(play, number, moments, until))
        ]
        self._a_game = fmean([times[0] for times in later or [first]])
        whole = [sum(times) for times in later if len(times) == moments]
        return fmean(whole) if whole else fmean(first) * moments

    def _times_from_each(
        self,
        play: Callable[[int, int], object],
        number: int,
        moments: int,
        until: float,
    ) -> list[float]:
        """Return the seconds of game *number* from each of *moments*.

        None is begun after *until*, but for the very first.
        """
        times = list[float]()
        before = self._now()
        while len(times) < moments and (before < until or (number == 1 and not times)):
            play(len(times), number)
            now = self._now()
            times.append(now - before)
            before = now
        return times

    def begin_judging(self, choices: int) -> None:
        """Divide the time left among this many *choices*."""
        self._to_judge = choices

    def share(self, wanted: int, played: int = 0) -> float:
        """Return the number of games by which the next choice may be judged.

        *played* is the number of games so far: games that come to what is known are
        short, so the ones that judged choices say best how long the next take.

        It is an equal share of the time left, or as many games as are *wanted* if that
        is more: a few choices judged well say more than many judged badly.
        """
        if self._seconds is None or not self._a_game:
            return inf
        games = max(self.left, 0.0) / self._to_judge_with(played)
        fair = games / max(self._to_judge, 1)
        self._to_judge -= 1
        return max(fair, min(wanted, games))

    def _to_judge_with(self, played: int) -> float:
        """Return the seconds that a game takes by which choices are judged."""
        now = self._now()
        since, before = self._judged_from = self._judged_from or (now, played)
        took = now - since
        if played - before < _SURE or not took:
            return self._a_game * _SHORTER
        return took / (played - before)
