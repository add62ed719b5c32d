"""Rows of numbers, numbered in a table that is asked in arrays."""

import numpy as np
import pytest

from sim.graph.rows import Rows


def numbered(rows: Rows, asked: np.ndarray) -> list[int]:
    """Number *asked*, of which some may be known, as a graph does."""
    found = rows.find(asked)
    rows.add(asked[found < 0])
    assert (rows.find(asked) >= 0).all()
    return rows.find(asked).tolist()


@pytest.mark.parametrize("width", [1, 2, 3, 4, 7])
def test_rows_have_the_numbers_that_a_dictionary_gives_them(width: int) -> None:
    """Over many steps, of a size at which the table grows again and again."""
    luck = np.random.default_rng(width)
    rows, known = Rows(width), dict[tuple[int, ...], int]()
    for _ in range(20):
        some = luck.integers(0, 40_000 if width == 1 else 200, (2_000, width))
        asked = np.unique(some, axis=0)
        truth = [known.setdefault(tuple(row), len(known)) for row in asked.tolist()]
        assert numbered(rows, asked) == truth
        assert len(rows) == len(known)
    assert list(map(tuple, rows.values.tolist())) == list(known)


def test_rows_that_begin_at_one_slot_stay_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search goes on to the next slot, past the last to the first."""
    last = Rows(2)._slots.size - 1
    monkeypatch.setattr(
        Rows, "_slot", lambda _rows, words: np.full(len(words), last, dtype=np.int64)
    )
    rows = Rows(2)
    asked = np.array([[3, one] for one in range(50)])
    assert numbered(rows, asked) == list(range(50))
    assert rows.find(np.array([[4, 0]])).tolist() == [-1]
