"""`fracas analyse`: who was lucky, who played better, and where it was decided."""

from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sim.analysis.accounts import (
    continuation_in_words,
    errors_in_words,
)
from sim.analysis.analyse import GAMES, Effort, Record, analyse, continuation_of
from sim.analysis.analysis import Analysis
from sim.analysis.moments import Moment
from sim.analysis.overall import Draw
from sim.analysis.scale import expectation_in_words, in_tenths, signed
from sim.analysis.sentences import (
    cut_between_words,
    decisive_moments,
    describe_moment,
    marked_choices,
    summary,
)
from sim.analysis.values import STEPS, TIME
from sim.casting.specs import split
from sim.cli.judge.drawn import put_curve
from sim.cli.judge.hint import hint
from sim.cli.judge.where import Where, onward
from sim.cli.judge.whole import Who, Whole, over_all
from sim.cli.options.commands import commands_for
from sim.cli.options.hosting import runs_here, trust_record_option
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.recorded import record_of
from sim.cli.terminal.curves import draw_analysis
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_command, put_json
from sim.cli.terminal.page import put_page
from sim.cli.terminal.pictures import check_drawable
from sim.cli.terminal.progress import progress
from sim.cli.terminal.spreadsheet import put_csv
from sim.files.outputs import check_new
from sim.pages.conflict import conflict_page
from sim.run.recorded import trusting

_MOST = 3


class _Output(Struct, frozen=True):
    """The form of output that was asked for."""

    picture: Path | None
    page: Path | None
    every: bool
    as_csv: bool
    as_json: bool

    @property
    def alone(self) -> str:
        """The option given that needs a single conflict, "" for none."""
        return "--all" if self.every else ""

    def check(self) -> None:
        """Raise, before anything is analysed, where a file cannot be written."""
        if self.picture is not None:
            check_new(self.picture)
            check_drawable(self.picture)
        if self.page is not None:
            check_new(self.page)

    def put(self, analysis: Analysis, record: Record, where: Where) -> None:
        """Write and print the *analysis* of *record*, which is at *where*."""
        try:
            if self.page is not None:
                commands = commands_for(where.store, record.conflict, where.options)
                put_page(self.page, conflict_page(record, analysis, commands=commands))
            if self.picture is not None:
                draw_analysis(self.picture, analysis)
        finally:
            if self.as_json:
                put_json(analysis.to_dict())
            elif self.as_csv:
                put_csv(analysis.rows())
            else:
                _put(analysis, where, every=self.every)


@click.command(
    "analyse",
    epilog=(
        "Examples: fracas analyse duels.db 17;  fracas analyse duels.db 3fa91c02-17"
        " --as steady --all;  fracas analyse duels.db --seconds 300;  fracas analyse"
        " cup.db 5be01d77;  fracas analyse round.toml"
    ),
)
@click.argument("store", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[CONFLICT|RUN|TOURNAMENT]", default="")
@click.option(
    "--as",
    "agents",
    default="",
    metavar="A,B",
    help="Who plays on from every moment: one agent for all seats, or seat by seat."
    "  [default: the agents that played]",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=GAMES,
    show_default=True,
    help="How many games to play from each moment if values are not exact.",
)
@click.option(
    "--steps",
    type=click.IntRange(0),
    default=STEPS,
    show_default=True,
    help="The most steps to follow for exact values; 0 plays games at once.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw what each side could expect, or the columns of a whole run (.svg, .png;"
    " an extra: pictures).",
)
@page_option("Write the analysis, with the story and a curve of values")
@over_all
@click.option("--all", "every", is_flag=True, help="Print every moment.")
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="Print a row for each moment (or conflict) and seat.",
)
@json_option
@trust_record_option
@runs_here
def analyse_(  # noqa: PLR0913 - one parameter for each option
    *,
    store: str,
    name: str,
    agents: str,
    games: int,
    steps: int,
    draw: Draw | None,
    seconds: float | None,
    who: Who,
    trust_files: bool,
    **output: Any,  # noqa: ANN401 - the fields of _Output
) -> None:
    """Analyse a conflict of STORE, or a round you typed in: luck, advantage, mistakes.

    Without a conflict it analyses a whole run or tournament, or as many of its
    conflicts, drawn at random, as --seconds allows: which choices cost most, and how
    much was luck.

    After every throw and every choice, it values the conflict for each side: what that
    side can expect if the agents play on. For each seat, what it could expect at the
    start + its luck + its advantage is what it came to. A choice is judged by what the
    chooser could see. Values are exact if every branch can be followed; otherwise they
    are means of games with the same dice, with an error. With --seconds, fewer games
    are played if time is short, and the report says what could not be judged in time.
    """
    shown, effort = _Output(**output), Effort(steps, games)
    shown.check()
    files = shown.picture, shown.page
    whole = Whole(store, name, draw, seconds, effort, _given(agents), *files, *who)
    as_csv, as_json = shown.as_csv, shown.as_json
    if whole.put(shown.alone, as_csv=as_csv, as_json=as_json, trusted=trust_files):
        return
    name = name or "1"
    with trusting(f"{store}, {name}"), hint(effort, seconds):
        record = record_of(store, name)
        analysis = _analysis(record, agents, effort, seconds, trusted=trust_files)
        shown.put(
            analysis, record, Where(store, name, onward(agents, trusted=trust_files))
        )


