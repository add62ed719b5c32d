"""Sweep a grid: the worth of a scenario for every combination of some values."""

from collections.abc import Sequence
from typing import Any

from sim.errors import OddsError
from sim.library.scenario import Loaded
from sim.vary.figures import KINDS, Figure, Measure
from sim.vary.points import Effort, Point, gap_between
from sim.vary.ranges import Axes, grid

GAMES = 1000
SECONDS = 60.0
WITHIN = 0.03
LEAST = 20
"""The fewest games from which a point is estimated."""


class Sweep:
    """The points of a grid of *axes*, in order, and what is known of each so far."""

    def __init__(
        self,
        base: Loaded,
        axes: Axes,
        agents: Sequence[str] = (),
        *,
        trusted: bool = False,
    ) -> None:
        """Raise ScenarioError or UnknownNameError before anything is computed."""
        self.base = base
        self.axes = axes
        self.too_large = 0
        """How many points could not be solved, after which no other was tried."""
        self.points = [
            Point(base, agents, settings, trusted=trusted) for settings in grid(axes)
        ]
        names = [[seat.name for seat in point.seats] for point in self.points]
        if any(seat_names != names[0] for seat_names in names):
            message = (
                "a varied value renames a seat, expected the same seats everywhere"
            )
            raise OddsError(message)

    @property
    def measures(self) -> list[Measure]:
        """The measures of every point: wins and returns of each participant."""
        first = self.points[0]
        names = [first.seats[place].name for place in first.playing]
        return [Measure(kind, name) for kind in KINDS for name in names]

    @property
    def origin(self) -> Point:
        """The point with the scenario's own values, or else the first point."""
        same = (
            point for point in self.points if point.loaded.digest == self.base.digest
        )
        return next(same, self.points[0])

    def run(
        self, effort: Effort, within: float = WITHIN, *, solving: bool = True
    ) -> None:
        """Solve what can be solved; play the rest until sure or the *effort* is spent.

        A point is sure when no interval reaches farther than *within* to either side.
        Points are played in turn, so that all have about as many games if it is
        stopped.
        """
        for index, point in enumerate(self.points if solving else ()):
            if effort.over:
                break
            # Where this is too little for it, all points are played instead.
            room = effort.left / (len(self.points) - index)
            if effort.solves(point, room):
                effort.solved()
        self.too_large = effort.failures
        for games in effort.looks():
            if effort.over:
                return
            unsure = [point for point in self.points if not self.sure(point, within)]
            effort.play(unsure, games)

    def sure(self, point: Point, within: float) -> bool:
        """Whether all intervals of *point* are *within* the tolerance."""
        if not point.known:
            return False
        return all(figure.half <= within for figure in point.figures().values())

    def change(self, point: Point, measure: Measure) -> Figure | None:
        """Return how *measure* differs from that of the origin; None at the origin."""
        origin = self.origin
        if point is origin or not (point.known and origin.known):
            return None
        return gap_between(origin, point, measure)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each point and seat, with named columns."""
        return [
            self._row(point, place)
            for point in self.points
            if point.known
            for place in point.playing
        ]

    def _row(self, point: Point, place: int) -> dict[str, Any]:
        name = point.seats[place].name
        row: dict[str, Any] = {
            setting.path: setting.value for setting in point.settings
        }
        row |= {"seat": name, "agent": point.specs[place]}
        for kind in KINDS:
            figure, column = point.figure(Measure(kind, name)), kind.removesuffix("s")
            row |= {
                column: figure.value,
                f"{column}_low": figure.low,
                f"{column}_high": figure.high,
            }
        return row | {"exact": point.solved is not None, "games": point.games}

    def to_dict(self) -> dict[str, Any]:
        """Return the grid as `fracas sweep --json` prints it."""
        return {
            "format": 1,
            "scenario": self.base.name,
            "system": self.base.system.name,
            "digest": self.base.digest.hex(),
            "vary": {axis.path: axis.values for axis in self.axes},
            "points": [self._point(point) for point in self.points if point.known],
            "missing": sum(not point.known for point in self.points),
            "too_large": self.too_large,
        }

    def _point(self, point: Point) -> dict[str, Any]:
        return {
            "settings": {setting.path: setting.value for setting in point.settings},
            "digest": point.loaded.digest.hex(),
            "agents": point.specs,
            "figures": [
                self._figure_words(point, measure, figure)
                for measure, figure in point.figures().items()
            ],
        }

    def _figure_words(
        self, point: Point, measure: Measure, figure: Figure
    ) -> dict[str, Any]:
        change = self.change(point, measure)
        return {
            "of": str(measure),
            **figure.to_dict(),
            "change": None if change is None else change.to_dict(),
        }

    def __repr__(self) -> str:
        known = sum(point.known for point in self.points)
        paths = " and ".join(axis.path for axis in self.axes)
        return f"<sweep of {self.base.name} over {paths}: {known} points>"
