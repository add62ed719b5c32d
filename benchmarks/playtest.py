"""Does a playtest find planted faults, and none where there are none?

    python -m benchmarks.playtest [--seeds 5] [--even 40]           # prints the tables
    python -m benchmarks.playtest --write                           # and keeps them

The small scenarios are those of `tests/playtest/planted.py`: two systems with one fault
each, and one without any, each playtested under several seeds.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import fracas
from benchmarks.stamp import heading
from tests.playtest.planted import BLOWS, CUTS, Sheet, blow, brawl, cut, race, swords

RESULTS = Path(__file__).parent / "playtest.md"
GAMES = 1200
"""So many conflicts of a scenario with a fault."""
EVEN_GAMES = 600
"""So many of the one without, which is played more often."""

Finds = Callable[[fracas.PlaytestReport], bool]


def named(label: str, words: str) -> Finds:
    """Return whether an option with these *words* is named first, and rightly."""

    def finds(report: fracas.PlaytestReport) -> bool:
        assert report.restricted is not None
        first = report.restricted.findings[0]
        return first.label.value == label and words in first.words

    return finds


def uneven(side: str) -> Finds:
    """Return whether *side* is reported to win more, with certainty."""

    def finds(report: fracas.PlaytestReport) -> bool:
        assert report.fairness is not None
        return any(
            one.side == side and one.score.low > report.fairness.even
            for one in report.fairness.sides
        )

    return finds


def stalls(report: fracas.PlaytestReport) -> bool:
    """Whether the stall is reported as the first thing to change."""
    return report.sentences[-1].says.startswith("Give those who stall")


PLANTED: Mapping[str, tuple[Sheet, Finds]] = {
    "dice_pool, too strong": (
        brawl((*BLOWS[:2], blow("bite", 4))),
        named("too strong", "bite"),
    ),
    "dice_pool, useless": (
        brawl((*BLOWS[:2], blow("spit", -4))),
        named("never right", "spit"),
    ),
    "dice_pool, unfair seat": (brawl(health=6), uneven("Ann")),
    "skill_roll, too strong": (
        swords((cut("cut", 3), cut("thrust", 3), cut("cleave", 12))),
        named("too strong", "cleave"),
    ),
    "skill_roll, useless": (
        swords((*CUTS, cut("poke", 1, 1))),
        named("never right", "poke"),
    ),
    "skill_roll, unfair seat": (swords(capacity=120), uneven("Cat")),
    "planets, a stall": (race(rounds=2), stalls),
}


def report(sheet: Sheet, games: int, seed: int) -> fracas.PlaytestReport:
    """Return the report of one scenario."""
    return fracas.playtest(sheet, budget=f"{games} games", seed=f"bench-{seed}")


def planted(seeds: int) -> list[str]:
    """Return the table of faults that were planted."""
    rows = ["| planted | found first |", "|---|---|"]
    for name, (sheet, finds) in PLANTED.items():
        times = sum(finds(report(sheet, GAMES, seed)) for seed in range(seeds))
        rows.append(f"| {name} | {times} of {seeds} |")
        print(rows[-1], flush=True)
    return rows


def even(seeds: int) -> list[str]:
    """Return how often the symmetric scenario gave an alarm."""
    options = sides = 0
    for seed in range(seeds):
        found = report(brawl(), EVEN_GAMES, seed)
        assert found.restricted is not None
        assert found.fairness is not None
        options += any(one.label for one in found.restricted.findings)
        sides += any(
            one.score.low > found.fairness.even for one in found.fairness.sides
        )
    return [
        "| symmetric scenario | alarms |",
        "|---|---|",
        f"| an option called too strong, a trap or useless | {options} of {seeds} |",
        f"| a seat said to win more | {sides} of {seeds} |",
    ]


def main() -> None:
    """Measure, print the tables, and under --write keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--even", type=int, default=40)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = [*planted(given.seeds), "", *even(given.even)]
    print("\n".join(lines))
    if given.write:
        about = (
            f"Small scenarios with one fault each, {GAMES} conflicts a report; the"
            f" symmetric one, {EVEN_GAMES}.\n`python -m benchmarks.playtest`"
        )
        head = f"# Faults that a playtest finds\n\n{about}\n\n{heading()}\n"
        RESULTS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
