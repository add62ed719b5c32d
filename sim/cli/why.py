"""The tables that say why: where agents part, and which games to look at."""

from typing import Any

import msgspec

from sim.cli.grid import percent, put_table
from sim.cli.speak import put
from sim.statistics.words import share
from sim.tournament.tournament import Tournament
from sim.tournament.why import Swings, luck_adjusted, partings, swings


def why_words(held: Tournament, store: str) -> dict[str, Any]:
    """Return why, by name, ready for JSON."""
    found = swings(held.ledger, store)
    return {
        "partings": msgspec.to_builtins(partings(held.ledger)),
        "swings": msgspec.to_builtins(found.shown),
        "swings_left_out": found.left_out,
    }


def put_why(held: Tournament, store: str) -> None:
    """Print where agents part, the luck taken out, and the largest swings."""
    put()
    _put_partings(held)
    _put_luck(held)
    _put_swings(swings(held.ledger, store))


def _put_swings(found: Swings) -> None:
    if found.shown:
        put("The largest swings, with the commands that tell their games:")
    else:
        put("No block came out far from even.")
    for one in found.shown:
        put(
            f"  {one.scenario}, block {one.block}: {one.first} scores"
            f" {percent(one.score, 0)} against {one.second}, margin {one.margin:+.2f}"
        )
        for command in one.replay:
            put(f"    {command}")
    if found.left_out:
        put(f"{found.left_out} more, mostly smaller, left out")


def _put_partings(held: Tournament) -> None:
    rows = [
        (
            one.scenario,
            one.first,
            one.second,
            one.side,
            one.does,
            one.other,
            str(one.round) if one.round else "before 1",
            f"{one.times} of {one.blocks}",
            percent(one.score),
        )
        for one in partings(held.ledger)
    ]
    if not rows:
        put("The agents never parted.")
        return
    put("Where the agents part first, and what the first of them scores there:")
    heads = ("scenario", "agent", "against", "side", "the agent", "the other")
    put_table((*heads, "round", "blocks", "score"), rows, words=6)
    put()


def _put_luck(held: Tournament) -> None:
    specs = held.contest.specs
    rows: list[tuple[str, ...]] = []
    for pair in held.ledger.met():
        found = luck_adjusted(held.course, pair)
        if found is not None:
            rows.append(
                (
                    specs[pair[0]],
                    specs[pair[1]],
                    share(found.score),
                    percent(found.saved, 0),
                )
            )
    if rows:
        put("Scores with the luck of the dice taken out, for whoever looks once:")
        heads = ("agent", "against", "score without luck", "variance saved")
        put_table(heads, rows, words=2)
        put()
