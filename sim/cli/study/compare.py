"""`fracas compare`: what another number, ruling or agent changes, dice being equal."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import Any

import click
from msgspec import Struct

from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.budget import seconds_option
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY, trust_option
from sim.cli.options.workers import executor_option, workers_option
from sim.cli.play.samples import kept_in, put_samples
from sim.cli.study.samples import Named, point_samples
from sim.cli.study.today import TodayRequest, choice_in_words, compare_today
from sim.cli.study.varied import (
    games_option,
    job_runner_for,
    seed_option,
    within_option,
)
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import Stopped, put, put_command, put_json, put_prose
from sim.cli.terminal.progress import progress
from sim.library.settings import as_option_text
from sim.run.run import make_plan
from sim.run.run import run as run_plan
from sim.spine.words import counted
from sim.store.store import open_store
from sim.vary.compare import GAMES, LOOKED, SECONDS, WITHIN, Comparison, Parting
from sim.vary.figures import Figure, Kind, meant_by_the_same
from sim.vary.headline import comparison_headline
from sim.vary.points import Effort, Point

_PARTINGS = 3
_LINEUPS = 2
_SAYS = {"more": "more", "less": "less", "equal": "the same", "open": "not settled"}


class Request(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    other: str | None
    agents: tuple[str, ...]
    games: int
    seconds: float
    within: float
    seed: str
    store: str | None
    trust_files: bool
    changes: Changes


@click.command(
    epilog=(
        "Examples: fracas compare alley --set 'seats[Gael].pools.vigor=1';  fracas"
        " compare alley --agents steady,steady --agents bold,steady;  fracas compare"
        " mine.toml yours.toml;  fracas compare duels.db --today"
    )
)
@click.argument("scenario", shell_complete=complete.playables)
@click.argument("other", required=False, shell_complete=complete.playables)
@click.option(
    "--agents",
    multiple=True,
    metavar="A,B",
    shell_complete=complete.agents,
    help=f"Who plays, seat by seat: each {ANYBODY}; given twice, in the first and in"
    " the second.",
)
@games_option(GAMES, "each")
@seconds_option(SECONDS)
@within_option(WITHIN, "A difference that is certainly no larger counts as none.")
@seed_option
@click.option(
    "--store", metavar="PATH|URL", help="Record the conflicts that are followed."
)
@click.option(
    "--today",
    is_flag=True,
    help="Compare a recorded run, STORE [RUN], with what today's code plays.",
)
@trust_option
@workers_option
@executor_option
@changes_options
@json_option
@runs_here
def compare(
    *,
    as_json: bool,
    today: bool,
    workers: int | None,
    executor: str | None,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Show what changes between SCENARIO and OTHER, or SCENARIO with a change.

    OTHER may be another version of the same file, or any scenario of the same rules in
    which somebody has the same name. --set and --ruling change the second of the two.
    Both are solved if they fit into a few seconds. Otherwise they are played with the
    same dice until it is certain for everybody whether there is a difference. Its
    interval holds in 95 of 100 cases, no matter when you look.

    Some conflicts are followed to the first decision at which they differ; --store
    keeps these, so that you can replay them.

    With --today, a recorded run, perhaps by another version of Fracas, of an agent or
    of the rules, is compared with what today's code plays: fracas compare STORE
    --today, and the id of the RUN if the store has several.
    """
    request = Request(**options)
    if today:
        asked = _today_request(request)
        with job_runner_for(workers, executor, request.games) as runner:
            compare_today(asked, runner, as_json=as_json)
        return
    comparison = _comparison_asked(request)
    _run(comparison, request, workers, executor)
    commands, samples = _commands(comparison, request), _samples(comparison, request)
    if as_json:
        put_json(
            comparison.to_dict()
            | {"headline": comparison_headline(comparison), "seed": request.seed}
            | {"replay": commands, "again": _command_again(request), "samples": samples}
        )
    else:
        _put(comparison, request, commands, samples)


