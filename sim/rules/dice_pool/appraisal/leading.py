"""How far a side is ahead: what is left to it, and to the others.

In a violent conflict that is counted in boxes of Health, else in losses borne.
"""

from sim.rules.dice_pool.contests.tallies import ruin
from sim.rules.dice_pool.state import State, able, side_of, standing_sides
from sim.seam.events import Seat
from sim.spine.racing import lead

LUCK = 0.7
"""How much the ratio of what is left counts: the likeliest power of played ones."""
LEAST = 0.05
"""What is left at the least to whoever still stands: nothing is lost before it is."""
STAKE = 3.0
"""As how much less what the others have left counts to who holds what is at stake."""


def ahead(view: State, who: Seat) -> float:
    """Return how far *who* leads, from -1 to 1: boxes, or losses [DP-R-110]."""
    side = side_of(view, who)
    ours = max(LEAST, 1.0 - worn(view, side))
    others = [
        max(LEAST, 1.0 - worn(view, other))
        for other in standing_sides(view)
        if other != side
    ]
    theirs = min(others, default=0.0)
    if view.stake is not None and not view.setup.violent:
        if view.stake.side == side:
            theirs /= STAKE
        else:
            ours /= STAKE
    return lead(theirs, ours, LUCK)


def worn(view: State, side: int) -> float:
    """Return how near *side* is to being out, from 0 to 1."""
    team = view.setup.teams[side]
    lost_ = 0.0
    for who in team:
        one, character = view.participants[who], view.setup.characters[who]
        if not able(view, who):
            lost_ += 1.0
        elif view.setup.violent:
            lost_ += len(one.body.wounds) / character.boxes
        else:
            borne = zip(one.losses, character.bears, strict=True)
            lost_ += max([*(a / b for a, b in borne), ruin(view, who)])
    return min(1.0, lost_ / len(team))


def to_fell(view: State, side: int) -> float:
    """Return how many points of harm fell the weakest of the sides but *side*."""
    others = [other for other in standing_sides(view) if other != side]
    return min([boxes_left(view, other) for other in others], default=0.0)


def boxes_left(view: State, side: int) -> float:
    """Return how many points of harm fell *side*, where harm is done at all."""
    if not view.setup.violent:
        return 0.0
    people = view.setup.characters
    return float(
        sum(
            people[who].boxes - len(view.participants[who].body.wounds)
            for who in view.setup.teams[side]
            if able(view, who)
        )
    )


def better_off(worth: float, ahead: float) -> float:
    """Return what obtaining *worth* at once adds, in what winning in the end adds."""
    hope = 0.5 + 0.5 * ahead
    return max(0.0, (worth - hope) / (1.0 - hope)) if hope < 1.0 else 0.0


def worse_off(left: float, ahead: float) -> float:
    """Return what ending with *left* at once costs, in what losing in the end costs."""
    hope = 0.5 + 0.5 * ahead
    return max(0.0, (hope - left) / hope) if hope > 0.0 else 0.0
