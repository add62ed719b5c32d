"""Two parts in one table come to what they come to one after the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from sim.graph import batch
from sim.graph.batch import Batch
from sim.graph.batch_rows import Inseparable
from sim.graph.progress import no_progress
from sim.graph.tables import OVER, Ends
from sim.library.scenario import load
from sim.seam.chart import Part
from tests.graph.tables import with_parts
from tests.graph.test_batch import graph_of

NEAR = 1e-14

Found = tuple[Ends, list[Any]]


def _told(outcomes: Found) -> dict[Sequence[int], float]:
    """Return the chance of everything that rows lead to."""
    ends, pieces = outcomes
    people = [np.where(ends.kind == OVER, 0, piece) for piece in pieces]
    columns = [ends.row, ends.kind, ends.rest, ends.memories, *people]
    told: dict[Sequence[int], float] = {}
    lines = zip(*[column.tolist() for column in columns], strict=True)
    for line, chance in zip(lines, ends.chance.tolist(), strict=True):
        told[line] = told.get(line, 0.0) + chance
    return told


@pytest.mark.parametrize(
    ("name", "agents", "states", "least"),
    [
        pytest.param("alley", "bold;steady", 2500, 100, marks=pytest.mark.slow),
        pytest.param("alley", "daring;cautious", 1500, 30, marks=pytest.mark.slow),
        pytest.param("guitar_duel", "", 6000, 30, marks=pytest.mark.slow),
        pytest.param("lamp_market", "", 200, 5, marks=pytest.mark.slow),
        ("alley", "", 300, 10),
    ],
)
def test_two_parts_in_one_table_come_to_what_they_come_to_one_by_one(
    name: str, agents: str, states: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all rows of a graph the joint table equals two tables in a row."""
    told, alone = Batch._two_by_two, Batch._chain
    known = 0

    def both(playing: Batch[Any], columns: list[Any], tables: Any) -> Found:  # noqa: ANN401
        nonlocal known
        before = len(playing._chained.start)
        outcomes = told(playing, columns, tables)
        together, apart = _told(outcomes), _told(alone(playing, columns, tables))
        assert together == pytest.approx(apart, abs=NEAR)
        known += len(columns[0]) - (len(playing._chained.start) - before)
        return outcomes

    monkeypatch.setattr(batch, "_LONG", 0)
    monkeypatch.setattr(Batch, "_two_by_two", both)
    graph = graph_of(load(name), agents, states)
    graph.explore(no_progress)
    assert known >= least


def _reads_nothing(_state: object) -> None:
    return None


def test_who_promises_too_much_of_what_follows_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A part that wrongly denies reading ticked boxes raises Inseparable."""
    monkeypatch.setattr(batch, "_LONG", 0)
    loaded = load("alley")

    def changed(part: Part[Any]) -> Part[Any]:
        if part.reads_after_first is None:
            return part
        return structs.replace(part, reads_after_first=_reads_nothing)

    lying = with_parts(loaded.system, changed)
    graph = graph_of(structs.replace(loaded, system=lying), "bold", 1000)
    with pytest.raises(Inseparable):
        graph.explore(no_progress)
