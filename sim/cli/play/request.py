"""The options of `fracas run`: check that they agree, write them as a command again."""

import shlex
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sim.cli.options.changes import Changes
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.run.chunk import Plan, Record

ALL = "all"
"""The value of --agents that means a small field of agents."""


class Request(Struct, frozen=True):
    """The options of `fracas run`, as they were given."""

    scenario: str
    agents: str
    games: int
    seed: str | None
    store: str | None
    record: Record | None
    resume: bool
    strict: bool
    debug: bool
    sandbox: Sandbox
    patience: float
    trust_files: bool
    changes: Changes
    force: tuple[str, ...] = ()
    fair: Path | None = None
    bounds: dict[str, Any] = {}
    """How much of a graph --sampled may compute, by option, where that was given."""


def check_consistent(request: Request) -> None:
    """Raise UsageError for options that contradict each other, before any play."""
    if request.fair is not None and request.seed is not None:
        message = "--fair takes the seed from the file: leave out --seed"
        raise click.UsageError(message)
    if request.store is None and request.record not in {None, "none"}:
        message = f"--record {request.record} needs a place to keep it: --store PATH"
        raise click.UsageError(message)
    if request.debug and request.sandbox != "off":
        message = "--debug plays all agents in this process, where none can be held"
        raise click.UsageError(message)
    if request.store is None and request.resume:
        message = "--resume needs the store with the run to complete: --store PATH"
        raise click.UsageError(message)
    if request.store is not None and request.record == "none":
        message = "--record none keeps nothing: leave out --store, or record seal"
        raise click.UsageError(message)


def check_plain(fair: Path | None, *, plain: bool) -> None:
    """Raise UsageError for what only a *plain* run has, where it is not one."""
    if fair is not None and not plain:
        message = "--fair is for a plain run, without --sampled and --agents all"
        raise click.UsageError(message)


def solving_command(request: Request) -> str:
    """Return the `solve` command for what a run of *request* estimates."""
    parts = ["fracas", "solve", request.scenario]
    parts += ["--agents", request.agents] if request.agents else []
    parts += ["--trust-files"] if request.trust_files else []
    return shlex.join(parts + request.changes.words())


def same_command(request: Request, plan: Plan) -> str:
    """Return the command that gives the same conflicts again."""
    parts = ["fracas", "run", request.scenario, "--games", str(plan.games)]
    parts += ["--agents", request.agents] if request.agents else []
    if request.fair is None:
        parts += ["--seed", plan.seed]
    else:
        parts += ["--fair", str(request.fair)]
    if request.sandbox != "off":
        parts += ["--sandbox" if request.sandbox == "wall" else "--limits"]
    if request.patience != PATIENCE:
        parts += ["--patience", f"{request.patience:g}"]
    for forced in request.force:
        parts += ["--force", forced]
    return shlex.join(parts + request.changes.words())
