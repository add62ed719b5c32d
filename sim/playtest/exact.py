"""Restricted play by solving: what an option is worth, with no dice thrown.

Where a conflict between a scenario's own agents is solved at once, so is one in which a
seat may never take an option, or always must. Everybody is watched in the plain
conflict, whose solution also says what these agents win: an option that is never taken
in any position is not missed, and whoever never leaves it always takes it. Only the
rest is solved. Options come in order of priority, and as many as there is room for; all
others are played.
"""

from collections.abc import Sequence
from math import fsum

from msgspec import Struct

from sim.playtest.batch import Seating
from sim.playtest.budget import Seconds, unlimited_seconds
from sim.playtest.ground import Ground
from sim.playtest.offers import OWN, Offer
from sim.playtest.restricted_agents import Limited
from sim.playtest.same_fact import only_two
from sim.playtest.solving import Law, Solution, SolveJob, choice_key
from sim.seam.events import Seat

_STATES = 4000
"""The most states of one conflict, as for what the scenario's own agents win."""
_SECONDS, _AT_ONCE = 30.0, 5.0
"""The most seconds, and for the plain conflict: only what takes unusually long needs
more.
"""
_EACH = 6
"""How many states may be solved for each conflict that is not played instead."""
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
        more = (mass for (_, got), mass in self.never.items() if got[self.seat] > least)
        return fsum(more) < _HARDLY


def _mean_return(law: Law, seat: Seat) -> float:
    return fsum(chance * returns[seat] for (_, returns), chance in law.items())


def tell_the_same(one: Exact, other: Exact) -> bool:
    """Whether the larger effect of both is the same conflict."""
    if one.seat != other.seat or not _same_endings(one.larger, other.larger):
        return False
    several = len(one.larger) > 1 or only_two(one.offer, other.offer)
    return several and not _same_endings(one.larger, one.plain)


def _same_endings(one: Law, other: Law) -> bool:
    ends = one.keys() | other.keys()
    return all(abs(one.get(end, 0.0) - other.get(end, 0.0)) < _ROUNDING for end in ends)


def solve_watching(ground: Ground, left: Seconds = unlimited_seconds) -> Solution:
    """Solve the conflict between its own agents, and watch what they take and leave."""
    seconds = max(0.0, min(_AT_ONCE, left()))
    job = SolveJob(ground.loaded.data, ground.agents, _STATES, seconds, watched=True)
    (found,) = ground.hands.solutions([job])
    return found


def solve_restrictions(
    ground: Ground,
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
    solver = _Solver(ground, _EACH * games, left)
    usual = plain.law
    found: list[Exact] = []
    for offer in offers if plain.ends else ():
        if not solver.has_room():
            break
        laws = {True: usual, False: usual}
        laws |= solver.restricted(offer, _restrictions_to_solve(offer, plain))
        if all(laws.values()):
            found.append(Exact(offer, usual, laws[False], laws[True]))
    return found


def _restrictions_to_solve(offer: Offer, plain: Solution) -> Sequence[bool]:
    """Return whether to solve it for who always must take an option, and never may.

    What changes nothing is known where play and the *plain* solution agree on it.
    """
    option, share = offer.option, offer.share(OWN)
    known = choice_key(option.seat, option.kind, option.words)
    if share is None or known not in plain.taken + plain.left:
        return (True, False)
    matters = {
        True: share < 1 or known in plain.left,
        False: share > 0 or known in plain.taken,
    }
    return [always for always, changes in matters.items() if changes]


class _Solver:
    """Solves conflicts at *ground*, as long as there are *states* and time *left*."""

    def __init__(self, ground: Ground, states: int, left: Seconds) -> None:
        self._ground = ground
        self._states = states
        self._left = left
        self._seconds = 0.0

    def has_room(self) -> bool:
        """Whether another conflict may be solved, which the clock may decide."""
        if self._states <= 0:
            return False
        self._seconds = self._ground.hands.decided("solving", self._most)
        return self._seconds > 0

    def _most(self) -> float:
        return min(_SECONDS, self._left())

    def restricted(self, offer: Offer, kinds: Sequence[bool]) -> dict[bool, Law]:
        """Return the laws for who always takes an option, and never; {} if unknown."""
        seat, own = offer.option.seat, self._ground.agents
        who = [
            self._ground.seated({seat: Limited(own[seat], offer.option, always)})
            for always in kinds
        ]
        solved = self._solved(who)
        return {always: one.law for always, one in zip(kinds, solved, strict=True)}

    def _solved(self, who: Sequence[Seating]) -> Sequence[Solution]:
        each = self._seconds / max(1, len(who))
        scenario = self._ground.loaded.data
        jobs = [SolveJob(scenario, one, _STATES, each) for one in who]
        found = list(self._ground.hands.solutions(jobs))
        self._states -= sum(one.states or _STATES for one in found)
        return found
