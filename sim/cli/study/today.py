"""`fracas compare --today`: a recorded run against what today's code plays."""

import shlex
from collections import Counter
from statistics import median_low
from typing import Any

import click
from msgspec import Struct

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import Stopped, put, put_command, put_json, put_prose
from sim.cli.terminal.progress import progress
from sim.run.job_runner import JobRunner
from sim.run.recorded import find_run
from sim.run.run import run as run_plan
from sim.spine.words import counted
from sim.statistics.words import figure, share
from sim.store.store import Store, open_store
from sim.vary.figures import Gain, meant_by_the_same
from sim.vary.today import FOLLOWED, Departure, Today

_LISTED = 3
_SAYS = {"more": "more", "less": "less", "equal": "the same", "open": "not settled"}
_WHAT = {"choice": "a choice", "dice": "dice", "rules": "by the rules"}


class TodayRequest(Struct, frozen=True):
    """What the command line asks for; *kept* is the store for today's games."""

    store: str
    run: str
    games: int
    within: float
    kept: str | None
    trusted: bool


def compare_today(request: TodayRequest, runner: JobRunner, *, as_json: bool) -> None:
    """Play a recorded run again, and print the differences.

    Raises StoreError for a run that is not there, or that cannot be compared.
    """
    if request.kept == request.store:
        message = (
            f"--store is {request.kept}, where the run is recorded, expected another"
            " store for what is played today"
        )
        raise click.UsageError(message)
    with open_store(request.store) as store:
        comparison = _play_today(store, request, runner)
    commands = _commands(comparison, request)
    if as_json:
        put_json(_document(comparison, request, commands))
    else:
        _put(comparison, request, commands)


def _play_today(store: Store, request: TodayRequest, runner: JobRunner) -> Today:
    run = find_run(store, request.run)
    comparison = Today(store, run, request.games, trusted=request.trusted)
    try:
        with progress("conflicts", len(comparison.recorded)) as tell:
            comparison.play(runner, tell)
    except KeyboardInterrupt as error:
        message = "nothing is kept of a comparison that is not finished"
        raise Stopped(message) from error
    return comparison


def _put(comparison: Today, request: TodayRequest, commands: list[str]) -> None:
    run, games = comparison.run, len(comparison.recorded)
    put(f"{comparison.loaded.title} ({comparison.loaded.system.title})")
    put(
        f"recorded: run {run.run} of {request.store}, {counted(games, 'conflict')},"
        f" seed {run.seed}"
    )
    put()
    if comparison.changed:
        put_table(("what changed", "recorded", "today"), comparison.changed, words=3)
        put()
    if not comparison.otherwise:
        put(_all_alike(comparison))
    else:
        _put_gains(comparison, request)
        put()
        _put_departures(comparison, commands)
    put()
    put_command(_command_again(request, run.run), "the same again: ")


def _all_alike(comparison: Today) -> str:
    games = len(comparison.recorded)
    how = "event by event" if comparison.run.record == "full" else "to the seal"
    if games == 1:
        return f"Today's code plays the one conflict as it was recorded, {how}."
    return f"Today's code plays all {games} conflicts as they were recorded, {how}."


def _put_gains(comparison: Today, request: TodayRequest) -> None:
    gains = comparison.gains(request.within)
    rows = [
        (
            str(gain.measure),
            _text(gain.first, gain.measure.kind),
            _text(gain.second, gain.measure.kind),
            f"{gain.gap.value:+.3f} [{gain.gap.low:+.3f}, {gain.gap.high:+.3f}]",
            _SAYS[gain.says],
        )
        for gain in gains
    ]
    put_table(("", "recorded", "today", "difference", "it is now"), rows, remark=True)
    put_prose(
        f"{counted(len(comparison.recorded), 'conflict')} with the same dice; each"
        " difference has an interval of 95 %."
        + meant_by_the_same(gains, request.within)
    )


def _text(value: Any, kind: str) -> str:  # noqa: ANN401 - a Figure
    return share(value) if kind == "wins" else figure(value)


def _put_departures(comparison: Today, commands: list[str]) -> None:
    games, otherwise = len(comparison.recorded), len(comparison.otherwise)
    if not comparison.departures:
        put(
            f"{otherwise} of {games} conflicts come out otherwise; from where on is not"
            " known, since the run keeps only seals."
        )
        return
    first = median_low(departure.decision for departure in comparison.departures)
    only = f", of which {FOLLOWED} were followed" * (otherwise > FOLLOWED)
    put(
        f"{otherwise} of {games} conflicts go another way{only}, half of them by"
        f" decision {first}:"
    )
    often = Counter(
        (departure.what, departure.recorded, departure.today)
        for departure in comparison.departures
    )
    for (what, recorded, today), times in often.most_common(_LISTED):
        choices = f"{choice_in_words(recorded)}; today: {choice_in_words(today)}"
        put(f"  {counted(times, 'time')}, {_WHAT[what]}: {choices}")
    example = comparison.example()
    assert example is not None
    put(f"The most telling is game {example.game}, {_place_in_words(example)}:")
    for command in commands:
        put_command(command, "  ")
    if len(commands) == 1:
        put("  --store FILE keeps what is played today, to be replayed beside it")


def choice_in_words(words: str) -> str:
    """Return the *words* of a choice, or that there is none to make any more."""
    return words or "it is over"


def _place_in_words(departure: Departure) -> str:
    if departure.what == "choice":
        return f"from decision {departure.decision} on, in round {departure.round}"
    if not departure.decision:
        return f"before its first decision, in round {departure.round}"
    return f"after decision {departure.decision}, in round {departure.round}"


def _commands(comparison: Today, request: TodayRequest) -> list[str]:
    """Return the commands that replay the example; record today's if asked to."""
    example = comparison.example()
    if example is None:
        return []
    name = f"{comparison.run.run}-{example.game}"
    commands = [shlex.join(["fracas", "replay", request.store, name])]
    if request.kept is not None:
        with open_store(request.kept, create=True) as store:
            run_plan(comparison.plan, store=store, resume=True)
        name = f"{comparison.plan.run_id}-{example.game}"
        commands.append(shlex.join(["fracas", "replay", request.kept, name]))
    return commands


def _command_again(request: TodayRequest, run: str) -> str:
    parts = ["fracas", "compare", request.store, run, "--today"]
    parts += ["--games", str(request.games)]
    parts += ["--trust-files"] if request.trusted else []
    return shlex.join(parts)


def _document(
    comparison: Today, request: TodayRequest, commands: list[str]
) -> dict[str, Any]:
    """Return what --json prints."""
    example = comparison.example()
    return {
        "format": 1,
        "run": comparison.run.run,
        "title": comparison.loaded.title,
        "system": comparison.loaded.system.name,
        "seed": comparison.run.seed,
        "games": len(comparison.recorded),
        "changed": [
            {"path": what, "first": then, "second": now}
            for what, then, now in comparison.changed
        ],
        "seats": [_gain(gain) for gain in comparison.gains(request.within)],
        "differ": len(comparison.otherwise),
        "otherwise": [game + 1 for game in comparison.otherwise],
        "departures": comparison.departures,
        "example": None if example is None else example.game,
        "replay": commands,
        "again": _command_again(request, comparison.run.run),
    }


def _gain(gain: Gain) -> dict[str, Any]:
    return {
        "of": str(gain.measure),
        "recorded": gain.first.to_dict(),
        "today": gain.second.to_dict(),
        "gap": gain.gap.to_dict(),
        "says": gain.says,
    }
