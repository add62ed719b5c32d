"""A conflict as a reader follows it: who does what, how hard, and what comes of it."""

from sim.events import DiceRolled, Event
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.combat.difficulty import Awareness
from sim.rules.skill_roll.evolve import EVENTS
from sim.rules.skill_roll.narration.describe import describe
from sim.rules.skill_roll.narration.names import name, spoken
from sim.rules.skill_roll.narration.narrate_harm import bystander_harmed, harm_applied
from sim.rules.skill_roll.narration.narrate_rolls import (
    checked,
    difficulty_set,
    opposition,
    outcome,
    rolled,
)
from sim.rules.skill_roll.phases import Bar, Order, Response, Special, Verdict
from sim.rules.skill_roll.scenario.compile import TASK
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.charts import Recall
from sim.rules.skill_roll.state import State, character
from sim.spine.narration import narrator

KNOWN = {
    Recall.UNFAMILIAR: "it is unfamiliar, as a part of {skill}",
    Recall.FAULTY: "it is familiar, but what comes to mind is {trust}",
    Recall.YES_NO: "enough to answer yes or no",
    Recall.SHORT_ANSWERS: "enough for answers of a word or two",
    Recall.BACKGROUND: "a paragraph of background, and where to find more",
    Recall.EXTENSIVE: "it was studied at length",
}
WHY = {
    Bar.POWER: "it is too far beyond the power",
    Bar.ASKED: "the subject was asked about before",
    Bar.RULED: "it is ruled to be impossible",
    Bar.BACKGROUND: "without any background nobody knows where to look",
}
AWARE = {
    Awareness.UNAWARE_OF_ATTACK: "notices that there is a fight",
    Awareness.AWARE: "knows what is going on",
}
VERDICTS = {
    Verdict.ROUTINE: "it is routine",
    Verdict.ROLL: "it is rolled for",
    Verdict.IMPOSSIBLE: "it cannot be done",
}
ORDERS = {
    Order.PROXIMITY: "bystanders are checked, the nearest first",
    Order.RANDOM: "bystanders are checked in any order",
    Order.NONE: "no bystander is checked",
}
SPECIAL = {
    Special.KNOWLEDGE: "what {who} knows of {subject}, by {skill}",
    Special.SHOT: "a shot of {who} at a target, by {skill}",
    Special.RESEARCH: "{who} does research{into}, by {skill}",
    Special.POWER: "{who} uses {power}, by {skill}",
    Special.NOTHING: "{who} uses {skill}",
}


# What is answered.


def _act(state: State, event: f.ActDeclared) -> str:
    side = state.setup.sides[event.against]
    return f"{name(state, event.who)} tries to {event.approach}, against {side}."


def _response(state: State, event: f.ResponseDeclared) -> str:
    who = name(state, event.who)
    if event.response == Response.DEFEND:
        return f"{who} defends with {event.by}."
    if event.response == Response.COUNTER:
        return f"{who} does not defend but counters with {event.by}."
    return f"{who} makes no defence."


def _roll_chosen(state: State, event: f.RollChosen) -> str:
    does = "will roll" if event.roll else "will take 10"
    return f"{name(state, event.who)} {does}."


def _given(state: State, event: f.LevelsGiven) -> str:
    count = f"{event.levels} level{'s' if event.levels > 1 else ''}"
    return f"{name(state, event.who)} gives {count} to {event.aspect}."


def _use_ruled(state: State, event: f.UseRuled) -> str:
    return _ruling(state, event, VERDICTS[event.verdict])


def _row_ruled(state: State, event: f.DifficultyRuled | f.CircumstanceRuled) -> str:
    return _ruling(state, event, spoken(event.row))


def _bystanders_ruled(state: State, event: f.BystandersRuled) -> str:
    return _ruling(state, event, ORDERS[event.order])


def _ruling(
    state: State,
    event: f.UseRuled | f.DifficultyRuled | f.CircumstanceRuled | f.BystandersRuled,
    says: str,
) -> str:
    return f"{name(state, event.who)} on {name(state, event.of)}: {says}."


# What follows.


def _round(state: State, event: c.RoundStarted) -> str:
    if state.setup.kind == TASK:
        return f"Use {event.number} of {len(state.setup.uses)}."
    order = ", then ".join(name(state, who) for who in event.order)
    return f"Round {event.number} begins{f': {order}' if order else ''}."


def _oops(state: State, event: c.OopsChanged) -> str:
    who = name(state, event.who)
    if event.after > event.before:
        return f"{who} is out of position (OOPS {event.after})."
    left = f"OOPS {event.after} is left" if event.after else "no OOPS is left"
    return f"{who} is back in position: {left}."


def _aware(state: State, event: c.AwarenessGrew) -> str:
    return f"{name(state, event.who)} {AWARE[event.awareness]}."


def _offset(state: State, event: c.MissOffsetFound) -> str:
    target = name(state, event.stray.strike.target)
    return f"It lands {event.stray.du} DU from {target}."


def _near(_state: State, event: c.BystandersGathered) -> str:
    return f"Near where it lands: {', '.join(event.names)}." if event.names else ""


def _terms(state: State, event: c.TermsFixed) -> str:
    return f"{name(state, event.who)} has conceded, and keeps {event.leaves:.0%}."


def _progress(state: State, event: c.ProgressMade) -> str:
    side = state.setup.sides[character(state, event.who).side]
    done = f"{event.gained} more, {event.total} of {state.setup.goal} in all"
    return f"Progress for {side}: {done}."


