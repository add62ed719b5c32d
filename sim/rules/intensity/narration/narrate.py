"""The same events as a story: one plain sentence each, for people."""

from collections.abc import Sequence

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.evolve import EVENTS
from sim.rules.intensity.narration.describe import describe
from sim.rules.intensity.narration.names import ability_name, goal_name, name
from sim.rules.intensity.narration.narrate_compared import compared, help_compared
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    MAIN,
    PENALTY,
    REPLACEMENT,
    Goal,
)
from sim.rules.intensity.state import State
from sim.seam.events import TABLE, DiceRolled, Seat
from sim.spine.narration import narrator


def _names(state: State, seats: Sequence[Seat]) -> str:
    return ", ".join(name(state, who) for who in seats)


def _dice(sizes: Sequence[int]) -> str:
    return " ".join(f"d{size}" for size in sizes) or "nothing"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _intent(state: State, event: f.IntentDeclared | f.GoalContinued) -> str:
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    wants = "now wants" if isinstance(event, f.GoalContinued) else "wants"
    return f"{name(state, event.who)} {wants}: {goal_name(state, goal)}."


def _ruled(state: State, event: f.SizeRuled) -> str:
    return f"{name(state, event.who)} allows {name(state, event.of)} a d{event.size}."


def _swapped(state: State, event: f.DieSwapped) -> str:
    return (
        f"{name(state, event.who)} replaces die {event.place + 1} of the pool"
        f" {name(state, event.of)} is up against."
    )


def _extra(state: State, event: f.ExtraBought) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} adds {ability} as an extra die."


def _chosen(state: State, event: f.DieChosen) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} picks {ability}."


def _pip(state: State, event: f.PipPlaced) -> str:
    ability = ability_name(state, event.target, event.ability)
    whose = f"{name(state, event.target)}'s"
    return f"{name(state, event.who)} aims a pip at {whose} {ability}."


def _rolled(state: State, event: DiceRolled) -> str:
    pool = _dice([die.high for die in event.pool])
    who, faces = name(state, event.who), _faces(event.faces)
    if event.why == PENALTY:
        return f"The penalty dice on {who} ({pool}) show {faces}."
    if event.why == REPLACEMENT:
        return f"In place of dice of {who}, {pool} show {faces}."
    if event.who == TABLE:
        against = name(state, Seat(event.attempt))
        return f"Against {against}, {pool} are rolled: {faces}."
    helps = " to help" if event.why == HELPING_ROLL else ""
    assert event.why in {MAIN, HELPING_ROLL, HELPED_AGAINST}
    return f"{who} rolls {pool}{helps}: {faces}."


def _changed(state: State, event: c.IntentChanged) -> str:
    was = goal_name(state, Goal(*event.was))
    now = goal_name(state, Goal(*event.now))
    return f"{name(state, event.who)} changes from {was} to {now}."


def _spent(state: State, event: c.PoolSpent) -> str:
    extras = f" with {_many(event.extras, 'extra die')}" if event.extras else ""
    extras = extras.replace("dies", "dice")
    return (
        f"{name(state, event.who)} pays {event.amount} Intensity{extras}"
        f" ({event.left} left)."
    )


def _no_pool(state: State, event: c.NoPool) -> str:
    why = {
        c.UNABLE_TO_PAY: "has no Intensity left for a pool",
        c.WITHOUT_DICE: "has no dice left for a pool",
        c.NO_PAYER: "has nobody to pay for a pool",
    }
    return f"{name(state, event.who)} {why[event.reason]}."


def _assembled(state: State, event: c.PoolAssembled) -> str:
    dice = [
        f"{ability_name(state, event.who, die.ability) or die.role} d{die.size}"
        for die in event.dice
    ]
    return f"{name(state, event.who)} has {', '.join(dice) or 'no dice'}."


def _built(state: State, event: c.DifficultyBuilt) -> str:
    who = name(state, event.who)
    if event.dice:
        sizes = [
            event.size if place in event.places else size
            for place, size in enumerate(event.dice)
        ]
        return f"{who} is up against {_dice(sizes)}."
    by, size = name(state, event.by), event.size
    if not event.places:
        return f"{by} has no dice to make d{size}s against {who}."
    if len(event.places) == 1:
        return f"Against {who}, 1 die of {by} becomes a d{size}."
    return f"Against {who}, {len(event.places)} dice of {by} become d{size}s."


def _granted(state: State, event: c.SituationDieGranted) -> str:
    start = " from the next round on" if event.fresh else ""
    rolls = _many(event.uses, "roll")
    return f"{name(state, event.who)} gets a d{event.size} for {rolls}{start}."


def _penalised(state: State, event: c.PenaltyInflicted) -> str:
    count = _many(event.count, "penalty die").replace("dies", "dice")
    rolls = _many(event.rolls, "roll")
    return f"{name(state, event.who)} suffers {count} (d{event.size}) for {rolls}."


