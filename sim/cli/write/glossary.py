"""What a word of the stories, the files and the commands means, for `fracas rules`.

The words are in GLOSSARY.md only, which is installed with the package.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
from msgspec import Struct

import sim
from sim.cli import complete
from sim.cli.options.printed import json_option
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_document
from sim.errors import UnknownNameError
from sim.reading.hints import nearest, quoted

_FILE = "GLOSSARY.md"
_HEADING = re.compile(r"^##+ (.+)$")
_HEADS = re.compile(r"^\| (.+) \| means \|$")
_ROW = re.compile(r"^\| (\*\*|`)(.+?)\1 \| (.+) \|$")
_RULE = re.compile(r"([A-Z]+-)+\d+")
_OF_FILES = "`"
"""The mark around a word of scenario files."""


class Entry(Struct, frozen=True):
    """Words with one meaning, and *where* they have it."""

    words: tuple[str, ...]
    means: str
    where: str
    of_files: bool = False


def entries() -> tuple[Entry, ...]:
    """Return all entries of the glossary, in its order."""
    places = (Path(folder) / _FILE for folder in sim.__path__)
    text = next(place for place in places if place.is_file()).read_text("utf-8")
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[Entry]:
    heading, table = "", ""
    for line in text.splitlines():
        if match := _HEADING.match(line):
            heading = match[1]
        elif match := _HEADS.match(line):
            table = match[1].replace(_OF_FILES, "")
        elif match := _ROW.match(line):
            of_files = match[1] == _OF_FILES
            where = f"scenario files: {heading}, {table}" if of_files else heading
            yield Entry(tuple(match[2].split(", ")), match[3], where, of_files)


@click.command(epilog="Examples: fracas rules perpendicular;  fracas rules upper hand")
@click.argument("word", nargs=-1, shell_complete=complete.words)
@json_option
def glossary(word: tuple[str, ...], *, as_json: bool) -> None:
    """Say what WORD means and which rules use it; without WORD, list all words.

    This is an older name for `fracas rules WORD` and `fracas rules --words`.
    """
    if not word:
        put_all_words(as_json=as_json)
        return
    asked = " ".join(word)
    matching = find_entries(asked, entries())
    if not matching:
        raise _unknown_word(asked)
    put_entries(matching, as_json=as_json)


def put_entries(shown: Sequence[Entry], *, as_json: bool) -> None:
    """Print entries, each with the place where its words mean that."""
    if as_json:
        words = [msgspec.to_builtins(entry) for entry in shown]
        put_document({"words": words})
        return
    for entry in shown:
        put(f"{', '.join(entry.words)} ({entry.where})")
        put(f"    {entry.means}", indent=0)


def put_all_words(*, as_json: bool) -> None:
    """Print all words but those of scenario files, in a table for each place."""
    listed = [entry for entry in entries() if not entry.of_files]
    if as_json:
        put_entries(listed, as_json=True)
    else:
        _put_all(listed)


def find_entries(asked: str, every: Sequence[Entry]) -> list[Entry]:
    """Return the entries called *asked*, else those with it among their words."""
    bare = _normalised(asked)
    named = [entry for entry in every if bare in map(_normalised, entry.words)]
    if named or not bare:
        return named
    return [
        entry
        for entry in every
        if not entry.of_files
        and any(bare in _normalised(word).split(" ") for word in entry.words)
    ]


def _normalised(word: str) -> str:
    """Normalise *word*: case, hyphens and plural make no difference."""
    plain = re.sub(r"[\W_]+", " ", word.casefold()).strip()
    return plain.removesuffix("s") if not plain.endswith("ss") else plain


def _unknown_word(asked: str) -> UnknownNameError:
    """Return the error for an unknown word, with a hint."""
    hint = nearest(asked, [word for entry in entries() for word in entry.words])
    if _RULE.fullmatch(asked):
        hint = f"; rules are printed by: fracas rules {asked}"
    message = (
        f"the glossary has no word {quoted(asked)}, expected one that fracas rules"
        f" --words lists{hint or where_mentioned(asked)}"
    )
    return UnknownNameError(message)


def where_mentioned(asked: str) -> str:
    """Return a hint that names the words whose entries mention *asked*, if any."""
    words = [
        entry.words[0]
        for entry in entries()
        if not entry.of_files and _mentions(entry, asked)
    ]
    return f"; it occurs in the entries for {', '.join(words[:5])}" if words else ""


def _mentions(entry: Entry, asked: str) -> bool:
    """Whether *asked* occurs in the sentence of *entry*."""
    bare = _normalised(asked)
    return (
        bool(bare)
        and re.search(rf"\b{re.escape(bare)}", _normalised(entry.means)) is not None
    )


def _put_all(listed: Sequence[Entry]) -> None:
    """Print the words in a table for each place."""
    for where in dict.fromkeys(entry.where for entry in listed):
        put(where)
        rows = [
            (", ".join(entry.words), entry.means)
            for entry in listed
            if entry.where == where
        ]
        put_table(("word", "means"), rows, words=2)
        put()
    put("One word: fracas rules WORD; one rule: fracas rules ID")
