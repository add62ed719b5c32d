"""How every seat stands, with names instead of numbers."""

from sim.rules.skill_roll.scenario.compile import COMBAT, CONTEST
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.state import IN, State, aim_of
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import seats


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands; for a Narrator, what is asked there."""
    stands = [_stands(state, who) for who in seats(len(state.participants))]
    if state.setup.judge != NOBODY:
        stands.append({"judges": list(state.setup.asked)})
    return tuple(stands)


def _stands(state: State, who: Seat) -> Description:
    one, sheet = state.participants[who], state.setup.characters[who]
    words: Description = {}
    if state.setup.kind == COMBAT:
        words["damage"] = one.damage / EIGHTHS
        words["capacity"] = sheet.capacity / EIGHTHS
        words["oops"] = one.oops
        words["awareness"] = one.awareness.name.lower()
    elif state.setup.kind == CONTEST:
        words["progress"] = state.progress[sheet.side]
        words["goal"] = state.setup.goal
    else:
        uses = zip(state.setup.uses, state.performed, strict=False)
        done = [each for use, each in uses if use.user == who]
        words["performed"] = len(done)
        words["succeeded"] = sum(each.success for each in done)
    if len(sheet.aims) > 1:
        words["aim"] = aim_of(state, who).name
    if one.specialties:
        words["specialties"] = {each.subject: each.rank for each in one.specialties}
    if one.status != IN:
        words["out"] = one.status.name.lower()
    return words