def _run(
    comparison: Comparison, request: Request, workers: int | None, executor: str | None
) -> None:
    try:
        with (
            job_runner_for(workers, executor, 2 * request.games) as runner,
            progress("conflicts", 2 * request.games) as tell,
        ):
            seed, games, seconds = request.seed, request.games, request.seconds
            comparison.run(Effort(seed, games, seconds, runner=runner, progress=tell))
    except KeyboardInterrupt as error:
        message = "nothing is kept of a comparison that is not finished"
        raise Stopped(message) from error


def _today_request(request: Request) -> TodayRequest:
    """Return what is asked of a recorded run; raises UsageError for what is not."""
    if request.agents or request.changes.words():
        message = (
            "--today compares a run as it was recorded, expected no --agents, --set or"
            " --ruling beside it"
        )
        raise click.UsageError(message)
    return TodayRequest(
        request.scenario,
        request.other or "",
        request.games,
        request.within,
        request.store,
        request.trust_files,
    )


def _samples(comparison: Comparison, request: Request) -> list[dict[str, Any]]:
    second = request.other or request.scenario, request.changes.words()
    points: list[tuple[str, Named]] = [
        ("in the first", (comparison.first, request.scenario, ())),
        ("in the second", (comparison.second, *second)),
    ]
    samples = point_samples(points, request.seed)
    if request.store is None or comparison.example() is None:
        return samples
    return kept_in(request.store, _games_followed(request), samples)


def _comparison_asked(request: Request) -> Comparison:
    """Return what is compared; raises for whatever cannot be."""
    if len(request.agents) > _LINEUPS:
        message = f"--agents is given {len(request.agents)} times, expected at most 2"
        raise click.UsageError(message)
    first = Changes().load(request.scenario)
    second = request.changes.load(request.other or request.scenario)
    lineups = [split(text) for text in request.agents] or [()]
    return Comparison(
        first,
        second,
        lineups[0],
        lineups[-1],
        trusted=request.trust_files,
        within=request.within,
    )


def _put(
    comparison: Comparison,
    request: Request,
    commands: Sequence[str],
    samples: Sequence[Mapping[str, Any]],
) -> None:
    first = comparison.first.loaded
    put_prose(comparison_headline(comparison))
    put(f"{first.title} ({first.system.title})")
    for index, which in enumerate(("first", "second")):
        put(f"{which}: {shlex.join(_options(request, index))}")
    put()
    rows = [
        (path, _plain(before), _plain(after))
        for path, before, after in comparison.changed
    ]
    put_table(("what changed", "first", "second"), rows, words=3)
    put()
    _put_gains(comparison, request)
    put()
    _put_partings(comparison, commands)
    put_samples(samples)
    put()
    put_command(_command_again(request), "the same again: ")


def _plain(value: object) -> str:
    return "-" if value is None else as_option_text(value)


def _put_gains(comparison: Comparison, request: Request) -> None:
    """Print what everybody gets in both, and how much more in the second."""
    gains = comparison.gains()
    rows = [
        (
            str(gain.measure),
            _text(gain.first, gain.measure.kind),
            _text(gain.second, gain.measure.kind),
            _gap(gain.gap),
            _SAYS[gain.says],
        )
        for gain in gains
    ]
    put_table(("", "first", "second", "difference", "in the second"), rows, remark=True)
    if all(gain.gap.exact for gain in gains):
        put("Both are solved, so all of it is exact.")
        return
    more = " More --games or --seconds settle more."
    put_prose(
        _how_played(comparison, request.seed)
        + " Brackets are intervals of 95 %."
        + meant_by_the_same(gains, comparison.within)
        + more * any(gain.says == "open" for gain in gains)
    )


