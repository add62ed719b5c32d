"""How far a side leads, by what it and the others have left.

In a violent conflict boxes of Health are counted, otherwise losses that can be borne.
"""

from sim.rules.dice_pool.contests.lost_tallies import ruin
from sim.rules.dice_pool.state import State, able, side_of, standing_sides
from sim.seam.events import Seat
from sim.spine.racing import lead

LUCK = 0.7
"""Exponent of the ratio of what is left, fitted to played conflicts."""
LEAST = 0.05
"""The least that counts as left to a side that is still in."""
STAKE = 3.0
"""How much less the others count as having left if a side holds the stake."""


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
    """Return how close *side* is to being out, from 0 to 1."""
    team = view.setup.teams[side]
    lost_ = 0.0
    for who in team:
        participant, character = view.participants[who], view.setup.characters[who]
        if not able(view, who):
            lost_ += 1.0
        elif view.setup.violent:
            lost_ += len(participant.body.wounds) / character.boxes
        else:
            borne = zip(participant.losses, character.bears, strict=True)
            lost_ += max([*(a / b for a, b in borne), ruin(view, who)])
    return min(1.0, lost_ / len(team))


def to_fell(view: State, side: int) -> float:
    """Return how many points of harm fell the weakest of the other sides."""
    others = [other for other in standing_sides(view) if other != side]
    return min([boxes_left(view, other) for other in others], default=0.0)


def boxes_left(view: State, side: int) -> float:
    """Return how many points of harm would fell *side*, in a violent conflict."""
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
    """Return the gain of obtaining *worth* now, relative to winning in the end."""
    hope = 0.5 + 0.5 * ahead
    return max(0.0, (worth - hope) / (1.0 - hope)) if hope < 1.0 else 0.0


def worse_off(left: float, ahead: float) -> float:
    """Return the loss of ending with *left* now, relative to losing in the end."""
    hope = 0.5 + 0.5 * ahead
    return max(0.0, (hope - left) / hope) if hope > 0.0 else 0.0
