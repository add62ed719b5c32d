"""Options that are numbers take numbers only."""

from collections.abc import Iterator

import click
import pytest

from sim.cli.main import cli
from sim.cli.options.number import Number
from tests.cli.conftest import Fracas


def _options(command: click.Command, path: str) -> Iterator[tuple[str, click.Option]]:
    """Yield every option of *command* and of those below it, with where it stands."""
    context = click.Context(command)
    for param in command.get_params(context):
        if isinstance(param, click.Option):
            yield f"{path} {param.opts[-1]}", param
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _options(below, f"{path} {name}")


FLOATS = {
    where: option
    for where, option in _options(cli, "fracas")
    if isinstance(option.type, click.types.FloatParamType)
}


@pytest.mark.parametrize("where", FLOATS)
def test_every_number_is_one(where: str) -> None:
    """Every option that takes a number refuses nan and infinity."""
    kind = FLOATS[where].type
    assert isinstance(kind, Number)
    for text in ("nan", "-nan", "inf", "-inf", "1e999"):
        with pytest.raises(click.BadParameter):
            kind.convert(text, None, None)


def test_there_are_such_options() -> None:
    """The options that the test above looks at include those known."""
    assert {"fracas solve --seconds", "fracas tournament --within"} <= {*FLOATS}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("solve stuck_door --seconds nan", '--seconds is "nan", expected a number of'),
        ("value stuck_door --seconds inf", '--seconds is "inf", expected a number of'),
        (
            "tournament alley --agents steady,bold --errors 0.05,nan",
            "--errors: '0.05,nan' is not two numbers from",
        ),
    ],
)
def test_what_is_no_number_is_refused(fracas: Fracas, typed: str, said: str) -> None:
    """A text given for a number is refused in one sentence."""
    assert said in fracas(*typed.split()).refused()


def test_a_command_of_the_shell_is_no_file(fracas: Fracas) -> None:
    """A program is named by its path; a shell's command is refused."""
    said = fracas("solve", "stuck_door", "--agents", "cmd:ls").refused()
    assert "there is no file ls here: a program that plays is named by its path" in said
    assert (
        "cannot be read: No such file"
        in fracas("solve", "stuck_door", "--agents", "cmd:./qwertz").refused()
    )
