"""Intensity: the phases of a round, the consequences of answers, and the rule system.

A round has goals, pools (helpers first), rolls, effects, and the closing after the
effects. Each phase is a chapter; this file only names them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.intensity.appraisal.appraise import appraise
from sim.rules.intensity.appraisal.essence import essence
from sim.rules.intensity.appraisal.law import CHART
from sim.rules.intensity.appraisal.odds import ODDS
from sim.rules.intensity.appraisal.weigh import weigh
from sim.rules.intensity.between.carrying import carried, entered
from sim.rules.intensity.consequences import (
    CONSEQUENCES,
    HarmApplied,
    PoolSpent,
    Withdrawn,
)
from sim.rules.intensity.effects.aftermath import outcome
from sim.rules.intensity.effects.allocation import ask_effects
from sim.rules.intensity.effects.ceding import ask_closing, cession
from sim.rules.intensity.effects.opening import ask_opening, initial
from sim.rules.intensity.evolve import evolve
from sim.rules.intensity.facts import FACTS, Conceded, GoalContinued
from sim.rules.intensity.goals.declaring import ask_goals, continued
from sim.rules.intensity.narration.carries import FIGURES, carries, holdings
from sim.rules.intensity.narration.describe import claimable, describe
from sim.rules.intensity.narration.narrate import narrate
from sim.rules.intensity.narration.needless import needless
from sim.rules.intensity.narration.parse import parse
from sim.rules.intensity.narration.status import status, won
from sim.rules.intensity.narration.wording import WORDING
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    Affecting,
    Building,
    Closing,
    Declaring,
    Opening,
    Over,
    Rolling,
)
from sim.rules.intensity.pools.building import ask_pools
from sim.rules.intensity.rolls.helping import ask_help, help_resolved
from sim.rules.intensity.rolls.main import ask_rolls, rolls_resolved
from sim.rules.intensity.scenario.sheet import IntensityScenario, seats
from sim.rules.intensity.scenario.validate import validate
from sim.rules.intensity.scenario.warnings import warnings
from sim.rules.intensity.state import Ending, State, view
from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import (
    Asked,
    Campaigns,
    Files,
    RuleSystem,
    Solving,
    Words,
)
from sim.spine.rulebook import Rulebook


def _ask_building(state: State, phase: Building) -> Asked[State]:
    """Ask for the pools of helpers, then for all others [IN-HELP-05, IN-R-47]."""
    return ask_help(state, phase) or ask_pools(state, phase)


ASK: Mapping[type, Callable[[State, Any], Asked[State]]] = {
    Opening: ask_opening,
    Declaring: ask_goals,
    Building: _ask_building,
    Rolling: ask_rolls,
    Affecting: ask_effects,
    Closing: ask_closing,
    Over: outcome,
}
"""Phase of a round, in order -> the function that says what it waits for."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    phase = state.phase
    return ASK[type(phase)](state, phase)


def _rolled(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    if fact.why == HELPED_AGAINST:
        return help_resolved(state, fact)
    return () if fact.why == HELPING_ROLL else rolls_resolved(state, fact)


def _conceded(state: State, fact: Conceded) -> tuple[Consequence, ...]:
    return cession(state, fact.who)


DECIDE: Mapping[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    DiceRolled: _rolled,
    Conceded: _conceded,
    GoalContinued: continued,
}
"""Class of answer -> its immediate consequences; those of other answers come as Due."""


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most answers have no immediate consequence."""
    follow = DECIDE.get(type(fact))
    return follow(state, fact) if follow is not None else ()


_RULES = Rulebook("sim.rules.intensity")

SYSTEM = RuleSystem[State](
    name="intensity",
    title="Intensity and the upper hand",
    version=1,
    scenario=IntensityScenario,
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
    stalls=frozenset({Ending.EXHAUSTED, Ending.ROUND_LIMIT}),
    odds=ODDS,
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        PoolSpent: ("spent", lambda event: (event.who, event.amount)),
        Conceded: ("conceded", lambda event: (event.who, 1)),
        Withdrawn: ("conceded", lambda event: (event.who, 1)),
    },
    words=Words[State](
        parse=parse,
        needless=needless,
        won=won,
        wording=WORDING,
        dice_decided_by="IN-COMPARE-02",
        claimable=claimable,
    ),
    solving=Solving[State](
        appraise=appraise,
        weigh=weigh,
        essence=essence,
        chart=CHART,
    ),
    files=Files(
        template=_RULES.template,
        validate=validate,
        warnings=warnings,
    ),
    campaigns=Campaigns[State](
        carried=carried,
        entered=entered,
        carries=carries,
        holdings=holdings,
        figures=FIGURES,
    ),
)
"""The rule system."""
