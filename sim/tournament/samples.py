"""The typical conflict of a tournament and the strangest, on each of its scenarios."""

from msgspec import Struct

from sim.run.chunk import Plan
from sim.statistics.samples import Sample, Samples
from sim.store.contests import BlocksRecorded
from sim.store.events import conflict_stream
from sim.tournament.contest import Contest
from sim.tournament.ledger import Pair, block_seatings

_MOST = 3
"""The most scenarios of which conflicts are named."""


class PlaceSample(Struct, frozen=True):
    """A *sample* of the conflicts on the scenario *place*, and its *plan*."""

    place: int
    sample: Sample
    plan: Plan


class ContestSamples:
    """Looks at the games of a tournament as they come, scenario by scenario.

    Games of an agent against itself are left out: they are only a check.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._places: dict[int, Samples] = {}
        self._plans: dict[tuple[int, Pair], tuple[Plan, ...]] = {}

    def add(self, batch: BlocksRecorded) -> None:
        """Look at the games of *batch*."""
        pair = batch.first, batch.second
        if pair[0] == pair[1]:
            return
        runs = [plan.run_id for plan in self._plans_of(batch.place, pair)]
        samples = self._places.setdefault(batch.place, Samples())
        for index, line in enumerate(batch.lines):
            samples.add(line, conflict_stream(runs[index % len(runs)], line.game))

    def by_place(self) -> list[PlaceSample]:
        """Return the samples, scenario by scenario."""
        plans = {plan.run_id: plan for own in self._plans.values() for plan in own}
        return [
            PlaceSample(place, sample, plans[sample.name.rpartition("-")[0]])
            for place, samples in list(self._places.items())[:_MOST]
            for sample in samples.picked()
        ]

    def _plans_of(self, place: int, pair: Pair) -> tuple[Plan, ...]:
        """Return the plan of the games of each seating."""
        plans = self._plans.get((place, pair))
        if plans is None:
            contest = self._contest
            seatings = block_seatings(contest.places[place], pair)
            plans = tuple(contest.plan(place, pair, seating) for seating in seatings)
            self._plans[place, pair] = plans
        return plans
