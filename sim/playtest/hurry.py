"""How many conflicts a part of a playtest may play when the time gets short.

A budget in seconds is turned into conflicts once, from a glance at how long everything
takes. The machine may get slower meanwhile, or a part take longer than expected. So
before each part the time that is left is compared with the plan, and with how much
longer than planned the parts so far took. If it is too short for all that was planned,
this part gets its share of what can still be done. If even that was too much, the part
under way is left shortly after the time is over, and its report says so. With a budget
in conflicts there is no hurry.
"""

from collections.abc import Collection, Mapping
from math import inf
from time import monotonic

from msgspec import Struct

from sim.playtest.arena import BATCH
from sim.playtest.budget import Budget
from sim.playtest.runner import PlaytestRunner

_LEAST = 0.15
"""The least share of its plan that a part gets, however little time is left."""
_NEARLY = 0.9
"""A part that has time for nearly all of what it is to play plays all of it."""
_SOLVING = 0.6
"""The share of a part's time in which conflicts may be solved; then they are played."""
_AT_ONCE = 0.2
"""The share of the time that is left in which the plain conflict may be solved."""
_LAST = 0.03
"""The share of all the time that the last part may take after the end."""
_BATCH = 0.01
"""The share of all the time that a batch takes at most."""
_GRACE = 0.02
"""A part is left when the time has been over for this share of all the time."""
_SLOWEST = 5.0


class Hurry:
    """The time of a playtest: its *budget*, dealt out over the parts by *shares*.

    In the parts of *looked* every conflict is looked at; *runner* plays all others,
    until some time after the end. *answers* has the number of answers that a search
    gives in some parts.
    """

    def __init__(
        self,
        budget: Budget,
        shares: Mapping[str, float],
        looked: Collection[str],
        runner: PlaytestRunner,
        answers: Mapping[str, int] | None = None,
    ) -> None:
        self._budget, self._shares = budget, shares
        self._looked, self._runner = looked, runner
        self._answers = answers or {}
        self._begun = monotonic()
        self._end = self._begun + (budget.seconds or inf)
        runner.deadline = self._end + _GRACE * budget.seconds
        self._part = _Part("", 0, 0.0, self._begun)
        self._allotted = inf
        self._until: float | None = None
        self._took = self._thought = 0.0
        self.parts: list[str] = []
        """The parts about which less was done than was planned."""

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self._end

    def batch(self) -> int:
        """Return how many conflicts are played at once, to keep to the time."""
        speed = self._budget.speed
        if speed is None or not self._budget.seconds:
            return BATCH
        each = max(speed.own, speed.field)
        return max(1, min(BATCH, int(_BATCH * self._budget.seconds / each)))

    def allowed(self, about: str, wanted: int) -> int:
        """Return how many of the *wanted* conflicts there is time for."""
        self._end_part(about)
        later = list(self._shares)[list(self._shares).index(about) :]
        planned = sum(self._planned(part) for part in later)
        left = self._end - monotonic()
        self._allotted = max(0.0, left * self._planned(about) / planned)
        if self._budget.speed is None or not self._budget.seconds:
            return wanted
        played = self._conflict_seconds(about) / self._planned(about)
        possible = int(
            self._allotted * played / (self._seconds_each(about) * self._slower)
        )
        if possible >= _NEARLY * wanted:
            return wanted
        return max(int(_LEAST * self._shares[about] * self._budget.games), possible)

    def answers(self, about: str) -> int:
        """Return how many answers of a search in this part there is time for."""
        wanted, speed = self._answers[about], self._budget.speed
        if speed is None or not self._budget.seconds or not speed.answer:
            return wanted
        left = self._allotted - (monotonic() - self._part.begun)
        possible = int(left / (speed.answer * self._slower))
        if possible >= _NEARLY * wanted:
            return wanted
        self.note_shortfall(about)
        return max(int(_LEAST * wanted), possible)

    def seconds_to_solve(self) -> float:
        """Return how many seconds of this part are left to solve conflicts."""
        left = _SOLVING * self._allotted - (monotonic() - self._part.begun)
        if left <= 0:
            self.note_shortfall(self._part.about)
        return left

    def seconds_at_once(self) -> float:
        """Return how many seconds the plain conflict may take to be solved.

        That comes first: it is worth more than the games in its place, and tells
        whether anything else is solved.
        """
        return _AT_ONCE * (self._end - monotonic())

    def note_shortfall(self, about: str) -> None:
        """Note that less was done about something than was planned."""
        if about not in self.parts:
            self.parts.append(about)

    def seconds_for_last(self) -> float:
        """Return how many seconds are left for the last part: some are kept for it."""
        now = monotonic()
        if self._until is None:
            self._until = max(self._end, now + _LAST * self._budget.seconds)
        return self._until - now

    @property
    def _slower(self) -> float:
        """How many times as long as planned conflicts took so far, at least once."""
        if not self._thought:
            return 1.0
        return min(_SLOWEST, max(1.0, self._took / self._thought))

    def _end_part(self, about: str) -> None:
        """Note how long the conflicts of the last part took, and begin another."""
        now, runner, part = monotonic(), self._runner, self._part
        if part.about:
            looked = part.about in self._looked
            self._took += now - part.begun if looked else runner.seconds - part.seconds
            self._thought += (runner.played - part.played) * self._seconds_each(
                part.about
            )
        self._part = _Part(about, runner.played, runner.seconds, now)

    def _planned(self, about: str) -> float:
        """Return the planned seconds of a part for each conflict of the budget."""
        speed, games = self._budget.speed, self._budget.games
        answers = self._answers.get(about, 0) / games if games else 0.0
        return self._conflict_seconds(about) + (
            speed.answer * answers if speed else 0.0
        )

    def _conflict_seconds(self, about: str) -> float:
        """Return the part of these seconds that conflicts take."""
        return self._shares[about] * self._seconds_each(about)

    def _seconds_each(self, about: str) -> float:
        """Return how many seconds a conflict of a part takes, as planned."""
        speed = self._budget.speed
        if speed is None:
            return 1.0
        if about in self._looked:
            return speed.looked
        return speed.field if about == "who wins" else speed.own


class _Part(Struct, frozen=True):
    """A part *begun* when this many conflicts had been *played* in *seconds*."""

    about: str
    played: int
    seconds: float
    begun: float
