"""Where in a file its values stand, and how a problem is told with it."""

import sys
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

import pytest

from sim.library.catalogue import scenarios
from sim.reading.hints import among, nearest
from sim.reading.located import located
from sim.reading.mismatch import member_path
from sim.reading.places import places


def leaves(node: Any, path: str, key: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield the path and the key of every value that is no table and no list."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from leaves(inner, member_path(path, name), name)
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from leaves(inner, f"{path}[{index}]", "")
    else:
        yield path, key


@pytest.mark.parametrize("file", scenarios().values(), ids=scenarios())
def test_every_value_of_a_scenario_stands_where_it_is_said(file: Traversable) -> None:
    """The place of every value in a scenario's file is that of its key."""
    raw = file.read_bytes()
    placed, lines = places(raw), raw.decode("utf-8").split("\n")
    for path, key in leaves(tomllib.loads(raw.decode("utf-8")), "$", ""):
        place = placed[path]
        there = lines[place.line - 1].encode()[place.column - 1 :].decode()
        assert there.removeprefix('"').startswith(key)


def test_a_problem_names_whom_it_is_about() -> None:
    """A problem names all those it is about, the outermost first."""
    raw = b'[[seats]]\nname = "Rico"\n[[seats.wants]]\nname = "the bag"\nhow = 1\n'
    (said,) = located("a.toml", raw, tomllib.loads(raw.decode()), WRONG)
    assert said == (
        "a.toml, line 5, column 1: $.seats[0].wants[0].how (Rico, the bag) is 1"
    )


def test_without_tree_sitter_a_problem_names_no_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without tree-sitter a problem is told in full, only without line and column."""
    raw = b'[[seats]]\nname = "Rico"\n[[seats.wants]]\nname = "the bag"\nhow = 1\n'
    table = tomllib.loads(raw.decode())
    wrong = [*WRONG, '$ lacks the field "system"']
    with_lines = list(located("a.toml", raw, table, wrong))
    monkeypatch.delitem(sys.modules, "sim.reading.places")
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    without = list(located("a.toml", raw, table, wrong))
    assert without[0] == "a.toml: $.seats[0].wants[0].how (Rico, the bag) is 1"
    assert without == [
        problem.replace(", line 5, column 1", "") for problem in with_lines
    ]


WRONG = ["$.seats[0].wants[0].how is 1"]


def test_what_is_not_in_the_file_is_placed_in_what_is_around_it() -> None:
    """What a file lacks is placed at the table it should be in, or at no line."""
    raw = b"[rulings]\ngrit = 1\n"
    table = tomllib.loads(raw.decode())
    said = located("a.toml", raw, table, ["$.rulings.nerve is 1", "$ lacks all"])
    assert list(said) == [
        "a.toml, line 1, column 1: $.rulings.nerve is 1",
        "a.toml: the top of the file lacks all",
    ]


def test_words_people_use_are_known() -> None:
    """Common words such as weapon and damage hint at the field's own terms."""
    assert nearest("weapons", ["items", "props", "pools"]) == "; did you mean items?"
    assert nearest('"damage"', ['"harm"', '"pools"']) == '; did you mean "harm"?'


def test_a_list_of_words_is_whole() -> None:
    """A list of words is printed whole, or cut with how many others there are."""
    words = [f"word{number}" for number in range(40)]
    assert among(words, "x") == f"one of {', '.join(words)}"
    assert among([*words, "more"], "x").endswith(" and 31 others")
