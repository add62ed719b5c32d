"""Blocks: what lies between one public state and the next ones.

A state is public if nothing is hidden from either side: every seat's view of it is the
state itself. What follows does not depend on anything before, so each public state is a
subgame with a value of its own, which follows from the values of the next ones.
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
    """The end of the conflict, with the returns of the two sides."""

    returns: tuple[float, float]


class NextRound(Struct, frozen=True, gc=False):
    """The node *begun* in the next round, where rounds are not told apart."""

    begun: int


class Throw(Struct, frozen=True, gc=False):
    """A chance node: dice, or an answer that is drawn; a chance of each target."""

    targets: tuple[int, ...]
    chances: tuple[float, ...]


class OpenChoice(Struct, frozen=True, gc=False):
    """A choice of one side that everybody sees."""

    side: Side
    asked: Decision[Any]
    targets: tuple[int, ...]


class SealedChoices(Struct, frozen=True, gc=False):
    """A simultaneous choice: each side answers once, unseen; no dice fall meanwhile.

    *targets* has a row for every answer of the first side, a column for the second's.
    """

    asked: tuple[Decision[Any], Decision[Any]]
    targets: Ints


Trees = HiddenTree | IndependentBlock
"""Blocks in which something stays hidden for more than one answer."""
Block = EndOfConflict | NextRound | Throw | OpenChoice | SealedChoices | Trees


def block_targets(block: Block) -> list[int]:
    """Return the numbers of the nodes that *block* leads to."""
    if isinstance(block, Throw | OpenChoice):
        return list(block.targets)
    if isinstance(block, SealedChoices):
        return [int(target) for target in np.unique(block.targets)]
    if isinstance(block, Trees):
        return [int(target) for target in np.unique(block.nodes)]
    return []


class TreeBuilder:
    """A block under construction: its information sets and the chances of leaves."""

    def __init__(self) -> None:
        self.questions: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self.sizes = [1, 1]
        self.reached: dict[tuple[int, int, int], float] = {}
        self.thrown = False
        """Whether it contains a chance node."""
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

        Perfect recall: a side remembers its earlier answers even if its view does not
        show them.
        """
        key = view, asked.options, after
        information = self._known[side].get(key)
        if information is None:
            information = InformationSet(asked, after, self.sizes[side])
            self.sizes[side] += len(asked.options)
            self._known[side][key] = information
            self.questions[side].append(information)
        return information

    def add(self, pair: tuple[int, int], node: int, chance: float) -> None:
        """Add a leaf."""
        key = *pair, node
        self.reached[key] = self.reached.get(key, 0.0) + chance

    def block(self) -> Block:
        """Return the finished block, as the simplest kind that describes it."""
        first, second = self.questions
        if not self.thrown and len(first) + len(second) == 1:
            return self._open(first, second)
        if not self.thrown and len(first) == len(second) == 1 and self._square():
            return self._sealed(first[0], second[0])
        keys = np.array(list(self.reached), dtype=np.int64).reshape(-1, 3)
        chances = np.fromiter(self.reached.values(), float, len(self.reached))
        questions = tuple(first), tuple(second)
        return HiddenTree(keys[:, 0], keys[:, 1], chances, keys[:, 2], questions)

    def _square(self) -> bool:
        """Whether both sides are asked once, whatever the other side answers."""
        count = len(self.questions[0][0].asked.options)
        return len(self.reached) == count * len(self.questions[1][0].asked.options)

    def _open(
        self, first: list[InformationSet], second: list[InformationSet]
    ) -> OpenChoice:
        side = 0 if first else 1
        only = (first or second)[0]
        targets = [0] * len(only.asked.options)
        for *pair, node in self.reached:
            targets[pair[side] - only.first] = node
        return OpenChoice(side, only.asked, tuple(targets))

    def _sealed(self, rows: InformationSet, columns: InformationSet) -> SealedChoices:
        shape = len(rows.asked.options), len(columns.asked.options)
        targets = np.zeros(shape, dtype=np.int64)
        for left, right, node in self.reached:
            targets[left - rows.first, right - columns.first] = node
        return SealedChoices((rows.asked, columns.asked), targets)
