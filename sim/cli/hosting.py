"""Options of commands that ask agents from files, and where such agents fail."""

from collections.abc import Generator
from contextlib import contextmanager
from traceback import print_exception

import click

from sim.errors import AgentError
from sim.hosting.host import PATIENCE

patience_option = click.option(
    "--patience",
    type=click.FloatRange(0.01),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="How long an agent from a file may think about one choice.",
)
sandbox_option = click.option(
    "--sandbox",
    is_flag=True,
    help="Limit memory and files of agents from files, as for strangers' agents.",
)


@contextmanager
def debugging() -> Generator[None, None, None]:
    """Show where an agent failed, in its own lines."""
    try:
        yield
    except AgentError as error:
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        if cause is not error and not isinstance(cause, AgentError):
            print_exception(cause)
        raise
