"""No command prints the password of an address, wherever on the line it stands."""

from collections.abc import Iterator

import click
import pytest

from sim.casting.specs import parse
from sim.cli.main import COMMANDS, OLDER, cli
from sim.errors import AgentError
from tests.cli.conftest import Fracas

SECRET = "hush"  # noqa: S105 - nobody's
GIVEN = (
    f"postgresql://ann:{SECRET}@127.0.0.1:1/duels",
    f"postgresql://ann:{SECRET}/,(a)=:1@127.0.0.1:1/duels",
    f"bold,Ann=postgres://ann:a:{SECRET}@127.0.0.1:1/duels",
    f"mysql://127.0.0.1:1/duels?a=b&password={SECRET}",
)
"""Addresses that no server answers, and what may stand around one."""


def _command(group: click.Command, name: str) -> click.Command:
    assert isinstance(group, click.Group)
    command = group.get_command(click.Context(group), name)
    assert command is not None
    return command


def _commands(name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the command *name* and its questions, with what is typed."""
    command = _command(cli, name)
    yield name, command
    if isinstance(command, click.Group):
        for question in command.list_commands(click.Context(command)):
            yield f"{name} {question}", _command(command, question)


def _lines(name: str, command: click.Command) -> Iterator[list[str]]:
    """Yield lines with ADDRESS in each place where somebody may type one."""
    words = name.split(" ")
    places = [param for param in command.params if isinstance(param, click.Argument)]
    before = ["x"] * len(places)
    for number in range(len(places) + 1):
        yield [*words, *before[:number], "ADDRESS", *before[number + 1 :]]
    for param in command.params:
        if isinstance(param, click.Option):
            longest = max(param.opts, key=len)
            yield [*words, *before, f"{longest}=ADDRESS"]
            if not param.is_flag:
                yield [*words, *before, longest, "ADDRESS"]
    yield [*words, *before, "--unheard-of=ADDRESS"]


@pytest.mark.parametrize("address", GIVEN)
@pytest.mark.parametrize("name", [*COMMANDS, *OLDER])
def test_no_place_on_a_line_prints_a_password(
    fracas: Fracas, name: str, address: str
) -> None:
    """Every command refuses an address in a wrong place without its password."""
    for line in [line for each in _commands(name) for line in _lines(*each)]:
        given = [word.replace("ADDRESS", address) for word in line]
        assert SECRET not in fracas(*given).refused(), line


@pytest.mark.parametrize("address", GIVEN)
def test_no_command_is_an_address(fracas: Fracas, address: str) -> None:
    """An address typed as a command is refused without showing its password."""
    assert SECRET not in fracas(address).refused()


def test_a_store_may_be_an_address_wherever_help_says_store() -> None:
    """Every command that takes a store takes an address too, and help says so."""
    named = {
        param.make_metavar(click.Context(command))
        for command in [_command(cli, name) for name in [*COMMANDS, *OLDER]]
        for param in command.params
        if param.name == "store"
    }
    assert named == {"PATH|URL", "STORE", "STORE|TRANSCRIPT.toml"}


def test_an_agent_is_no_address() -> None:
    """An address given as an agent is refused, and its password is not repeated."""
    with pytest.raises(AgentError, match="expected its name") as error:
        parse(f"postgresql://ann:{SECRET}/,@host")
    assert SECRET not in str(error.value)


@pytest.mark.parametrize(
    "setting",
    [
        "url=https://ann.example/v1,prompt=@prompt.txt",
        "url=http://127.0.0.1:8080,password=@secret.txt",
        "page=https://ann.example/bots@2",
    ],
)
def test_a_program_may_be_given_a_page(fracas: Fracas, setting: str) -> None:
    """An @ in a program's settings is not taken for the user of an address."""
    said = fracas("run", "stuck_door", "--agents", f"cmd:./none:{setting}").refused()
    assert "address" not in said
    assert "./none" in said
