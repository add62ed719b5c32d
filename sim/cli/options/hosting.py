"""Options for agents from files: time, sandbox, and tracebacks when they fail."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from traceback import print_exception
from typing import Any

import click

from sim.cli.options.number import Number
from sim.errors import AgentError
from sim.hosting.process import IMPORT_SECONDS, PATIENCE

patience_option = click.option(
    "--patience",
    type=Number(0.01),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="The most time an agent from a file may take for one choice, however many"
    " conflicts are under way at once; making the agent may take as long. Importing its"
    f" file may take {IMPORT_SECONDS:g} seconds even if this is less.",
)
_wall_option = click.option(
    "--sandbox",
    "sandbox",
    flag_value="wall",
    default="off",
    help="Run each agent from a file behind a wall, without files, network or "
    "processes; refused if the system has no such wall. For strangers' agents.",
)
_limits_option = click.option(
    "--limits",
    "sandbox",
    flag_value="limits",
    help="Only limit the memory and files of agents from files; weaker than --sandbox.",
)


def sandbox_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how agents from files are sandboxed."""
    return _wall_option(_limits_option(command))


trust_record_option = click.option(
    "--trust-files",
    is_flag=True,
    help="Run agents from files that the record names.",
)
limits_option = click.option(
    "--limits",
    "sandbox",
    flag_value="limits",
    default="wall",
    help="Only limit the memory and files of agents from files, instead of running"
    " them behind the wall that strangers' agents need.",
)


_UNHELD = """

    An agent from a file runs in the process of this command, with your rights, so there
    is no --sandbox: a stranger's file is for `run`, `play` and `tournament`.
    """


def runs_here(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add to the help of *command* that it runs agents without a sandbox."""
    command.__doc__ = (command.__doc__ or "").rstrip() + _UNHELD
    return command


@contextmanager
def debugging() -> Generator[None, None, None]:
    """Print an agent's own traceback when it fails."""
    try:
        yield
    except AgentError as error:
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        if cause is not error and not isinstance(cause, AgentError):
            print_exception(cause)
        raise
