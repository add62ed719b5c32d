"""Refuse an option of one value that is given twice: only the last would count."""

from collections.abc import Sequence

import click


def refuse_twice(
    command: click.Command, ctx: click.Context, args: Sequence[str]
) -> None:
    """Raise UsageError if *args* name an option of *command* twice that takes one.

    A flag may be repeated: it means the same.
    """
    if ctx.resilient_parsing:  # a shell completes an unfinished line
        return
    _, _, order = command.make_parser(ctx).parse_args(list(args))
    for param in order:
        if isinstance(param, click.Option) and _takes_one(param):
            times = order.count(param)
            if times > 1:
                name = max(param.opts, key=len)
                message = f"{name} is given {times} times, expected once"
                raise click.UsageError(message, ctx)


def _takes_one(option: click.Option) -> bool:
    return not (option.multiple or option.is_flag or option.count)
