"""A playtest for people: five sentences, and behind each its table and its command."""

import shlex
import textwrap
from collections.abc import Sequence
from typing import Any

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, put
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.playtest.course import Course
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploit, Exploits
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.report import Report
from sim.playtest.restricted import LARGE, SMALL, Finding, Restrictions
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.sentences import spread
from sim.playtest.skill import Ladder
from sim.seam.protocol import RuleSystem
from sim.statistics.intervals import Interval
from sim.statistics.words import figure, share

_WIDE = 80
_LISTED = 12
"""So many options, rules or rulings are listed."""
_USED, _UNUSED = 4, 8
_MIXED = 3
"""So many agents of a mixture are named."""
_AROUND = 2
_EXPLOITS = 5
"""A sweep is offered of so many values to both sides."""


class _Commands:
    """The commands that show more, for one scenario as it was given."""

    def __init__(self, scenario: str, agents: str, changes: Sequence[str]) -> None:
        self._scenario, self._agents, self._changes = scenario, agents, changes

    def put(self, command: str, *more: str) -> None:
        """Print a command about the scenario."""
        own = (
            ["--agents", self._agents]
            if self._agents and "--agents" not in more
            else []
        )
        parts = ["fracas", command, self._scenario, *own, *more, *self._changes]
        put(f"more: {shlex.join(parts)}")


def put_report(
    report: Report, scenario: str, agents: str, changes: Sequence[str]
) -> None:
    """Print *report* about *scenario*, as the command line named and changed it."""
    loaded = report.loaded
    commands = _Commands(scenario, agents, changes)
    put_wrapped(f"{loaded.title} ({loaded.system.title})")
    put()
    for number, one in enumerate(report.sentences, 1):
        put_wrapped(f"{number}. {one.says}", "   ")
    if report.fairness is not None:
        _put_fairness(report.fairness, commands)
    if report.ladder is not None:
        _put_ladder(report.ladder, commands)
    if report.restricted is not None:
        _put_options(report.restricted, commands)
    if report.course is not None:
        _put_course(report.course, loaded.system, commands)
    if report.coverage is not None:
        _put_coverage(report.coverage, commands)
    if report.sensitivity is not None:
        _put_sensitivity(report.sensitivity, commands)
    if report.exploits is not None:
        _put_exploits(report.exploits, commands)
    put()
    put("Figures in brackets are 95 % intervals.")


def put_wrapped(text: str, indent: str = "") -> None:
    """Print *text* in lines of at most 80 characters."""
    for line in textwrap.wrap(
        text, _WIDE, subsequent_indent=indent, break_on_hyphens=False
    ):
        put(line)


def _head(text: str) -> None:
    put()
    put_wrapped(text)
    put()


def _put_fairness(fairness: Fairness, commands: _Commands) -> None:
    _head(
        f"Who wins, in {counted(fairness.games, 'conflict')} between agents as likely"
        " as an equilibrium of the field makes them:"
    )
    rows = [
        (one.side, _mixture(one), share(one.score), figure(one.returns))
        for one in fairness.sides
    ]
    put_table(("side", "played by", "wins", "return"), rows, words=2)
    for agent, side in fairness.gave_up:
        put_wrapped(
            f"left out, for it gives up at once: {agent or 'its own'} as {side}"
        )
    if fairness.exact:
        exact = ", ".join(
            f"{who} {100 * won:.1f} %" for who, won in fairness.exact.items()
        )
        put_wrapped(f"wins between its own agents, exact: {exact}")
    if fairness.skill is not None:
        put_wrapped(
            f"Of the spread of results, who of these agents plays makes about"
            f" {100 * fairness.skill:.0f} %; the rest is dice."
        )
    commands.put("run", "--agents", "all")


def _mixture(one: SideWorth) -> str:
    ranked = sorted(one.agents.items(), key=lambda item: -item[1])
    said = [
        f"{agent or 'its own'} {100 * part:.0f} %" for agent, part in ranked[:_MIXED]
    ]
    return ", ".join(said) + ", ..." * (len(ranked) > _MIXED)


_PLAYERS = {
    "blind": "chooses blindly",
    "naive": "takes what promises most now",
    "own": "the scenario's agents",
}


def _put_ladder(ladder: Ladder, commands: _Commands) -> None:
    _head(
        f"What players who know less get, {counted(ladder.games, 'conflict')} as each"
        " side, everybody else as ever:"
    )
    rows = [
        (
            _PLAYERS[one.player],
            figure(one.returns),
            figure(one.behind) if one.player != "own" else "",
        )
        for one in ladder.rungs
    ]
    put_table(("player", "return", "less than its agents"), rows)
    commands.put("run", "--agents", "uniform:concedes=false")


def _put_options(found: Restrictions, commands: _Commands) -> None:
    _head(
        f"What a seat gains if it never takes an option, and if it always must"
        f" ({found.asked} of {found.offered} tried on the same dice):"
    )
    listed = [one for one in found.findings if one.measured or one.label][:_LISTED]
    rows = [
        (
            one.label.value,
            f"{one.seat}: {one.brief}",
            figure(one.never),
            figure(one.always),
        )
        for one in listed
    ]
    if rows:
        put_table(("", "option", "never", "always"), rows, words=2)
    else:
        put("None of them made a difference.")
    put_wrapped(
        f"too strong: without it {LARGE} less or worse, and {LARGE} ahead of all"
        f" others; never right: it costs {SMALL} or more; dead weight: it costs, but"
        " less; a trap: the same, and taken by its agent or a naive player. These"
        " intervals hold together at 95 %."
    )
    _put_forcing(listed, commands)


