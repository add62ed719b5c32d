"""Mixes its options where both sides choose at once, so that nobody can predict it.

If each option is beaten by another, as in rock, paper, scissors, a deterministic agent
loses to anybody who knows it. This agent mixes its options with the chances at which
the other side gains nothing by any of its answers (von Neumann 1928).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision

from ._mixing import maximin
from .steady import Steady

_PLACES = 9
"""Scores are rounded, so that mixes are the same on every machine."""


class Mixed(Steady):
    """Steady, but mixes sealed options by their worth against each possible answer.

    It mixes where the rule system guesses what others may answer at the same time. An
    option that returns the same whether it wins or loses, such as offering a draw, has
    no part in the mix. Where steady leaves, it leaves.
    """

    version = "1"
    draws = True

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option, or draw one of the mix."""
        mix = list(self.chances(asked).items())
        *others, (last, _) = mix
        drawn = self.table.random.random() if others else 0.0
        for option, chance in others:
            drawn -= chance
            if drawn < 0.0:
                return option
        return last

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the chance of each option in the mix; 1 for one that it is sure of."""
        worths = self.table.weigh(asked)
        usual = self.between(asked, self.best(asked, worths))
        guesses = self._guesses(asked) if usual.sealed else ()
        if not guesses[1:] or _leaves(worths[asked.options.index(usual)]):
            return {usual: 1.0}
        rows = [place for place, worth in enumerate(worths) if _contends(worth)]
        mix = maximin(
            tuple(
                tuple(round(self.worth(guess[place]), _PLACES) for guess in guesses)
                for place in rows
            )
        )
        shares = zip(rows, mix, strict=True)
        return {asked.options[place]: share for place, share in shares if share}

    def _guesses(self, asked: Decision[Any]) -> Sequence[Sequence[Appraisal]]:
        """Return what options are worth against each answer that others may give."""
        return [
            self.table.weigh(Decision(asked.who, asked.options, view))
            for view in self.table.guesses(asked.view)
        ]


def _leaves(worth: Appraisal) -> bool:
    """Whether an option ends its chooser's part, or may."""
    return worth.concedes or worth.leaves > 0.0


def _contends(worth: Appraisal) -> bool:
    """Whether an option neither leaves nor returns the same however it goes."""
    return not _leaves(worth) and worth.wins != worth.loses
