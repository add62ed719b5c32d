"""A rule system of one file whose author may roll dice of one name twice.

Each of two fighters attacks in turn, once a round: a six-sided die against another, and
the attacker wins the turn unless it is lower. Whoever wins both turns wins. Under
`same_name` both turns roll "attack", so the second shows the faces of the first.
"""

from typing import Any

from msgspec import Struct, structs

from sim.dice.pool import Faces, d
from sim.seam import protocol
from sim.seam.events import Consequence, DiceRolled, Event, Fact, Pass, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem
from sim.spine.narration import named

NAMES = ("Ann", "Bo")
RETURNS = {Seat(0): (1.0, 0.0), Seat(1): (0.0, 1.0)}


class TwiceScenario(protocol.Scenario, kw_only=True):
    """Two fighters, and how the author names their dice."""

    same_name: bool = True


class Attacked(Fact, tag="attack"):
    """Attack the other."""

    rules = ("TW-01",)


class Waited(Pass, tag="wait"):
    """Let the other win the turn."""

    rules = ("TW-01",)


class TurnBegan(Consequence, tag="turn"):
    """The next turn began; *round* is the only round there is."""

    round: int
    who: Seat


class TurnWon(Consequence, tag="won"):
    """Who won the turn."""

    who: Seat


class State(protocol.State, frozen=True):
    """The turn, its attack so far, and who won the turns before."""

    same_name: bool = True
    turn: int = -1
    step: str = "due"
    face: int = 0
    won: tuple[Seat, ...] = ()


class Read(Struct, frozen=True):
    """Reads the one face."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (faces, faces)."""
        return faces, faces


def initial(scenario: TwiceScenario) -> State:
    """Return the state before the first turn."""
    return State(round=0, same_name=scenario.same_name)


def ask(state: State) -> Asked[State]:
    """Ask for an attack, then for the dice of either [TW-01, TW-02]."""
    if state.step == "due" and len(state.won) == len(NAMES):
        if len(set(state.won)) > 1:
            return Outcome("drawn", (0.5, 0.5), ("TW-02",))
        return Outcome("won", RETURNS[state.won[0]], ("TW-02",))
    who = Seat(max(0, state.turn))
    if state.step == "due":
        return Due((TurnBegan(("TW-01",), 1, Seat(state.turn + 1)),))
    if state.step == "choose":
        return Decision(who, (Attacked(who), Waited(who)), state)
    why = "attack" if state.same_name else f"attack of {NAMES[who]}"
    roller = who if state.step == "attack" else Seat(1 - who)
    return Chance(roller, why, (d(6),), Read())


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Say who won the turn, once that is known [TW-01]."""
    who = Seat(state.turn)
    if type(fact) is Waited:
        return (TurnWon(("TW-01",), Seat(1 - who)),)
    if type(fact) is DiceRolled and state.step == "defence":
        won = who if state.face >= fact.reading[0] else Seat(1 - who)
        return (TurnWon(("TW-01",), won),)
    return ()


def evolve(state: State, event: Event) -> State:
    """Remember *event*."""
    match event:
        case TurnBegan():
            return structs.replace(
                state, round=event.round, turn=event.who, step="choose"
            )
        case Attacked():
            return structs.replace(state, step="attack")
        case DiceRolled():
            return structs.replace(state, step="defence", face=event.reading[0])
        case TurnWon():
            return structs.replace(state, step="due", won=(*state.won, event.who))
        case _:
            return state


def describe(_state: State, event: Event) -> dict[str, Any]:
    """Return *event* with names."""
    return named(event, lambda seat: NAMES[seat])


SYSTEM = RuleSystem[State](
    name="twice",
    title="Twice",
    version=1,
    scenario=TwiceScenario,
    events=(Attacked, Waited, TurnBegan, TurnWon),
    rules={
        "TW-01": "The attacker wins the turn unless the defender rolls more.",
        "TW-02": "Whoever wins both turns has won; else it is drawn.",
    },
    endings={"won": "One won both turns.", "drawn": "Each won a turn."},
    seats=lambda _: tuple(
        protocol.SeatInfo(name, side, "first") for side, name in enumerate(NAMES)
    ),
    initial=initial,
    ask=ask,
    decide=decide,
    evolve=evolve,
    describe=describe,
    narrate=lambda state, event: str(describe(state, event)),
    status=lambda _: ({}, {}),
)
"""The rule system."""
