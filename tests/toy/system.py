"""Standoff, whole: two press each other until one breaks or gives way.

It has every kind of node, so the engine's tests need no real system; and it is the
system to copy when you add one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import (
    Asked,
    Files,
    RuleSystem,
    Solving,
)
from sim.spine.rulebook import Rulebook
from tests.toy.appraisal.appraise import appraise
from tests.toy.appraisal.odds import ODDS
from tests.toy.consequences import CONSEQUENCES, HarmApplied
from tests.toy.evolve import evolve
from tests.toy.facts import FACTS, Conceded
from tests.toy.narration.describe import describe
from tests.toy.narration.narrate import narrate
from tests.toy.narration.status import status
from tests.toy.phases import Choosing, Pausing, Rolling, Yielded
from tests.toy.press.pressing import (
    ask_choosing,
    ask_pausing,
    ask_rolling,
    ask_yielded,
    broken,
    hits_taken,
)
from tests.toy.scenario.compile import compile_scenario
from tests.toy.scenario.sheet import StandoffScenario, seats
from tests.toy.scenario.validate import validate
from tests.toy.state import State, view

ASK: Mapping[type, Callable[[State, Any], Asked[State]]] = {
    Pausing: ask_pausing,
    Choosing: ask_choosing,
    Rolling: ask_rolling,
    Yielded: ask_yielded,
}
"""The phases of a round, and what each waits for."""


def initial(scenario: StandoffScenario) -> State:
    """Return the state before anything has happened."""
    return State(round=0, setup=compile_scenario(scenario))


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for; it is over when somebody is broken."""
    phase = state.phase
    return broken(state) or ASK[type(phase)](state, phase)


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from one answer."""
    del state
    return hits_taken(fact) if type(fact) is DiceRolled else ()


_RULES = Rulebook("tests.toy")

SYSTEM = RuleSystem[State](
    name="toy",
    title="Standoff",
    version=1,
    scenario=StandoffScenario,
    events=(*FACTS, *CONSEQUENCES),
    rules=_RULES,
    endings=_RULES.endings,
    seats=seats,
    initial=initial,
    ask=ask,
    decide=decide,
    evolve=evolve,
    describe=describe,
    narrate=narrate,
    status=status,
    view=view,
    odds=ODDS,
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        Conceded: ("conceded", lambda event: (event.who, 1)),
    },
    solving=Solving[State](
        appraise=appraise,
    ),
    files=Files(
        template=_RULES.template,
        validate=validate,
    ),
)
"""The rule system."""
