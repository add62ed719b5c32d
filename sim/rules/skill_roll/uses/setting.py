"""Before the dice: ranks, Responses, rulings, opponents; then the difficulty is set."""

from sim.rules.skill_roll.combat.intervening import ask_others
from sim.rules.skill_roll.combat.striking import ask_response
from sim.rules.skill_roll.combat.withdrawing import pursuers, unpursued
from sim.rules.skill_roll.consequences import DifficultySet, OppositionSet
from sim.rules.skill_roll.facts import (
    CircumstanceRuled,
    DifficultyRuled,
    RanksChosen,
    RollChosen,
    WeightRuled,
)
from sim.rules.skill_roll.phases import Escape, Purpose, Setting, Strike, Trial
from sim.rules.skill_roll.rounds.conditions import (
    default_row,
    default_weight,
    fitting,
)
from sim.rules.skill_roll.rounds.throws import skill_throw
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.skills.dice import TEN, DiceSet
from sim.rules.skill_roll.state import State, character, form_of, view
from sim.rules.skill_roll.uses.matters import (
    Resister,
    contest_of,
    is_opposed,
    resisters,
    rules_of,
    throws,
)
from sim.rules.skill_roll.uses.research import ask_topic
from sim.rules.skill_roll.uses.routine import ask_verdict
from sim.rules.skill_roll.uses.single import ranks_choices, rows_open
from sim.seam.events import Consequence, DiceRolled, Fact
from sim.seam.protocol import Asked, Decision, Due


def ask_setting(state: State, phase: Setting) -> Asked[State]:
    """Return what must be known before the difficulty can be set [SK-RUL-02]."""
    matter = phase.matter
    if type(matter) is Escape and not pursuers(state, matter):
        return unpursued(matter)
    if type(matter) is Trial:
        settled = ask_topic(state, matter) or ask_verdict(state, phase, matter)
        if settled is not None:
            return settled
    asked = _ask_ranks(state, phase)
    if asked is None and type(matter) is Strike:
        asked = ask_others(state, phase, matter) or ask_response(state, phase, matter)
    asked = asked or _ask_narrator(state, phase)
    if asked is not None:
        return asked
    against = resisters(state, phase)
    if len(phase.totals) < len(against):
        return _ask_resister(state, phase, against[len(phase.totals)])
    rules = rules_of(state, phase)
    return Due(
        tuple(
            DifficultySet(
                (*cites, "SK-RUL-05"),
                one.who,
                one.purpose,
                one.difficulty,
                one.parts,
                one.row,
            )
            for one, cites in zip(throws(state, phase), rules, strict=False)
        )
    )


def _ask_ranks(state: State, phase: Setting) -> Decision[State] | None:
    """Ask how many ranks are used, where that is asked at all [SK-DP-12, SK-RUL-43]."""
    matter = phase.matter
    if phase.ranks is not None or not state.setup.rulings.pull_ranks:
        return None
    choices: tuple[int, ...] = ()
    if type(matter) is Strike:
        owned = form_of(state, matter.who, matter.form).ranks
        choices = tuple(range(owned, 0, -1))
    elif type(matter) is Trial:
        choices = ranks_choices(state, matter)
    if len(choices) < 2:  # noqa: PLR2004 - one is no choice
        return None
    who = matter.who
    options: tuple[Fact, ...] = tuple(RanksChosen(who, ranks) for ranks in choices)
    return Decision(who, options, view(state, who))


def _ask_narrator(state: State, phase: Setting) -> Decision[State] | None:
    """Ask the Narrator what the scenario leaves open [SK-DP-03, SK-RUL-60]."""
    setup, judge, of = state.setup, state.setup.judge, phase.matter.who
    options: list[Fact] = []
    if not setup.asked:
        return None
    if is_opposed(state, phase):
        conditions = fitting(setup, state.round, contest_of(state, phase))
        weight = default_weight(setup, conditions)
        if setup.asks("circumstance") and phase.circumstance is None:
            first = default_row(conditions)
            rows = [first, *(row for row in Circumstance if row != first)]
            options = [CircumstanceRuled(judge, of, row) for row in rows]
        elif setup.asks("weight") and phase.weight is None and weight is not None:
            others = (one for one in range(setup.scale.rank + 1) if one != weight)
            options = [WeightRuled(judge, of, one) for one in (weight, *others)]
    elif setup.asks("difficulty") and phase.row is None:
        assert type(phase.matter) is Trial
        rows_there = rows_open(state, phase.matter)
        options = [DifficultyRuled(judge, of, row) for row in rows_there]
    return Decision(judge, tuple(options), view(state, judge)) if options else None


# Opponents.


def _ask_resister(state: State, phase: Setting, one: Resister) -> Asked[State]:
    """Return how an opponent comes to its total: dice, or 10 [SK-QLO-03, SK-RUL-04]."""
    dice, rolls = dice_of(state, one), phase.roll
    rule = state.setup.rulings.deterministic
    if dice is not None and rule == "agent_choice" and one.purpose != Purpose.DEFENCE:
        if rolls is None:
            options = (RollChosen(one.who, roll=True), RollChosen(one.who, roll=False))
            return Decision(one.who, options, view(state, one.who))
        dice = dice if rolls else None
    if dice is None:
        rules = ("SK-ROLL-02", "SK-QLO-03", "SK-RUL-04", "SK-RUL-54")
        return Due((OppositionSet(rules, one.who, TEN + one.rank, rolled=False),))
    return skill_throw(state, one.who, one.purpose, dice, one.rank, 0)


def dice_of(state: State, one: Resister) -> DiceSet | None:
    """Return the dice of an opponent who may not choose; None: it comes to 10."""
    if one.purpose != Purpose.DEFENCE:
        rule, npc = state.setup.rulings.deterministic, character(state, one.who).npc
        if rule == "all_opponents" or (rule == "npc_opponents" and npc):
            return None
    return state.setup.dice_of(one.skill)


def opposition_rolled(_state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Say what an opponent's roll came to."""
    attacked = fact.why == Purpose.DEFENCE
    rules = ("SK-RUL-18",) if attacked else ("SK-QLO-03", "SK-RUL-04")
    (total,) = fact.reading
    return (OppositionSet(("SK-ROLL-02", *rules), fact.who, total, rolled=True),)
