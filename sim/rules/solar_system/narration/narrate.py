"""The story of a conflict: the sentences that depend on the state.

All other events have their sentence in their class.
"""

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.levels import KEPT
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.events.aftermath import PoolRefreshed
from sim.rules.solar_system.evolve import EVENTS
from sim.rules.solar_system.narration.describe import describe
from sim.rules.solar_system.narration.interlude import SENTENCES, judgement
from sim.rules.solar_system.narration.names import (
    ability_name,
    about,
    name,
    prop_of,
    roll_by,
)
from sim.rules.solar_system.phases import Recovering
from sim.rules.solar_system.scenario.character import LEVELS, POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import NOBODY, DiceRolled, Seat
from sim.spine.narration import narrator

_SIGN = {-1: "-", 0: "0", 1: "+"}


def _ruled(state: State, event: f.StoryGuideRuled) -> str:
    between = judgement(state, event.kind, event.value)
    if between is not None:
        return between
    judge = state.setup.judge_name
    of = about(state, event.kind, event.of)
    kind = event.kind.replace("_", " ").replace("proposal:", "(proposed) ")
    return f"{judge} rules on {kind}{f' for {of}' if of else ''}: {event.value}."


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
    kept = "" if len(every) == KEPT else f", keeps {_signs(event.kept)}"
    rank = f"{roll.rank:+d}" if roll.rank else "+0"
    more = "a further " if roll.level is not None else ""
    return (
        f"{name(state, event.who)} rolls {more}{ability}: {_signs(event.faces)}{kept},"
        f" {rank} for rank: {level}, {LEVELS[level]}."
    )


def _reread(state: State, event: c.CheckReread) -> str:
    who = name(state, roll_at(state, event.roll).who)
    level = f"{event.level}, {LEVELS[event.level]}"
    return f"{who}'s dice are read again: keeps {_signs(event.kept)}: {level}."


def _signs(faces: tuple[int, ...]) -> str:
    """Return Fudge dice as players write them: + 0 -."""
    return " ".join(_SIGN[face] for face in faces)


def _fee_paid(state: State, event: f.FeePaid) -> str:
    pool = POOLS[state.ability(event.who, event.ability).pool]
    return f"{name(state, event.who)}, broken, pays a point of {pool} to act at all."


def _pool_refreshed(state: State, event: PoolRefreshed) -> str:
    """Tell with whom a pool was refilled; the partner may have no seat [RUL-90]."""
    partner = name(state, event.partner)
    phase = state.phase
    if event.partner == NOBODY and isinstance(phase, Recovering):
        partner = state.setup.refreshes[phase.refreshed[-1]].partner_name
    filled = f"{name(state, event.who)} refreshes {POOLS[event.pool]}"
    return f"{filled} with {partner}: {event.after} again."


narrate = narrator(
    EVENTS,
    describe,
    {
        f.StoryGuideRuled: _ruled,
        f.DieBought: _bought,
        f.FeePaid: _fee_paid,
        DiceRolled: _rolled,
        c.CheckReread: _reread,
        c.RulingSettled: _settled,
        PoolRefreshed: _pool_refreshed,
        **SENTENCES,
    },
)
"""(state before, event) -> the event as a sentence."""
