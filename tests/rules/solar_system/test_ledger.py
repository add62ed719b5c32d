"""The whole ledger is played: no rule, ruling or invariant is without a test.

What is missing is listed here, and only what is missing.
"""

import ast
import re
from pathlib import Path

import pytest

from sim.rules.solar_system.system import SYSTEM
from sim.spine.rulebook import Rulebook

HERE = Path(__file__).parent
INVARIANTS = [f"INV-{number:02}" for number in range(1, 25)]
MISSING: frozenset[str] = frozenset()
"""The IDs no test names, because what they say is not built."""


def named() -> str:
    """Return every name and string of the tests of this system, as IDs are written."""
    words: list[str] = []
    for path in sorted(HERE.glob("test_*.py")):
        if path != Path(__file__):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    words.append(node.name)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    words.append(node.value)
    return "\n".join(words).upper().replace("_", "-")


@pytest.fixture(name="words", scope="module")
def _words() -> str:
    return named()


def test_every_id_is_named_in_a_test(words: str) -> None:
    """SS, RUL, ENG and INV: those that are not are exactly those listed as missing."""
    ids = [*SYSTEM.rules, *INVARIANTS]
    lacking = {
        one for one in ids if not re.search(rf"(?<![A-Z0-9]){one}(?![0-9])", words)
    }
    assert lacking == MISSING


def test_nothing_is_left_for_later() -> None:
    """No rule is marked as known and not played."""
    assert isinstance(SYSTEM.rules, Rulebook)
    assert SYSTEM.rules.later == frozenset()
