"""How every seat stands, and how it wins, with names instead of numbers."""

from collections.abc import Mapping

from sim.rules.planets.forces.task import FORCES, names
from sim.rules.planets.narration.names import by_force
from sim.rules.planets.phases import Committing, Equipped, Settling
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import IN, State, lead, partners, rolling, task_source
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat, seats
from sim.spine.words import quoted


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands; for a Storyguide, what she is asked about."""
    standings = [_status_of(state, who) for who in seats(len(state.participants))]
    if state.setup.judge != NOBODY:
        standings.append({"judges": list(state.setup.asked)})
    return tuple(standings)


def _status_of(state: State, who: Seat) -> Description:
    participant = state.participants[who]
    words: Description = {"wounds": participant.wounds}
    if state.setup.mode == INDIRECT:
        words["tally"] = participant.tally
    else:
        side = state.setup.characters[who].side
        words["track"] = state.track if side == 0 else -state.track
    if participant.intent is not None:
        words["approach"] = participant.intent.approach
        words["aim"] = participant.intent.aim
        words["harms"] = participant.intent.harms
    words |= _round(state, who)
    if participant.status != IN:
        words["out"] = participant.status.name.lower()
    return words


def _round(state: State, who: Seat) -> Description:
    """Return the settlements of this round."""
    phase = state.phase
    if isinstance(phase, Equipped):
        return _roll(state, phase, who)
    words: Description = {}
    if type(phase) is Settling:
        level, task = phase.discussions[who].level, phase.tasks[who]
        if level:
            words["difficulty"] = level
        if task is not None:
            words["favored"] = list(names(task.favored))
            words["opposed"] = list(names(task.opposed))
    return words


def _roll(state: State, phase: Equipped, who: Seat) -> Description:
    """Return the dice and Forces that the roll of *who* has so far.

    The Forces are listed with the seat whose intent they are picked for.
    """
    words: Description = {}
    able = rolling(phase)
    if who not in able:
        return words
    roll = phase.rolls[able.index(who)]
    if task_source(state, able, who) == who:
        words["favored"] = list(names(roll.task.favored))
        words["opposed"] = list(names(roll.task.opposed))
    if roll.dice:
        words["beside"] = [
            f"{die.severity} {die.kind} d{die.size}" for die in roll.dice
        ]
    omegas = roll.omegas
    if type(phase) is Committing:
        omegas += phase.placed[who]
    if omegas:
        words["omega"] = {FORCES[force]: value for force, value in omegas}
    if any(roll.sizes) and len(partners(state, who)) > 1:
        words["rolls"] = by_force(roll.sizes)
    return words


def won(state: State) -> Mapping[Seat, str]:
    """Return the approach by which each seat wins: its own, or that of its leader."""
    leads = {
        who: who if state.setup.mode == INDIRECT else lead(state, data.side)
        for who, data in by_seat(state.setup.characters)
    }
    intents = {
        who: state.participants[by].intent for who, by in leads.items() if by != NOBODY
    }
    return {
        who: f"by {quoted(intent.approach)}"
        for who, intent in intents.items()
        if intent is not None
    }
