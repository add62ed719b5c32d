"""A playtest for people: five sentences, and behind each its table and its command."""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_command, put_prose
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.playtest import legends
from sim.playtest.course import Course
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploits
from sim.playtest.fairness import Fairness
from sim.playtest.findings import Restrictions
from sim.playtest.more_commands import LISTED, MoreCommands, shown_findings
from sim.playtest.parts import PartWorths
from sim.playtest.phrases import (
    PLAYERS,
    course_words,
    dead_words,
    exploit_gain_in_words,
    gain_in_words,
    mixture_in_words,
    part_words,
    points_in_words,
    verdict_in_words,
)
from sim.playtest.report import Report
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder
from sim.seam.protocol import RuleSystem
from sim.spine.words import counted
from sim.statistics.words import figure, share

_WIDE = 80
_USED, _UNUSED = 4, 8
_EXPLOITS = 5
_NEEDED = 3
"""The most parts that cannot be struck which are named."""
_TOGETHER = "The intervals of all options hold together in 95 of 100 playtests."


def put_report(
    report: Report, scenario: str, agents: str, changes: Sequence[str]
) -> None:
    """Print *report* about *scenario*, as the command line named and changed it."""
    loaded = report.loaded
    more = MoreCommands(loaded, scenario, agents, changes)
    put_prose(f"{loaded.title} ({loaded.system.title})")
    put()
    for number, one in enumerate(report.sentences, 1):
        put_prose(f"{number}. {one.says}", indent=3)
    if report.fairness is not None:
        _put_fairness(report.fairness, more)
    if report.ladder is not None:
        _put_ladder(report.ladder, more)
    if report.restricted is not None:
        _put_options(report.restricted, more)
    if report.sheets is not None:
        _put_sheets(report.sheets, more)
    if report.course is not None:
        _put_course(report.course, loaded.system, more)
    if report.coverage is not None:
        _put_coverage(report.coverage, more)
    if report.sensitivity is not None:
        _put_sensitivity(report.sensitivity, more)
    if report.exploits is not None:
        _put_exploits(report.exploits, more)
    put()
    put("Figures in brackets are 95 % intervals.")


def _head(text: str) -> None:
    put()
    put_prose(text)
    put()


def _put_fairness(fairness: Fairness, more: MoreCommands) -> None:
    _head(f"{legends.who_wins(fairness)}:")
    rows = [
        (one.side, mixture_in_words(one), share(one.score), figure(one.returns))
        for one in fairness.sides
    ]
    put_table(("side", "played by", "wins", "return"), rows, words=2)
    for says in legends.own_wins(fairness):
        put_prose(says)
    put_command(more.sides(), "more: ")
    if fairness.best is not None:
        put_command(more.line("value"), "more: ")


def _put_ladder(ladder: Ladder, more: MoreCommands) -> None:
    _head(f"{legends.weaker(ladder)}:")
    rows = [
        (
            PLAYERS[one.player],
            figure(one.returns),
            figure(one.behind) if one.player != "own" else "",
        )
        for one in ladder.rungs
    ]
    put_table(("player", "return", "less than its agents"), rows)
    put_command(more.blindly(), "more: ")


def _put_options(found: Restrictions, more: MoreCommands) -> None:
    _head(f"{legends.options(found)}:")
    shown = shown_findings(found)
    rows = [
        (
            verdict_in_words(one),
            f"{one.seat}: {one.brief}",
            gain_in_words(one, one.never),
            gain_in_words(one, one.always),
        )
        for one in shown
    ]
    if rows:
        put_table(("", "option", "never", "always"), rows, words=2)
    else:
        put("None of them made a difference.")
    _put_meanings(legends.labels(shown))
    if any(not one.exact for one in shown):
        put_prose(_TOGETHER)
    put_command(more.forcing(found), "more: ")


