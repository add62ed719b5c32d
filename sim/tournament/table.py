"""A tournament as a table: one row a block, or one a seat and game."""

import csv
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from itertools import product
from pathlib import Path
from typing import Any

from sim.files.outputs import new_file, spreadsheet_safe
from sim.statistics.rows import seat_rows
from sim.store.contests import BlocksRecorded
from sim.store.store import Store
from sim.tournament.contest import Contest
from sim.tournament.games import game_id
from sim.tournament.ledger import Ledger, block_seatings
from sim.tournament.record import recorded_batches, recorded_contest

HEADS = (
    "scenario",
    "first",
    "second",
    "block",
    "score",
    "margin",
    "luck",
    "games",
    "endings",
    "conflicts",
)
COLUMNS: dict[str, type] = {
    "tournament": str,
    "scenario": str,
    "first": str,
    "second": str,
}
"""The columns that a row of a seat has in addition to those of any run."""


def contest_rows(store: Store, name: str) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat and game of the tournament *name*.

    A run in these rows is the games of two agents in one seating; the number of a game
    in it is that of the block.
    """
    return game_rows(recorded_contest(store, name), recorded_batches(store, name))


def game_rows(
    contest: Contest, played: Iterable[BlocksRecorded]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat and game of the batches that were *played*."""
    for batch in played:
        where, pair = contest.places[batch.place], (batch.first, batch.second)
        seatings = block_seatings(where, pair)
        plans = [contest.plan(batch.place, pair, seating) for seating in seatings]
        for index, line in enumerate(batch.lines):
            plan = plans[index % len(plans)]
            common = {
                "tournament": contest.contest,
                "scenario": where.name,
                "first": contest.specs[pair[0]],
                "second": contest.specs[pair[1]],
                "run": plan.run_id,
                "title": where.loaded.title,
                "system": where.loaded.system.name,
                "seed": plan.seed,
            }
            for row in seat_rows(where.seats, plan.agents, line):
                yield common | row


def write_blocks(path: Path, ledger: Ledger) -> None:
    """Write a row for every block of *ledger* into a new file."""
    with new_file(path) as target:
        text = TextIOWrapper(target, "utf-8", newline="", write_through=True)
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(HEADS)
        rows.writerows(_rows(ledger))
        text.detach()


def _rows(ledger: Ledger) -> Iterator[tuple[object, ...]]:
    contest = ledger.contest
    places = list(enumerate(contest.places))
    for pair, (place, where) in product(ledger.met(), places):
        for block in ledger.blocks(pair, place):
            seatings = range(len(block.ends))
            ids = (
                game_id(contest, place, pair, seating, block.number)
                for seating in seatings
            )
            yield (
                spreadsheet_safe(where.name),
                spreadsheet_safe(contest.specs[pair[0]]),
                spreadsheet_safe(contest.specs[pair[1]]),
                block.number + 1,
                round(block.result.score, 6),
                round(block.result.margin, 6),
                round(block.luck, 6),
                len(block.ends),
                " ".join(end.how.replace(" ", "_") for end in block.ends),
                " ".join(ids),
            )
