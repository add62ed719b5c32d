"""How Willpower comes back: points from rest, ties and character, dots with time."""

from sim.rules.dice_pool.events.lasting import (
    ViceIndulged,
    WillpowerDotRegained,
    WillpowerDotsLost,
    WillpowerRegained,
)
from sim.rules.dice_pool.scenario.data import IntentData, Setup
from sim.rules.dice_pool.state import SPECIAL, State, lacks_soul
from sim.rules.dice_pool.willpower.spending import after_paying, spent
from sim.seam.events import Cites, Consequence, Seat

REST, INTIMACY, VICE, VIRTUE = "rest", "intimacy", "vice", "virtue"
CRISIS_SCENE, DEGENERATION, CRISIS_REST = "crisis scene", "degeneration", "crisis rest"
REGAINED: dict[str, Cites] = {
    REST: ("DP-WILL-01", "DP-WILL-09", "DP-R-48"),
    INTIMACY: ("DP-WILL-01", "DP-WILL-10", "DP-R-49"),
    VICE: ("DP-WILL-01", "DP-WILL-11", "DP-R-50"),
    VIRTUE: ("DP-WILL-01", "DP-WILL-12", "DP-R-51"),
    CRISIS_SCENE: ("DP-WILL-01", "DP-CRISIS-12", "DP-R-61"),
    CRISIS_REST: ("DP-WILL-01", "DP-CRISIS-04"),
    DEGENERATION: ("DP-WILL-01", "DP-CRISIS-05", "DP-R-62"),
}
RESTORED: Cites = ("DP-SOUL-07", "DP-R-68")
BY_VIRTUE: Cites = ("DP-WILL-12", "DP-R-51")
INDULGED: Cites = ("DP-WILL-11", "DP-R-101")
LOST: Cites = ("DP-WILL-13", "DP-WILL-14")


def regained(state: State, who: Seat, source: str) -> list[Consequence]:
    """Return the point that *who* regains, where there is room for it [DP-WILL-01].

    Once a lost soul is back, each time brings a lost dot first [DP-SOUL-07, DP-R-68].
    """
    participant, events = state.participants[who], list[Consequence]()
    dots = participant.will.dots
    if participant.soul.restored and _dot_back(state, who):
        dots += 1
        events.append(WillpowerDotRegained(RESTORED, who, source, dots))
    points = participant.will.points + 1
    if points <= dots:
        events.append(WillpowerRegained(REGAINED[source], who, 1, source, points))
    return events


def price(state: State, who: Seat, intent: IntentData) -> list[Consequence]:
    """Return the cost of an act to *who*, and the point a Vice gives back.

    DP-WILL-07, DP-R-101, DP-R-105.
    """
    events: list[Consequence] = []
    if intent.costs:
        events.append(spent(state, who, SPECIAL))
        # A Vice may give the point back that the act has just cost.
        state = after_paying(state, who, intent)
    return [*events, *vice(state, who)] if intent.vice else events


def vice(state: State, who: Seat) -> list[Consequence]:
    """Return the effect of giving in to the Vice: a point, once a scene [DP-WILL-11].

    At full points nothing is gained, and the use is kept for later [DP-R-50].
    """
    participant = state.participants[who]
    if state.setup.characters[who].vice is None or participant.will.vice_used:
        return []
    if participant.will.points >= participant.will.dots and not regained(
        state, who, VICE
    ):
        return []
    return [ViceIndulged(INDULGED, who), *regained(state, who, VICE)]


def may_show_virtue(state: State, who: Seat) -> bool:
    """Whether the Virtue of *who* could refill anything [DP-WILL-12]."""
    participant, character = state.participants[who], state.setup.characters[who]
    if character.virtue is None or participant.will.virtue_used:
        return False
    return participant.will.points < participant.will.dots or _dot_back(state, who)


def virtue(state: State, who: Seat) -> list[Consequence]:
    """Return a lost dot and all points; no dot without a soul [DP-WILL-12, DP-R-51]."""
    participant = state.participants[who]
    events, dots = list[Consequence](), participant.will.dots
    if _dot_back(state, who):
        dots += 1
        events.append(WillpowerDotRegained(BY_VIRTUE, who, VIRTUE, dots))
        both = state.setup.rulings.restored_virtue == "two_dots"
        original = state.setup.characters[who].original
        if both and participant.soul.restored and dots < original:
            # Points come back as well, and each time they do a dot does [DP-R-68].
            dots += 1
            events.append(WillpowerDotRegained(RESTORED, who, VIRTUE, dots))
    if dots > participant.will.points:
        cites = REGAINED[VIRTUE]
        events.append(
            WillpowerRegained(cites, who, dots - participant.will.points, VIRTUE, dots)
        )
    return events


def _dot_back(state: State, who: Seat) -> bool:
    """Whether a lost dot may come back at all [DP-SOUL-04, DP-WILL-17]."""
    participant, original = (
        state.participants[who],
        state.setup.characters[who].original,
    )
    return (
        participant.will.dots < original
        and not lacks_soul(state, who)
        and not participant.will.conditions
    )


def dots_lost(
    state: State, who: Seat, amount: int, cause: str, condition: str = ""
) -> WillpowerDotsLost:
    """Return the loss of dots, and of the points above them [DP-WILL-13, -14]."""
    participant = state.participants[who]
    dots = max(0, participant.will.dots - amount)
    return WillpowerDotsLost(
        LOST,
        who,
        participant.will.dots - dots,
        cause,
        dots,
        min(participant.will.points, dots),
        condition,
    )


def dots_return_at(
    setup: Setup, who: Seat, dots: int, clock: int, *, has_soul: bool
) -> int | None:
    """Return when the next lost dot comes back: in a month [DP-WILL-15, DP-R-52]."""
    character = setup.characters[who]
    waits = dots >= character.original or (character.mortal and not has_soul)
    return None if waits else clock + MONTH


DAY = 86_400
WEEK, MONTH = 7 * DAY, 30 * DAY
"""A month has thirty days [DP-R-18]."""
SOUL_LOSS = "soul loss"


def span(dots: int) -> int:
    """Return the time until the next erosion: a day, a week for the last dot.

    DP-SOUL-05.
    """
    return WEEK if dots <= 1 else DAY


def regains_freely(setup: Setup, who: Seat) -> bool:
    """Whether a lost dot of *who* comes back without a roll [DP-WILL-15]."""
    return setup.characters[who].mortal
