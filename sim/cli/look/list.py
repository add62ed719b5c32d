"""What `fracas show STORE` lists: runs and tournaments, or the conflicts of a run.

All of it is read from one line a conflict, and no events, so that it is fast; except
what seats did in a run whose conflicts were kept (`chosen.py`).
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pkgutil import resolve_name

import click

from sim.campaign.recorded import find_game
from sim.cli import complete
from sim.cli.look.chapters import list_chapters
from sim.cli.look.contests import contests_words, put_contests
from sim.cli.look.lines import line_as_object, put_lines
from sim.cli.look.playtests import playtests_words, put_playtests
from sim.cli.look.ranked import SECONDS, Order, order_of, sorted_lines
from sim.cli.look.runs import differing_fields, put_runs, run_words
from sim.cli.look.summary import names_conflict
from sim.cli.options.budget import seconds_option
from sim.cli.terminal.output import note, put, put_json_line
from sim.conflict.stream import Line, numeral, spelt
from sim.errors import UnknownNameError
from sim.reading.hints import among, quoted
from sim.run.ranking import MEDIAN, measure_of
from sim.run.recorded import find_run, trusting
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store, open_store

_WORTH = {"luckiest": "luck of 100", "closest": "apart of 100"}
"""What the numbers are by which conflicts worth reading are ordered."""
json_lines = click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")


@click.command(
    "list",
    epilog=(
        "Examples: fracas show duels.db;  fracas show duels.db 3fa91c02;  fracas show"
        " duels.db 3fa91c02 --sort harm --around median"
    ),
)
@click.argument("store")
@click.argument("run", default="", shell_complete=complete.runs)
@click.option("--how", help="Only conflicts that ended this way, such as: conceded.")
@click.option(
    "--limit", type=click.IntRange(0), default=20, show_default=True, help="0 for all."
)
@click.option(
    "--sort",
    metavar="MEASURE",
    help="Sort, highest first, by events, rounds, decisions, a seat, harm or "
    "harm:SEAT.",
)
@click.option(
    "--around", metavar="median|NUMBER", help="With --sort: the closest to it first."
)
@click.option(
    "--longest", is_flag=True, help="The longest first; the same as --sort events."
)
@click.option(
    "--luckiest", is_flag=True, help="Wins that owe most to the dice (analysed)."
)
@click.option(
    "--closest", is_flag=True, help="Conflicts that stayed open longest (analysed)."
)
@seconds_option(None, f"How long to analyse for these two.  [default: {SECONDS:.0f}]")
@json_lines
def list_(  # noqa: PLR0913 - the options of a command
    store: str,
    run: str,
    *,
    how: str | None,
    limit: int,
    sort: str | None,
    around: str | None,
    longest: bool,
    luckiest: bool,
    closest: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """List the runs in STORE, or the conflicts of its run RUN.

    Where RUN is one game of a campaign, such as 3fa91c02-17, list its chapters. What is
    worth reading of a long run is found by --sort, --luckiest and their like.
    """
    worth = {"luckiest": luckiest, "closest": closest}
    order = order_of(sort, around, longest=longest, worth=worth, seconds=seconds)
    with open_store(store, create=False) as opened, trusting(opened.where):
        if not run and (how is not None or order):
            # These are about the conflicts of one run, so the only one is meant.
            run = find_run(opened).run
        if not run:
            _everything(opened, as_json=as_json)
            return
        named = find_game(opened, run) if names_conflict(opened, run) else None
        if named is not None:
            list_chapters(named[0], as_json=as_json)
            return
        began = find_run(opened, run)
        _check_ending(opened, began, how)
        _Listing(opened, began, how, limit, as_json=as_json).put(order)


def _everything(opened: Store, *, as_json: bool) -> None:
    """List the runs, the tournaments and the playtests of a store."""
    runs = list(opened.runs())
    unlike = differing_fields(opened, runs)
    run_rows = [run_words(opened, run) | {"differs": unlike[run.run]} for run in runs]
    contests = contests_words(opened)
    tests = playtests_words(opened)
    if as_json:
        for words in (*run_rows, *contests, *tests):
            put_json_line(words)
        return
    if contests:
        put_contests(contests)
    if contests and (run_rows or tests):
        put()
    if tests:
        put_playtests(tests)
    if tests and run_rows:
        put()
    if run_rows or not (contests or tests):
        put_runs(run_rows, runs)


def _check_ending(store: Store, run: RunStarted, how: str | None) -> None:
    """Raise UsageError if no conflict of *run* ended with *how*."""
    known = sorted({spelt(line.how) for line in store.lines(run.run)}) if how else []
    if how is not None and spelt(how) not in known:
        message = (
            f"no conflict of the run {run.run} ended with {quoted(how)}, expected"
            f" {among(known, how)}"
        )
        raise UnknownNameError(message)


class _Listing:
    """The conflicts of a run, those that ended as *how* says, at most *limit*."""

    def __init__(
        self,
        store: Store,
        run: RunStarted,
        how: str | None,
        limit: int,
        *,
        as_json: bool,
    ) -> None:
        self._store, self._run = store, run
        self._how = None if how is None else spelt(how)
        self._limit, self._as_json = limit, as_json

    def put(self, order: Order) -> None:
        """Print them in this *order*."""
        if order.worth:
            self._put_worth(order)
        elif order.sort:
            self._put_sorted(order)
        else:
            lines = self._lines()
            self._put(islice(lines, self._limit or None))
            if not self._as_json and next(lines, None) is not None:
                note(f"these are the first {self._limit}; --limit 0 lists them all")

    def _lines(self) -> Iterator[Line]:
        every = self._store.lines(self._run.run)
        return (line for line in every if self._how in {None, spelt(line.how)})

    def _put_sorted(self, order: Order) -> None:
        name, measure = measure_of(self._store, self._run, order.sort)
        lines, middle = sorted_lines(self._lines, measure, order.around, self._limit)
        self._put(lines, name, [measure(line) for line in lines])
        if middle is not None:
            detail = f" ({MEDIAN})" if order.around == MEDIAN else ""
            note(f"by how near {name} is to {numeral(middle)}{detail}")
        self._put_replay(lines)

    def _put_worth(self, order: Order) -> None:
        # Analyses take long to import, and most lists need none.
        worth_lines = resolve_name("sim.cli.look.worth:worth_lines")
        analysed = list(worth_lines(self._store, self._run, order, self._limit))
        if self._how is not None:
            analysed = [entry for entry in analysed if spelt(entry[1].how) == self._how]
        if not analysed:
            return
        lines = [line for _, line in analysed]
        amounts = [round(100 * highlight.amount, 1) for highlight, _ in analysed]
        self._put(lines, _WORTH[order.worth], amounts)
        if not self._as_json:
            note(f"first: {analysed[0][0].said}")
        self._put_replay(lines)

    def _put_replay(self, lines: Sequence[Line]) -> None:
        if lines and not self._as_json:
            name = conflict_stream(self._run.run, lines[0].game)
            command = shlex.join(["fracas", "replay", self._store.where, name])
            note(f"to read the first: {command}")

    def _put(
        self, lines: Iterable[Line], by: str = "", amounts: Sequence[float] = ()
    ) -> None:
        """Print *lines*, each with what it is sorted *by*."""
        run = self._run
        if not self._as_json:
            put_lines(run, lines, by, amounts)
            return
        for place, line in enumerate(lines):
            more = {"sorted": {by: amounts[place]}} if by else {}
            put_json_line(line_as_object(run, line) | more)
