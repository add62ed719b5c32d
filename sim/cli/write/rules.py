"""`fracas rules`: rules, options and words."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

import click

from sim.cli import complete
from sim.cli.options.mistaken_names import not_a_scenario, system_meant
from sim.cli.options.printed import json_option
from sim.cli.terminal.example import WithExample
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_document
from sim.cli.write.glossary import (
    entries,
    find_entries,
    put_all_words,
    put_entries,
    where_mentioned,
)
from sim.cli.write.ruling_options import Option, options_of
from sim.conflict.play import ENGINE_RULES
from sim.errors import ScenarioError, UnknownNameError
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.reading.hints import nearest, quoted
from sim.spine.rulebook import Rulebook

_LATER = " (not played yet)"
_LIKE = 0.7


def _rules_example() -> str:
    system = rule_system(system_names()[0])
    rule, *_ = system.rules
    option, *_ = options_of(system.name)
    return (
        f"Examples: fracas rules {rule};  fracas rules {option};  fracas rules seat; "
        f" fracas rules {system.name}"
    )


@click.command(cls=WithExample, example=_rules_example)
@click.argument(
    "what",
    metavar="[ID|SYSTEM|OPTION|WORD]",
    nargs=-1,
    shell_complete=complete.rules,
)
@click.option(
    "--sheet",
    metavar="SCENARIO",
    shell_complete=complete.playables,
    help="Print what the sheets of SCENARIO, a file or a shipped name, cost by the "
    "rules that price them.",
)
@click.option(
    "--options", is_flag=True, help="List the options of SYSTEM, not its rules."
)
@click.option("--words", is_flag=True, help="List all words, with what they mean.")
@json_option
def rules(
    what: tuple[str, ...],
    sheet: str | None,
    *,
    options: bool,
    words: bool,
    as_json: bool,
) -> None:
    """Print the rule ID, the rules of SYSTEM, what OPTION decides or what WORD means.

    A prefix of an ID lists all rules that begin with it. The name of an OPTION prints
    its values, what each means and how to set it. A WORD is one from the stories,
    scenario files or this program; it is explained along with the rules in which it
    occurs. Without an argument, the systems are listed.
    """
    asked = " ".join(what)
    if words:
        if asked:
            message = f"--words lists all words, but one is named: {quoted(asked)}"
            raise click.UsageError(message)
        put_all_words(as_json=as_json)
        return
    _rules(asked, sheet, options=options, as_json=as_json)


def _rules(what: str, sheet: str | None, *, options: bool, as_json: bool) -> None:
    if options and not what:
        message = f"--options needs a system: {', '.join(system_names())}"
        raise click.UsageError(message)
    if sheet is not None:
        _costs(what, sheet, as_json=as_json)
        return
    if not what:
        _systems(as_json=as_json)
        return
    if options:
        _put_options(what, as_json=as_json)
        return
    _say(what, as_json=as_json)


def _say(what: str, *, as_json: bool) -> None:
    """Print all that *what* names: rules or an option, and the word of that name."""
    found = _sentences(what)
    everywhere = (options_of(name) for name in system_names())
    named = [one[what.lower()] for one in everywhere if what.lower() in one]
    words = find_entries(what, entries())
    if found:
        put_document({"rules": found}) if as_json else _put_rules(found)
    elif named and as_json:
        put_document({"options": named})
    elif named:
        for option in named:
            _put_option(option)
    elif words:
        put_entries(words, as_json=as_json)
        return
    else:
        not_a_scenario(what, "rules {}")
        raise _nothing(what)
    also = [
        one
        for one in words
        if not one.of_files and what.casefold() in map(str.casefold, one.words)
    ]
    if also and not as_json:
        put()
        put_entries(also, as_json=False)


def _systems(*, as_json: bool) -> None:
    systems = [rule_system(name) for name in system_names()]
    if as_json:
        rows = [
            {"name": one.name, "title": one.title, "rules": len(one.rules)}
            for one in systems
        ]
        put_document({"systems": rows})
        return
    put_table(
        ("system", "title", "rules"),
        [(one.name, one.title, str(len(one.rules))) for one in systems],
        words=2,
    )
    put()
    put("All rules of a system: fracas rules SYSTEM; its options: with --options.")
    put("One rule: fracas rules ID; one word: fracas rules WORD; all words: --words.")


def _costs(system: str, sheet: str, *, as_json: bool) -> None:
    """Print what the sheets of the scenario *sheet* cost.

    Raises ScenarioError if *system* is given and is not the scenario's, or if the
    scenario's system has no prices.
    """
    loaded = load(sheet)
    name = loaded.system.name
    if system and system_meant(system, "rules --sheet SCENARIO {}").name != name:
        message = f"{sheet} is a scenario of {name}, expected one of {system}"
        raise ScenarioError(message)
    if loaded.system.files.costs is None:
        able = [one for one in system_names() if rule_system(one).files.costs]
        message = f"{name} prices no sheets, expected a scenario of {', '.join(able)}"
        raise ScenarioError(message)
    found = loaded.system.files.costs(loaded.scenario)
    if as_json:
        put_document({"costs": found})
        return
    put_table(
        tuple(found[0]),
        [tuple("" if it is None else str(it) for it in one.values()) for one in found],
    )


def _sentences(what: str) -> dict[str, str]:
    """Return the rules for *what*: an ID, the prefix of IDs, or a system."""
    if what in system_names():
        return dict(rule_system(what).rules)
    wanted = what.upper()
    for rules in _rulebooks():
        if wanted in rules:
            return {wanted: rules[wanted]}
        begun = {rule: said for rule, said in rules.items() if rule.startswith(wanted)}
        if begun:
            return begun
    return {}


def _nothing(what: str) -> UnknownNameError:
    """Return the error for an unknown *what*, with the nearest name."""
    known = [rule for rules in _rulebooks() for rule in rules]
    options = [option for name in system_names() for option in options_of(name)]
    words = [word for one in entries() for word in one.words]
    hint = (
        _near(what.upper(), known)
        or nearest(what, [*system_names(), *options, *words])
        or where_mentioned(what)
    )
    message = (
        f"no rule, system, option or word is called {quoted(what)}, expected an ID such"
        f" as {known[-1]}, a word that fracas rules --words lists, or one of"
        f" {', '.join(system_names())}{hint}"
    )
    return UnknownNameError(message)


def _near(wanted: str, known: Sequence[str]) -> str:
    """Return a hint: the rule that *wanted* must be, or the rules of its chapter.

    IDs that merely share letters belong to other chapters and are not suggested.
    """
    chapter, _, number = wanted.rpartition("-")
    chapters = {one.rpartition("-")[0] for one in known}
    if chapter in chapters:
        padded = f"{chapter}-{number:0>2}"
        if padded in known:
            return f"; did you mean {padded}?"
        return f"; fracas rules {chapter} lists those that begin so"
    for one in get_close_matches(chapter, chapters, cutoff=_LIKE):
        if f"{one}-{number}" in known:
            return f"; did you mean {one}-{number}?"
    while chapter:
        chapter = chapter.rpartition("-")[0]
        if any(one.startswith(f"{chapter}-") for one in known):
            return f"; fracas rules {chapter}- lists those that begin so"
    return ""


def _put_options(named: str, *, as_json: bool) -> None:
    """Print a table of the options of the system *named*."""
    found = options_of(system_meant(named, "rules {} --options").name).values()
    if as_json:
        put_document({"options": list(found)})
        return
    put_table(
        ("option", "values, the default first", "which means"),
        [(one.option, _values(one), one.means) for one in found],
        words=3,
    )


def _values(option: Option) -> str:
    """Return the values of *option*, the default first."""
    others = [one.value for one in option.values if not one.default]
    if not others:
        return f"{option.default}, or {option.takes}"
    return ", ".join([option.default, *others])


def _put_option(option: Option) -> None:
    """Print *option* in full."""
    put(f"{option.option}, an option of {option.system}: {option.means}")
    width = max(len(one.value) for one in option.values)
    for one in option.values:
        says = f"the default. {one.says}" if one.default else one.says
        put(f"  {one.value:<{width}}  {says}".rstrip(), indent=width + 2)
    if len(option.values) == 1:
        put(f"  or another: {option.takes}")
    bare = option.example.strip('"')
    put(f"in a scenario's file: {option.option} = {option.example} under [rulings]")
    put(f"for one run: --ruling {shlex.quote(f'{option.option}={bare}')}")
    _put_rules(option.rules)


def _put_rules(found: Mapping[str, str]) -> None:
    width = max(map(len, found), default=0)
    later = _later()
    for rule, sentence in found.items():
        said = f"{sentence}{_LATER if rule in later else ''}"
        put(f"{rule:<{width}}  {said}", indent=width + 2)


def _rulebooks() -> Iterator[Mapping[str, str]]:
    yield ENGINE_RULES
    for name in system_names():
        yield rule_system(name).rules


def _later() -> set[str]:
    """Return the rules that have an ID and are not implemented."""
    books = [rule_system(name).rules for name in system_names()]
    return {rule for book in books if isinstance(book, Rulebook) for rule in book.later}
