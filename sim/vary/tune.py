"""Tune a scenario: find the values for which a win rate or a return meets a target."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import product, takewhile
from math import inf, prod
from time import monotonic
from typing import Any, Literal

from msgspec import structs

from sim.errors import OddsError
from sim.graph.progress import no_progress
from sim.library.called import setting_words
from sim.library.scenario import Loaded
from sim.library.settings import Setting, value_at
from sim.statistics.intervals import CONFIDENCE
from sim.vary.best_play import BestPoint
from sim.vary.figures import VALUE, Figure, Target, measure_of
from sim.vary.points import Effort, Point
from sim.vary.ranges import Axes
from sim.vary.search import (
    SAME,
    Seen,
    Side,
    expected_looks,
    next_places,
)

GAMES = 2000
SECONDS = 60.0
_FEW_TOGETHER = 64
"""Up to this many combinations of several axes, all are evaluated."""
_AHEAD = 3
"""The time that is left is enough for at least this many further looks."""
_DIGITS = 9
_TRIES = 40
"""The most generations of the optimiser."""

At = tuple[int, ...]
"""A combination of values: the index of the value on each axis."""
Verdict = Literal["exactly", "not told apart", "nearest"]


class Tuning:
    """A search for the values of *axes* that meet a *target*.

    Each combination that is evaluated is solved, or else played until it is certain on
    which side of the target it lies; the value of best play is never played. Each gets
    a share of the seconds that are left, so that the search ends in time with the best
    so far. The intervals are widened by Bonferroni's correction for all combinations of
    the grid, whether they are evaluated or not, so that those of one search hold
    together at 95 %.
    """

    def __init__(
        self,
        base: Loaded,
        axes: Axes,
        target: Target,
        effort: Effort,
        agents: Sequence[str] = (),
        *,
        trusted: bool = False,
    ) -> None:
        """Raise ScenarioError, UnknownNameError or AgentError for invalid input.

        The corners of the grid are built at once, so that a bad value is found early.
        """
        self.base = base
        self.axes = axes
        self.effort = effort
        self.points: dict[At, Point] = {}
        self.best: At = ()
        self.finished = False
        """Whether the search came to its end before its time did."""
        self._agents = agents
        self._trusted = trusted
        # Which combinations are evaluated depends on what was seen, so all count.
        self.confidence = 1 - (1 - CONFIDENCE) / self.of
        seats = base.system.seats(base.scenario)
        self._kind = BestPoint if target.measure.kind == VALUE else Point
        if target.measure.kind != VALUE:
            measure = measure_of(seats, target.measure)
            target = structs.replace(target, measure=measure)
        self.target = target
        for at in self._corners():
            self._make(at)

    def run(self) -> None:
        """Search; raise OddsError if no value meets the target or none was looked at.

        When the time is up it ends with the best so far, and is not *finished*.
        """
        self.search()
        self.settle()

    def search(self) -> None:
        """Look at one combination after the other until it is found or time is up."""
        if len(self.axes) == 1:
            self._search()
        elif self.of <= _FEW_TOGETHER:
            self._look_at(self.places())
        else:
            self._optimise()
        while not self.effort.over and (at := self._unsure()) is not None:
            self._look(at)
        self.finished = not self.effort.over or self._unsure() is None

    def settle(self) -> None:
        """Choose the best of what is known; raise OddsError as `run` does."""
        self._check_known()
        self.best = self._best()
        if self.finished:
            self._check_reached()

    @property
    def verdict(self) -> Verdict:
        """Whether the best values meet the target exactly, perhaps, or only nearly."""
        figure = self.figure(self.best)
        if figure.exact:
            return "exactly" if not self.side(self.best) else "nearest"
        return "nearest" if self.side(self.best) else "not told apart"

    @property
    def interval(self) -> tuple[At, At] | None:
        """The least and the greatest value around the best that may meet the target.

        All between them may meet it too. None for several axes, or if no value may.
        """
        if len(self.axes) > 1 or self.verdict == "nearest":
            return None
        known = self.looked()
        index = known.index(self.best)
        low, high = (
            [self.best, *takewhile(lambda at: not self.side(at), direction)][-1]
            for direction in (known[:index][::-1], known[index + 1 :])
        )
        return low, high

    def figure(self, at: At) -> Figure:
        """Return the figure at *at*, which is known."""
        return self.points[at].figure(self.target.measure, self.confidence)

    def side(self, at: At) -> Side:
        """Return 1 if it is certainly above the target, -1 if below, else 0."""
        figure, wanted = self.figure(at), self.target.value
        if figure.exact:
            off = figure.value - wanted
            return 0 if abs(off) <= SAME else 1 if off > 0 else -1
        return 0 if not figure.excludes(wanted) else 1 if figure.low > wanted else -1

    def neighbours(self) -> Iterator[At]:
        """Yield the known combinations next to the best.

        On a single axis it goes on to the nearest one on each side that certainly
        misses the target.
        """
        if len(self.axes) > 1:
            yield from (at for at in self._around(self.best) if at in self.looked())
            return
        known = self.looked()
        index = known.index(self.best)
        for direction in (known[:index][::-1], known[index + 1 :]):
            for at in direction:
                yield at
                if self.side(at):
                    break

    def rivals(self) -> list[At]:
        """Return those that may be nearer to the target than the best, as far as known.

        None if the best meets the target, or may.
        """
        if not self.side(self.best):
            return []
        return self._nearer(self.best)

    def _nearer(self, best: At) -> list[At]:
        _, most = self._distance(best)
        others = (at for at in self.looked() if at != best)
        return [at for at in others if self._distance(at)[0] < most - SAME]

    def _distance(self, at: At) -> tuple[float, float]:
        """Return between which bounds *at* misses the target."""
        figure, wanted = self.figure(at), self.target.value
        ends = sorted((abs(figure.low - wanted), abs(figure.high - wanted)))
        return (ends[0] if self.side(at) else 0.0), ends[1]

    def settings(self, at: At) -> tuple[Setting, ...]:
        """Return the settings of the combination *at*."""
        return tuple(
            Setting(axis.path, axis.values[place])
            for axis, place in zip(self.axes, at, strict=True)
        )

    def words(self, at: At) -> str:
        """Return the settings of *at* as a command line has them."""
        return ", ".join(map(str, self.settings(at)))

    def in_words(self, at: At) -> str:
        """Return the settings of *at* as a sentence has them."""
        return " and ".join(
            setting_words(self.base, setting) for setting in self.settings(at)
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each combination that was evaluated, with named columns."""
        return [
            {
                **{setting.path: setting.value for setting in self.settings(at)},
                "of": str(self.target.measure),
                **self.figure(at).to_dict(),
                "side": self.side(at),
                "best": at == self.best,
            }
            for at in self.looked()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the search as `fracas tune --json` prints it."""
        ends = self.interval
        return {
            "format": 1,
            "scenario": self.base.name,
            "system": self.base.system.name,
            "digest": self.base.digest.hex(),
            "seed": self.effort.seed,
            "target": {"of": str(self.target.measure), "value": self.target.value},
            "found": self.verdict,
            "best": {
                setting.path: setting.value for setting in self.settings(self.best)
            },
            "interval": None
            if ends is None
            else [self.axes[0].values[end[0]] for end in ends],
            "looked_at": self.rows(),
            "of": self.of,
            "finished": self.finished,
        }

    def __repr__(self) -> str:
        best = self.words(self.best) if self.best else "not searched yet"
        return f"<tuning of {self.base.name} to {self.target}: {best}>"

    def _make(self, at: At) -> Point:
        if at not in self.points:
            self.points[at] = self._kind(
                self.base, self._agents, self.settings(at), trusted=self._trusted
            )
        return self.points[at]

    def looked(self) -> list[At]:
        """Return the combinations of which anything is known, in order."""
        return [at for at, point in sorted(self.points.items()) if point.known]

    def _look(self, at: At) -> None:
        """Solve or play the point at *at*, in its share of the time that is left."""
        share, point = self.effort.left / self._ahead(), self._make(at)
        if isinstance(point, BestPoint):
            point.work_out(share, no_progress)
        else:
            self._solve_or_play(at, point, share)
        self.effort.progress(self.effort.played)

    def _solve_or_play(self, at: At, point: Point, share: float) -> None:
        """Solve *point*, or play it until its side of the target is certain."""
        until = monotonic() + share
        if not point.known and self.effort.solves(point, share):
            return
        for games in self.effort.looks():
            if games <= point.games:
                continue
            self.effort.play([point], games)
            late = self.effort.over or monotonic() > until
            if late or self.side(at):
                return

    def _ahead(self) -> int:
        """Return how many looks the time that is left should be enough for."""
        of = self.of
        few = expected_looks(of) if len(self.axes) == 1 else min(of, _FEW_TOGETHER)
        return max(_AHEAD, few - len(self.looked()))

    def _unsure(self) -> At | None:
        """Return the best where a further look tells more, or else a place to look."""
        if not self.looked():
            return None
        best = self._best()
        if self._tells_more(best):
            return best
        if len(self.axes) == 1:
            unseen = self._next_places()
        else:
            around = self._around(best)
            unseen = (at for at in around if not self._is_known(at))
        return next(unseen, None) or self._undecided(best)

    def _undecided(self, best: At) -> At | None:
        """Return what to play more of, if it is open whether *best* is nearest."""
        if not self.side(best) or not (rivals := self._nearer(best)):
            return None
        playable = (at for at in (best, *rivals) if self._may_be_played(at))
        return min(playable, key=lambda at: self.points[at].games, default=None)

    def _may_be_played(self, at: At) -> bool:
        point = self.points[at]
        solved = self.figure(at).exact or isinstance(point, BestPoint)
        return not solved and point.games < self.effort.games

    def _tells_more(self, at: At) -> bool:
        """Whether a further look at *at* may tell on which side of the target it is."""
        point = self.points[at]
        if self.figure(at).exact or self.side(at):
            return False
        if isinstance(point, BestPoint):
            return point.could_take(self.effort.left)
        return point.games < self.effort.games

    def _is_known(self, at: At) -> bool:
        return at in self.points and self.points[at].known

    def _check_known(self) -> None:
        """Raise OddsError if there was no time to look at anything."""
        if not self.looked():
            message = (
                f"{self.effort.seconds:g} seconds are too few: 0 of {self.of}"
                " values were tried, expected more --seconds"
            )
            raise OddsError(message)

    @property
    def of(self) -> int:
        """How many combinations there are."""
        return prod(len(axis.values) for axis in self.axes)

    def places(self) -> list[At]:
        """Return all combinations, in order."""
        return list(product(*(range(len(axis.values)) for axis in self.axes)))

    def _corners(self) -> list[At]:
        ends = ({0, len(axis.values) - 1} for axis in self.axes)
        return list(product(*(sorted(end) for end in ends)))

    def _around(self, at: At) -> Iterator[At]:
        """Yield the combinations one step from *at*."""
        for axis, values in enumerate(self.axes):
            for place in (at[axis] - 1, at[axis] + 1):
                if 0 <= place < len(values.values):
                    yield (*at[:axis], place, *at[axis + 1 :])

    def _look_at(self, places: Sequence[At]) -> None:
        for at in places:
            if self.effort.over:
                return
            self._look(at)

    def _search(self) -> None:
        """Look at the places of the only axis, the most urgent first."""
        while not self.effort.over:
            at = next(self._next_places(), None)
            if at is None:
                return
            self._look(at)

    def _next_places(self) -> Iterator[At]:
        seen = {
            at[0]: Seen(figure, self.side(at), figure.value - self.target.value)
            for at in self.looked()
            for figure in [self.figure(at)]
        }
        best = self._best()[0] if seen else 0
        for place in next_places(seen, len(self.axes[0].values), best):
            yield (place,)

    def _best(self) -> At:
        return min(self.looked(), key=self._badness)

    def _optimise(self) -> None:
        """Minimise the distance to the target by scipy's differential evolution."""
        optimize = import_module("scipy.optimize")

        def cost(places: Sequence[float]) -> float:
            at = tuple(round(float(place)) for place in places)
            if not self._is_known(at):
                self._look_at([at])
            return self._badness(at)[1] if self._is_known(at) else inf

        def stop(*_: object, **__: object) -> bool:
            return self.effort.over or any(not self.side(at) for at in self.looked())

        optimize.differential_evolution(
            cost,
            [(0, len(axis.values) - 1) for axis in self.axes],
            integrality=[True] * len(self.axes),
            popsize=5,
            maxiter=_TRIES,
            rng=1,
            polish=False,
            callback=stop,
        )

    def _badness(self, at: At) -> tuple[int, float, float]:
        """Return the distance of *at* from the target, then from the scenario."""
        off = abs(self.figure(at).value - self.target.value)
        return abs(self.side(at)), round(off, _DIGITS), self._moved(at)

    def _moved(self, at: At) -> float:
        """Return the distance between the values at *at* and the scenario's own."""
        moved = 0.0
        for axis, place in zip(self.axes, at, strict=True):
            now, value = value_at(self.base, axis.path), axis.values[place]
            numbers = isinstance(now, int | float) and isinstance(value, int | float)
            moved += abs(value - now) if numbers else float(value != now)
        return moved

    def _check_reached(self) -> None:
        """Raise OddsError if all that was evaluated is on one side of the target."""
        known = self.looked()
        sides = {self.side(at) for at in known}
        if len(sides) > 1 or 0 in sides:
            return
        measure = self.target.measure
        low, high = (
            f"{self.figure(at).text(measure.kind)} with {self.in_words(at)}"
            for at in (self._least(known), self._most(known))
        )
        searched = len(known) < self.of and len(self.axes) > 1
        none = f"none of {len(known)} values tried" if searched else "no value"
        reach = (
            f"it is {low}" if low == high else f"the least is {low}, the most {high}"
        )
        message = f"{none} reaches {measure}={self.target.value:g}: {reach}"
        raise OddsError(message)

    def _least(self, known: Sequence[At]) -> At:
        return min(known, key=lambda at: self.figure(at).value)

    def _most(self, known: Sequence[At]) -> At:
        return max(known, key=lambda at: self.figure(at).value)