def _put_forcing(listed: Sequence[Finding], commands: _Commands) -> None:
    """Print how to force the first option whose words are all of it."""
    for one in listed:
        if one.option.words and "N" not in one.words.split():
            words = one.words.partition(": ")[2] or one.words
            commands.put("run", "--force", f"{one.seat}: {words}")
            return
    commands.put("run", "--choices")


def _put_course(course: Course, system: RuleSystem[Any], commands: _Commands) -> None:
    _head(f"How {counted(course.games, 'conflict')} between its own agents went:")
    rows = [
        ("rounds", spread(course.rounds, "round")),
        ("choices between options", spread(course.real, "choice")),
        ("moves without a choice", spread(course.forced, "move")),
        ("stalled", share(course.stalled)),
    ]
    if course.leads is not None:
        rows += [
            ("lead changes", figure(course.leads.changes)),
            ("open until (share of choices)", share(course.leads.open)),
            ("the winner had been behind", share(course.leads.behind)),
            ("drama (0 to 1)", figure(course.leads.drama)),
        ]
    put_table(("", "median (quartiles), or mean"), rows)
    put()
    meanings = {**ENGINE_ENDINGS, **system.endings}
    endings = [
        (spelt(how), share(part), meanings.get(how, ""))
        for how, _, part in course.endings
    ]
    put_table(("how it ended", "share", "which means"), endings, remark=True)
    commands.put("run", "--choices")


def _put_coverage(coverage: Coverage, commands: _Commands) -> None:
    only = coverage.unused
    _head(
        f"{len(coverage.used)} of {coverage.rules} rules came up between its own"
        f" agents, {len(only)} more when others played:"
    )
    rows = [
        (
            one.rule,
            f"{one.conflicts} of {coverage.games}",
            str(one.times),
            _brief(one.says),
        )
        for one in coverage.used[:_USED]
    ]
    rows += [
        (one.rule, "0, by others", str(one.times), _brief(one.says))
        for one in only[:_UNUSED]
    ]
    put_table(("rule", "conflicts", "times", "it says"), rows, remark=True)
    first = only[0] if only else coverage.used[0] if coverage.used else None
    if first is not None:
        put(f"more: fracas rules {first.rule}")
    _put_rulings(coverage, commands)


def _put_rulings(coverage: Coverage, commands: _Commands) -> None:
    tried = counted(len(coverage.rulings), "other reading")
    left = f", {coverage.untried} not tried" * bool(coverage.untried)
    if not coverage.mattered:
        put_wrapped(f"{tried} of its rules changed nothing{left}.")
        return
    _head(f"{tried} of the rules tried{left}; these changed results:")
    rows = [
        (
            f"{one.ruling}={one.value}",
            f"{one.changed} of {one.games}",
            figure(one.gain),
        )
        for one in coverage.mattered[:_LISTED]
    ]
    put_table(("ruling", "conflicts", "return of the first side"), rows)
    most = coverage.mattered[0]
    commands.put("run", "--ruling", f"{most.ruling}={most.value}")


def _put_sensitivity(found: Sensitivity, commands: _Commands) -> None:
    _head(
        f"What one step of a number moves the wins of {found.side} by"
        f" ({found.tried} of {found.numbers} numbers tried, {found.moved} of them"
        " changed a result):"
    )
    if not found.effects:
        put("None of them.")
        return
    rows = [(one.setting, one.was, points(one.gain)) for one in found.effects]
    put_table(("number", "was", "wins, of 100"), rows, words=2)
    commands.put("run", "--set", found.effects[0].setting)
    path, _, _ = found.effects[0].setting.rpartition("=")
    was = found.effects[0].was
    if was.isdecimal():
        values = f"{path}={max(0, int(was) - _AROUND)}..{int(was) + _AROUND}"
        commands.put("sweep", "--vary", values)


def _put_exploits(found: Exploits, commands: _Commands) -> None:
    if found.found:
        _head("What surely gets more than a seat's own agent, the others as ever:")
        rows = [
            (one.seat, " | ".join(one.lines), _gained(one))
            for one in found.found[:_EXPLOITS]
        ]
        put_table(("seat", "plays", "return"), rows, words=2)
        commands.put("reply", "--seat", found.found[0].seat)
    elif found.solved:
        put()
        put_wrapped("No seat can get more than its own agent does (solved).")
    else:
        put()
        put_wrapped(
            "No option, taken always or never, surely gets its seat more than its own"
            " agent does."
        )
        commands.put("exploit")
    if found.without:
        _head("What a seat that plays its best loses without an option (solved):")
        lost = [
            (f"{one.seat}: {one.option}", f"{one.loses:.3f}") for one in found.without
        ]
        put_table(("option", "loses"), lost)


def _gained(one: Exploit) -> str:
    return f"+{one.gain.value:.3f}, exact" if one.exact else f"+{figure(one.gain)}"


def points(gain: Interval) -> str:
    """Return a difference of shares in points of 100, with its interval."""
    value, low, high = (100 * one for one in (gain.value, gain.low, gain.high))
    return f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"


def _brief(text: str, longest: int = 44) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3].rstrip()}..."
