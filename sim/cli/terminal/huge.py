"""Refuse numbers that are too large for a store, before a command begins."""

import click

from sim.spine.words import MOST


def refuse_huge(command: click.Command, ctx: click.Context) -> None:
    """Refuse a number of games, an event and the like that no store could hold.

    Raises BadParameter; each command has its own bounds below this one.
    """
    for param in command.params:
        value = ctx.params.get(param.name or "")
        if type(value) is int and value > MOST:
            message = f"found {value}, expected at most {MOST:,}"
            raise click.BadParameter(message, ctx, param)
