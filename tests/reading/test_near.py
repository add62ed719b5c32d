"""The lines that come nearest to words that none of them has."""

import pytest

from sim.reading.near import nearest_lines

LINES = (
    "wants: escape",
    "wants: cut Tela down",
    "wants: stab him",
    "attacks Bob: lunge",
    "takes the change back",
    "claims the margin as damage",
    "claims the margin as an edge",
)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("escpae", "wants: escape"),
        ("stabs him with a knife", "wants: stab him"),
        ("wants to cut", "wants: cut Tela down"),
        ("lunges", "attacks Bob: lunge"),
        ("take back the change", "takes the change back"),
        ("the edge of the margin", "claims the margin as an edge"),
    ],
)
def test_a_rare_word_counts_most(words: str, line: str) -> None:
    """A rare word decides which line is nearest, also misspelt or inflected."""
    assert nearest_lines(words, LINES, 3)[0] == line


@pytest.mark.parametrize("words", ["flee", "poison", "", "the"])
def test_what_has_no_word_in_common_is_not_near(words: str) -> None:
    """Words of which no line has any have no near lines, however similar they look."""
    assert nearest_lines(words, LINES, 3) == []


def test_no_more_are_named_than_asked_for() -> None:
    """Only as many lines are named as were asked for, the first of equal ones."""
    assert nearest_lines("wants", LINES, 2) == list(LINES[:2])
