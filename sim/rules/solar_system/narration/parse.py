"""A person's words as facts, offered or not."""

from sim.events import NOBODY, Fact, Seat
from sim.protocol import Description
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.narration.names import STANCES
from sim.rules.solar_system.phases import BLANK, ROLLING
from sim.rules.solar_system.state import IN, State


def parse(state: State, spoken: Description) -> Fact | None:
    """Build the fact *spoken* means, offered or not; None when it is not its moment.

    Knows the two a table is most often wrong about: an action, and a pool die.
    """
    seats = [person.name for person in state.setup.people]
    if spoken.get("who") not in seats:
        return None
    who = Seat(seats.index(spoken["who"]))
    if spoken.get("does") == "DieBought":
        return _die_said(state, who)
    if spoken.get("does") == "ActionDeclared":
        return _action_said(state, who, spoken, seats)
    return None


def _die_said(state: State, who: Seat) -> Fact | None:
    if state.phase != ROLLING:
        return None
    for index, roll in enumerate(state.rolls):
        if roll.who == who and roll.level == BLANK:
            return f.DieBought(who, index)
    return None


def _action_said(
    state: State, who: Seat, spoken: Description, seats: list[str]
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
    aim = Seat(seats.index(target)) if target in seats else person.target
    aim = aim if stance == f.ACTIVE else NOBODY
    return f.ActionDeclared(who, stance, known.index(spoken["ability"]), aim)
