"""The parts of a round: talk, the dice with their effects, and within that each blow.

After talk, points matter only as some or none, since a pool is paid before its dice
fall. How long situation and penalty dice last matters only where they wear out, and
there only whether it is their last roll.
"""

from collections.abc import Hashable
from functools import lru_cache

from msgspec.structs import replace

from sim.rules.intensity.appraisal.essence import (
    begins,
    wears_by_points,
    with_dice_to_pay,
    without,
)
from sim.rules.intensity.appraisal.talk import TALK, part_of_pools, read, with_people
from sim.rules.intensity.effects.allocation import steps
from sim.rules.intensity.effects.obtaining import upper_hands
from sim.rules.intensity.phases import INFLICT, SITUATION, Affecting, Building, Rolling
from sim.rules.intensity.rolls.evolve import worn
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.state import (
    IN,
    Participant,
    State,
)
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.spine.changes import put

_LASTS = 2
"""A die with at least this many rolls left outlasts the next roll."""


def part(state: State) -> Part[State] | None:
    """Return the part that begins here."""
    phase = state.phase
    if type(phase) is Affecting:
        if phase.placed:
            return None
        if phase.step < len(steps(state, phase)):
            return _BLOW
        if not phase.results:
            # Nobody was compared: nothing lies between the dice and the close.
            return None
        return _CLOSE if _only_wears(state) else _CLOSE_WITH_DICE
    if type(phase) is Rolling:
        if phase.thrown or phase.swaps or phase.results:
            return None
        return _DICE if _only_wears(state) else _DICE_WITH_DICE
    if type(phase) is Building:
        return part_of_pools(state, phase)
    return TALK if begins(state) else None


def _only_wears(state: State) -> bool:
    """Whether, from the dice on, dice that wear out can only wear and not be won.

    Also, every roll that wears dice out must have been paid for with a point.
    """
    if not _by_points(state.setup):
        return False
    for participant in state.participants:
        if participant.goal is not None and participant.goal.kind == SITUATION:
            return False
    return True


@lru_cache(maxsize=16)
def _by_points(setup: Setup) -> bool:
    inflicts = any(wish.kind == INFLICT for wish in setup.wishes)
    return wears_by_points(setup.rulings) and not inflicts


# What is read.


def _dice(state: State) -> Hashable:
    phase = state.phase
    assert type(phase) is Rolling
    # Dice of those who roll nothing are not worn, and so last as long as they did.
    people = [
        read(participant, 1, _LASTS if pool else 1)
        for participant, pool in zip(state.participants, phase.pools, strict=True)
    ]
    return replace(state, participants=tuple(people))


def _close(state: State) -> Hashable:
    """Return *state* with only the order in which participants are asked to cede.

    Results are kept if one roll against an obstacle decides.
    """
    phase = state.phase
    assert type(phase) is Affecting
    order: tuple[Seat, ...] = ()
    if state.setup.rulings.static_mode != "one_roll":
        upper = upper_hands(phase)
        order = tuple(sorted(state.actors, key=lambda who: who in upper))
        phase = replace(phase, results=(), step=0)
    people = [read(participant, 1, 1) for participant in state.participants]
    return replace(state, participants=tuple(people), phase=phase), order


def _with_dice(state: State) -> Hashable:
    """Return all of *state*: dice may be won, and points limit how long they last."""
    return state


# The result of a part, for other states that are read alike.


def _worn(state: State, begun: State, ended: State) -> State:
    """Return *ended* with the points of *state*, and its dice as worn by the roll."""
    phase = state.phase
    people = ended.participants
    for who, (own, other) in enumerate(
        zip(state.participants, begun.participants, strict=True)
    ):
        if own is other or people[who].status != IN:
            continue
        rolled = type(phase) is Rolling and bool(phase.pools[who])
        people = put(people, who, _one_worn(own, people[who], rolled=rolled))
    return with_people(ended, people)


@lru_cache(maxsize=1 << 16)
def _one_worn(
    participant: Participant, after: Participant, *, rolled: bool
) -> Participant:
    """Return *after* with the points and dice of *participant*, worn if *rolled*.

    The result is cached, so that equal participants are one object.
    """
    held = worn(participant) if rolled else participant
    now = replace(
        after,
        intensity=participant.intensity,
        bonuses=held.bonuses,
        penalties=held.penalties,
    )
    return with_dice_to_pay(now)


def _as_it_ended(_state: State, _begun: State, ended: State) -> State:
    return ended


# Blows.


def _blow(state: State) -> Hashable:
    """Return what one use of successes reads: two participants, and the question.

    A die that is won is added to all dice of its winner.
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
        state if sought else (_read_by_blow(people[by]), _read_by_blow(people[on])),
        *[
            (participant.status, participant.goal, participant.aim)
            for participant in people
        ],
        phase.used[on] if state.setup.only_rolled else (),
        phase.zeroed if rulings.preempt_on_zero else (),
    )


def _read_by_blow(participant: Participant) -> Hashable:
    dice = tuple([bonus.size for bonus in participant.bonuses if not bonus.fresh])
    return participant.sizes, participant.goal, dice, participant.intensity > 0


def _struck(state: State, begun: State, ended: State) -> State:
    """Return *state* after the blow that turned *begun* into *ended*."""
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
        # Used successes are left out of the results, so the next come first.
        used = steps(begun, was)[was.step]
        results, step = without(results, used.by, used.on), now.step
    phase = replace(now, results=results, step=step, zeroed=zeroed)
    return replace(state, participants=people, phase=phase)


def _changed(
    participant: Participant, before: Participant, after: Participant
) -> Participant:
    """Return *participant* with the changes of a blow, which has read all of them."""
    if after.sizes != before.sizes:
        participant = replace(participant, sizes=after.sizes)
    if after.bonuses != before.bonuses:
        participant = replace(participant, bonuses=after.bonuses)
    if after.penalties != before.penalties:
        participant = replace(participant, penalties=after.penalties)
    return participant


def _lead_changes(_state: State, _who: Seat) -> None:
    """Return None: the lead changes with every pip, and with everybody's dice."""


_DICE = Part[State](reads=_dice, after=_worn)
_DICE_WITH_DICE = Part[State](reads=_with_dice, after=_as_it_ended)
_BLOW = Part[State](reads=_blow, after=_struck, leads=_lead_changes, inner=True)
_CLOSE = Part[State](reads=_close, after=_worn, inner=True)
_CLOSE_WITH_DICE = Part[State](reads=_with_dice, after=_as_it_ended, inner=True)
