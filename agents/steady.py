"""Chooses the option with the best appraisal: the agent others are measured against.

It looks one exchange ahead by exact odds, and at what may follow. A few weights turn
that into one number; `fracas fit` finds weights for a scenario. Where a rule system has
no appraisals, it chooses the first option.
"""

from collections.abc import Hashable, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Appraisal, Decision, Number, Table

from ._chapters import Chapters, chapters_of

Weighed = tuple[Fact, Appraisal]
"""An option and its appraisal."""

_NEAR = 1e-9
_KNOWN_MAX = 1 << 15
_KINDS_MAX = 16

Picked = dict[int, tuple[Sequence[Appraisal], int]]
"""Identity of appraisals -> these, so that it stays theirs, and which was picked."""
_PICKED: dict[tuple[object, ...], Picked] = {}
"""What agents with the same settings picked: it outlives the games of a chunk."""


class Steady(Agent):
    """Picks the best score: harm dealt less harm suffered, and a few weighted terms.

    The score is in harm. A point spent costs *price*; a point of harm suffered counts
    *suffers*; a certain win of the next roll is worth *win*, the exchange after it
    *later* times one now, and the whole return *wins*. Of equal scores the greater
    chance to win decides, then the lower cost, then the order.

    An option that does nothing loses *idle*, one that raises the stakes *raises*, less
    *leading* times how far the seat is ahead. Saying nothing gains *silence*.

    It leaves, by fleeing or conceding, if the expected return of that exceeds the
    expected return of staying by *leaving*. If its chance to win is *hope* or less,
    equal is enough. It leaves allies behind in that case only.

    Between the chapters of a campaign it estimates the return of each option by about
    *futures* simulated continuations; with 0 it simulates none. In the shipped
    campaigns no gain in return has been measured yet.
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
        self._picked: Picked = {}

    def begin(self, table: Table) -> None:
        """Sit down, and see whether anybody else is on its side."""
        super().begin(table)
        self._kept = table.rules.solving.weigh is not None
        self._chapters = chapters_of(table, Steady, self.futures)
        sides = [seat.side for seat in table.seats]
        alone = not sides or sides.count(sides[table.seat]) == 1
        if type(self) is Steady:
            self._alone = alone
            self._picked, self.alike = self._picked_alike()
            if self._chapters is not None:
                self.alike = None
        elif alone != self._alone:
            self._alone = alone
            self._picked = {}

    def _picked_alike(self) -> tuple[Picked, Hashable]:
        """Return what was picked by agents that weigh as this one does, and which.

        What a subclass weighs besides is unknown here, so it remembers for itself.
        """
        harm = self.price, self.suffers, self.win, self.later, self.wins, self.raises
        more = self.leading, self.idle, self.silence, self.hope, self.leaving
        kind = *harm, *more, self._alone
        picked = _PICKED.get(kind)
        if picked is None:
            if len(_PICKED) >= _KINDS_MAX:
                _PICKED.clear()
            picked = _PICKED[kind] = {}
        return picked, kind

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
        """Return the option with which the next chapters return most.

        That is *usual* in a single conflict, or if no option makes a difference.
        """
        chapters = self._chapters
        return usual if chapters is None else chapters.best(asked, usual)

    def best(self, asked: Decision[Any], worths: Sequence[Appraisal]) -> Fact:
        """Return the best option of *asked*, given the appraisals *worths*.

        A rule system that caches appraisals returns the same object for the same
        question, so the choice is cached by its identity.
        """
        picked = self._picked.get(id(worths))
        if picked is not None:
            return asked.options[picked[1]]
        options = asked.options
        best = self.pick(list(zip(options, worths, strict=True)))
        if not self._kept or not isinstance(worths[0].ahead, float):
            # A lead that is noted is another one every time.
            return best
        if len(self._picked) >= _KNOWN_MAX:
            self._picked.clear()
        index = 0
        while options[index] is not best:
            index += 1
        # The appraisals are held, so that no other object can have their id.
        self._picked[id(worths)] = worths, index
        return best

    def weigh(self, asked: Decision[Any]) -> list[Weighed]:
        """Return every option with its appraisal, in the order offered."""
        return list(zip(asked.options, self.table.weigh(asked), strict=True))

    def worth(self, worth: Appraisal) -> float:
        """Return the score of an option by itself, in harm."""
        found = worth.deals - self.suffers * worth.suffers
        if self.later:
            then = worth.then_deals - self.suffers * worth.then_suffers
            found += self.later * then
        found -= self.price * worth.cost
        if self.win:
            found += self.win * worth.win
        return found + self.wins * worth.wins

    def had_better_leave(self, worth: Appraisal) -> bool:
        """Whether leaving is expected to return enough more than staying."""
        chance = (1.0 + worth.ahead) / 2
        more = worth.gives - (chance * worth.wins + (1.0 - chance) * worth.loses)
        if chance <= self.hope:
            return more >= 0.0
        # An attempt to leave gains only if it succeeds, and costs the turn if not.
        sure = 1.0 if worth.concedes else worth.leaves
        return self._alone and sure * more > self.leaving + _NEAR

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best of *weighed*: a way to leave if it had better leave."""
        ways_out = [
            pair
            for pair in weighed
            if (pair[1].concedes or pair[1].leaves) and self.had_better_leave(pair[1])
        ]
        if ways_out:
            return max(ways_out, key=lambda pair: (pair[1].gives, pair[1].leaves))[0]
        return self.pick_going_on(weighed)

    def pick_going_on(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best option that does not concede; the first if all do."""
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
