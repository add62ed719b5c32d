"""What `--vary` and `--target` may say, and how mistakes are refused."""

import pytest

from sim.errors import FracasError
from sim.vary.figures import Measure, Target, read_target
from sim.vary.ranges import column_names, grid, read_axes, read_axis


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a.b=1..4", (1, 2, 3, 4)),
        ("a.b=1..9:3", (1, 4, 7)),
        ("a.b=-1..1", (-1, 0, 1)),
        ("a.b=0.1..0.4:0.1", (0.1, 0.2, 0.3, 0.4)),
        ("a.b=3", (3,)),
        ("a.b=novice,master", ("novice", "master")),
        ('a.b="x,y",z', ("x,y", "z")),
        ("a.b=true,false", (True, False)),
    ],
)
def test_a_range_is_its_values(text: str, values: tuple[object, ...]) -> None:
    """Ranges, steps and lists are read as their values; decimals stay exact."""
    axis_ = read_axis(text)
    assert (axis_.path, axis_.values) == ("a.b", values)
    assert read_axis(str(axis_)) == axis_


def test_a_grid_has_every_combination() -> None:
    """A grid has every combination; the last value varies fastest."""
    axes = read_axes(["a.x=1,2", "b.x=1..3"])
    assert [tuple(setting.value for setting in point) for point in grid(axes)] == [
        *((1, 1), (1, 2), (1, 3)),
        *((2, 1), (2, 2), (2, 3)),
    ]
    assert column_names(axes) == ["a.x", "b.x"]
    assert column_names(read_axes(["seats[0].pools.vigor=1"])) == ["vigor"]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["a=6..1"], "is empty, expected LOW..HIGH with LOW not above HIGH"),
        (["a=1..6:0"], "the step of .* is 0"),
        (["a"], "expected PATH=LOW..HIGH"),
        (["a=1,,2"], "a value is missing"),
        (["a=1,1"], "has a value twice"),
        (["a=1", "a=2"], "a is varied twice"),
        (["a=1..99999"], "has 99999 values"),
        (["a=1..100", "b=1..100"], "a grid of 10000 points"),
        ([], "nothing is varied"),
    ],
)
def test_what_is_no_range_is_said(texts: list[str], said: str) -> None:
    """What is no range is refused in one sentence."""
    with pytest.raises(FracasError, match=said):
        read_axes(texts)


def test_a_target_is_a_measure_and_a_number() -> None:
    """A target is a measure and a number; `value` means returns, % is allowed."""
    assert read_target("wins(Tela)=0.5") == Target(Measure("wins", "Tela"), 0.5)
    assert read_target("value(A (b)) = .25") == Target(
        Measure("returns", "A (b)"), 0.25
    )
    assert read_target("wins('Bo')=50%").value == 0.5


@pytest.mark.parametrize("text", ["wins=0.5", "wins(A)", "wins(A)=2", "luck(A)=0.5"])
def test_what_is_no_target_is_said(text: str) -> None:
    """What is no target is refused in one sentence."""
    with pytest.raises(FracasError, match="expected"):
        read_target(text)
