"""`fracas analyse` over a whole run or tournament: its tables and sentences."""

from collections.abc import Sequence

from sim.analysis.overview import (
    how_it_was_valued,
    of_100_with_interval,
    row_key,
    sentences,
    what_was_analysed,
)
from sim.analysis.scale import in_tenths
from sim.analysis.totals import Costs, Overall, Totals
from sim.cli.judge.where import Where
from sim.cli.play.report import LISTED_AGENT, brief_agent, put_long_agents
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_command, put_prose

_MOST = 3


def put_overall(found: Overall, store: str, options: Sequence[str]) -> None:
    """Print sentences, tables and the conflicts to look at.

    With these *options* other commands let the same agents play on.
    """
    put(f"{found.title}, {found.kind} {found.name}")
    put_prose(what_was_analysed(found))
    put_prose(how_it_was_valued(found))
    put()
    for line in sentences(found, _name):
        put_prose(line)
    put()
    _put_totals(found)
    _put_costs(found)
    _put_highlights(found, store, options)
    if found.drawn < found.recorded:
        put()
        put("To analyse more: --seconds 300, a higher --conflicts, or fewer --games")


def _name(one: Totals | Costs) -> str:
    return one.seat or brief_agent(one.agent, LISTED_AGENT)


def _put_totals(found: Overall) -> None:
    seats = any(one.seat for one in found.totals)
    put_prose(
        "Of 100, means over the conflicts analysed: expected + luck + advantage = came"
        " to; costs are no part of it. Intervals of 95 %"
    )
    rows = [
        (
            _name(one),
            str(one.conflicts),
            f"{round(1000 * one.expected) / 10:.1f}",
            *in_tenths(one),
            of_100_with_interval(one.per_choice) if one.choices else "",
            of_100_with_interval(one.per_round),
        )
        for one in found.totals
    ]
    head = "seat" if seats else "agent"
    sums = (head, "times", "expected", "luck", "advantage", "came to")
    put_table(sums, [row[:6] for row in rows])
    put()
    more = [
        (row[0], str(one.choices), str(one.marked), *row[6:])
        for row, one in zip(rows, found.totals, strict=True)
    ]
    costs = (head, "choices", "marked", "cost a choice", "own advantage a round")
    put_table(costs, more)
    played = ((one.seat or "agent", one.agent) for one in found.totals)
    put_long_agents(played, -1 if seats else LISTED_AGENT)


def _put_costs(found: Overall) -> None:
    _put_priced("Which kinds of choice cost most", "choice", found.kinds, found)
    heads = "round, could expect"
    _put_priced("In which situations", heads, found.situations, found)


def _put_priced(title: str, head: str, priced: Sequence[Costs], found: Overall) -> None:
    rows = [
        (
            _name(one),
            one.what,
            str(one.choices),
            str(one.marked),
            of_100_with_interval(one.per_choice),
            f"{100 * one.share:.0f} %",
        )
        for each in found.totals
        for one in [cost for cost in priced if row_key(cost) == row_key(each)][:_MOST]
        if one.marked
    ]
    if rows:
        put()
        put(f"{title}, and what share of all that its choices cost")
        heads = ("agent", head, "choices", "marked", "cost a choice", "share")
        if any(one.seat for one in found.totals):
            heads = ("seat", *heads[1:])
        put_table(heads, rows, words=2)


def _put_highlights(found: Overall, store: str, options: Sequence[str]) -> None:
    if not found.highlights:
        return
    put()
    put("To look at")
    for one in found.highlights:
        put_prose(f"  {one.what}, {one.conflict}: {one.said}.", indent=2)
        where = Where(store, one.conflict, options)
        put_command(where.analyse(), "    ")
        if one.event and one.what == "worst choice":
            put_command(where.whatif(one.event), "    ")
        else:
            put_command(where.replay(), "    ")
