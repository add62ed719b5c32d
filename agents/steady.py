"""The best appraised option, every time: the agent the others are measured against.

It looks one exchange ahead by exact odds, and at what may follow. What it makes of that
are a few numbers, which `fracas fit` finds for a scenario. Where a rule system cannot
appraise, it keeps to the first option.
"""

from collections.abc import Hashable, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Appraisal, Decision, Number, Table

from ._chapters import Chapters, chapters_of

Weighed = tuple[Fact, Appraisal]
"""An option and what it is worth."""

_NEAR = 1e-9
_KNOWN_MAX = 1 << 15


class Steady(Agent):
    """Picks by harm dealt less harm suffered, then by chance to win, then by cost.

    Everything is counted in harm: a point of a pool is worth *price*, harm that it
    suffers *suffers*, a sure win of the next roll *win*, an exchange that may follow
    *later* of one now, a whole return *wins*. What is deadlier than silence must be
    worth *raises* more, and *leading* less where it is sure to win. Doing nothing must
    be worth *idle* more, and silence *silence* less, than what else there is. Options
    that are worth the same yield to the earlier.

    It leaves, by flight or by giving up, where that may be expected to return *leaving*
    more than going on. Where its chance to win is at most *hope*, as much is enough,
    and only then does it leave allies behind.

    Between the chapters of a campaign it does what the next chapters return most with,
    by about *futures* imagined ones for a choice; with 0 it looks at none. In the
    shipped campaigns no gain in return by that has been shown yet.
    """

    version = "3"
    numbers = MappingProxyType(
        {
            "price": Number(0.5, 0.4, harm=True),
            "suffers": Number(1.0, 0.5),
            "win": Number(0.0, 0.7, harm=True),
            "later": Number(1.0, 1.5),
            "wins": Number(0.5, 1.5, harm=True),
            "raises": Number(1.0, 3.0, harm=True),
            "leading": Number(0.0, 2.0, harm=True),
            "silence": Number(0.0, 0.5, harm=True),
            "hope": Number(0.03, 0.1),
        }
    )

    def __init__(  # noqa: PLR0913 - one for each thing it weighs
        self,
        *,
        price: float = 0.5,
        suffers: float = 1.0,
        win: float = 0.0,
        later: float = 0.0,
        wins: float = 0.0,
        raises: float = 9.0,
        leading: float = 0.0,
        idle: float = 9.0,
        silence: float = 0.0,
        hope: float = 0.0,
        leaving: float = 0.1,
        futures: Annotated[int, Meta(ge=0)] = 24,
    ) -> None:
        self.price = price
        self.suffers = suffers
        self.win = win
        self.later = later
        self.wins = wins
        self.raises = raises
        self.leading = leading
        self.idle = idle
        self.silence = silence
        self.hope = hope
        self.leaving = leaving
        self.futures = futures
        self._chapters: Chapters | None = None
        self._alone = True
        self._kept = False
        self._picked: dict[int, tuple[Sequence[Appraisal], int]] = {}

    def begin(self, table: Table) -> None:
        """Sit down, and see whether anybody else is on its side."""
        super().begin(table)
        self._kept = table.rules.solving.weigh is not None
        self._chapters = chapters_of(table, Steady, self.futures)
        sides = [seat.side for seat in table.seats]
        alone = not sides or sides.count(sides[table.seat]) == 1
        if alone != self._alone:
            self._alone = alone
            self._picked.clear()

    def memory(self) -> Hashable:
        """Return what it remembers: nothing."""
        return ()

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return (): it reads what options are worth."""
        del worth
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option."""
        usual = self.best(asked, self.table.weigh(asked))
        return usual if self._chapters is None else self.between(asked, usual)

    def between(self, asked: Decision[Any], usual: Fact) -> Fact:
        """Return what the next chapters return most with, if they are what it is about.

        *usual* is what is chosen where nothing follows, or nothing shows a difference.
        """
        chapters = self._chapters
        return usual if chapters is None else chapters.best(asked, usual)

    def best(self, asked: Decision[Any], worths: Sequence[Appraisal]) -> Fact:
        """Return what it picks of the options of *asked*, which are worth so much.

        Where a rule system keeps what it has weighed, the same appraisals come again
        and again, and are the same object.
        """
        picked = self._picked.get(id(worths))
        if picked is not None:
            return asked.options[picked[1]]
        options = asked.options
        best = self.pick(list(zip(options, worths, strict=True)))
        if not self._kept:
            return best
        if len(self._picked) >= _KNOWN_MAX:
            self._picked.clear()
        index = 0
        while options[index] is not best:
            index += 1
        # The appraisals are held, so that no others can be where they are.
        self._picked[id(worths)] = worths, index
        return best

    def weigh(self, asked: Decision[Any]) -> list[Weighed]:
        """Return every option with its appraisal, in the order offered."""
        return list(zip(asked.options, self.table.weigh(asked), strict=True))

    def worth(self, worth: Appraisal) -> float:
        """Return what an option is worth in harm, but for what it is beside others."""
        found = worth.deals - self.suffers * worth.suffers
        if self.later:
            then = worth.then_deals - self.suffers * worth.then_suffers
            found += self.later * then
        found -= self.price * worth.cost
        if self.win:
            found += self.win * worth.win
        return found + self.wins * worth.wins

    def had_better_leave(self, worth: Appraisal) -> bool:
        """Whether the end of its part returns enough more than going on."""
        chance = (1.0 + worth.ahead) / 2
        more = worth.gives - (chance * worth.wins + (1.0 - chance) * worth.loses)
        if chance <= self.hope:
            return more >= 0.0
        # What may fail gains as often as it succeeds, and costs the turn if it fails.
        sure = 1.0 if worth.concedes else worth.leaves
        return self._alone and sure * more > self.leaving + _NEAR

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best of *weighed*: the best way out where it had better leave."""
        ways_out = [
            pair
            for pair in weighed
            if (pair[1].concedes or pair[1].leaves) and self.had_better_leave(pair[1])
        ]
        if ways_out:
            return max(ways_out, key=lambda pair: (pair[1].gives, pair[1].leaves))[0]
        return self.pick_going_on(weighed)

    def pick_going_on(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best of *weighed* that does not concede, or else the first."""
        best, silence = weighed[0]
        stakes = float("inf") if silence.concedes else silence.stakes
        below = above = float("-inf")
        chance = least = 0.0
        worth_of, idle, silent = self.worth, self.idle, self.silence
        for option, worth in weighed:
            if worth.concedes:
                continue
            gain = worth_of(worth)
            if worth.idle:
                gain -= idle
            if worth.stakes > stakes:
                gain += self.leading * worth.ahead - self.raises
            if silent and option.passes:
                gain += silent
            if gain < below:
                continue
            win, cost = worth.win, worth.cost
            if gain <= above:
                if win < chance - _NEAR:
                    continue
                if win <= chance + _NEAR and cost >= least:
                    continue
            best, chance, least = option, win, cost
            below, above = gain - _NEAR, gain + _NEAR
        return best
