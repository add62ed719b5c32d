"""Options of `sweep`, `tune` and `compare`: what is varied, how much is played."""

from collections.abc import Generator
from contextlib import closing, contextmanager

import click

from sim.cli import complete
from sim.cli.options.budget import Option
from sim.cli.options.number import Number
from sim.cli.options.workers import open_crew
from sim.run.job_runner import JobRunner
from sim.vary.points import FEW_JOBS

vary_option = click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="PATH=VALUES",
    shell_complete=complete.settings,
    help="The values of PATH: LOW..HIGH, LOW..HIGH:STEP or A,B,C; may be repeated.",
)
seed_option = click.option(
    "--seed", default="vary", show_default=True, help="Seed of the dice of every point."
)


def games_option(default: int, what: str) -> Option:
    """Return the option of how many conflicts to play for *what*, at most."""
    return click.option(
        "--games",
        type=click.IntRange(20),
        default=default,
        show_default=True,
        help=f"The most conflicts to play for {what} that is not solved.",
    )


def within_option(default: float, what: str) -> Option:
    """Return the option of how narrow an interval has to be; *what* is its help."""
    return click.option(
        "--within",
        type=Number(0.0, 1.0, min_open=True),
        default=default,
        show_default=True,
        help=what,
    )


@contextmanager
def job_runner_for(
    workers: int | None, executor: str | None, games: int
) -> Generator[JobRunner, None, None]:
    """Yield a runner for up to *games* games, as the command line asks.

    Raises what `open_crew` raises.
    """
    with (
        open_crew(executor, workers) as asked,
        closing(
            JobRunner(asked.workers(games), asked.executor, few=FEW_JOBS)
        ) as runner,
    ):
        yield runner
