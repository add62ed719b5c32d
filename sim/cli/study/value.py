"""`fracas value`: what a conflict is worth when both sides play well."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sim.casting.specs import split
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.free import free_option
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import trust_option
from sim.cli.study.solve import memory_option, states_option
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, note, put, put_json
from sim.cli.terminal.progress import growing
from sim.graph.budget import Budget, can_be_raised
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.optimal.lines import Line
from sim.study.optimal_files import Saved, check_folder
from sim.study.values import in_text
from sim.study.valuing import SECONDS, OptimalValue, in_words, value_of
from sim.study.worked import ROUNDING, Lost

_LINES = 6
"""So many lines of each strategy are printed."""
_LOST = 5


@click.command(
    epilog=(
        "Examples: fracas value skill_page;  fracas value my.toml --seconds 600 --json"
    )
)
@click.argument("scenario")
@click.option(
    "--agents",
    default="",
    metavar="A,B",
    help="Whom to compare with best play; by default the agents of the scenario.",
)
@free_option
@states_option
@memory_option
@click.option(
    "--seconds",
    type=click.FloatRange(0.0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="About the most time to take; then bounds are printed.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write both strategies as agents into a new folder, and test each.",
)
@trust_option
@changes_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def value(
    *,
    scenario: str,
    save: Path | None,
    changes: Changes,
    as_json: bool,
    **asked: Any,  # noqa: ANN401 - the other options
) -> None:
    """Compute what SCENARIO is worth when both sides play as well as they can.

    Both choose the best they can, before sealed choices are revealed, and mix where
    that is better. Printed are how much more one side then gets than the other, what
    each can be sure of whatever the other does, and what the agents of the scenario get
    and lose beside that.

    With --free only some kinds of decision are free, for both sides: what else is asked
    of a side, its agent answers, and the other side knows how.

    There must be two sides of one seat each; judges answer as their agents. Where not
    everything fits into --states, --memory and --seconds, the value lies between the
    two bounds that are printed.

    --save writes agents that draw their answers by the chances of each strategy, and
    looks for the best reply to each: what that gains is printed.
    """
    if save is not None:
        check_folder(save)
    within = Budget(asked["states"], asked["memory"], asked["seconds"])
    found = _worth(changes.load(scenario), within, asked)
    saved = [] if save is None else _saved(found, save, within)
    if as_json:
        put_json(found.to_dict() | {"saved": [_of_file(one) for one in saved]})
    else:
        _put_all(found, saved, [scenario, *changes.words()])


def _worth(loaded: Loaded, within: Budget, asked: Mapping[str, Any]) -> OptimalValue:
    """Compute the value, with progress shown."""
    with growing("following all that can happen", "a value") as report:
        return value_of(
            loaded,
            split(asked["agents"]),
            asked["free"].split(","),
            trusted=asked["trust_files"],
            budget=within,
            progress=report,
        )


def _put_all(
    found: OptimalValue, saved: Sequence[Saved], scenario: Sequence[str]
) -> None:
    """Print the value, and what was saved of it."""
    _put(found)
    for one in saved:
        _put_saved(one)
    if saved:
        note(_again(scenario, found, saved))


def _saved(found: OptimalValue, folder: Path, within: Budget) -> list[Saved]:
    """Write the strategies; looking for replies takes the same time again at most."""
    with growing("looking for replies to the strategies", "a reply") as report:
        parts = found.save(
            folder,
            states=within.states,
            memory=within.megabytes,
            seconds=within.seconds,
            progress=report,
        )
        return list(parts)


def _of_file(one: Saved) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "file": one.file,
        "aim": one.aim,
        "questions": one.questions,
        "gain": one.certificate.gain,
        "whole": one.certificate.whole,
    }


def _put_saved(one: Saved) -> None:
    """Print what anybody gains against the strategy in a file."""
    known = counted(one.questions, "question")
    gain, certificate = one.certificate.gain, one.certificate
    if gain is None:
        said = f"how good it is was not tested: {certificate.why}"
    elif certificate.whole:
        said = f"against it nobody gains more than {max(gain, ROUNDING):.0e}"
    else:
        said = (
            f"against it nobody gains more than {gain:.5f} (a bound, for the reply to"
            f" it does not fit into {certificate.why})"
        )
    put(f"{one.file} ({known}): {said}")


def _again(scenario: Sequence[str], found: OptimalValue, saved: Sequence[Saved]) -> str:
    """Return how to play with what was saved."""
    files = [one.file for one in saved[: len(found.seats)]]
    again = shlex.join(["fracas", "run", *scenario, "--agents", ",".join(files)])
    return f"try: {again}"


def _put(found: OptimalValue) -> None:
    """Print the value for people."""
    loaded = found.loaded
    put(f"{loaded.title} ({loaded.system.title}), when both play well")
    if found.free:
        words = ", ".join(found.free)
        put(f"(free: {words}; the agents make every other decision)")
    put()
    _put_values(found)
    if found.told is not None:
        if found.free and not found.told.asked:
            put()
            put("Best play comes to no decision that is free.")
        for side, seat in enumerate(found.seats):
            lines = [line for line in found.told.lines if line.side == side]
            _put_strategy(seat, lines)
    if found.own is not None and found.exact:
        _put_lost(found)
    put()
    _put_sure(found)


def _put_values(found: OptimalValue) -> None:
    """Print the difference, and a table of what each seat can be sure of."""
    put(in_words(found.seats, found.difference))
    put()
    owns = found.own or (None, None)
    rows = [
        (
            row["seat"],
            in_text(sure),
            row["agent"],
            "" if own is None else in_text(own),
        )
        for row, sure, own in zip(found.rows(), found.sure, owns, strict=True)
    ]
    heads = ("seat", "can be sure of", "its agent", "returns")
    put_table(heads, rows)
    if (own := found.own_difference) is not None:
        shipped = in_words(found.seats, Bounds(own, own))
        put(f"between these agents {shipped}")
    if found.own_why:
        put(f"(what the agents get is not known: {found.own_why})")
    for name, agent in found.judges:
        put(f"({name} judges, and answers as {agent})")


def _put_strategy(seat: str, lines: Sequence[Line]) -> None:
    """Print what is asked of a seat most often, and what it answers."""
    put()
    if not lines:
        put(f"{seat} is never asked.")
        return
    put(f"{seat}:")
    shown = sorted(lines, key=lambda line: -line.times)[:_LINES]
    for line in [line for line in lines if line in shown]:
        put(f"  {_when(line)}: {_answers(line)}")
    if len(lines) > len(shown):
        put(f"  (and {counted(len(lines) - len(shown), 'line')} more in --json)")


def _when(line: Line) -> str:
    """Return the round, and how often the question is met there."""
    return f"round {line.round}, met {times(line.times)}"


def times(many: float) -> str:
    """Return how often something comes in 100 conflicts."""
    hundred = 100 * many
    if hundred >= 1.0:
        return f"{hundred:.0f} times in 100 conflicts"
    return "less than once in 100 conflicts"


def _answers(line: Line) -> str:
    """Return the answers, with chances where it mixes."""
    if not line.mixes:
        return line.answers[0][0]
    return "; or ".join(
        f"with chance {chance:.3f}: {words}" for words, chance in line.answers
    )


def _put_lost(found: OptimalValue) -> None:
    """Print which choices of the shipped agents lose something."""
    put()
    if found.lost_why:
        put(f"(which of their choices lose something is not known: {found.lost_why})")
        return
    if not found.lost:
        put("No choice of these agents loses anything against best play.")
        return
    put("What these agents lose, and where:")
    for one in found.lost[:_LOST]:
        for line in _lost_lines(one):
            put(f"  {line}")
    if len(found.lost) > _LOST:
        put(f"  (and {len(found.lost) - _LOST} more in --json)")


def _lost_lines(one: Lost) -> Iterable[str]:
    """Yield a loss in two lines."""
    yield (
        f"{one.seat}, round {one.round}, met {times(one.times)},"
        f" costs {one.cost:.4f} each time:"
    )
    yield f"  {one.taken}"
    yield f"  Better: {one.best}"


def _put_sure(found: OptimalValue) -> None:
    """Print how sure it is, and how much was followed."""
    size = counted(found.states, "state")
    if found.exact:
        told = found.told
        mixes = "" if told is None else f"; {told.mixed} of {told.asked} choices mix"
        put(f"exact: nobody gains more than {found.gap:.0e}; {size}{mixes}")
        return
    put(f"bounds: {found.why}; {size}")
    for end, agent in zip(("lower", "upper"), found.bounded_by, strict=True):
        if agent:
            put(f"(the {end} bound is what {agent} makes sure of)")
    if can_be_raised(found.full):
        put("(more --seconds, --states or --memory may bring them closer)")
