"""`fracas analyse` over a whole run or tournament: its tables and sentences."""

import csv
import sys
from collections.abc import Sequence

from sim.analysis.scale import in_tenths, of_100
from sim.analysis.totals import Costs, Overall, Totals
from sim.cli.judge.where import Where
from sim.cli.play.report import LISTED_AGENT, brief_agent, put_long_agents
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, put
from sim.spine.words import listed
from sim.statistics.intervals import Interval
from sim.statistics.words import share

_MOST = 3


def put_csv(found: Overall) -> None:
    """Print a row for each conflict and participant."""
    rows = found.rows()
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def put_overall(found: Overall, store: str, options: Sequence[str]) -> None:
    """Print sentences, tables and the conflicts to look at.

    With these *options* other commands let the same agents play on.
    """
    put(f"{found.title}, {found.kind} {found.name}")
    put(_taken(found))
    put(_how(found))
    put()
    for line in _sentences(found):
        put(line)
    put()
    _put_totals(found)
    _put_costs(found)
    _put_highlights(found, store, options)
    if found.drawn < found.recorded:
        put()
        put("To analyse more: --seconds 300, a higher --conflicts, or fewer --games")


def _taken(found: Overall) -> str:
    games = "game" if found.kind == "campaign" else "conflict"
    if found.drawn == found.recorded:
        line = f"Analysed: {'all' if found.drawn > 1 else 'the'} "
        line += counted(found.recorded, games)
    else:
        line = (
            f"Analysed: {found.drawn:,} of {found.recorded:,} {games}s, drawn at random"
            f" by seed {found.seed}"
        )
    if found.kind == "campaign":
        line += f" ({counted(found.analysed, 'chapter')}, each by itself)"
    if found.unread:
        line += f"; {counted(len(found.unread), 'conflict')} left out:"
        line += f" {found.unread[0]}"
    if found.unjudged:
        line += f"; {counted(found.unjudged, 'choice')} not judged in time"
    return f"{line}."


def _how(found: Overall) -> str:
    who = found.continuation or "the agents that played"
    return f"Played on from every moment: {who}. Values: {found.sure}."


def _name(one: Totals | Costs) -> str:
    return one.seat or brief_agent(one.agent, LISTED_AGENT)


def _sentences(found: Overall) -> list[str]:
    """Return three sentences: the result, luck and choices, the costliest choices."""
    came = [f"{_name(one)} {of_100(one.came_to)}" for one in found.totals[:_MOST]]
    could = [f"{_name(one)} {of_100(one.expected)}" for one in found.totals[:_MOST]]
    first = (
        f"On average {listed(could)} could be expected of 100, and it came to"
        f" {listed(came)}."
    )
    return [first, _luck(found), _dearest(found)]


def _luck(found: Overall) -> str:
    if not found.shares:
        if found.analysed > 1 and _alike(found):
            return "All conflicts came to the same, so there is no share of luck in it."
        return "So few conflicts, or of several scenarios, say no share of luck."
    _, luck, advantage = found.shares
    line = (
        f"Of all that outcomes differed by, {share(luck)} was luck and"
        f" {share(advantage)} the choices"
    )
    if abs(advantage.value) < _NONE and not found.continuation:
        line += " (agents that play on as themselves have next to no advantage: --as"
        line += " AGENT measures all by one)"
    return f"{line}."


_NONE = 0.005


def _alike(found: Overall) -> bool:
    came = {(one.seat, one.came_to) for _, one in found.accounts}
    return len(came) == len({seat for seat, _ in came})


def _dearest(found: Overall) -> str:
    if not any(one.choices for one in found.totals):
        return "Nobody had a choice."
    worst = max(found.totals, key=lambda one: one.per_choice.value)
    if not worst.marked:
        return "No choice was clearly wrong."
    line = f"The choices of {_name(worst)} cost most: {_amount(worst.per_choice)} of"
    line += " 100 each"
    kind = next(one for one in found.kinds if _who(one) == _who(worst))
    when = next(one for one in found.situations if _who(one) == _who(worst))
    return (
        f"{line}, {100 * kind.share:.0f} % of it where the choice was: {kind.what}; and"
        f" {100 * when.share:.0f} % in {_spoken(when.what)} of 100."
    )


def _spoken(situation: str) -> str:
    """Return a situation as part of a sentence: "round 1 when it could expect ..."."""
    rounds, _, outlook = situation.partition(", ")
    several = "rounds" if " to " in rounds else "round"
    return f"{several} {rounds} when it could expect {outlook}"


def _who(one: Totals | Costs) -> tuple[str, str]:
    return one.seat, one.agent


def _put_totals(found: Overall) -> None:
    seats = any(one.seat for one in found.totals)
    put("Of 100, means over the conflicts analysed: expected + luck + advantage = came")
    put("to; costs are no part of it. Intervals of 95 %")
    rows = [
        (
            _name(one),
            str(one.conflicts),
            f"{round(1000 * one.expected) / 10:.1f}",
            *in_tenths(one),
            _amount(one.per_choice) if one.choices else "",
            _amount(one.per_round),
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


def _amount(one: Interval) -> str:
    """Return an amount of 100 with its interval."""
    value = f"{100 * one.value:.2f}"
    return f"{value} [{100 * one.low:.2f}, {100 * one.high:.2f}]"


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
            _amount(one.per_choice),
            f"{100 * one.share:.0f} %",
        )
        for who in found.totals
        for one in [cost for cost in priced if _who(cost) == _who(who)][:_MOST]
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
        put(f"  {one.what}, {one.conflict}: {one.said}.")
        where = Where(store, one.conflict, options)
        put(f"    {where.analyse()}")
        if one.event and one.what == "worst choice":
            put(f"    {where.whatif(one.event)}")
        else:
            put(f"    {where.replay()}")
