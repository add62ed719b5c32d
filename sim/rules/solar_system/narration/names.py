"""Names of what states know by numbers."""

from sim.events import Seat
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.phases import (
    BLANK,
    CHAIN,
    CHECK,
    HEAL,
    OPENING,
    REFRESH,
    TIE,
    VOLLEY,
)
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State

STANCES = {
    BLANK: "undeclared",
    f.NO_ACTION: "none",
    f.ACTIVE: "active",
    f.DEFENSIVE: "defensive",
    f.HEALING: "healing",
}
BASES = ("initial", "after_change", "stalemate", "retarget", "reworded")
RELATIONS = ("perpendicular", "parallel", "one_sided")
STATUSES = ("in", "gave up", "past broken", "fell out", "bystander")
STAGES = {
    CHECK: "check",
    VOLLEY: "volley",
    CHAIN: "chain",
    HEAL: "healing",
    REFRESH: "refreshment",
    TIE: "tie",
}


def name(state: State, seat: Seat) -> str:
    """Return the name at *seat*; "nobody" for no seat."""
    if seat < 0:
        return "nobody"
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.people[seat].name


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
    """Name whom a judgement of this kind is about."""
    kind = kind.removeprefix("proposal:")
    if kind == "harm_pool":
        return name(state, state.blows[of].who) if of < len(state.blows) else ""
    if state.phase == OPENING and kind in {"difficulty", "circumstance"}:
        return name(state, state.setup.checks[of].who)
    if kind == "link_failure":
        return name(state, state.setup.checks[of].who)
    return name(state, Seat(of)) if of >= 0 else ""
