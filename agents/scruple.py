"""Guards its conscience: hurts nobody worse than it must, and faces what it has done.

It reads its conscience from the status of its seat, as the number under one word, and
tries an answer out on a fork before it gives one that would lower that number.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.conflict.walk import Walk
from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision, Standing

from .steady import Steady, Weighed


class Scruple(Steady):
    """Steady, but takes only the mildest of the options that do not lower its *word*.

    Where nothing is known of the options, it acts rather than passes while it is in
    *trouble*.
    """

    def __init__(
        self,
        *,
        price: float = 0.5,
        word: Standing = "morality",
        trouble: Standing = "crisis",
    ) -> None:
        super().__init__(price=price)
        self.word = word
        self.trouble = trouble

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return None: it reads how the seats stand."""
        del worth
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best of what can be done with a quiet conscience."""
        weighed = self._bearable(asked, self.weigh(asked))
        stands = self.table.rules.status(asked.view)[self.table.seat]
        worths = [worth for _, worth in weighed]
        if self.trouble in stands and all(worth == worths[0] for worth in worths):
            acts = [pair for pair in weighed if not pair[0].passes]
            weighed = acts or weighed
        return self.between(asked, self.pick(weighed))

    def _bearable(
        self, asked: Decision[Any], weighed: Sequence[Weighed]
    ) -> Sequence[Weighed]:
        """Return the mildest of the options that cost no conscience."""
        stands = self.table.rules.status(asked.view)[self.table.seat]
        has = stands.get(self.word)
        if not isinstance(has, int):
            return weighed
        kept = [pair for pair in weighed if self._after(asked, pair[0]) >= has]
        staying = [
            pair for pair in kept or weighed if not (pair[1].concedes or pair[1].idle)
        ]
        if not staying:
            return kept or weighed
        least = min(worth.stakes for _, worth in staying)
        return [pair for pair in staying if pair[1].stakes <= least]

    def _after(self, asked: Decision[Any], option: Fact) -> int:
        """Return how high the word stands after *option*."""
        fork = Walk(self.table.rules, asked.view, option)
        stands = self.table.rules.status(fork.state)[self.table.seat]
        return int(stands.get(self.word) or 0)
