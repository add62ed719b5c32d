"""What commands say of a rule system that rolls dice of one name twice."""

from pathlib import Path
from typing import Any, cast

import pytest

from sim.library import registry
from tests.cli.conftest import Fracas
from tests.rules.test_roll_names import unguarded


def test_a_run_ends_with_the_sentence(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A roll whose name was used already ends the run with a sentence."""
    monkeypatch.setitem(
        cast("dict[str, Any]", registry.SYSTEMS), "twice", "tests.rules.twice"
    )
    file = tmp_path / "twice.toml"
    file.write_text('title = "Twice"\nsystem = "twice"\n', "utf-8")
    said = fracas("run", file, "--games", 3, "--seed", "x").refused()
    assert "-1: the rule system twice rolls 'attack' of seat 1" in said
    file.write_text(file.read_text("utf-8") + "same_name = false\n", "utf-8")
    assert fracas("run", file, "--games", 3, "--seed", "x").status == 0


def test_an_audit_of_the_dice_names_it(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An audit of the dice finds the second roll of a name in each conflict."""
    monkeypatch.setitem(
        cast("dict[str, Any]", registry.SYSTEMS), "twice", "tests.rules.twice"
    )
    file, store = tmp_path / "twice.toml", tmp_path / "twice.db"
    file.write_text('title = "Twice"\nsystem = "twice"\n', "utf-8")
    with monkeypatch.context() as before:
        unguarded(before)
        asked = ("run", file, "--games", 3, "--seed", "x", "--store", store)
        assert fracas(*asked).status == 0
    said = fracas("audit", store, "--depth", "dice")
    assert said.status == 1
    assert said.out.count("a second roll named 'attack' (Bo), attempt 0") == 3
    assert "a mistake of the rule system" in said.out
    assert fracas("audit", store, "--depth", "rules").status == 0
    assert fracas("explain", store, 1, 9).status == 0
