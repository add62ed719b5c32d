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
"""How many of the parts that cannot be struck are named."""
_TOGETHER = "The intervals of all options hold together in 95 of 100 playtests."


def put_report(
    report: Report, scenario: str, agents: str, changes: Sequence[str]
) -> None:
    """Print *report* about *scenario*, as the command line named and changed it."""
    loaded = report.loaded
    more = MoreCommands(loaded, scenario, agents, changes)
    put_prose(f"{loaded.title} ({loaded.system.title})")
    put()
    for number, sentence in enumerate(report.sentences, 1):
        put_prose(f"{number}. {sentence.says}", indent=3)
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
        (side.side, mixture_in_words(side), share(side.score), figure(side.returns))
        for side in fairness.sides
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
            PLAYERS[rung.player],
            figure(rung.returns),
            figure(rung.behind) if rung.player != "own" else "",
        )
        for rung in ladder.rungs
    ]
    put_table(("player", "return", "less than its agents"), rows)
    put_command(more.blindly(), "more: ")


def _put_options(restrictions: Restrictions, more: MoreCommands) -> None:
    _head(f"{legends.options(restrictions)}:")
    shown = shown_findings(restrictions)
    rows = [
        (
            verdict_in_words(finding),
            f"{finding.seat}: {finding.brief}",
            gain_in_words(finding, finding.never),
            gain_in_words(finding, finding.always),
        )
        for finding in shown
    ]
    if rows:
        put_table(("", "option", "never", "always"), rows, words=2)
    else:
        put("None of them made a difference.")
    _put_meanings(legends.labels(shown))
    if any(not finding.exact for finding in shown):
        put_prose(_TOGETHER)
    put_command(more.forcing(restrictions), "more: ")


def _put_sheets(worths: PartWorths, more: MoreCommands) -> None:
    if not worths.parts:
        return
    _head(f"{legends.sheets(worths)}:")
    rows = [
        (label, f"{owner}: {names}", figure(worth))
        for label, owner, names, worth in part_words(worths)
    ]
    if rows:
        put_table(("", "part", "worth"), rows[:LISTED], words=2)
    for says in dead_words(worths):
        put_prose(says)
    for needed in worths.needed[:_NEEDED]:
        put_prose(f"not struck, as something else needs it: {needed}")
    _put_meanings(legends.part_labels(worths))
    if rows:
        put_command(more.lacking(worths), "more: ")


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
        (rule.rule, f"{rule.conflicts} of {coverage.games}", str(rule.times), rule.says)
        for rule in coverage.used[:_USED]
    ]
    rows += [
        (rule.rule, "0, by others", str(rule.times), rule.says)
        for rule in only[:_UNUSED]
    ]
    put_table(("rule", "conflicts", "times", "it says"), rows, remark=True)
    if coverage.could:
        put()
        left = [
            (rule.rule, rule.ruling or rule.after, rule.says)
            for rule in coverage.could[:_UNUSED]
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
            f"{effect.ruling}={effect.value}",
            f"{effect.changed} of {effect.games}",
            figure(effect.gain),
        )
        for effect in coverage.mattered[:LISTED]
    ]
    put_table(("ruling", "changed", more.gains()), rows)
    put_command(more.ruling(coverage), "more: ")


def _put_sensitivity(sensitivity: Sensitivity, more: MoreCommands) -> None:
    if not sensitivity.effects:
        put()
        put_prose(f"{legends.numbers(sensitivity)}; a larger --budget moves more.")
        return
    _head(f"{legends.numbers(sensitivity)}:")
    rows = [
        (effect.called, effect.was, effect.set_to, points_in_words(effect.gain))
        for effect in sensitivity.effects
    ]
    put_table(("number", "is", "if", "wins, of 100"), rows)
    for command in more.numbers(sensitivity):
        put_command(command, "more: ")


def _put_exploits(exploits: Exploits, more: MoreCommands) -> None:
    if exploits.found:
        _head("What surely gets more than a seat's own agent, the others as ever:")
        rows = [
            (exploit.seat, " | ".join(exploit.lines), exploit_gain_in_words(exploit))
            for exploit in exploits.found[:_EXPLOITS]
        ]
        put_table(("seat", "plays", "return"), rows, words=2)
        put_command(more.best(exploits), "more: ")
    elif exploits.solved:
        put()
        put_prose("No seat can get more than its own agent does (solved).")
    else:
        put()
        put_prose(
            "No option, taken always or never, surely gets its seat more than its own"
            " agent does."
        )
        put_command(more.best(exploits), "more: ")
    if exploits.without:
        _head("What a seat that plays its best loses without an option (solved):")
        lost = [
            (f"{loss.seat}: {loss.option}", f"{loss.loses:.3f}")
            for loss in exploits.without
        ]
        put_table(("option", "loses"), lost)
