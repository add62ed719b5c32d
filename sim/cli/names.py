"""Commands that say what there is to play: scenarios, transcripts, agents."""

import tomllib
from inspect import getdoc
from pathlib import Path
from typing import Any

import click
import msgspec

from sim import library
from sim.cli.grid import put_table
from sim.cli.speak import put, put_json
from sim.roster import agent_class, describe, names
from sim.scenario import load, source

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


@click.command(epilog="Examples: fracas scenarios;  fracas scenarios alley > mine.toml")
@click.argument("name", default="")
@as_json
def scenarios(name: str, *, as_json: bool) -> None:
    """List what is shipped, or print the file of the one called NAME.

    With --json a scenario is printed as it is known by its digest: keys in order,
    defaults included.
    """
    if name:
        _put_file(name, as_json=as_json)
        return
    found = [_sum_up(one) for one in library.scenarios()]
    if as_json:
        put_json(found)
        return
    rows = [(one["name"], one["system"], one["title"], one["seats"]) for one in found]
    put_table(
        ("name", "system", "title", "seats"),
        [(*row[:3], ", ".join(row[3])) for row in rows],
        words=4,
    )
    put("Play one with: fracas run NAME, see its file with: fracas scenarios NAME")
    put()
    put("Transcripts of rounds played at a table, for fracas audit NAME:")
    for one in library.transcripts():
        put(f"  {one}")


def _put_file(name: str, *, as_json: bool) -> None:
    typed = library.transcripts().get(name)
    if typed is not None and not as_json:
        raw = Path(typed).read_bytes()
    elif typed is not None:
        put_json(tomllib.loads(Path(typed).read_text("utf-8")))
        return
    elif as_json:
        put_json(msgspec.Raw(load(name).data))
        return
    else:
        raw = source(name)
    click.echo(raw.decode("utf-8", "backslashreplace"), nl=False)


def _sum_up(name: str) -> dict[str, Any]:
    loaded = load(name)
    return {
        "name": name,
        "system": loaded.system.name,
        "title": loaded.scenario.title,
        "about": loaded.scenario.about,
        "source": loaded.scenario.source,
        "seats": [seat.name for seat in loaded.system.seats(loaded.scenario)],
        "digest": loaded.digest.hex(),
    }


@click.command(epilog="Examples: fracas agents;  fracas agents my_agents.py:Brave")
@click.argument("name", default="")
@as_json
def agents(name: str, *, as_json: bool) -> None:
    """List the agents with their settings, or describe the one called NAME."""
    found = [_portrait(one) for one in ((name,) if name else names())]
    if as_json:
        put_json(found[0] if name else found)
        return
    for one in found:
        put(f"{one['name']}{_settings(one['settings'])}")
        put(f"    {one['about'] if name else one['about'].partition(chr(10))[0]}")
    if not name:
        put("Settings are given as NAME:key=value, agents of your own as FILE.py:CLASS")


def _portrait(name: str) -> dict[str, Any]:
    full, version, settings = describe(name)
    return {
        "name": full,
        "version": version,
        "settings": msgspec.json.decode(settings),
        "about": getdoc(agent_class(full)) or "",
    }


def _settings(settings: dict[str, Any]) -> str:
    said = [
        f"{name}={msgspec.json.encode(value).decode()}"
        for name, value in settings.items()
    ]
    return f":{','.join(said)}" if said else ""
