"""A mutant is noticed by the tests that fail, and leaves nothing behind."""

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="needs fracas[mutants]")

from benchmarks.mutants import PLAIN
from benchmarks.mutation import found, is_noticed

BOTH = "def both(one, other):\n    return max(one, other)\n"
TEST = "from sim.both import both\n\ndef test_both():\n    assert both(1, 2) == 2\n"


def test_a_mutant_leaves_no_bytecode_behind(tmp_path: Path) -> None:
    """A mutant that is noticed, or is not, leaves no bytecode."""
    (tmp_path / "sim").mkdir()
    (tmp_path / "sim" / "__init__.py").touch()
    (tmp_path / "sim" / "both.py").write_text(BOTH, "utf-8")
    (tmp_path / "test_both.py").write_text(TEST, "utf-8")
    (mutant,) = found(tmp_path, tmp_path / "sim")
    whole, nothing = (
        (*PLAIN, "test_both.py"),
        (*PLAIN, "--collect-only", "test_both.py"),
    )
    assert is_noticed(tmp_path, mutant, [whole], 60)
    assert not is_noticed(tmp_path, mutant, [nothing], 60)
    left = [*(tmp_path / "sim" / "__pycache__").glob("both.*")]
    assert not left
