"""What lasts, told: wounds, Willpower, conscience, ties and souls."""

from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as c
from sim.rules.dice_pool.narration.names import moment, name
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, Event
from sim.spine.narration import Sentence
from sim.spine.words import counted

SPENT = {
    "boost": "to put more into the roll",
    "mitigate": "to ease it",
    "special": "to try that at all",
}
SOURCES = {
    "rest": "from rest",
    "intimacy": "from the tie it was spent for",
    "vice": "from the Vice",
    "virtue": "from the Virtue",
    "crisis rest": "from rest, the conscience being quiet for a night",
    "crisis scene": "from facing the deed",
    "degeneration": "from looking away",
    "month": "with time",
    "soul loss": "with the soul",
}


def harm(state: State, event: c.HarmApplied) -> str:
    """Tell what is marked on whose track."""
    who = name(state, event.who)
    if not event.points:
        return f"{who} is not hurt: nothing gets through."
    resistant = "resistant " if event.resistant else ""
    points = counted(event.points, f"{resistant}{event.severity} point")
    if event.source == "bleeding":
        cause = f", bleeding, at {moment(event.clock)}"
    elif event.by == NOBODY:
        cause = f" from {event.source}"
    else:
        cause = f" from {name(state, event.by)}"
    worse = f"; {counted(event.upgraded, 'wound')} worsened" if event.upgraded else ""
    wasted = f"; {event.wasted} make no odds" if event.wasted else ""
    return f"{who} takes {points}{cause}{worse}{wasted}. Health: {event.track}"


def hazard_met(state: State, event: c.HazardMet) -> str:
    """Tell whether a hazard is avoided."""
    what = "avoids" if event.avoided else "does not avoid"
    return f"{name(state, event.who)} {what} {event.label}."


def fell(state: State, event: c.CharacterIncapacitated) -> str:
    """Tell who lies there bleeding."""
    return f"{name(state, event.who)} goes down, bleeding."


def died(state: State, event: c.CharacterDied) -> str:
    """Tell who is dead."""
    cause = "bleeding" if event.cause == "bleeding" else "the wounds"
    return f"{name(state, event.who)} dies of {cause}, at {moment(event.clock)}."


def stabilized(state: State, event: c.CharacterStabilized) -> str:
    """Tell who stops the bleeding."""
    by, who = name(state, event.by), name(state, event.who)
    return f"{by} stops the bleeding of {who}."


def healed(state: State, event: c.WoundHealed) -> str:
    """Tell which wound is gone."""
    who, at = name(state, event.who), moment(event.clock)
    wound = f"{'An' if event.severity[0] in 'aeiou' else 'A'} {event.severity} wound"
    return f"{wound} of {who} has healed, at {at}. Health: {event.track}"


def spent(state: State, event: c.WillpowerSpent) -> str:
    """Tell what a point is spent for."""
    aim = SPENT[event.use]
    if event.intimacy:
        aim = f"for {event.intimacy}"
    left = f"({event.before} -> {event.after})"
    return f"{name(state, event.who)} spends a point of Willpower {aim} {left}."


def regained(state: State, event: c.WillpowerRegained) -> str:
    """Tell where points come from."""
    points = counted(event.amount, "point")
    source = SOURCES[event.source]
    return (
        f"{name(state, event.who)} regains {points} of Willpower {source}"
        f" (now {event.points})."
    )


def point_lost(state: State, event: c.WillpowerPointLost) -> str:
    """Tell what a bad night costs."""
    one = state.participants[event.who]
    if one.will.points == event.points:
        return f"{name(state, event.who)} has no Willpower left to lose."
    return f"{name(state, event.who)} loses a point of Willpower (now {event.points})."


def dots_lost(state: State, event: c.WillpowerDotsLost) -> str:
    """Tell how much of the will is gone for good."""
    dots = counted(event.amount, "dot")
    cause = f": {event.cause}" if event.cause else ""
    return (
        f"{name(state, event.who)} loses {dots} of Willpower{cause}"
        f" (now {event.points} of {event.dots})."
    )


