"""Playtests of a store, for the command that lists what it holds."""

from collections.abc import Sequence
from typing import Any

from sim.cli.play.report import LISTED_AGENT, brief_agent, brief_seed
from sim.cli.terminal.grid import put_table
from sim.playtest.record import (
    is_complete,
    playtest_ids,
    recorded_batches,
    recorded_start,
)
from sim.store.store import Store


def playtests_words(store: Store) -> list[dict[str, Any]]:
    """Return a row for every playtest, ready for JSON."""
    rows: list[dict[str, Any]] = []
    for playtest in playtest_ids(store):
        started = recorded_start(store, playtest)
        rows.append(
            {
                "playtest": playtest,
                "title": started.title,
                "system": started.system,
                "agents": list(started.agents),
                "seed": started.seed,
                "budget": started.games,
                "batches": len(recorded_batches(store, playtest)),
                "complete": is_complete(store, playtest),
            }
        )
    return rows


def put_playtests(playtests: Sequence[dict[str, Any]]) -> None:
    """Print the table of playtests."""
    rows = [
        (
            playtest["playtest"],
            playtest["title"],
            playtest["system"],
            ", ".join(brief_agent(spec, LISTED_AGENT) for spec in playtest["agents"]),
            brief_seed(playtest["seed"]),
            f"{playtest['budget']}" + ", not over" * (not playtest["complete"]),
        )
        for playtest in playtests
    ]
    heads = ("playtest", "title", "system", "agents", "seed", "budget")
    put_table(heads, rows, words=5)
