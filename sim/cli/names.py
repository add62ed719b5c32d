"""Commands that say what there is: scenarios, agents, rules, schemas."""

from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

import click
import msgspec

from agents.roster import agent_class, describe, names
from sim.cli.grid import put_table
from sim.cli.speak import put, put_json
from sim.errors import UnknownNameError
from sim.play import ENGINE_RULES
from sim.reading.mismatch import nearest, quoted
from sim.registry import SYSTEMS, rule_system
from sim.scenario import load, shipped
from sim.scenario import schema as schema_of

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


@click.command(epilog="Example: fracas scenarios --json")
@as_json
def scenarios(*, as_json: bool) -> None:
    """List the scenarios that are shipped, each with its system and title."""
    found = [_sum_up(name) for name in shipped()]
    if as_json:
        put_json(found)
        return
    rows = [(one["name"], one["system"], one["title"], one["seats"]) for one in found]
    put_table(
        ("name", "system", "title", "seats"),
        [(*row[:3], ", ".join(row[3])) for row in rows],
        words=4,
    )
    put("Play one with: fracas run NAME")


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


@click.command(epilog="Examples: fracas rules SS-HARM-04;  fracas rules solar_system")
@click.argument("what", metavar="[ID|SYSTEM]", default="")
@as_json
def rules(what: str, *, as_json: bool) -> None:
    """Print the sentence of the rule ID, or list the rules of SYSTEM.

    The beginning of an ID, such as SS-HARM, lists all that begin so; without an
    argument the systems are listed.
    """
    if not what:
        _systems(as_json=as_json)
        return
    found = _sentences(what)
    if as_json:
        put_json(found)
        return
    width = max(map(len, found))
    for rule, sentence in found.items():
        put(f"{rule:<{width}}  {sentence}")


def _systems(*, as_json: bool) -> None:
    systems = [rule_system(name) for name in SYSTEMS]
    if as_json:
        put_json(
            [
                {"name": one.name, "title": one.title, "rules": len(one.rules)}
                for one in systems
            ]
        )
        return
    put_table(
        ("system", "title", "rules"),
        [(one.name, one.title, str(len(one.rules))) for one in systems],
        words=2,
    )


def _sentences(what: str) -> dict[str, str]:
    """Return the rules that *what* names: one, those that begin so, or a system's.

    Systems are looked through one by one; the first that knows *what* answers.
    """
    if what in SYSTEMS:
        return dict(rule_system(what).rules)
    wanted = what.upper()
    known: list[str] = []
    for rules in _rulebooks():
        if wanted in rules:
            return {wanted: rules[wanted]}
        begun = {rule: said for rule, said in rules.items() if rule.startswith(wanted)}
        if begun:
            return begun
        known += rules
    message = (
        f"no rule or system is called {quoted(what)}, expected an ID such as"
        f" {known[-1]} or one of {', '.join(SYSTEMS)}"
        f"{nearest(what, tuple(SYSTEMS)) or nearest(wanted, known)}"
    )
    raise UnknownNameError(message)


def _rulebooks() -> Iterator[Mapping[str, str]]:
    yield ENGINE_RULES
    for name in SYSTEMS:
        yield rule_system(name).rules


@click.command(epilog="Example: fracas schema solar_system > solar_system.schema.json")
@click.argument("system")
@click.option("--json", expose_value=False, is_flag=True, help="It is always JSON.")
def schema(system: str) -> None:
    """Print the JSON Schema of SYSTEM's scenario files.

    Editors that know JSON Schema complete and check the files with it.
    """
    put_json(schema_of(rule_system(system)))