def _use(state: State, event: c.SkillUseClassified) -> str:
    use = state.setup.uses[event.number]
    who, sort = name(state, event.who), "measured" if event.measured else "plain"
    what = SPECIAL[event.special].format(
        who=who,
        skill=use.skill,
        power=use.power,
        subject=use.subject or "the subject",
        into=_into(use),
    )
    against = f" against {name(state, use.opponent)}" if event.opposed else ""
    inside = (
        f", {event.within} by the standards of {use.culture}" if use.culture else ""
    )
    return (
        f"{what}{against}: a {sort} use, by one who is {_a(event.expertise)}{inside}."
    )


def _into(use: UseData) -> str:
    """Say what is researched, unless one of several topics is still to be chosen."""
    return f" into {use.topics[0].subject}" if len(use.topics) == 1 else ""


def _a(expertise: str) -> str:
    if expertise == "unskilled":
        return expertise
    return f"{'an' if expertise[0] in 'aeiou' else 'a'} {expertise}"


def _impossible(state: State, event: c.AutomaticFailureDeclared) -> str:
    return f"{name(state, event.who)} fails without a roll: {WHY[event.reason]}."


def _recalled(state: State, event: c.KnowledgeRecalled) -> str:
    trust = "wrong" if event.wrong else "right this time"
    known = KNOWN[event.band].format(skill=event.skill, trust=trust)
    return f"{name(state, event.who)} on {event.subject or 'the subject'}: {known}."


def _researched(state: State, event: c.ResearchDone) -> str:
    who, subject = name(state, event.who), event.subject
    if event.learned:
        return f"The research of {who} into {subject} pays off."
    new = "nothing new" if event.level >= 0 else "nothing"
    return f"{who} finds {new} about {subject}."


def _recorded(state: State, event: c.SpecialtyRecorded) -> str:
    skill = f"{event.subject} at {event.rank} ({event.inheritance} inheritance)"
    return f"{name(state, event.who)} records a specialised skill: {skill}."


def _allocated(state: State, event: c.EffectAllocated) -> str:
    parts = [f"{aspect} {percent}%" for aspect, percent in event.aspects]
    if event.ranks:
        parts.append(f"{event.ranks} rank{'s' if event.ranks > 1 else ''} more")
    unused = f"; {event.unused} unused" if event.unused else ""
    return f"{name(state, event.who)} achieves {', '.join(parts)} of normal{unused}."


def _performed(state: State, event: c.UsePerformed) -> str:
    does = "succeeds" if event.success else "fails"
    return f"{name(state, event.who)} {does}."


_sentence = narrator(
    {
        f.AttackDeclared: "{who} attacks {target}: {form}.",
        f.ActDeclared: _act,
        f.RecoveryTaken: "{who} takes the turn to recover.",
        f.WithdrawalTried: "{who} tries to get away.",
        f.AimChanged: "{who} now wants something else: {aim}.",
        f.Held: "{who} does nothing.",
        f.Conceded: "{who} gives it up.",
        f.WentOn: "{who} goes on.",
        f.RanksChosen: "{who} uses {ranks} ranks.",
        f.ResponseDeclared: _response,
        f.RollChosen: _roll_chosen,
        f.LevelsGiven: _given,
        f.RankTaken: "{who} makes a rank of levels.",
        f.NoMoreGiven: "{who} leaves the rest.",
        f.TopicChosen: "{who} researches {subject}.",
        f.SpecialtyTaken: "{who} wants to record it.",
        f.SpecialtyLeft: "{who} records nothing.",
        f.UseRuled: _use_ruled,
        f.DifficultyRuled: _row_ruled,
        f.CircumstanceRuled: _row_ruled,
        f.WeightRuled: "{who} on {of}: a rank of the power weighs {weight}.",
        f.BystandersRuled: _bystanders_ruled,
        DiceRolled: rolled,
        c.RoundStarted: _round,
        c.InitiativeStarted: "",
        c.InitiativeLost: "{who} has spent this turn on the counter.",
        c.AwarenessGrew: _aware,
        c.AttackerSeen: "{who} has seen {by}, who cannot hide again.",
        c.IntentChanged: "{who} changes from {was} to {now}.",
        c.OopsChanged: _oops,
        c.DifficultySet: difficulty_set,
        c.OppositionSet: opposition,
        c.OutcomeDetermined: outcome,
        c.HarmApplied: harm_applied,
        c.CombatantTakenOut: "{who} is taken out.",
        c.MissOffsetFound: _offset,
        c.ExchangeEnded: "",
        c.BystandersGathered: _near,
        c.DirectionFound: "It goes towards {clock} o'clock.",
        c.BystanderChecked: checked,
        c.BystanderHarmed: bystander_harmed,
        c.TermsFixed: _terms,
        c.CombatantWithdrew: "{who} gets away.",
        c.ProgressMade: _progress,
        c.SkillUseClassified: _use,
        c.RoutineUseGranted: "{who} needs no roll: it is routine, at level {level}.",
        c.AutomaticFailureDeclared: _impossible,
        c.KnowledgeRecalled: _recalled,
        c.ResearchDone: _researched,
        c.SpecialtyRecorded: _recorded,
        c.EffectAllocated: _allocated,
        c.UsePerformed: _performed,
    },
    EVENTS,
    describe,
)
"""(state before, event) -> the event as a sentence, as its names begin."""


def narrate(state: State, event: Event) -> str:
    """Return *event* as a sentence; *state* is the one before it.

    Names such as "the watch" are written small and may stand first.
    """
    said = _sentence(state, event)
    return said[:1].upper() + said[1:]
