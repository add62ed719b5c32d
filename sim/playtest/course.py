"""The course of a scenario: its length, its endings, and how the lead changes.

The lead is what the rule system's appraisal says at every choice: twice the chance to
win, less one. Drama is Browne's: the mean root of how far the eventual winner was
behind, over the moments in which it was.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import Any

from msgspec import Struct, field

from sim.playtest.arena import Arena
from sim.playtest.paired import mean_with_interval
from sim.playtest.table import Game
from sim.playtest.watching import lead_of_asked, questions
from sim.seam.seats import by_seat
from sim.statistics.counts import Counts
from sim.statistics.intervals import Interval, wilson
from sim.statistics.records import level

_CLOSE = 0.1
"""With a smaller lead nobody counts as the leader."""
_SURE = 0.5
"""With this lead the chances are three to one."""
_PAIR = 2


class Leads(Struct, frozen=True):
    """The course of the lead, over conflicts that somebody won.

    *changes* is how often it changed hands, *open* the part of a conflict after which
    its winner led by three to one for good, *behind* how often the winner had been
    behind, *drama* how far.
    """

    games: int
    changes: Interval
    open: Interval
    behind: Interval
    drama: Interval


class Course(Struct, frozen=True):
    """The course of conflicts; *forced* counts choices with a single option."""

    games: int
    endings: tuple[tuple[str, int, Interval], ...]
    stalled: Interval
    rounds: Counts
    real: Counts
    forced: Counts
    choosers: tuple[tuple[str, Interval], ...]
    leads: Leads | None

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each thing that was measured."""
        rows: list[dict[str, Any]] = [
            {"what": name, **counts.mean().to_dict()}
            for name, counts in (
                ("rounds", self.rounds),
                ("choices", self.real),
                ("forced moves", self.forced),
            )
        ]
        rows.append({"what": "stalled", **self.stalled.to_dict()})
        if self.leads is not None:
            rows += [
                {"what": name, **interval.to_dict()}
                for name, interval in (
                    ("lead changes", self.leads.changes),
                    ("open until", self.leads.open),
                    ("winner was behind", self.leads.behind),
                    ("drama", self.leads.drama),
                )
            ]
        return rows


class _Totals(Struct):
    """Totals over all conflicts."""

    how: Counter[str] = field(default_factory=Counter[str])
    stalled: int = 0
    rounds: Counts = field(default_factory=Counts)
    real: Counts = field(default_factory=Counts)
    forced: Counts = field(default_factory=Counts)
    chosen: Counter[int] = field(default_factory=Counter[int])
    led: list[tuple[list[float], float]] = field(
        default_factory=list[tuple[list[float], float]]
    )


def measure_course(arena: Arena, games: Iterable[Game]) -> Course:
    """Return the course of *games*, played in *arena*."""
    totals = _Totals()
    for game in games:
        _watch(arena, game, totals)
    total = totals.rounds.games
    choices = max(1, totals.real.total)
    return Course(
        total,
        tuple((how, n, wilson(n, total)) for how, n in totals.how.most_common()),
        wilson(totals.stalled, total),
        totals.rounds,
        totals.real,
        totals.forced,
        tuple(
            (info.name, wilson(totals.chosen[seat], choices))
            for seat, info in by_seat(arena.seats)
        ),
        _leads(totals.led),
    )


def _watch(arena: Arena, game: Game, totals: _Totals) -> None:
    real = forced = 0
    leads: list[float] = []
    for asked in questions(arena, game):
        side = arena.seats[asked.who].side
        if not asked.real:
            forced += 1
            continue
        real += 1
        totals.chosen[asked.who] += 1
        ahead = lead_of_asked(arena, asked) if len(arena.sides) <= _PAIR else None
        if ahead is not None and side is not None:
            leads.append(ahead if side == arena.sides[0] else -ahead)
    totals.how[game.how] += 1
    stopped = game.how in arena.system.stalls
    totals.stalled += stopped and level(game.returns, arena.seats)
    totals.rounds.add(game.rounds)
    totals.real.add(real)
    totals.forced.add(forced)
    won = 2 * game.scores[arena.sides[0]] - 1
    if won and any(leads):
        totals.led.append((leads, won))


def _leads(led: Sequence[tuple[list[float], float]]) -> Leads | None:
    if not led:
        return None
    winners = [[lead * won for lead in leads] for leads, won in led]
    behind = [[-lead for lead in leads if lead < -_CLOSE] for leads in winners]
    drama = [fmean(map(sqrt, gaps)) if gaps else 0.0 for gaps in behind]
    changes = Counts()
    for leads, _ in led:
        changes.add(_lead_changes(leads))
    return Leads(
        len(led),
        changes.mean(),
        mean_with_interval([_open_until(leads) for leads in winners]).within(0.0, 1.0),
        wilson(sum(map(bool, behind)), len(led)),
        mean_with_interval(drama).within(0.0, 1.0),
    )


def _lead_changes(leads: Iterable[float]) -> int:
    """Return how often the lead changed hands."""
    leaders = [lead > 0 for lead in leads if abs(lead) > _CLOSE]
    return sum(before is not after for before, after in pairwise(leaders))


def _open_until(leads: Sequence[float]) -> float:
    """Return after which part of *leads* the winner led clearly for good."""
    unsure = [at for at, lead in enumerate(leads, 1) if lead < _SURE]
    return unsure[-1] / len(leads) if unsure else 0.0
