"""A cache of parts of rounds: each is played once, and applied to all similar states.

A part is a stretch of a round that depends on little of the state, such as the dice,
which do not depend on who was hurt how much (`Part` in `sim.seam.chart`). A solver
meets the same part in thousands of states:

1. Compute the key: what the part `reads` of the state, and the agents' memories. Among
   the cases of a key, find that in which all comparisons that agents made with their
   lead have the same results here (`sim.graph.cases`).
2. On a miss, play the part through the rules from this state to all its outcomes, and
   cache them together with the state they began at and with these comparisons.
3. On a hit, the outcomes began at another state with the same key. Apply each to this
   one by the part's `after`; probabilities stay as they are, and endings move by the
   difference in rounds.
4. Now and then play the part on a hit too, and compare. If the outcomes differ, the
   part or an agent depends on more than is declared, and solving is refused.

Events of a part that happen at the same time, unseen by each other, are independent
(`Part.apart`): each is a part of its own, with an entry in the cache, and the outcomes
of the whole are all combinations, their probabilities multiplied.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.budget import check_nothing
from sim.graph.cases import Cases
from sim.graph.choosers import Memories
from sim.graph.lead_notes import Comparison, Recorder
from sim.graph.spot_checks import SpotChecks, check_outcomes
from sim.seam.chart import Part
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

Position = tuple[S, Memories]
"""A state, and the memories of the agents."""

Ending = tuple[str, tuple[float, ...], int]
"""(ending, everybody's return, round)."""

_MOST = 1 << 18
"""The size of the cache."""
_OFTEN = 256
"""Progress is reported after this many combinations of outcomes."""
_PAIR = 2


class PartOutcomes(Struct, Generic[S], frozen=True):
    """The outcomes of a round, or of a part of it, with their probabilities.

    *then* are the positions at which the next round begins, *within* those at which the
    next part of this round does, *ended* the endings.
    """

    then: dict[Position[S], float]
    ended: dict[Ending, float]
    within: dict[Position[S], float]


class CachedOutcomes(Struct, Generic[S], frozen=True, gc=False):
    """The cached outcomes of a part that began at *begun*.

    They are those of `PartOutcomes`, in tuples, since they are only iterated over.
    """

    begun: S
    then: tuple[tuple[S, Memories, float], ...]
    ended: tuple[tuple[Ending, float], ...]
    within: tuple[tuple[S, Memories, float], ...]

    def endings_from(self, round_: int) -> Sequence[tuple[Ending, float]]:
        """Return the endings and their probabilities if the part begins in *round_*."""
        later = round_ - self.begun.round
        if not later:
            return self.ended
        return [((how, got, at + later), p) for (how, got, at), p in self.ended]

    def applied_to(self, state: S, after: Callable[[S], S]) -> PartOutcomes[S]:
        """Apply the outcomes to *state*: *after* translates ends of *begun* to it."""
        return PartOutcomes(
            {(after(end), memories): p for end, memories, p in self.then},
            dict(self.endings_from(state.round)),
            {(after(end), memories): p for end, memories, p in self.within},
        )


def cached_outcomes(begun: S, played: PartOutcomes[S]) -> CachedOutcomes[S]:
    """Return the outcomes *played* from *begun*, as they are cached."""
    return CachedOutcomes(
        begun,
        tuple([(end, memories, p) for (end, memories), p in played.then.items()]),
        tuple(played.ended.items()),
        tuple([(end, memories, p) for (end, memories), p in played.within.items()]),
    )


class Unanswered(Exception):  # noqa: N818 - no error: the question stays in the graph
    """The free seat is asked within a part, so that its outcomes depend on the answer.

    Then the part is not cached, and the caller goes through it step by step.
    """


class Parts(Generic[S]):
    """The cache of parts.

    *begins* returns the part that begins at a state, *play* plays it through the rules
    (from a position, in a round that began in a given round). If *play* raises
    `Unanswered`, that is cached too. The *recorder* notes what the *agents* compare
    with how far they lead.
    """

    def __init__(
        self,
        begins: Callable[[S], Part[S] | None],
        play: Callable[[Position[S], int], PartOutcomes[S]],
        agents: Sequence[str],
        recorder: Recorder,
    ) -> None:
        self._begins = begins
        self._play = play
        self._cases: Cases[S, CachedOutcomes[S]] = Cases(_MOST)
        self._agents = agents
        self._recorder = recorder
        self._checks = defaultdict[Part[S], SpotChecks](SpotChecks)
        self.watch: Callable[[int], None] = _ignore_ways
        """Called now and then with the number of combinations of outcomes so far."""
        self.check: Callable[[], None] = check_nothing
        """Called for every combination, to end what takes too much by raising."""

    def outcomes(
        self, position: Position[S], part: Part[S] | None, begun: int
    ) -> tuple[CachedOutcomes[S], Callable[[S], S]]:
        """Return the outcomes from *position*, and how to apply them to its state.

        *part* is the part that begins there, or None if none does, and *begun* the
        round in which the current round of play began. Raises AgentError if a spot
        check fails, Unanswered if the free seat is asked.
        """
        state, memories = position
        if part is None:
            # Nothing is known about the stretch to the next part, so it is not cached.
            return cached_outcomes(state, self._play(position, begun)), same_state
        key = part.reads(state), part, memories
        case = self._cases.find(key, part, state)
        if case is not None and case.compared is None and self._recorder.on:
            # It was played without a recording, which the part around it now needs.
            case = None
        new = case is None
        if case is None:
            played, compared = self._learnt(position, part, begun)
            case = self._cases.keep(key, part, state, played, compared)
        # Its comparisons count for the part around it as well.
        if case.compared:
            self._recorder.add(case.at(state, part), state)
        cached = case.outcomes
        if cached is None:
            raise Unanswered
        if new:
            # The outcomes begin at this very state: there is nothing to translate.
            return cached, same_state
        after = partial(part.after, state, cached.begun)
        if self._checks[part].due():
            with self._recorder.recording():
                truth = self._played(part, position, begun)
            check_outcomes(cached.applied_to(state, after), truth, self._agents)
        return cached, after

    def _learnt(
        self, position: Position[S], part: Part[S], begun: int
    ) -> tuple[CachedOutcomes[S] | None, tuple[Comparison, ...] | None]:
        """Play *part* from *position*; return its outcomes and the comparisons in it.

        The outcomes are None if the free seat is asked in it; the comparisons are None
        if they were not recorded.
        """
        cached = None
        # If the key determines all leads, recording would be a waste of time.
        noting = part.leads is not None or self._recorder.on
        recording = self._recorder.recording() if noting else nullcontext()
        with recording as notes, suppress(Unanswered):
            cached = cached_outcomes(position[0], self._played(part, position, begun))
        return cached, None if notes is None else notes.compared()

    def _played(
        self, part: Part[S], position: Position[S], begun: int
    ) -> PartOutcomes[S]:
        """Play *part* from *position*: as a whole, or each independent part of it."""
        state, memories = position
        alone = () if part.apart is None else part.apart(state)
        if len(alone) < _PAIR or part.joined is None:
            return self._play(position, begun)
        # All combinations so far of the parts already played: the end of each, the
        # agents' memories, and the probability.
        joint: list[tuple[tuple[S, ...], Memories, float]] = [((), memories, 1.0)]
        for start in alone:
            cached, after = self.outcomes((start, memories), self._begins(start), begun)
            if cached.then or cached.ended:
                message = "what is apart in a part must come back to it"
                raise OddsError(message)
            ends = [(after(end), kept, chance) for end, kept, chance in cached.within]
            sooner, joint = joint, []
            for before, held, chance in sooner:
                self.check()
                joint += [
                    (
                        (*before, end),
                        _merged_memories(memories, held, kept),
                        chance * share,
                    )
                    for end, kept, share in ends
                ]
        # Different combinations may lead to the same state: add their probabilities.
        within: dict[Position[S], float] = {}
        for number, (ended, held, chance) in enumerate(joint):
            self.check()
            if number % _OFTEN == 0:
                self.watch(len(joint))
            joined = part.joined(state, ended), held
            within[joined] = within.get(joined, 0.0) + chance
        return PartOutcomes({}, {}, within)


def _merged_memories(begun: Memories, first: Memories, second: Memories) -> Memories:
    """Return the memories of all agents after two independent parts.

    Both started from *begun*, and an agent's memory changes in one of them at most.
    """
    return tuple(
        [b if b != a else c for a, b, c in zip(begun, first, second, strict=True)]
    )


def _ignore_ways(_ways: int) -> None:
    return None


def same_state(state: S) -> S:
    """Return *state*."""
    return state
