"""Where a command plays: in this process, in worker processes, or on a cluster."""

from collections.abc import Generator
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from sim.run.cores import cores

if TYPE_CHECKING:
    from concurrent.futures import Executor

_WORKERS_MAX = 4
_SMALL = 200
"""With fewer games, starting worker processes takes longer than playing."""

workers_option = click.option(
    "--workers",
    type=click.IntRange(1),
    help="Worker processes; by default up to 4.",
)
executor_option = click.option(
    "--executor",
    metavar="dask://HOST:PORT",
    help="Play on a Dask cluster (needs fracas[cluster]).",
)


def workers_for(games: int) -> int:
    """Return 1 for few *games*, else the cores this process may use, up to 4."""
    if games <= _SMALL:
        return 1
    return min(cores(), _WORKERS_MAX)


class Crew(Struct, frozen=True):
    """The workers of a command: *asked* processes, or an *executor*."""

    asked: int | None = None
    executor: "Executor | None" = None

    def workers(self, games: int) -> int:
        """Return how many processes should play this many *games*."""
        return self.asked or workers_for(games)


def check_here(
    executor: str | None, *, sampled: bool, field: bool, debug: bool
) -> None:
    """Raise UsageError if *executor* is combined with an option that excludes it."""
    options = {"--sampled": sampled, "--agents all": field, "--debug": debug}
    option = next((name for name, given in options.items() if given), None)
    if executor is not None and option is not None:
        message = f"{option} plays in this process only: leave out --executor"
        raise click.UsageError(message)


@contextmanager
def open_crew(
    executor: str | None, workers: int | None = None
) -> Generator[Crew, None, None]:
    """Connect to *executor*, or use *workers* processes.

    Raises UsageError when both are given, ExecutorError when it cannot connect.
    """
    if executor is None:
        yield Crew(workers)
        return
    if workers is not None:
        message = "--workers counts processes here: leave it out, a cluster has its own"
        raise click.UsageError(message)
    # Imported late: most commands play on one machine and need not wait for it.
    connected = resolve_name("sim.run.cluster:connect")
    with connected(executor) as cluster:
        yield Crew(executor=cluster)
