"""House rules that no linter checks: sizes, names, citations, rules with tests."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from sim.cli.main import COMMANDS
from sim.conflict.play import ENGINE_RULES
from sim.library.registry import SYSTEMS, rule_system

ROOT = Path(__file__).parent.parent
RULES = ROOT / "sim" / "rules"
FILE_LINES_MAX = 500
SYSTEM_LINES_MAX = 600
"""So long may a rule system be that is one file."""
FUNCTION_LINES_MAX = 40
SCENARIOS_MIN = 3
BANNED_NAMES = {"base", "common", "helpers", "misc", "utils"}
PREFIXES = sorted(
    {rule.split("-")[0] for name in SYSTEMS for rule in rule_system(name).rules}
)
"""What the IDs of all rules begin with."""
CITED = re.compile(rf"\b(?:(?:{'|'.join(PREFIXES)})-(?:[A-Z]+-)*\d+|FR-[A-Z]+)\b")
SPINE = {
    "appraisal",
    "consequences.py",
    "evolve.py",
    "facts.py",
    "narration",
    "phases.py",
    "rules.toml",
    "scenario",
    "state.py",
    "system.py",
    "template.toml",
}
"""What stands in the folder of every rule system, beside its chapters."""
FOLDERS = {
    "scenario": {"compile.py", "rulings.py", "sheet.py", "validate.py"},
    "appraisal": {"appraise.py", "odds.py"},
    "narration": {"describe.py", "names.py", "narrate.py", "status.py"},
}
"""What stands in its folders at the least."""
QUAINT = {
    "afar",
    "bringing",
    "discreet",
    "docket",
    "doing",
    "doubts",
    "found",
    "framed",
    "guarded",
    "heard",
    "hearing",
    "how",
    "know",
    "less",
    "likest",
    "meant_by",
    "misheard",
    "mustered",
    "opened",
    "plainly",
    "promising",
    "purses",
    "said",
    "sense",
    "senses",
    "shelf",
    "standing",
    "strangers",
    "surest",
    "underway",
    "unhurried",
    "value",
    "valued",
    "wrong",
}
"""What no function, class or module is called: it says nothing in a traceback."""
BY_NAME = re.compile(r"""["']((?:sim|agents|fracas)(?:\.\w+)+):(\w+)["']""")
"""A function that is loaded by its name when it is needed."""
MACHINE_PATHS = tuple(f"/{name}/" for name in ("work", "root", "tmp"))
"""Places of somebody's machine, which no file of the project may name."""
PACKAGES = ("agents", "scenarios", "sim", "tests")
TOP = ("agents", "benchmarks", "scenarios", "sim", ".ci")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _modules(*folders: str) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "__pycache__" not in path.parts
    )


class _Facts(NamedTuple):
    """What the rules about names and sizes need to know of a file."""

    functions: tuple[tuple[str, int], ...]
    """The name and the length of each, in lines."""
    classes: tuple[str, ...]
    bare_next: tuple[int, ...]
    """The lines that call `next` without a default."""


@cache
def _facts(path: Path) -> _Facts:
    """The facts of a file, which is parsed once for all rules."""
    functions: list[tuple[str, int]] = []
    classes: list[str] = []
    code = _code(path)
    tree = ast.parse(code)
    for node in _statements(tree):
        if isinstance(node, Function):
            length = (node.end_lineno or 0) - node.lineno + 1
            functions.append((node.name, length))
        elif isinstance(node, ast.ClassDef):
            classes.append(node.name)
    bare = tuple(_bare_next(tree)) if "next(" in code else ()
    return _Facts(tuple(functions), tuple(classes), bare)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement in *node*: functions and classes are nowhere else."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from _statements(child)


def _bare_next(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) == 1:
            called = node.func
            if isinstance(called, ast.Name) and called.id == "next":
                yield node.lineno


