"""An option of one value that is given twice is refused, for only the last counts."""

import click
import pytest

from sim.cli.main import COMMANDS, cli
from tests.cli.conftest import Fracas


def _once(command: str) -> list[str]:
    """Return every option of one value of *command*."""
    found_command = cli.get_command(click.Context(cli), command)
    assert found_command is not None
    options = [
        param for param in found_command.params if isinstance(param, click.Option)
    ]
    return [
        max(option.opts, key=len)
        for option in options
        if option.nargs == 1 and not (option.multiple or option.is_flag)
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_one_value_is_taken_once(fracas: Fracas, command: str) -> None:
    """An option with one value that is given twice is refused."""
    for option in _once(command):
        said = fracas(command, option, "1", option, "2")

        assert f"{option} is given 2 times, expected once" in said.refused()


def test_a_flag_may_be_given_again(fracas: Fracas) -> None:
    """A flag given twice means the same as once."""
    once = fracas("scenarios", "--json")

    assert fracas("scenarios", "--json", "--json").out == once.out
