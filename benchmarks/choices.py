"""Does a scenario have real choices? Returns of strategies against replies.

    python -m benchmarks.choices                     # every scenario that is measured
    python -m benchmarks.choices intensity_brawl --games 500
    python -m benchmarks.choices --write             # and keep the tables

A strategy is to be set on one way of going about it and steady in all else (`on:WAY`,
`on:WAY>WHOM`, several with +), for each seat of a side. A reply is what everybody else
does, shipped agents among it. What agents make of it stands beside: they may do better
than any way. Ways are those of `benchmarks.ways`, and whatever else a seat is offered
(`benchmarks.listing`), unless --listed leaves that out where it takes too long.
"""

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, product
from pathlib import Path

from benchmarks.choosing import (
    LEAST,
    MARGIN,
    NEAR,
    Table,
    mean,
    replies_in,
    twins,
    verdict,
    widest,
)
from benchmarks.listing import whole
from benchmarks.stamp import stamp
from benchmarks.ways import CHOICES, Strategy, seated
from sim.library.scenario import Loaded, load
from tests.agents.tables import conflict

RESULTS = Path(__file__).parent / "choices.md"

SEED = "choices"
"""The seed of the games in the tables that are kept."""

Sample = tuple[int, str]
"""The number of games, and their seed."""

FEW = "Of the ways of `benchmarks/ways.py` alone: all that is offered was not tried."

DEAR = {"ambush": 4, "intensity_auction": 4, "planets_siege": 2}
"""Scenario -> how many times fewer games of it are played, since they take long."""

ABOUT = f"""\
Mean returns of so many games each. There is a choice where two ways that really differ,
by more than {MARGIN} and more than luck explains against some reply, are each best, or
within {NEAR} of the best, against some reply on which anything hangs; a close call
where nobody replies and no way is clearly best. It is foregone when one way, or an
agent, is better than every other way by more than {MARGIN} whatever the reply. A way
that returns the same whatever the reply is an exit, and no choice. Ways that nowhere
really differ are twins. All ways meet the same dice, and are compared game
by game: how far their differences may be off stands below each table. A table that does
not say when it was measured is of the measurement named here, if one is."""


def returned(
    loaded: Loaded, strategies: Sequence[Strategy], sample: Sample
) -> list[list[float]]:
    """Return what each side got in each game; each plays its own of *strategies*.

    All strategies have the same dice.
    """
    games, seed = sample
    seats = loaded.system.seats(loaded.scenario)
    players = [seat.side for seat in seats if seat.side is not None]
    left = [iter(strategy) for strategy in strategies]
    agents = [seated(next(left[side])) for side in players]
    played = (conflict(loaded, *agents, game=game, seed=seed) for game in range(games))
    returns = [game.outcome.returns for game in played]
    first = [players.index(side) for side in range(len(strategies))]
    return [[game[seat] for game in returns] for seat in first]


def _cell(
    strategies: Sequence[Strategy], name: str, sample: Sample
) -> list[list[float]]:
    return returned(load(name), strategies, sample)


def table_of(
    by_strategies: Mapping[tuple[Strategy, ...], Sequence[Sequence[float]]],
    sides: Sequence[Sequence[Strategy]],
    side: int,
) -> Table:
    """Return the table of *side* from what each combination of strategies returned.

    A reply is what each of the others does at once, in every combination.
    """
    others = [strategies for index, strategies in enumerate(sides) if index != side]
    cells: dict[tuple[Strategy, Strategy], Sequence[float]] = {}
    for own, *reply in product(sides[side], *others):
        whole_ = (*reply[:side], own, *reply[side:])
        cells[own, tuple(chain.from_iterable(reply))] = by_strategies[whole_][side]
    return cells


def told(name: str, side: int, table: Table) -> str:
    """Return the table of one side, and whether anything is left to choose."""
    strategies = list(dict.fromkeys(own for own, _ in table))
    answers = replies_in(table)
    games = len(next(iter(table.values())))
    lines = [f"### {name}, side {side + 1}: {verdict(table)}", ""]
    lines.append(
        f"| {games} games | {' | '.join(', '.join(answer) for answer in answers)} |"
    )
    lines.append("|---" * (len(answers) + 1) + "|")
    for own in strategies:
        shown = " | ".join(f"{mean(table[own, reply]):.2f}" for reply in answers)
        lines.append(f"| {', '.join(own)} | {shown} |")
    alike = [" = ".join(", ".join(way) for way in pair) for pair in twins(table)]
    lines += ["", f"Differences of two ways are known to {widest(table):.2f}."]
    if alike and len(answers) > 1:
        lines.append(f"Twins: {'; '.join(alike)}.")
    lines += ["", f"Measured on {stamp()}."]
    return "\n".join([*lines, ""])


def measured(
    names: Sequence[str], sample: Sample, *, listed: bool = False
) -> list[str]:
    """Return the tables of every side that has something to choose.

    If only what is *listed* is tried, the tables say so.
    """
    tables: list[str] = []
    games, seed = sample
    with ProcessPoolExecutor() as pool:
        for name in names:
            sides = CHOICES[name] if listed else whole(name, CHOICES[name])
            every = list(product(*sides))
            count = max(LEAST, games // DEAR.get(name, 1))
            play = partial(_cell, name=name, sample=(count, seed))
            by_strategies = dict(zip(every, pool.map(play, every), strict=True))
            for side, own in enumerate(sides):
                if len(own) > 1:
                    table = told(name, side, table_of(by_strategies, sides, side))
                    tables.append(f"{table}\n{FEW}\n" if listed else table)
                    print(tables[-1])
    return tables


def undated(old: str) -> str:
    """Return when the tables of the page *old* that have no date were measured."""
    head, _, _ = old.partition("\n### ")
    _, last, when = head.partition("Last measured ")
    return f"{last}{when}".strip()


def kept(tables: Sequence[str], old: str) -> str:
    """Return *tables* and, of those of the page *old*, what was not measured again."""
    before = [f"### {section.strip()}\n" for section in old.split("\n### ")[1:]]
    titled = {section.partition(":")[0]: section for section in (*before, *tables)}
    own = {
        title: table
        for title, table in titled.items()
        if title.removeprefix("### ").partition(",")[0] in CHOICES
    }
    return "\n".join(own[title] for title in sorted(own))


def main() -> None:
    """Measure what is named, print each table, and under --write keep them all."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.choices",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CHOICES))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument(
        "--seed", default=SEED, help="other luck; what is kept has its own"
    )
    parser.add_argument(
        "--listed", action="store_true", help="try the ways of benchmarks/ways.py alone"
    )
    parser.add_argument("--write", action="store_true", help="write choices.md anew")
    given = parser.parse_args()
    unknown = set(given.names) - set(CHOICES)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(CHOICES)}")
    if given.write and given.seed != SEED:
        parser.error(f"found --write with --seed {given.seed}, expected one of the two")
    names, sample = given.names or list(CHOICES), (given.games, given.seed)
    tables = measured(names, sample, listed=given.listed)
    if given.write:
        old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
        last = undated(old) if given.names else ""
        text = "\n\n".join(filter(None, ["# What there is to choose", ABOUT, last]))
        RESULTS.write_text(f"{text}\n\n{kept(tables, old)}", encoding="utf-8")


if __name__ == "__main__":
    main()