def _code(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _functions(tree: ast.AST) -> Iterator[Function]:
    for node in _statements(tree):
        if isinstance(node, Function):
            yield node


def _strings(tree: ast.Module) -> Iterator[str]:
    """Every string of a module but its docstring."""
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _present(system: str) -> Path:
    """The folder of *system*; skips the test when there is none."""
    folder = RULES / system
    if not folder.is_dir():
        pytest.skip(f"there is no folder for {system}: it is one file")
    return folder


def _later(folder: Path) -> set[str]:
    """The rules known and numbered but not yet played."""
    file = folder / "rules.toml"
    if not file.is_file():
        return set()
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return {rule for rule, entry in table.items() if entry.get("later", False)}


def _tested(system: str) -> str:
    """Everything the tests of *system* name, as IDs are written."""
    named: list[str] = []
    for path in sorted((ROOT / "tests" / "rules" / system).rglob("test_*.py")):
        tree = ast.parse(_code(path))
        named += [function.name for function in _functions(tree)]
        named += _strings(tree)
    return "\n".join(named).upper().replace("_", "-")


def test_files_stay_short() -> None:
    """No file of `sim` or `agents` has more lines than are allowed."""
    lengths = {path: _code(path).count("\n") for path in _modules("sim", "agents")}
    assert {
        _name(path): lines
        for path, lines in lengths.items()
        if lines > (SYSTEM_LINES_MAX if path.parent == RULES else FILE_LINES_MAX)
    } == {}


def test_rules_never_end_the_loop_around_them() -> None:
    """Rules call no bare `next`, which would end the loop around it."""
    for path in _modules("sim/rules"):
        lines = _facts(path).bare_next
        assert not lines, f"{_name(path)}, lines {lines}"


def test_functions_stay_short() -> None:
    """No function of `sim` or `agents` has more lines than are allowed."""
    assert {
        f"{_name(path)}: {function}": length
        for path in _modules("sim", "agents")
        for function, length in _facts(path).functions
        if length > FUNCTION_LINES_MAX
    } == {}


def test_packages_hold_only_a_docstring() -> None:
    """An `__init__.py` holds nothing but a docstring.

    Only that of `sim` says where its two folders are in a checkout.
    """
    trees = {
        _name(path): ast.parse(_code(path))
        for path in _modules(*PACKAGES)
        if path.name == "__init__.py" and path.parent != ROOT / "sim"
    }
    assert trees
    assert [
        name
        for name, tree in trees.items()
        if ast.get_docstring(tree) is None or len(tree.body) > 1
    ] == []


def test_no_module_needs_one_that_needs_it() -> None:
    """No two modules import each other, not even for types alone."""
    names = {_dotted(path): path for path in _modules(*PACKAGES, "fracas")}
    needs = {
        name: {needed for needed in _imported(path, name) if needed in names} - {name}
        for name, path in names.items()
    }
    assert sum(map(len, needs.values())) > len(needs)
    TopologicalSorter(needs).prepare()  # raises CycleError, which names the cycle


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _imported(path: Path, name: str) -> Iterator[str]:
    """Yield what *path*, the module called *name*, may import, late or for types."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(_code(path))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = ".".join(package.split(".")[: 1 - node.level or None])
            parts = (near if node.level else "", node.module or "")
            start = ".".join(filter(None, parts))
            yield start
            yield from (f"{start}.{name.name}" for name in node.names)


def test_modules_are_named_for_what_they_are() -> None:
    """No module has one of the banned names, which say nothing."""
    banned = [
        _name(path)
        for path in _modules("sim", "agents", "tests", "benchmarks")
        if path.stem.strip("_") in BANNED_NAMES or path.parent.name in BANNED_NAMES
    ]
    assert banned == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_cited_has_a_sentence(system: str) -> None:
    """Every rule that the code of a rule system cites has a sentence."""
    folder = _present(system)
    known = set(rule_system(system).rules) | set(ENGINE_RULES)
    unknown = {
        f"{_name(path)}: {rule}"
        for path in sorted(folder.rglob("*.py"))
        for rule in CITED.findall(path.read_text(encoding="utf-8"))
        if rule not in known
    }
    assert sorted(unknown) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_test_that_names_it(system: str) -> None:
    """Every rule in scope is named by a test."""
    folder = _present(system)
    scope = set(rule_system(system).rules) - set(ENGINE_RULES) - _later(folder)
    # One pass over the text for all rules; a longer ID may begin with a shorter one.
    ids = "|".join(map(re.escape, sorted(scope, reverse=True)))
    named = set(re.findall(rf"(?<![A-Z0-9])({ids})(?![0-9])", _tested(system)))
    missing = sorted(scope - named)
    assert missing == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_ships_scenarios(system: str) -> None:
    """Every rule system ships the least number of scenarios or more."""
    _present(system)
    files = sorted((ROOT / "scenarios").glob("*.toml"))
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    assert sum(table.get("system") == system for table in tables) >= SCENARIOS_MIN


def test_agents_know_no_rule() -> None:
    """No agent cites a rule."""
    citing = {
        _name(path): rules
        for path in _modules("agents")
        if (rules := CITED.findall(path.read_text(encoding="utf-8")))
    }
    assert citing == {}


def test_no_file_names_a_place_of_one_machine() -> None:
    """No file names a directory of the machine it was written on."""
    # In a worktree of git `.git` is a file, which names where the others are.
    files = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    for folder in TOP:
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    naming: list[str] = []
    for path in sorted(files):
        if "__pycache__" in path.parts or path.stat().st_size > 1 << 20:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        naming += [f"{_name(path)}: {word}" for word in MACHINE_PATHS if word in text]
    assert naming == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_the_same_spine(system: str) -> None:
    """Every rule system has the same files and folders at its top."""
    folder = _present(system)
    there = {path.name for path in folder.iterdir()} - {"__pycache__", "__init__.py"}
    assert there >= SPINE
    chapters = {path for path in folder.iterdir() if path.name in there - SPINE}
    assert chapters
    for chapter in chapters:
        assert chapter.is_dir(), f"{chapter} is no chapter"
    for name, files in FOLDERS.items():
        assert {path.name for path in (folder / name).iterdir()} >= files


def test_the_engine_names_no_system() -> None:
    """Nothing outside `sim/rules` and the registry names a rule system."""
    names = re.compile(rf"\b(?:{'|'.join(SYSTEMS)})(?![a-z])")
    engine = [
        path
        for path in _modules("sim", "fracas")
        if RULES not in path.parents and path.name != "registry.py"
    ]
    naming = {
        _name(path): sorted(words)
        for path in engine
        if (words := set(names.findall(_code(path)) + CITED.findall(_code(path))))
        - set(ENGINE_RULES)
    }
    assert naming == {}


def test_names_say_what_they_mean() -> None:
    """No function, class or module has a name that is quaint in a traceback.

    A command's module and function have the name of the command, and so has the
    function of `fracas` that does the same.
    """
    quaint: list[str] = []
    for path in _modules("sim", "agents", "fracas"):
        facts = _facts(path)
        defined = (*[name for name, _ in facts.functions], *facts.classes)
        names = {name.strip("_").lower() for name in (*defined, path.stem)}
        if "cli" in path.parts and path.stem in COMMANDS:
            names -= {path.stem}
        if path.is_relative_to(ROOT / "fracas"):
            names -= {*COMMANDS, path.stem.strip("_")}
        quaint += [f"{_name(path)}: {name}" for name in sorted(names & QUAINT)]
    assert quaint == []


def test_what_is_loaded_by_name_is_there() -> None:
    """Every function that a string names is defined in that module."""
    missing: list[str] = []
    for path in _modules("sim", "agents", "fracas"):
        for module, name in BY_NAME.findall(_code(path)):
            file = (ROOT / module.replace(".", "/")).with_suffix(".py")
            defined = re.compile(rf"^(?:(?:def|class) )?{name}\b", re.MULTILINE)
            if not (file.is_file() and defined.search(_code(file))):
                missing.append(f"{_name(path)}: {module}:{name}")
    assert missing == []


def test_every_decision_stands_under_a_subject() -> None:
    """Every decision stands in the table of subjects, and no other does."""
    text = (ROOT / "DECISIONS.md").read_text("utf-8")
    decisions = {
        int(number) for number in re.findall(r"^## (\d+)\. ", text, re.MULTILINE)
    }
    rows = re.findall(r"^\| [^|]+ \| ([\d, ]+) \|$", text, re.MULTILINE)
    assert {int(cell) for row in rows for cell in row.split(",")} == decisions
