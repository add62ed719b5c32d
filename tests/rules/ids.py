"""Which rule IDs the tests of a system name: in a name, a docstring or a case."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path


def named(folder: Path, *but: str) -> str:
    """Return every name and text of the tests in *folder*, as IDs are written.

    Files called *but* are left out: they list IDs and test none.
    """
    words: list[str] = []
    for path in sorted(folder.glob("test_*.py")):
        if path.name in but:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                words.append(node.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.append(node.value)
    return "\n".join(words).upper().replace("_", "-")


def unnamed(ids: Iterable[str], folder: Path, *but: str) -> list[str]:
    """Return those of *ids* that no test in *folder* names, but for the files *but*."""
    words = named(folder, *but)
    return [
        rule for rule in ids if not re.search(rf"(?<![A-Z0-9]){rule}(?![0-9])", words)
    ]
