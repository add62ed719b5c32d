"""The analysis of a whole run or tournament in sentences."""

from collections.abc import Callable

from sim.analysis.scale import of_100
from sim.analysis.totals import Costs, Overall, Totals
from sim.spine.words import listed
from sim.statistics.intervals import Interval
from sim.statistics.words import share

_MOST = 3
Named = Callable[[Totals | Costs], str]
"""(row) -> the name of its seat, or of its agent in a tournament."""


def what_was_analysed(overall: Overall) -> str:
    """Return a sentence: how many conflicts were analysed, of how many."""
    games = "game" if overall.kind == "campaign" else "conflict"
    if overall.drawn == overall.recorded:
        line = f"Analysed: {'all' if overall.drawn > 1 else 'the'} "
        line += _counted(overall.recorded, games)
    else:
        line = (
            f"Analysed: {overall.drawn:,} of {overall.recorded:,} {games}s, drawn at"
            f" random by seed {overall.seed}"
        )
    if overall.kind == "campaign":
        line += f" ({_counted(overall.analysed, 'chapter')}, each by itself)"
    if overall.unread:
        line += f"; {_counted(len(overall.unread), 'conflict')} left out:"
        line += f" {overall.unread[0]}"
    if overall.unjudged:
        line += f"; {_counted(overall.unjudged, 'choice')} not judged in time"
    return f"{line}."


def how_it_was_valued(overall: Overall) -> str:
    """Return a sentence: which agents play on, and how sure the values are."""
    who = overall.continuation or "the agents that played"
    return f"Played on from every moment: {who}. Values: {overall.sure}."


def sentences(overall: Overall, name: Named) -> list[str]:
    """Return three sentences: the result, luck and choices, the costliest choices."""
    rows = overall.totals[:_MOST]
    results = [f"{name(row)} {of_100(row.came_to)}" for row in rows]
    expected = [f"{name(row)} {_expected(row)}" for row in rows]
    first = (
        f"On average {listed(expected)} could be expected of 100, and it came to"
        f" {listed(results)}."
    )
    return [first, _luck(overall), _costliest(overall, name)]


def _expected(row: Totals) -> str:
    expected, error = of_100(row.expected), of_100(row.error)
    return expected if error == "0" else f"{expected} ± {error}"


def _luck(overall: Overall) -> str:
    if not overall.shares:
        if overall.analysed > 1 and _alike(overall):
            return "All conflicts came to the same, so there is no share of luck in it."
        return (
            "No share of luck is given: that needs three conflicts or more, all with"
            " the same seats."
        )
    start, luck, advantage = overall.shares
    line = (
        f"Of all that outcomes differed by, {share(luck)} was luck and"
        f" {share(advantage)} the choices"
    )
    if start.value < -_NONE:
        line += f"; {share(start)} was what could be expected before, since who could"
        line += " expect more came to less"
    if abs(advantage.value) < _NONE and not overall.continuation:
        line += " (agents that play on as themselves have next to no advantage: --as"
        line += " AGENT measures all by one)"
    return f"{line}."


_NONE = 0.005


def _alike(overall: Overall) -> bool:
    """Whether every seat had the same result in all conflicts."""
    results = {(account.seat, account.came_to) for _, account in overall.accounts}
    return len(results) == len({seat for seat, _ in results})


def _costliest(overall: Overall, name: Named) -> str:
    if not any(row.choices for row in overall.totals):
        return "Nobody had a choice."
    worst = max(overall.totals, key=lambda row: row.per_choice.value)
    if not worst.marked:
        return "No choice was clearly wrong."
    cost = of_100_with_interval(worst.per_choice)
    line = f"The choices of {name(worst)} cost most: {cost} of 100 each"
    kind = next(row for row in overall.kinds if row_key(row) == row_key(worst))
    when = next(row for row in overall.situations if row_key(row) == row_key(worst))
    return (
        f"{line}, {100 * kind.share:.0f} % of it where the choice was: {kind.what}; and"
        f" {100 * when.share:.0f} % in {_spoken(when.what)} of 100."
    )


def _spoken(situation: str) -> str:
    """Return a situation as part of a sentence: "round 1 when it could expect ..."."""
    rounds, _, outlook = situation.partition(", ")
    several = "rounds" if " to " in rounds else "round"
    return f"{several} {rounds} when it could expect {outlook}"


def row_key(row: Totals | Costs) -> tuple[str, str]:
    """Return the key of a row: its seat and its agent."""
    return row.seat, row.agent


def of_100_with_interval(amount: Interval) -> str:
    """Return an amount of 100 with its interval."""
    value = f"{100 * amount.value:.2f}"
    return f"{value} [{100 * amount.low:.2f}, {100 * amount.high:.2f}]"


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
