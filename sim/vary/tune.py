"""Tune a scenario: find the values for which a win rate or a return meets a target."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import pairwise, product
from math import prod
from typing import Any, Literal

from msgspec import structs

from sim.errors import OddsError
from sim.graph.progress import quiet
from sim.library.scenario import Loaded
from sim.library.settings import Setting, spoken, value_at
from sim.statistics.intervals import CONFIDENCE
from sim.vary.best_play import BestPoint
from sim.vary.figures import VALUE, Figure, Target, measure_of
from sim.vary.points import Effort, Point
from sim.vary.ranges import Axes

GAMES = 2000
SECONDS = 60.0
FEW = 16
"""Up to this many values of one axis, all are evaluated."""
_FEW_TOGETHER = 64
"""Up to this many combinations of several axes, all are evaluated."""
_PROBES = 4
_SAME = 1e-9
_DIGITS = 9
_TRIES = 40
"""The most generations of the optimiser."""

At = tuple[int, ...]
"""A combination of values: the index of the value on each axis."""
Side = Literal[-1, 0, 1]
Verdict = Literal["exactly", "not told apart", "nearest"]


class Tuning:
    """A search for the values of *axes* that meet a *target*.

    Each combination that is evaluated is solved, or else played until it is certain on
    which side of the target it lies; the value of best play is never played. The
    intervals are widened by Bonferroni's correction for all combinations of the grid,
    whether they are evaluated or not, so that those of one search hold together at
    95 %.
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
        self._agents = agents
        self._trusted = trusted
        # Which combinations are evaluated depends on what was seen, so all count.
        of = prod(len(axis.values) for axis in axes)
        self.confidence = 1 - (1 - CONFIDENCE) / of
        seats = base.system.seats(base.scenario)
        self._kind = BestPoint if target.measure.kind == VALUE else Point
        if target.measure.kind != VALUE:
            measure = measure_of(seats, target.measure)
            target = structs.replace(target, measure=measure)
        self.target = target
        for at in self._corners():
            self._make(at)

    def run(self) -> None:
        """Search; raise OddsError if no value meets the target or time runs out."""
        if len(self.axes) == 1:
            self._search()
        elif len(self._all()) <= _FEW_TOGETHER:
            self._look_at_all()
        else:
            self._optimise()
        self.best = min(self._looked(), key=self._badness)
        self._check_reached()
        for _ in self.neighbours():
            pass

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
        (low,) = (high,) = self.best
        while (low - 1,) in self.points and not self.side((low - 1,)):
            low -= 1
        while (high + 1,) in self.points and not self.side((high + 1,)):
            high += 1
        return (low,), (high,)

    def figure(self, at: At) -> Figure:
        """Return the figure at *at*, evaluating it first if necessary."""
        point = self.points.get(at) or self._make(at)
        if not point.known:
            self._look(point)
        return point.figure(self.target.measure, self.confidence)

    def side(self, at: At) -> Side:
        """Return 1 if it is certainly above the target, -1 if below, else 0."""
        figure, wanted = self.figure(at), self.target.value
        if figure.exact:
            off = figure.value - wanted
            return 0 if abs(off) <= _SAME else 1 if off > 0 else -1
        return 0 if not figure.excludes(wanted) else 1 if figure.low > wanted else -1

    def neighbours(self) -> Iterator[At]:
        """Yield the combinations one step from the best, evaluating them.

        On a single axis it goes on to the nearest value on each side that certainly
        misses the target.
        """
        for axis in range(len(self.axes)):
            for step in (-1, 1):
                at = self._stepped(self.best, axis, step)
                while at is not None:
                    yield at
                    more = len(self.axes) == 1 and not self.side(at)
                    at = self._stepped(at, axis, step) if more else None

    def settings(self, at: At) -> tuple[Setting, ...]:
        """Return the settings of the combination *at*."""
        return tuple(
            Setting(axis.path, axis.values[place])
            for axis, place in zip(self.axes, at, strict=True)
        )

    def words(self, at: At) -> str:
        """Return the settings of *at* in words."""
        return ", ".join(map(str, self.settings(at)))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each combination that was evaluated, with named columns."""
        return [
            {
                **{one.path: one.value for one in self.settings(at)},
                "of": str(self.target.measure),
                **self.figure(at).to_dict(),
                "side": self.side(at),
                "best": at == self.best,
            }
            for at in self._looked()
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
            "best": {one.path: one.value for one in self.settings(self.best)},
            "interval": None
            if ends is None
            else [self.axes[0].values[end[0]] for end in ends],
            "looked_at": self.rows(),
            "of": len(self._all()),
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

    def _look(self, point: Point) -> None:
        """Solve *point*, or play it until its side of the target is certain."""
        if isinstance(point, BestPoint):
            if not self.effort.over:
                point.work_out(self.effort.left, quiet)
            self._check_known(point)
            return
        self.effort.solves(point)
        if point.solved is not None:
            return
        for games in self.effort.looks():
            if self.effort.over:
                break
            self.effort.play([point], games)
            figure = point.figure(self.target.measure, self.confidence)
            if figure.excludes(self.target.value):
                break
        self._check_known(point)

    def _check_known(self, point: Point) -> None:
        """Raise OddsError where there was no time to look at *point*."""
        if not point.known:
            looked = f"{len(self._looked())} of {len(self._all())}"
            message = (
                f"{self.effort.seconds:g} seconds are too few: {looked} were looked at,"
                " expected more --seconds or a smaller range"
            )
            raise OddsError(message)

    def _looked(self) -> list[At]:
        return [at for at, point in sorted(self.points.items()) if point.known]

    def _all(self) -> list[At]:
        return list(product(*(range(len(axis.values)) for axis in self.axes)))

    def _corners(self) -> list[At]:
        ends = ({0, len(axis.values) - 1} for axis in self.axes)
        return list(product(*(sorted(one) for one in ends)))

    def _stepped(self, at: At, axis: int, step: int) -> At | None:
        place = at[axis] + step
        inside = 0 <= place < len(self.axes[axis].values)
        return (*at[:axis], place, *at[axis + 1 :]) if inside else None

    def _look_at_all(self) -> None:
        for at in self._all():
            self.figure(at)

    def _search(self) -> None:
        """Bisect if the figure rises or falls throughout, else evaluate all values.

        A few evenly spaced probes show whether it is monotonic.
        """
        last = len(self.axes[0].values) - 1
        if last < FEW:
            self._look_at_all()
            return
        probes = [last * index // _PROBES for index in range(_PROBES + 1)]
        values = [round(self.figure((place,)).value, _DIGITS) for place in probes]
        if values not in (sorted(values), sorted(values, reverse=True)):
            self._look_at_all()
            return
        for low, high in pairwise(probes):
            if self.side((low,)) != self.side((high,)):
                self._bisect(low, high)
                return

    def _bisect(self, low: int, high: int) -> None:
        # The target is crossed between low and high: halve the range, keeping one end
        # on each side, until a value may meet the target or the ends are neighbours.
        begin = self.side((low,))
        while begin and high - low > 1:
            middle = (low + high) // 2
            side = self.side((middle,))
            if not side:
                return
            low, high = (middle, high) if side == begin else (low, middle)

    def _optimise(self) -> None:
        """Minimise the distance to the target by scipy's differential evolution."""
        optimize = import_module("scipy.optimize")

        def cost(places: Sequence[float]) -> float:
            return self._badness(tuple(round(float(one)) for one in places))[1]

        def stop(*_: object, **__: object) -> bool:
            return self.effort.over or any(not self.side(at) for at in self._looked())

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
        known = self._looked()
        sides = {self.side(at) for at in known}
        if len(sides) > 1 or 0 in sides:
            return
        measure = self.target.measure
        low, high = (
            f"{self.figure(at).text(measure.kind)} at {self.words(at)}"
            for at in (self._least(known), self._most(known))
        )
        searched = len(known) < len(self._all()) and len(self.axes) > 1
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


def spoken_values(tuning: Tuning, ends: tuple[At, At]) -> tuple[str, str]:
    """Return the two ends of an interval on the only axis, as text."""
    low, high = (tuning.axes[0].values[end[0]] for end in ends)
    return spoken(low), spoken(high)
