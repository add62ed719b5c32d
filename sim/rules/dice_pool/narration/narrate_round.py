"""A round told: who wanted what, what the dice came to, and what came of it."""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.narration.describe import describe
from sim.rules.dice_pool.narration.names import NOBODY_NAMED, moment, name
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, Event
from sim.spine.narration import Sentence
from sim.spine.words import counted, listed

REASONS = {
    "inconclusive": "it is undecided still",
    "new_development": "something new has come up",
    "reversal_sought": "the loser seeks a reversal",
    "retry": "another attempt",
    "wait": "time passes",
    "rest": "a night's rest",
    "scene": "a scene",
    "treat": "treatment",
    "bonds": "ties change",
    "session": "the end of a session",
    "stress": "a heavy blow to the mind",
    "soul": "a matter of souls",
    "transfer": "a wound changes its bearer",
    "growth": "a change of heart",
}
USES = {
    "damage": "as damage",
    "bonus": "as an edge on the next roll",
    "penalty": "as a difficulty for {target}",
    "reputation": "against the reputation of {target}",
    "holdings": "against the holdings of {target}",
    "none": "for nothing more",
}


OUT = {
    "voluntary": "gives it up",
    "let stand": "lets it stand",
    "resistance_limit": "must accept defeat",
    "incapacitated": "can fight no more",
    "dead": "is out of it",
    "no_reputation": "has no name left, and must leave it",
    "no_holdings": "has nothing left, and must leave it",
}
"""Why one is out of it, as it is told."""


def _round(state: State, event: c.RoundOpened) -> str:
    if event.number == 1 and event.reason == "first":
        stakes = state.setup.stakes
        return f"It is about {stakes}." if stakes else "It begins."
    reason = REASONS.get(event.reason)
    at = moment(event.clock)
    return f"At {at}: {reason}." if reason else f"At {at}."


def _declared(state: State, event: f.IntentDeclared) -> str:
    at = "" if event.target == NOBODY else f" ({name(state, event.target)})"
    return f"{name(state, event.who)} wants: {event.intent}{at}, by {event.pool}."


def _shown(state: State, event: c.IntentsShown) -> str:
    parts = [
        f"{listed([name(state, who) for who in some])} {says}"
        for some, says in (
            (event.helping, "helping"),
            (event.protecting, "protecting somebody"),
            (event.holding, "holding back"),
            (event.yielding, "giving up"),
        )
        if some
    ]
    return f"All is shown; {', '.join(parts)}." if parts else "All is shown."


def _out(state: State, event: c.ConflictConceded) -> str:
    return f"{name(state, event.who)} {OUT[event.reason]}."


def _obtained(state: State, event: c.IntentObtained) -> str:
    target = "" if event.target == NOBODY else f" ({name(state, event.target)})"
    free = "" if event.contested else ", unopposed"
    return f"{name(state, event.who)} succeeds: {event.intent}{target}{free}."


def _claimed(state: State, event: f.MarginClaimed) -> str:
    target = NOBODY_NAMED if event.target == NOBODY else name(state, event.target)
    use = USES[event.use].format(target=target)
    return f"{name(state, event.who)} claims the margin of {event.amount} {use}."


def _reputation(state: State, event: c.ReputationDamaged) -> str:
    had = state.participants[event.who].reputation or 0
    who, lost = name(state, event.who), had - event.left
    return f"{who} loses {lost} of reputation ({event.left} left)."


def _holdings(state: State, event: c.HoldingsDamaged) -> str:
    had = state.participants[event.who].holdings or 0
    who, lost = name(state, event.who), had - event.left
    return f"{who} loses {lost} of holdings ({event.left} left)."


def _emptied(state: State, event: c.TallyEmptied) -> str:
    who = name(state, event.who)
    if event.dice:
        dice = counted(event.dice, "die")
        return f"With no {event.tally} left, {who} loses {dice} on social rolls."
    return f"With no {event.tally} left, {who} is from now on: {event.tag}."


