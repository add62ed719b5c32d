"""Build small conflicts in a line, and drive them with chosen answers and faces."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from sim.dice.pool import Faces
from sim.rules.intensity.phases import Opening
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Due, Outcome
from tests.rules.checked import checked

E = TypeVar("E", bound=Event)
Table = dict[str, object]
"""One table of a scenario file."""
Name = tuple[int, int, str]
"""(round, who, why) of a roll."""

CATEGORIES = ("trait", "skill", "asset")


def seat(name: str, side: str, dice: str, intensity: int = 9, **more: object) -> Table:
    """Return a participant; *dice* are like "brawny trait 8, club asset 4"."""
    abilities = [
        {"name": word, "category": category, "size": int(size)}
        for word, category, size in (die.split() for die in dice.split(","))
    ]
    whole = {"name": name, "side": side, "abilities": abilities}
    return {**whole, "intensity": intensity, **more}


def obstacle(name: str, side: str, dice: str, **more: object) -> Table:
    """Return a static participant; *dice* are like "slab 8, edge 4"."""
    abilities = [
        {"name": word, "size": int(size)}
        for word, size in (die.split() for die in dice.split(","))
    ]
    whole = {"name": name, "side": side, "kind": "static"}
    return {**whole, "abilities": abilities, **more}


def contest(
    *seats: Table, goals: Sequence[Table] = (), **more: object
) -> IntensityScenario:
    """Return a checked scenario; special goals only where *prizes* are given."""
    table: Table = {
        "title": "Test",
        "system": "intensity",
        "categories": CATEGORIES,
        "prizes": (),
        "seats": seats,
        "goals": goals,
        **more,
    }
    return checked(SYSTEM, msgspec.convert(table, IntensityScenario))


A_DICE = "brawny trait 8, health trait 6, sword skill 6, cue asset 4"
B_DICE = "huge trait 10, health trait 8, boxing skill 6, club asset 4"


def duel(
    a: str = A_DICE,
    b: str = B_DICE,
    *,
    points: tuple[int, int] = (9, 9),
    goals: Sequence[Table] | None = None,
    **more: object,
) -> IntensityScenario:
    """Return a conflict of two with a narrative and a deadly goal each."""
    if goals is None:
        goals = [
            goal("win", "a"),
            *([kill("a", "B")] if "health" in b else []),
            goal("win", "b"),
            *([kill("b", "A")] if "health" in a else []),
        ]
    seats = (seat("A", "a", a, points[0]), seat("B", "b", b, points[1]))
    return contest(*seats, goals=goals, **more)


def goal(name: str, side: str, **more: object) -> Table:
    """Return a goal of a side."""
    return {"name": name, "side": side, **more}


def kill(side: str, whom: str, ability: str = "health") -> Table:
    """Return the goal to bring an ability of *whom* to zero."""
    return goal(
        f"end {ability} of {whom}",
        side,
        kind="reduce_ability",
        ability=ability,
        against=whom,
    )


class Told:
    """A conflict as it was played: its events, its states, and how it ended."""

    def __init__(self, scenario: IntensityScenario) -> None:
        self.scenario = scenario
        self.state: State = SYSTEM.initial(scenario)
        self.events: list[Event] = []
        self.states: list[State] = []
        self.outcome: Outcome | None = None
        self.unused: list[Fact] = []

    def add(self, event: Event) -> None:
        """Append one event and apply it."""
        self.states.append(self.state)
        self.events.append(event)
        self.state = SYSTEM.evolve(self.state, event)

    def answer(self, fact: Fact) -> None:
        """Append a fact and what follows from it."""
        follows = SYSTEM.decide(self.state, fact)
        self.add(fact)
        for event in follows:
            self.add(event)

    def all(self, kind: type[E]) -> list[E]:
        """Return all events of *kind*."""
        return [event for event in self.events if type(event) is kind]

    def only(self, kind: type[E]) -> E:
        """Return the only event of *kind*."""
        (event,) = self.all(kind)
        return event

    def sizes(self, who: int) -> tuple[int, ...]:
        """Return the sizes of the dice of *who*."""
        return self.state.participants[who].sizes


def drive(
    scenario: IntensityScenario,
    *wishes: Fact,
    faces: Mapping[Name, Faces] | None = None,
    rounds: int = 99,
    then: Told | None = None,
) -> Told:
    """Play on until the end, or until so many *rounds* have ended.

    A decision is answered by the first of *wishes* that is offered; each is used once,
    and without one the default is chosen. Dice show *faces*, and 1 where none is given.
    """
    told = then if then is not None else Told(scenario)
    told.unused = list(wishes)
    while told.outcome is None:
        asked = SYSTEM.ask(told.state)
        if type(asked) is Due:
            for event in asked.events:
                told.add(event)
            if told.state.round >= rounds and type(told.state.phase) is Opening:
                break
        elif type(asked) is Decision:
            told.answer(_wished(told, asked))
        elif type(asked) is Chance:
            told.answer(_fallen(told.state, asked, faces or {}))
        else:
            assert type(asked) is Outcome
            told.outcome = asked
    assert told.unused == []
    return told


def _wished(told: Told, asked: Decision[State]) -> Fact:
    for wish in told.unused:
        if wish in asked.options:
            told.unused.remove(wish)
            return wish
    return asked.options[0]


def _fallen(state: State, asked: Chance, faces: Mapping[Name, Faces]) -> DiceRolled:
    name = (state.round, asked.who, asked.why)
    return asked.rolled(faces.get(name, tuple(die.low for die in asked.pool)))


def until(told: Told, who: int, kind: type[Fact], *wishes: Fact) -> Decision[State]:
    """Play on until *who* is offered something of *kind*; return that decision."""
    told.unused = list(wishes)
    while True:
        asked = SYSTEM.ask(told.state)
        if type(asked) is Due:
            for event in asked.events:
                told.add(event)
        elif type(asked) is Decision:
            if asked.who == who and type(asked.options[0]) is kind:
                assert told.unused == []
                return asked
            told.answer(_wished(told, asked))
        else:
            assert type(asked) is Chance
            told.answer(_fallen(told.state, asked, {}))
