"""`fracas tune`: the number that makes a scenario fair, or what else is wanted."""

import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click
from msgspec import Struct

from sim.casting.specs import split
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import agents_option, trust_option
from sim.cli.options.workers import executor_option, workers_option
from sim.cli.play.samples import put_samples
from sim.cli.study.samples import point_samples
from sim.cli.study.varied import (
    games_option,
    playing,
    seconds_option,
    seed_option,
    vary_option,
)
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, put, put_command, put_json, put_prose
from sim.cli.terminal.progress import growing
from sim.library.scenario import Loaded
from sim.library.settings import spoken
from sim.seam.protocol import SeatInfo
from sim.vary.figures import VALUE, Figure, read_target
from sim.vary.points import Effort
from sim.vary.ranges import names, read_axes
from sim.vary.tune import FEW, GAMES, SECONDS, At, Tuning, spoken_values

_NAMED = 3
_SIDES = {-1: "below", 0: "as wanted", 1: "above"}


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
        "What is wanted: wins(NAME) or returns(NAME), and a number from 0 to 1; or"
        " value=0, that best play of both sides is worth the same to each."
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def tune(
    *,
    as_json: bool,
    workers: int | None,
    executor: str | None,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Find the number of SCENARIO that makes it fair, or whatever --target says.

    Of one --vary all values are looked at if they are few. If they are many, a few are;
    where these rise or fall throughout, the place between them is found by bisection.
    Several --vary are searched together. What does not fit into a few seconds of
    solving is played, always with the same dice, until it is sure on which side of the
    target it lies or the games are spent. All intervals of one search together hold in
    95 of 100 cases.

    value=X is the value of best play, as `fracas value` has it: how much more the first
    side gets than the second when both play as well as they can, from -1 to 1. It is
    solved at each place, and never played.

    The exit status is 2 where no value reaches the target.
    """
    request = Request(**options)
    found = _searched(request, workers, executor)
    samples = _samples(found, request)
    if as_json:
        put_json(found.to_dict() | {"again": _again(request), "samples": samples})
    else:
        _put(found, request, samples)


def _searched(request: Request, workers: int | None, executor: str | None) -> Tuning:
    """Return the search; raises for whatever cannot be done, or found."""
    axes, target = read_axes(request.vary), read_target(request.target)
    loaded = request.changes.load(request.scenario)
    with (
        playing(workers, executor, request.games) as hands,
        growing("searching", "a search") as tell,
    ):
        effort = Effort(
            request.seed,
            request.games,
            request.seconds,
            hands=hands,
            progress=lambda played: tell(played, 0),
        )
        found = Tuning(
            loaded,
            axes,
            target,
            effort,
            split(request.agents),
            trusted=request.trust_files,
        )
        found.run()
    return found


def _samples(found: Tuning, request: Request) -> list[dict[str, Any]]:
    best = found.points[found.best], request.scenario, request.changes.words()
    return point_samples([(f"with {found.words(found.best)}", best)], request.seed)


def _put(found: Tuning, request: Request, samples: Sequence[Mapping[str, Any]]) -> None:
    base, of = found.base, found.target.measure
    looked = found.rows()
    put(f"{base.title} ({base.system.title}): where {of} is {found.target.value:g}")
    if of.kind == VALUE:
        one, other = [seat.name for seat in _playing(base)]
        put(f"(the value: how much more {one} gets than {other} when both play well)")
    put(f"varied: {', '.join(axis.path for axis in found.axes)}")
    put()
    heads = (*names(found.axes), str(of), "which is", "known")
    rows = [_row(found, at) for at in _rows_to_show(found)]
    put_table(heads, rows, words=len(found.axes))
    put()
    put_prose(_verdict(found))
    put(f"{counted(len(looked), 'value')} looked at, of {found.to_dict()['of']}")
    if any(row["games"] for row in looked):
        put(f"intervals hold together with 95 %; seed {request.seed}")
    put_samples(samples)
    put()
    put_command(_again(request), "the same again: ")


def _rows_to_show(found: Tuning) -> list[At]:
    """Return all that was looked at where it is little, else what is about the best."""
    known = [at for at, point in found.points.items() if point.known]
    few = len(known) <= FEW
    return sorted(known if few else {found.best, *found.neighbours()})


def _row(found: Tuning, at: At) -> tuple[str, ...]:
    figure = found.figure(at)
    return (
        *(spoken(one.value) for one in found.settings(at)),
        figure.text(found.target.measure.kind),
        _SIDES[found.side(at)],
        _known(figure),
    )


def _known(figure: Figure) -> str:
    """Return how sure a figure is."""
    if figure.exact:
        return "exact"
    return f"{figure.games} games" if figure.games else "bounds"


def _playing(base: Loaded) -> list[SeatInfo]:
    seats = base.system.seats(base.scenario)
    return [seat for seat in seats if seat.side is not None]


def _verdict(found: Tuning) -> str:
    best = found.words(found.best)
    if found.verdict == "nearest":
        figure = found.figure(found.best).text(found.target.measure.kind)
        nearest = f"The nearest is {best}: {figure}.{_between(found)}"
        return f"None makes it exactly so. {nearest}"
    if found.verdict == "exactly":
        return f"{best} makes it exactly so."
    ends = found.interval
    if ends is None or ends[0] == ends[1]:
        tells = "games tell" if found.figure(found.best).games else "bounds tell"
        return f"{best} makes it so, as far as the {tells}.{_others(found)}"
    low, high = spoken_values(found, ends)
    said = f"{best} comes nearest; any from {low} to {high} may make it so."
    return said + _others(found)


def _between(found: Tuning) -> str:
    """Return a sentence on the neighbours between which the target is crossed."""
    if len(found.axes) > 1:
        return ""
    known = [at for at, point in sorted(found.points.items()) if point.known]
    for one, other in pairwise(known):
        if found.best not in {one, other} and found.side(one) * found.side(other) < 0:
            low, high = spoken_values(found, (one, other))
            return f" It is crossed between {low} and {high} as well."
    return ""


def _others(found: Tuning) -> str:
    """Return a sentence on the values elsewhere that may meet the target too."""
    low, high = found.interval or (found.best, found.best)
    others = [
        found.words(at)
        for at, point in sorted(found.points.items())
        if point.known and not found.side(at) and not low <= at <= high
    ]
    if not others:
        return ""
    named = ", ".join(others[:_NAMED]) + ", ..." * (len(others) > _NAMED)
    return f" So may {named}."


def _again(request: Request) -> str:
    parts = ["fracas", "tune", request.scenario]
    for one in request.vary:
        parts += ["--vary", one]
    parts += ["--target", request.target]
    parts += ["--agents", request.agents] if request.agents else []
    played = read_target(request.target).measure.kind != VALUE
    parts += ["--games", str(request.games)] if played else []
    parts += ["--seconds", f"{request.seconds:g}"]
    parts += ["--trust-files"] if request.trust_files else []
    parts += ["--seed", request.seed] if played else []
    return shlex.join([*parts, *request.changes.words()])
