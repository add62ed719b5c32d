"""`fracas tournament`: every agent meets every other, and how sure the table is."""

from collections.abc import Callable, Sequence
from functools import partial

import click

from sim.agent_specs import split
from sim.cli.check import ruling_option, rulings_of
from sim.cli.grid import put_table
from sim.cli.hosting import patience_option, sandbox_option
from sim.cli.progress import progress
from sim.cli.report import share
from sim.cli.speak import Stopped, put, put_json
from sim.cli.workers import workers_for
from sim.scenario import load
from sim.seed import fresh_seed
from sim.tournament.tournament import Result
from sim.tournament.tournament import tournament as hold

_AGENTS = "uniform,steady,cautious,bold"


@click.command(
    epilog="Example: fracas tournament alley --agents steady,bold,my_agents.py:Brave"
)
@click.argument("scenarios", nargs=-1, required=True)
@click.option(
    "--agents", default=_AGENTS, show_default=True, metavar="A,B,...", help="Who meets."
)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=200,
    show_default=True,
    help="Conflicts for each two agents on each scenario.",
)
@click.option("--seed", metavar="TEXT", help="What the dice follow from; else random.")
@click.option("--null", is_flag=True, help="Let every agent meet itself as a check.")
@click.option(
    "--workers", type=click.IntRange(1), help="Processes; by default up to 4."
)
@patience_option
@sandbox_option
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def tournament(  # noqa: PLR0913 - one parameter for each option
    scenarios: Sequence[str],
    agents: str,
    games: int,
    *,
    seed: str | None,
    null: bool,
    workers: int | None,
    patience: float,
    sandbox: bool,
    ruling: Sequence[str],
    as_json: bool,
) -> None:
    """Let agents meet on SCENARIOS in mirrored pairs, and rank them.

    In a pair both conflicts have the same luck and the agents swap sides. A verdict is
    given only where the evidence allows one. The exit status is 1 when an agent does
    not come out even against itself (--null).
    """
    loaded = [load(name, rulings_of(ruling)) for name in scenarios]
    names = [name for name in split(agents) if name]
    call = partial(
        hold,
        loaded,
        names,
        games=games,
        seed=fresh_seed() if seed is None else seed,
        null=null,
        patience=patience,
        sandbox=sandbox,
    )
    total = _meetings(len(names), null=null) * len(loaded) * (games + games % 2)
    result = _hold(call, total, workers or workers_for(total))
    if as_json:
        put_json(result.to_dict())
    else:
        _put(result)
    if any(one.uneven for one in result.nulls):
        raise click.exceptions.Exit(1)


def _meetings(agents: int, *, null: bool) -> int:
    """Return how often two of so many *agents* meet, with *null* also themselves."""
    return agents * (agents - 1) // 2 + null * agents


def _hold(call: Callable[..., Result], total: int, workers: int) -> Result:
    try:
        with progress("playing", total) as told:
            return call(workers=workers, progress=told)
    except KeyboardInterrupt as error:
        message = "nothing of a tournament is kept"
        raise Stopped(message) from error


def _put(result: Result) -> None:
    put(f"{result.games} conflicts on {', '.join(result.scenarios)}")
    put()
    rows = [
        (
            row.agent,
            share(row.score),
            str(row.games),
            str(row.won),
            str(row.drawn),
            str(row.lost),
            str(row.forfeits),
        )
        for row in result.standings.rows
    ]
    heads = ("agent", "score", "games", "won", "drawn", "lost", "forfeits")
    put_table(heads, rows)
    put()
    put_table(
        ("agent", "against", "verdict", "score"),
        [
            (one.first, one.second, one.verdict, share(one.score))
            for one in result.standings.pairings
        ],
        words=3,
    )
    put()
    for name, side in zip(result.scenarios, result.sides, strict=True):
        put(f"{name}: the side named first scored {share(side)}")
    for one in result.nulls:
        verdict = "not even" if one.uneven else "even"
        put(f"{one.agent} against itself: {verdict} in {one.pairs} pairs")
    put("Scores are shares of what could be won; in brackets their 95 % intervals.")
    put(f"seed {result.seed}")
    put(f"seal {result.seal.hex()}")