def dot_regained(state: State, event: c.WillpowerDotRegained) -> str:
    """Tell that a dot is back."""
    source = SOURCES.get(event.source, f"by {event.source}")
    return (
        f"{name(state, event.who)} regains a dot of Willpower {source}"
        f" (now {event.dots})."
    )


def sin(state: State, event: m.SinCommitted) -> str:
    """Tell which crime it was, and to whom."""
    victim = "" if event.victim == NOBODY else f", to {name(state, event.victim)}"
    unseen = "" if event.aware else ", without noticing"
    return (
        f"{name(state, event.who)} is guilty of {event.deed}{victim}"
        f" (a crime of {event.rating}){unseen}."
    )


def crisis_ended(state: State, event: m.CrisisEnded) -> str:
    """Tell how a crisis ends."""
    who = name(state, event.who)
    if event.reason == "resolved":
        return f"{who} is at peace with it: the crisis is resolved."
    return f"{who} hardens: the crisis is over."


LASTING: dict[type[Event], Sentence[State]] = {
    c.HazardStruck: "{label} strikes {who}.",
    c.HazardMet: hazard_met,
    c.HarmMitigated: "{who} eases it from {before} to {after}.",
    c.HarmApplied: harm,
    c.StayedConscious: "{who} stays conscious.",
    c.CharacterFellUnconscious: "{who} falls unconscious.",
    c.CharacterWoke: "{who} is up again.",
    c.CharacterIncapacitated: fell,
    c.CharacterDied: died,
    c.CharacterStabilized: stabilized,
    c.TendingFailed: "{by} cannot stop the bleeding of {who}.",
    c.WoundHealed: healed,
    c.WoundDowngraded: "{by} treats {who}: a resistant {was} wound becomes {now}.",
    c.CareGiven: "{by} treats {who}, who heals {pace} times as fast.",
    c.TreatmentFailed: "{by} treats {who} in vain.",
    c.WoundTransferred: "A resistant {severity} wound passes from {who} to {to}.",
    c.RollFellDue: "",
    c.RestTaken: "{who} sleeps through.",
    c.StepReached: "",
    c.StepTaken: "",
    c.TimePassed: "",
    c.WillpowerSpent: spent,
    c.WillpowerRegained: regained,
    c.WillpowerPointLost: point_lost,
    c.ViceIndulged: "{who} gives in to a Vice.",
    c.WillpowerDotsLost: dots_lost,
    c.WillpowerDotRegained: dot_regained,
    c.DotDelayed: "No dot of Willpower comes back to {who} this month.",
    c.ConditionMet: "For {who} this has come about: {condition}.",
    m.SinCommitted: sin,
    m.SinRealized: "{who} learns what was done (a crime of {rating}).",
    m.CrisisStarted: "{who} is in a crisis of conscience over a crime of {rating}.",
    m.CrisisReplaced: "The crisis of {who} is now over a crime of {rating}, not {was}.",
    m.CrisisAdvanced: "{who} comes a step closer to peace ({successes} of {needed}).",
    m.CrisisFailed: "The conscience of {who} gives no peace (failure {failures}).",
    m.CrisisEnded: crisis_ended,
    m.MoralityLost: "The Morality of {who} falls from {before} to {after}.",
    m.MoralityRaised: "The Morality of {who} rises to {to}.",
    m.IntimacyStrained: "That strains a tie of {who}: {intimacy}.",
    m.IntimacyLost: "{who} loses a tie: {intimacy}.",
    m.SoulLost: "{who} loses the soul: {cause}.",
    m.SoulRestored: "{who} has the soul back: {cause}.",
    m.ErosionBorne: "{who} bears it, this time.",
    m.SceneEnded: "",
    m.SessionEnded: "The session ends.",
}
"""Event -> its sentence."""
