"""Many conflicts under way at once, so that one message asks an agent many questions.

An agent from a file has a process of its own, and most of what asking it costs is the
message and the wait. Here all conflicts go on until each waits for such an agent; then
every process is asked all its questions together.

The result of a conflict does not depend on how many others are under way. Each has
agent objects and dice of its own, and failures do not count here: a conflict in which
an agent fails, or whose agent's process ends, is played again by itself. So nobody
forfeits because a neighbour took too much time or memory.
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
            seat: agent
            for seat, agent in by_seat(agents)
            if isinstance(agent, HostedAgent)
        }
        self._game = Game(system, state, agents, dice, self._hosted)
        self._asked: Decision[Any] | None = None

    def advance(self) -> bool:
        """Play on; return whether it now waits for the answer of a process."""
        try:
            self._asked = self._game.go_on()
        except (Refusal, RulesError):
            return False
        return self._asked is not None

    @property
    def played(self) -> Played | None:
        """The finished conflict, None if it did not end."""
        return self._game.played() if self._game.over else None

    @property
    def process(self) -> Process:
        """The process for whose answer it waits."""
        return self._waits_for()[1].process

    def question(self) -> Question:
        """Return the question that it waits to ask."""
        asked, agent = self._waits_for()
        return agent.question(asked)

    def take(self, answer: Answer) -> bool:
        """Take the *answer* it waits for; return whether that was valid."""
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

    Return them by number. Those that are missing have to be played by themselves.
    """
    done: dict[int, Played] = {}
    rest = iter(numbers)
    going: list[Open] = []
    while True:
        taken = {conflict.table for conflict in going}
        free = (table for table in range(width) if table not in taken)
        going += [opens(number, table) for table, number in zip(free, rest)]  # noqa: B905 - more numbers than tables
        if not going:
            return done
        waiting: list[Open] = []
        for conflict in going:
            # A conflict that ends without a result (an agent fails) is left out here,
            # and played by itself afterwards: that alone decides about forfeits.
            if conflict.advance():
                waiting.append(conflict)
            elif conflict.played is not None:
                done[conflict.number] = conflict.played
        going = _ask_processes(waiting)


def _ask_processes(waiting: Iterable[Open]) -> list[Open]:
    """Ask the processes for answers; return the conflicts that can go on.

    A process that has ended knows none of them any more: it fails at the next question.
    """
    by_process: dict[Process, list[Open]] = {}
    for conflict in waiting:
        by_process.setdefault(conflict.process, []).append(conflict)
    for process, conflicts in by_process.items():
        process.ask([conflict.question() for conflict in conflicts])
    return [
        conflict
        for process, conflicts in by_process.items()
        for conflict, answer in zip(conflicts, process.answers(), strict=True)
        if conflict.take(answer)
    ]
