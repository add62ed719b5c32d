"""What must be remembered: stress, and the record of the phase."""

from enum import StrEnum

from msgspec import Struct, structs

from sim.seam import protocol
from sim.seam.events import Seat
from tests.toy.phases import Pausing, Phase
from tests.toy.scenario.compile import Setup


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    CONCEDED = "conceded"
    BROKEN = "broken"
    ROUND_LIMIT = "round limit"


class Participant(Struct, frozen=True, gc=False):
    """A fighter as it stands."""

    stress: int = 0


class State(protocol.State, frozen=True):
    """A standoff between two events."""

    setup: Setup = Setup()
    participants: tuple[Participant, Participant] = (Participant(), Participant())
    phase: Phase = Pausing()


def other(who: Seat) -> Seat:
    """The one who faces *who*."""
    return Seat(1 - who)


def stressed(state: State, who: Seat, amount: int) -> State:
    """Return *state* with so much more stress on *who*."""
    a, b = state.participants
    if who == 0:
        a = structs.replace(a, stress=a.stress + amount)
    else:
        b = structs.replace(b, stress=b.stress + amount)
    return structs.replace(state, participants=(a, b))


def view(state: State, who: Seat) -> State:
    """Return what *who* may know: nothing is hidden here."""
    del who
    return state
