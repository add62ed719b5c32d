"""Does a playtest find planted faults, and none where there are none?

    python -m benchmarks.playtest [--seeds 5] [--even 200]           # prints the tables
    python -m benchmarks.playtest --write                           # and keeps them

The small scenarios are those of `tests/playtest/planted.py`: all five systems with one
fault each, and two without any, each playtested under several seeds.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import fracas
from benchmarks.stamp import heading
from sim.campaign.plan import cast
from sim.library.scenario import from_dict
from sim.playtest.fairness import fairness
from sim.playtest.ground import Ground
from sim.playtest.offers import Offers
from sim.playtest.restricted import OWN, restricted
from sim.statistics.intervals import wilson
from tests.playtest.planted import (
    BLOWS,
    CUTS,
    GOALS,
    TRADES,
    WANTS,
    Sheet,
    auction,
    blow,
    brawl,
    cut,
    goal,
    pain,
    race,
    swords,
    want,
)

RESULTS = Path(__file__).parent / "playtest.md"
GAMES = 1200
"""So many conflicts of a scenario with a fault."""
PLAIN, RESTRICTED, FAIR = 40, 600, 160
"""Conflicts without a restriction, with one, and on who wins, where there is no fault.

Only the part in question is played there, since that is done 200 times.
"""
TRADED = swords(TRADES, theirs=TRADES)
"""Options that differ, and none of which is worth clearly more than another."""

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
    "intensity, useless": (
        auction((*GOALS, goal("a button", 0.0))),
        named("never right", "a button"),
    ),
    "intensity, unfair seat": (auction(size=12), uneven("Eve")),
    "solar_system, useless": (
        pain((*WANTS, want("beg", "Swords", 0.0))),
        named("never right", "beg"),
    ),
    "solar_system, unfair seat": (pain(rank="grand_master"), uneven("Gus")),
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
    """Return how often scenarios without a fault gave an alarm."""
    options = sum(map(labelled, range(seeds)))
    print(f"options: {options} of {seeds}", flush=True)
    sides = sum(map(leans, range(seeds)))
    print(f"seats: {sides} of {seeds}", flush=True)
    return [
        "| no fault | alarms | nominally at most |",
        "|---|---|---|",
        f"| an option called too strong, a trap or useless | {among(options, seeds)} |",
        f"| a seat said to win more | {among(sides, seeds)} |",
    ]


def ground_of(sheet: Sheet, seed: int) -> Ground:
    """Return where a scenario is played by its own agents."""
    loaded = from_dict(sheet)
    return Ground(loaded, cast(loaded, ()), f"even-{seed}")


def labelled(seed: int) -> bool:
    """Whether something is said to be wrong where every option is as good."""
    ground = ground_of(TRADED, seed)
    plain = [ground.play(ground.agents, number) for number in range(PLAIN)]
    offers = Offers(ground)
    for game in plain:
        offers.add(OWN, game, set(range(len(ground.seats))))
    found = restricted(ground, offers, RESTRICTED, plain)
    return any(one.label for one in found.findings)


def leans(seed: int) -> bool:
    """Whether a seat is said to win more than its share where both are equal."""
    found = fairness(ground_of(brawl(), seed), FAIR)
    return any(one.score.low > found.even for one in found.sides)


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
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = [*planted(given.seeds), "", *even(given.even)]
    print("\n".join(lines))
    if given.write:
        about = (
            f"Small scenarios with one fault each, {GAMES} conflicts a report. Where"
            " there is none, only the part in question was played: about"
            f" {PLAIN + RESTRICTED} conflicts on options, {FAIR} on"
            " seats.\n`python -m benchmarks.playtest`"
        )
        head = f"# Faults that a playtest finds\n\n{about}\n\n{heading()}\n"
        RESULTS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
