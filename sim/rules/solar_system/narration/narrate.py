"""Events told the way players tell them: one plain sentence each, or nothing."""

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.levels import KEPT, LEVELS
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.evolve import EVENTS
from sim.rules.solar_system.narration.describe import describe
from sim.rules.solar_system.narration.interlude import SENTENCES, judgement
from sim.rules.solar_system.narration.names import (
    ability_name,
    about,
    name,
    names,
    prop_of,
    roll_by,
)
from sim.rules.solar_system.narration.narrate_harm import (
    action,
    contest,
    fee_paid_for,
    fulfilled,
    goal_name,
    harm_marked,
    mark_healed,
    pool_refreshed,
    signs,
    track_collapsed,
)
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import DiceRolled, Seat
from sim.spine.narration import narrator


def _ruled(state: State, event: f.StoryGuideRuled) -> str:
    between = judgement(state, event.kind, event.value)
    if between is not None:
        return between
    judge = state.setup.judge_name
    of = about(state, event.kind, event.of)
    kind = event.kind.replace("_", " ").replace("proposal:", "(proposed) ")
    return f"{judge} rules on {kind}{f' for {of}' if of else ''}: {event.value}."


UNTOLD = ""
"""What a player would not mention."""


def _settled(state: State, event: c.RulingSettled) -> str:
    if event.kind == "prop":
        who = Seat(event.of)
        prop = prop_of(state, who)
        return f"{prop.capitalize()} count as a +1 weapon for {name(state, who)}."
    of = about(state, event.kind, event.of)
    if event.kind == "circumstance":
        die = "die" if event.value == 1 else "dice"
        return f"The circumstances put {event.value} penalty {die} on {of}'s roll."
    kind = event.kind.replace("_", " ")
    return f"Settled{f' for {of}' if of else ''}: {kind} is {event.value}."


def _gathered(state: State, event: c.DiceGathered) -> str:
    parts = [_gathered_one(state, check) for check in event.checks]
    return " ".join(part for part in parts if part)


def _gathered_one(state: State, check: c.Gathered) -> str:
    sources = [
        (check.linked, "bonus", "from the check before"),
        (check.failure, "penalty", "for the failure before"),
        (check.bruised, "penalty", "bruised"),
        (check.bloodied, "penalty", "bloodied"),
        (check.broken, "penalty", "broken"),
        (check.circumstance, "penalty", "circumstances"),
    ]
    dice = [
        f"{many} {kind} {'die' if many == 1 else 'dice'} ({why})"
        for many, kind, why in sources
        if many
    ]
    if not dice:
        return ""
    ability = ability_name(state, check.who, check.ability)
    return f"{name(state, check.who)}'s {ability} starts with {', '.join(dice)}."


def _bought(state: State, event: f.DieBought) -> str:
    roll = roll_at(state, event.roll)
    when = "after seeing the dice" if roll.level is not None else "before the roll"
    for_whom = "" if roll.who == event.who else f" for {name(state, roll.who)}"
    paid = f"pays a point of {POOLS[roll.pool]} for a bonus die"
    return f"{name(state, event.who)} {paid}{for_whom}, {when}."


def _rolled(state: State, event: DiceRolled) -> str:
    roll = roll_by(state, event.who)
    ability = ability_name(state, event.who, roll.ability)
    level = event.reading[0]
    every = roll.faces + event.faces if roll.level is not None else event.faces
    kept = "" if len(every) == KEPT else f", keeps {signs(event.kept)}"
    rank = f"{roll.rank:+d}" if roll.rank else "+0"
    more = "a further " if roll.level is not None else ""
    return (
        f"{name(state, event.who)} rolls {more}{ability}: {signs(event.faces)}{kept},"
        f" {rank} for rank: {level}, {LEVELS[level]}."
    )


def _reread(state: State, event: c.CheckReread) -> str:
    who = name(state, roll_at(state, event.roll).who)
    level = f"{event.level}, {LEVELS[event.level]}"
    return f"{who}'s dice are read again: keeps {signs(event.kept)}: {level}."


