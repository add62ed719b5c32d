"""The rounds that a free seat can reach, each as a tree, the likeliest first.

When the budget for choices is used up, the seat's own agent answers instead. So the
strategy found can always be played, and is never worse than that agent. If many rounds
are left then, and states can be split, these are followed together (`own_play`).
"""

from collections import Counter
from typing import Any, Generic, TypeVar

import numpy as np

from sim.conflict.kinds import scopes
from sim.errors import OddsError
from sim.graph.branching import Branching
from sim.graph.budget import (
    BoundError,
    Budget,
    Guard,
    Limit,
    bound_of_time,
    bound_of_ways,
    kind_of,
    megabytes,
)
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.graph import Ints
from sim.graph.likeliest import Likeliest
from sim.graph.own_play import OwnPlayBounds, bounds_of_own_play
from sim.graph.parts import Position
from sim.graph.progress import Progress
from sim.graph.readings import TooManyFacesError
from sim.graph.rounds import TooManyWaysError
from sim.graph.sketch import FreeSeat, TooWide
from sim.seam.events import Fact, Seat
from sim.seam.protocol import RuleSystem, State

S = TypeVar("S", bound=State)

_OFTEN = 64
"""How many rounds are played between two checks of the budget."""
_WIDE = 400_000
"""The most ways through one round."""
_BRANCHES = 8
"""About this many branches take the memory of one state."""
_FREE = 0.25
"""The share of the budget for choices; the rest is for what follows them."""
_KINDS_TOLD = 6
_CHOOSING, _CHOOSING_BEYOND = 0.8, 0.4
"""The share of the time for choices; the rest is for what follows them. The second is
for conflicts in which that may be followed together."""
_ALONE = 0.5
"""The share of time and memory for rounds one by one; the rest is then for all others
together, if that is possible."""


class FirstRoundError(OddsError):
    """The first round is too wide to free these *kinds* of answer.

    *said* says how it is too wide; *kinds* how often each kind was offered.
    """

    def __init__(self, message: str, said: str, kinds: Counter[str]) -> None:
        super().__init__(message)
        self.said = said
        self.kinds = kinds


