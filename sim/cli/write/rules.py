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
    _put_named(what, as_json=as_json)


def _put_named(what: str, *, as_json: bool) -> None:
    """Print all that *what* names: rules or an option, and the word of that name."""
    sentences = _sentences(what)
    everywhere = (options_of(name) for name in system_names())
    named = [by_name[what.lower()] for by_name in everywhere if what.lower() in by_name]
    words = find_entries(what, entries())
    if sentences:
        put_document({"rules": sentences}) if as_json else _put_rules(sentences)
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
        raise _unknown_what(what)
    also = [
        entry
        for entry in words
        if not entry.of_files and what.casefold() in map(str.casefold, entry.words)
    ]
    if also and not as_json:
        put()
        put_entries(also, as_json=False)


def _systems(*, as_json: bool) -> None:
    systems = [rule_system(name) for name in system_names()]
    if as_json:
        rows = [
            {"name": system.name, "title": system.title, "rules": len(system.rules)}
            for system in systems
        ]
        put_document({"systems": rows})
        return
    put_table(
        ("system", "title", "rules"),
        [(system.name, system.title, str(len(system.rules))) for system in systems],
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
        able = [other for other in system_names() if rule_system(other).files.costs]
        message = f"{name} prices no sheets, expected a scenario of {', '.join(able)}"
        raise ScenarioError(message)
    costs = loaded.system.files.costs(loaded.scenario)
    if as_json:
        put_document({"costs": costs})
        return
    put_table(
        tuple(costs[0]),
        [tuple("" if it is None else str(it) for it in row.values()) for row in costs],
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


def _unknown_what(what: str) -> UnknownNameError:
    """Return the error for an unknown *what*, with the nearest name."""
    known = [rule for rules in _rulebooks() for rule in rules]
    options = [option for name in system_names() for option in options_of(name)]
    words = [word for entry in entries() for word in entry.words]
    hint = (
        _near_hint(what.upper(), known)
        or nearest(what, [*system_names(), *options, *words])
        or where_mentioned(what)
    )
    message = (
        f"no rule, system, option or word is called {quoted(what)}, expected an ID such"
        f" as {known[-1]}, a word that fracas rules --words lists, or one of"
        f" {', '.join(system_names())}{hint}"
    )
    return UnknownNameError(message)


def _near_hint(wanted: str, known: Sequence[str]) -> str:
    """Return a hint: the rule that *wanted* must be, or the rules of its chapter.

    IDs that merely share letters belong to other chapters and are not suggested.
    """
    chapter, _, number = wanted.rpartition("-")
    chapters = {rule.rpartition("-")[0] for rule in known}
    if chapter in chapters:
        padded = f"{chapter}-{number:0>2}"
        if padded in known:
            return f"; did you mean {padded}?"
        return f"; fracas rules {chapter} lists those that begin so"
    for similar in get_close_matches(chapter, chapters, cutoff=_LIKE):
        if f"{similar}-{number}" in known:
            return f"; did you mean {similar}-{number}?"
    while chapter:
        chapter = chapter.rpartition("-")[0]
        if any(rule.startswith(f"{chapter}-") for rule in known):
            return f"; fracas rules {chapter}- lists those that begin so"
    return ""


def _put_options(named: str, *, as_json: bool) -> None:
    """Print a table of the options of the system *named*."""
    listed = options_of(system_meant(named, "rules {} --options").name).values()
    if as_json:
        put_document({"options": list(listed)})
        return
    put_table(
        ("option", "values, the default first", "which means"),
        [(option.option, _values(option), option.means) for option in listed],
        words=3,
    )


def _values(option: Option) -> str:
    """Return the values of *option*, the default first."""
    others = [value.value for value in option.values if not value.default]
    if not others:
        return f"{option.default}, or {option.takes}"
    return ", ".join([option.default, *others])


def _put_option(option: Option) -> None:
    """Print *option* in full."""
    put(f"{option.option}, an option of {option.system}: {option.means}")
    width = max(len(value.value) for value in option.values)
    for value in option.values:
        says = f"the default. {value.says}" if value.default else value.says
        put(f"  {value.value:<{width}}  {says}".rstrip(), indent=width + 2)
    if len(option.values) == 1:
        put(f"  or another: {option.takes}")
    bare = option.example.strip('"')
    put(f"in a scenario's file: {option.option} = {option.example} under [rulings]")
    put(f"for one run: --ruling {shlex.quote(f'{option.option}={bare}')}")
    _put_rules(option.rules)


def _put_rules(sentences: Mapping[str, str]) -> None:
    width = max(map(len, sentences), default=0)
    later = _unimplemented()
    for rule, sentence in sentences.items():
        said = f"{sentence}{_LATER if rule in later else ''}"
        put(f"{rule:<{width}}  {said}", indent=width + 2)


def _rulebooks() -> Iterator[Mapping[str, str]]:
    yield ENGINE_RULES
    for name in system_names():
        yield rule_system(name).rules


def _unimplemented() -> set[str]:
    """Return the rules that have an ID and are not implemented."""
    books = [rule_system(name).rules for name in system_names()]
    return {rule for book in books if isinstance(book, Rulebook) for rule in book.later}
