"""`fracas fit`: the numbers of the default agent that play a scenario best."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ruling_option, rulings_of
from sim.cli.options.workers import executor_option, open_crew
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import note, put, put_document
from sim.cli.terminal.progress import progress
from sim.files.outputs import check_new, new_file
from sim.fitting.fit import Fitted, fit, games_of
from sim.fitting.seats import with_agents
from sim.library.scenario import Loaded, load, source
from sim.statistics.records import side_names


@click.command(
    "fit", epilog="Examples: fracas fit alley;  fracas fit mine.toml --to fitted.toml"
)
@click.argument("scenario")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=6000,
    show_default=True,
    help="About how many conflicts the search plays. If sides play each other, it "
    "needs at least 1300 for each; 600 more for each decide what is kept.",
)
@click.option("--seed", default="fit", show_default=True, help="Seed of the dice.")
@click.option("--to", metavar="FILE", help="Write the scenario with them to this file.")
@executor_option
@ruling_option
@json_option
def fit_(  # noqa: PLR0913 - one parameter for each option
    *,
    scenario: str,
    games: int,
    seed: str,
    to: str | None,
    executor: str | None,
    ruling: tuple[str, ...],
    as_json: bool,
) -> None:
    """Tune the numbers of the default agent to SCENARIO by self-play.

    For each side it first tries one number after another, then combinations near the
    best. The result is kept only if it is clearly better in fresh games. It depends
    only on the seed and the number of games. With --to, a scenario with the tuned
    agents is written to a new file. No agent from a file is run.
    """
    loaded = load(scenario, rulings_of(ruling))
    if to is not None:
        check_new(Path(to))
    played = 0
    with (
        open_crew(executor) as crew,
        progress("fitting", games_of(loaded, games)) as report,
    ):

        def count(so_far: int) -> None:
            nonlocal played
            played = so_far
            report(so_far)

        fitted = fit(
            loaded, seed=seed, games=games, progress=count, executor=crew.executor
        )
    document = _words(loaded, fitted, seed, games) | {"played": played}
    try:
        if to is not None:
            _write(scenario, loaded, fitted, Path(to))
    finally:
        _put(loaded, fitted, document, as_json=as_json)


def _seats(loaded: Loaded, side: int) -> list[str]:
    seats = loaded.system.seats(loaded.scenario)
    return [seat.name for seat in seats if seat.side == side]


def _words(
    loaded: Loaded, fitted: Sequence[Fitted], seed: str, games: int
) -> dict[str, Any]:
    names = side_names(loaded.system.seats(loaded.scenario))
    sides = [
        {
            "side": names[result.side],
            "seats": _seats(loaded, result.side),
            "agent": result.agent,
            "found": result.found,
            "value": result.value,
            "plain": result.plain,
            "error": result.error,
        }
        for result in fitted
    ]
    return {
        "scenario": loaded.name,
        "system": loaded.system.name,
        "seed": seed,
        "games": games,
        "sides": sides,
    }


def _put(
    loaded: Loaded,
    fitted: Sequence[Fitted],
    document: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    if as_json:
        put_document(document)
        return
    played = document["played"]
    put(f"{loaded.title} ({loaded.system.title}), {played} conflicts played")
    put()
    rows = [
        (
            ", ".join(_seats(loaded, result.side)),
            f"{result.plain:.3f}",
            f"{result.value:.3f}",
            f"{result.value - result.plain:+.3f}",
            f"{result.error:.3f}",
        )
        for result in fitted
    ]
    put_table(("side", "plain", "found", "gain", "standard error"), rows)
    put("A win counts 1 and a return 1/4; tried in games that the search has not seen.")
    put()
    for result in fitted:
        kept = (
            ""
            if result.agent == result.found
            else f" (found, not kept: {result.found})"
        )
        put(f"{', '.join(_seats(loaded, result.side))}: {result.agent}{kept}")


def _write(scenario: str, loaded: Loaded, fitted: Sequence[Fitted], file: Path) -> None:
    """Write the scenario with the fitted agents; a judge's agent is left as it is.

    It comes before the output, since whoever reads that may close the pipe.
    """
    by_side = {result.side: result.agent for result in fitted}
    seats = loaded.system.seats(loaded.scenario)
    agents = [by_side[seat.side] for seat in seats if seat.side is not None]
    text = source(scenario).decode("utf-8")
    with new_file(file) as target:
        target.write(with_agents(text, agents, scenario).encode())
    note(f"{file} is written; try: fracas run {file}")
