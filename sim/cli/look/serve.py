"""`fracas serve`: a store to look at in a browser."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pkgutil import resolve_name
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket

import click

from sim.cli.terminal.output import note, put
from sim.errors import FracasError
from sim.store.store import open_store

_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - told apart, not listened at
"""Addresses that mean all of this machine, and that no browser elsewhere opens."""
_NEEDED = ("starlette", "uvicorn")


@click.command(
    epilog=(
        "Examples: fracas serve duels.db;  fracas serve duels.db --write --port 8080;"
        "  fracas serve duels.db --write --scenario my_duel.toml"
    )
)
@click.argument("store")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; anywhere but on this machine, visitors need a token.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0: any.",
)
@click.option(
    "--write", is_flag=True, help="Allow played conflicts and judged rounds to be kept."
)
@click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    metavar="FILE.toml",
    help="With --write: offer a scenario of your own to play and to judge.",
)
def serve(
    store: str, host: str, port: int, *, write: bool, scenarios: tuple[str, ...]
) -> None:
    """Show STORE in a browser: runs, tournaments, stories, analyses and audits.

    By default it listens on this machine only, and only reads. A tournament that is
    still being played grows as you look. There are forms to play and to judge; with
    --write, played conflicts go into the store, and a judged round into a file beside
    it. Agents from files are never run. Ctrl-C stops it.
    """
    if scenarios and not write:
        message = "--scenario is for a desk that may keep what is played: add --write"
        raise click.UsageError(message)
    missing = [module for module in _NEEDED if find_spec(module) is None]
    if missing:
        message = (
            f"the desk needs {' and '.join(missing)}: pip install 'fracas[desk]'"
            " (or starlette and uvicorn)"
        )
        raise FracasError(message)
    with open_store(store, create=False):
        pass
    port = free_port(host, port)
    server = import_module("sim.desk.server")  # slow, and an extra
    token = server.token_for(host)
    create_app = resolve_name("sim.desk.app:create_app")
    app = create_app(store, write=write, token=token, scenarios=scenarios)
    put(f"the desk is open: {server.address(host, port, token)}")
    sys.stdout.flush()  # whoever started it through a pipe waits for the address
    if token:
        if host.strip("[]") in _EVERYWHERE:
            note(f"on another machine open it with this one's name instead of {host}")
        note("whoever has this address can look: it travels unencrypted")
    note("Ctrl-C ends it")
    server.serve(app, host, port)


def free_port(host: str, port: int) -> int:
    """Return *port*, or a free one for 0; raises FracasError if it is taken."""
    family = AF_INET6 if ":" in host else AF_INET
    try:
        with socket(family) as tried:
            if os.name == "posix":
                # As the server does: else a desk that has just ended blocks its port.
                tried.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            tried.bind((host.strip("[]"), port))
            return int(tried.getsockname()[1])
    except OSError as error:
        message = f"cannot listen at {host}, port {port}: {error.strerror or error}"
        raise FracasError(message) from error
