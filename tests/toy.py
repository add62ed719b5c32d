"""Standoff: a whole rule system in one file, to learn from and to copy.

Two people face each other. In every round each of them in turn holds still, presses or
gives way. Whoever presses rolls dice, and each 5 or 6 puts a point of stress on the
other. Whoever has more stress than nerve can bear is broken, and has lost.

Read it from top to bottom: what a scenario file says, what can happen, what must be
remembered, the four functions by which a conflict is played, how everybody stands, and
what agents and solvers may know. The last statement puts it all together.

The engine's tests play this system, so that they need none of the real ones.
"""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sim.dice.pool import Faces, d
from sim.errors import OddsError
from sim.seam import protocol
from sim.seam.chances import Answer, Odds
from sim.seam.events import (
    Consequence,
    Description,
    DiceRolled,
    Event,
    Fact,
    Pass,
    Scope,
    Seat,
)
from sim.seam.protocol import (
    Appraisal,
    Asked,
    Chance,
    Decision,
    Due,
    Files,
    Outcome,
    RuleSystem,
    Scenario,
    Sheet,
    Solving,
)
from sim.spine.problems import repeated

# The rules, each with an ID. Events and endings cite them, so that an audit can say
# which rule was broken, and `fracas rules TO-02` what it says.

RULES = {
    "TO-01": "A fighter who presses rolls dice; each 5 or 6 is a hit. [grit]",
    "TO-02": "Every hit is one stress on the other fighter.",
    "TO-03": "A fighter whose stress reaches the limit has lost. [nerve]",
    "TO-04": "Who yields loses at once.",
    "TO-05": "At the round limit nobody has won. [round_limit]",
}

ENDINGS = {
    "conceded": "One gave way, and the other got what was wanted.",
    "broken": "One took more stress than nerve could bear.",
    "round limit": "Nobody had won when the rounds were used up.",
}


# What a scenario file says. The types are checked, and a mistake in a file is reported
# with its line. The sentence under a field is what `fracas schema` says about it.


class Rulings(Sheet):
    """The options of the rules; `--ruling grit=5` sets one for a run."""

    grit: Annotated[int, Meta(ge=1, le=100)] = 3
    """So many dice are rolled by one who presses [TO-01]."""
    nerve: Annotated[int, Meta(ge=1, le=1000)] = 4
    """So much stress is more than one can bear [TO-03]."""
    round_limit: Annotated[int, Meta(ge=1, le=1000)] = 20
    """After so many rounds nobody has won [TO-05]."""


class Character(Sheet):
    """One who fights."""

    name: str
    """The fighter goes by this name, which the other may not have."""
    agent: str = "uniform"
    """This agent makes the choices of the seat."""


class StandoffScenario(Scenario, kw_only=True):
    """A standoff of two."""

    # The engine reads who takes part from a field called `seats`, and each is a side
    # alone. A system with teams or judges says so with a function of its own.
    seats: tuple[Character, Character]
    """These two face each other."""
    rulings: Rulings = Rulings()
    """These readings are in force; unsaid ones keep their default."""


TEMPLATE = b"""\
# Two at noon: the smallest scenario. Change the names, then: fracas check FILE
title = "Two at noon"
system = "toy"

[[seats]]
name = "Ann"

[[seats]]
name = "Bo"
agent = "steady"                   # who chooses for him: see `fracas agents`

# [rulings]
# grit = 3
"""


def validate(scenario: StandoffScenario) -> Iterator[str]:
    """Yield what is wrong with *scenario* though its types are right."""
    yield from repeated("$.seats", [seat.name for seat in scenario.seats])


# What can happen. A fact is an answer from outside, a choice or a roll of dice, and an
# audit believes it. A consequence follows from the rules, and an audit derives it
# again. A tag is how the event is stored: once a conflict is recorded it never changes.
# The class has all words for the event: its sentence in the story and, for an answer,
# what people call it and what the decision is about. Dice have words already.


class Pressed(Fact, tag="pressed"):
    """Press the other."""

    rules = ("TO-01",)
    scope = Scope.ACTION
    sayings = ("presses", "pushes")
    story = "{who} presses."


class Held(Pass, tag="held"):
    """Do nothing. It is a Pass, so that agents know that it has no effect."""

    rules = ("TO-01",)
    scope = Scope.ACTION
    sayings = ("holds", "does nothing")
    story = "{who} holds still."


class Conceded(Fact, tag="conceded"):
    """Give way."""

    rules = ("TO-04",)
    scope = Scope.GATE
    sayings = ("gives up", "gives way")
    story = "{who} gives way."


class HarmApplied(Consequence, tag="harm"):
    """Stress taken."""

    who: Seat
    by: Seat
    amount: int

    def tell(self, words: Description) -> str:
        """Say who has hit whom; *words* are the fields, with names for seats."""
        hits = f"{self.amount} stress" if self.amount else "no hit"
        return f"{words['by']} lands {hits} on {words['who']}."


class RoundOpened(Consequence, tag="round"):
    """A round begins."""

    number: int
    story = "Round {number}."


EVENTS = (Pressed, Held, Conceded, HarmApplied, RoundOpened)


# What must be remembered between two events. A state is a value: it is never changed,
# equal states have the same future, and the past is not in it.


class Waits(StrEnum):
    """What the conflict waits for."""

    ROUND = "round"
    ANSWER = "answer"
    DICE = "dice"
    END = "end"


