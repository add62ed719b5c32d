"""The approaches the other side may be about to show, if both sides choose unseen."""

from msgspec.structs import replace

from sim.rules.planets.phases import Aftermath, Framing, Intent
from sim.rules.planets.round.framing import may_change
from sim.rules.planets.state import State, rival, with_participant
from sim.seam.events import NOBODY, Seat


def guesses(view: State, who: Seat) -> tuple[State, ...]:
    """Return *view* once for each approach that the rival of *who* may choose unseen.

    () if nothing is chosen unseen, or if the rival has no choice.
    """
    if not isinstance(view.phase, Framing | Aftermath) or who not in view.actors:
        return ()
    other = rival(view, who)
    if other in (NOBODY, who):
        return ()
    data, shown = view.setup.characters[other], view.participants[other].intent
    if shown is not None and not may_change(view, other):
        return ()
    usual = shown or Intent(data.approaches[0], NOBODY, data.aims[0], data.harms[0])
    return tuple(
        with_participant(view, other, intent=replace(usual, approach=approach))
        for approach in data.approaches
    )
