"""Actions, contests and harm told the way players tell them."""

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.levels import LEVELS
from sim.rules.solar_system.harm.track import severity
from sim.rules.solar_system.narration.names import ability_name, name, track, word
from sim.rules.solar_system.phases import Recovering
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import NOBODY, Seat

SIGN = {-1: "-", 0: "0", 1: "+"}


def signs(faces: tuple[int, ...]) -> str:
    """Write Fudge dice as players do: + 0 -."""
    return " ".join(SIGN[face] for face in faces)


def goal_name(state: State, who: Seat, goal: int) -> str:
    """Return the name of one of the goals of *who*."""
    return state.setup.characters[who].goals[goal].name


def action(state: State, event: f.ActionDeclared) -> str:
    """Tell what somebody does."""
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
    if event.prop != f.NONE:
        prop = f", using {state.data(event.who).props[event.prop].name}"
    return (
        f"{who} acts against {name(state, event.target)} with {ability}{prop}{aside}."
    )


def fee_paid_for(state: State, event: f.FeePaid) -> str:
    """Tell what a broken character pays."""
    pool = POOLS[state.ability(event.who, event.ability).pool]
    return f"{name(state, event.who)}, broken, pays a point of {pool} to act at all."


def contest(state: State, event: c.ContestResolved) -> str:
    """Tell how two actions met."""
    a, b = name(state, event.a), name(state, event.b)
    if event.stalemate and event.level_a == event.level_b:
        return f"{a} and {b} are level at {LEVELS[event.level_a]}: a stalemate."
    if event.stalemate:
        levels = f"{a} {event.level_a} against {b} {event.level_b}"
        return f"{levels}, level once items count: a stalemate."
    how = word(event.relation).replace("_", "-")
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


def harm_marked(state: State, event: c.HarmApplied) -> str:
    """Tell what harm does to a track."""
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


def fulfilled(state: State, event: c.IntentionFulfilled) -> str:
    """Tell what has come true."""
    goal = goal_name(state, event.who, event.goal)
    limit = "" if event.lasting else ", but not for good"
    who, against = name(state, event.who), name(state, event.against)
    return f"{who} obtains: {goal} (against {against}){limit}."


def mark_healed(state: State, event: c.PatientHealed) -> str:
    """Tell what healing removes."""
    if not event.box:
        return f"It removes no mark from {name(state, event.patient)}."
    return f"The mark in box {event.box} of {name(state, event.patient)} is removed."


def track_collapsed(state: State, event: c.HarmCollapsed) -> str:
    """Tell where the marks of a track are now."""
    boxes = ", ".join(track(event.after)) or "none"
    why = "shakes out" if event.cause == "shake_out" else "moves down"
    return f"{name(state, event.who)}'s harm {why}; it now fills boxes {boxes}."


def pool_refreshed(state: State, event: c.PoolRefreshed) -> str:
    """Tell with whom a pool was filled; it may be one who has no seat [RUL-90]."""
    partner = name(state, event.partner)
    phase = state.phase
    if event.partner == NOBODY and isinstance(phase, Recovering):
        partner = state.setup.refreshes[phase.refreshed[-1]].partner_name
    filled = f"{name(state, event.who)} refreshes {POOLS[event.pool]}"
    return f"{filled} with {partner}: {event.after} again."
