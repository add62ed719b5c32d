"""The layout of a command's help, and checks of its arguments.

A command with many options shows those that few people need in a second section. Each
example is on a line of its own, so that it can be copied.
"""

import re
from collections.abc import Sequence

import click

from sim.cli.terminal.addresses import refuse_addresses
from sim.cli.terminal.huge import refuse_huge
from sim.cli.terminal.once import refuse_twice

MANY = 8
"""A command with more options than this has a second section."""
RARE = frozenset(
    {
        "--bounds",
        "--choices",
        "--conflicts",
        "--debug",
        "--errors",
        "--executor",
        "--fix",
        "--force",
        "--games",
        "--ladder",
        "--limits",
        "--memory",
        "--null",
        "--patience",
        "--record",
        "--resume",
        "--sampled",
        "--states",
        "--steps",
        "--strict",
        "--trust-files",
        "--weak-fingerprints",
        "--within",
        "--workers",
    }
)
"""Options that few people need, of any command with many."""
ALWAYS = {("run", "--games"), ("tournament", "--games"), ("show", "--conflicts")}
"""Options of RARE that these commands often need."""
_EXAMPLES = re.compile(r"(Examples?|Try): (.+)", re.DOTALL)
_WORD = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""")
_NUMBERS = (click.types.IntParamType, click.types.FloatParamType)
_MARGIN = 2
"""How far examples and their further lines are indented."""


class Laid(click.Command):
    """A command with this layout, which refuses an option given twice."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse *args* as click does, once no option is found in them twice.

        It also refuses an address, which may have a password, in any argument that is
        not a store, and a number that is too large for a store.
        """
        refuse_addresses(self, ctx, args)
        refuse_twice(self, ctx, args)
        rest = super().parse_args(ctx, args)
        refuse_huge(self, ctx)
        return rest

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options; those that few people need come last."""
        options = [
            (param, record)
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            and (record := param.get_help_record(ctx)) is not None
        ]
        later = [
            record
            for param, record in options
            if len(options) > MANY and is_rare(self.name or "", param)
        ]
        with formatter.section("Options"):
            formatter.write_dl([record for _, record in options if record not in later])
        if later:
            with formatter.section("More options"):
                formatter.write_dl(later)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each example on a line; a long one continues after a backslash."""
        del ctx
        heading, commands = examples(self.epilog or "")
        if not commands:
            return
        with formatter.section(heading):
            for command in commands:
                for line in broken(command, formatter.width - _MARGIN):
                    formatter.write(f"{'':>{_MARGIN}}{line}\n")


def with_layout(command: click.Command) -> click.Command:
    """Return *command* with this layout, unless it has a layout of its own."""
    if type(command) is not click.Command:
        return command
    laid = Laid(command.name)
    vars(laid).update(vars(command))
    for param in laid.params:
        # Otherwise click would show the type of a number: INTEGER RANGE, FLOAT.
        if param.metavar is None and isinstance(param.type, _NUMBERS):
            param.metavar = "NUMBER"
    return laid


def is_rare(command: str, param: click.Parameter) -> bool:
    """Whether few people need the option *param* of *command*."""
    return any(
        name in RARE and (command, name) not in ALWAYS
        for name in (*param.opts, *param.secondary_opts)
    )


def examples(epilog: str) -> tuple[str, list[str]]:
    """Return the heading of an epilog and its commands, separated by two spaces."""
    match = _EXAMPLES.fullmatch(epilog)
    if match is None:
        return "", []
    return match[1], match[2].split(";  ")


def broken(command: str, width: int) -> Sequence[str]:
    """Return *command* in lines of at most *width*, which a shell reads as one."""
    lines: list[str] = []
    for word in _WORD.findall(command):
        # Leave two columns for the backslash.
        if lines and len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f" {word}"
        elif lines:
            lines[-1] += " \\"
            lines.append(f"{'':>{_MARGIN}}{word}")
        else:
            lines.append(word)
    return lines
