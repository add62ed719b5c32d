"""Where a value departs from its type: the place, what was found, what was expected."""

from enum import Enum
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from sim.reading.mismatch import mismatch


class Mood(Enum):
    """Some words."""

    CALM = "calm"
    CROSS = "cross"


class Kinds(Struct, frozen=True, forbid_unknown_fields=True):
    """One field for each kind of type a scenario may use."""

    how: Literal["open", "sealed"] = "open"
    mood: Mood = Mood.CALM
    few: Annotated[int, Meta(ge=1, le=3)] = 1
    scores: dict[str, Annotated[int, Meta(ge=0)]] = {}
    pools: dict[Literal["vigor", "reason"], int] = {}
    maybe: str | None = None
    pair: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    perhaps: Annotated[int, Meta(ge=0)] | None = None
    crowd: Annotated[tuple[str, ...], Meta(min_length=2, max_length=9)] = ("a", "b")
    either: Literal["vigor"] | dict[str, int] = "vigor"

    def __post_init__(self) -> None:
        """Refuse a pair that goes down."""
        if self.pair[0] > self.pair[1]:
            message = "the pair goes down"
            raise ValueError(message)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"how": "seeled"}, 'is "seeled", expected one of "open", "sealed"; did you'),
        ({"mood": "cros"}, 'is "cros", expected one of "calm", "cross"; did you mean'),
        ({"few": 9}, "$.few is 9, expected a whole number from 1 to 3"),
        ({"scores": {"Sneak": "3"}}, '$.scores.Sneak is "3", expected a whole'),
        ({"scores": {"First Aid": -1}}, '$.scores."First Aid" is -1, expected'),
        ({"pools": {"vigour": 3}}, '$.pools has the name "vigour", expected one of'),
        ({"maybe": 3}, "$.maybe is 3, expected text or nothing"),
        ({"perhaps": -1}, "is -1, expected a whole number, at least 0, or nothing"),
        ({"perhaps": [1, 2]}, "$.perhaps is a list of 2, expected a whole number, at"),
        ({"crowd": []}, "$.crowd is a list of 0, expected a list of length 2 to 9"),
        ({"pair": [1]}, "$.pair is a list of 1, expected a list of 2"),
        ({"words": ["a", 3]}, "$.words[1] is 3, expected text"),
        ({"either": {"x": "y"}}, '$.either.x is "y", expected a whole number'),
        ({"either": 3}, '$.either is 3, expected "vigor" or a table'),
        ({"pair": [2, 1]}, "$ cannot be used: the pair goes down"),
        ([], "$ is a list of 0, expected a table"),
    ],
)
def test_mismatch_names_the_smallest_part_that_is_wrong(
    value: object, said: str
) -> None:
    """A mismatch names the path, what was found, what fits and the nearest word."""
    assert said in str(mismatch(value, Kinds))


class Fixed(Struct, frozen=True, tag_field="kind", tag="fixed"):
    """One form of two."""

    amount: int


class Rolled(Struct, frozen=True, tag_field="kind", tag="rolled"):
    """The other."""

    dice: int


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"kind": "rold"}, '$.kind is "rold", expected one of "fixed", "rolled"; did'),
        ({"kind": ["x"]}, "$.kind is a list of 1, expected one of"),
        ({}, '$ lacks the field "kind": expected one of "fixed", "rolled"'),
        ({"kind": "rolled"}, '$ lacks the field "dice"'),
        ({"kind": "rolled", "dice": "d6"}, '$.dice is "d6", expected a whole number'),
    ],
)
def test_mismatch_follows_the_form_that_is_named(value: object, said: str) -> None:
    """Of several forms the tag says which is meant."""
    assert said in str(mismatch(value, Fixed | Rolled))


def test_mismatch_agrees_with_msgspec_about_what_fits() -> None:
    """A value that fits has no mismatch."""
    assert mismatch({"few": 3, "pair": [1, 2], "maybe": None}, Kinds) is None