class Forest(Generic[S]):
    """The positions found, and the tree of the round that begins at each.

    *closed* is the bound that ended the free choices; beyond it the seat's own agent
    answers. *full* is the bound that ended the exploration; rounds beyond it count as a
    return of 0. A round with a roll of too many faces is treated in the same way.
    *own_play* has the seat's returns from rounds on that were not played here.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        choosers: Choosers,
        free: tuple[Seat, tuple[type[Fact], ...] | None],
        budget: Budget,
        progress: Progress,
        *,
        clock: Clock | None = None,
    ) -> None:
        self._growing = False
        self._clock = clock or Clock()
        split = system.solving.chart.split is not None and not choosers.read_all
        self._choosing = self._clock.part(_CHOOSING_BEYOND if split else _CHOOSING)
        self._alone = self._clock.part(_ALONE)
        self._choosers, self._seat = choosers, free[0]
        self._splits = split
        self.own_play: OwnPlayBounds | None = None
        self.branching = Branching(system, choosers, FreeSeat(*free), self._has_room)
        self.branching.guard(Guard(self._within))
        self._nothing = self.branching.tree.ending(0.0)
        self._everything = self.branching.tree.ending(1.0)
        self._unfree: set[int] = set()
        self._unread: set[int] = set()
        """Rounds that were not played, since they did not fit."""
        self.positions: list[Position[S]] = []
        self._closed = self._full = ""
        self._choices_unread = self._rounds_unread = ""
        self._numbers: dict[Position[S], int] = {}
        self._budget = budget
        self._progress = progress
        self._begun = megabytes()
        self._wide = min(_WIDE, budget.states)
        self._roots: dict[int, int] = {}
        self._waiting = Likeliest(self._roots)

    def node(self, position: Position[S]) -> int:
        """Return the number of *position*."""
        number = self._numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
            self._waiting.add()
        return number

    def put(self, number: int, mass: float) -> None:
        """Add *mass* to the priority of a round that is not yet played."""
        self._waiting.put(number, mass)

    def grow(self) -> None:
        """Play the rounds that are known and not yet played, the likeliest first."""
        if self.own_play is not None:
            # Nothing was left to be played.
            return
        self._growing = True
        while (number := self._waiting.take()) is not None:
            full = self._is_full()
            if self._closed and (full or self._is_long()) and self._follows_own_play():
                break
            if full:
                break
            self._play(number)
        self._growing = self._splits = False
        self._progress(len(self._roots), len(self.positions))

    def _is_long(self) -> bool:
        """Whether rounds were played one by one for as long as they should be."""
        room = self._budget.megabytes - self._begun
        return self._alone.over or megabytes() - self._begun > room * _ALONE

    def _follows_own_play(self) -> bool:
        """Follow all remaining rounds together; return whether that was possible."""
        if not self._splits:
            return False
        self._splits = False
        left = [
            number for number in range(len(self.positions)) if number not in self._roots
        ]
        begun = (
            np.array(left, dtype=np.int64),
            [self.positions[number] for number in left],
            np.array([self._waiting.mass[number] for number in left]),
        )
        self.own_play = bounds_of_own_play(
            self.branching.system,
            self._choosers,
            self._seat,
            begun,
            budget=self._budget,
            clock=self._clock,
            progress=self._progress,
        )
        if self.own_play is None:
            return False
        # How a round at the limit ends was not followed, even if all else was.
        full = self.own_play.full or self._closed
        # It had only a part of the time; report the bound of all of it.
        self._full = self._of_time if kind_of(full) is Limit.TIME else full
        return True

    def _play(self, number: int) -> None:
        tree, position = self.branching.tree, self.positions[number]
        # A round that does not fit with its choices is played by the own agent instead.
        # Branches that were added for it stay in the tree, but nothing leads to them.
        root = None if self._closed else self._grown(position)
        if root is None:
            self._unfree.add(number)
            root = self._followed(position)
        if root is None:
            self._unread.add(number)
            root = self._nothing
        self._roots[number] = root
        mass = self._waiting.mass[number]
        for target, share in tree.spread(root, self.branching.usual.get).items():
            self.put(target, mass * share)

    def _grown(self, position: Position[S]) -> int | None:
        """Return the branch of the round at *position*; None if it does not fit.

        Raises OddsError if that is the first round.
        """
        branching = self.branching
        try:
            return branching.grow(position, self.node)
        except TooWide:
            if not self._roots:
                raise self._too_wide(branching.offered) from None
        except TooManyFacesError as error:
            if not self._roots:
                raise
            self._choices_unread = error.bound
        except TooManyWaysError as error:
            self._choices_unread = error.bound
            if not self._roots:
                raise self._too_wide(branching.offered) from None
        return None

    def _followed(self, position: Position[S]) -> int | None:
        """Return the round as the own agent plays it, None if that is too long."""
        try:
            return self.branching.follow(position, self.node)
        except BoundError as error:
            self._rounds_unread = error.bound
        except TooWide:
            pass  # `_full` says by which bound
        return None

    def _is_full(self) -> bool:
        """Whether the budget is used up: first that of choices, and then all of it."""
        played, states = len(self._roots), self._budget.states
        if played % _OFTEN == 0:
            self._progress(played, len(self.positions))
        self._full = self._full or self._used_up()
        self._closed = self._closed or self._choices_used_up()
        branches = self.branching.tree.size / _BRANCHES
        if max(len(self.positions), branches) >= states:
            self._full = self._budget.of_states
        elif max(len(self.positions), branches) >= states * _FREE and not self._closed:
            self._closed = self._budget.of_states
        return bool(self._full)

    def _has_room(self, ways: int) -> bool:
        """Whether a round may have more than *ways* ways through it."""
        self._progress(len(self._roots), len(self.positions) + ways)
        used = (
            bound_of_ways(self._wide) if ways > self._wide else self._choices_used_up()
        )
        self._closed = self._closed or used
        return not used

    def _within(self) -> None:
        """Raise TooWide for a round that takes more time or memory than there is.

        Only while rounds are grown: questions are replayed later by the same rules.
        """
        if not self._growing:
            return
        if self._closed:
            used = self._full = self._used_up()
        else:
            used = self._closed = self._choices_used_up()
        if used:
            raise TooWide

    def _used_up(self) -> str:
        """Return the bound of time or memory that is used up, "" if neither is."""
        if self._clock.over:
            return self._of_time
        over = megabytes() > self._budget.megabytes
        return self._budget.of_memory if over else ""

    def _choices_used_up(self) -> str:
        """Return the same for the choices, which have a share of time and memory."""
        if self._choosing.over:
            return self._of_time
        room = self._budget.megabytes - self._begun
        over = megabytes() - self._begun > room * _FREE
        return self._budget.of_memory if over else ""

    @property
    def _of_time(self) -> str:
        return bound_of_time(self._clock.allowed)

    def _too_wide(self, kinds: Counter[str]) -> FirstRoundError:
        """Return the error for a first round that is too wide."""
        said = (
            f"one round takes more than {self._closed}"
            if kind_of(self._closed) is Limit.TIME
            else f"one round has more than {self._wide} ways through it, or takes more"
            " memory than there is"
        )
        return _too_wide_error(self.branching.system, said, kinds)

    @property
    def closed(self) -> str:
        """The bound that ended the choices; "" if all of them are free."""
        return self._closed or self._choices_unread

    @property
    def full(self) -> str:
        """The bound that ended the rounds; "" if all of them were played."""
        return self._full or self._rounds_unread

    @property
    def whole(self) -> bool:
        """Whether every choice was free, and every round was played."""
        return not self.closed and not self.full

    @property
    def roots(self) -> Ints:
        """The branch of every round; one that was not played ends with a return 0."""
        return self._roots_or(self._nothing)

    @property
    def roots_at_most(self) -> Ints:
        """The same, with the greatest return where a round was not played."""
        roots = self._roots_or(self._everything)
        roots[list(self._unread)] = self._everything
        return roots

    def _roots_or(self, otherwise: int) -> Ints:
        numbers = range(len(self.positions))
        roots = [self._roots.get(number, otherwise) for number in numbers]
        return np.array(roots, dtype=np.int64)

    @property
    def highest(self) -> Ints:
        """The same, with the greatest return for every round without its choices."""
        roots = self.roots
        for number in range(len(self.positions)):
            if number in self._unfree or number not in self._roots:
                roots[number] = self._everything
        return roots


def _too_wide_error(
    system: RuleSystem[Any], said: str, kinds: Counter[str]
) -> FirstRoundError:
    """Return the message for a first round that is too wide.

    It names the kinds of question in it, the rarest first.
    """
    if not kinds:
        message = f"{said}, though nothing that is free is asked in it"
        return FirstRoundError(message, said, kinds)
    about = {
        scope: sum(kinds[answer.__name__] for answer in answers)
        for scope, answers in scopes(system).items()
    }
    words = sorted((word for word in about if about[word]), key=about.__getitem__)
    names: list[str] = [*words] or [name for name, _ in reversed(kinds.most_common())]
    message = (
        f"{said}; free fewer kinds of decision (`--free`), such as"
        f" {', '.join(names[:_KINDS_TOLD])}"
    )
    return FirstRoundError(message, said, kinds)
