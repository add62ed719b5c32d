"""A priority queue of nodes: the one with the most mass is played next."""

from collections.abc import Container
from heapq import heappop, heappush

_RISE = 2.0
"""A node is pushed again when its mass has grown by this factor."""


class Likeliest:
    """Nodes that wait until they are *played*, numbered as they are added."""

    def __init__(self, played: Container[int]) -> None:
        self.mass: list[float] = []
        """The mass that each node has received before it was played."""
        self._played = played
        self._put: list[float] = []
        self._todo: list[tuple[float, int]] = []

    def add(self) -> None:
        """Add a node without any mass."""
        self.mass.append(0.0)
        self._put.append(0.0)

    def put(self, number: int, mass: float) -> None:
        """Add *mass* to a node, and queue it."""
        if number in self._played:
            return
        grown = self.mass[number] = self.mass[number] + mass
        if grown >= _RISE * self._put[number]:
            self._put[number] = grown
            heappush(self._todo, (-grown, number))

    def take(self) -> int | None:
        """Return the node to be played next; None if the queue is empty."""
        while self._todo:
            _, number = heappop(self._todo)
            if number not in self._played:
                return number
        return None

    def give_back(self, number: int) -> None:
        """Queue a node again that was taken and not played."""
        heappush(self._todo, (-self.mass[number], number))
