"""A cache of parts of rounds, keyed by what each part reads of the state.

A cached part is applied to another state by what it changes. Now and then it is played
there as well, which exposes a rule system or agent that reads more than it declares.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.choosers import Memories
from sim.graph.spot_checks import SpotChecks, check
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import State
from sim.spine.kept import Kept

S = TypeVar("S", bound=State)

Position = tuple[S, Memories]
"""A state, and the memories of the agents."""

Ending = tuple[str, tuple[float, ...], int]
"""(ending, everybody's return, round)."""

_MOST = 1 << 18
"""The size of the cache."""
_OFTEN = 256
"""After so many ways through a part somebody hears of it."""
_PAIR = 2


class Played(Struct, Generic[S], frozen=True):
    """The outcomes of a round, or of a part of it, with their probabilities.

    *then* is where the next round begins, *within* where the next part does.
    """

    then: dict[Position[S], float]
    ended: dict[Ending, float]
    within: dict[Position[S], float]


class Known(Struct, Generic[S], frozen=True, gc=False):
    """The outcomes of a part that began at *begun*, to be applied to other states."""

    begun: S
    then: tuple[tuple[S, Memories, float], ...]
    ended: tuple[tuple[Ending, float], ...]
    within: tuple[tuple[S, Memories, float], ...]

    def over(self, round_: int) -> Sequence[tuple[Ending, float]]:
        """Return how it ends where the part begins in that round, with the chances."""
        later = round_ - self.begun.round
        if not later:
            return self.ended
        return [((how, got, at + later), p) for (how, got, at), p in self.ended]

    def told(self, state: S, after: Callable[[S], S]) -> Played[S]:
        """Return the same of another *state*, where *after* is what it becomes."""
        return Played(
            {(after(end), memories): p for end, memories, p in self.then},
            dict(self.over(state.round)),
            {(after(end), memories): p for end, memories, p in self.within},
        )


def known(begun: S, played: Played[S]) -> Known[S]:
    """Return what was *played* from *begun*, to be told of others."""
    return Known(
        begun,
        tuple([(end, memories, p) for (end, memories), p in played.then.items()]),
        tuple(played.ended.items()),
        tuple([(end, memories, p) for (end, memories), p in played.within.items()]),
    )


class Unanswered(Exception):  # noqa: N818 - no error: somebody else will answer
    """A part contains a question of the free seat."""


class Parts(Generic[S]):
    """The cache of parts, keyed by what they read.

    *begins* says which part begins at a state, *play* works out what comes of it. Where
    that says `Unanswered` of one, it does so of all that are read alike. The *leaders*
    among the *agents* always ask how far they lead.
    """

    def __init__(
        self,
        begins: Callable[[S], Part[S] | None],
        play: Callable[[Position[S], int], Played[S]],
        agents: Sequence[str],
        leaders: Sequence[tuple[Seat, Callable[[float], Hashable]]],
    ) -> None:
        self._begins = begins
        self._play = play
        self._known: Kept[Hashable, Known[S] | None] = Kept(_MOST)
        self._agents = agents
        self._leaders = leaders
        self._checks: dict[Part[S], SpotChecks] = {}
        self.watch: Callable[[int], None] = _unwatched
        """Hears now and then how many ways through a part there are so far."""

    def come(
        self, position: Position[S], part: Part[S] | None, begun: int
    ) -> tuple[Known[S], Callable[[S], S]]:
        """Return what comes of *position*, and how it is told of this state.

        A *part* begins there, or none. The round began in round *begun*. Raises
        AgentError for who reads too much, Unanswered for what is nobody's to answer.
        """
        state, memories = position
        if part is None:
            return known(state, self._play(position, begun)), as_it_is
        key = self._reads(part, state), part, memories
        found = self._known.get(key)
        if found is None:
            found = self._learnt(position, part, key, begun)
            return found, as_it_is
        after = partial(part.after, state, found.begun)
        if self._checks[part].due():
            truth = self._worked(part, position, begun)
            check(found.told(state, after), truth, self._agents)
        return found, after

    def _reads(self, part: Part[S], state: S) -> Hashable:
        """Return what *part* reads of *state*, and what the leaders do."""
        if part.leads is None or not self._leaders:
            return part.reads(state)
        read: list[Hashable] = [part.reads(state)]
        for seat, reads_lead in self._leaders:
            ahead = part.leads(state, seat)
            read.append(state if ahead is None else reads_lead(ahead))
        return tuple(read)

    def _learnt(
        self, position: Position[S], part: Part[S], key: Hashable, begun: int
    ) -> Known[S]:
        """Work out what comes of *position*, and keep it by its *key*."""
        if key in self._known.answers:
            raise Unanswered
        try:
            found = known(position[0], self._worked(part, position, begun))
        except Unanswered:
            self._known.keep(key, None)
            raise
        self._known.keep(key, found)
        self._checks.setdefault(part, SpotChecks())
        return found

    def _worked(self, part: Part[S], position: Position[S], begun: int) -> Played[S]:
        """Play *part* at *position*, at once or as those who are apart in it."""
        state, memories = position
        alone = () if part.apart is None else part.apart(state)
        if len(alone) < _PAIR or part.joined is None:
            return self._play(position, begun)
        joint: list[tuple[tuple[S, ...], Memories, float]] = [((), memories, 1.0)]
        for one in alone:
            found, after = self.come((one, memories), self._begins(one), begun)
            if found.then or found.ended:
                message = "what is apart in a part must come back to it"
                raise OddsError(message)
            ends = [(after(end), kept, chance) for end, kept, chance in found.within]
            joint = [
                ((*before, end), _changed(memories, held, kept), chance * share)
                for before, held, chance in joint
                for end, kept, share in ends
            ]
        within: dict[Position[S], float] = {}
        for number, (ended, held, chance) in enumerate(joint):
            if number % _OFTEN == 0:
                self.watch(len(joint))
            here = part.joined(state, ended), held
            within[here] = within.get(here, 0.0) + chance
        return Played({}, {}, within)


def _changed(begun: Memories, one: Memories, other: Memories) -> Memories:
    """Return what is remembered after both *one* and *other*, which began alike."""
    return tuple(
        [b if b != a else c for a, b, c in zip(begun, one, other, strict=True)]
    )


def _unwatched(_ways: int) -> None:
    return None


def as_it_is(state: S) -> S:
    """Return *state*."""
    return state
