"""May verdicts be bet on? Measured, and written to verdicts.md.

`python -m benchmarks.verdicts [PART ...] [--write] [--quick]`: false alarms under
peeking, how often intervals hold the truth, games to a verdict, and what the statistics
cost.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import isnan, log
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np
from msgspec import Struct

from benchmarks import luck
from benchmarks.__main__ import heading
from sim.scenario import load
from sim.statistics.betting import Numbers, evidence
from sim.statistics.bradley_terry import ELO
from sim.statistics.gsprt import Bounds
from sim.statistics.intervals import Interval
from sim.statistics.likelihood import one_look
from sim.statistics.stopped import settles_by_bets
from sim.store.contests import BlocksRecorded
from sim.stream import Line
from sim.tournament.contest import Terms, make_contest
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger
from sim.tournament.ratings import rate
from sim.tournament.result import result
from sim.tournament.tournament import Tournament
from sim.tournament.verdicts import Judge

HERE = Path(__file__).parent
_TITLE = (
    "# May verdicts be bet on?\n\nWritten by `python -m benchmarks.verdicts --write`."
)
RATED = ("steady", "bold", "uniform")
STRENGTHS = (0.5, 0.0, -0.5)

LOOKS = (10, 10, 10, 10, 10, 12, 15, 19, 24, 30, 37, 46, 58, 72, 90) + (100,) * 20
"""After how many more blocks a tournament looks again."""

Scores = dict[float, int]


class Law(Struct, frozen=True):
    """What a block may come to, and how likely each is."""

    name: str
    scores: tuple[float, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The true mean."""
        return float(np.dot(self.scores, self.chances))

    def drawn(self, random: np.random.Generator, count: int) -> Scores:
        """Return the scores of so many blocks."""
        times = random.multinomial(count, self.chances).tolist()
        return {s: n for s, n in zip(self.scores, times, strict=True) if n}


QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
EVEN_LAWS = (
    Law("pairs of unlike agents", QUARTERS, (0.25, 0.0, 0.5, 0.0, 0.25)),
    Law("pairs with draws", QUARTERS, (0.1, 0.2, 0.4, 0.2, 0.1)),
    Law("pairs that are nearly all even", QUARTERS, (0.01, 0.01, 0.96, 0.01, 0.01)),
    Law(
        "blocks of three sides",
        tuple(one / 12 for one in range(3, 10)),
        (0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05),
    ),
)
LAWS = (
    *EVEN_LAWS,
    Law("pairs, a little better", QUARTERS, (0.15, 0.05, 0.5, 0.05, 0.25)),
    Law("pairs with draws, better", QUARTERS, (0.05, 0.1, 0.35, 0.3, 0.2)),
    Law("pairs, nearly always won", QUARTERS, (0.0, 0.0, 0.04, 0.0, 0.96)),
    Law(
        "blocks of three sides, better",
        tuple(one / 12 for one in range(3, 12)),
        (0.02, 0.05, 0.1, 0.18, 0.25, 0.2, 0.1, 0.06, 0.04),
    ),
)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return *rows* as a table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return [*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]


def percent(share: float) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.1f} %"


