"""Rolling the Planets: the phases of a round, consequences of answers, and the system.

A round has intents, calling, the steps of the text, and the aftermath of the dice. A
phase with nothing more to ask gives way to the next that has something to ask.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.planets.appraisal.appraise import appraise
from sim.rules.planets.appraisal.essence import essence
from sim.rules.planets.appraisal.guesses import guesses
from sim.rules.planets.appraisal.law import CHART
from sim.rules.planets.appraisal.odds import ODDS
from sim.rules.planets.appraisal.weigh import weigh
from sim.rules.planets.between.carrying import carried, entered
from sim.rules.planets.consequences import (
    CONSEQUENCES,
    HarmApplied,
    IntentChanged,
    OmegaShown,
)
from sim.rules.planets.evolve import evolve
from sim.rules.planets.facts import (
    FACTS,
    Conceded,
    DifficultyJudged,
    MajorJudged,
    OmegaCommitted,
    OmegaDeclined,
)
from sim.rules.planets.narration.carries import carries
from sim.rules.planets.narration.describe import describe
from sim.rules.planets.narration.narrate import narrate
from sim.rules.planets.narration.parse import parse
from sim.rules.planets.narration.status import status, won
from sim.rules.planets.narration.wording import WORDING
from sim.rules.planets.phases import (
    Aftermath,
    Assigning,
    Calling,
    Committing,
    Coordinating,
    Framing,
    Opening,
    Phase,
    Rolling,
    Settling,
)
from sim.rules.planets.round.assigning import ask_assigning
from sim.rules.planets.round.calling import COIN, ask_calling, coin_tossed
from sim.rules.planets.round.committing import ask_committing, shown_openly
from sim.rules.planets.round.coordinating import ask_coordinating
from sim.rules.planets.round.framing import ask_framing
from sim.rules.planets.round.opening import ask_opening, initial
from sim.rules.planets.round.resolving import ask_aftermath, resolution
from sim.rules.planets.round.rolling import ask_rolling, dice_read, major_judged
from sim.rules.planets.round.settling import ask_settling, level_judged
from sim.rules.planets.round.steps import LATER, PASSED_OVER, STEP_DUE, begun
from sim.rules.planets.scenario.sheet import PlanetsScenario, seats
from sim.rules.planets.scenario.validate import validate
from sim.rules.planets.state import Ending, State, view
from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import (
    Asked,
    Campaigns,
    Due,
    Files,
    RuleSystem,
    Solving,
    Words,
)
from sim.spine.rulebook import Rulebook

ASK: Mapping[type[Phase], Callable[[State, Any], Asked[State] | None]] = {
    Opening: ask_opening,
    Framing: ask_framing,
    Calling: ask_calling,
    Settling: ask_settling,
    Assigning: ask_assigning,
    Committing: ask_committing,
    Coordinating: ask_coordinating,
    Rolling: ask_rolling,
    Aftermath: ask_aftermath,
}
"""Phase, in order -> the function that says what it waits for; None: nothing more."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    phase = state.phase
    return ASK[type(phase)](state, phase) or _onward(state)


def _onward(state: State) -> Due:
    """Open the next phase that has something to ask, or resolve the round."""
    phase, ahead = state.phase, state
    # Everything was declared, so there are no dice and none of their steps.
    if type(phase) is Calling and not phase.rolling:
        return resolution(state, phase)
    for step in LATER[type(phase)]:
        if step in PASSED_OVER:
            # A step that is skipped still passes on the rolls as they are by then.
            ahead = begun(ahead, step)
            if not _has_more(ahead):
                continue
        return STEP_DUE[step]
    assert type(phase) is Rolling
    return resolution(state, phase)


def _has_more(state: State) -> bool:
    phase = state.phase
    return ASK[type(phase)](state, phase) is not None


def _rolled(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    return coin_tossed(state, fact) if fact.why == COIN else dice_read(state, fact)


DECIDE: Mapping[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    DiceRolled: _rolled,
    DifficultyJudged: level_judged,
    OmegaCommitted: shown_openly,
    OmegaDeclined: shown_openly,
    MajorJudged: major_judged,
}
"""Class of answer -> its immediate consequences; those of other answers come as Due."""


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most answers have no immediate consequence."""
    follow = DECIDE.get(type(fact))
    return follow(state, fact) if follow is not None else ()


_RULES = Rulebook("sim.rules.planets")

SYSTEM = RuleSystem[State](
    name="planets",
    title="Rolling the Planets",
    version=1,
    scenario=PlanetsScenario,
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
    stalls=frozenset({Ending.STANDOFF}),
    odds=ODDS,
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.amount)),
        Conceded: ("conceded", lambda event: (event.who, 1)),
        IntentChanged: ("changed", lambda event: (event.who, 1)),
        OmegaShown: ("omega", lambda event: (event.who, int(event.value > 0))),
    },
    words=Words[State](
        parse=parse,
        won=won,
        wording=WORDING,
        dice_decided_by="PL-HIER-01",
    ),
    solving=Solving[State](
        appraise=appraise,
        weigh=weigh,
        guesses=guesses,
        essence=essence,
        chart=CHART,
    ),
    files=Files(
        template=_RULES.template,
        validate=validate,
    ),
    campaigns=Campaigns[State](
        carried=carried,
        entered=entered,
        carries=carries,
    ),
)
"""The rule system."""
