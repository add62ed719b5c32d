"""The typical conflict of a tournament and the strangest, on each of its scenarios."""

from collections.abc import Iterable

from msgspec import Struct

from sim.run.chunk import Plan
from sim.statistics.samples import Sample, Samples
from sim.store.contests import BlocksRecorded
from sim.store.events import conflict_stream
from sim.tournament.contest import Contest
from sim.tournament.ledger import seatings_of

_MOST = 3
"""On so many scenarios conflicts are named."""


class Told(Struct, frozen=True):
    """A *sample* of the conflicts on the scenario *place*, and the *plan* it is of."""

    place: int
    sample: Sample
    plan: Plan


def samples_of(contest: Contest, played: Iterable[BlocksRecorded]) -> list[Told]:
    """Return the samples of what was *played*, scenario by scenario.

    Games of an agent against itself, which only check, are none of them.
    """
    kept: dict[int, Samples] = {}
    plans: dict[str, Plan] = {}
    for batch in played:
        pair = batch.first, batch.second
        if pair[0] == pair[1]:
            continue
        seatings = seatings_of(contest.places[batch.place], pair)
        each = [contest.plan(batch.place, pair, one) for one in seatings]
        plans |= {plan.run_id: plan for plan in each}
        samples = kept.setdefault(batch.place, Samples())
        for index, line in enumerate(batch.lines):
            run = each[index % len(each)].run_id
            samples.add(line, conflict_stream(run, line.game))
    return [
        Told(place, one, plans[one.name.rpartition("-")[0]])
        for place, samples in list(kept.items())[:_MOST]
        for one in samples.picked()
    ]
