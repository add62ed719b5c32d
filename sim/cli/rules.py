"""`fracas rules` and `schema`: what a rule system says, and what its files may say."""

import re
from collections.abc import Iterator, Mapping

import click

from sim.campaign.sheet import CampaignSheet, campaign_schema
from sim.cli import complete
from sim.cli.example import WithExample
from sim.cli.grid import put_table
from sim.cli.speak import put, put_json
from sim.errors import ScenarioError, UnknownNameError
from sim.play import ENGINE_RULES
from sim.reading.described import described, meanings
from sim.reading.hints import nearest, quoted
from sim.registry import rule_system, system_names
from sim.rulings import ruling_forms
from sim.scenario import load
from sim.scenario import schema as schema_of
from sim.spine.rulebook import Rulebook

_CITED = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")
_CAMPAIGN = "campaign"
_LATER = " (not played yet)"

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


def _rules_example() -> str:
    system = rule_system(system_names()[0])
    rule, *_ = system.rules
    option, *_ = _options(system.name)
    return f"Examples: fracas rules {rule};  fracas rules {option}"


def _schema_example() -> str:
    name, *_ = system_names()
    return f"Example: fracas schema {name} > {name}.schema.json"


@click.command(cls=WithExample, example=_rules_example)
@click.argument(
    "what", metavar="[ID|SYSTEM|OPTION]", default="", shell_complete=complete.rules
)
@click.option(
    "--sheet",
    metavar="SCENARIO",
    shell_complete=complete.playables,
    help="Say what sheets of SCENARIO, a file or a shipped name, cost by the rules"
    " that price them.",
)
@as_json
def rules(what: str, sheet: str | None, *, as_json: bool) -> None:
    """Print the sentence of the rule ID, or list the rules of SYSTEM.

    The beginning of an ID lists all that begin so, and the name of
    an option the rulings it decides; without an argument the systems are listed.
    """
    if sheet is not None:
        _costs(what, sheet, as_json=as_json)
        return
    if not what:
        _systems(as_json=as_json)
        return
    found = _sentences(what)
    if as_json:
        put_json(found)
        return
    width = max(map(len, found))
    later = _later()
    for rule, sentence in found.items():
        put(f"{rule:<{width}}  {sentence}{_LATER if rule in later else ''}")


def _systems(*, as_json: bool) -> None:
    systems = [rule_system(name) for name in system_names()]
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


def _costs(system: str, sheet: str, *, as_json: bool) -> None:
    """Print what the sheets of the scenario *sheet* cost, played by *system* if given.

    Raises ScenarioError where that system prices no sheets, or another plays it.
    """
    loaded = load(sheet)
    name = loaded.system.name
    if system and rule_system(system).name != name:
        message = f"{sheet}: is played by {name}, expected {system}"
        raise ScenarioError(message)
    if loaded.system.costs is None:
        able = [one for one in system_names() if rule_system(one).costs is not None]
        message = f"{name} prices no sheets, expected a scenario of {', '.join(able)}"
        raise ScenarioError(message)
    found = loaded.system.costs(loaded.scenario)
    if as_json:
        put_json(found)
        return
    put_table(
        tuple(found[0]),
        [tuple("" if it is None else str(it) for it in one.values()) for one in found],
    )


def _sentences(what: str) -> dict[str, str]:
    """Return the rules that *what* names: one, those that begin so, or a system's.

    Systems are looked through one by one; the first that knows *what* answers.
    """
    if what in system_names():
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
    options = {name: _options(name) for name in system_names()}
    for found in options.values():
        if what.lower() in found:
            return found[what.lower()]
    near = [
        *system_names(),
        *(option for found in options.values() for option in found),
    ]
    message = (
        f"no rule, system or option is called {quoted(what)}, expected an ID such as"
        f" {known[-1]} or one of {', '.join(system_names())}"
        f"{nearest(what, near) or nearest(wanted, known)}"
    )
    raise UnknownNameError(message)


def _rulebooks() -> Iterator[Mapping[str, str]]:
    yield ENGINE_RULES
    for name in system_names():
        yield rule_system(name).rules


def _later() -> set[str]:
    """Return the rules that are known and numbered, but not played."""
    books = [rule_system(name).rules for name in system_names()]
    return {rule for book in books if isinstance(book, Rulebook) for rule in book.later}


def _options(name: str) -> dict[str, dict[str, str]]:
    """Return option -> the rules that speak of it, for the system called *name*.

    They are those of the rulebook, those the option's meaning cites and those that
    name it; where there are none, what it means stands alone.
    """
    system = rule_system(name)
    found: dict[str, set[str]] = {}
    if isinstance(system.rules, Rulebook):
        found |= {name: set(rules) for name, rules in system.rules.options.items()}
    said: dict[str, str] = {}
    for form in ruling_forms(system):
        plain = f"an option: fracas schema {name} says what it may be"
        said |= dict.fromkeys(form.__struct_fields__, plain)
        said |= meanings(form)
    for option, meaning in said.items():
        named = re.compile(rf"{'' if '_' in option else '[`[]'}\b{option}\b")
        cited = set(_CITED.findall(meaning))
        found.setdefault(option, set()).update(
            rule
            for rule, sentence in system.rules.items()
            if rule in cited or named.search(sentence)
        )
    return {
        option: {rule: system.rules[rule] for rule in system.rules if rule in known}
        or {option: said[option]}
        for option, known in found.items()
    }


@click.command(cls=WithExample, example=_schema_example)
@click.argument("system", shell_complete=complete.systems)
@click.option("--json", expose_value=False, is_flag=True, help="It is always JSON.")
def schema(system: str) -> None:
    """Print the JSON Schema of SYSTEM's scenario files, with what each field means.

    That of campaign files is called campaign. Editors that know JSON Schema complete
    and check the files with it.
    """
    if system == _CAMPAIGN:
        put_json(described(campaign_schema(), CampaignSheet))
        return
    found = rule_system(system)
    put_json(described(schema_of(found), found.scenario))
