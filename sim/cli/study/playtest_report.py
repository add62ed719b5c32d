"""A playtest for people: five sentences, and behind each its table and its command."""

from collections.abc import Sequence
from typing import Any

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, put, put_command, put_prose
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.playtest.best_play import returns_of
from sim.playtest.course import Course
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploits
from sim.playtest.fairness import Fairness
from sim.playtest.more import LISTED, More, listed
from sim.playtest.parts import PartWorths
from sim.playtest.phrases import (
    LABELS,
    PARTS,
    PLAYERS,
    course_words,
    dead_words,
    gained,
    mixture,
    own_of,
    part_words,
    points,
    verdict,
)
from sim.playtest.report import Report
from sim.playtest.restricted import Restrictions
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder
from sim.seam.protocol import RuleSystem
from sim.statistics.words import figure, share

_WIDE = 80
_USED, _UNUSED = 4, 8
_EXPLOITS = 5
_NEEDED = 3
"""So many ways to get more are listed."""


def put_report(
    report: Report, scenario: str, agents: str, changes: Sequence[str]
) -> None:
    """Print *report* about *scenario*, as the command line named and changed it."""
    loaded = report.loaded
    more = More(scenario, agents, changes)
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


def _put_fairness(fairness: Fairness, more: More) -> None:
    _head(
        f"Who wins, in {counted(fairness.games, 'conflict')} between agents that are"
        " drawn as an equilibrium of the field weighs them:"
    )
    rows = [
        (one.side, mixture(one), share(one.score), figure(one.returns))
        for one in fairness.sides
    ]
    put_table(("side", "played by", "wins", "return"), rows, words=2)
    for agent, side in fairness.gave_up:
        put_prose(f"left out, for it gives up at once: {agent or 'its own'} as {side}")
    if fairness.exact:
        exact = ", ".join(
            f"{who} {100 * won:.1f} %" for who, won in fairness.exact.items()
        )
        put_prose(f"wins between its own agents, exact: {exact}")
    elif fairness.own:
        put_prose(f"wins between its own agents: {own_of(fairness)}")
    if fairness.best is not None:
        put_prose(f"{returns_of(fairness.best)} (more: {more.line('value')})")
    if fairness.skill is not None:
        put_prose(
            "Of the spread of results, who of these agents plays makes"
            f" {share(fairness.skill)}; the rest is dice."
        )
    put_command(more.sides(), "more: ")


def _put_ladder(ladder: Ladder, more: More) -> None:
    _head(
        f"What players who know less get, {counted(ladder.games, 'conflict')} as each"
        " side, everybody else as ever:"
    )
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


def _put_options(found: Restrictions, more: More) -> None:
    _head(
        f"What a seat gains if it never takes an option, and if it always must"
        f" ({found.asked} of {found.offered} tried on the same dice):"
    )
    rows = [
        (
            verdict(one),
            f"{one.seat}: {one.brief}",
            figure(one.never),
            figure(one.always),
        )
        for one in listed(found)
    ]
    if rows:
        put_table(("", "option", "never", "always"), rows, words=2)
    else:
        put("None of them made a difference.")
    put_prose(LABELS)
    put_command(more.forcing(found), "more: ")


def _put_sheets(found: PartWorths, more: More) -> None:
    if not found.parts:
        return
    _head(
        "What an item, a skill or a die is worth to its owner: what the return loses if"
        f" the sheet lacks it ({found.tried} of {found.parts} tried on the same dice):"
    )
    rows = [
        (label, f"{owner}: {_brief(names)}", figure(worth))
        for label, owner, names, worth in part_words(found)
    ]
    if rows:
        put_table(("", "part", "worth"), rows[:LISTED], words=2)
    for said in dead_words(found):
        put_prose(said)
    for one in found.needed[:_NEEDED]:
        put_prose(f"not taken away, for something else needs it: {one}")
    put_prose(PARTS)
    if rows:
        put_command(more.lacking(found), "more: ")


def _put_course(course: Course, system: RuleSystem[Any], more: More) -> None:
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


def _put_coverage(coverage: Coverage, more: More) -> None:
    only = coverage.unused
    _head(
        f"{len(coverage.used)} of {coverage.rules} rules came up between its own"
        f" agents, {len(only)} more when others played, and {len(coverage.could)} could"
        " have, but never did:"
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
    if coverage.could:
        put()
        left = [
            (one.rule, _brief(one.ruling or one.after, 30), _brief(one.says, 34))
            for one in coverage.could[:_UNUSED]
        ]
        put_table(("never used", "could be, after", "it says"), left, remark=True)
        if len(coverage.could) > _UNUSED:
            put("--json and --html list them all")
    first = only[0] if only else coverage.used[0] if coverage.used else None
    if first is not None:
        put_command(f"fracas rules {first.rule}", "more: ")
    _put_rulings(coverage, more)


def _put_rulings(coverage: Coverage, more: More) -> None:
    tried = counted(len(coverage.rulings), "other reading")
    left = f", {coverage.untried} not tried" * bool(coverage.untried)
    if not coverage.mattered:
        put_prose(f"{tried} of its rules changed nothing{left}.")
        return
    _head(f"{tried} of the rules tried{left}; these changed results:")
    rows = [
        (
            f"{one.ruling}={one.value}",
            f"{one.changed} of {one.games}",
            figure(one.gain),
        )
        for one in coverage.mattered[:LISTED]
    ]
    put_table(("ruling", "conflicts", "the first side gains"), rows)
    put_command(more.ruling(coverage), "more: ")


def _put_sensitivity(found: Sensitivity, more: More) -> None:
    if not found.effects:
        put()
        put_prose(
            f"{found.tried} of {found.numbers} numbers were moved by a step, and no"
            " conflict changed; a larger --budget moves more."
        )
        return
    _head(
        f"What one step of a number moves the wins of {found.side} by"
        f" ({found.tried} of {found.numbers} numbers tried, {found.moved} of them"
        f" changed a conflict; what changed most, in"
        f" {counted(found.effects[0].games, 'conflict')} each):"
    )
    rows = [(one.setting, one.was, points(one.gain)) for one in found.effects]
    put_table(("number", "was", "wins, of 100"), rows, words=2)
    for command in more.numbers(found):
        put_command(command, "more: ")


def _put_exploits(found: Exploits, more: More) -> None:
    if found.found:
        _head("What surely gets more than a seat's own agent, the others as ever:")
        rows = [
            (one.seat, " | ".join(one.lines), gained(one))
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


def _brief(text: str, longest: int = 44) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3].rstrip()}..."
