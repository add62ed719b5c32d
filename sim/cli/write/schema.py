"""`fracas schema`: the JSON Schema of files, and of what commands print."""

from typing import NoReturn

import click

from sim.bots.messages import schema as bot_schema
from sim.campaign.sheet import CampaignSheet, campaign_schema
from sim.cli import complete
from sim.cli.documents.table import DOCUMENTS, LINES, OLDER, schema_of_command
from sim.cli.options.mistaken_names import not_a_scenario
from sim.cli.options.printed import always_json_option
from sim.cli.terminal.example import WithExample
from sim.cli.terminal.output import put_json
from sim.errors import UnknownNameError
from sim.library.registry import rule_system, system_names
from sim.library.scenario import schema as schema_of
from sim.reading.described import with_descriptions
from sim.reading.hints import nearest, quoted

_BOT = "bot"
_CAMPAIGN = "campaign"


def _example() -> str:
    name, *_ = system_names()
    return (
        f"Examples: fracas schema {name} > {name}.schema.json;  fracas schema run;"
        f"  fracas schema {_CAMPAIGN}"
    )


@click.command(cls=WithExample, example=_example)
@click.argument("name", metavar="SYSTEM|COMMAND", shell_complete=complete.schemas)
@always_json_option
def schema(name: str) -> None:
    """Print a JSON Schema, with what each field means.

    For SYSTEM it is the schema of scenario files, for `campaign` that of campaign
    files: editors with JSON Schema support use it to complete and check files. For
    COMMAND it is the schema of what `fracas COMMAND --json` prints, and for `bot` that
    of the messages to a program that plays as cmd:./bot.
    """
    if name == _CAMPAIGN:
        put_json(with_descriptions(campaign_schema(), CampaignSheet))
    elif name == _BOT:
        put_json(bot_schema())
    elif name in {*DOCUMENTS, *LINES, *OLDER}:
        put_json(schema_of_command(name))
    elif name in system_names():
        system = rule_system(name)
        put_json(with_descriptions(schema_of(system), system.scenario))
    else:
        _refuse(name)


def _refuse(name: str) -> NoReturn:
    """Raise UnknownNameError for a *name* that has no schema."""
    context = click.get_current_context()
    group = context.find_root().command
    if isinstance(group, click.Group) and name in group.list_commands(context):
        message = f"what fracas {name} prints has no schema"
        raise UnknownNameError(message)
    not_a_scenario(name, "schema {}")
    names = [*system_names(), _BOT, _CAMPAIGN, *sorted({*DOCUMENTS, *LINES})]
    hint = nearest(name, names) or f": there are {', '.join(names)}"
    message = f"no rule system or command is called {quoted(name)}{hint}"
    raise UnknownNameError(message)
