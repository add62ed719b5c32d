"""Lines of a run are kept compressed, and can be read like any sequence."""

import pickle

import pytest
from msgspec import structs

import fracas
from sim.conflict.stream import Line
from sim.run.lines import Lines


def _kept(count: int) -> tuple[Lines, list[Line]]:
    (line,) = fracas.run("stuck_door", games=1, seed="lines").lines
    known = [structs.replace(line, game=number) for number in range(count)]
    lines = Lines()
    for each in known:
        lines.add(each)
    return lines, known


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
def test_they_are_those_that_were_added(count: int) -> None:
    """Lines can be read by number, slice and in order, and equal what was added."""
    lines, known = _kept(count)
    assert len(lines) == count
    assert list(lines) == known == lines
    assert [lines[at] for at in range(count)] == known
    assert lines[-3:] == known[-3:]
    assert lines[::7] == known[::7]
    assert lines != [*known, None]
    assert pickle.loads(pickle.dumps(lines)) == lines  # noqa: S301 - made here
    with pytest.raises(IndexError):
        _ = lines[count]


def test_a_run_has_the_lines_that_it_played() -> None:
    """A run has a line for each game, the one that the game alone has."""
    whole = fracas.run("stuck_door", games=70, seed="lines")
    assert [line.game for line in whole.lines] == list(range(70))
    assert whole.summary.games == 70
    assert whole.lines[:5] == list(
        fracas.run("stuck_door", games=5, seed="lines").lines
    )
