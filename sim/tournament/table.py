"""A tournament as a table: one row a block, for any program that reads CSV."""

import csv
from pathlib import Path

from sim.errors import StoreError
from sim.tournament.games import game_id
from sim.tournament.ledger import Ledger

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


def check_new(path: Path) -> None:
    """Raise StoreError where *path* is there already, or cannot be."""
    if path.exists():
        message = f"{path} is there already, expected the name of a new file"
        raise StoreError(message)
    if not path.absolute().parent.is_dir():
        message = f"{path} cannot be written: there is no such directory"
        raise StoreError(message)


def write_blocks(path: Path, ledger: Ledger) -> None:
    """Write a row for every block of *ledger* into a new file."""
    contest = ledger.contest
    with path.open("x", encoding="utf-8", newline="") as target:
        rows = csv.writer(target, lineterminator="\n")
        rows.writerow(HEADS)
        for pair in ledger.met():
            for place, where in enumerate(contest.places):
                for block in ledger.blocks(pair, place):
                    ids = [
                        game_id(contest, place, pair, seating, block.number)
                        for seating in range(len(block.lines))
                    ]
                    rows.writerow(
                        (
                            where.name,
                            contest.specs[pair[0]],
                            contest.specs[pair[1]],
                            block.number + 1,
                            round(block.result.score, 6),
                            round(block.result.margin, 6),
                            round(block.luck, 6),
                            len(block.lines),
                            " ".join(
                                line.how.replace(" ", "_") for line in block.lines
                            ),
                            " ".join(ids),
                        )
                    )
