"""The Solar System as four functions: the table of contents of the game.

Each phase asks in the file the rulebook would send you to: `opening` for checks
outside the Pain, `talking` and `declaring` for what is said, `rolling` for dice,
`volley` and `contest` for what they do, `ending` and `after` for the rest.
"""

from collections.abc import Callable
from typing import Any

from sim.events import Consequence, Fact
from sim.protocol import Asked, Due, RuleSystem
from sim.rules.solar_system import (
    after,
    competitive,
    declaring,
    harming,
    offer,
    opening,
    talking,
    volley,
)
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraise import appraise
from sim.rules.solar_system.compile import compile_scenario, seats, validate
from sim.rules.solar_system.ending import outcome
from sim.rules.solar_system.evolve import evolve
from sim.rules.solar_system.gathering import fee_paid
from sim.rules.solar_system.odds import ODDS
from sim.rules.solar_system.rolling import die_bought, gift_given, rolling
from sim.rules.solar_system.said import said
from sim.rules.solar_system.sheet import SolarScenario
from sim.rules.solar_system.state import (
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
    State,
    initial,
)
from sim.rules.solar_system.telling import tell
from sim.rules.solar_system.voice import standing
from sim.rules.solar_system.warnings import warnings
from sim.rules.solar_system.words import words
from sim.spine.rulebook import Rulebook


def _check_read(state: State) -> Asked[State]:
    if state.setup.kind == "competitive":
        return Due((competitive.ranked(state),))
    return opening.resolved(state)


_READ: dict[int, Callable[[State], Asked[State]]] = {
    CHECK: _check_read,
    TIE: _check_read,
    VOLLEY: volley.resolved,
    CHAIN: volley.chain_resolved,
    HEAL: after.healing_read,
    REFRESH: after.contest_read,
}


def _rolling(state: State) -> Asked[State]:
    return rolling(state) or _READ[state.stage](state)


def _opening(state: State) -> Asked[State]:
    return competitive.ties(state) if state.ranking else opening.opening(state)


_ASK: dict[int, Callable[[State], Asked[State]]] = {
    OPENING: _opening,
    ROLLING: _rolling,
    OFFER: offer.offer,
    JOINING: talking.joining,
    GATE: talking.gate,
    TALK: talking.talk,
    DECLARING: declaring.declaring,
    LOCKED: volley.locked,
    HARMING: harming.harming,
    AFTER: after.after,
    OVER: outcome,
}


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    return _ASK[state.phase](state)


_DECIDE: dict[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    f.DieBought: die_bought,
    f.GiftGiven: gift_given,
    f.FeePaid: fee_paid,
    f.PainDeclared: offer.pain_declared,
    f.Conceded: talking.conceded,
    f.HealingTried: after.healing_tried,
    f.RefreshTaken: after.refresh_taken,
}


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most things follow of themselves later."""
    follows = _DECIDE.get(type(fact))
    return follows(state, fact) if follows else ()


SYSTEM = RuleSystem[State](
    name="solar_system",
    title="The Solar System: Bringing Down the Pain",
    version=1,
    scenario=SolarScenario,
    events=(*f.FACTS, *c.CONSEQUENCES),
    rules=Rulebook("sim.rules.solar_system"),
    endings={},
    seats=seats,
    initial=lambda scenario: initial(compile_scenario(scenario)),
    ask=ask,
    decide=decide,
    evolve=evolve,
    describe=words,
    narrate=tell,
    status=standing,
    parse=said,
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
