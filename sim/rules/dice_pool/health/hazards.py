"""Hazards: harm that nobody intends, avoided by a roll or suffered."""

from sim.rules.dice_pool.events.lasting import HazardMet, HazardStruck
from sim.rules.dice_pool.facts import HarmEased, HarmSuffered
from sim.rules.dice_pool.health.harming import reaching, struck
from sim.rules.dice_pool.phases import Blow, Striking
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.pools.throwing import total_of
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.state import State, able, alive, has_left, has_point, view
from sim.seam.events import NOBODY, Cites, Seat
from sim.seam.protocol import Asked, Decision, Due

STRUCK: Cites = ("DP-CONTEST-09", "DP-R-93")

NOTHING = Striking((), None, ())
"""No hazard strikes anybody."""


def striking(state: State) -> Striking:
    """Return the victims of the hazards of this round."""
    if not state.setup.hazards:
        return NOTHING
    left = tuple(
        (index, who)
        for index, hazard in enumerate(state.setup.hazards)
        if hazard.round == state.round
        for who in hazard.who
    )
    return Striking((), None, left)


def ask_striking(state: State, phase: Striking) -> Asked[State] | None:
    """Let each hazard strike each of its victims in turn [DP-R-93].

    The roll that may avoid it, if there is one, begins with the strike.
    """
    if phase.blow is not None:
        return ask_blow(state, phase.blow)
    if phase.rolls:
        asked = ask_rolls(state, phase.rolls)
        if asked is not None:
            return asked
        avoided = total_of(phase.rolls[0], state.setup.rulings) > 0
        index, who = phase.left[0]
        label = state.setup.hazards[index].label
        return Due((HazardMet((*STRUCK, "DP-STATIC-01"), who, label, avoided),))
    left = [
        (index, who)
        for index, who in phase.left
        if alive(state, who) and not has_left(state.participants[who])
    ]
    if not left:
        return None
    index, who = left[0]
    return Due((HazardStruck(STRUCK, who, index, state.setup.hazards[index].label),))


def ask_blow(state: State, blow: Blow) -> Asked[State]:
    """Ask the victim for a point of Willpower if it may ease the blow; then mark it.

    DP-DEC-09, DP-WILL-05.
    """
    who = blow.who
    if blow.eased is None:
        return Decision(who, (HarmSuffered(who), HarmEased(who)), view(state, who))
    return Due(tuple(struck(state, blow)))


def roll_of(state: State, index: int, who: Seat) -> Roll | None:
    """Return the roll by which *who* may avoid a hazard; none for the helpless."""
    hazard = state.setup.hazards[index]
    pool = hazard.contests[who]
    if pool is None or not able(state, who):
        return None
    return Roll(
        who,
        Why.HAZARD,
        pool,
        attempt=index,
        difficulty=hazard.difficulty,
        rote=pool.rote,
        boosted=None if has_point(state, who) else False,
    )


def blow_of(state: State, index: int, who: Seat, *, contested: bool) -> Blow:
    """Return the blow of a hazard to *who*.

    It can be eased only if nothing was rolled.
    """
    hazard = state.setup.hazards[index]
    points = reaching(state.setup.characters[who], hazard.points)
    free = not contested and points > 0 and has_point(state, who)
    return Blow(
        who,
        NOBODY,
        hazard.label,
        points,
        hazard.severity,
        hazard.resistant,
        None if free else False,
    )
