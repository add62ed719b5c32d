"""A run as rows of a table, of a scenario or of a campaign."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sim.campaign.campaign import Campaign
from sim.campaign.line import as_returns
from sim.campaign.load import Playable
from sim.campaign.plan import seats_of
from sim.conflict.stream import Line
from sim.statistics.rows import seat_rows


def run_rows(
    run: str,
    playable: Playable,
    agents: Sequence[str],
    seed: str,
    lines: Iterable[Line],
) -> Iterator[dict[str, Any]]:
    """Yield a row for each participant of each game of a run.

    *agents* are those of all seats, *lines* those of its games.
    """
    seats = seats_of(playable)
    same = {
        "run": run,
        "title": playable.title,
        "system": playable.system.name,
        "seed": seed,
    }
    for line in lines:
        for row in seat_rows(seats, agents, line):
            if isinstance(playable, Campaign):
                yield same | as_returns(playable, row)
            else:
                yield same | row
