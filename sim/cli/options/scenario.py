"""Options of commands that take a scenario: agents, rulings, trust in its files."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from sim.cli import complete


def rulings_of(given: Sequence[str]) -> dict[str, str]:
    """Return the values of `--ruling NAME=VALUE` by name."""
    rulings: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            message = f"found {text!r}, expected NAME=VALUE"
            raise click.BadParameter(message, param_hint="--ruling")
        if name.strip() in rulings:
            message = f"{name.strip()} is given twice, expected once"
            raise click.BadParameter(message, param_hint="--ruling")
        rulings[name.strip()] = value.strip()
    return rulings


ANYBODY = "NAME, FILE.py:CLASS or cmd:PROGRAM"
"""What an agent may be given as, for help texts."""

agents_option = click.option(
    "--agents",
    default="",
    metavar="A,B",
    shell_complete=complete.agents,
    help=f"The agents, seat by seat: each {ANYBODY}.",
)
ruling_option = click.option(
    "--ruling",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete.rulings,
    help="Change a rules option (rules SYSTEM --options lists them).",
)


trust_option = click.option(
    "--trust-files",
    is_flag=True,
    help="Allow the scenario itself to name agents from files.",
)


def rulings_text(rulings: dict[str, Any]) -> str:
    """Return *rulings* on one line, as `--ruling` takes them."""
    texts = {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in rulings.items()
    }
    return ", ".join(f"{name}={text}" for name, text in texts.items())
