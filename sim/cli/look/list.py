"""What `fracas show` prints: the runs, tournaments and conflicts of a store.

All of it is read off one line a conflict, and no events, so that it is fast; but for
what seats did in a run whose conflicts were kept (`chosen.py`).
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pkgutil import resolve_name
from typing import Any

import click
import msgspec

from sim.campaign.plan import seats_of
from sim.campaign.recorded import find_game, playable_of
from sim.campaign.summary import summary_of
from sim.cli import complete
from sim.cli.look.chapters import list_chapters, show_game
from sim.cli.look.chosen import (
    Second,
    choices_as_json,
    chosen_of,
    put_first,
    put_second,
)
from sim.cli.look.contests import (
    contests_words,
    holds_contest,
    put_contests,
    put_sandboxes,
    show_contest,
)
from sim.cli.look.lines import put_lines
from sim.cli.look.playtests import playtests_words, put_playtests
from sim.cli.look.ranked import SECONDS, Order, order_of, sorted_lines
from sim.cli.options.budget import seconds_option
from sim.cli.play.campaign import BY_CHAPTER
from sim.cli.play.ending import ending_meaning
from sim.cli.play.report import (
    LISTED_AGENT,
    brief_agent,
    brief_seed,
    put_long_agents,
)
from sim.cli.play.samples import sample_words, sampled
from sim.cli.play.screens import put_counted, put_played, put_won, said_first
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import (
    note,
    put,
    put_document,
    put_json_line,
    put_prose,
)
from sim.conflict.stream import Line, numeral, spelt
from sim.errors import UnknownNameError
from sim.hosting.sandbox import kept_by, kept_in_words
from sim.library.registry import rule_system
from sim.reading.differences import differences
from sim.reading.hints import among, quoted
from sim.run.ranking import MEDIAN, measure_of
from sim.run.recorded import conflict_name, find_run, line_of, scenario_data, trusting
from sim.store.events import Branched, RunStarted, conflict_stream
from sim.store.store import Store, open_store

_SHOWN = 3
"""How many differences between files are shown of each run."""
_WORTH = {"luckiest": "luck of 100", "closest": "apart of 100"}
"""What the numbers are by which conflicts worth reading are ordered."""
_HEADS = ("run", "title", "system", "agents", "seed", "record", "games")
_CHANGED = {
    "choice": "a choice",
    "dice": "dice",
    "agents": "agents",
    "rulings": "options",
    "person": "a person",
}
"""How a branch came about, in words."""
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
        named = find_game(opened, run) if _names_conflict(opened, run) else None
        if named is not None:
            list_chapters(named[0], as_json=as_json)
            return
        began = find_run(opened, run)
        _check_ending(opened, began, how)
        _Listing(opened, began, how, limit, as_json=as_json).put(order)


def _everything(opened: Store, *, as_json: bool) -> None:
    """List the runs, the tournaments and the playtests of a store."""
    runs = list(opened.runs())
    unlike = _differing_fields(opened, runs)
    found = [_run_words(opened, run) | {"differs": unlike[run.run]} for run in runs]
    contests = contests_words(opened)
    tests = playtests_words(opened)
    if as_json:
        for words in (*found, *contests, *tests):
            put_json_line(words)
        return
    if contests:
        put_contests(contests)
    if contests and (found or tests):
        put()
    if tests:
        put_playtests(tests)
    if tests and found:
        put()
    if found or not (contests or tests):
        _put_runs(found, runs)


def _put_runs(found: Sequence[Mapping[str, Any]], runs: Sequence[RunStarted]) -> None:
    rows = [
        (
            words["run"],
            words["title"],
            words["system"],
            ", ".join(
                brief_agent(spec, LISTED_AGENT) or BY_CHAPTER
                for spec in words["agents"]
            ),
            brief_seed(words["seed"]),
            words["record"],
            f"{words['games']}"
            if words["complete"]
            else f"{words['recorded']} of {words['games']} so far",
        )
        for words in found
    ]
    put_table(_HEADS, rows, words=6)
    played = ((words["run"], spec) for words in found for spec in words["agents"])
    put_long_agents(played, LISTED_AGENT)
    put_sandboxes("run", ((words["run"], words["sandbox"]) for words in found))
    unlike = [
        (words["run"], _fields_text(words["differs"]))
        for words in found
        if words["differs"]
    ]
    branches = [
        (run.run, *_branched(run.branch)) for run in runs if run.branch is not None
    ]
    if branches:
        put()
        heads = ("run", "branch of", "event", "what is other")
        put_table(heads, branches, words=2, remark=True)
    if unlike:
        put()
        put_table(("run", "differs from others of its title in"), unlike, words=2)


def _as_object(branch: Branched) -> dict[str, object]:
    """Return what a branch comes from and what is other in it, for a program."""
    return {
        "parent": branch.parent,
        "event": branch.event,
        "how": branch.how,
        "words": branch.words,
        "rulings": dict(branch.rulings),
    }


def _branched(branch: Branched) -> tuple[str, str, str]:
    """Return of which conflict a run is a branch, from where on, and what is other."""
    said = f"{_CHANGED[branch.how]}: {branch.words}" if branch.words else branch.how
    return branch.parent, str(branch.event), said


def _differing_fields(
    store: Store, runs: Sequence[RunStarted]
) -> dict[str, dict[str, Any]]:
    """Return, for each run, the fields of its scenario that other runs have otherwise.

    Only runs of the same title are compared.
    """
    alike: dict[tuple[str, str], list[RunStarted]] = {}
    for run in runs:
        alike.setdefault((run.system, run.title), []).append(run)
    found: dict[str, dict[str, Any]] = {}
    for group in alike.values():
        files = {
            run.scenario: msgspec.json.decode(scenario_data(store, run))
            for run in group
        }
        unlike = dict(zip(files, differences(list(files.values())), strict=True))
        found |= {run.run: unlike[run.scenario] for run in group}
    return found


def _fields_text(differs: Mapping[str, Any]) -> str:
    """Return the first few fields that differ, as text."""
    words = [f"{path} = {_literal(value)}" for path, value in differs.items()]
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return "; ".join(words[:_SHOWN] + more)


def _literal(value: object) -> str:
    if value is None:
        return "unset"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _run_words(store: Store, run: RunStarted) -> dict[str, Any]:
    completed = store.completed(run.run)
    if completed is None:
        recorded = sum(1 for _ in store.lines(run.run))
    else:
        recorded = completed.games
    return {
        "run": run.run,
        "title": run.title,
        "system": run.system,
        "scenario": run.scenario,
        "agents": run.agents,
        "seed": run.seed,
        "games": run.games,
        "recorded": recorded,
        "record": "packed" if store.is_packed(run.run) else run.record,
        "sandbox": kept_by(run.agents, run.sandbox),
        "complete": completed is not None,
        "seal": completed.seal.hex() if completed is not None else None,
        "branch": None if run.branch is None else _as_object(run.branch),
    }


def _check_ending(store: Store, run: RunStarted, how: str | None) -> None:
    """Raise UsageError where no conflict of *run* ended with *how*."""
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
            told = f" ({MEDIAN})" if order.around == MEDIAN else ""
            note(f"by how near {name} is to {numeral(middle)}{told}")
        self._put_replay(lines)

    def _put_worth(self, order: Order) -> None:
        # Analyses take long to import, and most lists need none.
        worth_lines = resolve_name("sim.cli.look.worth:worth_lines")
        found = list(worth_lines(self._store, self._run, order, self._limit))
        if self._how is not None:
            found = [one for one in found if spelt(one[1].how) == self._how]
        if not found:
            return
        lines = [line for _, line in found]
        amounts = [round(100 * one.amount, 1) for one, _ in found]
        self._put(lines, _WORTH[order.worth], amounts)
        if not self._as_json:
            note(f"first: {found[0][0].said}")
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
            put_json_line(_line_words(run, line) | more)


def _line_words(run: RunStarted, line: Line) -> dict[str, Any]:
    seats = [seat.seat for seat in run.seats]
    return {
        "conflict": conflict_stream(run.run, line.game),
        "how": line.how,
        "returns": dict(zip(seats, line.returns, strict=True)),
        "rounds": line.rounds,
        "events": line.events,
        "decisions": line.decisions,
        "measures": {
            name: dict(zip(seats, totals, strict=True))
            for name, totals in line.tally.items()
        },
        "seal": line.seal.hex(),
    } | ({} if run.branch is None else {"branch": _as_object(run.branch)})


@click.command("show")
@click.argument("store")
@click.argument("name")
@click.option("--why", is_flag=True)
@click.option("--choices", is_flag=True)
@click.option("--all", "every", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def show_one(
    store: str, name: str, *, why: bool, choices: bool, every: bool, as_json: bool
) -> None:
    """Sum up a conflict of STORE, or a run or tournament as when it was played."""
    second = Second(why or every, choices or every, every)
    with open_store(store, create=False) as opened, trusting(opened.where):
        contest = holds_contest(opened, name)
        second.check(name, contest=contest, conflict=_names_conflict(opened, name))
        if contest:
            show_contest(opened, name, second, as_json=as_json)
            return
        if _names_conflict(opened, name):
            named = find_game(opened, name)
            if named is not None:
                show_game(*named, as_json=as_json)
                return
            run_id, _, number = conflict_name(opened, name).rpartition("-")
            run = find_run(opened, run_id)
            _show_line(run, line_of(opened, run, int(number)), as_json=as_json)
            return
        run = find_run(opened, name)
        if run.branch is not None:
            # One conflict that was steered is no sample, so nothing is estimated.
            _show_line(run, line_of(opened, run, 1), as_json=as_json)
            return
        _show_run(opened, run, store, second, as_json=as_json)


def _show_run(
    opened: Store, run: RunStarted, store: str, second: Second, *, as_json: bool
) -> None:
    """Sum up a run as when it was played; *store* is what it was called."""
    loaded = playable_of(opened, run)
    lines = opened.lines(run.run)
    summary = summary_of(loaded, lines)
    names = [seat.name for seat in seats_of(loaded)]
    samples = sampled(run.run, opened.lines(run.run))
    words = _run_words(opened, run)
    words["samples"] = sample_words(samples, names, store)
    chosen = chosen_of(opened, run, second)
    if as_json:
        first = {"headline": said_first(summary)}
        put_document(first | words | summary.to_dict() | choices_as_json(chosen))
        return
    put_prose(said_first(summary))
    put(f"{run.title} ({run.system}), run {run.run}, seed {run.seed}")
    if words["sandbox"] is not None:
        put(f"agents from files were held by {kept_in_words(words['sandbox'])}")
    put_played(loaded, summary, words["samples"])
    put_first(chosen, names)
    put_won(summary, run.agents)
    if second.why:
        put_counted(summary)
    put_second(chosen, names, second)


def _names_conflict(store: Store, name: str) -> bool:
    """Whether *name* names a conflict or a chapter, not a run."""
    number = name.rpartition("-")[2]
    return not store.holds_run(name) and number.replace(".", "", 1).isdecimal()


def _show_line(run: RunStarted, line: Line, *, as_json: bool) -> None:
    words = _line_words(run, line)
    if as_json:
        put_document(words)
        return
    put(f"{words['conflict']}: {run.title} ({run.system})")
    if run.branch is not None:
        parent, event, said = _branched(run.branch)
        put(f"  a branch of {parent} from event {event} on; {said}")
    ended = f"  ended: {spelt(line.how)}"
    put(f"{ended}, after {line.rounds} rounds and {line.events} events")
    for taken, amount in zip(run.seats, line.returns, strict=True):
        measures = ", ".join(
            f"{name} {each[taken.seat]}" for name, each in words["measures"].items()
        )
        gets = f"  {taken.seat} ({taken.agent}) gets {numeral(amount)}"
        put(f"{gets}; {measures}" if measures else gets)
    if meant := ending_meaning(rule_system(run.system), line.how):
        put(meant)
    put(f"  seal {line.seal.hex()}")
