"""A compiled program computes in arrays what its nodes are worth."""

import numpy as np
import pytest

from sim.graph.clock import Clock
from sim.optimal import cells
from sim.optimal.cells import DraftNode, Grid, Marks, Program
from sim.optimal.matrix import Floats

MARKS = Marks(np.array([[1, 0], [0, 1]]), np.array([4, 3]))
ADDED = [(0, 0), (1, 0), (2, 1), (0, 3)]


def drafted(random: np.random.Generator, turns: int, grid: Grid) -> list[DraftNode]:
    """Return nodes of every kind, each above some of those before it."""
    nodes = [DraftNode(worth=worth) for worth in (-1.0, 0.25, 1.0)]
    for number in range(turns):
        added = ADDED[number % len(ADDED)]
        nodes.append(DraftNode(turn=number, added=added, later=number % 2 == 1))
    for number in range(60):
        several = int(random.integers(2, 5))
        after = tuple(random.integers(0, len(nodes), several).tolist())
        if number % 3 == 0:
            chances = random.dirichlet(np.ones(several))
            nodes.append(DraftNode(after=after, chances=chances))
        elif number % 3 == 1:
            nodes.append(DraftNode(after=after, side=number % 2))
        else:
            added = ADDED[number % len(ADDED)]
            sets, _ = grid.parted(MARKS, added)
            ways = tuple(random.integers(0, len(nodes), len(sets)).tolist())
            nodes.append(DraftNode(marks=MARKS, added=added, after=ways))
    return nodes


def worth(
    nodes: list[DraftNode], number: int, cell: int, grid: Grid, turns: list[Floats]
) -> float:
    """Return what a node is worth in one cell, by what its kind means."""
    node = nodes[number]
    if node.worth is not None:
        return node.worth
    if node.turn is not None:
        values = turns[1] if node.later else turns[0]
        return float(values[node.turn, grid.moved(node.added)[cell]])
    after = [worth(nodes, to, cell, grid, turns) for to in node.after]
    if node.marks is not None:
        return after[int(grid.parted(node.marks, node.added)[1][cell])]
    if node.chances is not None:
        return float(node.chances @ np.array(after))
    return min(after) if node.side else max(after)


@pytest.mark.parametrize("room", [1, 1000, 10**6])
@pytest.mark.parametrize("seed", range(5))
def test_a_program_computes_what_every_node_is_worth(
    seed: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiled program computes what each node means, in every cell."""
    monkeypatch.setattr(cells, "_ROOM", room)
    monkeypatch.setattr(cells, "_LEAST", 1)
    random = np.random.default_rng(seed)
    grid = Grid([np.array([0, 2, 3, 7]), np.array([0, 1, 5])], up=(True, False))
    turns = [random.uniform(-1.0, 1.0, (6, len(grid.cells))) for _ in range(2)]
    nodes = drafted(random, 6, grid)
    cores = list(range(len(nodes)))
    computed = Program(nodes, cores, grid).run(turns[0], turns[1], Clock())
    for number in cores:
        expected = [
            worth(nodes, number, cell, grid, turns) for cell in range(len(grid.cells))
        ]
        assert np.allclose(computed[number], expected, rtol=0.0, atol=1e-14)