class State(protocol.State, frozen=True):
    """A standoff between two events; `round` is a field of every state."""

    names: tuple[str, ...] = ("Ann", "Bo")
    rulings: Rulings = Rulings()
    stress: tuple[int, int] = (0, 0)
    turn: Seat = Seat(0)
    waits: Waits = Waits.ROUND


def other(who: Seat) -> Seat:
    """Return the one who faces *who*."""
    return Seat(1 - who)


def won(who: Seat) -> tuple[float, float]:
    """Return what each seat gets where *who* has won."""
    return (1.0, 0.0) if who == 0 else (0.0, 1.0)


# The four functions. They are pure: they read no clock and no file, and dice are asked
# for, never rolled. So the same answers always lead to the same conflict.


def initial(scenario: StandoffScenario) -> State:
    """Return the state before anything has happened."""
    names = tuple(seat.name for seat in scenario.seats)
    return State(round=0, names=names, rulings=scenario.rulings)


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for: one of four kinds of node."""
    rulings, who = state.rulings, state.turn
    for seat in (Seat(0), Seat(1)):
        if state.stress[seat] >= rulings.nerve:
            return Outcome("broken", won(other(seat)), ("TO-03",))
    match state.waits:
        case Waits.ROUND if state.round >= rulings.round_limit:
            return Outcome("round limit", (0.5, 0.5), ("TO-05",))
        case Waits.ROUND:
            return Due((RoundOpened(("TO-01",), state.round + 1),))
        case Waits.ANSWER:
            # The first option is what somebody gets who says nothing. The last
            # argument is what the one who is asked may know: here all of it.
            return Decision(who, (Held(who), Pressed(who), Conceded(who)), state)
        case Waits.DICE:
            return Chance(who, "press", (d(6),) * rulings.grit, Hits())
        case Waits.END:
            return Outcome("conceded", won(other(who)), ("TO-04",))


HIT = 5
"""The least face that is a hit [TO-01]."""


class Hits(Struct, frozen=True):
    """Reads the dice of a press."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the dice that count, the numbers on which the future depends)."""
        hits = tuple(face for face in faces if face >= HIT)
        return hits, (len(hits),)


def decide(_state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*: every hit is stress on the other [TO-02]."""
    if isinstance(fact, DiceRolled):
        hits = fact.reading[0]
        return (HarmApplied(("TO-02",), other(fact.who), fact.who, hits),)
    return ()


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*. Nothing is decided here, only remembered."""
    match event:
        case RoundOpened():
            return replace(state, round=event.number, turn=Seat(0), waits=Waits.ANSWER)
        case Pressed():
            return replace(state, waits=Waits.DICE)
        case Conceded():
            return replace(state, waits=Waits.END)
        case Held() | DiceRolled():
            last = event.who == 1
            return replace(
                state,
                turn=other(event.who),
                waits=Waits.ROUND if last else Waits.ANSWER,
            )
        case HarmApplied():
            stress = list(state.stress)
            stress[event.who] += event.amount
            return replace(state, stress=tuple(stress))
        case _:
            raise TypeError(event)


# How everybody stands; whose line it is comes from the `names` of the state.


def status(state: State) -> tuple[dict[str, int], ...]:
    """Return how every seat stands."""
    return tuple({"stress": stress} for stress in state.stress)


# What agents and solvers may know. All of it can be left out: then an agent sees no
# difference between options, and `fracas odds` has nothing to answer.


def appraise(state: State, option: Fact) -> Appraisal:
    """Return what *option* is worth: each die of a press deals a third of a stress."""
    mine, theirs = state.stress[option.who], state.stress[other(option.who)]
    ahead = max(-1.0, min(1.0, (theirs - mine) / state.rulings.nerve))
    match option:
        case Pressed():
            return Appraisal(deals=state.rulings.grit / 3, ahead=ahead)
        case Conceded():
            return Appraisal(win=0.0, concedes=True, leaves=1.0, ahead=ahead)
        case _:
            return Appraisal(ahead=ahead)


class PressQuery(Struct, frozen=True):
    """Odds of every number of hits."""

    grit: int
    """So many dice are rolled."""


def answer_press(query: PressQuery) -> Answer:
    """Answer *query*; raises OddsError for a number of dice that cannot be."""
    grit, most, hit = query.grit, 100, Fraction(1, 3)
    if not 0 <= grit <= most:
        message = f"found grit {grit}, expected 0 to {most} dice"
        raise OddsError(message)
    hits = {
        count: comb(grit, count) * hit**count * (1 - hit) ** (grit - count)
        for count in range(grit + 1)
    }
    return Answer({"grit": grit}, {"hits": hits})


SYSTEM = RuleSystem[State](
    name="toy",
    title="Standoff",
    version=1,
    scenario=StandoffScenario,
    events=EVENTS,
    rules=RULES,
    endings=ENDINGS,
    initial=initial,
    ask=ask,
    decide=decide,
    evolve=evolve,
    status=status,
    # From here on everything may be left out.
    odds={"press": Odds(PressQuery, answer_press, "--grit 3")},
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        Conceded: ("conceded", lambda event: (event.who, 1)),
    },
    solving=Solving[State](appraise=appraise),
    files=Files(template=lambda: TEMPLATE, validate=validate),
)
"""The rule system."""
