"""Dice pools: the phases of a conflict, the consequences of answers, and the system.

A round has declarations, contests, rolls, effects, their meaning for losses and
consciences, and the choice whether to go on. A task goes attempt by attempt. The
aftermath is a list of timed steps.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.dice_pool.aftermath.passing import ask_passing, step_opened
from sim.rules.dice_pool.aftermath.stepping import DONE, REACHED, ask_stepping
from sim.rules.dice_pool.aftermath.tending import tended
from sim.rules.dice_pool.appraisal.appraise import appraise
from sim.rules.dice_pool.appraisal.essence import CHART, essence
from sim.rules.dice_pool.appraisal.odds import ODDS
from sim.rules.dice_pool.appraisal.weigh import weigh
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.consequences import (
    CONSEQUENCES,
    AnswerShown,
    ConflictConceded,
    IntentChanged,
)
from sim.rules.dice_pool.contests.choosing import ask_choosing, ground_ruled
from sim.rules.dice_pool.contests.claiming import claim_ruled
from sim.rules.dice_pool.contests.comparing import compared
from sim.rules.dice_pool.contests.contesting import ask_contesting
from sim.rules.dice_pool.contests.declaring import ask_declaring
from sim.rules.dice_pool.contests.opening import ask_marks, initial
from sim.rules.dice_pool.contests.reckoning import (
    ask_reckoning,
    deed_ruled,
    limit_ruled,
    virtue_ruled,
    virtue_shown,
)
from sim.rules.dice_pool.contests.returning import outcome
from sim.rules.dice_pool.contests.rolling import ask_rolling, ruled
from sim.rules.dice_pool.contests.settling import ask_settling
from sim.rules.dice_pool.contests.steps import after
from sim.rules.dice_pool.events.judgements import (
    ClaimRuled,
    DeedRuled,
    DifficultyRuled,
    EdgeRuled,
    GroundRuled,
    LimitRuled,
    VirtueRuled,
)
from sim.rules.dice_pool.events.lasting import HarmApplied, WillpowerSpent
from sim.rules.dice_pool.evolve import evolve
from sim.rules.dice_pool.facts import (
    FACTS,
    AttemptMade,
    BondKept,
    CharacterDegenerated,
    CharacterSuccumbed,
    DeedLeft,
    FailureAccepted,
    IntimacyDeveloped,
    IntimacyReplaced,
    NotYetSuccumbed,
    TendingTried,
    TreatmentRefused,
    VirtueKept,
    VirtueShown,
)
from sim.rules.dice_pool.health.hazards import ask_striking
from sim.rules.dice_pool.health.waking import ask_waking
from sim.rules.dice_pool.morality.crisis import degenerated, failed
from sim.rules.dice_pool.narration.carries import FIGURES, carries, holdings
from sim.rules.dice_pool.narration.describe import claimable, describe
from sim.rules.dice_pool.narration.narrate import narrate
from sim.rules.dice_pool.narration.parse import parse
from sim.rules.dice_pool.narration.status import status, won
from sim.rules.dice_pool.narration.wording import WORDING
from sim.rules.dice_pool.phases import (
    Attempting,
    Choosing,
    Closing,
    Contesting,
    Declaring,
    Opening,
    Passing,
    Phase,
    Reckoning,
    Retrying,
    Rolling,
    Settling,
    Stepping,
    Striking,
    Waking,
)
from sim.rules.dice_pool.pools.refreshing import refreshed
from sim.rules.dice_pool.records.rolls import INTIMACY
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario, seats
from sim.rules.dice_pool.scenario.validate import validate
from sim.rules.dice_pool.scenario.warnings import warnings
from sim.rules.dice_pool.state import Ending, State, view
from sim.rules.dice_pool.tasks.attempting import (
    ask_attempting,
    ask_retrying,
    attempted,
)
from sim.seam.events import Consequence, DiceRolled, Fact, by_part
from sim.seam.protocol import (
    Asked,
    Campaigns,
    Due,
    Files,
    Outcome,
    RuleSystem,
    Solving,
    Words,
)
from sim.spine.rulebook import Rulebook


def _ask_waking(state: State, phase: Waking) -> Asked[State] | None:
    return ask_marks(state) or ask_waking(state, phase)


def _ask_rolling(state: State, phase: Rolling) -> Asked[State]:
    return ask_rolling(state, phase) or Due(compared(state, phase))


def _ask_closing(state: State, _phase: Closing) -> Due | Outcome:
    if state.steps < len(state.setup.steps):
        return Due((step_opened(state),))
    return outcome(state)


def _ask_passing(state: State, phase: Passing) -> Asked[State]:
    return ask_passing(state, phase) or Due((REACHED,))


def _ask_stepping(state: State, phase: Stepping) -> Asked[State]:
    asked = ask_stepping(state, phase)
    return asked or _ask_closing(state, Closing())


def _nothing(_state: State, _phase: Opening) -> None:
    """Before the first round nobody is asked."""


ASK: Mapping[type[Phase], Callable[[State, Any], Asked[State] | None]] = {
    Opening: _nothing,
    Waking: _ask_waking,
    Striking: ask_striking,
    Declaring: ask_declaring,
    Contesting: ask_contesting,
    Rolling: _ask_rolling,
    Settling: ask_settling,
    Reckoning: ask_reckoning,
    Choosing: ask_choosing,
    Attempting: ask_attempting,
    Retrying: ask_retrying,
    Passing: _ask_passing,
    Stepping: _ask_stepping,
    Closing: _ask_closing,
}
"""Phase, in order -> the function that says what it waits for; None: nothing more."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    phase = state.phase
    return ASK[type(phase)](state, phase) or after(state)


