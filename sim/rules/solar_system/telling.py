"""Events told the way players tell them: one plain sentence each, or nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.events import DiceRolled, Event
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.harm import severity
from sim.rules.solar_system.levels import KEPT, LEVELS
from sim.rules.solar_system.sheet import POOLS
from sim.rules.solar_system.state import BLANK, State
from sim.rules.solar_system.voice import RELATIONS, ability_name, name, names, track

SIGN = {-1: "-", 0: "0", 1: "+"}


def tell(state: State, event: Event) -> str:
    """Return the sentence for *event*; "" where a player would not mention it."""
    told = _TOLD.get(type(event))
    return told(state, event) if told else ""


def signs(faces: tuple[int, ...]) -> str:
    """Write Fudge dice as players do: + 0 -."""
    return " ".join(SIGN[face] for face in faces)


def _goal(state: State, who: int, goal: int) -> str:
    return state.setup.people[who].goals[goal].name


def _check(state: State, event: f.CheckDeclared) -> str:
    ability = ability_name(state, event.who, event.ability)
    return f"{name(state, event.who)} uses {ability}."


def _ruled(state: State, event: f.StoryGuideRuled) -> str:
    of = state.setup.judge_name
    about = "" if event.of < 0 else f" about {name(state, event.of)}"
    if event.kind in {"difficulty", "link_failure"}:
        about = f" for check {event.of + 1}"
    kind = event.kind.replace("_", " ").replace("proposal:", "(proposed) ")
    return f"{of} rules on {kind}{about}: {event.value}."


def _settled(state: State, event: c.RulingSettled) -> str:
    if event.kind == "prop":
        prop = state.data(event.of).props[state.people[event.of].prop].name
        return f"{prop.capitalize()} count as a +1 weapon for {name(state, event.of)}."
    if event.kind == "circumstance":
        die = "die" if event.value == 1 else "dice"
        return f"The circumstances put {event.value} penalty {die} on a roll."
    return f"Settled: {event.kind.replace('_', ' ')} is {event.value}."


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
    dice = [f"{many} {kind} ({why})" for many, kind, why in sources if many]
    if not dice:
        return ""
    ability = ability_name(state, check.who, check.ability)
    return f"{name(state, check.who)}'s {ability} starts with {', '.join(dice)}."


def _bought(state: State, event: f.DieBought) -> str:
    roll = state.rolls[event.roll]
    when = "after seeing the dice" if roll.level != BLANK else "before the roll"
    for_whom = "" if roll.who == event.who else f" for {name(state, roll.who)}"
    paid = f"pays a point of {POOLS[roll.pool]} for a bonus die"
    return f"{name(state, event.who)} {paid}{for_whom}, {when}."


def _gift(state: State, event: f.GiftGiven) -> str:
    to = name(state, state.rolls[event.roll].who)
    return f"{name(state, event.who)} gives {to} a gift die."


def _rolled(state: State, event: DiceRolled) -> str:
    roll = next(one for one in state.rolls if one.who == event.who)
    ability = ability_name(state, event.who, roll.ability)
    level = event.reading[0]
    every = roll.faces + event.faces if roll.level != BLANK else event.faces
    kept = "" if len(every) == KEPT else f", keeps {signs(event.kept)}"
    rank = f"{roll.rank:+d}" if roll.rank else "+0"
    more = "a further " if roll.level != BLANK else ""
    return (
        f"{name(state, event.who)} rolls {more}{ability}: {signs(event.faces)}{kept},"
        f" {rank} for rank: {level}, {LEVELS[level]}."
    )


def _reread(state: State, event: c.CheckReread) -> str:
    who = name(state, state.rolls[event.roll].who)
    level = f"{event.level}, {LEVELS[event.level]}"
    return f"{who}'s dice are read again: keeps {signs(event.kept)}: {level}."


def _resolved(state: State, event: c.CheckResolved) -> str:
    if event.kind == "competitive":
        places = "; then ".join(" and ".join(names(state, g)) for g in event.ranking)
        made = "" if event.success else " Nobody reached the difficulty."
        return f"The ranking: {places}.{made}"
    if event.kind == "resisted":
        winner, loser = name(state, event.winner), name(state, event.loser)
        return (
            f"{winner} wins against {loser} with {LEVELS[event.level]} ({event.level})."
        )
    how = "succeeds" if event.success else "fails"
    return f"The {event.kind} check {how} with {LEVELS[event.level]} ({event.level})."


def _pain(state: State, event: f.PainDeclared) -> str:
    return f"{name(state, event.who)} brings down the Pain."


def _accepts(state: State, event: f.PainDeclined) -> str:
    return f"{name(state, event.who)} lets the result stand."


def _joined(state: State, event: f.Joined) -> str:
    return (
        f"{name(state, event.who)} gets involved, for {state.setup.sides[event.side]}."
    )


def _intent(state: State, event: f.IntentDeclared) -> str:
    goal = _goal(state, event.who, event.goal)
    who, against = name(state, event.who), name(state, event.target)
    verb = "wants" if event.basis == f.INITIAL else "now wants"
    return f"{who} {verb}: {goal} (against {against})."


def _kept(state: State, event: f.IntentKept) -> str:
    return f"{name(state, event.who)} keeps to the old intention."


def _conceded(state: State, event: f.Conceded) -> str:
    return f"{name(state, event.who)} gives up."


def _shown(state: State, event: c.ConcessionsShown) -> str:
    if not event.conceding:
        return ""
    return f"Shown at the gate: {' and '.join(names(state, event.conceding))} give up."


def _opened(state: State, event: c.FreeAndClearOpened) -> str:
    if not event.released:
        return ""
    return (
        f"After the stalemate {' and '.join(names(state, event.released))} may change."
    )


def _void(state: State, event: c.IntentsOpened) -> str:
    if not event.void:
        return ""
    return f"The change of {' and '.join(names(state, event.void))} is void."


def _changed(state: State, event: f.IntentChanged) -> str:
    return f"{name(state, event.who)} announces a change of intention."


def _withdrawn(state: State, event: f.ChangeWithdrawn) -> str:
    return f"{name(state, event.who)} takes the change back."


def _action(state: State, event: f.ActionDeclared) -> str:
    who = name(state, event.who)
    if event.stance == f.NO_ACTION:
        return f"{who} does nothing."
    ability = ability_name(state, event.who, event.ability)
    if event.stance == f.DEFENSIVE:
        return f"{who} defends with {ability}."
    if event.stance == f.HEALING:
        return f"{who} tends to {name(state, event.target)} with {ability}."
    aside = "" if event.obstructs else ", without getting in the way"
    prop = ""
    if event.prop >= 0:
        prop = f", using {state.data(event.who).props[event.prop].name}"
    return (
        f"{who} acts against {name(state, event.target)} with {ability}{prop}{aside}."
    )


def _fee(state: State, event: f.FeePaid) -> str:
    pool = POOLS[state.ability(event.who, event.ability).pool]
    return f"{name(state, event.who)}, broken, pays a point of {pool} to act at all."


def _no_fee(state: State, event: f.FeeRefused) -> str:
    return f"{name(state, event.who)}, broken, does not pay and does not act."


def _contest(state: State, event: c.ContestResolved) -> str:
    a, b = name(state, event.a), name(state, event.b)
    if event.stalemate:
        return f"{a} and {b} are level at {LEVELS[event.level_a]}: a stalemate."
    how = RELATIONS[event.relation].replace("_", "-")
    parts = [
        f"{sufferer} suffers {_sum(harm)}"
        for sufferer, harm in ((a, event.harm_a), (b, event.harm_b))
        if harm is not None
    ]
    end = " and ".join(parts) if parts else "no harm is done"
    return f"{a} {event.level_a} against {b} {event.level_b}, {how}: {end}."


def _sum(harm: c.Harm) -> str:
    weapon = f" + {harm.weapon} (weapon)" if harm.weapon else ""
    armor = f" - {harm.armor} (armour)" if harm.armor else ""
    total = f" = {harm.amount}" if weapon or armor else ""
    return f"harm {harm.base}{weapon}{armor}{total}"


def _share(state: State, event: f.HarmShared) -> str:
    return f"{name(state, event.member)} takes {event.amount} of the harm."


def _harm(state: State, event: c.HarmApplied) -> str:
    who = name(state, event.who)
    if event.past_broken:
        return f"Harm {event.amount} drives {who} past broken."
    up = (
        "" if event.box == event.amount else f" (box {event.amount} was ticked already)"
    )
    what = severity(event.box)
    label = f" in {POOLS[event.pool]}" if what == "bloodied" else ""
    out = f"; {who} falls out" if event.fell_out else ""
    return f"{who} ticks box {event.box}{up}: {what}{label}{out}."


def _fulfilled(state: State, event: c.IntentionFulfilled) -> str:
    goal = _goal(state, event.who, event.goal)
    limit = "" if event.lasting else ", but not for good"
    who, against = name(state, event.who), name(state, event.against)
    return f"It happens: {who} gets to {goal} (against {against}){limit}."


def _healing(state: State, event: f.HealingTried) -> str:
    ability = ability_name(state, event.who, event.ability)
    healer, patient = name(state, event.who), name(state, event.patient)
    return f"{healer} tends to {patient} with {ability}."


def _healed(state: State, event: c.PatientHealed) -> str:
    if not event.box:
        return f"It removes no mark from {name(state, event.patient)}."
    return f"The mark in box {event.box} of {name(state, event.patient)} is removed."


def _collapsed(state: State, event: c.HarmCollapsed) -> str:
    boxes = ", ".join(track(event.after)) or "none"
    why = "shakes out" if event.cause == "shake_out" else "settles"
    return f"{name(state, event.who)}'s harm {why}: boxes {boxes}."


def _refreshed(state: State, event: c.PoolRefreshed) -> str:
    pool = POOLS[event.pool]
    with_ = name(state, event.partner)
    return (
        f"{name(state, event.who)} refreshes {pool} with {with_}: {event.after} again."
    )


def _method(_state: State, event: c.MethodSet) -> str:
    return "The two sides fight as one each (Zeitgeist)." if event.zeitgeist else ""


_TOLD: Mapping[type[Event], Callable[[State, Any], str]] = {
    f.CheckDeclared: _check,
    f.StoryGuideRuled: _ruled,
    c.RulingSettled: _settled,
    c.DiceGathered: _gathered,
    f.DieBought: _bought,
    f.GiftGiven: _gift,
    DiceRolled: _rolled,
    c.CheckReread: _reread,
    c.CheckResolved: _resolved,
    f.PainDeclared: _pain,
    f.PainDeclined: _accepts,
    f.Joined: _joined,
    f.IntentDeclared: _intent,
    f.IntentKept: _kept,
    f.Conceded: _conceded,
    c.ConcessionsShown: _shown,
    c.FreeAndClearOpened: _opened,
    c.IntentsOpened: _void,
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
    f.ActionDeclared: _action,
    f.FeePaid: _fee,
    f.FeeRefused: _no_fee,
    c.ContestResolved: _contest,
    f.HarmShared: _share,
    c.HarmApplied: _harm,
    c.IntentionFulfilled: _fulfilled,
    f.HealingTried: _healing,
    c.PatientHealed: _healed,
    c.HarmCollapsed: _collapsed,
    c.PoolRefreshed: _refreshed,
    c.MethodSet: _method,
}
