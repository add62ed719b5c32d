"""The page of a playtest: five sentences, and what each of them rests on."""

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
from sim.spine.words import capital
from sim.statistics.words import share


def playtest_page(
    found: Playtest,
    more: MoreCommands,
    *,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of the playtest *found*.

    *more* has the commands that show more of a part, *commands* say how to see the same
    in a terminal, *samples* replay some conflicts.
    """
    loaded = found.loaded
    cut = [found.cut_short] if found.cut_short else []
    return report_page(
        Report(
            f"{loaded.title} ({loaded.system.title})",
            f"Playtest, {found.played} conflicts",
            [*sections(found, more), *samples_section(samples)],
            lead=[
                *cut,
                *(
                    f"{place}. {one.says}"
                    for place, one in enumerate(found.sentences, 1)
                ),
            ],
            facts=[("seed", found.seed), ("digest", loaded.digest.hex())],
            commands=commands,
        )
    )


def sections(found: Playtest, more: MoreCommands) -> Iterator[Section]:
    """Yield a section for each part of the report *found*."""
    if found.fairness is not None:
        yield _fairness(found.fairness, more)
        yield _meetings(found.fairness)
    if found.ladder is not None:
        yield _ladder(found.ladder, more)
    if found.restricted is not None:
        yield _options(found.restricted, more)
    if found.sheets is not None and found.sheets.parts:
        yield _sheets(found.sheets, more)
    if found.course is not None:
        yield _course(found.course)
        yield _endings(found, found.course, more)
    if found.coverage is not None:
        yield _rules(found.coverage)
        yield _could(found.coverage)
        yield _rulings(found.coverage, more)
    if found.sensitivity is not None:
        yield _numbers(found.sensitivity, more)
    if found.exploits is not None:
        yield _exploits(found.exploits, more)


def _shown(*lines: str) -> list[Command]:
    return [Command("More", line) for line in lines]


def _fairness(found: Fairness, more: MoreCommands) -> Section:
    rows = [
        (
            *text_cells(one.side, mixture_in_words(one)),
            share_cell(one.score),
            mean_cell(one.returns, drawn=True),
        )
        for one in found.sides
    ]
    notes = list(legends.own_wins(found))
    says = f"{legends.who_wins(found)}. Figures in brackets are 95 % intervals."
    heads = columns("side", "played by", "wins", "return", words=2)
    table = Table(heads, tuple(rows))
    commands = _shown(more.sides(), *([more.line("value")] if found.best else []))
    return Section("fair", "Is it fair", [says], table, None, notes, commands)


def _meetings(found: Fairness) -> Section:
    """Return what every agent wins against every other, as a table with shades."""
    rows = [
        (
            *text_cells(one.side, one.agent or "its own", one.others or "its own"),
            shaded_cell(one.score.value, share(one.score.within(0, 1))),
            mean_cell(one.returns.within(0, 1)),
        )
        for one in found.cells
    ]
    heads = columns("side", "agent", "the others", "wins", "return", words=3)
    says = f"In {found.each} conflicts each."
    table = Table(heads, tuple(rows))
    return Section("meetings", "Who does well against whom", [says], table)


def _ladder(found: Ladder, more: MoreCommands) -> Section:
    rows = [
        (
            Cell(PLAYERS[one.player]),
            mean_cell(one.returns, drawn=True),
            mean_cell(None if one.player == "own" else one.behind),
        )
        for one in found.rungs
    ]
    heads = columns("player", "return", "less than its agents", words=1)
    says = f"{legends.weaker(found)}."
    table = Table(heads, tuple(rows))
    commands = _shown(more.blindly())
    return Section("ladder", "What decides it", [says], table, None, (), commands)


def _options(found: Restrictions, more: MoreCommands) -> Section:
    rows = [_option(one) for one in found.findings]
    says = f"{legends.options(found)}."
    heads = columns("seat", "option", "it is", "never", "always", words=3)
    taken = columns("its agent takes it", "a naive player", words=0)
    table = Table((*heads, *taken), tuple(rows))
    commands = _shown(more.forcing(found))
    head = "What each option is worth"
    notes = list(map(_sentence, legends.labels(found.findings)))
    return Section("options", head, [says], table, None, notes, commands)


def _sentence(says: str) -> str:
    return f"{capital(says)}."


def _option(one: Finding) -> tuple[Cell, ...]:
    return (
        *text_cells(one.seat, one.words, verdict_in_words(one)),
        *(
            number_cell(each.value, gain_in_words(one, each))
            if one.measured and isfinite(each.value)
            else mean_cell(None)
            for each in (one.never, one.always)
        ),
        *(
            mean_cell(None)
            if part is None
            else number_cell(part, f"{100 * part:.0f} %")
            for part in (one.own, one.naive)
        ),
    )


def _sheets(found: PartWorths, more: MoreCommands) -> Section:
    rows = [
        (
            *text_cells(one.owner, one.kind, one.name, part_verdict(one)),
            mean_cell(one.worth),
            number_cell(one.changed, f"{one.changed} of {one.games}"),
            *text_cells(f"with {one.together - 1} more" * (one.together > 1)),
        )
        for one in found.found
    ]
    says = f"{legends.sheets(found)}."
    heads = columns("seat", "kind", "part", "it is", "worth", "went otherwise", words=4)
    table = Table((*heads, *columns("taken away", words=1)), tuple(rows))
    notes = list(map(_sentence, legends.part_labels(found)))
    notes += [f"Something else needs {one}." for one in found.needed]
    commands = _shown(more.lacking(found)) if found.found else ()
    head = "What the sheets hold"
    return Section("sheets", head, [says], table, None, notes, commands)


def _course(found: Course) -> Section:
    rows = [text_cells(name, said) for name, said in course_words(found)]
    heads = columns("what", "median (quartiles), or mean", words=2)
    says = f"In {found.games} conflicts between its own agents."
    table = Table(heads, tuple(rows), sorts=False)
    return Section("feels", "How it feels", [says], table)


def _endings(found: Playtest, course: Course, more: MoreCommands) -> Section:
    meanings = {**ENGINE_ENDINGS, **found.loaded.system.endings}
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


def _rules(found: Coverage) -> Section:
    rows = [
        (*text_cells(one.rule, one.says), *map(number_cell, (one.conflicts, one.times)))
        for one in found.used
    ]
    rows += [
        (
            *text_cells(one.rule, one.says),
            number_cell(0, "0, by others"),
            number_cell(one.times),
        )
        for one in found.unused
    ]
    says = f"{legends.rules(found)}."
    heads = columns("rule", "it says", "conflicts", "times", words=2)
    table = Table(heads, tuple(rows))
    return Section("rules", "Which rules came up", [says], table)


def _could(found: Coverage) -> Section:
    head = "Which rules never came up, and could"
    if not found.could:
        says = "A search of options, dice and readings came to no other rule."
        return Section("could", head, [says])
    rows = [
        text_cells(one.rule, one.says, one.after, one.ruling) for one in found.could
    ]
    says = (
        f"A search of options, dice and readings came to {len(found.could)} rules that"
        " no conflict used. There may be more."
    )
    heads = columns("rule", "it says", "after", "if", words=4)
    return Section("could", head, [says], Table(heads, tuple(rows)))


def _rulings(found: Coverage, more: MoreCommands) -> Section:
    says = f"{legends.readings(found)}."
    if not found.mattered:
        return Section("rulings", "Other readings of its rules", [says])
    rows = [
        (
            Cell(f"{one.ruling}={one.value}"),
            number_cell(one.changed, f"{one.changed} of {one.games}"),
            mean_cell(one.gain),
        )
        for one in found.mattered
    ]
    heads = columns("ruling", "changed", more.gains(), words=1)
    table = Table(heads, tuple(rows))
    head, commands = "Other readings of its rules", _shown(more.ruling(found))
    return Section("rulings", head, [says], table, None, (), commands)


def _numbers(found: Sensitivity, more: MoreCommands) -> Section:
    says = f"{legends.numbers(found)}."
    if not found.effects:
        return Section("numbers", "Which numbers matter", [says])
    rows = [
        (
            *text_cells(one.called, one.was, one.setting),
            number_cell(one.gain.value, points_in_words(one.gain)),
        )
        for one in found.effects
    ]
    heads = columns("number", "is", "if", "wins, of 100", words=3)
    table = Table(heads, tuple(rows))
    commands = _shown(*more.numbers(found))
    head = "Which numbers matter"
    return Section("numbers", head, [says], table, None, (), commands)


def _exploits(found: Exploits, more: MoreCommands) -> Section:
    """Return what gets more than a seat's own agent, if anything surely does."""
    head = "What gets more than its own agent"
    if not found.found:
        says = (
            "No seat can get more than its own agent does (solved)."
            if found.solved
            else "No option, taken always or never, surely gets its seat more than its"
            " own agent does."
        )
        return Section("exploits", head, [says], commands=_shown(more.best(found)))
    rows = [
        (
            *text_cells(one.seat, "; ".join(one.lines)),
            number_cell(one.gain.value, exploit_gain_in_words(one)),
        )
        for one in found.found
    ]
    table = Table(columns("seat", "plays", "return", words=2), tuple(rows))
    notes = [
        f"Without {one.option}, {one.seat} loses {one.loses:.3f} at its best (solved)."
        for one in found.without
    ]
    commands = _shown(more.best(found))
    return Section("exploits", head, (), table, None, notes, commands)
