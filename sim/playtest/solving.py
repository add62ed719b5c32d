"""Jobs to solve a conflict between players of a playtest, done in any process.

The result is the law of its endings: each ending with its returns and its chance. If
everybody is watched, it also says which options were ever taken, or left, in any
position that these players can reach: if an option is never left, nothing changes for a
player who always must take it, and it need not be solved.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from sim.casting.objects import given_object
from sim.casting.roster import make
from sim.errors import FracasError
from sim.graph.budget import Budget as Room
from sim.graph.budget import Limit, kind_of
from sim.graph.solve import Solved, solve
from sim.playtest.batch import Seating, scenario_with_fingerprints, table_of
from sim.playtest.restricted_agents import (
    Limited,
    line_without_numbers,
    make_player,
)
from sim.seam.events import Fact
from sim.seam.protocol import Decision
from sim.seam.wrapper import Wrapper

Law = dict[tuple[str, tuple[float, ...]], float]
"""How it ends and what every seat gets -> its chance."""
Choice = tuple[int, str, str]
"""A seat and an option: a scope and a line of the story, or a kind and no line."""


class Solution(Struct, frozen=True, array_like=True):
    """The law of a conflict in *states* states, and what was ever *taken*, or *left*.

    There are no *ends* if it was not solved. *late* says that time or memory was too
    short, so that it may be solved on another machine.
    """

    ends: tuple[tuple[str, tuple[float, ...], float], ...] = ()
    states: int = 0
    taken: tuple[Choice, ...] = ()
    left: tuple[Choice, ...] = ()
    late: bool = False

    @property
    def law(self) -> Law:
        """The law of its endings; empty if it was not solved."""
        return {(how, returns): chance for how, returns, chance in self.ends}


class SolveJob(Struct, frozen=True):
    """A conflict to solve, in this many *states* and *seconds*. *scenario* is JSON.

    If *watched*, what is taken and left is noted.
    """

    scenario: bytes
    seating: Seating
    states: int
    seconds: float
    watched: bool = False

    def __str__(self) -> str:
        return "a solution for a playtest"

    def prepared(self) -> bytes:
        """Return the scenario and the fingerprints of the code that plays it."""
        return scenario_with_fingerprints(self.scenario, "")

    @property
    def digest(self) -> str:
        """A digest of what is solved, by which a recorded solution is recognised."""
        hashed = blake2b(self.scenario, digest_size=8)
        who = ", ".join(map(str, self.seating))
        hashed.update(f"solve {self.states} {self.watched}: {who}\n".encode())
        return hashed.hexdigest()


def solve_one(job: SolveJob) -> bytes:
    """Solve a conflict; return its Solution, encoded."""
    return msgspec.msgpack.encode(_solution(job))


def decode_solution(data: bytes) -> Solution:
    """Return the solution of a SolveJob from the bytes of its result."""
    return msgspec.msgpack.decode(data, type=Solution)


def _solution(job: SolveJob) -> Solution:
    if job.seconds <= 0:
        return Solution(late=True)
    table = table_of(job.scenario, "")
    Watching.forget()
    room = Room(job.states, seconds=job.seconds)
    try:
        specs = [_spec(player, watched=job.watched) for player in job.seating]
        solved = solve(table.system, table.state, table.seats, specs, budget=room)
    except FracasError:
        return Solution()
    if not solved.exact:
        return Solution(late=kind_of(solved.full) in {Limit.TIME, Limit.MEMORY})
    return Solution(
        _ends(solved),
        solved.states,
        tuple(sorted(Watching.taken)),
        tuple(sorted(Watching.left)),
    )


def _ends(solved: Solved) -> tuple[tuple[str, tuple[float, ...], float], ...]:
    ends = sorted(solved.outcomes.items())
    return tuple((how, returns, chance) for (how, returns), chance in ends)


def _spec(player: Any, *, watched: bool) -> str:  # noqa: ANN401 - any player
    """Return the spec by which the solver makes this player."""
    if isinstance(player, Limited):
        return given_object(make_player(player)).name
    return given_object(Watching(make(player))).name if watched else player


class Watching(Wrapper):
    """Chooses as another agent does; what it takes and leaves is noted for all."""

    taken: ClassVar[set[Choice]] = set()
    left: ClassVar[set[Choice]] = set()

    @classmethod
    def forget(cls) -> None:
        """Forget what was noted."""
        cls.taken.clear()
        cls.left.clear()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the other agent chooses, and note it."""
        fact = self.of.choose(asked)
        rules, view, seat = self.table.rules, asked.view, self.table.seat
        self._note(
            [
                choice_key(
                    seat, type(option), line_without_numbers(rules, view, option)
                )
                for option in asked.options
            ],
            choice_key(seat, type(fact), line_without_numbers(rules, view, fact)),
        )
        kinds = [choice_key(seat, type(option), "") for option in asked.options]
        self._note(kinds, choice_key(seat, type(fact), ""))
        return fact

    def _note(self, offered: Iterable[Choice], taken: Choice) -> None:
        left = {*offered} - {taken}
        if left:
            self.taken.add(taken)
            self.left.update(left)


def choice_key(seat: int, kind: type[Fact], words: str) -> Choice:
    """Return the key under which an option that was taken or left is noted."""
    return int(seat), str(kind.scope) if words else kind.__name__, words
