"""Pages of commands, laid out as `--help`: rare options apart, examples as code."""

import click

from sim.cli.terminal.example import WithExample
from sim.cli.terminal.layout import MANY, broken, examples, is_rare

_OPTION = ".. option:: "
_WIDTH = 80


def part_options(_app: object, ctx: click.Context, lines: list[str]) -> None:
    """Put the options that few people need under a heading of their own."""
    params = [one for one in ctx.command.params if isinstance(one, click.Option)]
    rare = {
        one.opts[0]
        for one in params
        if len(params) >= MANY and is_rare(ctx.command.name or "", one)
    }
    usual, later = list[str](), list[str]()
    into = usual
    for line in lines:
        if line.startswith(_OPTION):
            named = line.removeprefix(_OPTION).replace(",", " ").split()
            into = later if rare.intersection(named) else usual
        into.append(line)
    lines[:] = usual
    if later:
        lines += [".. rubric:: More options", "", *later]


def show_examples(_app: object, ctx: click.Context, lines: list[str]) -> None:
    """Show the examples of a command as code, one to a line."""
    command = ctx.command
    if isinstance(command, WithExample):
        command.format_epilog(ctx, ctx.make_formatter())
    heading, commands = examples(command.epilog or "")
    if commands:
        code = [f"    {line}" for one in commands for line in broken(one, _WIDTH)]
        lines[:] = [f".. rubric:: {heading}", "", ".. code-block:: sh", "", *code, ""]