def _resolved(state: State, event: c.CheckResolved) -> str:
    if event.kind == "competitive":
        places = "; then ".join(" and ".join(names(state, g)) for g in event.ranking)
        made = "" if event.success else " Nobody reached the difficulty."
        return f"The ranking: {places}.{made}"
    level = f"{LEVELS[min(event.level, len(LEVELS) - 1)]} ({event.level})"
    if event.kind == "resisted":
        winner, loser = name(state, event.winner), name(state, event.loser)
        return f"{winner} wins against {loser} with {level}."
    how = "succeeds" if event.success else "fails"
    return f"The {event.kind} check {how} with {level}."


def _intent(state: State, event: f.IntentDeclared) -> str:
    goal = goal_name(state, event.who, event.goal)
    who, against = name(state, event.who), name(state, event.target)
    verb = "wants" if event.basis == f.INITIAL else "now wants"
    return f"{who} {verb}: {goal} (against {against})."


def _shown(state: State, event: c.ConcessionsShown) -> str:
    if not event.conceding:
        return ""
    return f"Shown at the gate: {' and '.join(names(state, event.conceding))} give up."


def _free_and_clear(state: State, event: c.FreeAndClearOpened) -> str:
    if not event.released:
        return ""
    return (
        f"After the stalemate {' and '.join(names(state, event.released))} may change."
    )


def _void(state: State, event: c.IntentsOpened) -> str:
    if not event.void:
        return ""
    return f"The change of {' and '.join(names(state, event.void))} is void."


def _method(_state: State, event: c.MethodSet) -> str:
    return "The two sides fight as one each (Zeitgeist)." if event.zeitgeist else ""


narrate = narrator(
    {
        f.CheckDeclared: "{who} uses {ability}.",
        f.StoryGuideRuled: _ruled,
        f.ProposalAnswered: UNTOLD,
        f.DieDeclined: UNTOLD,
        f.DieBought: _bought,
        f.GiftGiven: "{who} gives {roll} a gift die.",
        f.PainDeclined: "{who} lets the result stand.",
        f.PainDeclared: "{who} brings down the Pain.",
        f.StayedOut: UNTOLD,
        f.Joined: "{who} gets involved, for {side}.",
        f.IntentDeclared: _intent,
        f.IntentKept: "{who} keeps to the old intention.",
        f.WentOn: UNTOLD,
        f.Conceded: "{who} gives up.",
        f.AnsweredSealed: UNTOLD,
        f.IntentChanged: "{who} announces a change of intention.",
        f.ChangeWithdrawn: "{who} takes the change back.",
        f.ActionDeclared: action,
        f.ActionKept: UNTOLD,
        f.FeePaid: fee_paid_for,
        f.FeeRefused: "{who}, broken, does not pay and does not act.",
        f.HarmShared: "{member} takes {amount} of the harm.",
        f.HealingTried: "{who} tends to {patient} with {ability}.",
        f.RefreshTaken: UNTOLD,
        f.Passed: UNTOLD,
        DiceRolled: _rolled,
        c.DiceGathered: _gathered,
        c.PoolSpent: UNTOLD,
        c.CheckReread: _reread,
        c.WindowOpened: UNTOLD,
        c.CheckResolved: _resolved,
        c.RulingSettled: _settled,
        c.PainOffered: UNTOLD,
        c.PainBegan: UNTOLD,
        c.MethodSet: _method,
        c.FellOut: "{who} is broken already and falls out.",
        c.FreeAndClearOpened: _free_and_clear,
        c.IntentsOpened: _void,
        c.ActionsLocked: UNTOLD,
        c.ContestResolved: contest,
        c.VolleyResolved: UNTOLD,
        c.HarmApplied: harm_marked,
        c.IntentionFulfilled: fulfilled,
        c.VolleyClosed: UNTOLD,
        c.ConcessionsShown: _shown,
        c.PatientHealed: mark_healed,
        c.HarmCollapsed: track_collapsed,
        c.ConflictClosed: UNTOLD,
        c.PoolRefreshed: pool_refreshed,
        c.SceneEnded: UNTOLD,
        **SENTENCES,
    },
    EVENTS,
    describe,
)
"""(state before, event) -> the event as a sentence."""
