"""Are the verdicts of tournaments right as often as they claim?

`python -m benchmarks.verdicts [PART ...] [--write] [--quick]`: false alarms under
peeking, how often intervals and forecasts hold the truth, games to a verdict, and what
the statistics cost.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import isnan, log
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from benchmarks import luck
from benchmarks.stamp import heading
from sim.conflict.stream import Line
from sim.library.scenario import load
from sim.statistics.betting import Numbers, log_evidence
from sim.statistics.bradley_terry import ELO
from sim.statistics.forecast import MOST, Ahead, blocks_ahead
from sim.statistics.gsprt import Bounds
from sim.statistics.intervals import EVEN, Interval
from sim.statistics.likelihood import one_look
from sim.statistics.stopped import Settles, settles_by_bets, settles_by_ratio
from sim.store.contests import BlocksRecorded
from sim.tournament.contest import Terms, make_contest
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger
from sim.tournament.ratings import rate_agents
from sim.tournament.result import result_of
from sim.tournament.tournament import Tournament
from sim.tournament.verdicts import Judge, Verdict

HERE = Path(__file__).parent
_TITLE = (
    "# May verdicts be bet on?\n\nWritten by `python -m benchmarks.verdicts --write`."
)
RATED = ("steady", "bold", "uniform")
STRENGTHS = (0.5, 0.0, -0.5)

LOOKS = (10, 10, 10, 10, 10, 12, 15, 19, 24, 30, 37, 46, 58, 72, 90) + (100,) * 20
"""The numbers of blocks between the looks of a tournament."""

Scores = dict[float, int]


class Law(Struct, frozen=True):
    """The distribution of a block's score."""

    name: str
    scores: tuple[float, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The true mean."""
        return float(np.dot(self.scores, self.chances))

    def drawn(self, random: np.random.Generator, count: int) -> Scores:
        """Return the scores of *count* blocks."""
        times = random.multinomial(count, self.chances).tolist()
        return {s: n for s, n in zip(self.scores, times, strict=True) if n}


QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
EVEN_LAWS = (
    Law("pairs of unlike agents", QUARTERS, (0.25, 0.0, 0.5, 0.0, 0.25)),
    Law("pairs with draws", QUARTERS, (0.1, 0.2, 0.4, 0.2, 0.1)),
    Law("pairs that are nearly all even", QUARTERS, (0.01, 0.01, 0.96, 0.01, 0.01)),
    Law(
        "blocks of three sides",
        tuple(twelfths / 12 for twelfths in range(3, 10)),
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
        tuple(twelfths / 12 for twelfths in range(3, 12)),
        (0.02, 0.05, 0.1, 0.18, 0.25, 0.2, 0.1, 0.06, 0.04),
    ),
)
RARE_LAWS = (
    Law("pairs, 0.5 % won and the rest even", QUARTERS, (0.0, 0.0, 0.995, 0.0, 0.005)),
    Law("pairs, 1 % won and the rest even", QUARTERS, (0.0, 0.0, 0.99, 0.0, 0.01)),
    Law("pairs, 2 % won and the rest even", QUARTERS, (0.0, 0.0, 0.98, 0.0, 0.02)),
    Law("pairs, 4 % won and the rest even", QUARTERS, (0.0, 0.0, 0.96, 0.0, 0.04)),
    Law("games, 1 % lost", (0.0, 1.0), (0.01, 0.99)),
)
TESTED_LAWS = (
    Law("equals", QUARTERS, (0.2, 0.05, 0.5, 0.05, 0.2)),
    Law("pairs, 56 %", QUARTERS, (0.14, 0.0, 0.6, 0.0, 0.26)),
    Law("pairs, 60 %", QUARTERS, (0.1, 0.0, 0.6, 0.0, 0.3)),
)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return *rows* as a table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return [*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]


def percent(share: float) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.1f} %"


def false_alarms(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how often equal agents are declared different after any of many looks."""
    runs, most = (40, 100) if quick else (400, 1000)
    random = np.random.default_rng(1)
    rows: list[list[object]] = []
    for law in EVEN_LAWS:
        bets = _alarms(law, random, runs, most)
        rows.append([law.name, "bets", runs, f"every pair to {most}", percent(bets)])
        ends = [tested(law, Bounds(0, 20), random) for _ in range(runs // 2)]
        test = sum(end.says in {"better", "worse"} for end in ends) / len(ends)
        looks = f"as tournaments look, to {sum(LOOKS)}"
        rows.append([law.name, "GSPRT 0,20", len(ends), looks, percent(test)])
    lines = ["## False alarms", "", "Drawn from laws whose mean is one half:", ""]
    heads = ("blocks", "rule", "runs", "looks", "ever said to differ")
    return lines + table(heads, rows)


def played_alarms(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return how often games between equals give a false alarm, and one look does."""
    runs = 40 if quick else 400
    lines = [
        "## False alarms in games that were played",
        "",
        "Two equals whose noise differs, looked at after every pair.",
        "",
    ]
    heads = ("scenario", "runs", "pairs a run", "ever said to differ", "plain interval")
    rows = [_played_alarms(name, runs, pairs) for name, pairs in PLAYED]
    return lines + table(heads, rows)


PLAYED = (("planets_arm_wrestle", 25), ("guitar_duel", 15))
_NEVER = 1e-9


def _alarms(law: Law, random: np.random.Generator, runs: int, most: int) -> float:
    """Return the share of runs in which an e-process ever rejects equality."""
    differs = settles_by_bets(0.95, _NEVER)
    values = np.array(law.scores)
    times = np.zeros((runs, len(values)))
    ever = np.zeros(runs)
    for _ in range(most):
        times += random.multinomial(1, law.chances, size=runs)
        ever = np.maximum(ever, differs(values, times))
    return float(ever.mean())


def tested(law: Law, bounds: Bounds, random: np.random.Generator) -> Verdict:
    """Return the verdict at which a GSPRT stops, or the last if it never does."""
    judge = Judge(Terms(until="settled", bounds=bounds))
    scores: Counter[float] = Counter()
    spoken = judge.verdict({})
    for more in LOOKS:
        scores.update(law.drawn(random, more))
        spoken = judge.verdict(dict(scores), foresee=False)
        if spoken.settled:
            break
    return spoken


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
            ever |= log_evidence(seen) >= log(20)
            naive |= one_look(seen).excludes(0.5)
        bets += ever
        plain += naive
    return [name, runs, pairs, percent(bets / runs), percent(plain / runs)]


def played(name: str, agents: Sequence[str], count: int) -> list[float]:
    """Return the scores of *count* blocks of *agents*, in order."""
    held = _held(name, agents, Terms(blocks=count, null=0))
    return [result.score for result in held.ledger.results((0, 1))]


def _held(name: str, agents: Sequence[str], terms: Terms) -> Tournament:
    held = Tournament(make_contest([load(name)], agents, terms, seed="verdicts"))
    held.play()
    return held


def coverage(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of the intervals of scores."""
    runs = 100 if quick else 1000
    random = np.random.default_rng(2)
    rows: list[list[object]] = []
    for law in (*LAWS, *RARE_LAWS):
        for count in (5, 20, 50, 200):
            once = always = 0
            known: dict[tuple[tuple[float, int], ...], bool] = {}
            for _ in range(runs):
                scores = law.drawn(random, count)
                key = tuple(scores.items())
                if key not in known:
                    known[key] = _holds(one_look(scores), law.mean)
                once += known[key]
                always += log_evidence(scores, law.mean) < log(20)
            rows.append([law.name, count, percent(once / runs), percent(always / runs)])
        rows.append(
            [law.name, "until settled", "", percent(_stopped(law, random, runs))]
        )
    lines = [
        "## Intervals that hold the truth",
        "",
        f"Of {runs} simulated tournaments each; 95 % is meant. Agents against several",
        "and sides have the interval for one look, pairings the one that holds at",
        "every look: 95 % or more, since it has to hold at all of them. For two scores",
        "the first is also added up exactly: 93.7 % at worst for 5 to 200 blocks and",
        "shares from 0.2 to 95 %.",
        "",
    ]
    return lines + table(("blocks", "how many", "one look", "every look"), rows)


def ratings(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of ratings and rank bounds."""
    runs = 200 if quick else 2000
    lines = [
        "## Ratings that hold the truth",
        "",
        "Ratings of three agents, 87 Elo apart each, in mirrored pairs:",
        "",
    ]
    heads = ("pairs", "tournaments", "Elo", "rank bounds, all at once")
    counts = (10, 30) if quick else (5, 20, 60)
    return lines + table(heads, [_rated(count, runs) for count in counts])


def tests_that_stopped(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of the interval printed beside the verdict of a GSPRT."""
    runs = 20 if quick else 120
    random = np.random.default_rng(6)
    rows: list[list[object]] = []
    for bounds in (Bounds(0, 20), Bounds(0, 60)):
        for law in TESTED_LAWS:
            ends = [tested(law, bounds, random) for _ in range(runs)]
            apart = [end for end in ends if end.says in {"better", "worse"}]
            wrong = {"better", "worse"} if law.mean == EVEN else {"worse"}
            rows.append(
                [
                    law.name,
                    f"{bounds.low:g},{bounds.high:g}",
                    percent(sum(end.settled for end in ends) / runs),
                    median(end.blocks for end in ends),
                    percent(sum(end.says in wrong for end in ends) / runs),
                    percent(sum(_holds(end.interval, law.mean) for end in ends) / runs),
                    _share(apart, lambda end: _denied(end.interval)),
                    _share(apart, lambda end: end.evidence < 1 / _ERROR),
                ]
            )
    lines = [
        "## Intervals beside the verdicts of a GSPRT",
        "",
        f"{runs} tournaments each, looked at as usual, to {sum(LOOKS)} blocks at most.",
        "*Holds*: the interval beside the verdict holds the true score; 95 % is meant.",
        "*Denied*: of all verdicts that say better or worse, those beside an interval",
        "that holds one half; the last column says how many there would be beside an",
        "interval by bets, as it was shown before.",
        "",
    ]
    heads = (
        *("blocks", "bounds", "settled", "blocks needed", "wrong verdict"),
        *("holds", "denied", "denied by bets"),
    )
    return lines + table(heads, rows)


_ERROR = 0.05
"""An interval by bets leaves one half out where evidence is one over this."""


def _denied(interval: Interval) -> bool:
    return interval.low < EVEN - _NEVER < EVEN + _NEVER < interval.high


def _share(ends: Sequence[Verdict], holds: Callable[[Verdict], bool]) -> str:
    return percent(sum(map(holds, ends)) / len(ends)) if ends else ""


def more_blocks(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of the predicted range of blocks still needed."""
    runs = 20 if quick else 100
    random = np.random.default_rng(7)
    rules = {
        "bets": settles_by_bets(0.95, 0.05),
        "GSPRT 0,40": settles_by_ratio(Bounds(0, 40, 0.025, 0.025), 2),
    }
    rows = [
        [
            "any score from 35 to 65 %" if law is None else law.name,
            "" if law is None else percent(law.mean),
            *(name, count, *row),
        ]
        for name, rule in rules.items()
        for law in (*LAWS[:6], *TESTED_LAWS, HARD, None)
        for count in (10, 30, 100)
        if (row := _foreseen(law, count, rule, runs, random)) is not None
    ]
    lines = [
        "## Blocks that are still needed",
        "",
        f"{runs} tournaments each that are not settled after so many blocks, played on",
        "until they are. The range is meant to hold in 90 % where the true score is",
        "drawn by lot, as in the rows *any score*. For one true score it holds more or",
        "less often: least after few blocks where the difference is nearly the one",
        "that counts as none, since no other score takes as long. *Took* is the median",
        "of what it took; *as they went*, how many blocks it would take if they went",
        "on exactly as they went, is the single number that was printed before. The",
        "ratios of the GSPRT are those of normal laws, here and in the forecast.",
        "",
    ]
    heads = (
        *("blocks", "true score", "rule", "after", "range holds", "took more"),
        *("median range", "took", "as they went"),
    )
    return lines + table(heads, rows)


HARD = Law("pairs, 53 %", QUARTERS, (0.22, 0.0, 0.5, 0.0, 0.28))


def _foreseen(
    law: Law | None,
    count: int,
    settles: Settles,
    runs: int,
    random: np.random.Generator,
) -> list[object] | None:
    """Return how often the predicted range holds after *count* blocks of *law* or any.

    None where hardly any tournament is open after so many.
    """
    values = np.array(QUARTERS if law is None else law.scores)
    took: list[int] = []
    went: list[int] = []
    said: list[Ahead] = []
    for _ in range(10 * runs):
        chances = np.array(_any(random) if law is None else law.chances)
        seen = random.multinomial(count, chances).astype(float)
        if settles(values, seen[None])[0]:
            continue
        counts = zip(values.tolist(), seen.tolist(), strict=True)
        said.append(
            blocks_ahead({score: times for score, times in counts if times}, settles)
        )
        on, same = partial(random.multinomial, pvals=chances), seen / count
        took.append(_took(on, seen, values, settles))
        went.append(_took(partial(np.multiply, same), seen, values, settles))
        if len(took) == runs:
            break
    else:
        return None
    lows = [MOST if ahead.low is None else ahead.low for ahead in said]
    highs = [MOST if ahead.high is None else ahead.high for ahead in said]
    held = [a <= n <= b for a, n, b in zip(lows, took, highs, strict=True)]
    above = [n > b for n, b in zip(took, highs, strict=True)]
    return [
        percent(sum(held) / runs),
        percent(sum(above) / runs),
        f"{median(lows):.0f} to {median(highs):.0f}",
        f"{median(took):.0f}",
        f"{median(went):.0f}",
    ]


def _any(random: np.random.Generator) -> tuple[float, ...]:
    """Return the probabilities of a law with a random mean."""
    ahead_by = random.uniform(-0.15, 0.15)
    return (0.25 - ahead_by, 0.0, 0.5, 0.0, 0.25 + ahead_by)


def _took(
    drawn: Callable[[int], npt.NDArray[Any]],
    seen: Numbers,
    values: Numbers,
    settles: Settles,
) -> int:
    """Return after how many blocks more than were *seen* it is settled."""
    times, more = seen, 0
    while more < MOST:
        look = max(10, min(100, int(times.sum()) // 4))
        times, more = times + drawn(look), more + look
        if settles(values, times[None])[0]:
            break
    return more


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
    tables = [dict(zip(law.scores, row, strict=True)) for row in times.tolist()]
    return sum(log_evidence(scores, law.mean) < log(20) for scores in tables) / runs


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
        rated = {
            rating.agent: rating
            for rating in rate_agents(Course(ledger), draws=300).ratings
        }
        for number, agent in enumerate(RATED):
            held += _holds(rated[agent].elo, ELO * STRENGTHS[number])
        ranked += all(
            rated[agent].ranks[0] <= number + 1 <= rated[agent].ranks[1]
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
            [where.shared(end.returns) for end in block.ends]
            for block in held.ledger.blocks((0, 1), 0)
        ]
        there = np.array([_score(scores[0]) for scores in got])
        back = np.array([1 - _score(scores[1]) for scores in got])
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
    counts: list[int] = games.tolist()
    return counts


def _by_ratio(
    there: Numbers, back: Numbers, orders: int, *, shuffled: bool
) -> list[int]:
    """Return the games it takes in each order until a GSPRT settles it."""
    random = np.random.default_rng(4)
    judge = Judge(Terms(until="settled", bounds=Bounds()))
    counts: list[int] = []
    for _ in range(orders):
        scores: Counter[float] = Counter()
        done = 0
        for more in LOOKS:
            scores.update(_drawn(there, back, more, random, shuffled=shuffled))
            done += more
            if judge.verdict(dict(scores), foresee=False).settled:
                break
        counts.append(2 * done)
    return counts


def time_of_statistics(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the time of the statistics, as a share of that of the games."""
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
        result_of(_held("footrace", RATED, Terms(blocks=5)))  # imports are not counted
        held = Tournament(contest)
        looking = _Clock(held.course.next)
        held.course.next = looking  # type: ignore[method-assign,assignment]
        start = process_time()
        held.play()
        games = process_time() - start - looking.seconds
        start = process_time()
        result_of(held)
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


_LUCK_HEADS = (
    *("blocks", "true score", "how many", "shown", "without luck holds"),
    *("with luck holds", "shown and wrong", "said to save", "saves"),
)


def luck_taken_out(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of luck-adjusted scores, and the games they save."""
    runs = 100 if quick else 2000
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
        "Drawn, with blocks of one game or two:",
        "",
    ]
    return lines + _luck_table((luck.drawn(*law) for law in luck.DRAWN), runs)


def luck_taken_out_of_games(quick: bool) -> list[str]:  # noqa: FBT001 - the one choice there is
    """Return the coverage of luck-adjusted scores of blocks that were played."""
    runs, pool = (100, 200) if quick else (2000, 3000)
    lines = [
        "## Scores with the luck taken out of games",
        "",
        f"The same, of {runs} tournaments each, drawn with replacement from {pool}",
        "blocks that were played:",
        "",
    ]
    return lines + _luck_table(
        (luck.played(*source, pool) for source in luck.PLAYED), runs
    )


def _luck_table(sources: Iterable[luck.Source], runs: int) -> list[str]:
    rows = [
        _luck_row(luck.measured(source, count, runs))
        for source in sources
        for count in luck.counts(source)
    ]
    return table(_LUCK_HEADS, rows)


def _luck_row(measured: luck.Found) -> list[object]:
    shares = (
        measured.shown,
        measured.holds,
        measured.plain,
        measured.wrong,
        measured.said,
    )
    return [
        measured.source.name,
        percent(measured.source.mean),
        measured.count,
        *("" if isnan(share) else percent(share) for share in shares),
        percent(measured.saves),
    ]


class _Clock:
    """Calls *work*, and adds up the time it takes."""

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
    "ratings": ratings,
    "tests": tests_that_stopped,
    "ahead": more_blocks,
    "games": games_to_a_verdict,
    "luck": luck_taken_out,
    "luck-played": luck_taken_out_of_games,
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
    kept = [section for section in sections if section.partition("\n")[0] != title]
    parts = [
        head.rstrip() + "\n",
        *(section.rstrip() + "\n" for section in (*kept, new)),
    ]
    path.write_text("\n## ".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
