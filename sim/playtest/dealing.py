"""The budget of a campaign's playtest, dealt out over the scenarios of its chapters.

Every scenario gets the same number of conflicts. If the budget is a time, a look at
each scenario says how long its conflicts take, and each gets its share of the seconds
that are left when its turn comes: if an earlier one took too long, all the rest have
less.
"""

from collections.abc import Callable, Sequence
from math import fsum
from time import monotonic

from msgspec import Struct, structs

from sim.errors import OddsError
from sim.playtest.arena import Arena
from sim.playtest.budget import LEAST, Budget, Speed
from sim.playtest.playtest import measure_pace
from sim.run.cores import cores

WHOLE = 0.1
"""The share of the budget for whole campaigns; a chapter of one is a conflict."""


class BudgetShares(Struct, frozen=True):
    """A budget of *games* and *seconds*, of which *each* scenario has so many games.

    *planned* has the seconds that each scenario should take, and *speeds* how fast it
    went. Without seconds nothing is hurried.
    """

    games: int
    each: int
    seconds: float = 0.0
    planned: tuple[float, ...] = ()
    speeds: tuple[Speed, ...] = ()

    def share(self, place: int, left: float) -> Budget | None:
        """Return the budget of the scenario at *place* if this many seconds are *left*.

        None if there is no time for it.
        """
        if not self.seconds:
            return Budget(self.each)
        if left <= 0:
            return None
        part = self.planned[place] / fsum(self.planned[place:])
        return Budget(self.each, left * part, self.speeds[place])


def deal_budget(
    arenas: Sequence[Arena], budget: Budget, workers: Callable[[int], int]
) -> BudgetShares:
    """Return the *budget* as it is dealt out over *arenas*; OddsError if too small."""
    if budget.games:
        return _equal_shares(budget.games, len(arenas))
    begun = monotonic()
    paces = [measure_pace(arena, budget.seconds / len(arenas)) for arena in arenas]
    took = monotonic() - begun
    processes = min(workers(LEAST * len(arenas)), cores())
    lasts, once = (
        [pace.each(processes) for pace in paces],
        fsum(pace.once for pace in paces),
    )
    left, each = budget.seconds - took, fsum(lasts) / len(lasts)
    games = max(0, int((left - once) / each))
    if games < (least := _least_budget(len(arenas))):
        message = (
            f"{budget.seconds:g} s are enough for about {games} conflicts of this"
            f" campaign, expected time for at least {least}: about"
            f" {least * each + once + took + 1:.0f} s"
        )
        raise OddsError(message)
    dealt = _equal_shares(games, len(arenas))
    return structs.replace(
        dealt,
        seconds=max(1.0, left),
        planned=tuple(
            [
                dealt.each * last + pace.once
                for last, pace in zip(lasts, paces, strict=True)
            ]
        ),
        speeds=tuple([pace.speed(processes) for pace in paces]),
    )


def _equal_shares(games: int, scenarios: int) -> BudgetShares:
    if games < (least := _least_budget(scenarios)):
        message = (
            f"the budget is {games} games, expected at least {least} games for a"
            f" campaign of {scenarios} scenario{'s' * (scenarios != 1)}"
        )
        raise OddsError(message)
    return BudgetShares(games, int((1 - WHOLE) * games / scenarios))


def _least_budget(scenarios: int) -> int:
    return int(LEAST * scenarios / (1 - WHOLE)) + 1
