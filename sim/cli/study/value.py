"""`fracas value`: what a conflict is worth under best play."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sim.casting.specs import split
from sim.cli.options.budget import budget_of, budget_options
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.free import free_option
from sim.cli.options.hosting import runs_here
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY, trust_option
from sim.cli.study.value_report import put_saved, put_value
from sim.cli.terminal.interrupting import INTERRUPTED, interrupted_by_ctrl_c
from sim.cli.terminal.output import Stopped, note, put_json
from sim.cli.terminal.progress import growing
from sim.library.scenario import Loaded
from sim.playtest.agent_values import value_with_fallback
from sim.study.optimal_files import SavedStrategy, check_folder
from sim.study.valuing import SECONDS, OptimalValue


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
    help=f"Whom to compare with best play: each {ANYBODY}; by default the agents of"
    " the scenario.",
)
@free_option
@budget_options(SECONDS, "About the most time to take; then bounds are printed.")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write both strategies as agents into a new folder, and test each of them.",
)
@trust_option
@changes_options
@json_option
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

    Both choose before sealed choices are revealed, and mix their choices where that is
    better. The output has the difference between what the two sides then get, what each
    can be sure of against any opponent, and what the scenario's agents get and lose in
    comparison.

    With --free only some kinds of decision are free, for both sides. A side's agent
    makes all others, and the other side knows how.

    There must be two sides of one seat each; judges answer as their agents do. If not
    everything fits into --states, --memory and --seconds, two bounds of the value are
    printed. If they are far apart, part of the time goes into games: an interval beside
    them says what the conflict is worth if both sides choose among a few ways of
    playing. Ctrl-C prints the bounds known by then.

    --save writes agents that draw their answers by the probabilities of each strategy,
    looks for the best reply to each, and prints what that reply gains.
    """
    if save is not None:
        check_folder(save)
    result, interrupted = _compute_value(changes.load(scenario), asked)
    keeps = save is not None and (result.exact or not interrupted)
    words = [scenario, *changes.words()]
    _put_and_save(result, save if keeps else None, words, asked, as_json=as_json)
    if interrupted:
        unsaved = ", and nothing is saved" if save and not keeps else ""
        raise Stopped(INTERRUPTED + unsaved)


def _compute_value(
    loaded: Loaded, asked: Mapping[str, Any]
) -> tuple[OptimalValue, bool]:
    """Compute the value, with progress shown; say whether Ctrl-C ended that early."""
    with (
        interrupted_by_ctrl_c() as interrupt,
        growing("following all that can happen", "a value") as report,
    ):
        result = value_with_fallback(
            loaded,
            split(asked["agents"]),
            asked["free"].split(","),
            trusted=asked["trust_files"],
            budget=budget_of(asked, interrupt),
            progress=report,
        )
    return result, interrupt.pressed


def _put_and_save(
    result: OptimalValue,
    folder: Path | None,
    scenario: Sequence[str],
    asked: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    """Print the value and save its strategies, if there is a *folder* for them.

    The value is printed even if nothing can be saved.
    """
    saved = list[SavedStrategy]()
    if not as_json:
        put_value(result)
    try:
        if folder is not None:
            saved += _save_strategies(result, folder, asked)
    finally:
        if as_json:
            put_json(result.to_dict() | {"saved": [*map(_of_file, saved)]})
    if as_json:
        return
    for strategy in saved:
        put_saved(strategy)
    if saved:
        note(_how_to_play_saved(scenario, result, saved))


def _save_strategies(
    result: OptimalValue, folder: Path, asked: Mapping[str, Any]
) -> list[SavedStrategy]:
    """Write the strategies; looking for replies takes the same time again at most."""
    with growing("looking for replies to the strategies", "a reply") as report:
        parts = result.save(
            folder,
            states=asked["states"],
            memory=asked["memory"],
            seconds=asked["seconds"],
            progress=report,
        )
        return list(parts)


def _of_file(strategy: SavedStrategy) -> dict[str, Any]:
    certificate = strategy.certificate
    return {
        "seat": strategy.seat,
        "file": strategy.file,
        "aim": strategy.aim,
        "questions": strategy.questions,
        "gain": certificate.gain,
        "whole": certificate.whole,
        **({"why": certificate.why} if certificate.why else {}),
    }


def _how_to_play_saved(
    scenario: Sequence[str], result: OptimalValue, saved: Sequence[SavedStrategy]
) -> str:
    """Return how to play with what was saved."""
    files = [strategy.file for strategy in saved[: len(result.seats)]]
    again = shlex.join(["fracas", "run", *scenario, "--agents", ",".join(files)])
    return f"try: {again}"
