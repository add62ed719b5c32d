"""Standoff: a made-up rule system, small enough to read in one sitting.

Two fighters press each other until one has taken NERVE stress, yields, or the round
limit is reached. It has every kind of node, so the engine's tests need no real system.
"""

from msgspec import Struct, structs

from sim.dice import Faces, Pool, d
from sim.events import Consequence, DiceRolled, Event, Fact
from sim.protocol import (
    Appraisal,
    Asked,
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    Scenario,
    Seat,
    State,
    Words,
)

RULES = {
    "TO-01": "A fighter who presses rolls dice; each 5 or 6 is a hit.",
    "TO-02": "Every hit is one stress on the other fighter.",
    "TO-03": "A fighter whose stress reaches the limit has lost.",
    "TO-04": "Who yields loses at once.",
    "TO-05": "At the round limit nobody has won.",
}


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the toy."""

    grit: int = 3
    nerve: int = 4
    round_limit: int = 20


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    """One who fights."""

    name: str
    agent: str = "uniform"


class Standoff(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A standoff of two."""

    seats: tuple[Fighter, Fighter]
    rulings: Rulings = Rulings()


class Pressed(Fact, frozen=True, array_like=True, gc=False, tag="pressed"):
    """Press the other."""

    rules = ("TO-01",)


class Held(Fact, frozen=True, array_like=True, gc=False, tag="held"):
    """Do nothing."""


class Conceded(Fact, frozen=True, array_like=True, gc=False, tag="conceded"):
    """Give way."""

    rules = ("TO-04",)


class HarmApplied(Consequence, frozen=True, array_like=True, gc=False, tag="harm"):
    """Stress taken."""

    who: int
    by: int
    amount: int


class RoundOpened(Consequence, frozen=True, array_like=True, gc=False, tag="round"):
    """A round begins."""

    number: int


class Standing(State, frozen=True):
    """Stress, whose turn, whether dice are due, who yielded."""

    rulings: Rulings = Rulings()
    stress: tuple[int, int] = (0, 0)
    turn: int = 2
    rolling: bool = False
    yielded: int = -1


class Hits(Struct, frozen=True):
    """Keeps every 5 and 6."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (hits, (their count,))."""
        kept = tuple(face for face in faces if face >= 5)
        return kept, (len(kept),)


def _initial(scenario: Standoff) -> Standing:
    return Standing(round=0, rulings=scenario.rulings)


def _pool(state: Standing) -> Pool:
    return (d(6),) * state.rulings.grit


def _ask(state: Standing) -> Asked[Standing]:
    if state.yielded >= 0:
        return Outcome("conceded", _won(1 - state.yielded), ("TO-04",))
    for who in (0, 1):
        if state.stress[who] >= state.rulings.nerve:
            return Outcome("broken", _won(1 - who), ("TO-03",))
    if state.turn == 2:
        if state.round >= state.rulings.round_limit:
            return Outcome("round limit", (0.5, 0.5), ("TO-05",))
        return Due((RoundOpened(("TO-01",), state.round + 1),))
    if state.rolling:
        return Chance(state.turn, "press", _pool(state), Hits())
    who = state.turn
    return Decision(who, (Held(who), Pressed(who), Conceded(who)), state)


def _won(who: int) -> tuple[float, ...]:
    return (1.0, 0.0) if who == 0 else (0.0, 1.0)


def _decide(_state: Standing, fact: Fact) -> tuple[Consequence, ...]:
    if isinstance(fact, DiceRolled):
        return (HarmApplied(("TO-02",), 1 - fact.who, fact.who, fact.reading[0]),)
    return ()


def _evolve(state: Standing, event: Event) -> Standing:
    match event:
        case RoundOpened(number=number):
            return structs.replace(state, round=number, turn=0)
        case Pressed():
            return structs.replace(state, rolling=True)
        case Held():
            return structs.replace(state, turn=state.turn + 1)
        case DiceRolled():
            return structs.replace(state, rolling=False, turn=state.turn + 1)
        case Conceded(who=who):
            return structs.replace(state, yielded=who)
        case HarmApplied(who=who, amount=amount):
            a, b = state.stress
            stress = (a + amount, b) if who == 0 else (a, b + amount)
            return structs.replace(state, stress=stress)
        case _:
            message = f"unknown event {event!r}"
            raise TypeError(message)


def _words(_state: Standing, event: Event) -> Words:
    words: Words = {"does": type(event).__name__, **structs.asdict(event)}
    return words


def _tell(_state: Standing, event: Event) -> str:
    return f"{type(event).__name__}"


def _standing(state: Standing) -> tuple[Words, ...]:
    return tuple({"stress": stress} for stress in state.stress)


def _appraise(state: Standing, option: Fact) -> Appraisal:
    who = option.who
    ahead = (state.stress[1 - who] - state.stress[who]) / state.rulings.nerve
    ahead = max(-1.0, min(1.0, ahead))
    match option:
        case Pressed():
            return Appraisal(deals=state.rulings.grit / 3, ahead=ahead)
        case Conceded():
            return Appraisal(win=0.0, concedes=True, ahead=ahead)
        case _:
            return Appraisal(ahead=ahead)


TOY = RuleSystem[Standing](
    name="toy",
    title="Standoff",
    version=1,
    scenario=Standoff,
    events=(Pressed, Held, Conceded, HarmApplied, RoundOpened),
    rules=RULES,
    seats=lambda s: tuple(Seat(f.name, n, f.agent) for n, f in enumerate(s.seats)),
    rulings=lambda s: structs.asdict(s.rulings),
    initial=_initial,
    ask=_ask,
    decide=_decide,
    evolve=_evolve,
    words=_words,
    tell=_tell,
    standing=_standing,
    appraise=_appraise,
    tally={
        HarmApplied: ("harm", lambda e: (e.who, e.amount)),
        Conceded: ("conceded", lambda e: (e.who, 1)),
    },
)

SCENARIO = Standoff(
    title="Two at noon", system="toy", seats=(Fighter("Ann"), Fighter("Bo"))
)
