"""The budget of a playtest: a number of conflicts, or a time in seconds."""

import re
from collections.abc import Callable
from math import inf

from msgspec import Struct

from sim.errors import OddsError
from sim.reading.hints import quoted
from sim.spine.words import MOST

LEAST = 300
"""The fewest conflicts from which a playtest can report anything."""
_FORM = re.compile(
    r"(\d+(?:\.\d+)?) *(s|sec|seconds?|min|minutes?|m|h|hours?|games?|conflicts?)"
)
_BARE = re.compile(r"\d+(?:\.\d+)?")
_MINUTE, _HOUR = 60.0, 3600.0
DEFAULT = "60s"


class Speed(Struct, frozen=True):
    """The seconds of each conflict, by all workers, and of each *answer* of a search.

    A conflict that is *looked* at takes longer than one that agents of a *field* play,
    or the scenario's *own*.
    """

    looked: float
    field: float
    own: float
    answer: float = 0.0


class Budget(Struct, frozen=True):
    """A number of *games*, or as many as can be played in *seconds*.

    *speed* is how fast they seemed to go when seconds were turned into games.
    """

    games: int = 0
    seconds: float = 0.0
    speed: Speed | None = None

    def conflicts(self, each: float, once: float = 0.0) -> int:
        """Return how many conflicts it allows if each takes *each* seconds.

        *once* is what everything else takes. Raises OddsError if the conflicts are
        too few for a report.
        """
        if self.games:
            return self.games
        games = max(0, int((self.seconds - once) / each))
        if games < LEAST:
            message = (
                f"{self.seconds:g} s are enough for about {games} conflicts of this"
                f" scenario, expected time for at least {LEAST}: about"
                f" {LEAST * each + once + 1:.0f} s"
            )
            raise OddsError(message)
        return games


def read_budget(text: str) -> Budget:
    """Read a budget such as `60s`, `2 min` or `2000 games`.

    Raises OddsError for any other text, and for too few games.
    """
    match = _FORM.fullmatch(text.strip().casefold())
    if match is None or not float(match[1]):
        raise _budget_error(text)
    amount, unit = float(match[1]), match[2]
    if unit.startswith(("game", "conflict")):
        return _budget_of_games(amount, text)
    each = _MINUTE if unit.startswith("m") else _HOUR if unit[0] == "h" else 1.0
    return Budget(seconds=amount * each)


def _budget_error(text: str) -> OddsError:
    """Return the error for text that is no budget; a number alone may mean either."""
    number = text.strip()
    if _BARE.fullmatch(number) and float(number):
        least = max(LEAST, round(float(number)))
        return OddsError(
            f"the budget is {quoted(text)}, which may be seconds or games: expected"
            f" {number}s or '{least} games'"
        )
    message = f"the budget is {quoted(text)}, expected 60s, 2min or '2000 games'"
    return OddsError(message)


def _budget_of_games(amount: float, text: str) -> Budget:
    if amount != int(amount) or amount < LEAST:
        kind = "a whole number of" if amount >= LEAST else f"at least {LEAST}"
        message = f"the budget is {quoted(text)}, expected {kind} games"
        raise OddsError(message)
    if amount > MOST:
        message = f"the budget is {quoted(text)}, expected at most {MOST} games"
        raise OddsError(message)
    return Budget(games=int(amount))


Seconds = Callable[[], float]
"""Says how many seconds are left."""


def unlimited_seconds() -> float:
    """Return an endless number of seconds: there is time enough."""
    return inf