# The immediate consequences of answers; those of other answers are due.


def _rolled(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    return refreshed(state, fact) if fact.why == INTIMACY else ()


def _done(state: State, _fact: Fact) -> tuple[Consequence, ...]:
    """End one entry of a step, if the answer was to one [DP-R-97]."""
    return (DONE,) if type(state.phase) is Stepping else ()


def _accepted(state: State, fact: FailureAccepted) -> tuple[Consequence, ...]:
    phase = state.phase
    assert type(phase) is Stepping
    return (*failed(state, fact.who, phase.grade), DONE)


def _degenerated(state: State, fact: CharacterDegenerated) -> tuple[Consequence, ...]:
    return (*degenerated(state, fact.who), DONE)


def _virtue(state: State, fact: VirtueShown) -> tuple[Consequence, ...]:
    return (*virtue_shown(state, fact), *_done(state, fact))


DECIDE: Mapping[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    DiceRolled: _rolled,
    EdgeRuled: ruled,
    DifficultyRuled: ruled,
    ClaimRuled: claim_ruled,
    DeedRuled: deed_ruled,
    LimitRuled: limit_ruled,
    VirtueKept: _done,
    VirtueShown: _virtue,
    VirtueRuled: virtue_ruled,
    GroundRuled: ground_ruled,
    AttemptMade: attempted,
    TendingTried: tended,
    TreatmentRefused: _done,
    DeedLeft: _done,
    FailureAccepted: _accepted,
    CharacterDegenerated: _degenerated,
    BondKept: _done,
    IntimacyDeveloped: _done,
    IntimacyReplaced: _done,
    NotYetSuccumbed: _done,
    CharacterSuccumbed: _done,
}
"""Class of answer -> its immediate consequences; those of other answers come as Due."""


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most answers have no immediate consequence."""
    follow = DECIDE.get(type(fact))
    consequences = follow(state, fact) if follow is not None else ()
    if fact.sealed and not state.setup.rulings.sealed and _covered(state):
        return (*consequences, AnswerShown(("DP-R-11",), fact.who))
    return consequences


def _covered(state: State) -> bool:
    return isinstance(state.phase, Declaring | Choosing | Rolling)


_RULES = Rulebook("sim.rules.dice_pool")

SYSTEM = RuleSystem[State](
    name="dice_pool",
    title="Dice pools",
    version=2,
    scenario=DicePoolScenario,
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
    stalls=frozenset({Ending.LEFT_INCONCLUSIVE, Ending.ROUND_LIMIT}),
    odds=ODDS,
    tally={
        HarmApplied: ("harm", lambda event: (event.who, event.points)),
        WillpowerSpent: ("spent", lambda event: (event.who, 1)),
        IntentChanged: ("changed", lambda event: (event.who, 1)),
        ConflictConceded: ("conceded", lambda event: (event.who, 1)),
    },
    words=Words[State](
        parse=parse,
        won=won,
        wording=WORDING,
        dice_decided_by=by_part("DP-ROLL-01", kept="DP-R-02"),
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
