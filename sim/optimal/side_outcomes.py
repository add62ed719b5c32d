"""What one side may reach by itself, where each plays unseen by the other.

A menu (`sim.optimal.menus`) leaves a side fewer answers, and so fewer outcomes.
"""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from msgspec import Struct, structs

from sim.graph.columns import Sparse, summed_matrix
from sim.optimal.matrix import Floats, Ints
from sim.optimal.menus import Menu, Places
from sim.optimal.sequence import InformationSet
from sim.seam.protocol import Decision

PartKey = Hashable
"""Identifies what a side does by itself, whatever else the state has."""


class PartQuestion(Struct, frozen=True, cache_hash=True):
    """The key by which menus know the question *number* of a side's *part*."""

    part: PartKey
    number: int


class SideOutcomes(Struct, frozen=True):
    """The outcomes that one side may reach by itself.

    Leaf n is reached by the sequence *sequence*[n] of the side and with the probability
    *chance*[n] of its dice, and has the outcome *outcome*[n]. There are *many* outcomes
    and *size* sequences.
    """

    sequence: Ints
    outcome: Ints
    chance: Floats
    many: int
    size: int
    questions: tuple[InformationSet, ...]

    def likely(self, plan: Floats) -> Floats:
        """Return the probability of every outcome by a *plan*."""
        shares = self.chance * plan[self.sequence]
        masses = np.bincount(self.outcome, shares, minlength=self.many)
        return np.asarray(masses, dtype=np.float64)

    def gains(self, worths: Floats) -> Floats:
        """Return what each sequence adds to a plan's worth, by outcomes' *worths*."""
        shares = self.chance * worths[self.outcome]
        sums = np.bincount(self.sequence, shares, minlength=self.size)
        return np.asarray(sums, dtype=np.float64)

    @property
    def matrix(self) -> Sparse:
        """The chances as a sparse matrix: a row for each outcome."""
        places = self.outcome, self.sequence
        return summed_matrix((self.chance, places), (self.many, self.size))


class RestrictedSide(Struct, frozen=True):
    """What a menu leaves of a side: *left*, with the numbers that its parts had.

    *outcomes* are those that can still be reached; *asked* are (question, options) for
    every question that still has several.
    """

    left: SideOutcomes
    outcomes: Ints
    asked: tuple[tuple[int, Places], ...]


def restricted_side(
    alone: SideOutcomes, places: Callable[[int, Decision[Any]], Places]
) -> RestrictedSide:
    """Return what is left of a side that may take only these *places*.

    *places* are those of a question, by its number. A single option is taken at once:
    its sequence is the one before it.
    """
    after, size = {0: 0}, 1
    questions, asked = list[InformationSet](), list[tuple[int, Places]]()
    for number, question in enumerate(alone.questions):
        before = after.get(question.after)
        if before is None:
            continue
        kept = places(number, question.asked)
        if len(kept) == 1:
            after[question.first + kept[0]] = before
            continue
        options = tuple([question.asked.options[place] for place in kept])
        few = structs.replace(question.asked, options=options)
        questions.append(InformationSet(few, before, size))
        asked.append((number, kept))
        for place in kept:
            after[question.first + place] = size
            size += 1
    left, outcomes = _left_of(alone, after, size, tuple(questions))
    return RestrictedSide(left, outcomes, tuple(asked))


def _left_of(
    alone: SideOutcomes,
    after: dict[int, int],
    size: int,
    questions: tuple[InformationSet, ...],
) -> tuple[SideOutcomes, Ints]:
    """Return the leaves of the sequences *after* (old -> new), and their outcomes."""
    new = np.full(alone.size, -1, dtype=np.int64)
    new[list(after)] = list(after.values())
    sequences = new[alone.sequence]
    kept = sequences >= 0
    outcomes, places = np.unique(alone.outcome[kept], return_inverse=True)
    # Leaves that have become the same are one.
    pairs = sequences[kept] * len(outcomes) + places.reshape(-1)
    keys, leaves = np.unique(pairs, return_inverse=True)
    chances = np.bincount(leaves.reshape(-1), alone.chance[kept], minlength=len(keys))
    left = SideOutcomes(
        keys // len(outcomes),
        keys % len(outcomes),
        np.asarray(chances, dtype=np.float64),
        len(outcomes),
        size,
        questions,
    )
    return left, outcomes


class PartMenus:
    """What the menus of both sides leave of the parts that were followed."""

    def __init__(self, menus: tuple[Menu | None, Menu | None]) -> None:
        self._menus = menus
        self._left: dict[PartKey, RestrictedSide] = {}

    @property
    def used(self) -> bool:
        """Whether they leave less of any part, as far as that is known."""
        return bool(self._left)

    def left(
        self, side: int, part: PartKey | None, alone: SideOutcomes
    ) -> RestrictedSide | None:
        """Return what the menu of a *side* leaves of a *part*, None for all of it."""
        menu = self._menus[side]
        if menu is None or part is None or not alone.questions:
            return None
        known = self._left.get(part)
        if known is None:

            def places(number: int, asked: Decision[Any]) -> Places:
                return menu.places(PartQuestion(part, number), asked)

            known = self._left[part] = restricted_side(alone, places)
        return known

    def forget(self, part: PartKey) -> None:
        """Forget what was left of a *part*, since a menu has grown."""
        self._left.pop(part, None)
