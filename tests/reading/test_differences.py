"""The differences between documents are found, and nothing else is listed."""

from hypothesis import given
from hypothesis import strategies as st

from sim.reading.differences import differences

leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
documents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("ab", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_an_entry_goes_by_its_name() -> None:
    """List entries go by their names where each has its own, else by their numbers."""
    tom = {"seats": [{"name": "Tom", "brawl": 2}], "steps": [{"dice": 1}]}
    worse = {"seats": [{"name": "Tom", "brawl": 1}], "steps": [{"dice": 1}]}
    assert differences([tom, worse]) == [
        {"seats.Tom.brawl": 2},
        {"seats.Tom.brawl": 1},
    ]
    assert differences([{"steps": [{"dice": 1}]}, {"steps": [{"dice": 2}]}]) == [
        {"steps.1.dice": 1},
        {"steps.1.dice": 2},
    ]


def test_what_one_leaves_out_is_a_difference() -> None:
    """Where a document lacks a key that another has, its value there is None."""
    assert differences([{"a": 1, "b": 2}, {"a": 1}]) == [{"b": 2}, {"b": None}]


def test_true_is_not_one() -> None:
    """True differs from 1 and from 1.0."""
    assert differences([{"a": True}, {"a": 1}]) == [{"a": True}, {"a": 1}]


@given(documents)
def test_a_document_differs_not_from_itself(document: object) -> None:
    """Equal documents have no differences."""
    assert differences([document] * 3) == [{}] * 3
