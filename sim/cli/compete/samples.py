"""The typical conflict of a tournament and the strangest, on each of its scenarios."""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.play.samples import Played, samples_played
from sim.statistics.samples import Samples
from sim.store.contests import BlocksRecorded
from sim.tournament.contest import Contest
from sim.tournament.ledger import seatings_of

_MOST = 3
"""On so many scenarios conflicts are named."""


def contest_samples(
    contest: Contest,
    played: Iterable[BlocksRecorded],
    store: str,
    scenarios: Sequence[str] = (),
    changes: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """Return the samples of what was *played*, with the command for each.

    Without a *store* it is played again as a run of the agents that met in it: on
    *scenarios*, as the command line named them, with the *changes* that it made. Games
    of an agent against itself, which only check, are none of them.
    """
    # With a store the command line may have named the tournament instead.
    named = [place.name for place in contest.places] if store else scenarios
    kept: dict[int, Samples] = {}
    plans: dict[str, Played] = {}
    for batch in played:
        pair = batch.first, batch.second
        if pair[0] == pair[1]:
            continue
        where = contest.places[batch.place]
        seats = [seat.name for seat in where.seats]
        each = [
            Played(
                contest.plan(batch.place, pair, seating),
                named[batch.place],
                seats,
                changes,
                {"scenario": where.name},
            )
            for seating in seatings_of(where, pair)
        ]
        plans |= {one.plan.run_id: one for one in each}
        samples = kept.setdefault(batch.place, Samples())
        for index, line in enumerate(batch.lines):
            each[index % len(each)].look(samples, line)
    found = [one for samples in list(kept.values())[:_MOST] for one in samples.picked()]
    return samples_played(found, plans.values(), store)
