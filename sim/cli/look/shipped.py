"""Commands that list what ships with Fracas: scenarios, transcripts, agents."""

import sys
import tomllib
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from sim.campaign.listed import agent_row, playable_row
from sim.campaign.load import load
from sim.campaign.sheet import CampaignSheet
from sim.casting.roster import names
from sim.cli import complete
from sim.cli.options.hosting import limits_option
from sim.cli.options.printed import json_option
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_document, put_json
from sim.hosting.sandbox import Sandbox
from sim.library import catalogue
from sim.library.scenario import read
from sim.reading.tables import parse
from sim.reading.visible import visible_toml

_Listed = tuple[str, str, str, list[str]]
"""A row of a list: name, system, title, and participants or chapters."""


@click.command(epilog="Examples: fracas scenarios;  fracas scenarios alley > mine.toml")
@click.argument("name", default="", shell_complete=complete.playables)
@click.option("--campaigns", is_flag=True, help="Only campaigns, also as JSON.")
@json_option
def scenarios(name: str, *, campaigns: bool, as_json: bool) -> None:
    """List what is shipped, or print the file of the one called NAME.

    With --json a scenario is printed in its canonical form, over which its digest is
    computed: keys in order, defaults included.
    """
    if name:
        _put_file(name, as_json=as_json)
        return
    if as_json:
        listed = catalogue.campaigns() if campaigns else catalogue.scenarios()
        rows = list(catalogue.usable(listed, playable_row))
        put_document({"scenarios": rows})
        return
    if not campaigns:
        listed = catalogue.scenarios()
        _put_listed("seats", catalogue.usable(listed, partial(_scenario, listed)))
        put("Play one with: fracas run NAME, see its file with: fracas scenarios NAME")
        put()
        put("Campaigns, chapter after chapter, are played and seen the same way:")
        put()
    _put_listed("chapters", catalogue.usable(catalogue.campaigns(), _campaign))
    if not campaigns:
        put()
        put("Transcripts of rounds played at a table, for fracas audit NAME:")
        for transcript in catalogue.transcripts():
            put(f"  {transcript}")


def _put_listed(last: str, listed: Iterable[_Listed]) -> None:
    rows = [(*headed, ", ".join(names)) for *headed, names in listed]
    put_table(("name", "system", "title", last), rows, words=4)


class _Named(Struct):
    """A seat in the file of a scenario."""

    name: str


class _Headed(Struct):
    """What the list shows of a scenario, as its file has it."""

    system: str
    title: str
    seats: list[_Named]


def _scenario(listed: catalogue.Shipped, name: str) -> _Listed:
    """Return the row of a scenario: its participants, or all seats of a stranger's.

    Ours is read from its file alone, which is fast: no rule system is needed for it.
    """
    if listed.is_ours(name):
        where, raw = read(name, listed)
        sheet = msgspec.convert(parse(raw, where), _Headed)
        return name, sheet.system, sheet.title, [seat.name for seat in sheet.seats]
    row = playable_row(name)
    return name, row["system"], row["title"], row["seats"]


def _campaign(name: str) -> _Listed:
    """Return the row of a campaign, read from its file alone, which is fast."""
    where, raw = read(name, catalogue.campaigns())
    try:
        sheet = msgspec.convert(parse(raw, where), CampaignSheet)
    except msgspec.ValidationError:
        load(name)  # raises an error that says what is wrong, and where
        raise
    chapters = [Path(chapter.scenario).stem for chapter in sheet.chapters]
    return name, sheet.system, sheet.title, chapters


def _put_file(name: str, *, as_json: bool) -> None:
    typed = catalogue.transcripts().get(name)
    if typed is not None and not as_json:
        raw = Path(typed).read_bytes()
    elif typed is not None:
        put_json(tomllib.loads(Path(typed).read_text("utf-8")))
        return
    elif as_json:
        put_json(msgspec.Raw(load(name).data))
        return
    else:
        raw = read(name, catalogue.playables())[1]
    text = visible_toml(raw.decode("utf-8", "backslashreplace"))
    click.echo(text, file=sys.stdout, nl=False)


@click.command(epilog="Examples: fracas agents;  fracas agents my_agents.py:Brave")
@click.argument("name", default="", shell_complete=complete.agents)
@json_option
@limits_option
def agents(name: str, sandbox: Sandbox, *, as_json: bool) -> None:
    """List the agents with their settings, or describe the one called NAME.

    Describing an agent from a file runs its code, behind the wall for strangers'
    agents.
    """
    rows = [agent_row(spec, sandbox) for spec in ((name,) if name else names())]
    if as_json:
        put_document(rows[0] if name else {"agents": rows})
        return
    for row in rows:
        put(f"{row['name']}{_settings(row['settings'])}")
        about = row["about"] if name else row["about"].partition(chr(10))[0]
        put(f"    {about}", indent=0)
    if not name:
        put(
            "Settings are given as NAME:key=value, agents of your own as FILE.py:CLASS"
            " or cmd:PROGRAM"
        )


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _settings(settings: dict[str, Any]) -> str:
    said = [
        f"{name}={value if isinstance(value, str) else _written(value)}"
        for name, value in settings.items()
    ]
    return f":{','.join(said)}" if said else ""
