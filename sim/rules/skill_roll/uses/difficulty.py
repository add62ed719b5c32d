"""Before the dice: everything that must be asked and rolled to set the difficulty."""

from sim.rules.skill_roll.consequences import DifficultySet, OppositionSet
from sim.rules.skill_roll.facts import (
    CircumstanceRuled,
    DifficultyRuled,
    RollChosen,
    WeightRuled,
)
from sim.rules.skill_roll.phases import Purpose, Setting, Trial
from sim.rules.skill_roll.rounds.conditions import (
    default_row,
    default_weight,
    fitting,
)
from sim.rules.skill_roll.rounds.opposed import Resister
from sim.rules.skill_roll.rounds.throws import skill_throw
from sim.rules.skill_roll.scenario.sheet import Condition
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.skills.dice import TEN, DiceSet
from sim.rules.skill_roll.state import State, sheet_of, view
from sim.rules.skill_roll.uses.procedures import procedure
from sim.rules.skill_roll.uses.single import rows_open
from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import Asked, Decision, Due


def ask_setting(state: State, phase: Setting) -> Asked[State]:
    """Return the next question or roll before the difficulty can be set [SK-RUL-02].

    First come the questions of this sort of matter, then the Narrator's rulings, then
    the totals of those who resist; and then it is set.
    """
    matter, by = phase.matter, procedure(phase)
    asked = by.ask_first(state, phase, matter) or _ask_narrator(state, phase)
    if asked is not None:
        return asked
    resisters = by.resisters(state, phase, matter)
    if len(phase.totals) < len(resisters):
        return _ask_resister(state, phase, resisters[len(phase.totals)])
    throws, rules = by.throws(state, phase, matter), by.rules(state, phase, matter)
    return Due(
        tuple(
            DifficultySet(
                (*cites, "SK-RUL-05"),
                throw.who,
                throw.purpose,
                throw.difficulty,
                throw.parts,
                throw.row,
            )
            for throw, cites in zip(throws, rules, strict=False)
        )
    )


# What the scenario leaves open.


def _ask_narrator(state: State, phase: Setting) -> Decision[State] | None:
    """Ask the Narrator what the scenario leaves open [SK-DP-03, SK-RUL-60]."""
    if not state.setup.asked:
        return None
    if procedure(phase).is_opposed(state, phase.matter):
        options = _circumstances(state, phase) or _weights(state, phase)
    else:
        options = _difficulties(state, phase)
    judge = state.setup.judge
    return Decision(judge, options, view(state, judge)) if options else None


def _circumstances(state: State, phase: Setting) -> tuple[Fact, ...]:
    """Return the rows of circumstances, that of the conditions first [SK-RUL-15]."""
    setup, of = state.setup, phase.matter.who
    if not setup.asks("circumstance") or phase.circumstance is not None:
        return ()
    first = default_row(_fitting(state, phase))
    rows = [first, *(row for row in Circumstance if row != first)]
    return tuple(CircumstanceRuled(setup.judge, of, row) for row in rows)


def _weights(state: State, phase: Setting) -> tuple[Fact, ...]:
    """Return the possible weights of a rank of power, if one counts [SK-RUL-16]."""
    setup, of = state.setup, phase.matter.who
    if not setup.asks("weight") or phase.weight is not None:
        return ()
    first = default_weight(setup, _fitting(state, phase))
    if first is None:
        return ()
    others = (weight for weight in range(setup.scale.rank + 1) if weight != first)
    return tuple(WeightRuled(setup.judge, of, weight) for weight in (first, *others))


def _fitting(state: State, phase: Setting) -> tuple[Condition, ...]:
    contest = procedure(phase).contest_of(state, phase.matter)
    return fitting(state.setup, state.round, contest)


def _difficulties(state: State, phase: Setting) -> tuple[Fact, ...]:
    """Return the rows of the chart for an unopposed use, its own first [SK-QLU-03]."""
    setup, trial = state.setup, phase.matter
    if not setup.asks("difficulty") or phase.row is not None:
        return ()
    assert type(trial) is Trial
    rows = rows_open(state, trial)
    return tuple(DifficultyRuled(setup.judge, trial.who, row) for row in rows)


# Opponents.


def _ask_resister(state: State, phase: Setting, resister: Resister) -> Asked[State]:
    """Return an opponent's roll, 10, or the choice between them.

    [SK-QLO-03, SK-RUL-04]
    """
    dice, rolls = dice_of(state, resister), phase.roll
    rule = state.setup.rulings.deterministic
    if (
        dice is not None
        and rule == "agent_choice"
        and resister.purpose != Purpose.DEFENCE
    ):
        if rolls is None:
            options = (
                RollChosen(resister.who, roll=True),
                RollChosen(resister.who, roll=False),
            )
            return Decision(resister.who, options, view(state, resister.who))
        dice = dice if rolls else None
    if dice is None:
        rules = ("SK-ROLL-02", "SK-QLO-03", "SK-RUL-04", "SK-RUL-54")
        return Due(
            (OppositionSet(rules, resister.who, TEN + resister.rank, rolled=False),)
        )
    return skill_throw(state, resister.who, resister.purpose, dice, resister.rank, 0)


def dice_of(state: State, resister: Resister) -> DiceSet | None:
    """Return the dice of an opponent who may not choose; None if it takes 10."""
    if resister.purpose != Purpose.DEFENCE:
        rule = state.setup.rulings.deterministic
        npc = sheet_of(state, resister.who).npc
        if rule == "all_opponents" or (rule == "npc_opponents" and npc):
            return None
    return state.setup.dice_of(resister.skill)


def opposition_rolled(_state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the total of an opponent's roll."""
    attacked = fact.why == Purpose.DEFENCE
    rules = ("SK-RUL-18",) if attacked else ("SK-QLO-03", "SK-RUL-04")
    (total,) = fact.reading
    return (OppositionSet(("SK-ROLL-02", *rules), fact.who, total, rolled=True),)