def _how_played(comparison: Comparison, seed: str) -> str:
    """Return what was played, and what did not have to be."""
    games = counted(comparison.games, "conflict")
    if comparison.first.solved is None:
        return f"{games} of each were played with the same dice, seed {seed}."
    # The second is solved only where the first was.
    solved = "The first is solved, so exact"
    return f"{solved}; {games} of the second were played, seed {seed}."


def _text(figure: Figure, kind: Kind) -> str:
    """Return a figure without its interval: that of the difference is what counts."""
    if figure.exact:
        return figure.text(kind)
    return f"{100 * figure.value:.1f} %" if kind == "wins" else f"{figure.value:.3f}"


def _gap(gap: Figure) -> str:
    if gap.exact:
        return f"{gap.value:+.5f}"
    return f"{gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]"


def _put_partings(comparison: Comparison, commands: Sequence[str]) -> None:
    followed, parted = len(comparison.partings), comparison.parted
    if not parted:
        put(f"{followed} conflicts were followed, and every choice is the same.")
        return
    first = median_low(parting.decision for parting in parted)
    put_prose(
        f"{followed} conflicts were followed choice by choice. The two part in"
        f" {len(parted)} of them, in half of these by decision {first}:"
    )
    often = Counter((parting.does, parting.other) for parting in parted)
    for (does, other), times in often.most_common(_PARTINGS):
        choices = (
            f"{choice_in_words(does)}, and in the second: {choice_in_words(other)}"
        )
        put(f"  {counted(times, 'time')}: {choices}")
    example = comparison.example()
    if example is not None:
        put(f"The most telling is game {example.game}, {_place_in_words(example)}:")
        for command in commands:
            put_command(command, "  ")


def _place_in_words(parting: Parting) -> str:
    return f"from decision {parting.decision} on, in round {parting.round}"


def _commands(comparison: Comparison, request: Request) -> list[str]:
    """Return the commands that replay the example; record it where there is a store."""
    example = comparison.example()
    if example is None:
        return []
    points = (comparison.first, comparison.second)
    if request.store is None:
        return [_recording(request, example, index) for index in (0, 1)]
    plans = [_plan_of_point(point, request) for point in points]
    with open_store(request.store, create=True) as store:
        for plan in plans:
            run_plan(plan, store=store, resume=True)
    return [
        shlex.join(["fracas", "replay", request.store, f"{plan.run_id}-{example.game}"])
        for plan in plans
    ]


def _plan_of_point(point: Point, request: Request) -> Any:  # noqa: ANN401 - a Plan
    games = _games_followed(request)
    return make_plan(point.loaded, point.specs, seed=request.seed, games=games)


def _games_followed(request: Request) -> int:
    """Return how many games are followed, from the first on."""
    return min(LOOKED, request.games)


def _options(request: Request, index: int) -> list[str]:
    """Return the first or the second of the two, as a command line has it."""
    parts = [(request.other or request.scenario) if index else request.scenario]
    if request.agents:
        parts += ["--agents", request.agents[-index]]
    return parts + (request.changes.words() if index else [])


def _recording(request: Request, example: Parting, index: int) -> str:
    """Return the commands that record one of the two, and tell the example."""
    store = f"compare-{('first', 'second')[index]}.db"
    parts = ["fracas", "run", *_options(request, index), "--games", str(example.game)]
    parts += ["--seed", request.seed, "--store", store]
    replay = shlex.join(["fracas", "replay", store, str(example.game)])
    return f"{shlex.join(parts)} && {replay}"


def _command_again(request: Request) -> str:
    parts = ["fracas", "compare", request.scenario]
    parts += [request.other] if request.other else []
    for lineup in request.agents:
        parts += ["--agents", lineup]
    parts += ["--games", str(request.games), "--seconds", f"{request.seconds:g}"]
    parts += ["--within", f"{request.within:g}"] if request.within != WITHIN else []
    parts += ["--trust-files"] if request.trust_files else []
    return shlex.join([*parts, "--seed", request.seed, *request.changes.words()])
