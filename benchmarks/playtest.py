"""Does a playtest find planted faults, and none where there are none?

    python -m benchmarks.playtest [--seeds 5] [--even 200]           # prints the tables
    python -m benchmarks.playtest --named fresh                     # other seeds
    python -m benchmarks.playtest --write                           # and keeps them

The small scenarios are those of `tests/playtest/faults.py`: in each of the five systems
an option too strong, one that is useless, a trap, an unfair seat and a stall. Two more
have no fault. Of each only the part of a playtest is played that is about it, without
the exact solution that a report has beside it.
"""

import argparse
from pathlib import Path
from time import process_time

from benchmarks.stamp import heading
from benchmarks.tuning import ABOUT as TUNING
from benchmarks.tuning import table
from sim.statistics.intervals import wilson
from tests.playtest.faults import (
    FAIR,
    OPTIONS,
    PLAIN,
    RESTRICTED,
    STALLS,
    UNFAIR,
    course_of,
    fairness_of,
    named,
    options_of,
    uneven,
)
from tests.playtest.planted import TRADES, brawl, swords

RESULTS = Path(__file__).parent / "playtest.md"
TRADED = swords(TRADES, theirs=TRADES)
"""Options that differ, and none of which is worth clearly more than another."""
_STALLED = 0.5
ABOUT = f"""\
Small scenarios with one fault each, in every rule system. Only the part of a playtest
was played that is about the fault: {RESTRICTED} conflicts and {PLAIN} without a
restriction on options (as of a report of about 1,800), {FAIR} on seats, {PLAIN} on
stalls. The processor time is that of one seed.
`python -m benchmarks.playtest`

Where there is no fault, both fighters choose between a blow that hits more often and
one that harms more, which are worth about the same; and two equal brawlers meet.

The newcomer's two scenarios (`tests/study/scenarios`) are answered by one command each:
`fracas playtest cup.toml --budget "3000 games"` says that it is not fair, and that to
wrestle is too weak; `fracas playtest bridge.toml --budget "1500 games"` that it is
no contest. `tests/playtest/test_planted.py` holds both. That to stab is a trap, too, is
solved exactly from 600 games on: always to do it costs Corvin 0.0962 of his return
(under every seed: `tests/playtest/test_exact.py`, and `fracas solve cup.toml --agents
'steady,forced:says=stab her,of=steady'`).
"""


def planted(seeds: int, prefix: str) -> list[str]:
    """Return the table of faults that were planted; *prefix* begins the seeds."""
    rows = ["| planted | found first | seconds |", "|---|---|---|"]
    for name in (*OPTIONS, *UNFAIR, *STALLS):
        begun = process_time()
        times = sum(found(name, f"{prefix}-{seed}") for seed in range(seeds))
        each = (process_time() - begun) / seeds
        rows.append(f"| {name} | {times} of {seeds} | {each:.1f} |")
        print(rows[-1], flush=True)
    return rows


def found(name: str, seed: str) -> bool:
    """Whether the fault with this *name* is found first in its part."""
    if name in OPTIONS:
        fault = OPTIONS[name]
        return named(options_of(fault.sheet, seed).findings, fault)
    if name in UNFAIR:
        sheet, side = UNFAIR[name]
        return uneven(fairness_of(sheet, seed)) == {side}
    return course_of(STALLS[name], seed).stalled.low > _STALLED


def even(seeds: int, prefix: str) -> list[str]:
    """Return how often scenarios without a fault gave an alarm."""
    options = sum(
        any(
            finding.label for finding in options_of(TRADED, f"{prefix}-{seed}").findings
        )
        for seed in range(seeds)
    )
    print(f"options: {options} of {seeds}", flush=True)
    sides = sum(
        bool(uneven(fairness_of(brawl(), f"{prefix}-{seed}"))) for seed in range(seeds)
    )
    print(f"seats: {sides} of {seeds}", flush=True)
    return [
        "| no fault | alarms | nominally at most |",
        "|---|---|---|",
        f"| an option called too strong, a trap or useless | {among(options, seeds)} |",
        f"| a seat said to win more | {among(sides, seeds)} |",
    ]


def tuned() -> list[str]:
    """Return what `fracas tune` finds of numbers that are known exactly."""
    return ["", "## The number that is known exactly", "", TUNING, "", *table()]


def among(alarms: int, seeds: int) -> str:
    """Return the cells of a row: how many alarms there were, with their interval."""
    rate = wilson(alarms, seeds)
    return (
        f"{alarms} of {seeds} ({100 * rate.low:.1f} to {100 * rate.high:.1f} %) | 5 %"
    )


def main() -> None:
    """Measure, print the tables, and under --write keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--even", type=int, default=200)
    parser.add_argument("--named", default="bench")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = [
        *planted(given.seeds, given.named),
        "",
        *even(given.even, f"{given.named}-even"),
        *tuned(),
    ]
    print("\n".join(lines))
    if given.write:
        head = f"# Faults that a playtest finds\n\n{ABOUT}\n{heading()}\n"
        RESULTS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
