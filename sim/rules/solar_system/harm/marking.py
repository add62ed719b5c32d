"""Marking harm: which box a blow ticks, and what that leaves behind."""

from sim.rules.solar_system.consequences import HarmApplied
from sim.rules.solar_system.harm.track import (
    BOXES,
    BRUISED_TO,
    Track,
    is_broken,
    tick,
    ticked,
)
from sim.rules.solar_system.phases import Blow
from sim.rules.solar_system.state import FELL_OUT, PAST_BROKEN, State, with_participant
from sim.seam.events import Seat

Tracks = dict[Seat, Track]
"""The tracks that have changed since marking of harm began."""


def mark(state: State, blow: Blow, pool: int, tracks: Tracks) -> HarmApplied:
    """Mark *blow* with a label of *pool*, on the tracks as earlier blows left them.

    It ticks the box of its amount, or the next free one above; if there is none, it
    drives its victim past broken [SS-HARM-03, SS-HARM-04, SS-HARM-10]. In Zeitgeist the
    broken fall out at once [SS-ZEIT-04].
    """
    track = tracks.get(blow.who, state.participants[blow.who].harm)
    overflow = state.setup.rulings.overflow_ticks_seven
    box, beyond = tick(track, blow.amount, overflow=overflow)
    if box:
        track = tracks[blow.who] = ticked(track, box, pool)
    fell = state.zeitgeist and is_broken(track)
    cites = _cites(box, beyond=beyond, fell=fell)
    return HarmApplied(cites, blow.who, blow.by, blow.amount, box, pool, beyond, fell)


def marked(state: State, event: HarmApplied) -> State:
    """Return *state* with the box ticked, and its victim out if it was driven out."""
    participant = state.participants[event.who]
    status = participant.status
    if event.past_broken:
        status = PAST_BROKEN
    elif event.fell_out:
        status = FELL_OUT
    return with_participant(
        state,
        event.who,
        harm=ticked(participant.harm, event.box, event.pool)
        if event.box
        else participant.harm,
        bruises=participant.bruises + (0 < event.box <= BRUISED_TO),
        status=status,
    )


def _cites(box: int, *, beyond: bool, fell: bool) -> tuple[str, ...]:
    """Return the rules that decide the box, its severity and who is out."""
    if fell:
        return ("SS-HARM-04", "SS-ZEIT-04", "RUL-58")
    if beyond:
        return ("SS-HARM-10", "RUL-21")
    if box == BOXES:
        severity = "SS-HARM-09"
    else:
        severity = "SS-HARM-06" if box <= BRUISED_TO else "SS-HARM-07"
    return ("SS-HARM-03", "SS-HARM-04", "SS-HARM-08", severity, "RUL-20", "RUL-22")
