"""Harm: the points that reach the track, and their effect on the body."""

from sim.rules.dice_pool.events.lasting import (
    CharacterDied,
    CharacterIncapacitated,
    HarmApplied,
    HarmMitigated,
)
from sim.rules.dice_pool.health.track import (
    drawn,
    is_bleeding,
    is_dead,
    marked,
)
from sim.rules.dice_pool.phases import Blow
from sim.rules.dice_pool.records.body import DEAD, INCAPACITATED
from sim.rules.dice_pool.scenario.data import CharacterData
from sim.rules.dice_pool.scenario.words import Severity
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.willpower.spending import MITIGATE, spent
from sim.seam.events import NOBODY, Cites, Consequence, Seat

HARM: Cites = ("DP-HEALTH-02", "DP-HEALTH-03", "DP-HEALTH-04")
OVERFLOW: Cites = ("DP-HEALTH-05", "DP-R-32", "DP-R-33")
EASED: Cites = ("DP-WILL-05", "DP-WILL-06", "DP-R-47")
DIED: Cites = ("DP-HEALTH-09",)
FELLED: Cites = ("DP-HEALTH-08", "DP-R-38")
BLEEDING = "bleeding"


def reaching(data: CharacterData, points: int) -> int:
    """Return how many *points* get through armour and caps [DP-R-93, DP-WILL-06]."""
    left = max(0, points - data.armor)
    return left if data.harm_cap is None else min(left, data.harm_cap)


def struck(state: State, blow: Blow) -> list[Consequence]:
    """Return all effects of a *blow*: a point of Willpower, wounds, a fall, death.

    The point of Willpower comes off last, after armour and caps [DP-WILL-06].
    """
    points, events = blow.points, list[Consequence]()
    if blow.eased:
        events.append(spent(state, blow.who, MITIGATE))
        events.append(HarmMitigated(EASED, blow.who, points, points - 1))
        points -= 1
        if not points:
            return events
    return events + harmed(state, blow, points)


def harmed(state: State, blow: Blow, points: int) -> list[Consequence]:
    """Return the wounds made by *points*, and whether the victim falls or dies."""
    who, participant = blow.who, state.participants[blow.who]
    boxes = state.setup.characters[who].boxes
    after = marked(
        participant.body.wounds,
        boxes,
        points,
        blow.severity,
        resistant=blow.resistant,
        fully=state.setup.worsens_fully,
    )
    cites = HARM if after.filled == points else HARM + OVERFLOW
    if blow.source == BLEEDING:
        cites += FELLED
    events: list[Consequence] = [
        HarmApplied(
            cites,
            who,
            blow.by,
            blow.source,
            blow.severity.name.lower(),
            points,
            blow.resistant,
            after.filled,
            after.upgraded,
            after.wasted,
            drawn(after.wounds, boxes),
            state.clock,
        )
    ]
    if is_dead(after.wounds, boxes):
        if participant.body.condition != DEAD:
            events.append(CharacterDied(DIED, who, blow.source, state.clock))
    elif (
        is_bleeding(after.wounds, boxes) and participant.body.condition != INCAPACITATED
    ):
        events.append(CharacterIncapacitated(FELLED, who, blow.by))
    return events


def bleeding(who: Seat) -> Blow:
    """Return the harm of bleeding, a point each minute [DP-HEALTH-08, DP-R-38]."""
    return Blow(who, NOBODY, BLEEDING, 1, Severity.LETHAL, resistant=False, eased=False)
