"""The budget of a campaign's playtest, dealt out over the scenarios of its chapters.

Each scenario gets as many conflicts. Where the budget is a time, a look at each of them
says how long these take, and each gets its share of the seconds that are left when its
turn comes: what an earlier one took too long is shared by the rest.
"""

from collections.abc import Callable, Sequence
from math import fsum
from time import monotonic

from msgspec import Struct, structs

from sim.errors import OddsError
from sim.playtest.budget import LEAST, Budget, Speed
from sim.playtest.ground import Ground
from sim.playtest.playtest import measure_pace
from sim.run.cores import cores

WHOLE = 0.1
"""The share of the budget for whole campaigns; a chapter of one is a conflict."""


class BudgetShares(Struct, frozen=True):
    """This many *games*, of which *each* scenario has its own, and this many *seconds*.

    *planned* has for each scenario how long it should take, and *speeds* how fast it
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
    grounds: Sequence[Ground], budget: Budget, workers: Callable[[int], int]
) -> BudgetShares:
    """Return the *budget* as it is dealt out over *grounds*; OddsError if too small."""
    if budget.games:
        return _equal_shares(budget.games, len(grounds))
    begun = monotonic()
    paces = [measure_pace(one, budget.seconds / len(grounds)) for one in grounds]
    took = monotonic() - begun
    several = min(workers(LEAST * len(grounds)), cores())
    lasts, once = [one.each(several) for one in paces], fsum(one.once for one in paces)
    left, each = budget.seconds - took, fsum(lasts) / len(lasts)
    games = max(0, int((left - once) / each))
    if games < (least := _least_budget(len(grounds))):
        message = (
            f"{budget.seconds:g} s are enough for about {games} conflicts of this"
            f" campaign, expected time for at least {least}: about"
            f" {least * each + once + took + 1:.0f} s"
        )
        raise OddsError(message)
    dealt = _equal_shares(games, len(grounds))
    return structs.replace(
        dealt,
        seconds=max(1.0, left),
        planned=tuple(
            [
                dealt.each * last + pace.once
                for last, pace in zip(lasts, paces, strict=True)
            ]
        ),
        speeds=tuple([one.speed(several) for one in paces]),
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
