"""What the other side may be about to show, where both sides choose unseen."""

from msgspec.structs import replace

from sim.rules.planets.phases import Aftermath, Framing, Intent
from sim.rules.planets.round.framing import may_change
from sim.rules.planets.state import State, rival, with_participant
from sim.seam.events import NOBODY, Seat


def guesses(view: State, who: Seat) -> tuple[State, ...]:
    """Return *view* once for each approach that the rival of *who* may come to.

    () where nothing is chosen unseen, and where the rival has no choice.
    """
    if not isinstance(view.phase, Framing | Aftermath) or who not in view.actors:
        return ()
    other = rival(view, who)
    if other in (NOBODY, who):
        return ()
    one, known = view.setup.characters[other], view.participants[other].intent
    if known is not None and not may_change(view, other):
        return ()
    usual = known or Intent(one.approaches[0], NOBODY, one.aims[0], one.harms[0])
    return tuple(
        with_participant(view, other, intent=replace(usual, approach=way))
        for way in one.approaches
    )
