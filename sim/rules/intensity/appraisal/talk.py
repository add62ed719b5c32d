"""The parts of a round before its dice: goals, pools, and each helper's roll.

Points matter only as far as they can be spent at once. How long situation and penalty
dice last does not matter here. A helper's roll that meets nobody depends on hardly any
die, since it is no main roll and only adds dice to the ally.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import astuple, replace

from sim.rules.intensity.appraisal.essence import (
    rolls_left,
    spendable,
    wears_by_points,
    with_uses,
)
from sim.rules.intensity.phases import Building, Rolling
from sim.rules.intensity.pools.building import builders
from sim.rules.intensity.state import (
    IN,
    Bonus,
    Participant,
    Penalty,
    State,
    helpers,
    is_early,
    pairs,
)
from sim.seam.chart import Part
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put

Left = TypeVar("Left", Bonus, Penalty)


def part_of_pools(state: State, phase: Building) -> Part[State] | None:
    """Return the part that begins while pools are built: a helper's, or all others'.

    None if it is not clear which dice can be left out, or if nobody helps.
    """
    if phase.helping is not None:
        return None
    helping = helpers(state)
    if not helping or state.setup.gm != NOBODY:
        return None
    if not wears_by_points(state.setup.rulings):
        return None
    if any(who in pair for pair in pairs(state) for who in helping):
        return None
    for who in helping:
        if who not in phase.helped:
            draft = phase.drafts[who]
            if draft is None:
                return HELP
            if draft.acting:
                return None
    building = builders(state)
    if not building or any(phase.drafts[who] is not None for who in building):
        return None
    return POOLS


def _talk(state: State) -> Hashable:
    """Return *state* with at most one point more than can be spent on pools at once.

    Whoever builds a pool once a helper has paid sees whether any point is left. All
    points stay if they limit how long dice won in talk can last.
    """
    if wears_by_points(state.setup.rulings):
        people = [
            read(participant, participant.intensity, 1)
            for participant in state.participants
        ]
        return replace(state, participants=tuple(people))
    twice = state.setup.rulings.helper_defends == "second_pool"
    people = [
        read(participant, spendable(state, who) * (1 + twice) + 1, 1)
        for who, participant in by_seat(state.participants)
    ]
    return replace(state, participants=tuple(people))


def _help(state: State) -> Hashable:
    """Return *state* with only the dice that others add to main pools.

    The next helper and later ones roll none of these.
    """
    phase = state.phase
    assert type(phase) is Building
    people = [
        replace(
            participant,
            bonuses=() if is_early(state, who) else _lasting(participant.bonuses, 1),
            penalties=(),
        )
        if participant.bonuses or participant.penalties
        else participant
        for who, participant in by_seat(state.participants)
    ]
    return replace(state, participants=tuple(people))


# Few participants occur in very many states: each result is kept, so that it is one
# object wherever it occurs, and states are compared quickly.
_PEOPLE = 1 << 16


@lru_cache(maxsize=_PEOPLE)
def read(participant: Participant, points: int, uses: int) -> Participant:
    """Return *participant* with at most this many points, and uses of its dice."""
    few = participant.intensity <= points
    if few and not participant.bonuses and not participant.penalties:
        return participant
    return replace(
        participant,
        intensity=participant.intensity if few else points,
        bonuses=_lasting(participant.bonuses, uses),
        penalties=_lasting(participant.penalties, uses),
    )


def _lasting(dice: tuple[Left, ...], uses: int) -> tuple[Left, ...]:
    return tuple([die if die.left <= uses else replace(die, left=uses) for die in dice])


# The result of a part, for other states that are read alike.


def _paid(state: State, begun: State, ended: State) -> State:
    """Return *ended*, with points and dice of *state* where *begun* had others."""
    people = ended.participants
    both = zip(state.participants, begun.participants, strict=True)
    for who, (own, other) in enumerate(both):
        if own is other or people[who].status != IN:
            continue
        limit = _limit(ended, Seat(who))
        people = put(people, who, _one_paid(own, other, people[who], limit))
    return with_people(ended, people)


def _limit(ended: State, who: Seat) -> int | None:
    """Return the most rolls that dice of *who* can last; None if there is no limit."""
    phase = ended.phase
    if type(phase) is not Rolling and type(phase) is not Building:
        return None
    if not wears_by_points(ended.setup.rulings):
        return None
    return rolls_left(ended.participants[who], phase, who)


@lru_cache(maxsize=_PEOPLE)
def _one_paid(
    participant: Participant, other: Participant, after: Participant, limit: int | None
) -> Participant:
    """Return *after* for *participant*, if *other* has become *after*.

    If points limit how long dice last, *limit* is the most rolls; both have the same
    points then.
    """
    left = participant.intensity - other.intensity + after.intensity
    now, was = participant, other
    if limit is not None:
        now, was = with_uses(participant, limit), with_uses(other, limit)
    return replace(
        after,
        intensity=left,
        bonuses=_more(now.bonuses, was.bonuses, after.bonuses),
        penalties=_more(now.penalties, was.penalties, after.penalties),
    )


def _more(
    now: tuple[Left, ...], begun: tuple[Left, ...], ended: tuple[Left, ...]
) -> tuple[Left, ...]:
    """Return the dice of *now* and those that *ended* has in addition to *begun*."""
    if now == begun:
        return ended
    if ended == begun:
        return now
    dice = list(now)
    dice += ended
    for die in begun:
        dice.remove(die)
    dice.sort(key=astuple)
    return tuple(dice)


def with_people(state: State, people: tuple[Participant, ...]) -> State:
    """Return *state* with these *people*."""
    if people is state.participants:
        return state
    return replace(state, participants=people)


TALK = Part[State](reads=_talk, after=_paid)
HELP = Part[State](reads=_help, after=_paid, inner=True)
POOLS = Part[State](reads=_talk, after=_paid, inner=True)
