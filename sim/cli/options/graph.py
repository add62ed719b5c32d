"""How much of a graph `fracas run --sampled` computes."""

from collections.abc import Callable
from typing import Any

import click

from sim.cli.options.number import Number

FIELDS = {"seconds": "seconds", "states": "states", "memory": "megabytes"}
"""Option -> the field of a budget."""


def graph_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that bound the graph of --sampled."""
    for option in (
        click.option(
            "--memory",
            type=click.IntRange(64),
            metavar="MB",
            help="The most memory that --sampled uses for its graph.",
        ),
        click.option(
            "--states",
            type=click.IntRange(1),
            help="The most states that --sampled computes.",
        ),
        click.option(
            "--seconds",
            type=Number(0.0, min_open=True),
            help="The most time that --sampled takes for its graph.",
        ),
    ):
        command = option(command)
    return command


def graph_bounds(options: dict[str, Any], *, sampled: bool) -> dict[str, Any]:
    """Take the bounds of a graph out of *options*; return those that were given.

    Raises UsageError for any where no graph is made.
    """
    given = {name: options.pop(name) for name in FIELDS}
    found = {name: bound for name, bound in given.items() if bound is not None}
    for name in found if not sampled else ():
        message = f"--{name} bounds the graph of --sampled: leave it out, or add that"
        raise click.UsageError(message)
    return found
