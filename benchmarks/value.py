"""What every shipped conflict of two seats is worth under best play.

    python -m benchmarks.value                           # all of them
    python -m benchmarks.value skill_page --seconds 120  # this one, with more time
    python -m benchmarks.value --write                   # and keep the table
    python -m benchmarks.value dice_pool_debate --ruling max_turns=1  # a smaller one

Exact where everything that can happen fits into the seconds and states; else bounds.
Beside each stands what the scenario's agents get, and by how much that misses the
value. Other scenarios have three sides, one, or teams, and no one value.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from unittest.mock import patch

from benchmarks.stamp import stamp
from sim.cli.options.changes import Changes
from sim.errors import OddsError
from sim.graph import budget as within
from sim.graph import clock
from sim.graph.budget import Budget
from sim.graph.solve import Bounds
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.optimal.sides import sides_of
from sim.playtest.agent_values import value_with_fallback
from sim.statistics.words import between
from sim.study.among import Among
from sim.study.values import value_in_words
from sim.study.valuing import OptimalValue

RESULTS = Path(__file__).parent / "value.md"
LOSE = "they lose"
AMONG = "among ways of playing"
HEADS = (
    "scenario",
    "how sure",
    "the first gets more by",
    "each can be sure of",
    AMONG,
    "its agents",
    "they miss it by",
    LOSE,
    "nobody gains more than",
    "states",
    "s",
    "measured",
)
ABOUT = """\
What each shipped scenario of two sides of one seat each is worth when both play as well
as they can: how much more the first seat gets than the second, from -1 to 1, and what
each can be sure of. **exact**: everything was followed that can matter. **bounds**: the
value lies between the two. *Among ways of playing* is a 95 % interval that stands where
bounds are more than 0.1 apart: it holds the value of the game in which each side picks
one of so many ways of playing, or mixes them. Best play is no part of it and may be
worth more or less to either side. *Its agents* is the same difference between the
agents of the scenario; it misses the value by what the losses of both come to, which
may cancel. *They lose* is what each loses by itself: its choices, held against best
play on both sides from there on, and behind a seal against the other's best mix. Where
both choose otherwise unseen, what came of it may be more or less than both losses; it
is no loss of either. Where it is not 0 it stands by itself as *unseen*, beside what
they miss the value by, above 0 where the first comes out better by it. *Nobody gains
more than* is of the strategies found.
Seconds are of the processor, whatever else it does: of a row with bounds they are about
the budget that it had. Rows of commits that end in -dirty were measured with code that
is not kept. What stands in brackets is changed: such a conflict is smaller than the one
that ships."""


def two_sided() -> list[str]:
    """Return the shipped scenarios of two sides of one seat each."""
    names = list[str]()
    for name in scenarios():
        loaded = load(name)
        specs = [seat.agent for seat in loaded.system.seats(loaded.scenario)]
        try:
            sides_of(loaded.system, loaded.scenario, specs)
        except OddsError:
            continue
        names.append(name)
    return names


def row(name: str, budget: Budget, changes: Changes) -> str:
    """Return the row of a scenario with its *changes*."""
    begun = process_time()
    with (
        patch.object(within, "monotonic", process_time),
        patch.object(clock, "monotonic", process_time),
    ):
        optimal = value_with_fallback(changes.load(name), budget=budget)
    seconds = process_time() - begun
    cells = (
        called(name, changes),
        optimal.certainty,
        signed(optimal.difference),
        ", ".join(map(value_in_words, optimal.sure)),
        "" if optimal.among is None else estimated(optimal.among),
        "" if optimal.own_difference is None else f"{optimal.own_difference:+.5f}",
        missed(optimal),
        ", ".join([f"{loss:.5f}" for loss in optimal.loses if loss is not None]),
        f"{optimal.gap:.0e}" if optimal.exact else "",
        str(optimal.states),
        f"{seconds:.1f}",
        stamp(),
    )
    return f"| {' | '.join(cells)} |"


def called(name: str, changes: Changes) -> str:
    """Return the name of the scenario in a row: its own, and its changes."""
    changed = ", ".join([*changes.rulings, *changes.settings])
    return f"{name} ({changed})" if changed else name


def signed(bounds: Bounds) -> str:
    """Return a difference with its sign, or its two bounds."""
    if bounds.high == bounds.low:
        return f"{bounds.low + 0.0:+.5f}"
    ends = between(bounds.low, bounds.high, 5).split(" to ")
    return " to ".join([end if end.startswith("-") else f"+{end}" for end in ends])


def estimated(among: Among) -> str:
    """Return an interval among ways of playing, with how many both sides have."""
    gap = among.difference
    ways = " and ".join([str(side.ways) for side in among.sides])
    return f"{gap.low:+.3f} to {gap.high:+.3f} ({ways} ways, {among.games} games)"


def missed(optimal: OptimalValue) -> str:
    """Return by how much the scenario's agents miss the value, if both are known."""
    if optimal.own_difference is None or not optimal.exact:
        return ""
    gap = round(optimal.own_difference - optimal.difference.low, 5)
    unseen = 0.0 if optimal.lost_why else round(optimal.unseen, 5)
    beside = f" ({unseen:+.5f} unseen)" if unseen else ""
    return f"{gap + 0.0:+.5f}{beside}"


def kept() -> dict[str, str]:
    """Return the rows of the table that was kept, by scenario."""
    if not RESULTS.exists():
        return {}
    lines = RESULTS.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ")][1:]
    return {line.split(" | ")[0].removeprefix("| "): line for line in rows}


def losses() -> dict[str, tuple[str, ...]]:
    """Return what the agents of each scenario lose, where that was kept."""
    place = HEADS.index(LOSE)
    cells = {name: row.split("|")[1 + place].strip() for name, row in kept().items()}
    return {name: tuple(cell.split(", ")) for name, cell in cells.items() if cell}


def table(rows: dict[str, str]) -> str:
    """Return the whole file."""
    heads = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    ordered = [rows[name] for name in sorted(rows)]
    title = "# What a conflict is worth under best play\n"
    return "\n".join([title, ABOUT, "", *heads, *ordered, ""])


def main(args: Sequence[str] | None = None) -> None:
    """Measure the scenarios that are named, else all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--states", type=int, default=Budget().states)
    parser.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(args)
    rows, changes = kept(), Changes(tuple(given.ruling), tuple(given.set))
    for name in given.scenarios or two_sided():
        text = row(name, Budget(given.states, seconds=given.seconds), changes)
        rows[called(name, changes)] = text
        print(text, flush=True)
        if given.write:
            RESULTS.write_text(table(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
