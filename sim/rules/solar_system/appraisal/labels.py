"""The labels of boxes, reduced to those that still matter."""

from functools import lru_cache

from sim.rules.solar_system.harm.track import BLOODIED_TO, BRUISED_TO, Track
from sim.rules.solar_system.phases import Over, Recovering
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.rules.solar_system.state import State, with_participant
from sim.seam.seats import by_seat
from sim.spine.lookup import first

AFTER = frozenset({Recovering, Awarding, Advancing, Over})
"""The phases after the conflict, in which only wounds heal."""


def with_slim_tracks(state: State) -> State:
    """Return *state* without labels that decide nothing."""
    for who, participant in by_seat(state.participants):
        if (harm := slim(state, participant.harm)) != participant.harm:
            state = with_participant(state, who, harm=harm)
    return state


def slim(state: State, track: Track) -> Track:
    """Return *track* without labels that decide nothing in *state*.

    In boxes 4 to 6 they stay as the first labels, in order, that affect the same pools.
    """
    per_box = state.setup.rulings.bloodied_stacking == "per_box"
    return _slim(track, type(state.phase) in AFTER, per_box)


@lru_cache(maxsize=1 << 14)
def _slim(track: Track, over: bool, per_box: bool) -> Track:  # noqa: FBT001 - part of the key
    if over:
        return tuple([label and 1 for label in track])
    worn = sorted(label for label in track[BRUISED_TO:BLOODIED_TO] if label)
    if not per_box:
        pools = sorted(set(worn))
        worn = pools + pools[-1:] * (len(worn) - len(pools))
    labels = iter(worn)
    return tuple(
        [
            label and (first(labels) if BRUISED_TO <= box < BLOODIED_TO else 1)
            for box, label in enumerate(track)
        ]
    )
