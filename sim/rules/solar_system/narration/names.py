"""Names of seats, abilities and the like, which states hold as numbers."""

from enum import IntEnum

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.phases import Checking, Harming, Roll, Rolling
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State, action_of
from sim.seam.events import Seat
from sim.spine.lookup import first

STANCES = {
    f.NO_ACTION: "none",
    f.ACTIVE: "active",
    f.DEFENSIVE: "defensive",
    f.HEALING: "healing",
}


def word(member: IntEnum) -> str:
    """Return a member of an enumeration as a word for programs."""
    return member.name.lower()


def name(state: State, seat: Seat) -> str:
    """Return the name at *seat*; "nobody" for no seat."""
    if seat < 0:
        return "nobody"
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.characters[seat].name


def ability_name(state: State, who: Seat, index: int) -> str:
    """Return the name of an ability of *who*; "" for none."""
    return state.ability(who, index).name if index >= 0 else ""


def names(state: State, seats: tuple[Seat, ...]) -> list[str]:
    """Return the names at *seats*."""
    return [name(state, seat) for seat in seats]


def track(harm: tuple[int, ...]) -> dict[str, str]:
    """Return the ticked boxes with their labels."""
    return {str(box): POOLS[label - 1] for box, label in enumerate(harm, 1) if label}


def about(state: State, kind: str, of: int) -> str:
    """Return the name of the seat or thing that a ruling of this kind is about."""
    kind = kind.removeprefix("proposal:")
    phase = state.phase
    if kind == "harm_pool" and isinstance(phase, Harming):
        blows = phase.volley.blows
        return name(state, blows[of].who) if of < len(blows) else ""
    if isinstance(phase, Checking) and kind in {"difficulty", "circumstance"}:
        return name(state, state.setup.checks[of].who)
    if kind == "link_failure":
        return name(state, state.setup.checks[of].who)
    return name(state, Seat(of)) if of >= 0 else ""


def roll_by(state: State, who: Seat) -> Roll:
    """Return the roll of *who* on the table."""
    assert isinstance(state.phase, Rolling)
    return first(roll for roll in state.phase.rolls if roll.who == who)


def prop_of(state: State, who: Seat) -> str:
    """Return the name of the prop *who* proposes."""
    action = action_of(state, who)
    return "" if action is None else state.data(who).props[action.prop].name
