"""A part of the page of verdicts that is measured again stays in its place."""

from pathlib import Path

import pytest

from benchmarks import verdicts


def test_a_part_measured_again_replaces_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that is measured again replaces the earlier one; others stay."""
    monkeypatch.setattr(verdicts, "HERE", tmp_path)
    for text in ("## One\n\nold", "## Two\n\nkept", "## One\n\nnew"):
        verdicts.keep(text)
    page = (tmp_path / "verdicts.md").read_text(encoding="utf-8")

    assert page.count("## ") == 2
    assert "old" not in page
    assert page.index("kept") < page.index("new")


def test_chances_of_a_law_add_up() -> None:
    """The chances of each law add up to 1, and those of equals are even."""
    for law in (*verdicts.LAWS, *verdicts.RARE_LAWS, *verdicts.TESTED_LAWS):
        assert sum(law.chances) == pytest.approx(1)
    for law in verdicts.EVEN_LAWS:
        assert law.mean == pytest.approx(0.5)
