"""The time that a playtest takes, measured by a little of everything it does.

A conflict takes longer if it is looked at, or if better players choose. Some things are
done once, such as to solve it, or to try. The answer is about processor time, so a
machine that is busy with something else takes longer.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from time import monotonic

from msgspec import Struct

from sim.casting.reachable import Search
from sim.errors import FracasError
from sim.fitting.field import FIELD
from sim.graph.budget import Budget as Room
from sim.playtest.arena import Arena
from sim.playtest.budget import Speed
from sim.playtest.course import measure_course
from sim.playtest.coverage import RuleCounts
from sim.playtest.offers import OWN, Offers
from sim.study.solving import solution

_WARM, _ANSWERS = 3, 100
"""What the pilot does without a clock: conflicts, and answers of a search."""
_TIMED = 200
"""The most conflicts of a kind that are timed."""
_RESTRICTED = 1.15
"""How many times as long a restricted conflict takes, with reading its scenario."""
_STATES, _SECONDS, _LARGER = 400, 0.5, 10
"""The budget of solving in the pilot; that of a report is this many times larger."""
_REPLIES = 12
"""How many best replies are worked out for a conflict that is solved."""
_SPEEDUP = 0.85
"""The part of its time that an additional process makes use of."""
_GLANCE = 0.02
"""The share of all the time after which no more conflicts of a kind are played."""


class Mix(Struct, frozen=True):
    """The shares of the conflicts that are looked at and that a field plays.

    All others are played by the scenario's own agents; *answers* are those of a search,
    for each conflict.
    """

    looked: float
    field: float
    answers: float


class Pace(Struct, frozen=True):
    """The seconds that a playtest takes: *once*, and for each conflict.

    A conflict that is *looked* at is played here, as is each *answer* of a search; one
    between its *own* agents, or those of a *field*, may be played by several processes.
    """

    once: float
    mix: Mix
    looked: float
    field: float
    own: float
    answer: float

    def each(self, workers: int) -> float:
        """Return the seconds for each conflict with this many processes."""
        mix, speed = self.mix, self.speed(workers)
        rest = 1 - mix.looked - mix.field
        played = mix.field * speed.field + rest * speed.own
        return played + mix.looked * speed.looked + mix.answers * self.answer

    def speed(self, workers: int) -> Speed:
        """Return the speed of this many processes."""
        faster = 1 + _SPEEDUP * (workers - 1)
        field, own = self.field / faster, self.own / faster
        return Speed(self.looked, field, own, self.answer)


def pace_of_mix(arena: Arena, mix: Mix, seconds: float = inf) -> Pace:
    """Return the pace of a playtest in *arena*, from a few conflicts there.

    They take a small part of the *seconds* of the playtest.
    """
    glance = _GLANCE * seconds
    _mean_seconds(
        [partial(_play_and_look, arena, number) for number in range(_WARM)], glance
    )
    numbers = range(_TIMED)
    own = _mean_seconds(
        [partial(arena.play, arena.agents, number) for number in numbers], glance
    )
    looked = _mean_seconds(
        [partial(_play_and_look, arena, number) for number in numbers], glance
    )
    field = _seconds_with_field(arena, glance)
    search = Search(arena.system, arena.loaded.scenario)
    _count_answers(search)
    begun = monotonic()
    answered = _count_answers(search)
    answer = (monotonic() - begun) / answered
    return Pace(_seconds_to_solve(arena), mix, looked, field, _RESTRICTED * own, answer)


def _count_answers(search: Search) -> int:
    """Search on, and return how many answers it gave: its last walk may be long."""
    return max(search.walks(_ANSWERS))


def _mean_seconds(works: Sequence[Callable[[], object]], most: float) -> float:
    """Return how long each of *works* takes; none begins after *most* seconds.

    The first ones take longer than all that follow, since what comes up for the first
    time is computed then. So only the second half of those that were done counts.
    """
    times = [monotonic()]
    for work in works:
        work()
        times.append(monotonic())
        if times[-1] - times[0] > most:
            break
    half = (len(times) - 1) // 2
    return (times[-1] - times[half]) / (len(times) - 1 - half)


def _play_and_look(arena: Arena, number: int) -> None:
    """Play a conflict and look at it, as a report does at those of its own agents."""
    offers, rules = Offers(arena), RuleCounts()
    seats = {seat for own in arena.members.values() for seat in own}
    game = arena.play(arena.agents, number)
    rules.add(game)
    offers.add(OWN, game, seats)
    measure_course(arena, [game])


def _seconds_with_field(arena: Arena, most: float) -> float:
    """Return how long a conflict takes in which agents of the field play a side.

    Agents differ in how long they take, so each plays every side as often as any other,
    once at least.
    """
    seatings = [
        arena.seated(arena.of_side(side, agent) if agent else {})
        for agent in FIELD
        for side in arena.sides
    ]

    def play_all(number: int) -> None:
        for seating in seatings:
            arena.play(seating, number)

    rounds = range(-(-_TIMED // len(seatings)))
    return _mean_seconds([partial(play_all, number) for number in rounds], most) / len(
        seatings
    )


def _seconds_to_solve(arena: Arena) -> float:
    """Return how long it takes to solve a conflict, or to see that it is too large."""
    _is_solved(arena, _WARM)
    begun = monotonic()
    exact = _is_solved(arena, _STATES)
    return (monotonic() - begun) * (_REPLIES if exact else _LARGER)


def _is_solved(arena: Arena, states: int) -> bool:
    """Whether the conflict between its own agents is solved in this many *states*."""
    room = Room(states, seconds=_SECONDS)
    try:
        solved = solution(arena.loaded, arena.agents, budget=room, bounds=True)
    except FracasError:
        return False
    return solved.exact
