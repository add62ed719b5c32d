"""The mutants of a rule system or engine package: every small change of its code.

Cosmic Ray finds and makes them, by its own operators and one of ours. Left out is what
changes no rule: types, assertions, decorators (they keep what was worked out), how
structs are stored, and whatever Python means the same by.
"""

import ast
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import cache_from_source
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis  # noqa: F401 - loaded once, for all copies of this process
import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

RULES, APPRAISAL, ENGINE = "rules", "appraisal", "engine"
PARTS = (RULES, APPRAISAL, ENGINE)
"""What is scored: the rules, what options are said to be worth, and the engine."""
_ELSEWHERE = ("narration/", "scenario/sheet.py", "facts.py", "consequences.py")
"""Words, and lists of fields: no rule is in there."""
_SYSTEMS = "sim/rules/"
MEMORY = 3 << 30
"""Bytes that tests of a mutant may take: a loop that never ends may gather more."""
_UNDER_TEST = frozenset({"sim", "agents", "tests", "benchmarks", "fracas"})
"""What is imported anew, with a mutant in it."""

_COMPARED = {
    "Eq": ("NotEq",),
    "NotEq": ("Eq",),
    "Lt": ("LtE", "GtE"),
    "LtE": ("Lt", "Gt"),
    "Gt": ("GtE", "LtE"),
    "GtE": ("Gt", "Lt"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}
_RECKONED = {
    "Add": "Sub",
    "Sub": "Add",
    "Mul": "Add",
    "Div": "Mul",
    "FloorDiv": "Mul",
    "Mod": "Mul",
    "BitAnd": "BitOr",
    "BitOr": "BitAnd",
    "LShift": "RShift",
    "RShift": "LShift",
}
_OTHERS = (
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "ZeroIterationForLoop",
)
_SAME_ANYWAY = frozenset({"strict", "maxsize"})
"""Arguments by name that decide nothing."""


class SwapBuiltin(Operator):
    """Replaces all by any, max by min, and vice versa."""

    swaps = {"any": "all", "all": "any", "min": "max", "max": "min"}  # noqa: RUF012

    def mutation_positions(self, node: Any) -> Iterator[Any]:  # noqa: ANN401, D102
        if node.type == "name" and node.value in self.swaps:
            called = node.get_next_sibling()
            if called is not None and called.get_code().startswith("("):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:  # noqa: ANN401, D102
        node.value = self.swaps[node.value]
        return node

    @classmethod
    def examples(cls) -> tuple[()]:  # noqa: D102
        return ()


class Mutant(NamedTuple):
    """One small change: which file, which operator, which place."""

    path: str
    operator: str
    occurrence: int
    line: int

    @property
    def part(self) -> str:
        """Which of PARTS it belongs to."""
        if not self.path.startswith(_SYSTEMS):
            return ENGINE
        return APPRAISAL if f"/{APPRAISAL}/" in self.path else RULES


def _operator(name: str) -> Operator:
    if name == SwapBuiltin.__name__:
        return SwapBuiltin()
    made: Operator = get_operator(f"core/{name}")()
    return made


def _names() -> Iterator[str]:
    for old, news in _COMPARED.items():
        yield from (f"ReplaceComparisonOperator_{old}_{new}" for new in news)
    yield from (f"ReplaceBinaryOperator_{old}_{new}" for old, new in _RECKONED.items())
    yield from _OTHERS
    yield SwapBuiltin.__name__


def found(root: Path, folder: Path) -> list[Mutant]:
    """Return every mutant in *folder* of the checkout *root*, in a stable order."""
    everything: list[Mutant] = []
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith(_ELSEWHERE):
            everything += _in_file(path, path.relative_to(root).as_posix())
    return everything


def _in_file(path: Path, name: str) -> Iterator[Mutant]:
    tree = get_ast_from_path(path)
    nodes = list(ast_nodes(tree))
    spans = list(_spared(ast.parse(path.read_text(encoding="utf-8"))))
    for operator_name in _names():
        operator = _operator(operator_name)
        places = (
            place for node in nodes for place in operator.mutation_positions(node)
        )
        for occurrence, (start, _) in enumerate(places):
            if not any(first <= start < last for first, last in spans):
                yield Mutant(name, operator_name, occurrence, start[0])


Place = tuple[int, int]


def _spared(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    """Yield (first, last) line of every piece of code that is no rule."""
    for node in ast.walk(tree):
        for code in _left_alone(node):
            end = code.end_lineno or code.lineno, code.end_col_offset or 0
            yield (code.lineno, code.col_offset), end
    for line in tree.body:
        # Names for types: what is changed in them cannot even be imported.
        if isinstance(line, ast.Assign) and _unites(line.value):
            end = line.end_lineno or line.lineno, line.end_col_offset or 0
            yield (line.lineno, line.col_offset), end


def _unites(value: ast.expr) -> bool:
    return any(isinstance(part, ast.BitOr) for part in ast.walk(value))


def _is_type(given: ast.keyword) -> bool:
    """Whether it is what a field is made by, as in `default_factory=dict[str, int]`."""
    return given.arg == "default_factory" and isinstance(given.value, ast.Subscript)


def _left_alone(node: ast.AST) -> Iterable[Any]:
    match node:
        case ast.FunctionDef():
            arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            hints = [
                argument.annotation for argument in arguments if argument.annotation
            ]
            return [*node.decorator_list, *hints, *filter(None, [node.returns])]
        case ast.ClassDef():
            return [*node.decorator_list, *(keyword.value for keyword in node.keywords)]
        case ast.AnnAssign():
            return [node.annotation]
        case ast.Assert():
            return [node]
        case ast.Call():
            return [
                keyword.value
                for keyword in node.keywords
                if keyword.arg in _SAME_ANYWAY or _is_type(keyword)
            ]
        case _:
            return ()


def is_noticed(
    root: Path, mutant: Mutant, runs: Iterable[Sequence[str]], patience: float
) -> bool:
    """Return whether one of the pytest *runs* fails with *mutant* made in *root*."""
    path, operator = root / mutant.path, _operator(mutant.operator)
    try:
        with use_mutation(path, operator, mutant.occurrence) as (_, changed):
            assert changed is not None
            return any(_fails(root, run, patience) for run in runs)
    finally:
        # Python knows bytecode by its source's length and the second it is of: within
        # that second it would take the mutant's for what has been put back.
        Path(cache_from_source(path)).unlink(missing_ok=True)


def _fails(root: Path, arguments: Sequence[str], patience: float) -> bool:
    """Return whether pytest fails in a copy of this process, or never ends.

    What tests import from elsewhere is loaded here already, so that a copy of this
    process has only the code under test, and the tests, to import.
    """
    child = os.fork()
    if not child:
        signal.alarm(ceil(patience))  # ends what only waits
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        _become_tester(root)
        os._exit(int(pytest.main(list(arguments)) != pytest.ExitCode.OK))
    _, status = os.waitpid(child, 0)
    return status != 0


def _become_tester(root: Path) -> None:
    """Unload the code of this checkout, and silence output from now on."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in _UNDER_TEST:
            del sys.modules[name]
    os.chdir(root)
    sys.path.insert(0, str(root))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
