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
    """Return *state* with one point more than can be spent on pools at once, at most.

    Whoever builds a pool once a helper has paid sees whether any point is left. All
    points stay if they limit how long dice won in talk can last.
    """
    if wears_by_points(state.setup.rulings):
        people = [read(one, one.intensity, 1) for one in state.participants]
        return replace(state, participants=tuple(people))
    twice = state.setup.rulings.helper_defends == "second_pool"
    people = [
        read(one, spendable(state, who) * (1 + twice) + 1, 1)
        for who, one in by_seat(state.participants)
    ]
    return replace(state, participants=tuple(people))


def _help(state: State) -> Hashable:
    """Return *state* with only the dice that others add to main pools.

    Neither the next helper nor later ones roll any of these.
    """
    phase = state.phase
    assert type(phase) is Building
    people = [
        replace(
            one,
            bonuses=() if is_early(state, who) else _lasting(one.bonuses, 1),
            penalties=(),
        )
        if one.bonuses or one.penalties
        else one
        for who, one in by_seat(state.participants)
    ]
    return replace(state, participants=tuple(people))


# Few participants stand in very many states: what becomes of each is kept, so that it
# is one object wherever it stands, and states are compared quickly.
_PEOPLE = 1 << 16


@lru_cache(maxsize=_PEOPLE)
def read(one: Participant, points: int, uses: int) -> Participant:
    """Return *one* with at most this many points, and uses of its dice."""
    few = one.intensity <= points
    if few and not one.bonuses and not one.penalties:
        return one
    return replace(
        one,
        intensity=one.intensity if few else points,
        bonuses=_lasting(one.bonuses, uses),
        penalties=_lasting(one.penalties, uses),
    )


def _lasting(dice: tuple[Left, ...], uses: int) -> tuple[Left, ...]:
    return tuple([die if die.left <= uses else replace(die, left=uses) for die in dice])


# The result of a part, for other states that are read alike.


def _paid(state: State, begun: State, ended: State) -> State:
    """Return *ended*, with points and dice of *state* where *begun* had others."""
    people = ended.participants
    both = zip(state.participants, begun.participants, strict=True)
    for who, (one, other) in enumerate(both):
        if one is other or people[who].status != IN:
            continue
        limit = _limit(ended, Seat(who))
        people = put(people, who, _one_paid(one, other, people[who], limit))
    return with_people(ended, people)


def _limit(ended: State, who: Seat) -> int | None:
    """Return how many rolls dice of *who* last for at most, None if it is open."""
    phase = ended.phase
    if type(phase) is not Rolling and type(phase) is not Building:
        return None
    if not wears_by_points(ended.setup.rulings):
        return None
    return rolls_left(ended.participants[who], phase, who)


@lru_cache(maxsize=_PEOPLE)
def _one_paid(
    one: Participant, other: Participant, after: Participant, limit: int | None
) -> Participant:
    """Return *after*, which *other* became, as *one* becomes it.

    Dice last for *limit* rolls at most. Both have the same points if those limit that.
    """
    left = one.intensity - other.intensity + after.intensity
    now, was = one, other
    if limit is not None:
        now, was = with_uses(one, limit), with_uses(other, limit)
    return replace(
        after,
        intensity=left,
        bonuses=_more(now.bonuses, was.bonuses, after.bonuses),
        penalties=_more(now.penalties, was.penalties, after.penalties),
    )


def _more(
    now: tuple[Left, ...], begun: tuple[Left, ...], ended: tuple[Left, ...]
) -> tuple[Left, ...]:
    """Return the dice of *now* and those that *ended* has more than *begun*."""
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
