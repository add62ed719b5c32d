"""Intensity, whole: the phase table, what answers bring about, and what it offers.

A round goes goals, pools (with helping first), rolls, effects, and what follows them.
Each phase is a file; this one only says which.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import Consequence, DiceRolled, Fact
from sim.protocol import Asked, RuleSystem
from sim.rules.intensity.aftermath import outcome
from sim.rules.intensity.appraise import appraise
from sim.rules.intensity.ceding import ask_after, cession
from sim.rules.intensity.check import check
from sim.rules.intensity.consequences import ROUND, PoolSpent
from sim.rules.intensity.effects import ask_effects
from sim.rules.intensity.essence import essence
from sim.rules.intensity.evolve import evolve
from sim.rules.intensity.facts import FACTS, Conceded, GoalContinued
from sim.rules.intensity.goals import ask_goals, continued
from sim.rules.intensity.harms import HARMS, HarmApplied, Withdrawn
from sim.rules.intensity.helping import AGAINST, ROLLED, ask_help, help_resolved
from sim.rules.intensity.opening import ask_open, opened
from sim.rules.intensity.pools import ask_pools
from sim.rules.intensity.rolls import ask_rolls, rolls_resolved
from sim.rules.intensity.rulings import RULINGS
from sim.rules.intensity.sentences import RULES
from sim.rules.intensity.setup import compiled
from sim.rules.intensity.sheet import Contest, seats
from sim.rules.intensity.state import (
    AFTER,
    BUILD,
    EFFECTS,
    GOALS,
    OPEN,
    OVER,
    ROLL,
    State,
)
from sim.rules.intensity.tell import tell
from sim.rules.intensity.words import standing, words


def _ask_build(state: State) -> Asked[State]:
    """Helpers first, then everybody else's pools [IN-HELP-05, IN-R-47]."""
    return ask_help(state) or ask_pools(state)


ASK: Mapping[int, Callable[[State], Asked[State]]] = {
    OPEN: ask_open,
    GOALS: ask_goals,
    BUILD: _ask_build,
    ROLL: ask_rolls,
    EFFECTS: ask_effects,
    AFTER: ask_after,
    OVER: outcome,
}
"""The phases of a round, in order, and what each waits for."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    return ASK[state.phase](state)


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from one answer; most answers are only remembered."""
    if type(fact) is DiceRolled:
        if fact.why == AGAINST:
            return help_resolved(state, fact)
        return () if fact.why == ROLLED else rolls_resolved(state, fact)
    if type(fact) is Conceded:
        return cession(state, fact.who)
    if type(fact) is GoalContinued:
        return continued(state, fact)
    return ()


def _initial(scenario: Contest) -> State:
    return opened(compiled(scenario))


def _rulings(scenario: Contest) -> Mapping[str, Any]:
    return structs.asdict(scenario.rulings)


SYSTEM = RuleSystem[State](
    name="intensity",
    title="Intensity and the upper hand",
    version=1,
    scenario=Contest,
    events=(*FACTS, *ROUND, *HARMS),
    rules={**RULES, **RULINGS},
    seats=seats,
    rulings=_rulings,
    initial=_initial,
    ask=ask,
    decide=decide,
    evolve=evolve,
    words=words,
    tell=tell,
    standing=standing,
    appraise=appraise,
    essence=essence,
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        PoolSpent: ("spent", lambda event: (event.who, event.amount)),
        Conceded: ("conceded", lambda event: (event.who, 1)),
        Withdrawn: ("conceded", lambda event: (event.who, 1)),
    },
    check=check,
)
"""The rule system."""
