"""What the figures of a playtest say, in words."""

from collections.abc import Iterator

from sim.playtest.course import Course
from sim.playtest.exploits import Exploit
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.figures_in_words import spread_in_words
from sim.playtest.findings import Finding
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
"""Stand for a verdict where there is none, of games and of what is exact."""

DEPENDS = "depends"
"""Stands for a verdict that holds between good players, and not against blind ones."""

AS_ABOVE = "as above"
"""Stands for the verdict about an option that tells the same as the one above it."""


def verdict_in_words(one: Finding) -> str:
    """Return the verdict about an option, as a table has it."""
    none = NO_VERDICT if one.exact else UNCLEAR
    if one.blind is not None and not one.label:
        none = DEPENDS
    return AS_ABOVE if one.same_as else one.label.value or none


def gain_in_words(one: Finding, gain: Interval) -> str:
    """Return the gain of a seat, with its interval or as the exact number it is."""
    return f"{exactly(gain.value)}, exact" if one.exact else figure(gain)


def mixture_in_words(one: SideWorth) -> str:
    """Return the agents that play a side in equilibrium, the most frequent first."""
    ranked = sorted(one.agents.items(), key=lambda item: -item[1])
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


def part_words(found: PartWorths) -> Iterator[tuple[str, str, str, Interval]]:
    """Yield (verdict, whose, which parts, worth), but for what is dead weight."""
    told: set[str] = set()
    for one in found.found:
        if one.label is PartLabel.DEAD or one.path in told:
            continue
        along = [
            other
            for other in found.found
            if (other.owner, other.together) == (one.owner, one.together)
        ]
        named = along if one.together > 1 else [one]
        told |= {each.path for each in named}
        names = ", ".join(f"{each.name} ({each.kind})" for each in named)
        yield part_verdict(one), one.owner, names, one.worth


def part_verdict(one: PartWorth) -> str:
    """Return what a table says of a part; it may be told of an option already."""
    return f'as "{one.same_as}"' if one.same_as else one.label.value


def dead_words(found: PartWorths) -> Iterator[str]:
    """Yield for every owner which parts of the sheet changed nothing."""
    owned: dict[str, list[PartWorth]] = {}
    for one in found.labelled(PartLabel.DEAD):
        owned.setdefault(one.owner, []).append(one)
    for owner, parts in owned.items():
        names = ", ".join(f"{one.name} ({one.kind})" for one in parts)
        yield f"dead weight in {parts[0].games} conflicts, {owner}: {names}"


def points_in_words(gain: Interval) -> str:
    """Return a difference of shares in points of 100, with its interval."""
    value, low, high = (100 * one for one in (gain.value, gain.low, gain.high))
    return f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"


def exploit_gain_in_words(one: Exploit) -> str:
    """Return the gain of an exploit, or of a reply, in words."""
    return f"+{one.gain.value:.3f}, exact" if one.exact else f"+{figure(one.gain)}"
