"""Errors in a command line as one sentence: what was found, what was expected.

Click prints three lines and mentions integer ranges. This module rewrites each of its
errors, and adds the command whose --help explains more.
"""

import re

import click

from sim.reading.hints import among, nearest, quoted

_NOT = " is not "
_QUOTED = re.compile(r"'([^']*)'")
_EXTRA = "Got unexpected extra argument"


def usage_message(error: click.UsageError, command: str) -> str:
    """Return *error* as a sentence, with the --help that explains more.

    It is the help of *command* if the error does not know its command.
    """
    if error.ctx is not None:
        command = error.ctx.command_path
    return f"{_complaint(error, command).rstrip('.')} (see {command} --help)"


def _complaint(error: click.UsageError, command: str) -> str:
    match error:
        case click.NoSuchOption():
            hint = nearest(error.option_name, _options(error.ctx))
            return f"{command} has no option {error.option_name}{hint}"
        case click.BadOptionUsage() if "requires" in error.message:
            return f"{error.option_name} has no value, expected one after it"
        case click.BadOptionUsage():
            return f"{error.option_name} has a value, expected none"
        case click.MissingParameter():
            return f"{command} lacks {_name(error.param)}"
        case click.BadParameter():
            return _bad(error)
        case _ if error.message.startswith(_EXTRA):
            extra = error.message.rpartition("(")[2].rstrip(")")
            return f"{command} found {quoted(extra)}, expected nothing more"
        case _:
            return error.message


def _bad(error: click.BadParameter) -> str:
    """Return a sentence with the value that was found and the one expected."""
    before, _, rest = error.message.partition(_NOT)
    kind = None if error.param is None else error.param.type
    if error.param_hint is not None or kind is None or not rest:
        where = error.param_hint or _name(error.param)
        where = where if isinstance(where, str) else " or ".join(where)
        return f"{where}: {error.message}" if where else error.message
    value = before.strip("'")
    expected = _expected(kind, value, rest)
    return f"{_name(error.param)} is {quoted(value)}, expected {expected}"


def _expected(kind: object, value: str, rest: str) -> str:
    match kind:
        case click.Choice():
            return among(_QUOTED.findall(rest), value)
        case click.IntRange() | click.FloatRange():
            what = "a whole number" if isinstance(kind, click.IntRange) else "a number"
            return what + _limits(kind)
        case _:
            return "a whole number" if kind is click.INT else "another value"


def _limits(kind: click.IntRange | click.FloatRange) -> str:
    low, high = kind.min, kind.max
    above = "more than" if kind.min_open else "at least"
    below = "less than" if kind.max_open else "at most"
    parts = [
        f"{word} {limit}"
        for word, limit in ((above, low), (below, high))
        if limit is not None
    ]
    return f" of {' and '.join(parts)}" if parts else ""


def _name(param: click.Parameter | None) -> str:
    """Return the name of a parameter for users."""
    if param is None:
        return ""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name.strip("[]")


def _options(ctx: click.Context | None) -> list[str]:
    """Return the options of the command of *ctx*."""
    params = [] if ctx is None else ctx.command.get_params(ctx)
    options = [option for option in params if isinstance(option, click.Option)]
    return [name for option in options for name in option.opts]
