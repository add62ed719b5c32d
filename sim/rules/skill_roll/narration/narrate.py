"""A conflict as a reader follows it: who does what, how hard, and what comes of it."""

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.evolve import EVENTS
from sim.rules.skill_roll.narration.describe import describe
from sim.rules.skill_roll.narration.names import name
from sim.rules.skill_roll.narration.narrate_answers import (
    act,
    bystanders_ruled,
    companion_countered,
    given,
    response,
    roll_chosen,
    row_ruled,
    stepped_in,
    use_ruled,
)
from sim.rules.skill_roll.narration.narrate_harm import bystander_harmed, harm_applied
from sim.rules.skill_roll.narration.narrate_rolls import (
    checked,
    difficulty_set,
    opposition,
    outcome,
    rolled,
)
from sim.rules.skill_roll.phases import (
    Bar,
    Special,
)
from sim.rules.skill_roll.scenario.compile import TASK
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.charts import Recall
from sim.rules.skill_roll.state import State, character
from sim.seam.events import DiceRolled, Event
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
SPECIAL = {
    Special.KNOWLEDGE: "what {who} knows of {subject}, by {skill}",
    Special.SHOT: "a shot of {who} at a target, by {skill}",
    Special.RESEARCH: "{who} does research{into}, by {skill}",
    Special.POWER: "{who} uses {power}, by {skill}",
    Special.NOTHING: "{who} uses {skill}",
}


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
        f.ActDeclared: act,
        f.RecoveryTaken: "{who} takes the turn to recover.",
        f.WithdrawalTried: "{who} tries to get away.",
        f.AimChanged: "{who} now wants something else: {aim}.",
        f.Held: "{who} does nothing.",
        f.Conceded: "{who} gives it up.",
        f.WentOn: "{who} goes on.",
        f.RanksChosen: "{who} uses {ranks} ranks.",
        f.ResponseDeclared: response,
        f.SteppedIn: stepped_in,
        f.CompanionCountered: companion_countered,
        f.StoodBy: "",
        f.RollChosen: roll_chosen,
        f.LevelsGiven: given,
        f.RankTaken: "{who} makes a rank of levels.",
        f.NoMoreGiven: "{who} leaves the rest.",
        f.TopicChosen: "{who} researches {subject}.",
        f.SpecialtyTaken: "{who} wants to record it.",
        f.SpecialtyLeft: "{who} records nothing.",
        f.UseRuled: use_ruled,
        f.DifficultyRuled: row_ruled,
        f.CircumstanceRuled: row_ruled,
        f.WeightRuled: "{who} on {of}: a rank of the power weighs {weight}.",
        f.BystandersRuled: bystanders_ruled,
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
