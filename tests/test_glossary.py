"""The glossary has every word of the seam, and every word a scenario file may use.

The tables of scenario words are made from the sentences under the fields:
`python -m tests.test_glossary --write`.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct, inspect

from sim.library.registry import rule_system, system_names
from sim.reading.described import meanings, structs_within
from sim.seam import events, protocol

GLOSSARY = Path(__file__).parent.parent / "GLOSSARY.md"
GENERATED = "\n## Words of scenario files\n"
SEAM = (
    protocol.RuleSystem,
    protocol.Words,
    protocol.Solving,
    protocol.Files,
    protocol.Campaigns,
    protocol.Decision,
    protocol.Chance,
    protocol.Due,
    protocol.Outcome,
    protocol.State,
    protocol.Chart,
    protocol.SeatInfo,
    protocol.Table,
    protocol.Number,
    protocol.Appraisal,
    events.ConflictStarted,
    events.SeatTaken,
    events.DiceRolled,
    events.Forfeited,
    events.ConflictEnded,
    events.ConflictSealed,
)
"""Structs of the seam whose every field is a word."""
PLAIN = {"name", "title", "version", "who", "why", "events", "system", "how"}
"""Words that mean there what they mean anywhere."""


def words(text: str) -> set[str]:
    """Return the words that *text* explains."""
    rows = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)
    return {word.strip() for row in rows for word in row.split(",")}


def generated() -> str:
    """Return the tables of what scenario files may say, system by system."""
    parts = [
        GENERATED,
        "The head of a table says where in a file its words stand: `seats[].items[]`",
        "is every item of every seat, `secrets.NAME` every Secret by its name. Every",
        "file also has the words of the first table. `fracas schema SYSTEM` has types.",
        "",
        *table(protocol.Scenario, "any file"),
    ]
    for name in system_names():
        system = rule_system(name)
        parts += [f"### {system.title}", ""]
        for form, paths in places(system.scenario).items():
            parts += table(form, ", ".join(f"`{path}`" for path in paths) or "the file")
    return "\n".join(parts)


def places(whole: type[Struct]) -> dict[type[Struct], list[str]]:
    """Return each struct of a file with the paths at which it stands in the file."""
    form = inspect.type_info(whole)
    paths: dict[type[Struct], list[str]] = {form_: [] for form_ in structs_within(form)}
    waiting: list[tuple[inspect.Type, str]] = [(form, "")]
    while waiting:
        kind, path = waiting.pop(0)
        if isinstance(kind, inspect.StructType):
            again = bool(paths[kind.cls])
            if path:
                paths[kind.cls].append(path)
            if not again:
                waiting += [
                    (field.type, f"{path}.{field.encode_name}".lstrip("."))
                    for field in kind.fields
                ]
        elif isinstance(kind, inspect.UnionType):
            waiting += [(kind_, path) for kind_ in kind.types]
        elif isinstance(kind, inspect.Metadata):
            waiting.append((kind.type, path))
        elif isinstance(kind, inspect.CollectionType | inspect.VarTupleType):
            waiting.append((kind.item_type, f"{path}[]"))
        elif isinstance(kind, inspect.DictType):
            waiting.append((kind.value_type, f"{path}.NAME"))
    return paths


def table(form: type[Struct], title: str) -> Iterator[str]:
    """Yield the words of one table of a file."""
    said = meanings(form)
    inherited = () if form is protocol.Scenario else protocol.Scenario.__struct_fields__
    fields = [
        field.encode_name
        for field in msgspec.structs.fields(form)
        if field.name not in inherited
    ]
    if fields:
        yield f"| {title} | means |"
        yield "|---|---|"
        for field in fields:
            yield f"| `{field}` | {said[field].replace('|', '/')} |"
        yield ""


@pytest.mark.parametrize("form", SEAM, ids=lambda form: form.__name__)
def test_the_glossary_has_the_words_of_the_seam(form: type[Struct]) -> None:
    """Every field of the protocol is explained in the glossary, or plain."""
    there = {word.replace(" ", "_") for word in words(GLOSSARY.read_text("utf-8"))}
    fields = {field for field in form.__struct_fields__ if not field.startswith("_")}
    assert fields - PLAIN - there == set()


def test_the_glossary_has_the_words_of_scenario_files() -> None:
    """The glossary's generated part is up to date."""
    text = GLOSSARY.read_text("utf-8")
    assert text[text.index(GENERATED) :].strip() == generated().strip()


def test_a_word_is_explained_once() -> None:
    """Every word is explained once."""
    text = GLOSSARY.read_text("utf-8")
    rows = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)
    assert len(rows) == len(set(rows))


def test_rules_that_words_stand_in_are_there() -> None:
    """Every ID in the hand-written tables is a rule of some system."""
    text = GLOSSARY.read_text("utf-8").partition(GENERATED)[0]
    cited = {
        rule
        for brackets in re.findall(r"\[([A-Z][A-Z0-9, -]+)\]\. \|", text)
        for rule in brackets.split(", ")
    }
    assert cited
    assert cited <= {
        rule for name in system_names() for rule in rule_system(name).rules
    }


def write() -> None:
    """Write the tables of scenario words anew."""
    text = GLOSSARY.read_text("utf-8")
    kept = text.partition(GENERATED)[0].rstrip("\n") + "\n"
    GLOSSARY.write_text(kept + generated(), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("expected --write")
    write()
