"""Damage as a sum: blows only add to it, and depend only on who is out and who leads.

A step leads to the dice of a blow, or applies their result; then the damage it adds is
known.
"""

from itertools import combinations

from msgspec.structs import replace

from sim.rules.skill_roll.appraisal.easing import easing
from sim.rules.skill_roll.appraisal.weigh import settled
from sim.rules.skill_roll.combat.effects import strike_effects
from sim.rules.skill_roll.consequences import HarmApplied
from sim.rules.skill_roll.phases import Rolling, Strike
from sim.rules.skill_roll.scenario.compile import COMBAT
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import State, character, is_in, sides_left
from sim.seam.chart import Mark, Sums
from sim.seam.seats import by_seat


def sums(state: State) -> Sums[State] | None:
    """Return how damage adds up in a fight in which it has no other effect.

    None if wounds lower rolls [SK-RUL-33], if companions step in for the wounded
    [SK-RUL-68], or if stray shots can hit others [SK-RUL-48].
    """
    setup, rulings = state.setup, state.setup.rulings
    if setup.kind != COMBAT or rulings.wound_penalty_per_quarter:
        return None
    if rulings.others_respond:
        return None
    if not all(form.hand_to_hand for data in setup.characters for form in data.forms):
        return None
    return SUMS


def _begins(state: State) -> bool:
    """Whether the dice of blows have fallen and are not applied yet."""
    phase = state.phase
    return (
        type(phase) is Rolling
        and type(phase.setting.matter) is Strike
        and len(phase.levels) == len(phase.difficulties)
        and not phase.harmed
    )


def _numbers(state: State) -> tuple[int, ...]:
    return tuple([participant.damage for participant in state.participants])


def _having(state: State, numbers: tuple[int, ...]) -> State:
    people = tuple(
        [
            replace(participant, damage=damage)
            for participant, damage in zip(state.participants, numbers, strict=True)
        ]
    )
    return replace(state, participants=people)


def _moment(state: State) -> int:
    """Return the first round equivalent to this one; only the last differs."""
    cap = state.setup.rulings.round_cap
    return cap if state.round >= cap else min(state.round, settled(state.setup))


def _marks(state: State) -> tuple[Mark, ...]:
    """Return the damage that takes out [SK-RUL-33] or changes the lead [SK-CONF-08]."""
    harms = _harms(state)
    size = len(harms)
    marks = [
        Mark(
            tuple([int(seat == who) for seat in range(size)]),
            character(state, who).capacity - harm,
        )
        for who, harm in by_seat(harms)
        if harm and is_in(state, who)
    ]
    if state.round >= state.setup.rulings.round_cap and not _goes_on(state, harms):
        for side, other in combinations(sides_left(state), 2):
            marks += _ahead(state, harms, side, other)
    return tuple(marks)


def _goes_on(state: State, harms: tuple[int, ...]) -> bool:
    """Whether another turn follows in this round, whatever the blows do."""
    people = state.participants
    return any(
        is_in(state, who)
        and not harms[who]
        and not people[who].owes
        and people[who].awareness != Awareness.UNAWARE_OF_DANGER
        for who in state.order
    )


def _harms(state: State) -> tuple[int, ...]:
    """Return the damage that the rolled blows do to everybody."""
    harms = [0] * len(state.participants)
    if _begins(state):
        phase = state.phase
        assert type(phase) is Rolling
        assert type(phase.setting.matter) is Strike
        for event in strike_effects(state, phase, phase.setting.matter).events:
            if type(event) is HarmApplied:
                harms[event.who] += event.eighths
    return tuple(harms)


def _ahead(
    state: State, harms: tuple[int, ...], side: int, other: int
) -> tuple[Mark, Mark]:
    """Return the marks at which side *side* is hurt as much as *other*, and more."""
    setup = state.setup
    bears = [
        sum([setup.characters[who].capacity for who in setup.teams[each]])
        for each in (side, other)
    ]
    weights = [0] * len(harms)
    for who in setup.teams[side]:
        weights[who] += bears[1]
    for who in setup.teams[other]:
        weights[who] -= bears[0]
    present = sum([harm * weight for harm, weight in zip(harms, weights, strict=True)])
    return Mark(tuple(weights), -present), Mark(tuple(weights), 1 - present)


SUMS = Sums[State](
    begins=_begins,
    numbers=_numbers,
    having=_having,
    marks=_marks,
    moment=_moment,
    easing=easing,
)
"""Damage, by seat."""