def _ended(_state: State, event: c.FightEnded) -> str:
    return f"It is decided: {event.how}."


def _paid(state: State, event: c.PrerequisitePaid) -> str:
    what = f" ({event.resources})" if event.resources else ""
    return f"{name(state, event.who)} prepares first: {moment(event.seconds)}{what}."


def _static(state: State, event: c.StaticObstacleResolved) -> str:
    who = name(state, event.who)
    if not event.rolled:
        return f"{who} needs no roll: it is overcome."
    says = "it is overcome" if event.overcome else "it is not overcome"
    return f"{who} has {counted(event.successes, 'success')}: {says}."


def _met(state: State, event: c.OppositionMet) -> str:
    says = "it is overcome" if event.overcome else "it holds"
    return (
        f"{name(state, event.who)} has {event.total} against {event.against}: {says}."
    )


def _attempt_failed(_state: State, event: c.AttemptFailed) -> str:
    return f"That was failure {event.failures}."


def _word(yes: str, no: str, field: str) -> Sentence[State]:
    def told(state: State, event: Event) -> str:
        words = describe(state, event)
        return (yes if getattr(event, field) else no).format_map(words)

    return told


def _rating(state: State, event: j.DeedRuled) -> str:
    says = f"a crime of {event.rating}" if event.rating else "no crime"
    return f"{name(state, event.who)} on {name(state, event.of)}: {says}."


ROUND: dict[type[Event], Sentence[State]] = {
    f.IntentDeclared: _declared,
    f.HelpOffered: "{who} helps {whom}.",
    f.ProtectionOffered: "{who} protects {whom}.",
    f.HeldBack: "{who} holds back.",
    f.Conceded: "{who} gives up.",
    f.ContestAnswered: "{who} contests what {against} does, by {pool}.",
    f.ContestWaived: "{who} does not contest what {against} does.",
    f.MarginClaimed: _claimed,
    c.RoundOpened: _round,
    c.TurnOpened: "It is the turn of {who}.",
    c.StepOpened: "",
    c.AnswerShown: "",
    c.IntentsShown: _shown,
    c.IntentChanged: "{who} has changed from: {was}, to: {now}.",
    c.DangerNoticed: "{who} is warned.",
    c.ConflictConceded: _out,
    c.IntentObtained: _obtained,
    c.MarginVetoed: "The margin of {who} counts otherwise: {use}, and not {was}.",
    c.ReputationDamaged: _reputation,
    c.HoldingsDamaged: _holdings,
    c.TallyEmptied: _emptied,
    c.LossRecorded: "{who} has lost {losses} of {limit} in the {arena} arena.",
    c.DefeatForced: "{who} has lost as often as can be borne.",
    c.DevelopmentCame: "Something new: {text}.",
    c.FightEnded: _ended,
    c.PrerequisitePaid: _paid,
    c.OppositionRecorded: "What is to be beaten: {total}.",
    c.OppositionMet: _met,
    c.AttemptFailed: _attempt_failed,
    c.StaticObstacleResolved: _static,
    j.DeedRuled: _rating,
    j.ClaimRuled: "{who} on the margin of {of}: {use}.",
    j.EntitlementRuled: _word(
        "{who}: {of} may contest what {against} does.",
        "{who}: {of} cannot resist what {against} does.",
        "entitled",
    ),
    j.IntimacyRuled: _word(
        "{who}: it was for the tie of {of}.",
        "{who}: it was not for the tie of {of}.",
        "accepted",
    ),
    j.LimitRuled: _word(
        "{who}: {of} can go on no more.", "{who}: {of} can go on.", "binds"
    ),
    j.VirtueRuled: _word(
        "{who}: the risk of {of} was worth the name.",
        "{who}: that was no risk for {of}.",
        "accepted",
    ),
    j.GroundRuled: _word("{who}: something new.", "{who}: nothing new.", "new"),
    j.RetryRuled: _word(
        "{who}: {of} may try again.", "{who}: {of} may not try again.", "allowed"
    ),
}
"""Event -> its sentence."""
