"""Lines are kept compressed, and are a sequence like any other."""

import pickle

import pytest
from msgspec import structs

import fracas
from sim.conflict.stream import Line
from sim.run.lines import Lines


def _kept(count: int) -> tuple[Lines, list[Line]]:
    (line,) = fracas.run("stuck_door", games=1, seed="lines").lines
    known = [structs.replace(line, game=number) for number in range(count)]
    found = Lines()
    for one in known:
        found.add(one)
    return found, known


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
def test_they_are_those_that_were_added(count: int) -> None:
    """By number, from the end, some of them, one after the other, and equal."""
    found, known = _kept(count)
    assert len(found) == count
    assert list(found) == known == found
    assert [found[at] for at in range(count)] == known
    assert found[-3:] == known[-3:]
    assert found[::7] == known[::7]
    assert found != [*known, None]
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - made here
    with pytest.raises(IndexError):
        _ = found[count]


def test_a_run_has_the_lines_that_it_played() -> None:
    """As many as there are games, and each as the game alone has it."""
    whole = fracas.run("stuck_door", games=70, seed="lines")
    assert [line.game for line in whole.lines] == list(range(70))
    assert whole.summary.games == 70
    assert whole.lines[:5] == list(
        fracas.run("stuck_door", games=5, seed="lines").lines
    )