def _put_sheets(found: PartWorths, more: MoreCommands) -> None:
    if not found.parts:
        return
    _head(f"{legends.sheets(found)}:")
    rows = [
        (label, f"{owner}: {names}", figure(worth))
        for label, owner, names, worth in part_words(found)
    ]
    if rows:
        put_table(("", "part", "worth"), rows[:LISTED], words=2)
    for says in dead_words(found):
        put_prose(says)
    for one in found.needed[:_NEEDED]:
        put_prose(f"not struck, as something else needs it: {one}")
    _put_meanings(legends.part_labels(found))
    if rows:
        put_command(more.lacking(found), "more: ")


def _put_meanings(meanings: Iterable[str]) -> None:
    """Print what each verdict means, on a line of its own."""
    for says in meanings:
        put_prose(says, indent=2)


def _put_course(course: Course, system: RuleSystem[Any], more: MoreCommands) -> None:
    _head(f"How {counted(course.games, 'conflict')} between its own agents went:")
    rows = list(course_words(course))
    put_table(("", "median (quartiles), or mean"), rows)
    put()
    meanings = {**ENGINE_ENDINGS, **system.endings}
    endings = [
        (spelt(how), share(part), meanings.get(how, ""))
        for how, _, part in course.endings
    ]
    put_table(("how it ended", "share", "which means"), endings, remark=True)
    put_command(more.choices(), "more: ")


def _put_coverage(coverage: Coverage, more: MoreCommands) -> None:
    only = coverage.unused
    _head(f"{legends.rules(coverage)}:")
    rows = [
        (one.rule, f"{one.conflicts} of {coverage.games}", str(one.times), one.says)
        for one in coverage.used[:_USED]
    ]
    rows += [
        (one.rule, "0, by others", str(one.times), one.says) for one in only[:_UNUSED]
    ]
    put_table(("rule", "conflicts", "times", "it says"), rows, remark=True)
    if coverage.could:
        put()
        left = [
            (one.rule, one.ruling or one.after, one.says)
            for one in coverage.could[:_UNUSED]
        ]
        put_table(("never used", "could be, after", "it says"), left, words=3)
    if max(len(coverage.could), len(only)) > _UNUSED or len(coverage.used) > _USED:
        put("--json and --html list them all")
    first = only[0] if only else coverage.used[0] if coverage.used else None
    if first is not None:
        put_command(f"fracas rules {first.rule}", "more: ")
    _put_rulings(coverage, more)


def _put_rulings(coverage: Coverage, more: MoreCommands) -> None:
    if not coverage.mattered:
        put()
        put_prose(f"{legends.readings(coverage)}.")
        return
    _head(f"{legends.readings(coverage)}:")
    rows = [
        (
            f"{one.ruling}={one.value}",
            f"{one.changed} of {one.games}",
            figure(one.gain),
        )
        for one in coverage.mattered[:LISTED]
    ]
    put_table(("ruling", "changed", more.gains()), rows)
    put_command(more.ruling(coverage), "more: ")


def _put_sensitivity(found: Sensitivity, more: MoreCommands) -> None:
    if not found.effects:
        put()
        put_prose(f"{legends.numbers(found)}; a larger --budget moves more.")
        return
    _head(f"{legends.numbers(found)}:")
    rows = [
        (one.called, one.was, one.set_to, points_in_words(one.gain))
        for one in found.effects
    ]
    put_table(("number", "is", "if", "wins, of 100"), rows)
    for command in more.numbers(found):
        put_command(command, "more: ")


def _put_exploits(found: Exploits, more: MoreCommands) -> None:
    if found.found:
        _head("What surely gets more than a seat's own agent, the others as ever:")
        rows = [
            (one.seat, " | ".join(one.lines), exploit_gain_in_words(one))
            for one in found.found[:_EXPLOITS]
        ]
        put_table(("seat", "plays", "return"), rows, words=2)
        put_command(more.best(found), "more: ")
    elif found.solved:
        put()
        put_prose("No seat can get more than its own agent does (solved).")
    else:
        put()
        put_prose(
            "No option, taken always or never, surely gets its seat more than its own"
            " agent does."
        )
        put_command(more.best(found), "more: ")
    if found.without:
        _head("What a seat that plays its best loses without an option (solved):")
        lost = [
            (f"{one.seat}: {one.option}", f"{one.loses:.3f}") for one in found.without
        ]
        put_table(("option", "loses"), lost)
