"""The same events as a story: one plain sentence each, for people."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.events import TABLE, DiceRolled, Event
from sim.rules.intensity import consequences as seen
from sim.rules.intensity import facts, harms
from sim.rules.intensity.helping import AGAINST, ROLLED
from sim.rules.intensity.rolls import MAIN, PENALTY, REPLACEMENT
from sim.rules.intensity.state import Goal, State
from sim.rules.intensity.tell_compared import compared, help_compared
from sim.rules.intensity.words import ability_name, goal_name, name

Teller = Callable[[State, Any], str]


def tell(state: State, event: Event) -> str:
    """Return *event* as a sentence; *state* is the one before it."""
    return TELL[type(event)](state, event)


def _names(state: State, seats: Sequence[int]) -> str:
    return ", ".join(name(state, who) for who in seats)


def _dice(sizes: Sequence[int]) -> str:
    return " ".join(f"d{size}" for size in sizes) or "nothing"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _intent(state: State, event: facts.IntentDeclared | facts.GoalContinued) -> str:
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    wants = "now wants" if isinstance(event, facts.GoalContinued) else "wants"
    return f"{name(state, event.who)} {wants}: {goal_name(state, goal)}."


def _ruled(state: State, event: facts.SizeRuled) -> str:
    return f"{name(state, event.who)} allows {name(state, event.of)} a d{event.size}."


def _swapped(state: State, event: facts.DieSwapped) -> str:
    return (
        f"{name(state, event.who)} replaces die {event.place + 1} of the pool"
        f" {name(state, event.of)} is up against."
    )


def _extra(state: State, event: facts.ExtraBought) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} adds {ability} as an extra die."


def _chosen(state: State, event: facts.DieChosen) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} picks {ability}."


def _pip(state: State, event: facts.PipPlaced) -> str:
    ability = ability_name(state, event.target, event.ability)
    return (
        f"{name(state, event.who)} aims a pip at {ability} of"
        f" {name(state, event.target)}."
    )


def _rolled(state: State, event: DiceRolled) -> str:
    pool = _dice([die.high for die in event.pool])
    who, faces = name(state, event.who), _faces(event.faces)
    if event.why == PENALTY:
        return f"The penalty dice on {who} ({pool}) show {faces}."
    if event.why == REPLACEMENT:
        return f"In place of dice of {who}, {pool} show {faces}."
    if event.who == TABLE:
        against = name(state, event.attempt)
        return f"Against {against}, {pool} are rolled: {faces}."
    helps = " to help" if event.why == ROLLED else ""
    assert event.why in {MAIN, ROLLED, AGAINST}
    return f"{who} rolls {pool}{helps}: {faces}."


def _changed(state: State, event: seen.IntentChanged) -> str:
    was = goal_name(state, Goal(*event.was))
    now = goal_name(state, Goal(*event.now))
    return f"{name(state, event.who)} changes from {was} to {now}."


def _spent(state: State, event: seen.PoolSpent) -> str:
    extras = f" with {_many(event.extras, 'extra die')}" if event.extras else ""
    extras = extras.replace("dies", "dice")
    return (
        f"{name(state, event.who)} pays {event.amount} Intensity{extras}"
        f" ({event.left} left)."
    )


def _no_pool(state: State, event: seen.NoPool) -> str:
    why = {
        seen.UNABLE_TO_PAY: "has no Intensity left for a pool",
        seen.WITHOUT_DICE: "has no dice left for a pool",
        seen.NO_PAYER: "has nobody to pay for a pool",
    }
    return f"{name(state, event.who)} {why[event.reason]}."


def _assembled(state: State, event: seen.PoolAssembled) -> str:
    dice = [
        f"{ability_name(state, event.who, die.ability) or die.role} d{die.size}"
        for die in event.dice
    ]
    return f"{name(state, event.who)} has {', '.join(dice) or 'no dice'}."


def _built(state: State, event: seen.DifficultyBuilt) -> str:
    who = name(state, event.who)
    if event.dice:
        sizes = [
            event.size if place in event.places else size
            for place, size in enumerate(event.dice)
        ]
        return f"{who} is up against {_dice(sizes)}."
    count = _many(len(event.places), "die").replace("dies", "dice")
    return f"Against {who}, {count} of {name(state, event.by)} become d{event.size}s."


def _granted(state: State, event: seen.SituationDieGranted) -> str:
    start = " from the next round on" if event.fresh else ""
    rolls = _many(event.uses, "roll")
    return f"{name(state, event.who)} gets a d{event.size} for {rolls}{start}."


def _penalised(state: State, event: seen.PenaltyInflicted) -> str:
    count = _many(event.count, "penalty die").replace("dies", "dice")
    rolls = _many(event.rolls, "roll")
    return f"{name(state, event.who)} suffers {count} (d{event.size}) for {rolls}."


def _worn(state: State, event: seen.DiceWorn) -> str:
    parts = [
        f"{label} dice {_dice(sizes)}"
        for label, sizes in (("situation", event.situation), ("penalty", event.penalty))
        if sizes
    ]
    return f"{name(state, event.who)} uses one roll of {' and '.join(parts) or 'none'}."


def _harm(state: State, event: harms.HarmApplied) -> str:
    ability = ability_name(state, event.who, event.ability)
    left = f"a d{event.size}" if event.size else "gone"
    return (
        f"{name(state, event.by)} takes {_many(event.amount, 'pip')} off {ability} of"
        f" {name(state, event.who)}: {left}."
    )


def _used(state: State, event: harms.SuccessesUsed) -> str:
    wasted = f", {event.wasted} wasted" if event.wasted else ""
    return (
        f"{name(state, event.by)} has used {_many(event.amount, 'success')}"
        f" against {name(state, event.who)}{wasted}."
    ).replace("successs", "successes")


def _zeroed(state: State, event: harms.AbilityZeroed) -> str:
    ability = ability_name(state, event.who, event.ability)
    how = " by ceding" if event.cause == harms.BY_CESSION else ""
    return f"{name(state, event.who)} loses {ability}{how}."


def _obtained(state: State, event: harms.GoalObtained) -> str:
    goal = goal_name(state, Goal(*event.goal))
    how = {
        harms.BY_ZERO: "",
        harms.BY_CESSION: " by the other's ceding",
        harms.BY_UPPER_HAND: " by the upper hand",
    }
    return f"{name(state, event.who)} obtains: {goal}{how[event.cause]}."


def _reconciled(state: State, event: harms.GoalsReconciled) -> str:
    return f"{_names(state, event.who)} all obtained theirs: {state.setup.reconciled}."


def _die_granted(state: State, event: harms.OutcomeDieGranted) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} gains {ability} d{event.size} for good."


def _left(state: State, event: harms.SidesLeft) -> str:
    leaves = "leave" if len(event.who) > 1 else "leaves"
    return f"{_names(state, event.who) or 'Nobody'} {leaves} content."


def _withdrawn(state: State, event: harms.Withdrawn) -> str:
    why = "with the side" if event.reason == harms.WITH_SIDE else "without Intensity"
    return f"{name(state, event.who)} cedes, {why}."


def _aftermath(state: State, event: harms.AftermathSettled) -> str:
    left = ", ".join(
        f"{name(state, one.who)} {one.intensity}"
        for one in event.carried
        if not state.setup.people[one.who].static
    )
    return f"It is over: {event.how.replace('_', ' ')}. Intensity left: {left}."


def _plain(text: str) -> Teller:
    """Return a teller of one sentence about whoever it happened to."""

    def teller(state: State, event: Any) -> str:  # noqa: ANN401 - any event with a who
        return text.format(who=name(state, event.who))

    return teller


TELL: Mapping[type[Event], Teller] = {
    facts.IntentDeclared: _intent,
    facts.DieSought: lambda s, e: f"{name(s, e.who)} asks for a d{e.size}.",
    facts.SizeRuled: _ruled,
    facts.DieSwapped: _swapped,
    facts.SwapsEnded: _plain("{who} replaces no more dice."),
    facts.PoolEntered: _plain("{who} enters a pool."),
    facts.PoolDeclined: _plain("{who} rolls nothing this round."),
    facts.DieChosen: _chosen,
    facts.ExtraBought: _extra,
    facts.PoolClosed: _plain("{who} adds no more dice."),
    facts.PipPlaced: _pip,
    facts.GoalContinued: _intent,
    facts.Contented: _plain("{who} wants no more."),
    facts.WentOn: _plain("{who} goes on."),
    facts.Conceded: _plain("{who} cedes."),
    DiceRolled: _rolled,
    seen.RoundStarted: lambda _s, e: f"Round {e.number}.",
    seen.GoalsShown: lambda _s, _e: "The goals are shown.",
    seen.IntentChanged: _changed,
    seen.PoolSpent: _spent,
    seen.NoPool: _no_pool,
    seen.PoolAssembled: _assembled,
    seen.PoolsShown: lambda _s, _e: "The pools are shown.",
    seen.DifficultyBuilt: _built,
    seen.RollsCompared: compared,
    seen.HelpCompared: help_compared,
    seen.SituationDieGranted: _granted,
    seen.PenaltyInflicted: _penalised,
    seen.DiceWorn: _worn,
    seen.RollsClosed: lambda _s, _e: "The rolls are compared.",
    harms.HarmApplied: _harm,
    harms.SuccessesUsed: _used,
    harms.DamageForestalled: lambda s, e: f"{name(s, e.by)} is beaten to it.",
    harms.AbilityZeroed: _zeroed,
    harms.CharacterDied: _plain("{who} dies."),
    harms.GoalObtained: _obtained,
    harms.GoalsReconciled: _reconciled,
    harms.OutcomeDieGranted: _die_granted,
    harms.OutcomeDieInflicted: (
        lambda s, e: f"{name(s, e.who)} has a penalty d{e.size} for good."
    ),
    harms.EffectsSettled: lambda _s, _e: "The effects are counted.",
    harms.SidesLeft: _left,
    harms.Withdrawn: _withdrawn,
    harms.RoundEnded: lambda _s, e: f"Round {e.number} is over.",
    harms.AftermathSettled: _aftermath,
}
