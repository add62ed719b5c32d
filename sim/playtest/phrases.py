"""The figures of a playtest in words."""

from collections.abc import Iterator

from sim.playtest.course import Course
from sim.playtest.exploits import Exploit
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.figures_in_words import spread_in_words
from sim.playtest.findings import SMALL, Finding
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.statistics.intervals import Interval
from sim.statistics.words import exactly, figure, share

_MIXED = 3
"""The most agents of a mixture that are named."""

PLAYERS = {
    "blind": "chooses blindly",
    "naive": "takes what promises most now",
    "own": "the scenario's agents",
}
"""What the players of a ladder do."""

UNCLEAR, NO_VERDICT = "nothing clear", "no verdict"
"""Printed where there is no verdict: for an interval from games, for an exact value."""

DEPENDS = "depends"
"""Stands for a verdict that holds between good players, and not against blind ones."""

TOO_SELDOM = "taken too seldom"
"""Stands for a verdict where a seat surely gains by always taking an option."""

AS_ABOVE = "as above"
"""Stands for the verdict about an option that tells the same as the one above it."""


def verdict_in_words(finding: Finding) -> str:
    """Return the verdict about an option, as a table has it."""
    none = NO_VERDICT if finding.exact else UNCLEAR
    if finding.blind is not None and not finding.label:
        none = DEPENDS
    elif finding.measured and finding.always.low >= SMALL:
        none = TOO_SELDOM
    return AS_ABOVE if finding.same_as else finding.label.value or none


def gain_in_words(finding: Finding, gain: Interval) -> str:
    """Return the gain of a seat, with its interval or as the exact number it is."""
    return f"{exactly(gain.value)}, exact" if finding.exact else figure(gain)


def mixture_in_words(side: SideWorth) -> str:
    """Return the agents that play a side in equilibrium, the most frequent first."""
    ranked = sorted(side.agents.items(), key=lambda item: -item[1])
    said = [
        f"{agent or 'its own'} {100 * part:.0f} %" for agent, part in ranked[:_MIXED]
    ]
    return ", ".join(said) + ", ..." * (len(ranked) > _MIXED)


def own_wins_in_words(fairness: Fairness) -> str:
    """Return how often each side wins between the scenario's own agents."""
    return ", ".join(f"{side} {share(won)}" for side, won in fairness.own.items())


def course_words(course: Course) -> Iterator[tuple[str, str]]:
    """Yield what was measured of the conflicts, each with its figure."""
    yield "rounds", spread_in_words(course.rounds, "round")
    yield "choices between options", spread_in_words(course.real, "choice")
    yield "moves without a choice", spread_in_words(course.forced, "move")
    yield "stalled", share(course.stalled)
    if course.leads is not None:
        yield "lead changes", figure(course.leads.changes)
        yield "open until (share of choices)", share(course.leads.open)
        yield "the winner had been behind", share(course.leads.behind)
        yield "drama (0 to 1)", figure(course.leads.drama)


def part_words(worths: PartWorths) -> Iterator[tuple[str, str, str, Interval]]:
    """Yield (verdict, owner, names of the parts, worth), without dead weight."""
    paths_told: set[str] = set()
    for part in worths.found:
        if part.label is PartLabel.DEAD or part.path in paths_told:
            continue
        along = [
            other
            for other in worths.found
            if (other.owner, other.together) == (part.owner, part.together)
        ]
        named = along if part.together > 1 else [part]
        paths_told |= {member.path for member in named}
        names = ", ".join(f"{member.name} ({member.kind})" for member in named)
        yield part_verdict(part), part.owner, names, part.worth


def part_verdict(part: PartWorth) -> str:
    """Return what a table says of a part; an option may tell it already."""
    return f'as "{part.same_as}"' if part.same_as else part.label.value


def dead_words(worths: PartWorths) -> Iterator[str]:
    """Yield for every owner which parts of the sheet changed nothing."""
    owned: dict[str, list[PartWorth]] = {}
    for part in worths.labelled(PartLabel.DEAD):
        owned.setdefault(part.owner, []).append(part)
    for owner, parts in owned.items():
        names = ", ".join(f"{part.name} ({part.kind})" for part in parts)
        yield f"dead weight in {parts[0].games} conflicts, {owner}: {names}"


def points_in_words(gain: Interval) -> str:
    """Return a difference of shares in points of 100, with its interval."""
    value, low, high = (100 * number for number in (gain.value, gain.low, gain.high))
    return f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"


def exploit_gain_in_words(exploit: Exploit) -> str:
    """Return the gain of an exploit, or of a reply, in words."""
    return (
        f"+{exploit.gain.value:.3f}, exact"
        if exploit.exact
        else f"+{figure(exploit.gain)}"
    )
