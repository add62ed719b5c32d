"""The tables of --why: where agents first choose differently, luck, games to replay."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sim.cli.terminal.grid import percent, put_table
from sim.cli.terminal.output import put, put_command, put_prose
from sim.statistics.adjustment import Adjustment, Status
from sim.statistics.words import share
from sim.tournament.differences import (
    Parting,
    Swings,
    find_partings,
    find_swings,
    luck_adjusted,
)
from sim.tournament.tournament import Tournament

_UNKNOWN = 3
"""The most rows without a figure that are printed, where there are no others."""
_PARTINGS = 6
_SWINGS = 5
"""The most that are printed; --json has more."""
_BRIEF_PARTINGS, _BRIEF_SWINGS = 3, 2
"""The most that are printed where the second screen is not shown in full."""


def why_words(held: Tournament, store: str) -> dict[str, Any]:
    """Return the tables of --why, ready for JSON."""
    swings, parted = find_swings(held.ledger, store), find_partings(held.ledger)
    specs = held.contest.specs
    luck = [
        {"first": specs[pair[0]], "second": specs[pair[1]]}
        | luck_adjusted(held.course, pair).to_dict()
        for pair in held.ledger.met()
        if held.ledger.exact(pair) is None
    ]
    return {
        "partings": msgspec.to_builtins(parted.found),
        "partings_unknown": parted.unknown,
        "luck": luck,
        "swings": msgspec.to_builtins(swings.shown),
        "swings_left_out": swings.left_out,
    }


def put_why(held: Tournament, store: str, *, brief: bool = False) -> None:
    """Print where agents differ, scores adjusted for luck, and the largest swings.

    In *brief* there are fewer of them, from as many sides as can be, and no luck.
    """
    if not held.ledger.games:
        return
    put()
    _put_partings(held, brief=brief)
    if not brief:
        _put_luck(held)
    _put_swings(find_swings(held.ledger, store, _BRIEF_SWINGS if brief else _SWINGS))


def _put_swings(swings: Swings) -> None:
    if swings.shown:
        put("The largest swings, with the commands that replay their games:")
    else:
        put("No block came out far from even.")
    for swing in swings.shown:
        put_prose(
            f"  {swing.scenario}, block {swing.block}: {swing.first} scores"
            f" {percent(swing.score, 0)} against {swing.second},"
            f" margin {swing.margin:+.2f}",
            indent=2,
        )
        for command in swing.replay:
            put_command(command, "    ")
    if swings.left_out:
        put(f"{swings.left_out} more, mostly smaller, left out")


def _put_partings(held: Tournament, *, brief: bool) -> None:
    parted = find_partings(held.ledger)
    if parted.found:
        put("Where the agents part first, and what the first of them scores there:")
    elif not parted.unknown:
        within = f" in the first {parted.blocks} blocks" if parted.blocks else ""
        put(f"The agents never parted{within}.")
        return
    several = len(held.contest.places) > 1
    most = _BRIEF_PARTINGS if brief else _PARTINGS
    shown = parted.weightiest(most, apart=brief)
    for parting in shown:
        _put_parting(parting, several=several)
    failed = sum(parting.fails for parting in parted.found)
    if left_out := len(parted.found) - len(shown) - failed:
        put(f"  {left_out} more, which moved the scores less: --why --json")
    if failed:
        put(f"  and {failed} where an agent fails: --why --json")
    if parted.unknown:
        put_prose(f"Where agents from files part is not known: {parted.unknown}.")
    put()


def _put_parting(parting: Parting, *, several: bool) -> None:
    on = f" on {parting.scenario}" * several
    when = f"in round {parting.round}" if parting.round else "before round 1"
    put_prose(
        f"  {parting.first} against {parting.second} as {parting.side}{on}, {when}, in"
        f" {parting.times} of the first {parting.blocks} blocks: scores"
        f" {percent(parting.score)}",
        indent=2,
    )
    does, other = (words or "it is over" for words in (parting.does, parting.other))
    put_prose(f"    {does}; and not: {other}", indent=2)


def _put_luck(held: Tournament) -> None:
    """Print the scores adjusted for luck, or why there are none."""
    specs = held.contest.specs
    played = [pair for pair in held.ledger.met() if held.ledger.exact(pair) is None]
    adjustments = [(pair, luck_adjusted(held.course, pair)) for pair in played]
    if not adjustments:
        return
    heads = ["agent", "against", "score without luck"]
    if any(adjustment.saved for _, adjustment in adjustments):
        heads += ["with luck", "variance saved"]
    rows = [
        [specs[pair[0]], specs[pair[1]], *_luck_cells(adjustment)][: len(heads)]
        for pair, adjustment in adjustments
    ]
    blocks = sorted({adjustment.blocks for _, adjustment in adjustments})
    if len(blocks) > 1:
        heads.append("blocks")
        for row, (_, adjustment) in zip(rows, adjustments, strict=True):
            row.append(str(adjustment.blocks))
    if len(adjustments) > _UNKNOWN and not any(
        adjustment.adjusted for _, adjustment in adjustments
    ):
        put("No score can be told with the luck of the dice taken out:")
    else:
        put("Scores with the luck of the dice taken out, for whoever looks once:")
        put_table(heads, rows, words=2)
        if len(blocks) == 1:
            put_prose(f"Blocks of each two: {blocks[0]}.")
    for status, words in _REASONS.items():
        needed = [
            adjustment.needed
            for _, adjustment in adjustments
            if adjustment.status == status
        ]
        if needed:
            put_prose(words.format(needed=max(needed)))
    put()


def _luck_cells(adjustment: Adjustment) -> Iterator[str]:
    """Yield the cells of a row: adjusted score (or why there is none), the rest."""
    if adjustment.adjusted is not None:
        yield share(adjustment.adjusted)
    elif adjustment.status == "too_few":
        yield f"too few: {adjustment.differing}"
    else:
        yield _SHORT[adjustment.status]
    yield "" if adjustment.score is None else share(adjustment.score)
    yield "" if adjustment.saved is None else share(adjustment.saved)


_SHORT: Mapping[Status, str] = {
    "stopped": "stopped",
    "no_luck": "no luck",
    "no_saving": "nothing saved",
}
_REASONS: Mapping[Status, str] = {
    "adjusted": (
        "Variance saved is measured on blocks to which the adjustment was not fitted."
    ),
    "stopped": (
        "Stopped: how many blocks were played depended on the score, and then"
        " no interval for one look holds. Without --until, and in every format but"
        " racing, the number is fixed."
    ),
    "no_luck": "No luck: in every block the dice gave both agents alike.",
    "too_few": (
        "Too few, and how many: what luck is worth is estimated from blocks that have"
        " another score than the most frequent one, and it takes {needed} of them."
    ),
    "no_saving": (
        "Nothing saved: on blocks to which the adjustment was not fitted it does not"
        " surely reduce the variance; mirrored seats may have taken that luck out."
    ),
}
