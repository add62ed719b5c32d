"""What `fracas show` prints of one run, tournament, conflict or campaign game."""

import click

from sim.campaign.plan import seats_of
from sim.campaign.recorded import find_game, playable_of
from sim.campaign.summary import CampaignSummary, summary_of
from sim.cli.look.chapters import show_game
from sim.cli.look.chosen import (
    Second,
    choices_as_json,
    chosen_of,
    put_first,
    put_second,
)
from sim.cli.look.contests import (
    holds_contest,
    show_contest,
)
from sim.cli.look.lines import line_as_object
from sim.cli.look.runs import branch_in_words, run_words
from sim.cli.play.ending import ending_meaning
from sim.cli.play.samples import sample_words, sampled
from sim.cli.play.screens import put_counted, put_played, put_won, said_first
from sim.cli.terminal.output import (
    put,
    put_document,
    put_prose,
)
from sim.conflict.stream import Line, numeral, spelt
from sim.hosting.sandbox import kept_in_words
from sim.library.registry import rule_system
from sim.run.recorded import conflict_name, find_run, line_of, trusting
from sim.spine.words import counted
from sim.store.events import RunStarted
from sim.store.store import Store, open_store


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
        second.check(name, contest=contest, conflict=names_conflict(opened, name))
        if contest:
            show_contest(opened, name, second, as_json=as_json)
            return
        if names_conflict(opened, name):
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
    words = run_words(opened, run)
    words["samples"] = sample_words(samples, names, store)
    chosen = chosen_of(opened, run, second)
    if as_json:
        first = {"headline": said_first(summary)}
        counts = summary.to_dict() | {"games": run.games}  # as many as were asked for
        put_document(first | words | counts | choices_as_json(chosen))
        return
    if summary.games:
        put_prose(said_first(summary))
    put(f"{run.title} ({run.system}), run {run.run}, seed {run.seed}")
    if summary.games < run.games:
        what = "campaign" if isinstance(summary, CampaignSummary) else "conflict"
        put_prose(
            f"{summary.games} of {counted(run.games, what)} are recorded: the command"
            " that began it plays the others with --resume"
        )
    if not summary.games:
        return
    if words["sandbox"] is not None:
        put(f"agents from files were held by {kept_in_words(words['sandbox'])}")
    put_played(loaded, summary, words["samples"])
    put_first(chosen, names, second)
    put_won(summary, run.agents)
    if second.why:
        put_counted(summary)
    put_second(chosen, names, second)


def _show_line(run: RunStarted, line: Line, *, as_json: bool) -> None:
    words = line_as_object(run, line)
    if as_json:
        put_document(words)
        return
    put(f"{words['conflict']}: {run.title} ({run.system})")
    if run.branch is not None:
        parent, event, said = branch_in_words(run.branch)
        put(f"  a branch of {parent} from event {event} on; {said}")
    ended = f"  ended: {spelt(line.how)}"
    put(f"{ended}, after {line.rounds} rounds and {line.events} events")
    for taken, amount in zip(run.seats, line.returns, strict=True):
        measures = ", ".join(
            f"{name} {by_seat[taken.seat]}"
            for name, by_seat in words["measures"].items()
        )
        gets = f"  {taken.seat} ({taken.agent}) gets {numeral(amount)}"
        put(f"{gets}; {measures}" if measures else gets)
    if meant := ending_meaning(rule_system(run.system), line.how):
        put(meant)
    put(f"  seal {line.seal.hex()}")


def names_conflict(store: Store, name: str) -> bool:
    """Whether *name* names a conflict or a chapter, not a run."""
    number = name.rpartition("-")[2]
    return not store.holds_run(name) and number.replace(".", "", 1).isdecimal()
