"""`fracas tune`: the number that makes a scenario fair, or what else is wanted."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import click
from msgspec import Struct

from sim.casting.specs import split
from sim.cli.options.budget import seconds_option
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import agents_option, trust_option
from sim.cli.options.workers import executor_option, workers_option
from sim.cli.play.samples import put_samples
from sim.cli.study.samples import point_samples
from sim.cli.study.varied import (
    games_option,
    job_runner_for,
    seed_option,
    vary_option,
)
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import Stopped, put, put_command, put_json, put_prose
from sim.cli.terminal.progress import known_later
from sim.library.scenario import Loaded
from sim.library.settings import as_option_text
from sim.seam.protocol import SeatInfo
from sim.vary.figures import VALUE, Figure, read_target
from sim.vary.points import Effort
from sim.vary.ranges import axes_in_words, column_names, read_axes
from sim.vary.search import FEW
from sim.vary.tune import GAMES, SECONDS, At, Tuning
from sim.vary.verdict import sentences, target_in_words

_SIDES = {-1: "below", 1: "above"}


class Request(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    vary: tuple[str, ...]
    target: str
    agents: str
    games: int
    seconds: float
    seed: str
    trust_files: bool
    changes: Changes


@click.command(
    epilog=(
        "Example: fracas tune skill_page --vary 'seats[Hacker].skills.intrusion=9..18'"
        " --target 'wins(Hacker)=0.5'"
    )
)
@click.argument("scenario")
@vary_option
@click.option(
    "--target",
    required=True,
    metavar="'wins(NAME)=0.5'",
    help=(
        "The target: wins(NAME) or returns(NAME), and a number from 0 to 1; or "
        "value=0 for a conflict that is fair under best play."
    ),
)
@agents_option
@games_option(GAMES, "a value")
@seconds_option(SECONDS)
@seed_option
@trust_option
@workers_option
@executor_option
@changes_options
@json_option
@runs_here
def tune(
    *,
    as_json: bool,
    workers: int | None,
    executor: str | None,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Find the number of SCENARIO that makes it fair, or meets another --target.

    With one --vary, it tries a few values first, then halves the range between two of
    them that lie on different sides of the target, and tries the neighbours of the
    best. It tries all values only if they are few, or if the figure does not simply
    rise or fall. Several --vary are searched together. A value that cannot be solved in
    its share of the time is played, always with the same dice, until it is certain on
    which side of the target it lies. All intervals of one search hold together in 95 of
    100 cases.

    When --seconds are over, or at Ctrl-C, it prints the best value so far, and which
    values were not tried.

    value=X is the value of best play, as computed by `fracas value`: how much more the
    first side gets than the second if both play as well as they can, from -1 to 1. It
    is solved for each value, and never played.

    The exit status is 2 if no value reaches the target.
    """
    request = Request(**options)
    tuning, stopped = _search(request, workers, executor)
    samples = _samples(tuning, request)
    if as_json:
        says = {"says": sentences(tuning)}
        again = {"again": _command_again(request), "samples": samples}
        put_json(tuning.to_dict() | says | again)
    else:
        _put(tuning, request, samples)
    if stopped:
        message = "what is printed is the best so far"
        raise Stopped(message)


def _search(
    request: Request, workers: int | None, executor: str | None
) -> tuple[Tuning, bool]:
    """Return the search, and whether Ctrl-C ended it.

    Raises what `Tuning` raises, and Stopped if Ctrl-C came before any value was tried.
    """
    axes, target = read_axes(request.vary), read_target(request.target)
    loaded = request.changes.load(request.scenario)
    effort = Effort(request.seed, request.games, request.seconds)
    agents, trusted = split(request.agents), request.trust_files
    tuning = Tuning(loaded, axes, target, effort, agents, trusted=trusted)
    try:
        with (
            job_runner_for(workers, executor, request.games) as effort.runner,
            known_later("searching") as report,
        ):
            effort.progress = partial(_show_progress, tuning, report)
            tuning.search()
    except KeyboardInterrupt as error:
        if not tuning.looked():
            message = "no value was looked at yet"
            raise Stopped(message) from error
        tuning.settle()
        return tuning, True
    tuning.settle()
    return tuning, False


def _show_progress(
    tuning: Tuning, report: Callable[[int, int, str], None], _played: int
) -> None:
    """Show how far the search is."""
    report(0, 0, f"{len(tuning.looked())} of {tuning.of} values looked at")


def _samples(tuning: Tuning, request: Request) -> list[dict[str, Any]]:
    best = tuning.points[tuning.best], request.scenario, request.changes.words()
    return point_samples([(f"with {tuning.words(tuning.best)}", best)], request.seed)


def _put(
    tuning: Tuning, request: Request, samples: Sequence[Mapping[str, Any]]
) -> None:
    base, of = tuning.base, tuning.target.measure
    put_prose(" ".join(sentences(tuning)))
    put()
    put(f"{base.title} ({base.system.title}), so that {target_in_words(tuning.target)}")
    if of.kind == VALUE:
        first, second = [seat.name for seat in _playing(base)]
        put(f"(the value: how much more {first} gets than {second} under best play)")
    put(f"varied: {', '.join(axes_in_words(base, tuning.axes))}")
    put()
    heads = (*column_names(tuning.axes), str(of), "which is", "known")
    rows = [_row(tuning, at) for at in _rows_to_show(tuning)]
    put_table(heads, rows, words=len(tuning.axes))
    if any(tuning.figure(at).games for at in tuning.looked()):
        put_prose(
            "Brackets hold the truth of all values together in 95 of 100 searches."
            f" Games of one number share their dice, seed {request.seed}."
        )
    put_samples(samples)
    put()
    put_command(_command_again(request), "the same again: ")


def _rows_to_show(tuning: Tuning) -> list[At]:
    """Return all rows if they are few, otherwise the rows around the best."""
    known = tuning.looked()
    return known if len(known) <= FEW else sorted({tuning.best, *tuning.neighbours()})


def _row(tuning: Tuning, at: At) -> tuple[str, ...]:
    figure = tuning.figure(at)
    return (
        *(as_option_text(setting.value) for setting in tuning.settings(at)),
        figure.text(tuning.target.measure.kind),
        _SIDES.get(tuning.side(at), "as wanted" if figure.exact else "may be right"),
        _certainty_in_words(figure),
    )


def _certainty_in_words(figure: Figure) -> str:
    """Return how sure a figure is."""
    if figure.exact:
        return "exact"
    return f"{figure.games} games" if figure.games else "bounds"


def _playing(base: Loaded) -> list[SeatInfo]:
    seats = base.system.seats(base.scenario)
    return [seat for seat in seats if seat.side is not None]


def _command_again(request: Request) -> str:
    parts = ["fracas", "tune", request.scenario]
    for varied in request.vary:
        parts += ["--vary", varied]
    parts += ["--target", request.target]
    parts += ["--agents", request.agents] if request.agents else []
    played = read_target(request.target).measure.kind != VALUE
    parts += ["--games", str(request.games)] if played else []
    parts += ["--seconds", f"{request.seconds:g}"]
    parts += ["--trust-files"] if request.trust_files else []
    parts += ["--seed", request.seed] if played else []
    return shlex.join([*parts, *request.changes.words()])