def _analysis(
    record: Record,
    agents: str,
    effort: Effort,
    seconds: float | None,
    *,
    trusted: bool,
) -> Analysis:
    specs = continuation_of(record, _given(agents), trusted=trusted)
    with progress("analysing, of 100", 100) as done:
        return analyse(
            record,
            specs,
            effort=effort,
            seconds=seconds,
            progress=lambda so_far, total: done(100 * so_far // total),
        )


def _given(agents: str) -> tuple[str, ...]:
    return split(agents) if agents else ()


def _put(analysis: Analysis, where: Where, *, every: bool) -> None:
    put(f"{analysis.title}, conflict {analysis.conflict}")
    put(continuation_in_words(analysis))
    if analysis.not_exact:
        allow = "; --steps allows more" * analysis.not_exact.endswith("steps")
        allow += "; --seconds allows more" * analysis.not_exact.endswith(TIME)
        put(f"Not exact: {analysis.not_exact}{allow}.")
    put()
    for line in summary(analysis):
        put(line)
    put()
    _put_accounts(analysis)
    decisive = decisive_moments(analysis)
    _put_moments("Where it was decided", decisive, analysis, where)
    marked = [moment for moment in marked_choices(analysis) if moment not in decisive]
    more = marked[:_MOST]
    _put_moments("What else could have been chosen better", more, analysis, where)
    put_curve(analysis)
    if every:
        _put_every(analysis)


def _put_accounts(analysis: Analysis) -> None:
    heads = (
        "seat",
        "agent",
        "expected",
        "luck",
        "advantage",
        "result",
        "cost a choice",
        "marked",
    )
    rows = [
        (
            account.seat,
            account.who,
            expectation_in_words(account),
            *in_tenths(account),
            f"{100 * account.cost_per_decision:.2f}",
            f"{account.marked} of {account.choices}",
        )
        for account in analysis.accounts
    ]
    said = "Of 100: expected + luck + advantage = result; costs are no part of it"
    put("; ".join(filter(None, [said, errors_in_words(analysis.accounts)])))
    put_table(heads, rows, words=2)


def _put_moments(
    head: str, moments: list[Moment], analysis: Analysis, where: Where
) -> None:
    if not moments:
        return
    put()
    put(head)
    for moment in moments:
        first, *rest = describe_moment(analysis, moment)
        put(f"  {first}")
        for line in rest:
            put(f"    {line}")
        put_command(where.explain(moment.event), "    Why: ")
        if moment.kind != "forfeit":
            put_command(where.whatif(moment.event), "    What if: ")


def _put_every(analysis: Analysis) -> None:
    put()
    names = [account.seat for account in analysis.accounts]
    first = analysis.accounts[0].place
    luck = f"luck of {names[0]}"
    heads = ("event", "round", *names, luck, "cost", "mark", "what happened")
    rows = [
        (
            str(moment.event),
            str(moment.round),
            *[
                f"{100 * moment.after[account.place]:.0f}"
                for account in analysis.accounts
            ],
            signed(moment.luck[first]) if moment.kind == "throw" else "",
            f"{100 * moment.cost:.1f}" if moment.compared else "",
            moment.mark,
            cut_between_words(moment.said),
        )
        for moment in analysis.moments
    ]
    put_table(heads, rows, words=0, remark=True)
