"""How a large rule system is built: what imports what, and which part decides.

A small system may be one file (`tests/test_tidy.py` says how long), of which nothing of
this is asked.
"""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from sim.library.registry import SYSTEMS
from sim.seam.events import (
    Consequence,
    Description,
    DiceRolled,
    Event,
    Fact,
    Scope,
    Seat,
)
from sim.seam.protocol import State
from sim.spine.evolution import evolution, unchanged
from sim.spine.narration import narrator
from sim.spine.tables import IncompleteTableError

RULES = Path(__file__).parents[2] / "sim" / "rules"
ABOVE = {"appraisal", "narration", "system"}
"""What speaks of a game or judges it, and is known to no chapter."""
SPINE = {"consequences", "evolve", "facts", "phases", "scenario", "state", *ABOVE}
"""What stands in the folder of a system and is no chapter of its rulebook."""
FOLDERS = [name for name in SYSTEMS if (RULES / name).is_dir()]


def modules(system: str) -> list[Path]:
    """Return the files of *system*."""
    return sorted((RULES / system).rglob("*.py"))


def part_of(system: str, path: Path) -> str:
    """Return the chapter, or the part of the spine, that a file belongs to."""
    return path.relative_to(RULES / system).with_suffix("").parts[0]


@cache
def arrows(system: str) -> dict[str, set[str]]:
    """Return each part of *system* with the parts it imports from."""
    imports: dict[str, set[str]] = {}
    for path in modules(system):
        here = part_of(system, path)
        imports.setdefault(here, set()).update(set(imported(system, path)) - {here})
    del imports["__init__"]
    return imports


def imported(system: str, path: Path) -> Iterator[str]:
    """Yield the parts of *system* that a file imports from."""
    package = f"sim.rules.{system}"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports name the whole way"
            whole = [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            whole = [name.name for name in node.names]
        else:
            continue
        for name in whole:
            if name.startswith(f"{package}."):
                yield name.removeprefix(f"{package}.").split(".")[0]


@pytest.mark.parametrize("system", FOLDERS)
def test_parts_import_one_way(system: str) -> None:
    """The chapters of a rule system import each other without a cycle."""
    try:
        order = list(TopologicalSorter(arrows(system)).static_order())
    except CycleError as error:
        pytest.fail(f"{system} goes round: {' -> '.join(error.args[1])}")
    assert order[-1] == "system"


@pytest.mark.parametrize("system", FOLDERS)
def test_chapters_know_nothing_above_them(system: str) -> None:
    """A chapter imports none of the parts that tell, weigh or play the rules."""
    above = {part: to & ABOVE for part, to in arrows(system).items()}
    chapters = above.keys() - SPINE
    assert chapters
    assert {part: to for part, to in above.items() if part not in ABOVE and to} == {}


@pytest.mark.parametrize("system", FOLDERS)
def test_remembering_decides_nothing(system: str) -> None:
    """`evolve` reads no ruling: what an event leaves behind is in the event.

    What a ruling comes to, such as how long a minute of bleeding is, may be compiled.
    """
    reading = [
        f"{path.relative_to(RULES)}:{node.lineno}"
        for path in modules(system)
        if path.name.startswith("evolve")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "rulings"
    ]
    assert reading == []


@pytest.mark.parametrize("system", FOLDERS)
def test_every_phase_is_asked(system: str) -> None:
    """`ask` knows every phase of the state."""
    phases = import_module(f"sim.rules.{system}.phases").Phase
    assert set(import_module(f"sim.rules.{system}.system").ASK) == set(get_args(phases))


def test_one_event_is_remembered_by_one_chapter() -> None:
    """Each kind of event is applied by one chapter only."""
    with pytest.raises(IncompleteTableError, match=r"two chapters .* DiceRolled"):
        evolution((DiceRolled,), {DiceRolled: unchanged}, {DiceRolled: unchanged})


class Waved(Fact, tag="waved"):
    """An answer with all its words."""

    scope = Scope.ACTION
    sayings = ("waves",)
    story = "{who} waves."


class Cheered(Consequence, tag="cheered"):
    """A consequence that is told by a method."""

    who: Seat
    loud: bool

    def tell(self, words: Description) -> str:
        """Say how loudly."""
        return f"{words['who']} cheers{', loudly' if self.loud else ''}."


class Silent(Fact, tag="silent"):
    """An answer without any words."""


class Unheard(Consequence, tag="unheard"):
    """A consequence that is told neither in the story nor in an aside."""

    story = ""


class Twice(Cheered, tag="twice"):
    """A consequence with a sentence and a method."""

    story = "{who} cheers twice."


def in_bare_words(state: State, event: Event) -> dict[str, object]:
    """Return the fields of *event*."""
    del state
    return structs.asdict(event)


def test_events_tell_themselves() -> None:
    """An event's sentence is filled from its words, or made by a method."""
    narrate = narrator((Waved, Cheered), in_bare_words, {})
    state, who = State(0), Seat(3)
    assert narrate(state, Waved(who)) == "3 waves."
    assert narrate(state, Cheered((), who, loud=True)) == "3 cheers, loudly."


LACKING: list[tuple[type[Event], str]] = [
    (Silent, r"Silent has no sentence: .*; Silent has no `sayings`.*no `scope`"),
    (Unheard, r"Unheard is told nowhere"),
    (Twice, r"Twice has more than one sentence"),
]
"""An event, and what is wrong with its words."""


@pytest.mark.parametrize(("kind", "says"), LACKING)
def test_an_event_without_words_is_named_with_what_it_lacks(
    kind: type[Event], says: str
) -> None:
    """A class of event without words is refused with what it lacks."""
    with pytest.raises(IncompleteTableError, match=says) as caught:
        narrator((Waved, kind), in_bare_words, {})
    assert "Waved" not in str(caught.value)


def test_a_sentence_for_an_event_of_no_system_is_refused() -> None:
    """A sentence for an event that no system has is refused."""
    with pytest.raises(IncompleteTableError, match=r"Cheered is no event"):
        narrator((Waved,), in_bare_words, {Cheered: lambda _state, _event: "!"})
