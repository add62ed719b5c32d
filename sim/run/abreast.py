"""Many conflicts under way at once, so that one message asks an agent many questions.

An agent from a file has a process of its own, and most of what asking it costs is the
message and the wait. Here all conflicts go on until each waits for such an agent; then
every process is asked all its questions together.

What comes of a conflict does not depend on how many others are under way. Each has
agent objects and dice of its own, and failures do not count here: a conflict in which
an agent fails, or whose agent's process ends, is left to be played again by itself. So
nobody forfeits because a neighbour took long, or took the memory.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sim.conflict.asking import Refusal
from sim.conflict.play import Game, Played
from sim.dice.pool import Dice
from sim.errors import RulesError
from sim.hosting.host import HostedAgent
from sim.hosting.messages import Answer, Question
from sim.hosting.process import Process
from sim.seam.protocol import Agent, Decision, RuleSystem, State
from sim.seam.seats import by_seat


class Open:
    """The conflict *number*, under way at a *table* where *agents* sit."""

    def __init__(
        self,
        number: int,
        table: int,
        agents: Sequence[Agent],
        system: RuleSystem[Any],
        state: State,
        dice: Dice,
    ) -> None:
        self.number, self.table = number, table
        self._hosted = {
            seat: one for seat, one in by_seat(agents) if isinstance(one, HostedAgent)
        }
        self._game = Game(system, state, agents, dice, self._hosted)
        self._asked: Decision[Any] | None = None

    def goes_on(self) -> bool:
        """Play on; return whether it waits for the answer of a process now."""
        try:
            self._asked = self._game.go_on()
        except (Refusal, RulesError):
            return False
        return self._asked is not None

    @property
    def played(self) -> Played | None:
        """All of it once it is over, None if it never got so far."""
        return self._game.played() if self._game.over else None

    @property
    def process(self) -> Process:
        """Whose answer it waits for."""
        return self._waits_for()[1].process

    def question(self) -> Question:
        """Return what it waits to be asked."""
        asked, agent = self._waits_for()
        return agent.question(asked)

    def take(self, answer: Answer) -> bool:
        """Take the *answer* it waits for; return whether that was one."""
        asked, agent = self._waits_for()
        try:
            fact = agent.chosen(asked, answer)
        except Refusal:
            return False
        self._game.take(fact)
        return True

    def _waits_for(self) -> tuple[Decision[Any], HostedAgent]:
        assert self._asked is not None
        return self._asked, self._hosted[self._asked.who]


Opens = Callable[[int, int], Open]
"""(the number of a conflict, its table) -> the conflict, as it begins there."""


def play_abreast(
    numbers: Iterable[int], width: int, opens: Opens
) -> Mapping[int, Played]:
    """Play the conflicts with these *numbers*, as many as *width* at once.

    Return them by number. Those that are not there are to be played by themselves.
    """
    done: dict[int, Played] = {}
    rest = iter(numbers)
    going: list[Open] = []
    while True:
        taken = {one.table for one in going}
        free = (table for table in range(width) if table not in taken)
        going += [opens(number, table) for table, number in zip(free, rest)]  # noqa: B905 - more numbers than tables
        if not going:
            return done
        waiting: list[Open] = []
        for one in going:
            # Whatever ends without a result (an agent that fails) is left out here, and
            # played by itself afterwards: that alone decides about forfeits.
            if one.goes_on():
                waiting.append(one)
            elif one.played is not None:
                done[one.number] = one.played
        going = _answered(waiting)


def _answered(waiting: Iterable[Open]) -> list[Open]:
    """Ask the processes that are waited for; return the conflicts that can go on.

    A process that ended knows none of them any more. It fails in whichever asks again.
    """
    asked: dict[Process, list[Open]] = {}
    for one in waiting:
        asked.setdefault(one.process, []).append(one)
    for process, those in asked.items():
        process.ask([one.question() for one in those])
    return [
        one
        for process, those in asked.items()
        for one, answer in zip(those, process.answers(), strict=True)
        if one.take(answer)
    ]
