"""`fracas new`: write a small scenario file to begin from."""

import sys
from pathlib import Path

import click

from sim.cli import complete
from sim.cli.terminal.example import WithExample
from sim.cli.terminal.output import note
from sim.errors import UnknownNameError
from sim.files.outputs import new_file
from sim.library.catalogue import scenarios
from sim.library.registry import rule_system, system_names
from sim.library.scenario import source
from sim.reading.hints import quoted

_SUFFIX = ".toml"


def _example() -> str:
    system, *_ = system_names()
    return (
        f"Examples: fracas new {system} mine.toml;  fracas new street.toml --like alley"
    )


@click.command(cls=WithExample, example=_example)
@click.argument(
    "names", metavar="[SYSTEM] [FILE]", nargs=-1, shell_complete=complete.systems
)
@click.option(
    "--like", metavar="SCENARIO", help="Start from this scenario, not from a small one."
)
def new(names: tuple[str, ...], *, like: str | None) -> None:
    """Write a small scenario of SYSTEM to FILE, ready to be played and changed.

    Without FILE it is printed. With --like, instead of SYSTEM, you get a copy of
    another scenario.
    """
    systems = [name for name in names if not name.endswith(_SUFFIX)]
    files = [name for name in names if name.endswith(_SUFFIX)]
    if len(systems) != (like is None) or len(files) > 1:
        message = (
            f"expected the name of a rule system ({', '.join(system_names())}), or"
            f" --like and a scenario, and at most one new file that ends in {_SUFFIX}"
        )
        raise click.UsageError(message)
    data = source(like) if like is not None else _template(systems[0])
    if not files:
        text = data.decode("utf-8", "backslashreplace")
        click.echo(text, file=sys.stdout, nl=False)
        return
    with new_file(Path(files[0])) as target:
        target.write(data)
    note(f"{files[0]} is written; try: fracas run {files[0]}")


def _template(name: str) -> bytes:
    """Return the small scenario of the system *name*.

    Raises UnknownNameError if there is no such system, or it brings none.
    """
    if name in scenarios() and name not in system_names():
        message = f"{quoted(name)} is a scenario: fracas new --like {name} FILE"
        raise UnknownNameError(message)
    system = rule_system(name)
    if system.files.template is None:
        message = f"{name} brings no small scenario, expected --like and one of its own"
        raise UnknownNameError(message)
    return system.files.template()