def false_alarms(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how often equals are said to differ by whoever looks every time."""
    runs, most = (40, 100) if quick else (400, 1000)
    random = np.random.default_rng(1)
    rows: list[list[object]] = []
    for law in EVEN_LAWS:
        bets = _alarms(law, random, runs, most)
        rows.append([law.name, "bets", runs, f"every pair to {most}", percent(bets)])
        test = sum(_tested(law, random, most) for _ in range(runs)) / runs
        looks = f"every {_LOOK} to {most}"
        rows.append([law.name, "GSPRT 0,20", runs, looks, percent(test)])
    lines = ["## False alarms", "", "Drawn from laws whose mean is one half:", ""]
    heads = ("blocks", "rule", "runs", "looks", "ever said to differ")
    return lines + table(heads, rows)


def played_alarms(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the same for games that were played, beside an interval for one look."""
    runs = 40 if quick else 400
    lines = [
        "## False alarms in games that were played",
        "",
        "Two equals whose noise differs, looked at after every pair.",
        "",
    ]
    heads = ("scenario", "runs", "pairs a run", "ever said to differ", "plain interval")
    found = [_played_alarms(name, runs, pairs) for name, pairs in PLAYED]
    return lines + table(heads, found)


PLAYED = (("planets_arm_wrestle", 25), ("guitar_duel", 15))
_LOOK = 100
_NEVER = 1e-9


def _alarms(law: Law, random: np.random.Generator, runs: int, most: int) -> float:
    """Return the share of runs in which bets ever say that equals differ."""
    differs = settles_by_bets(0.95, _NEVER)
    values = np.array(law.scores)
    times = np.zeros((runs, len(values)))
    ever = np.zeros(runs)
    for _ in range(most):
        times += random.multinomial(1, law.chances, size=runs)
        ever = np.maximum(ever, differs(values, times))
    return float(ever.mean())


def _tested(law: Law, random: np.random.Generator, most: int) -> bool:
    """Whether a GSPRT says that equals differ before it says that they do not."""
    judge = Judge(Terms(until="settled", bounds=Bounds(0, 20)))
    scores: Counter[float] = Counter()
    for _ in range(0, most, _LOOK):
        scores.update(law.drawn(random, _LOOK))
        says = judge.verdict(dict(scores), foresee=False).says
        if says != "open":
            return says != "equal"
    return False


def _played_alarms(name: str, runs: int, pairs: int) -> list[object]:
    """Play *runs* null matches one after the other, and look at each every time."""
    agents = ("noise:of=uniform,share=1", "noise:of=uniform,share=1,salt=1")
    scores = played(name, agents, runs * pairs)
    bets = plain = 0
    for run in range(runs):
        seen: Scores = {}
        ever = naive = False
        for score in scores[run * pairs : run * pairs + pairs]:
            seen[score] = seen.get(score, 0) + 1
            ever |= evidence(seen) >= log(20)
            naive |= one_look(seen).excludes(0.5)
        bets += ever
        plain += naive
    return [name, runs, pairs, percent(bets / runs), percent(plain / runs)]


def played(name: str, agents: Sequence[str], count: int) -> list[float]:
    """Return the scores of so many blocks of *agents*, in order."""
    held = _held(name, agents, Terms(blocks=count, null=0))
    return [one.score for one in held.ledger.results((0, 1))]


def _held(name: str, agents: Sequence[str], terms: Terms) -> Tournament:
    held = Tournament(make_contest([load(name)], agents, terms, seed="verdicts"))
    held.play()
    return held


def coverage(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how often every interval that is printed holds the truth."""
    runs = 100 if quick else 2000
    random = np.random.default_rng(2)
    rows: list[list[object]] = []
    for law in LAWS:
        for count in (5, 10, 20, 50, 100):
            one = always = 0
            for _ in range(runs):
                scores = law.drawn(random, count)
                one += _holds(one_look(scores), law.mean)
                always += evidence(scores, law.mean) < log(20)
            rows.append([law.name, count, percent(one / runs), percent(always / runs)])
        rows.append(
            [law.name, "until settled", "", percent(_stopped(law, random, runs))]
        )
    lines = [
        "## Intervals that hold the truth",
        "",
        f"Of {runs} simulated tournaments each; 95 % is meant. Rows and places have",
        "the interval for one look, pairings the one that holds at every look: 95 % or",
        "more, since it has to hold at all of them.",
        "",
    ]
    lines += table(("blocks", "how many", "rows, places", "pairings"), rows)
    lines += ["Ratings of three agents, 87 Elo apart each, in mirrored pairs:", ""]
    counts = (10, 30) if quick else (5, 20, 60)
    lines += table(
        ("pairs", "tournaments", "Elo", "rank bounds, all at once"),
        [_rated(count, runs // (10 if quick else 1)) for count in counts],
    )
    return lines


def _holds(interval: Interval, mean: float) -> bool:
    return interval.low - _NEVER <= mean <= interval.high + _NEVER


def _stopped(law: Law, random: np.random.Generator, runs: int) -> float:
    """Return how often the interval holds the truth where it stopped when settled."""
    settles = settles_by_bets(0.95, 0.05)
    values = np.array(law.scores)
    times = np.zeros((runs, len(values)))
    going = np.arange(runs)
    for more in LOOKS:
        times[going] += random.multinomial(more, law.chances, size=len(going))
        going = going[settles(values, times[going]) == 0]
    found = [dict(zip(law.scores, row, strict=True)) for row in times.tolist()]
    return sum(evidence(scores, law.mean) < log(20) for scores in found) / runs


def _rated(pairs: int, runs: int) -> list[object]:
    """Return how often ratings, and all rank bounds, hold what made the games."""
    random = np.random.default_rng(3)
    contest = make_contest(
        [load("alley")], RATED, Terms(blocks=pairs, null=0), seed="ratings"
    )
    held = ranked = 0
    for _ in range(runs):
        ledger = Ledger(contest)
        for first, second in contest.pairs:
            ledger.add(_games(first, second, pairs, random))
        found = {one.agent: one for one in rate(Course(ledger), draws=300).ratings}
        for number, agent in enumerate(RATED):
            held += _holds(found[agent].elo, ELO * STRENGTHS[number])
        ranked += all(
            found[agent].ranks[0] <= number + 1 <= found[agent].ranks[1]
            for number, agent in enumerate(RATED)
        )
    return [pairs, runs, percent(held / runs / len(RATED)), percent(ranked / runs)]


def _games(
    first: int, second: int, pairs: int, random: np.random.Generator
) -> BlocksRecorded:
    """Return mirrored pairs as Bradley and Terry have them, a side worth 100 Elo."""
    ahead = STRENGTHS[first] - STRENGTHS[second]
    lines: list[Line] = []
    for number in range(pairs):
        for side in (100 / ELO, -100 / ELO):
            won = float(random.random() < 1 / (1 + np.exp(-ahead - side)))
            got = (won, 1 - won) if side > 0 else (1 - won, won)
            lines.append(Line(number, "broken", got, 1, 1, 1, {}, b""))
    luck = ((0.0, 0.0),) * len(lines)
    return BlocksRecorded(0, first, second, 0, tuple(lines), luck)


DUELS = (
    ("alley", "steady", "bold"),
    ("guitar_duel", "steady", "cautious"),
    ("intensity_brawl", "steady", "bold"),
    ("planets_boulder", "steady", "cautious"),
)


def games_to_a_verdict(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how many games settle it, in blocks and unpaired."""
    pool, orders = (40, 20) if quick else (300, 200)
    rows: list[list[object]] = []
    for name, first, second in DUELS:
        held = _held(name, (first, second), Terms(blocks=pool, null=0))
        where = held.contest.places[0]
        got = [
            [where.returns(line) for line in block.lines]
            for block in held.ledger.blocks((0, 1), 0)
        ]
        there = np.array([_score(one[0]) for one in got])
        back = np.array([1 - _score(one[1]) for one in got])
        for rule, settle in (("bets", _by_bets), ("GSPRT 0,20", _by_ratio)):
            many = orders if settle is _by_bets else orders // 5
            paired = settle(there, back, many, shuffled=False)
            alone = settle(there, back, many, shuffled=True)
            rows.append(
                [
                    name,
                    f"{first} against {second}",
                    percent(float((there + back).mean() / 2)),
                    rule,
                    median(paired),
                    median(alone),
                    percent(1 - median(paired) / median(alone)),
                ]
            )
    lines = [
        "## Games to a verdict",
        "",
        f"From {pool} mirrored pairs of each scenario, in {orders} random orders (a",
        "fifth of them for the GSPRT), drawn with replacement: the median number of",
        "games until it is settled. Unpaired games have each its own luck, and seats",
        "drawn by lot.",
        "",
    ]
    heads = ("scenario", "agents", "score", "rule", "in pairs", "unpaired", "saved")
    return lines + table(heads, rows)


def _score(returns: Sequence[float]) -> float:
    ahead = returns[0] - returns[1]
    return 0.5 if abs(ahead) < _NEVER else float(ahead > 0)


def _drawn(
    there: Numbers,
    back: Numbers,
    count: int,
    random: np.random.Generator,
    *,
    shuffled: bool,
) -> list[float]:
    """Return the scores of so many pairs, or of pairs whose games are unrelated."""
    picks = random.integers(len(there), size=count)
    games = (there[picks], back[picks])
    if shuffled:
        every = np.concatenate([there, back])
        games = (random.choice(every, size=count), random.choice(every, size=count))
    scores: list[float] = ((games[0] + games[1]) / 2).tolist()
    return scores


def _by_bets(
    there: Numbers, back: Numbers, orders: int, *, shuffled: bool
) -> list[int]:
    """Return the games it takes in each order until bets settle it."""
    random = np.random.default_rng(4)
    settles = settles_by_bets(0.95, 0.05)
    values = np.array(QUARTERS)
    times = np.zeros((orders, len(values)))
    games = np.zeros(orders, dtype=int)
    going = np.arange(orders)
    for more in LOOKS:
        for order in going:
            drawn = _drawn(there, back, more, random, shuffled=shuffled)
            times[order] += [drawn.count(score) for score in QUARTERS]
        games[going] += 2 * more
        going = going[settles(values, times[going]) == 0]
    found: list[int] = games.tolist()
    return found


def _by_ratio(
    there: Numbers, back: Numbers, orders: int, *, shuffled: bool
) -> list[int]:
    """Return the games it takes in each order until a GSPRT settles it."""
    random = np.random.default_rng(4)
    judge = Judge(Terms(until="settled", bounds=Bounds()))
    found: list[int] = []
    for _ in range(orders):
        scores: Counter[float] = Counter()
        done = 0
        for more in LOOKS:
            scores.update(_drawn(there, back, more, random, shuffled=shuffled))
            done += more
            if judge.verdict(dict(scores), foresee=False).settled:
                break
        found.append(2 * done)
    return found


def time_of_statistics(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return what the statistics cost, as a share of the games."""
    many = 40 if quick else 400
    rows: list[list[object]] = []
    for names, agents in (
        (("alley",), ("steady", "bold", "uniform")),
        (("guitar_duel", "planets_boulder"), ("steady", "bold", "cautious", "uniform")),
        (("footrace",), ("steady", "uniform")),
    ):
        contest = make_contest(
            [load(name) for name in names],
            agents,
            Terms(until="settled", blocks=many),
            seed="time",
        )
        result(_held("footrace", RATED, Terms(blocks=5)))  # imports are not counted
        held = Tournament(contest)
        looking = _Clock(held.course.next)
        held.course.next = looking  # type: ignore[method-assign]
        start = process_time()
        held.play()
        games = process_time() - start - looking.seconds
        start = process_time()
        result(held)
        told = process_time() - start
        share = (looking.seconds + told) / games
        rows.append([", ".join(names), len(agents), held.ledger.games, percent(share)])
    lines = [
        "## Time of the statistics",
        "",
        "Processor time, against that of the games:",
        "",
    ]
    return lines + table(("scenarios", "agents", "games", "statistics"), rows)


def luck_taken_out(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how often scores without luck hold the truth, and what they save."""
    runs, pool = (100, 200) if quick else (2000, 3000)
    lines = [
        "## Scores with the luck taken out",
        "",
        f"Of {runs} tournaments each. A score without luck is shown where ten blocks",
        "for each number that is fitted differ from the most frequent score, and where",
        "the variance saved, measured on blocks that were not fitted, is surely above",
        "zero. Where few tournaments show one, they are those in which more blocks",
        "differ than usual, so that both intervals hold less often. *Saves* is what",
        "the variance of the mean would lose if every tournament were adjusted.",
        "",
    ]
    heads = (
        *("blocks", "true score", "how many", "shown", "without luck holds"),
        *("with luck holds", "shown and wrong", "said to save", "saves"),
    )
    synthetic = [
        _luck_row(luck.measured(source, count, runs))
        for source in (luck.drawn(*law) for law in luck.DRAWN)
        for count in luck.counts(source)
    ]
    lines += ["Drawn, with blocks of one game or two:", "", *table(heads, synthetic)]
    real = [
        _luck_row(luck.measured(source, count, runs))
        for source in (luck.played(*case, pool) for case in luck.PLAYED)
        for count in luck.counts(source)
    ]
    lines += [f"Drawn with replacement from {pool} blocks that were played:", ""]
    return lines + table(heads, real)


def _luck_row(found: luck.Found) -> list[object]:
    shares = (found.shown, found.holds, found.plain, found.wrong, found.said)
    return [
        found.source.name,
        percent(found.source.mean),
        found.count,
        *("" if isnan(one) else percent(one) for one in shares),
        percent(found.saves),
    ]


class _Clock:
    """Calls *work*, and adds up how long it takes."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self.seconds = 0.0

    def __call__(self) -> object:
        start = process_time()
        try:
            return self._work()
        finally:
            self.seconds += process_time() - start


PARTS: Mapping[str, Callable[[bool], list[str]]] = {
    "alarms": false_alarms,
    "played": played_alarms,
    "coverage": coverage,
    "games": games_to_a_verdict,
    "luck": luck_taken_out,
    "time": time_of_statistics,
}


def main() -> None:
    """Measure, print, and under --write keep each part in its place."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdicts")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a tenth of it")
    parser.add_argument("--write", action="store_true", help="keep it in verdicts.md")
    given = parser.parse_args()
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected any of {', '.join(PARTS)}")
    for part in given.parts or PARTS:
        title, blank, *rest = PARTS[part](given.quick)
        when = heading().replace("## ", "").strip().replace("\n\n", ". ")
        text = "\n".join([title, blank, when, "", *rest])
        print(text)
        if given.write:
            keep(text)


def keep(text: str) -> None:
    """Put the section *text* in its place in verdicts.md."""
    path = HERE / "verdicts.md"
    known = path.read_text(encoding="utf-8") if path.exists() else f"{_TITLE}\n"
    head, *sections = known.split("\n## ")
    title = text.removeprefix("## ").partition("\n")[0]
    new = text.removeprefix("## ").rstrip() + "\n"
    kept = [one for one in sections if one.partition("\n")[0] != title]
    parts = [head.rstrip() + "\n", *(one.rstrip() + "\n" for one in (*kept, new))]
    path.write_text("\n## ".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
