"""Do analyses keep their laws, and how many conflicts a minute do they manage?

    python -m benchmarks analysis                 # everything, some minutes
    python -m benchmarks analysis --conflicts 4   # fewer of everything
    python -m benchmarks analysis --write         # and keep the page

The laws and the comparisons are made on a small duel of every system, whose values are
exact; the time is also measured on a duel that ships with Fracas, one conflict each.
Time is that of the processor.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from msgspec import Struct

import fracas
from benchmarks.stamp import heading
from sim.analysis.analyse import Analyses, Effort, Record, continuation_of
from sim.analysis.analyser import Analyser
from sim.analysis.continuation import Continuation
from sim.analysis.judging import BLUNDER, MISTAKE, ExactBoard
from sim.analysis.measuring import RolloutBoard
from sim.analysis.moments import Moment
from sim.analysis.points import points
from sim.analysis.rollouts import error, mean
from sim.analysis.values import ExactValues
from sim.conflict.walk import Walk
from sim.library.scenario import Loaded, load
from sim.seam.protocol import Chance
from sim.statistics.intervals import wilson

RESULTS = Path(__file__).parent / "analysis.md"
SMALL = Path(__file__).parent.parent / "tests" / "graph" / "tiny"
DUELS = {
    "solar_system": "alley",
    "planets": "planets_boulder",
    "intensity": "intensity_brawl",
    "dice_pool": "dice_pool_knives",
    "skill_roll": "skill_page",
}
"""A duel of every system that ships with Fracas."""
STEPS = 10**6
CONFLICTS, MOMENTS, GAMES = 20, 200, 64
PLAYER = "noise:share=0.5"
"""Plays the recorded conflicts: as steady and blindly by turns, so that it errs."""
_EDGES = (-2, -1, 0, 1, 2)
ABOUT = """\
Each system's laws on a small duel (`tests/graph/tiny`), played by `noise:share=0.5` and
valued with `steady` playing on. **chance**: the largest difference between the value
before a throw and the mean of the values after it. **sum**: the largest difference
between expected + luck + advantage and what it came to. **best reply**: the largest
cost charged to the exact best reply to steady, as player and as continuation. **z**:
means of 64 games less the exact value, in standard errors, each moment with dice of its
own: how many lie below -2, from -2 to -1, and so on to above 2. **changed**: of the
choices whose mark is called settled, by 64 games from each moment, how many have
another mark by 128; the aim is fewer than 2 in 100. **wrong**: of the same, how many
are called otherwise by the exact cost."""


class Laws(Struct, frozen=True):
    """The largest gaps in one system."""

    chance: float
    sums: float
    reply: float


@cache
def small(system: str) -> Loaded:
    """Return the small duel of a *system*."""
    return load(str(SMALL / f"{system}.toml"))


def played(loaded: Loaded, count: int) -> Iterator[Record]:
    """Yield so many conflicts of *loaded*."""
    seats = loaded.system.seats(loaded.scenario)
    players = [PLAYER] * sum(seat.side is not None for seat in seats)
    for number in range(count):
        yield Record.of(fracas.play(loaded, players, seed=f"analysis {number}"))


def laws(system: str, count: int, folder: Path) -> Laws:
    """Return how far the laws are from holding, over so many conflicts."""
    records = list(played(small(system), count))
    specs = continuation_of(records[0], ["steady"])
    analyses = Analyses(Effort(STEPS))
    sums = [
        abs(account.expected + account.luck + account.advantage - account.came_to)
        for record in records
        for account in analyses.of(record, specs, lambda _done, _of: None).accounts
    ]
    board = exact(records[0], specs)
    gaps = [gap for record in records for gap in _chance(record, board)]
    return Laws(
        max(gaps, default=0.0), max(sums), _charged(small(system), count, folder)
    )


def exact(record: Record, specs: Sequence[str]) -> ExactBoard:
    """Return exact values with *specs* playing on."""
    values = ExactValues(record.system, record.begun, record.seats, specs, steps=STEPS)
    return ExactBoard(record.system, values)


def _chance(record: Record, board: ExactBoard) -> Iterator[float]:
    """Yield the gap between each value before a roll and the mean value after it."""
    values = board.values
    begun = Walk(record.system, record.begun).state
    for point in points(record.system, begun, record.events, board.start, board.after):
        if not isinstance(point.asked, Chance):
            continue
        before = values.returns_at(point.state, point.memories)
        after = [
            (chance, values.returns_at(point.state, point.memories, rolled))
            for rolled, chance in values.faces(point.asked)
        ]
        for seat, amount in enumerate(before):
            yield abs(amount - fsum(chance * worth[seat] for chance, worth in after))


def _charged(loaded: Loaded, count: int, folder: Path) -> float:
    """Return the largest cost charged to a best reply: 0 if costs are right."""
    seats = loaded.system.seats(loaded.scenario)
    reply = fracas.reply(loaded, seats[0].name, against="steady", games=0)
    spec = reply.save(folder / f"{loaded.system.name}.py")
    specs = [spec, *["steady"] * (len(seats) - 1)]
    analyses = Analyses(Effort(STEPS))
    return max(
        choice.cost
        for number in range(count)
        for choice in analyses.of(
            Record.of(fracas.play(loaded, specs, seed=f"reply {number}")),
            specs,
            lambda _done, _of: None,
        ).choices
        if choice.seat == seats[0].name
    )


def z_scores(system: str, most: int) -> list[float]:
    """Return how many errors means of games are from exact values, moment by moment."""
    scores: list[float] = []
    board: ExactBoard | None = None
    for record in played(small(system), most):
        specs = continuation_of(record, ["steady"])
        board = board or exact(record, specs)
        continuation = Continuation(record.system, record.seats, specs)
        games = RolloutBoard(record.system, continuation, GAMES)
        begun = Walk(record.system, record.begun).state
        pairs = zip(
            points(record.system, begun, record.events, board.start, board.after),
            points(record.system, begun, record.events, games.start, games.after),
            strict=True,
        )
        for exact_point, sampled_point in pairs:
            first = GAMES * (len(scores) + 1)
            sample = games.rollouts.sample(
                sampled_point.state,
                sampled_point.memories,
                games=range(first, first + GAMES),
            )
            truth = board.returns_at(exact_point.state, exact_point.memories)
            column = [returns[0] for returns in sample]
            scores.append((mean(sample)[0] - truth[0]) / error(column))
            if len(scores) == most:
                return scores
    return scores


class Verdicts(Struct):
    """What became of choices: how many are settled, and how many of these hold."""

    choices: int = 0
    settled: int = 0
    changed: int = 0
    wrong: int = 0

    def add(self, other: "Verdicts") -> None:
        """Add those of another system."""
        self.choices += other.choices
        self.settled += other.settled
        self.changed += other.changed
        self.wrong += other.wrong

    def columns(self) -> str:
        """Return them as columns of a table."""
        numbers = self.choices, self.settled, self.changed, self.wrong
        return " | ".join(map(str, numbers))


def verdicts(system: str, count: int) -> Verdicts:
    """Return what became of the choices of so many conflicts of *system*."""
    counts, exactly = Verdicts(), Analyses(Effort(STEPS))
    for record in played(small(system), count):
        specs = continuation_of(record, ["steady"])
        once, twice = _by_games(record, specs)
        truth = exactly.of(record, specs, lambda _done, _of: None).choices
        for before, after, sure in zip(once, twice, truth, strict=True):
            counts.choices += 1
            counts.settled += before.settled
            counts.changed += before.settled and before.mark != after.mark
            counts.wrong += before.settled and _called(before.low) != _called(sure.cost)
    return counts


def _by_games(
    record: Record, specs: Sequence[str]
) -> tuple[Sequence[Moment], Sequence[Moment]]:
    """Return the choices valued by games, and again by twice as many."""
    continuation = Continuation(record.system, record.seats, specs)
    begun = Walk(record.system, record.begun).state
    measured: list[Sequence[Moment]] = []
    boards = [
        RolloutBoard(record.system, continuation, games) for games in (GAMES, 2 * GAMES)
    ]
    for board in boards:
        # The games of the first are among those of the second, and played once.
        board.rollouts = boards[0].rollouts
        analysis = Analyser(record.system, begun, record.seats, specs, board).analyse(
            record.conflict, "", record.events, specs, lambda _done, _of: None
        )
        measured.append(analysis.choices)
    return measured[0], measured[1]


def _called(cost: float) -> int:
    """Return what a choice is called that costs so much: 1 a mistake, 2 a blunder."""
    return sum(cost >= least - _ROUNDED for least in (MISTAKE, BLUNDER))


_ROUNDED = 1e-9


def a_minute(loaded: Loaded, count: int, effort: Effort) -> tuple[float, str]:
    """Return how many conflicts a minute of the processor is enough for, and how."""
    began, analyses = 0.0, Analyses(effort)
    ways: set[str] = set()
    for record in played(loaded, count):
        specs, since = continuation_of(record, ["steady"]), process_time()
        ways.add(analyses.of(record, specs, lambda _done, _of: None).how)
        began += process_time() - since
    return 60 * count / began, " and ".join(sorted(ways))


def binned(scores: Sequence[float]) -> str:
    """Return how many z-scores are in each range."""
    bounds = (float("-inf"), *_EDGES, float("inf"))
    counts = (
        sum(low <= score < high for score in scores) for low, high in pairwise(bounds)
    )
    return " / ".join(map(str, counts))


def page(count: int, folder: Path) -> Iterator[str]:
    """Yield the lines of the page, as they are measured."""
    yield "| system | chance | sum | best reply |"
    yield "|---|---|---|---|"
    for system in DUELS:
        gaps = laws(system, count, folder)
        yield f"| {system} | {gaps.chance:.1e} | {gaps.sums:.1e} | {gaps.reply:.1e} |"
    moments = MOMENTS * count // CONFLICTS // len(DUELS)
    yield ""
    yield "| system | moments | z in ranges | mean z | mean z² | largest |"
    yield "|---|---|---|---|---|---|"
    for system in DUELS:
        z = z_scores(system, moments)
        squares = fsum(score * score for score in z) / len(z)
        yield (
            f"| {system} | {len(z)} | {binned(z)} | {fsum(z) / len(z):+.2f} |"
            f" {squares:.2f} | {max(map(abs, z)):.2f} |"
        )
    yield ""
    yield "| system | conflicts | choices | settled | changed | wrong |"
    yield "|---|---|---|---|---|---|"
    whole = Verdicts()
    for system in DUELS:
        here = verdicts(system, count)
        whole.add(here)
        yield f"| {system} | {count} | {here.columns()} |"
    yield f"| all | {count * len(DUELS)} | {whole.columns()} |"
    yield ""
    yield _share(whole)
    yield ""
    yield "| duel | conflicts | a minute | values |"
    yield "|---|---|---|---|"
    for system, name in DUELS.items():
        for loaded, many in ((small(system), count), (load(name), 1)):
            rate, how = a_minute(loaded, many, Effort())
            title = name if many == 1 else f"small, {system}"
            yield f"| {title} | {many} | {rate:.3g} | {how} |"


def _share(whole: Verdicts) -> str:
    """Return in a sentence what share of settled marks changes."""
    if not whole.settled:
        return "No mark is settled."
    upper = 100 * wilson(whole.changed, whole.settled).high
    return (
        f"Marks called settled that change: {whole.changed} of {whole.settled},"
        f" {100 * whole.changed / whole.settled:.1f} in 100 (at most {upper:.1f}, by"
        " the upper end of an interval of 95 %)."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print the page, and under --write keep it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks analysis",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--conflicts", type=int, default=CONFLICTS, help="of each system, 2 at least"
    )
    parser.add_argument("--write", action="store_true", help=f"keep {RESULTS.name}")
    given = parser.parse_args(arguments)
    if given.conflicts < 2:
        parser.error(f"found {given.conflicts} conflicts, expected 2 at least")
    lines: list[str] = []
    with TemporaryDirectory() as folder:
        for line in page(given.conflicts, Path(folder)):
            print(line, flush=True)
            lines.append(line)
    size = (
        f"Measured with `--conflicts {given.conflicts}`; {CONFLICTS} is the full size."
    )
    text = "\n".join([ABOUT, "", size, "", *lines])
    if given.write:
        head = f"# Whether analyses hold\n\n{heading()}"
        RESULTS.write_text(f"{head}\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
