"""Positions of a conflict that were met before, and what followed there.

One conflict is played thousands of times, and more than half of its positions come up
again: how it came to them no longer matters. Rules are functions of a state and an
answer. So what they make of an answer in a position is worked out once; whoever gives
the same answer there again gets the same events, and the position that they lead to.
"""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.dice.pool import Faces
from sim.seam.events import NOBODY, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

MOST = 1 << 16
"""The most positions and answers that are kept of a conflict, some 30 MB.

Those that come up first are kept, since they are likely to come up again.
"""
ANSWERS_MOST = 100_000
"""The number of answers after which new positions are too rare to be kept."""
CONFLICTS_MOST = 4
"""The most conflicts, by how they begin, whose positions are kept at once."""
_BEGUN_MOST = 64
"""The most conflicts remembered that have begun only once."""
_KINDS_MOST = 16
"""The most kinds of agents whose choices are kept at a position."""
_OFTEN = 0.8
"""The share of new answers above which looking them up gains nothing."""


class Position(Struct, Generic[S], eq=False, gc=False):
    """A *state*, what is *asked* in it, and what followed *after* each answer.

    Answers are known by the fact, rolls by the faces that fell.
    *answers* are those of agents that choose alike, by the number of their kind, and
    *alike* has what followed on these. *chooser* is whose choice it is, NOBODY where
    there is none.
    """

    state: S
    asked: Decision[S] | Chance | Outcome
    chooser: Seat
    after: "dict[Event | Faces, Step[S]]"
    alike: "dict[int, Step[S]]"
    answers: dict[int, Fact]


class Step(Struct, Generic[S], frozen=True, eq=False, gc=False):
    """The events that follow an answer, and the position that they lead to."""

    told: tuple[Event, ...]
    then: Position[S]


_NO_STEPS: dict[Any, Step[Any]] = {}
_NO_FACTS: dict[int, Fact] = {}
"""What most positions have, and share: nothing is ever put into these."""


class Positions(Generic[S]):
    """The positions of the conflict that begins at *first*, as far as they were met."""

    def __init__(self, system: RuleSystem[S], first: S) -> None:
        self._settled: dict[S, Step[S]] = {}
        self._rules = system.ask, system.decide, system.evolve
        self._kept = self._missed = 0
        self.answered = 0
        """How many answers were given so far, as those who walk count them."""
        self.begun = self._settle(first)

    def __del__(self) -> None:
        """Break the cycles between positions, since answers may lead round in a ring.

        The garbage collector would not find them: positions are not tracked.
        """
        for step in self._settled.values():
            step.then.after.clear()
            step.then.alike.clear()

    @property
    def pays(self) -> bool:
        """Whether answers come up again often enough to be looked up."""
        return self._keeping or self._missed < _OFTEN * self.answered

    @property
    def _keeping(self) -> bool:
        return self._kept < MOST and self.answered < ANSWERS_MOST

    def step(self, position: Position[S], fact: Fact) -> Step[S] | None:
        """Return what follows where *fact* answers what is asked at *position*.

        None where the rules fail: folding it without positions shows why.
        """
        self._missed += 1
        _, decide, evolve = self._rules
        state = position.state
        try:
            told = (fact, *decide(state, fact))
            for event in told:
                state = evolve(state, event)
            due = self._settle(state)
        except Exception:  # noqa: BLE001 - it is raised again, where it can be explained
            return None
        step = Step(told + due.told, due.then)
        if self._keeping:
            self._kept += 1
            if not position.after:
                position.after = {}
            position.after[answer_of(fact)] = step
        return step

    def _settle(self, state: S) -> Step[S]:
        """Return what is due at *state*, and the position where an answer is needed."""
        step = self._settled.get(state)
        if step is not None:
            return step
        ask, _, evolve = self._rules
        asked: Asked[S] = ask(state)
        if type(asked) is not Due:
            chooser, none = _chooser(asked), _NO_STEPS
            step = Step((), Position(state, asked, chooser, none, none, _NO_FACTS))
        else:
            then = state
            for event in asked.events:
                then = evolve(then, event)
            due = self._settle(then)
            step = Step(asked.events + due.told, due.then)
        if self._keeping:
            self._kept += 1
            self._settled[state] = step
        return step


def _chooser(asked: Decision[S] | Chance | Outcome) -> Seat:
    """Return whose choice it is; where there is one option only, it is nobody's."""
    if type(asked) is Decision and len(asked.options) > 1:
        return asked.who
    return NOBODY


def answer_of(fact: Event) -> Event | Faces:
    """Return the key of *fact* at a position: the faces of a roll, or the fact."""
    return fact.faces if type(fact) is DiceRolled else fact


V = TypeVar("V")


def held(kinds: dict[int, V], kind: int, value: V) -> dict[int, V]:
    """Return *kinds* with the *value* of one more *kind* of agents, within a limit."""
    if not kinds or len(kinds) >= _KINDS_MOST:
        return {kind: value}
    kinds[kind] = value
    return kinds


BEGUN: dict[tuple[Hashable, ...], Positions[Any] | None] = {}
"""How conflicts began, last ones last, and their positions from the second time on."""


def positions(
    system: RuleSystem[S], first: S, whose: str = "play"
) -> Positions[S] | None:
    """Return the positions of the conflict that begins at *first*.

    None for one that begins for the first time, which may be the only one, and where
    states have no hash. Nothing that was met by one of *whose* is believed by others:
    an audit works out for itself what was worked out in play.
    """
    key = whose, system, first
    try:
        once = key not in BEGUN
    except TypeError:
        return None
    if once:
        _let_go(_BEGUN_MOST, kept=False)
        BEGUN[key] = None
        return None
    known = BEGUN.pop(key, None)
    if known is None:
        _let_go(CONFLICTS_MOST, kept=True)
        try:
            known = Positions(system, first)
        except Exception:  # noqa: BLE001 - who begins without positions sees why
            return None
    BEGUN[key] = known
    return known if known.pays else None


def _let_go(most: int, *, kept: bool) -> None:
    """Make room for one of *most*, of those that are *kept* or of those begun once."""
    held = [one for one, known in list(BEGUN.items()) if (known is not None) is kept]
    if len(held) >= most:
        BEGUN.pop(held[0], None)
