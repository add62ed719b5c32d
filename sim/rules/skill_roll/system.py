"""Skill rolls: the phases, the consequences of answers, and the rule system.

A round of a fight is everybody's turn, of a contest one act of every side, of a task
one use. Everything that is rolled for goes through the same procedure.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.skill_roll.appraisal.appraise import appraise
from sim.rules.skill_roll.appraisal.essence import CHART, essence
from sim.rules.skill_roll.appraisal.odds import ODDS
from sim.rules.skill_roll.appraisal.weigh import weigh
from sim.rules.skill_roll.between.carrying import carried, entered
from sim.rules.skill_roll.combat.aftermath import ask_aftermath
from sim.rules.skill_roll.combat.bystanders import checked, directed, shuffled
from sim.rules.skill_roll.combat.initiative import (
    ask_turn,
    attack_declared,
    gave_up,
    recovered,
)
from sim.rules.skill_roll.consequences import (
    CONSEQUENCES,
    HarmApplied,
    OutcomeDetermined,
)
from sim.rules.skill_roll.evolve import evolve
from sim.rules.skill_roll.facts import (
    FACTS,
    AttackDeclared,
    Conceded,
    RecoveryTaken,
    SpecialtyTaken,
    UseRuled,
)
from sim.rules.skill_roll.narration.carries import FIGURES, carries, holdings
from sim.rules.skill_roll.narration.describe import claimable, describe
from sim.rules.skill_roll.narration.narrate import narrate
from sim.rules.skill_roll.narration.parse import parse
from sim.rules.skill_roll.narration.status import status, won
from sim.rules.skill_roll.narration.wording import WORDING
from sim.rules.skill_roll.phases import (
    Aftermath,
    Between,
    Initiative,
    Phase,
    Purpose,
    Reading,
    Rolling,
    Setting,
)
from sim.rules.skill_roll.rounds.opening import initial
from sim.rules.skill_roll.rounds.turns import ask_between, order_thrown
from sim.rules.skill_roll.scenario.compile import CONTEST
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario, seats
from sim.rules.skill_roll.scenario.validate import validate
from sim.rules.skill_roll.scenario.warnings import warnings
from sim.rules.skill_roll.state import Ending, State, view
from sim.rules.skill_roll.uses.contest import ask_acting
from sim.rules.skill_roll.uses.difficulty import ask_setting, opposition_rolled
from sim.rules.skill_roll.uses.knowledge import faulty_read, specialty_taken
from sim.rules.skill_roll.uses.reading import ask_reading
from sim.rules.skill_roll.uses.rolling import ask_rolling, dice_read
from sim.rules.skill_roll.uses.routine import use_ruled
from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import (
    Asked,
    Campaigns,
    Decision,
    Files,
    RuleSystem,
    Solving,
    Words,
)
from sim.spine.rulebook import Rulebook


def _ask_initiative(state: State, phase: Initiative) -> Decision[State]:
    acting = state.setup.kind == CONTEST
    return ask_acting(state, phase) if acting else ask_turn(state, phase)


ASK: Mapping[type[Phase], Callable[[State, Any], Asked[State]]] = {
    Between: ask_between,
    Initiative: _ask_initiative,
    Setting: ask_setting,
    Rolling: ask_rolling,
    Aftermath: ask_aftermath,
    Reading: ask_reading,
}
"""Phase of a round -> the function that says what it waits for."""


def ask(state: State) -> Asked[State]:
    """Return what the conflict waits for."""
    phase = state.phase
    return ASK[type(phase)](state, phase)


def _bystander(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    phase = state.phase
    assert type(phase) is Aftermath
    assert phase.near
    (shown,) = fact.reading
    return checked(state, phase.strays[0], phase.near[0], shown)


def _directed(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    assert type(state.phase) is Aftermath
    return directed(state.phase, fact)


def _shuffled(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    assert type(state.phase) is Aftermath
    return shuffled(state, state.phase, fact)


ROLLED: Mapping[str, Callable[[State, DiceRolled], tuple[Consequence, ...]]] = {
    Purpose.INITIATIVE: order_thrown,
    Purpose.ATTACK: dice_read,
    Purpose.COUNTER: dice_read,
    Purpose.WITHDRAW: dice_read,
    Purpose.ACT: dice_read,
    Purpose.USE: dice_read,
    Purpose.DEFENCE: opposition_rolled,
    Purpose.PURSUIT: opposition_rolled,
    Purpose.RESIST: opposition_rolled,
    Purpose.BYSTANDER: _bystander,
    Purpose.DIRECTION: _directed,
    Purpose.ORDER: _shuffled,
    Purpose.FAULTY_ANSWER: faulty_read,
}
"""Purpose of a roll -> its consequences."""


def _rolled(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    return ROLLED[fact.why](state, fact)


DECIDE: Mapping[type[Fact], Callable[[State, Any], tuple[Consequence, ...]]] = {
    DiceRolled: _rolled,
    AttackDeclared: attack_declared,
    RecoveryTaken: recovered,
    Conceded: gave_up,
    UseRuled: use_ruled,
    SpecialtyTaken: specialty_taken,
}
"""Class of answer -> its immediate consequences; those of other answers come as Due."""


def decide(state: State, fact: Fact) -> tuple[Consequence, ...]:
    """Return what follows from *fact*; most answers have no immediate consequence."""
    follow = DECIDE.get(type(fact))
    return follow(state, fact) if follow is not None else ()


_RULES = Rulebook("sim.rules.skill_roll")

SYSTEM = RuleSystem[State](
    name="skill_roll",
    title="Skill rolls",
    version=1,
    scenario=SkillRollScenario,
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
    stalls=frozenset({Ending.ROUND_LIMIT}),
    odds=ODDS,
    tally={
        HarmApplied: (
            "harm in eighths",
            lambda event: (event.who, event.eighths),
        ),
        Conceded: ("conceded", lambda event: (event.who, 1)),
        OutcomeDetermined: (
            "misses",
            lambda event: (event.who, int(event.level < 0)),
        ),
    },
    words=Words[State](
        parse=parse,
        won=won,
        wording=WORDING,
        dice_decided_by="SK-ROLL-02",
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
