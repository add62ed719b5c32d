"""A person's words as facts, offered or not."""

from sim.events import Fact
from sim.protocol import Description
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.state import (
    BLANK,
    IN,
    ROLLING,
    State,
)
from sim.rules.solar_system.voice import STANCES


def said(state: State, spoken: Description) -> Fact | None:
    """Build the fact *spoken* means, offered or not; None when it is not its moment.

    Knows the two a table is most often wrong about: an action, and a pool die.
    """
    seats = [person.name for person in state.setup.people]
    if spoken.get("who") not in seats:
        return None
    who = seats.index(spoken["who"])
    if spoken.get("does") == "DieBought":
        return _die_said(state, who)
    if spoken.get("does") == "ActionDeclared":
        return _action_said(state, who, spoken, seats)
    return None


def _die_said(state: State, who: int) -> Fact | None:
    if state.phase != ROLLING:
        return None
    for index, roll in enumerate(state.rolls):
        if roll.who == who and roll.level == BLANK:
            return f.DieBought(who, index)
    return None


def _action_said(
    state: State, who: int, spoken: Description, seats: list[str]
) -> Fact | None:
    person = state.people[who]
    if person.status != IN or person.stance != BLANK:
        return None
    known = [ability.name for ability in state.data(who).abilities]
    stances = {word: stance for stance, word in STANCES.items()}
    stance = stances.get(str(spoken.get("stance", "active")), f.ACTIVE)
    if spoken.get("ability") not in known:
        return None
    target = spoken.get("target")
    aim = seats.index(target) if target in seats else person.target
    aim = aim if stance == f.ACTIVE else -1
    return f.ActionDeclared(who, stance, known.index(spoken["ability"]), aim)
