"""Choices between chapters, judged by simulating the rest of the campaign.

Wounds tended, points regained and advances spent earn nothing in the conflict where it
is done. So the rest of the campaign is simulated after each option, by successive
halving with common random numbers, until one option is left.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from sim.conflict.fork import play_on
from sim.dice.pool import KeyedDice
from sim.seam.events import Fact, Scope
from sim.seam.onward import Answers, Onward
from sim.seam.protocol import Agent, Decision, Outcome, SeatInfo, Table
from sim.seam.seats import by_seat

_PERSON = b"fracas-futures"
_LEAST = 2
"""The fewest simulated futures before an option is dropped."""
_NEAR = 1e-9


class Chapters:
    """Judges choices between chapters, by about *futures* simulations for each.

    *made* makes the simulated agent of a seat, one that looks no further than its
    conflict. An object serves for the one conflict of *table*.
    """

    def __init__(
        self, table: Table, onward: Onward, made: Callable[[], Agent], futures: int
    ) -> None:
        self._table = table
        self._onward = onward
        self._made = made
        self._futures = futures
        self._judged: dict[tuple[Any, tuple[Fact, ...]], Fact] = {}

    def judges(self, asked: Decision[Any]) -> bool:
        """Whether *asked* is a choice between chapters."""
        return any(option.scope is Scope.AFTERMATH for option in asked.options)

    def best(self, asked: Decision[Any], usual: Fact) -> Fact:
        """Return the best option; *usual* where *asked* is no choice between chapters.

        The same where the futures show no difference, unless *usual* does nothing: an
        action without a cost is taken.
        """
        if not self.judges(asked):
            return usual
        known = asked.view, asked.options
        if known not in self._judged:
            # Sorting keeps the order of equals, and ties go to the first.
            options = sorted(
                asked.options, key=lambda option: (option.passes, option is not usual)
            )
            self._judged[known] = self._best_by_futures(asked, options)
        return self._judged[known]

    def _best_by_futures(self, asked: Decision[Any], options: Sequence[Fact]) -> Fact:
        """Return the best of *options* by successive halving."""
        left = [(option, list[float]()) for option in options]
        cuts = (len(left) - 1).bit_length()
        done = 0
        while len(left) > 1:
            more = max(_LEAST, self._futures // (cuts * len(left)))
            for option, values in left:
                values += [
                    self._future(asked, option, number)
                    for number in range(done, done + more)
                ]
            done += more
            left.sort(key=lambda pair: -round(sum(pair[1]) / len(pair[1]) / _NEAR))
            del left[len(left) // 2 :]
        return left[0][0]

    def _future(self, asked: Decision[Any], option: Fact, number: int) -> float:
        """Return what future *number* after *option* comes to."""
        table = self._table
        key = _dice_key(table, number)
        answers = self._answers(table.seats, key)
        fork = play_on(table, asked, option, answers, dice=KeyedDice(key))
        if not isinstance(fork.asked, Outcome):
            return 0.0
        return self._onward(fork.state, fork.asked, key, self._answers)

    def _answers(self, seats: tuple[SeatInfo, ...], key: bytes) -> Answers:
        """Seat a simulated agent at each of *seats*; judges take the first option."""
        people = [self._made() for _ in seats]
        for seat, person in by_seat(people):
            person.begin(Table(self._table.rules, seat, seats, key))

        def answers(asked: Decision[Any]) -> Fact:
            judges = seats[asked.who].side is None
            if judges or len(asked.options) == 1:
                return asked.options[0]
            return people[asked.who].choose(asked)

        return answers


def chapters_of(
    table: Table, made: Callable[[], Agent], futures: int
) -> Chapters | None:
    """Return the Chapters that judge choices between chapters; None if none follow."""
    if table.onward is None or not futures:
        return None
    return Chapters(table, table.onward, made, futures)


def _dice_key(table: Table, number: int) -> bytes:
    """Return the key of the dice of future *number*, derived from the agent's own."""
    data = number.to_bytes(4, "big")
    return blake2b(data, digest_size=32, key=table.key, person=_PERSON).digest()
