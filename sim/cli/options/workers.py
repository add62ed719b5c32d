"""Who does the work of a command: this process, several here, or a cluster."""

import os
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from pkgutil import resolve_name

import click
from msgspec import Struct

_WORKERS_MAX = 4
_SMALL = 200
"""So few games are over before worker processes have started."""

workers_option = click.option(
    "--workers", type=click.IntRange(1), help="Processes; by default up to 4."
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
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _WORKERS_MAX)
    return min(os.cpu_count() or 1, _WORKERS_MAX)


class Crew(Struct, frozen=True):
    """Who works: as many processes as were asked for, or an *executor*."""

    asked: int | None = None
    executor: Executor | None = None

    def workers(self, games: int) -> int:
        """Return how many processes play so many *games*."""
        return self.asked or workers_for(games)


def check_here(
    executor: str | None, *, sampled: bool, field: bool, debug: bool
) -> None:
    """Raise UsageError for an *executor* beside options that work in this process."""
    options = {"--sampled": sampled, "--agents all": field, "--debug": debug}
    option = next((name for name, given in options.items() if given), None)
    if executor is not None and option is not None:
        message = f"{option} works in this process alone: leave out --executor"
        raise click.UsageError(message)


@contextmanager
def crew(
    executor: str | None, workers: int | None = None
) -> Generator[Crew, None, None]:
    """Reach the *executor* that was asked for, or take so many *workers*.

    Raises UsageError for both at once, and ExecutorError where it cannot be reached.
    """
    if executor is None:
        yield Crew(workers)
        return
    if workers is not None:
        message = "--workers counts processes here; a cluster has workers of its own"
        raise click.UsageError(message)
    # Who plays on one machine need not wait for what reaches a cluster.
    connected = resolve_name("sim.run.cluster:connected")
    with connected(executor) as cluster:
        yield Crew(executor=cluster)
