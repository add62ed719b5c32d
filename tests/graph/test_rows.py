"""Rows of numbers are numbered in tables that are asked in arrays."""

import numpy as np
import pytest

from sim.graph import pairs
from sim.graph.columns import distinct_keys
from sim.graph.rows import Rows


def numbered(rows: Rows, asked: np.ndarray) -> list[int]:
    """Number *asked*, of which some may be known, as a graph does."""
    places = rows.find(asked)
    rows.add(asked[places < 0])
    assert (rows.find(asked) >= 0).all()
    return rows.find(asked).tolist()


@pytest.mark.parametrize("width", [1, 2, 3, 4, 7])
def test_rows_have_the_numbers_that_a_dictionary_gives_them(width: int) -> None:
    """Rows are numbered as a dictionary would, while the table grows."""
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
    """Rows with the same hash slot get different numbers."""
    last = Rows(2)._slots.size - 1
    monkeypatch.setattr(
        Rows, "_slot", lambda _rows, words: np.full(len(words), last, dtype=np.int64)
    )
    rows = Rows(2)
    asked = np.array([[3, number] for number in range(50)])
    assert numbered(rows, asked) == list(range(50))
    assert rows.find(np.array([[4, 0]])).tolist() == [-1]


def test_pairs_are_worked_out_once_in_an_array_and_beyond_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A function of pairs is called once a pair, in an array and in a hash table."""
    monkeypatch.setattr(pairs, "_DENSE", 1 << 10)
    worked: list[tuple[int, int]] = []

    def work(first: int, second: int) -> int:
        worked.append((first, second))
        return 7 * first + second

    memo, luck = pairs.Pairs(work), np.random.default_rng(3)
    for most in (5, 30, 200, 100_000):
        firsts, seconds = luck.integers(0, most, (2, 3_000))
        assert memo(firsts, seconds).tolist() == (7 * firsts + seconds).tolist()
    assert len(worked) == len(set(worked))


@pytest.mark.parametrize("dense", [1 << 6, 1 << 12, 1 << 24])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_tuples_have_a_number_each(
    dense: int, kind: type[np.signedinteger], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal tuples get the same number, different ones different numbers.

    It holds however many of the columns have become tables of hashes by then.
    """
    monkeypatch.setattr(pairs, "_DENSE", dense)
    numbers, luck = pairs.Tuples(), np.random.default_rng(4)
    known: dict[tuple[int, ...], int] = {}
    for _ in range(5):
        rows = luck.integers(0, 9, (2_000, 4)).astype(kind)
        given = numbers([*rows.T]).tolist()
        for row, number in zip(map(tuple, rows.tolist()), given, strict=True):
            assert known.setdefault(row, number) == number
    assert sorted(set(known.values())) == list(range(len(known)))


def test_different_numbers_are_counted_in_order() -> None:
    """Distinct numbers are counted as numpy does, in order of appearance."""
    luck = np.random.default_rng(5)
    for size in (0, 1, 10, 5_000):
        key = luck.integers(0, 300, size)
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        ours, which = distinct_keys(key)
        assert (ours.tolist(), which.tolist()) == (first.tolist(), place.tolist())
