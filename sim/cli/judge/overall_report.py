"""`fracas analyse` over a whole run or tournament: its tables and sentences."""

from collections.abc import Sequence

from sim.analysis.accounts import errors_in_words
from sim.analysis.overview import (
    how_it_was_valued,
    of_100_with_interval,
    row_key,
    sentences,
    what_was_analysed,
)
from sim.analysis.scale import expectation_in_words, in_tenths
from sim.analysis.totals import Costs, Overall, Totals
from sim.cli.judge.where import Where
from sim.cli.play.report import LISTED_AGENT, brief_agent, put_long_agents
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_command, put_prose

_MOST = 3


def put_overall(overall: Overall, store: str, options: Sequence[str]) -> None:
    """Print sentences, tables and the conflicts to look at.

    With these *options* other commands let the same agents play on.
    """
    put(f"{overall.title}, {overall.kind} {overall.name}")
    put_prose(what_was_analysed(overall))
    put_prose(how_it_was_valued(overall))
    put()
    for line in sentences(overall, _name):
        put_prose(line)
    put()
    _put_totals(overall)
    _put_costs(overall)
    _put_highlights(overall, store, options)
    if overall.drawn < overall.recorded:
        put()
        put("To analyse more: --seconds 300, a higher --conflicts, or fewer --games")


def _name(totals: Totals | Costs) -> str:
    return totals.seat or brief_agent(totals.agent, LISTED_AGENT)


def _put_totals(overall: Overall) -> None:
    seats = any(totals.seat for totals in overall.totals)
    said = (
        "Of 100, means over the conflicts analysed: expected + luck + advantage = came"
        " to; costs are no part of it. Intervals of 95 %"
    )
    put_prose("; ".join(filter(None, [said, errors_in_words(overall.totals)])))
    rows = [
        (
            _name(totals),
            str(totals.conflicts),
            expectation_in_words(totals),
            *in_tenths(totals),
            of_100_with_interval(totals.per_choice) if totals.choices else "",
            of_100_with_interval(totals.per_round),
        )
        for totals in overall.totals
    ]
    head = "seat" if seats else "agent"
    sums = (head, "times", "expected", "luck", "advantage", "came to")
    put_table(sums, [row[:6] for row in rows])
    put()
    more = [
        (row[0], str(totals.choices), str(totals.marked), *row[6:])
        for row, totals in zip(rows, overall.totals, strict=True)
    ]
    costs = (head, "choices", "marked", "cost a choice", "own advantage a round")
    put_table(costs, more)
    played = ((totals.seat or "agent", totals.agent) for totals in overall.totals)
    put_long_agents(played, -1 if seats else LISTED_AGENT)


def _put_costs(overall: Overall) -> None:
    _put_priced("Which kinds of choice cost most", "choice", overall.kinds, overall)
    heads = "round, could expect"
    _put_priced("In which situations", heads, overall.situations, overall)


def _put_priced(
    title: str, head: str, priced: Sequence[Costs], overall: Overall
) -> None:
    rows = [
        (
            _name(costs),
            costs.what,
            str(costs.choices),
            str(costs.marked),
            of_100_with_interval(costs.per_choice),
            f"{100 * costs.share:.0f} %",
        )
        for totals in overall.totals
        for costs in [cost for cost in priced if row_key(cost) == row_key(totals)][
            :_MOST
        ]
        if costs.marked
    ]
    if rows:
        put()
        put(f"{title}, and what share of all that its choices cost")
        heads = ("agent", head, "choices", "marked", "cost a choice", "share")
        if any(totals.seat for totals in overall.totals):
            heads = ("seat", *heads[1:])
        put_table(heads, rows, words=2)


def _put_highlights(overall: Overall, store: str, options: Sequence[str]) -> None:
    if not overall.highlights:
        return
    put()
    put("To look at")
    for highlight in overall.highlights:
        put_prose(
            f"  {highlight.what}, {highlight.conflict}: {highlight.said}.", indent=2
        )
        where = Where(store, highlight.conflict, options)
        put_command(where.analyse(), "    ")
        if highlight.event and highlight.what == "worst choice":
            put_command(where.whatif(highlight.event), "    ")
        else:
            put_command(where.replay(), "    ")
