"""How every seat stands, and what it has won, with names instead of numbers."""

from collections.abc import Mapping

from sim.rules.skill_roll.scenario.characters import WIN
from sim.rules.skill_roll.scenario.compile import COMBAT, CONTEST, TASK
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.state import IN, State, aim_of
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat, seats
from sim.spine.words import quoted


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands; for a Narrator, what is asked there."""
    standings = [_stands(state, who) for who in seats(len(state.participants))]
    if state.setup.judge != NOBODY:
        standings.append({"judges": list(state.setup.asked)})
    return tuple(standings)


def _stands(state: State, who: Seat) -> Description:
    participant, sheet = state.participants[who], state.setup.characters[who]
    words: Description = {}
    if state.setup.kind == COMBAT:
        words["damage"] = participant.damage / EIGHTHS
        words["capacity"] = sheet.capacity / EIGHTHS
        words["oops"] = participant.oops
        words["awareness"] = participant.awareness.name.lower()
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
    if participant.specialties:
        words["specialties"] = {
            each.subject: each.rank for each in participant.specialties
        }
    if participant.status != IN:
        words["out"] = participant.status.name.lower()
    return words


def won(state: State) -> Mapping[Seat, str]:
    """Return the aims of all still in; those who only got away win none."""
    if state.setup.kind == TASK:
        return {}
    aims = {
        who: aim_of(state, who).name
        for who, participant in by_seat(state.participants)
        if participant.status == IN
    }
    # An aim that is only called "win" says nothing more.
    return {who: quoted(aim) for who, aim in aims.items() if aim != WIN}
