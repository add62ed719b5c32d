"""The page of a playtest: five sentences, and the evidence for each of them."""

from collections.abc import Iterator, Sequence
from math import isfinite

from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.pages.command import Command
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    mean_cell,
    number_cell,
    report_page,
    samples_section,
    shaded_cell,
    share_cell,
    text_cells,
)
from sim.playtest import legends
from sim.playtest.course import Course
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploits
from sim.playtest.fairness import Fairness
from sim.playtest.findings import Finding, Restrictions
from sim.playtest.more_commands import MoreCommands
from sim.playtest.parts import PartWorths
from sim.playtest.phrases import (
    PLAYERS,
    course_words,
    exploit_gain_in_words,
    gain_in_words,
    mixture_in_words,
    part_verdict,
    points_in_words,
    verdict_in_words,
)
from sim.playtest.report import Report as Playtest
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder
from sim.spine.words import capital, counted
from sim.statistics.intervals import Interval
from sim.statistics.words import share

_OWN = "its own"
"""Stands for the agent that the scenario names."""


def playtest_page(
    playtest: Playtest,
    more: MoreCommands,
    *,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of a *playtest*.

    *more* has the commands that show more of a part, *commands* say how to see the same
    in a terminal, *samples* replay some conflicts.
    """
    loaded = playtest.loaded
    cut = [playtest.cut_short] if playtest.cut_short else []
    return report_page(
        Report(
            f"{loaded.title} ({loaded.system.title})",
            f"Playtest, {playtest.played} conflicts",
            [*sections(playtest, more), *samples_section(samples)],
            lead=[
                *cut,
                *(
                    f"{place}. {sentence.says}"
                    for place, sentence in enumerate(playtest.sentences, 1)
                ),
            ],
            remarks=[playtest.left_over] if playtest.left_over else [],
            facts=[("seed", playtest.seed), ("digest", loaded.digest.hex())],
            commands=commands,
        )
    )


def sections(playtest: Playtest, more: MoreCommands) -> Iterator[Section]:
    """Yield a section for each part of the report of a *playtest*."""
    if playtest.fairness is not None:
        yield _fairness(playtest.fairness, more)
        yield _meetings(playtest.fairness)
    if playtest.ladder is not None:
        yield _ladder(playtest.ladder, more)
    if playtest.restricted is not None:
        yield _options(playtest.restricted, more)
    if playtest.sheets is not None and playtest.sheets.parts:
        yield _sheets(playtest.sheets, more)
    if playtest.course is not None:
        yield _course(playtest.course)
        yield _endings(playtest, playtest.course, more)
    if playtest.coverage is not None:
        yield _rules(playtest.coverage)
        yield _could(playtest.coverage)
        yield _rulings(playtest.coverage, more)
    if playtest.sensitivity is not None:
        yield _numbers(playtest.sensitivity, more)
    if playtest.exploits is not None:
        yield _exploits(playtest.exploits, more)


def _shown(*lines: str) -> list[Command]:
    return [Command("More", line) for line in lines]


def _fairness(fairness: Fairness, more: MoreCommands) -> Section:
    rows = [
        (
            *text_cells(side.side, mixture_in_words(side)),
            share_cell(side.score),
            mean_cell(side.returns, drawn=True),
        )
        for side in fairness.sides
    ]
    notes = list(legends.own_wins(fairness))
    says = f"{legends.who_wins(fairness)}. Figures in brackets are 95 % intervals."
    heads = columns("side", "played by", "wins", "return", words=2)
    table = Table(heads, tuple(rows))
    commands = _shown(more.sides(), *([more.line("value")] if fairness.best else []))
    return Section("fair", "Is it fair", [says], table, None, notes, commands)


def _meetings(fairness: Fairness) -> Section:
    """Return a heat map: an agent of a side in each row, of the others in a column."""
    others = dict.fromkeys(cell.others for cell in fairness.cells)
    met = {(cell.side, cell.agent, cell.others): cell.score for cell in fairness.cells}
    rows = [
        (
            *text_cells(side, agent or _OWN),
            *(_shaded_share(met.get((side, agent, other))) for other in others),
        )
        for side, agent in dict.fromkeys(
            (cell.side, cell.agent) for cell in fairness.cells
        )
    ]
    heads = columns(
        "side", "agent", *(f"against {other or _OWN}" for other in others), words=2
    )
    says = (
        "How often the agent of a row wins if all others play the agent of a column, in"
        f" {counted(fairness.each, 'conflict')} each or more."
    )
    head = "Who does well against whom"
    return Section("meetings", head, [says], Table(heads, tuple(rows)))


def _shaded_share(score: Interval | None) -> Cell:
    if score is None:
        return shaded_cell(None, "")
    return shaded_cell(score.value, share(score.within(0, 1)))


def _ladder(ladder: Ladder, more: MoreCommands) -> Section:
    rows = [
        (
            Cell(PLAYERS[rung.player]),
            mean_cell(rung.returns, drawn=True),
            mean_cell(None if rung.player == "own" else rung.behind),
        )
        for rung in ladder.rungs
    ]
    heads = columns("player", "return", "less than its agents", words=1)
    says = f"{legends.weaker(ladder)}."
    table = Table(heads, tuple(rows))
    commands = _shown(more.blindly())
    return Section("ladder", "What decides it", [says], table, None, (), commands)


def _options(restrictions: Restrictions, more: MoreCommands) -> Section:
    rows = [_option(finding) for finding in restrictions.findings]
    says = f"{legends.options(restrictions)}."
    heads = columns("seat", "option", "it is", "never", "always", words=3)
    taken = columns("its agent takes it", "a naive player", words=0)
    table = Table((*heads, *taken), tuple(rows))
    commands = _shown(more.forcing(restrictions))
    head = "What each option is worth"
    notes = list(map(_sentence, legends.labels(restrictions.findings)))
    return Section("options", head, [says], table, None, notes, commands)


def _sentence(says: str) -> str:
    return f"{capital(says)}."


def _option(finding: Finding) -> tuple[Cell, ...]:
    return (
        *text_cells(finding.seat, finding.words, verdict_in_words(finding)),
        *(
            number_cell(gain.value, gain_in_words(finding, gain))
            if finding.measured and isfinite(gain.value)
            else mean_cell(None)
            for gain in (finding.never, finding.always)
        ),
        *(
            mean_cell(None)
            if taken is None
            else number_cell(taken, f"{100 * taken:.0f} %")
            for taken in (finding.own, finding.naive)
        ),
    )


def _sheets(worths: PartWorths, more: MoreCommands) -> Section:
    rows = [
        (
            *text_cells(part.owner, part.kind, part.name, part_verdict(part)),
            mean_cell(part.worth),
            number_cell(part.changed, f"{part.changed} of {part.games}"),
            *text_cells(f"with {part.together - 1} more" * (part.together > 1)),
        )
        for part in worths.found
    ]
    says = f"{legends.sheets(worths)}."
    heads = columns("seat", "kind", "part", "it is", "worth", "went otherwise", words=4)
    table = Table((*heads, *columns("taken away", words=1)), tuple(rows))
    notes = list(map(_sentence, legends.part_labels(worths)))
    notes += [f"Something else needs {needed}." for needed in worths.needed]
    commands = _shown(more.lacking(worths)) if worths.found else ()
    head = "What the sheets hold"
    return Section("sheets", head, [says], table, None, notes, commands)


def _course(course: Course) -> Section:
    rows = [text_cells(name, said) for name, said in course_words(course)]
    heads = columns("what", "median (quartiles), or mean", words=2)
    says = f"In {course.games} conflicts between its own agents."
    table = Table(heads, tuple(rows), sorts=False)
    return Section("feels", "How it feels", [says], table)


def _endings(playtest: Playtest, course: Course, more: MoreCommands) -> Section:
    meanings = {**ENGINE_ENDINGS, **playtest.loaded.system.endings}
    rows = [
        (
            Cell(spelt(how)),
            number_cell(times),
            share_cell(part),
            Cell(meanings.get(how, "")),
        )
        for how, times, part in course.endings
    ]
    heads = columns("ending", "conflicts", "share", words=1)
    table = Table((*heads, *columns("which means", words=1)), tuple(rows))
    commands = _shown(more.choices())
    return Section("endings", "How it ended", (), table, None, (), commands)


def _rules(coverage: Coverage) -> Section:
    rows = [
        (
            *text_cells(rule.rule, rule.says),
            *map(number_cell, (rule.conflicts, rule.times)),
        )
        for rule in coverage.used
    ]
    rows += [
        (
            *text_cells(rule.rule, rule.says),
            number_cell(0, "0, by others"),
            number_cell(rule.times),
        )
        for rule in coverage.unused
    ]
    says = f"{legends.rules(coverage)}."
    heads = columns("rule", "it says", "conflicts", "times", words=2)
    table = Table(heads, tuple(rows))
    return Section("rules", "Which rules came up", [says], table)


def _could(coverage: Coverage) -> Section:
    head = "Which rules never came up, and could"
    if not coverage.could:
        says = "A search of options, dice and readings came to no other rule."
        return Section("could", head, [says])
    rows = [
        text_cells(rule.rule, rule.says, rule.after, rule.ruling)
        for rule in coverage.could
    ]
    says = (
        f"A search of options, dice and readings came to {len(coverage.could)} rules"
        " that no conflict used. There may be more."
    )
    heads = columns("rule", "it says", "after", "if", words=4)
    return Section("could", head, [says], Table(heads, tuple(rows)))


def _rulings(coverage: Coverage, more: MoreCommands) -> Section:
    says = f"{legends.readings(coverage)}."
    if not coverage.mattered:
        return Section("rulings", "Other readings of its rules", [says])
    rows = [
        (
            Cell(f"{effect.ruling}={effect.value}"),
            number_cell(effect.changed, f"{effect.changed} of {effect.games}"),
            mean_cell(effect.gain),
        )
        for effect in coverage.mattered
    ]
    heads = columns("ruling", "changed", more.gains(), words=1)
    table = Table(heads, tuple(rows))
    head, commands = "Other readings of its rules", _shown(more.ruling(coverage))
    return Section("rulings", head, [says], table, None, (), commands)


def _numbers(sensitivity: Sensitivity, more: MoreCommands) -> Section:
    says = f"{legends.numbers(sensitivity)}."
    if not sensitivity.effects:
        return Section("numbers", "Which numbers matter", [says])
    rows = [
        (
            *text_cells(effect.called, effect.was, effect.setting),
            number_cell(effect.gain.value, points_in_words(effect.gain)),
        )
        for effect in sensitivity.effects
    ]
    heads = columns("number", "is", "if", "wins, of 100", words=3)
    table = Table(heads, tuple(rows))
    commands = _shown(*more.numbers(sensitivity))
    head = "Which numbers matter"
    return Section("numbers", head, [says], table, None, (), commands)


def _exploits(exploits: Exploits, more: MoreCommands) -> Section:
    """Return what gets more than a seat's own agent, if anything surely does."""
    head = "What gets more than its own agent"
    if not exploits.found:
        says = (
            "No seat can get more than its own agent does (solved)."
            if exploits.solved
            else "No option, taken always or never, surely gets its seat more than its"
            " own agent does."
        )
        return Section("exploits", head, [says], commands=_shown(more.best(exploits)))
    rows = [
        (
            *text_cells(exploit.seat, "; ".join(exploit.lines)),
            number_cell(exploit.gain.value, exploit_gain_in_words(exploit)),
        )
        for exploit in exploits.found
    ]
    table = Table(columns("seat", "plays", "return", words=2), tuple(rows))
    notes = [
        f"Without {loss.option}, {loss.seat} loses {loss.loses:.3f} at its best"
        " (solved)."
        for loss in exploits.without
    ]
    commands = _shown(more.best(exploits))
    return Section("exploits", head, (), table, None, notes, commands)
