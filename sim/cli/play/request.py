"""What `fracas run` is asked for: whether it fits together, and how to ask it again."""

import shlex

import click
from msgspec import Struct

from sim.cli.options.changes import Changes
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.run.chunk import Plan, Record


class Wish(Struct, frozen=True):
    """What the command line asks for."""

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


def check_consistent(wish: Wish) -> None:
    """Refuse what cannot be meant, before anything is played."""
    if wish.store is None and wish.record in {"full", "seal"}:
        message = f"--record {wish.record} needs a place to keep it: --store PATH"
        raise click.UsageError(message)
    if wish.debug and wish.sandbox != "off":
        message = "--debug plays all agents in this process, where none can be held"
        raise click.UsageError(message)
    if wish.store is None and wish.resume:
        message = "--resume needs the store with the run to complete: --store PATH"
        raise click.UsageError(message)
    if wish.store is not None and wish.record == "none":
        message = "--record none keeps nothing: leave out --store, or record seal"
        raise click.UsageError(message)


def solving_command(wish: Wish) -> str:
    """Return the command that computes what a run of that *wish* estimates."""
    parts = ["fracas", "solve", wish.scenario]
    parts += ["--agents", wish.agents] if wish.agents else []
    parts += ["--trust-files"] if wish.trust_files else []
    return shlex.join(parts + wish.changes.words())


def same_command(wish: Wish, plan: Plan) -> str:
    """Return the command that gives the same conflicts again."""
    parts = ["fracas", "run", wish.scenario, "--games", str(plan.games)]
    parts += ["--agents", wish.agents] if wish.agents else []
    parts += ["--seed", plan.seed]
    if wish.sandbox != "off":
        parts += ["--sandbox" if wish.sandbox == "wall" else "--limits"]
    if wish.patience != PATIENCE:
        parts += ["--patience", f"{wish.patience:g}"]
    for forced in wish.force:
        parts += ["--force", forced]
    return shlex.join(parts + wish.changes.words())
