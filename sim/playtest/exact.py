"""Restricted play by solving: the worth of an option, with no dice thrown.

If a conflict between a scenario's own agents can be solved at once, so can one in which
a seat may never take an option, or always must. Everybody is watched in the plain
conflict, whose solution also says what these agents win: an option that is never taken
in any position is not missed, and a seat that never leaves it always takes it. Only the
rest is solved. Options come in order of priority, as many as there is room for; all
others are played.
"""

from collections.abc import Sequence
from math import fsum

from msgspec import Struct

from sim.playtest.arena import Arena
from sim.playtest.batch import Seating
from sim.playtest.budget import Seconds, unlimited_seconds
from sim.playtest.offers import OWN, Offer
from sim.playtest.restricted_agents import Limited
from sim.playtest.same_fact import only_two
from sim.playtest.solving import Law, Solution, SolveJob, choice_key
from sim.seam.events import Seat

_STATES = 4000
"""The most states of one conflict, as in solving what the scenario's own agents win."""
_SECONDS, _AT_ONCE = 30.0, 5.0
"""The most seconds, and those of the plain conflict; only an unusual one needs more."""
_EACH = 6
"""The states that may be solved in place of each conflict that is not played."""
_ROUNDING = 1e-9
_HARDLY = 0.02


class Exact(Struct, frozen=True):
    """The laws of how a conflict ends: *plain*, and with an option restricted."""

    offer: Offer
    plain: Law
    never: Law
    always: Law

    @property
    def seat(self) -> Seat:
        """Whose option it is."""
        return self.offer.option.seat

    def gain(self, law: Law) -> float:
        """Return what the seat gains where the conflict ends by *law*."""
        gain = _mean_return(law, self.seat) - _mean_return(self.plain, self.seat)
        return gain if abs(gain) > _ROUNDING else 0.0

    @property
    def larger(self) -> Law:
        """The law under the restriction that changes more."""
        more = abs(self.gain(self.never)) > abs(self.gain(self.always))
        return self.never if more else self.always

    @property
    def needed(self) -> bool:
        """Whether the seat can hardly get anything without the option."""
        laws = (self.plain, self.never, self.always)
        least = min(returns[self.seat] for law in laws for _, returns in law)
        chances = (
            mass for (_, got), mass in self.never.items() if got[self.seat] > least
        )
        return fsum(chances) < _HARDLY


def _mean_return(law: Law, seat: Seat) -> float:
    return fsum(chance * returns[seat] for (_, returns), chance in law.items())


def tell_the_same(first: Exact, second: Exact) -> bool:
    """Whether the larger effect of both is the same conflict."""
    if first.seat != second.seat or not _same_endings(first.larger, second.larger):
        return False
    several = len(first.larger) > 1 or only_two(first.offer, second.offer)
    return several and not _same_endings(first.larger, first.plain)


def _same_endings(first: Law, second: Law) -> bool:
    ends = first.keys() | second.keys()
    return all(
        abs(first.get(end, 0.0) - second.get(end, 0.0)) < _ROUNDING for end in ends
    )


def solve_watching(arena: Arena, left: Seconds = unlimited_seconds) -> Solution:
    """Solve the conflict between its own agents, and watch what they take and leave."""
    seconds = max(0.0, min(_AT_ONCE, left()))
    job = SolveJob(arena.loaded.data, arena.agents, _STATES, seconds, watched=True)
    (solution,) = arena.runner.solutions([job])
    return solution


def solve_restrictions(
    arena: Arena,
    offers: Sequence[Offer],
    games: int,
    plain: Solution,
    left: Seconds = unlimited_seconds,
) -> list[Exact]:
    """Return the laws of restricted play for the first of *offers*.

    They stand in place of about *games* conflicts. *plain* is the conflict with
    nobody restricted, as `solve_watching` solves it. *left* says how much time there
    is.
    """
    solver = _Solver(arena, _EACH * games, left)
    usual = plain.law
    solved: list[Exact] = []
    for offer in offers if plain.ends else ():
        if not solver.has_room():
            break
        laws = {True: usual, False: usual}
        laws |= solver.restricted(offer, _restrictions_to_solve(offer, plain))
        if all(laws.values()):
            solved.append(Exact(offer, usual, laws[False], laws[True]))
    return solved


def _restrictions_to_solve(offer: Offer, plain: Solution) -> Sequence[bool]:
    """Return the restrictions to solve: True for always taking it, False for never.

    A restriction that changes nothing is known where play and the *plain* solution
    agree on it.
    """
    option, share = offer.option, offer.share(OWN)
    key = choice_key(option.seat, option.kind, option.words)
    if share is None or key not in plain.taken + plain.left:
        return (True, False)
    matters = {
        True: share < 1 or key in plain.left,
        False: share > 0 or key in plain.taken,
    }
    return [always for always, changes in matters.items() if changes]


class _Solver:
    """Solves conflicts in *arena*, as long as there are *states* and time *left*."""

    def __init__(self, arena: Arena, states: int, left: Seconds) -> None:
        self._arena = arena
        self._states = states
        self._left = left
        self._seconds = 0.0

    def has_room(self) -> bool:
        """Whether another conflict may be solved, which the clock may decide."""
        if self._states <= 0:
            return False
        self._seconds = self._arena.runner.decide_by_clock("solving", self._most)
        return self._seconds > 0

    def _most(self) -> float:
        return min(_SECONDS, self._left())

    def restricted(self, offer: Offer, kinds: Sequence[bool]) -> dict[bool, Law]:
        """Return the laws by restriction, True for always; {} if they are unknown."""
        seat, own = offer.option.seat, self._arena.agents
        seatings = [
            self._arena.seated({seat: Limited(own[seat], offer.option, always)})
            for always in kinds
        ]
        solutions = self._solutions(seatings)
        return {
            always: solution.law
            for always, solution in zip(kinds, solutions, strict=True)
        }

    def _solutions(self, seatings: Sequence[Seating]) -> Sequence[Solution]:
        each = self._seconds / max(1, len(seatings))
        scenario = self._arena.loaded.data
        jobs = [SolveJob(scenario, seating, _STATES, each) for seating in seatings]
        solutions = list(self._arena.runner.solutions(jobs))
        self._states -= sum(solution.states or _STATES for solution in solutions)
        return solutions
