"""The analysis of a whole run or tournament in sentences: what, how sure, what came."""

from collections.abc import Callable

from sim.analysis.scale import of_100
from sim.analysis.totals import Costs, Overall, Totals
from sim.spine.words import listed
from sim.statistics.intervals import Interval
from sim.statistics.words import share

_MOST = 3
Named = Callable[[Totals | Costs], str]
"""What a seat, or an agent of a tournament, is called."""


def what_was_analysed(found: Overall) -> str:
    """Return a sentence: which conflicts were analysed, of how many, and which not."""
    games = "game" if found.kind == "campaign" else "conflict"
    if found.drawn == found.recorded:
        line = f"Analysed: {'all' if found.drawn > 1 else 'the'} "
        line += _counted(found.recorded, games)
    else:
        line = (
            f"Analysed: {found.drawn:,} of {found.recorded:,} {games}s, drawn at random"
            f" by seed {found.seed}"
        )
    if found.kind == "campaign":
        line += f" ({_counted(found.analysed, 'chapter')}, each by itself)"
    if found.unread:
        line += f"; {_counted(len(found.unread), 'conflict')} left out:"
        line += f" {found.unread[0]}"
    if found.unjudged:
        line += f"; {_counted(found.unjudged, 'choice')} not judged in time"
    return f"{line}."


def how_it_was_valued(found: Overall) -> str:
    """Return a sentence: which agents play on, and how sure the values are."""
    who = found.continuation or "the agents that played"
    return f"Played on from every moment: {who}. Values: {found.sure}."


def sentences(found: Overall, name: Named) -> list[str]:
    """Return three sentences: the result, luck and choices, the costliest choices."""
    came = [f"{name(one)} {of_100(one.came_to)}" for one in found.totals[:_MOST]]
    could = [f"{name(one)} {of_100(one.expected)}" for one in found.totals[:_MOST]]
    first = (
        f"On average {listed(could)} could be expected of 100, and it came to"
        f" {listed(came)}."
    )
    return [first, _luck(found), _dearest(found, name)]


def _luck(found: Overall) -> str:
    if not found.shares:
        if found.analysed > 1 and _alike(found):
            return "All conflicts came to the same, so there is no share of luck in it."
        return "So few conflicts, or of several scenarios, say no share of luck."
    start, luck, advantage = found.shares
    line = (
        f"Of all that outcomes differed by, {share(luck)} was luck and"
        f" {share(advantage)} the choices"
    )
    if start.value < -_NONE:
        line += f"; {share(start)} was what could be expected before, since who could"
        line += " expect more came to less"
    if abs(advantage.value) < _NONE and not found.continuation:
        line += " (agents that play on as themselves have next to no advantage: --as"
        line += " AGENT measures all by one)"
    return f"{line}."


_NONE = 0.005


def _alike(found: Overall) -> bool:
    came = {(one.seat, one.came_to) for _, one in found.accounts}
    return len(came) == len({seat for seat, _ in came})


def _dearest(found: Overall, name: Named) -> str:
    if not any(one.choices for one in found.totals):
        return "Nobody had a choice."
    worst = max(found.totals, key=lambda one: one.per_choice.value)
    if not worst.marked:
        return "No choice was clearly wrong."
    cost = of_100_with_interval(worst.per_choice)
    line = f"The choices of {name(worst)} cost most: {cost} of 100 each"
    kind = next(one for one in found.kinds if row_key(one) == row_key(worst))
    when = next(one for one in found.situations if row_key(one) == row_key(worst))
    return (
        f"{line}, {100 * kind.share:.0f} % of it where the choice was: {kind.what}; and"
        f" {100 * when.share:.0f} % in {_spoken(when.what)} of 100."
    )


def _spoken(situation: str) -> str:
    """Return a situation as part of a sentence: "round 1 when it could expect ..."."""
    rounds, _, outlook = situation.partition(", ")
    several = "rounds" if " to " in rounds else "round"
    return f"{several} {rounds} when it could expect {outlook}"


def row_key(one: Totals | Costs) -> tuple[str, str]:
    """Return the key of a row: its seat and its agent."""
    return one.seat, one.agent


def of_100_with_interval(one: Interval) -> str:
    """Return an amount of 100 with its interval."""
    value = f"{100 * one.value:.2f}"
    return f"{value} [{100 * one.low:.2f}, {100 * one.high:.2f}]"


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
