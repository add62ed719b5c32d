"""What lies between one public state and the next ones: the kinds of block.

A state is public where nothing is hidden from either side: every seat's view of it is
the state. What follows from there depends on nothing before, so each public state has a
value of its own, and what it is worth follows from what the next ones are worth.
"""

from typing import Any

import numpy as np
from msgspec import Struct

from sim.optimal.independent_blocks import IndependentBlock
from sim.optimal.matrix import Ints
from sim.optimal.sequence import HiddenTree, InformationSet
from sim.seam.protocol import Decision

Side = int
"""0 for the first of the two sides, 1 for the second."""


class EndOfConflict(Struct, frozen=True, gc=False):
    """The conflict is over, with these returns of the two sides."""

    returns: tuple[float, float]


class NextRound(Struct, frozen=True, gc=False):
    """The node *begun* as it is in the next round, where rounds are not told apart."""

    begun: int


class Throw(Struct, frozen=True, gc=False):
    """Dice fall, or somebody who draws answers: a chance of each *target*."""

    targets: tuple[int, ...]
    chances: tuple[float, ...]


class OpenChoice(Struct, frozen=True, gc=False):
    """One side chooses, and everybody sees it."""

    side: Side
    asked: Decision[Any]
    targets: tuple[int, ...]


class SealedChoices(Struct, frozen=True, gc=False):
    """Both sides choose unseen, once each; no dice fall meanwhile.

    *targets* has a row for every answer of the first side, a column for the second's.
    """

    asked: tuple[Decision[Any], Decision[Any]]
    targets: Ints


Trees = HiddenTree | IndependentBlock
"""What is hidden longer than one answer."""
Block = EndOfConflict | NextRound | Throw | OpenChoice | SealedChoices | Trees


def block_targets(block: Block) -> list[int]:
    """Return the numbers of the nodes that *block* leads to."""
    if isinstance(block, Throw | OpenChoice):
        return list(block.targets)
    if isinstance(block, SealedChoices):
        return [int(one) for one in np.unique(block.targets)]
    if isinstance(block, Trees):
        return [int(one) for one in np.unique(block.nodes)]
    return []


class TreeBuilder:
    """A tree while it grows: its questions, and the chance of every leaf."""

    def __init__(self) -> None:
        self.questions: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self.sizes = [1, 1]
        self.reached: dict[tuple[int, int, int], float] = {}
        self.thrown = False
        """Whether a chance lies within it."""
        self._known: tuple[dict[Any, InformationSet], dict[Any, InformationSet]] = (
            {},
            {},
        )

    def asked(
        self,
        side: Side,
        asked: Decision[Any],
        view: Any,  # noqa: ANN401 - a state
        after: int,
    ) -> InformationSet:
        """Return the information set of a question that follows the sequence *after*.

        What a side answered before is remembered, though its view may not show it.
        """
        key = view, asked.options, after
        found = self._known[side].get(key)
        if found is None:
            found = InformationSet(asked, after, self.sizes[side])
            self.sizes[side] += len(asked.options)
            self._known[side][key] = found
            self.questions[side].append(found)
        return found

    def add(self, pair: tuple[int, int], node: int, chance: float) -> None:
        """Add a leaf."""
        key = *pair, node
        self.reached[key] = self.reached.get(key, 0.0) + chance

    def block(self) -> Block:
        """Return the block, as the simplest kind that it is."""
        one, other = self.questions
        if not self.thrown and len(one) + len(other) == 1:
            return self._open(one, other)
        if not self.thrown and len(one) == len(other) == 1 and self._square():
            return self._sealed(one[0], other[0])
        keys = np.array(list(self.reached), dtype=np.int64).reshape(-1, 3)
        chances = np.fromiter(self.reached.values(), float, len(self.reached))
        questions = tuple(one), tuple(other)
        return HiddenTree(keys[:, 0], keys[:, 1], chances, keys[:, 2], questions)

    def _square(self) -> bool:
        """Whether both answer once, whatever the other answers."""
        count = len(self.questions[0][0].asked.options)
        return len(self.reached) == count * len(self.questions[1][0].asked.options)

    def _open(
        self, one: list[InformationSet], other: list[InformationSet]
    ) -> OpenChoice:
        side = 0 if one else 1
        only = (one or other)[0]
        targets = [0] * len(only.asked.options)
        for *pair, node in self.reached:
            targets[pair[side] - only.first] = node
        return OpenChoice(side, only.asked, tuple(targets))

    def _sealed(self, one: InformationSet, other: InformationSet) -> SealedChoices:
        shape = len(one.asked.options), len(other.asked.options)
        targets = np.zeros(shape, dtype=np.int64)
        for left, right, node in self.reached:
            targets[left - one.first, right - other.first] = node
        return SealedChoices((one.asked, other.asked), targets)
