"""The worth of a point under best play: solved, never played."""

from collections.abc import Sequence

from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import Progress
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.library.settings import Setting
from sim.optimal.sides import sides_of
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.samples import Sample
from sim.study.value_search import graph_results
from sim.study.valuing import SECONDS
from sim.vary.figures import Figure, Measure, figure_between
from sim.vary.points import Point

_WORTHWHILE = 2.0
"""A further look takes at least this many times the seconds of the last one."""


class BestPoint(Point):
    """The scenario with some settings, when both of its sides play well."""

    def __init__(
        self,
        base: Loaded,
        agents: Sequence[str],
        settings: Sequence[Setting] = (),
        *,
        trusted: bool = False,
    ) -> None:
        """Raise OddsError, beside what a point raises, unless there are two sides."""
        super().__init__(base, agents, settings, trusted=trusted)
        sides_of(self.loaded.system, self.loaded.scenario, self.specs)
        self.worth: Bounds | None = None
        self._seconds_taken = 0.0

    def could_take(self, seconds: float) -> bool:
        """Whether it may gain from *seconds*: much more than it has had so far."""
        return min(SECONDS, seconds) >= _WORTHWHILE * self._seconds_taken

    def work_out(self, seconds: float, progress: Progress) -> None:
        """Solve it, or find between which bounds it lies, in this many *seconds*."""
        self._seconds_taken = min(SECONDS, seconds)
        within = Budget(seconds=self._seconds_taken)
        clock = Clock(within.seconds)
        results = graph_results(self.loaded, self.specs, (), within, clock, progress)
        self.worth = results.bracket(clock)[0]

    @property
    def known(self) -> bool:
        """Whether it was worked out."""
        return self.worth is not None

    def samples(self, seed: str) -> list[Sample]:
        """Return no conflicts: those between its agents show no best play."""
        del seed
        return []

    def figure(self, measure: Measure, confidence: float = CONFIDENCE) -> Figure:
        """Return how much more the first side gets than the second."""
        del measure, confidence
        assert self.worth is not None
        return figure_between(self.worth.low, self.worth.high)
