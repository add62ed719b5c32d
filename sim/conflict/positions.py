"""A cache of the positions of a conflict, and of what follows each answer there.

One conflict is played thousands of times, and more than half of its positions come up
again. Rules are functions of a state and an answer, so how a position was reached does
not matter: what follows an answer is computed once. After that the same answer in the
same position gives the same events, and the position that they lead to.
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
    """A *state*, what is *asked* in it, and the step *after* each answer so far.

    The key of a roll is the faces that fell, that of any other answer is the fact.
    Agents that choose alike are of one kind, which has a number: *answers* has the
    answer of each kind, and *alike* the step after it. *chooser* is the seat that
    chooses, NOBODY where there is no choice.
    """

    state: S
    asked: Decision[S] | Chance | Outcome
    chooser: Seat
    after: "dict[Event | Faces, Step[S]]"
    alike: "dict[int, Step[S]]"
    answers: dict[int, Fact]


class Step(Struct, Generic[S], frozen=True, eq=False, gc=False):
    """The events that follow an answer, and the position that they lead to."""

    events: tuple[Event, ...]
    position: Position[S]


_NO_STEPS: dict[Any, Step[Any]] = {}
_NO_FACTS: dict[int, Fact] = {}
"""Shared by the many positions that have none yet; nothing is ever put into these."""


class Positions(Generic[S]):
    """The positions of the conflict that begins at *first*, as far as they were met."""

    def __init__(self, system: RuleSystem[S], first: S) -> None:
        self._settled: dict[S, Step[S]] = {}
        self._rules = system.ask, system.decide, system.evolve
        self._kept = self._missed = 0
        self.answered = 0
        """How many answers were given so far, as the walks count them."""
        self.begun = self._settle(first)

    def __del__(self) -> None:
        """Break the cycles between positions, since answers may lead round in a ring.

        The garbage collector would not find them: positions are not tracked.
        """
        for step in self._settled.values():
            step.position.after.clear()
            step.position.alike.clear()

    @property
    def pays(self) -> bool:
        """Whether answers come up again often enough to be looked up."""
        return self._keeping or self._missed < _OFTEN * self.answered

    @property
    def _keeping(self) -> bool:
        return self._kept < MOST and self.answered < ANSWERS_MOST

    def step(self, position: Position[S], fact: Fact) -> Step[S] | None:
        """Return what follows where *fact* answers what is asked at *position*.

        None if the rules fail: folding it without positions shows why.
        """
        self._missed += 1
        _, decide, evolve = self._rules
        state = position.state
        try:
            events = (fact, *decide(state, fact))
            for event in events:
                state = evolve(state, event)
            due = self._settle(state)
        except Exception:  # noqa: BLE001 - it is raised again, where it can be explained
            return None
        step = Step(events + due.events, due.position)
        if self._keeping:
            self._kept += 1
            if not position.after:
                position.after = {}
            position.after[answer_of(fact)] = step
        return step

    def _settle(self, state: S) -> Step[S]:
        """Fold what is due at *state*, up to the position where an answer is needed."""
        step = self._settled.get(state)
        if step is not None:
            return step
        ask, _, evolve = self._rules
        asked: Asked[S] = ask(state)
        if type(asked) is not Due:
            chooser, none = _chooser(asked), _NO_STEPS
            step = Step((), Position(state, asked, chooser, none, none, _NO_FACTS))
        else:
            after = state
            for event in asked.events:
                after = evolve(after, event)
            due = self._settle(after)
            step = Step(asked.events + due.events, due.position)
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


def with_kind(kinds: dict[int, V], kind: int, value: V) -> dict[int, V]:
    """Return *kinds* with the *value* of one more *kind* of agents, within a limit."""
    if not kinds or len(kinds) >= _KINDS_MOST:
        return {kind: value}
    kinds[kind] = value
    return kinds


BEGUN: dict[tuple[Hashable, ...], Positions[Any] | None] = {}
"""The first state of conflicts, the most recently used last, and their positions.

None for a conflict that has begun only once, which may be the only time.
"""


def positions(
    system: RuleSystem[S], first: S, whose: str = "play"
) -> Positions[S] | None:
    """Return the positions of the conflict that begins at *first*.

    None if it begins for the first time, where states have no hash, and where
    looking up does not pay. Each of *whose* has positions of its own: an audit computes
    for itself what was computed in play.
    """
    key = whose, system, first
    try:
        once = key not in BEGUN
    except TypeError:
        return None
    if once:
        _make_room(_BEGUN_MOST, kept=False)
        BEGUN[key] = None
        return None
    known = BEGUN.pop(key, None)
    if known is None:
        _make_room(CONFLICTS_MOST, kept=True)
        try:
            known = Positions(system, first)
        except Exception:  # noqa: BLE001 - beginning without positions shows why
            return None
    BEGUN[key] = known
    return known if known.pays else None


def _make_room(most: int, *, kept: bool) -> None:
    """Make room for one of *most* conflicts that are *kept*, or that began once."""
    oldest = [
        begun for begun, known in list(BEGUN.items()) if (known is not None) is kept
    ]
    if len(oldest) >= most:
        BEGUN.pop(oldest[0], None)
