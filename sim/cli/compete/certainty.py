"""Sentences that explain a tournament's intervals and verdicts: how sure each is."""

from collections.abc import Iterator

from sim.cli.terminal.output import put_prose
from sim.statistics.forecast import SHARE
from sim.statistics.gsprt import Bounds
from sim.tournament.contest import Terms
from sim.tournament.result import Result
from sim.tournament.verdicts import Judge

_PAIR = 2


def put_intervals(result: Result) -> None:
    """Print the confidence of each interval of *result*, and how verdicts are made."""
    terms = result.contest.terms
    bounds = terms.bounds
    wrong = max(1 - terms.confidence, bounds.beta if bounds is not None else 0.0)
    put_prose(
        "A score is a share of what could be won. In each table the intervals beside"
        f" verdicts hold together in {100 * (1 - wrong):g} % of tournaments, however"
        " often one looks and whenever one stops."
    )
    if bounds is None:
        put_prose("A verdict is read off the interval of its score.")
    else:
        put_prose(" ".join(_of_test(result, bounds)))
    put_prose(
        "A margin is how much more the first agent got, in returns. Its interval holds"
        " as often as that of the score; no verdict rests on it."
    )
    put_prose(_of_rows(terms, agents=len(result.contest.agents)))
    put_one_sided(result)
    if terms.until == "settled":
        put_prose(
            "Who stops when it is settled stops where luck has helped, so the score of"
            " a settled pairing is corrected for that."
        )
    put_forecast(result)


def put_one_sided(result: Result) -> None:
    """Print what a score is where one side alone is open, if it is anywhere."""
    if any(len(place.sides) == 1 for place in result.contest.places):
        put_prose(
            "Where one side is open, an agent scores in a block by getting more there"
            " than the other; the score of that side is its mean return."
        )


def has_forecast(result: Result) -> bool:
    """Return whether a verdict says how many more blocks it takes."""
    return any(pairing.verdict.about is not None for pairing in result.pairings)


def put_forecast(result: Result) -> None:
    """Print how often a forecast of further blocks holds, if there is one."""
    if has_forecast(result):
        put_prose(
            "How many more blocks it takes is a forecast from the blocks so far: it"
            f" holds in about {100 * SHARE:g} % of cases, less often after few blocks."
        )


def _of_test(result: Result, bounds: Bounds) -> Iterator[str]:
    """Yield sentences about the GSPRT: its hypotheses, thresholds and intervals."""
    contest = result.contest
    shared = Judge(contest.terms, len(contest.pairs)).bounds
    yield (
        "Verdicts are those of two sequential tests (GSPRT), that the first and that"
        f" the second is better by {bounds.high:g} rather than {bounds.low:g}"
        " normalised Elo. Ratios are their log-likelihood ratios:"
        f" {shared.upper:.2f} or more says which is better, {shared.lower:.2f} or less"
        " in both that they are equal."
    )
    yield (
        "An interval belongs to its test: a bound that the test has decided is the"
        " test's, any other comes from bets, as without --bounds."
    )
    tested = [pairing for pairing in result.pairings if pairing.scenario is None]
    if any(pairing.verdict.ratios is None for pairing in tested):
        yield (
            "Where all blocks have the same score, there are no ratios: the verdict is"
            " read off an interval by bets."
        )
    if len(contest.places) > 1:
        yield "Scenario by scenario, verdicts are read off intervals by bets."


def _of_rows(terms: Terms, agents: int) -> str:
    """Return a sentence about the intervals of standings and of sides."""
    if terms.until or terms.format == "racing":
        return (
            "The score of an agent against several has the mean of the bounds of its"
            " pairings; that of a side has an interval of its own (95 %). Both hold"
            " whenever one stops."
        )
    against = "an agent against several and of " if agents > _PAIR else ""
    return f"The score of {against}a side has an interval of its own (95 %, one look)."