def _worn(state: State, event: c.DiceWorn) -> str:
    parts = [
        f"{label} dice {_dice(sizes)}"
        for label, sizes in (("situation", event.situation), ("penalty", event.penalty))
        if sizes
    ]
    return f"{name(state, event.who)} uses one roll of {' and '.join(parts) or 'none'}."


def _harm(state: State, event: c.HarmApplied) -> str:
    ability = ability_name(state, event.who, event.ability)
    left = f"a d{event.size}" if event.size else "gone"
    return (
        f"{name(state, event.by)} takes {_many(event.amount, 'pip')} off {ability} of"
        f" {name(state, event.who)}: {left}."
    )


def _used(state: State, event: c.SuccessesUsed) -> str:
    wasted = f", {event.wasted} wasted" if event.wasted else ""
    return (
        f"{name(state, event.by)} has used {_many(event.amount, 'success')}"
        f" against {name(state, event.who)}{wasted}."
    ).replace("successs", "successes")


def _zeroed(state: State, event: c.AbilityZeroed) -> str:
    ability = ability_name(state, event.who, event.ability)
    how = " by ceding" if event.cause == c.BY_CESSION else ""
    return f"{name(state, event.who)} loses {ability}{how}."


def _obtained(state: State, event: c.GoalObtained) -> str:
    goal = goal_name(state, Goal(*event.goal))
    how = {
        c.BY_ZERO: "",
        c.BY_CESSION: " by the other's ceding",
        c.BY_UPPER_HAND: " by the upper hand",
    }
    return f"{name(state, event.who)} obtains: {goal}{how[event.cause]}."


def _reconciled(state: State, event: c.GoalsReconciled) -> str:
    return f"{_names(state, event.who)} all obtained theirs: {state.setup.reconciled}."


def _die_granted(state: State, event: c.OutcomeDieGranted) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} gains {ability} d{event.size} for good."


def _left(state: State, event: c.SidesLeft) -> str:
    leaves = "leave" if len(event.who) > 1 else "leaves"
    return f"{_names(state, event.who) or 'Nobody'} {leaves} content."


def _withdrawn(state: State, event: c.Withdrawn) -> str:
    why = "with the side" if event.reason == c.WITH_SIDE else "without Intensity"
    return f"{name(state, event.who)} cedes, {why}."


def _aftermath(state: State, event: c.AftermathSettled) -> str:
    left = ", ".join(
        f"{name(state, one.who)} {one.intensity}"
        for one in event.carried
        if not state.setup.characters[one.who].static
    )
    return f"It is over: {event.how.replace('_', ' ')}. Intensity left: {left}."


narrate = narrator(
    {
        f.IntentDeclared: _intent,
        f.DieSought: "{who} asks for a d{size}.",
        f.SizeRuled: _ruled,
        f.DieSwapped: _swapped,
        f.SwapsEnded: "{who} replaces no more dice.",
        f.PoolEntered: "{who} enters a pool.",
        f.PoolDeclined: "{who} rolls nothing this round.",
        f.DieChosen: _chosen,
        f.ExtraBought: _extra,
        f.PoolClosed: "{who} adds no more dice.",
        f.PipPlaced: _pip,
        f.GoalContinued: _intent,
        f.Contented: "{who} wants no more.",
        f.WentOn: "{who} goes on.",
        f.Conceded: "{who} cedes.",
        DiceRolled: _rolled,
        c.RoundStarted: "Round {number}.",
        c.GoalsShown: "The goals are shown.",
        c.IntentChanged: _changed,
        c.PoolSpent: _spent,
        c.NoPool: _no_pool,
        c.PoolAssembled: _assembled,
        c.PoolsShown: "The pools are shown.",
        c.DifficultyBuilt: _built,
        c.RollsCompared: compared,
        c.HelpCompared: help_compared,
        c.SituationDieGranted: _granted,
        c.PenaltyInflicted: _penalised,
        c.DiceWorn: _worn,
        c.RollsClosed: "The rolls are compared.",
        c.HarmApplied: _harm,
        c.SuccessesUsed: _used,
        c.DamageForestalled: "{by} is beaten to it.",
        c.AbilityZeroed: _zeroed,
        c.CharacterDied: "{who} dies.",
        c.GoalObtained: _obtained,
        c.GoalsReconciled: _reconciled,
        c.OutcomeDieGranted: _die_granted,
        c.OutcomeDieInflicted: "{who} has a penalty d{size} for good.",
        c.EffectsSettled: "The effects are counted.",
        c.SidesLeft: _left,
        c.Withdrawn: _withdrawn,
        c.RoundEnded: "Round {number} is over.",
        c.AftermathSettled: _aftermath,
    },
    EVENTS,
    describe,
)
"""(state before, event) -> the event as a sentence."""
