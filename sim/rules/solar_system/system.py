"""The Solar System as four functions: the table of contents of the game.

Each phase asks in the file the rulebook would send you to: `opening` for checks
outside the Pain, `talking` and `declaring` for what is said, `rolling` for dice,
`volley` and `contest` for what they do, `ending` and `after` for the rest.
"""

from collections.abc import Callable
from typing import Any

from sim.events import Consequence, Fact
from sim.protocol import Asked, Due, RuleSystem
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.aftermath.healing import (
    after,
    contest_read,
    healing_read,
    healing_tried,
    refresh_taken,
)
from sim.rules.solar_system.appraisal.appraise import appraise
from sim.rules.solar_system.appraisal.odds import ODDS
from sim.rules.solar_system.checks.competitive import ranked, ties
from sim.rules.solar_system.checks.gathering import fee_paid
from sim.rules.solar_system.checks.opening import check_read, opening
from sim.rules.solar_system.checks.rolling import (
    die_bought,
    gift_given,
    lowest,
    rolling,
)
from sim.rules.solar_system.evolve import evolve
from sim.rules.solar_system.narration.describe import describe
from sim.rules.solar_system.narration.narrate import narrate
from sim.rules.solar_system.narration.parse import parse
from sim.rules.solar_system.narration.status import status
from sim.rules.solar_system.pain.declaring import declaring
from sim.rules.solar_system.pain.ending import outcome
from sim.rules.solar_system.pain.harming import harming
from sim.rules.solar_system.pain.offer import offer, pain_declared
from sim.rules.solar_system.pain.talking import conceded, gate, joining, talk
from sim.rules.solar_system.pain.volley import chain_read, locked, losing, volley_read
from sim.rules.solar_system.phases import (
    AFTER,
    CHAIN,
    CHECK,
    DECLARING,
    GATE,
    HARMING,
    HEAL,
    JOINING,
    LOCKED,
    OFFER,
    OPENING,
    OVER,
    REFRESH,
    ROLLING,
    TALK,
    TIE,
    VOLLEY,
)
from sim.rules.solar_system.scenario.compile import compile_scenario
from sim.rules.solar_system.scenario.sheet import SolarScenario, seats
from sim.rules.solar_system.scenario.validate import validate
from sim.rules.solar_system.scenario.warnings import warnings
from sim.rules.solar_system.state import State, initial
from sim.spine.rulebook import Rulebook


def _check_read(state: State) -> Asked[State]:
    if state.setup.kind == "competitive":
        return Due((ranked(state),))
    return check_read(state)


_READ: dict[int, Callable[[State], Asked[State]]] = {
    CHECK: _check_read,
    TIE: _check_read,
    VOLLEY: volley_read,
    CHAIN: chain_read,
    HEAL: healing_read,
    REFRESH: contest_read,
}


def _rolling(state: State) -> Asked[State]:
    in_pain = state.stage in {VOLLEY, CHAIN}
    return rolling(state, losing if in_pain else lowest) or _READ[state.stage](state)


def _opening(state: State) -> Asked[State]:
    return ties(state) if state.ranking else opening(state)


_ASK: dict[int, Callable[[State], Asked[State]]] = {
    OPENING: _opening,
    ROLLING: _rolling,
    OFFER: offer,
    JOINING: joining,
    GATE: gate,
    TALK: talk,
    DECLARING: declaring,
    LOCKED: locked,
    HARMING: harming,
    AFTER: after,
    OVER: outcome,
}


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    return _ASK[state.phase](state)


_DECIDE: dict[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    f.DieBought: die_bought,
    f.GiftGiven: gift_given,
    f.FeePaid: fee_paid,
    f.PainDeclared: pain_declared,
    f.Conceded: conceded,
    f.HealingTried: healing_tried,
    f.RefreshTaken: refresh_taken,
}


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most things follow of themselves later."""
    follows = _DECIDE.get(type(fact))
    return follows(state, fact) if follows else ()


_RULES = Rulebook("sim.rules.solar_system")

SYSTEM = RuleSystem[State](
    name="solar_system",
    title="The Solar System: Bringing Down the Pain",
    version=1,
    scenario=SolarScenario,
    events=(*f.FACTS, *c.CONSEQUENCES),
    rules=_RULES,
    endings=_RULES.endings,
    seats=seats,
    initial=lambda scenario: initial(compile_scenario(scenario)),
    ask=ask,
    decide=decide,
    evolve=evolve,
    describe=describe,
    narrate=narrate,
    status=status,
    parse=parse,
    warnings=warnings,
    appraise=appraise,
    odds=ODDS,
    validate=validate,
    tally={
        c.HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        c.PoolSpent: ("spent", lambda event: (event.who, event.amount)),
        f.Conceded: ("conceded", lambda event: (event.who, 1)),
        f.IntentChanged: ("changed", lambda event: (event.who, 1)),
        c.IntentionFulfilled: ("obtained", lambda event: (event.who, 1)),
    },
)
"""The rule system."""
