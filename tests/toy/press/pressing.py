"""A round: one after the other holds, presses or gives way."""

from msgspec import Struct

from sim.dice.pool import Faces, d
from sim.seam.events import Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome
from tests.toy.consequences import HarmApplied, RoundOpened
from tests.toy.facts import Conceded, Held, Pressed
from tests.toy.phases import Choosing, Pausing, Rolling, Yielded
from tests.toy.state import Ending, State, other, view

HIT = 5
"""The least face that is a hit [TO-01]."""


class Hits(Struct, frozen=True):
    """Keeps every hit and reads their number [TO-01]."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (hits, (their count,))."""
        kept = tuple(face for face in faces if face >= HIT)
        return kept, (len(kept),)


def ask_pausing(state: State, _phase: Pausing) -> Asked[State]:
    """Open a round, unless the rounds are used up [TO-05]."""
    if state.round >= state.setup.rulings.round_limit:
        return Outcome(Ending.ROUND_LIMIT, (0.5, 0.5), ("TO-05",))
    return Due((RoundOpened(("TO-01",), state.round + 1),))


def ask_choosing(state: State, phase: Choosing) -> Asked[State]:
    """Ask whose turn it is whether to press [TO-01, TO-04]."""
    who = phase.who
    options = (Held(who), Pressed(who), Conceded(who))
    return Decision(who, options, view(state, who))


def ask_rolling(state: State, phase: Rolling) -> Asked[State]:
    """Ask for the dice of one who presses [TO-01]."""
    return Chance(phase.who, "press", (d(6),) * state.setup.rulings.grit, Hits())


def ask_yielded(_state: State, phase: Yielded) -> Asked[State]:
    """End it: who gave way has lost [TO-04]."""
    return Outcome(Ending.CONCEDED, _won(other(phase.who)), ("TO-04",))


def broken(state: State) -> Outcome | None:
    """Return the ending by stress, if anybody has taken too much [TO-03]."""
    for who, one in enumerate(state.participants):
        if one.stress >= state.setup.rulings.nerve:
            return Outcome(Ending.BROKEN, _won(other(Seat(who))), ("TO-03",))
    return None


def hits_taken(fact: DiceRolled) -> tuple[Consequence, ...]:
    """Put every hit on the other as stress [TO-02]."""
    return (HarmApplied(("TO-02",), other(fact.who), fact.who, fact.reading[0]),)


def _won(who: Seat) -> tuple[float, ...]:
    return (1.0, 0.0) if who == 0 else (0.0, 1.0)
