"""The parts of a round: talk, dice with all they do, and in that every single blow.

Points are read in talk as far as they can be spent at once, after it only as some or
none: what a pool costs is paid before its dice fall. How long situation and penalty
dice last is read where they are worn, and there only whether it is for the last time.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import astuple, replace

from sim.chart import Part
from sim.events import Seat
from sim.rules.intensity.appraisal.essence import (
    begins,
    rolls_left,
    wears_by_points,
    with_dice_to_pay,
    with_uses,
    without,
)
from sim.rules.intensity.effects.allocation import steps
from sim.rules.intensity.phases import INFLICT, SITUATION, Affecting, Rolling
from sim.rules.intensity.pools.building import candidates, extra_cost
from sim.rules.intensity.rolls.evolve import worn
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.state import (
    IN,
    Bonus,
    Participant,
    Penalty,
    State,
)
from sim.seats import by_seat
from sim.spine.changes import put

Left = TypeVar("Left", Bonus, Penalty)

_LASTS = 2
"""A die that is rolled so often or more is there after the next roll."""


def part(state: State) -> Part[State] | None:
    """Return the part that begins here."""
    phase = state.phase
    if type(phase) is Affecting:
        if phase.placed:
            return None
        if phase.step < len(steps(state, phase)):
            return _BLOW
        return _CLOSE if _only_wears(state) else _CLOSE_WITH_DICE
    if type(phase) is Rolling:
        if phase.thrown or phase.swaps or phase.results:
            return None
        return _DICE if _only_wears(state) else _DICE_WITH_DICE
    return _TALK if begins(state) else None


def _only_wears(state: State) -> bool:
    """Whether from the dice on nobody wins or is given dice that wear out.

    And all that does is a roll for which a point was paid.
    """
    if not _by_points(state.setup):
        return False
    for one in state.participants:
        if one.goal is not None and one.goal.kind == SITUATION:
            return False
    return True


@lru_cache(maxsize=16)
def _by_points(setup: Setup) -> bool:
    inflicts = any(wish.kind == INFLICT for wish in setup.wishes)
    return wears_by_points(setup.rulings) and not inflicts


# What is read.


def _talk(state: State) -> Hashable:
    """Return *state* with no more points than can be spent on pools at once.

    All of them where they limit how long dice last that are won in talk.
    """
    if wears_by_points(state.setup.rulings):
        people = [_read(one, one.intensity, 1) for one in state.participants]
        return replace(state, participants=tuple(people))
    twice = state.setup.rulings.helper_defends == "second_pool"
    people = [
        _read(one, _spendable(state, who) * (1 + twice), 1)
        for who, one in by_seat(state.participants)
    ]
    return replace(state, participants=tuple(people))


def _spendable(state: State, who: Seat) -> int:
    """Return what a pool of *who* costs with all the extra dice there are."""
    groups = candidates(state, who)
    return 1 + extra_cost(sum(len(group) - 1 for group in groups if group))


def _dice(state: State) -> Hashable:
    phase = state.phase
    assert type(phase) is Rolling
    # Dice of those who roll nothing are not worn, and so last as long as they did.
    people = [
        _read(one, 1, _LASTS if pool else 1)
        for one, pool in zip(state.participants, phase.pools, strict=True)
    ]
    return replace(state, participants=tuple(people))


def _close(state: State) -> Hashable:
    people = [_read(one, 1, 1) for one in state.participants]
    return replace(state, participants=tuple(people))


def _with_dice(state: State) -> Hashable:
    """Return *state* as it is where dice may be won, which points then limit."""
    return state


def _read(one: Participant, points: int, uses: int) -> Participant:
    """Return *one* with at most so many points, and so many uses of its dice."""
    few = one.intensity <= points
    if few and not one.bonuses and not one.penalties:
        return one
    return replace(
        one,
        intensity=one.intensity if few else points,
        bonuses=tuple([_used(die, uses) for die in one.bonuses]),
        penalties=tuple([_used(die, uses) for die in one.penalties]),
    )


def _used(die: Left, uses: int) -> Left:
    return die if die.left <= uses else replace(die, left=uses)


# What becomes of a state that is read alike.


def _paid(state: State, begun: State, ended: State) -> State:
    """Return *ended*, with points and dice of *state* where *begun* had others."""
    people = ended.participants
    both = zip(state.participants, begun.participants, strict=True)
    for who, (one, other) in enumerate(both):
        if one is other or people[who].status != IN:
            continue
        after = people[who]
        left = one.intensity - other.intensity + after.intensity
        now, was = _rolled_out(ended, Seat(who), one, other)
        bonuses = _more(now.bonuses, was.bonuses, after.bonuses)
        penalties = _more(now.penalties, was.penalties, after.penalties)
        now = replace(after, intensity=left, bonuses=bonuses, penalties=penalties)
        people = put(people, who, now)
    return _with(ended, people)


def _rolled_out(
    ended: State, who: Seat, one: Participant, other: Participant
) -> tuple[Participant, Participant]:
    """Return *one* and *other* with the dice that they can still use where it *ended*.

    They have the same points where those limit that.
    """
    phase = ended.phase
    if type(phase) is not Rolling or not wears_by_points(ended.setup.rulings):
        return one, other
    most = rolls_left(ended.participants[who], phase, who)
    return with_uses(one, most), with_uses(other, most)


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


def _worn(state: State, begun: State, ended: State) -> State:
    """Return *ended* with points of *state*, and its dice as the roll wears them."""
    phase = state.phase
    people = ended.participants
    for who, (one, other) in enumerate(
        zip(state.participants, begun.participants, strict=True)
    ):
        if one is other or people[who].status != IN:
            continue
        rolled = type(phase) is Rolling and phase.pools[who]
        held = worn(one) if rolled else one
        now = replace(
            people[who],
            intensity=one.intensity,
            bonuses=held.bonuses,
            penalties=held.penalties,
        )
        people = put(people, who, with_dice_to_pay(now))
    return _with(ended, people)


def _with(state: State, people: tuple[Participant, ...]) -> State:
    if people is state.participants:
        return state
    return replace(state, participants=people)


def _as_it_ended(_state: State, _begun: State, ended: State) -> State:
    return ended


# Blows.


def _blow(state: State) -> Hashable:
    """Return what one use of successes reads: of two participants, and what is asked.

    A die won is added to all that its winner has.
    """
    phase = state.phase
    assert type(phase) is Affecting
    step = steps(state, phase)[phase.step]
    rulings, by, on = state.setup.rulings, step.by, step.on
    people = state.participants
    goal = people[by].goal
    sought = goal is not None and goal.kind == SITUATION
    return (
        step,
        state if sought else (_stands(people[by]), _stands(people[on])),
        *[(one.status, one.goal, one.aim) for one in people],
        phase.used[on] if state.setup.only_rolled else (),
        phase.zeroed if rulings.preempt_on_zero else (),
    )


def _stands(one: Participant) -> Hashable:
    dice = tuple([bonus.size for bonus in one.bonuses if not bonus.fresh])
    return one.sizes, one.goal, dice, one.intensity > 0


def _struck(state: State, begun: State, ended: State) -> State:
    """Return what the blow that made *begun* to *ended* makes of *state*."""
    now, was, came = state.phase, begun.phase, ended.phase
    assert type(now) is Affecting
    assert type(was) is Affecting
    assert type(came) is Affecting
    people = state.participants
    both = zip(begun.participants, ended.participants, strict=True)
    for who, (before, after) in enumerate(both):
        if before is not after:
            people = put(people, Seat(who), _changed(people[who], before, after))
    zeroed = now.zeroed + came.zeroed[len(was.zeroed) :]
    results, step = now.results, now.step + 1
    if came.step == was.step:
        # What is used is left out of the results, and the next is the first again.
        used = steps(begun, was)[was.step]
        results, step = without(results, used.by, used.on), now.step
    phase = replace(now, results=results, step=step, zeroed=zeroed)
    return replace(state, participants=people, phase=phase)


def _changed(one: Participant, before: Participant, after: Participant) -> Participant:
    """Return *one* with the dice that a blow changed, which it has read."""
    if after.sizes != before.sizes:
        one = replace(one, sizes=after.sizes)
    if after.bonuses != before.bonuses:
        one = replace(one, bonuses=after.bonuses)
    if after.penalties != before.penalties:
        one = replace(one, penalties=after.penalties)
    return one


_TALK = Part[State](reads=_talk, after=_paid)
_DICE = Part[State](reads=_dice, after=_worn)
_DICE_WITH_DICE = Part[State](reads=_with_dice, after=_as_it_ended)
_BLOW = Part[State](reads=_blow, after=_struck, inner=True)
_CLOSE = Part[State](reads=_close, after=_worn, inner=True)
_CLOSE_WITH_DICE = Part[State](reads=_with_dice, after=_as_it_ended, inner=True)
