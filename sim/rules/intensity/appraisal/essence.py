"""What can still matter in a state, and where a round begins, for exact solutions."""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.intensity.effects.allocation import steps
from sim.rules.intensity.phases import (
    Affecting,
    Building,
    Declaring,
    Phase,
    Result,
    Rolling,
)
from sim.rules.intensity.pools.building import candidates, extra_cost
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.scenario.rulings import Rulings
from sim.rules.intensity.state import IN, PERMANENT, Bonus, Participant, Penalty, State
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put


def essence(state: State) -> State:
    """Return *state* without everything that cannot matter any more.

    For participants who left, only how they left matters. Goals are kept between
    rounds, since the last one is offered first again. The number of the round matters
    only in the last round; there points matter only as far as they can be spent, and
    whether any are left. Of successes already used, only the upper hand matters. A die
    that wears out is kept for no more rolls than its owner can pay for.
    """
    phase = state.phase
    if type(phase) is Affecting:
        state = _without_used(state, phase)
    elif begins(state) and 0 < state.round < timeless(state):
        state = replace(state, round=0)
    if state.round >= timeless(state) and alone(state.setup):
        state = _with_points_to_spend(state)
    if wears_by_points(state.setup.rulings):
        state = _with_dice_to_roll(state)
    for participant in state.participants:
        if participant.status != IN:
            break
    else:
        return state
    participants = tuple(
        participant if participant.status == IN else _gone(participant)
        for participant in state.participants
    )
    return replace(state, participants=participants)


def _gone(participant: Participant) -> Participant:
    return Participant((0,) * len(participant.sizes), 0, participant.status)


def _without_used(state: State, phase: Affecting) -> State:
    """Return *state* with only those successes that are still to be used.

    Where failures of a situational goal count, they are successes of others and stay.
    """
    if state.setup.rulings.situation_penalty:
        return state
    due = {(step.by, step.on) for step in steps(state, phase)[phase.step :]}
    results = tuple([_due(result, due) for result in phase.results])
    if not phase.step and results == phase.results:
        return state
    return replace(state, phase=replace(phase, results=results, step=0))


def _due(result: Result, due: set[tuple[Seat, Seat]]) -> Result:
    a, b = result.a, result.b
    kept_a = result.kept_a if (a, b) in due else 0
    kept_b = result.kept_b if (b, a) in due else 0
    return Result(a, b, result.hand, kept_a, kept_b)


def without(results: tuple[Result, ...], by: Seat, on: Seat) -> tuple[Result, ...]:
    """Return *results* without the successes of *by* against *on*."""
    return tuple(
        [
            Result(result.a, result.b, result.hand, 0, result.kept_b)
            if result.a == by and result.b == on
            else Result(result.a, result.b, result.hand, result.kept_a, 0)
            if result.a == on and result.b == by
            else result
            for result in results
        ]
    )


def _with_points_to_spend(state: State) -> State:
    """Return *state* with at most one point more than this round can cost.

    Whoever has a point left is assumed to be able to go on [IN-CEDE-01].
    """
    due = type(state.phase) is Declaring or type(state.phase) is Building
    people = state.participants
    for who, participant in by_seat(people):
        most = 1 + (spendable(state, who) if due else 0)
        if participant.intensity > most:
            people = put(people, who, replace(participant, intensity=most))
    if people is state.participants:
        return state
    return replace(state, participants=people)


def spendable(state: State, who: Seat) -> int:
    """Return the cost of a pool of *who* with all possible extra dice [IN-EXTRA-02]."""
    groups = candidates(state, who)
    return 1 + extra_cost(sum(len(group) - 1 for group in groups if group))


@lru_cache(maxsize=64)
def alone(setup: Setup) -> bool:
    """Whether every participant is a side of its own, so that nobody is helped."""
    return len({data.side for data in setup.characters}) == len(setup.characters)


def wears_by_points(rulings: Rulings) -> bool:
    """Whether each roll that wears a die costs its owner a point [IN-R-32, IN-R-04]."""
    return rulings.duration == "rolls" and rulings.base_cost == "participant"


def _with_dice_to_roll(state: State) -> State:
    """Return *state* with dice that last for no more rolls than can still come."""
    people = state.participants
    for who, participant in by_seat(people):
        if participant.bonuses or participant.penalties:
            slim = with_uses(participant, rolls_left(participant, state.phase, who))
            if slim is not participant:
                people = put(people, who, slim)
    if people is state.participants:
        return state
    return replace(state, participants=people)


def rolls_left(participant: Participant, phase: Phase, who: Seat) -> int:
    """Return how many more main rolls *participant* can make, this round's included.

    The number is the same at any point of the round, less the rolls already made: so a
    question looks the same whether dice were left out at the round's beginning or now.
    """
    pools = phase.pools if type(phase) is Building or type(phase) is Rolling else ()
    # A pool that is assembled is paid for, and not rolled yet.
    return participant.intensity + bool(pools and pools[who])


def with_dice_to_pay(participant: Participant) -> Participant:
    """Return *participant* with no more uses of its dice than it has points."""
    return with_uses(participant, participant.intensity)


def with_uses(participant: Participant, most: int) -> Participant:
    """Return *participant* with dice that last for *most* rolls at most."""
    bonuses, penalties = participant.bonuses, participant.penalties
    for die in bonuses:
        if die.left > most:
            break
    else:
        for lasting in penalties:
            if lasting.left > most:
                break
        else:
            return participant
    return replace(
        participant,
        bonuses=bonuses_for(bonuses, most),
        penalties=penalties_for(penalties, most),
    )


def bonuses_for(dice: tuple[Bonus, ...], most: int) -> tuple[Bonus, ...]:
    """Return situation *dice* with *most* uses at most."""
    if not most:
        return ()
    return tuple(sorted([Bonus(d.size, min(d.left, most), d.fresh) for d in dice]))


def penalties_for(dice: tuple[Penalty, ...], most: int) -> tuple[Penalty, ...]:
    """Return penalty *dice* for *most* rolls at most; permanent ones stay permanent."""
    return tuple(
        sorted(
            [
                Penalty(die.size, min(die.left, most))
                for die in dice
                if most or die.left == PERMANENT
            ]
        )
    )


def begins(state: State) -> bool:
    """Whether a round begins here: nobody has declared anything."""
    phase = state.phase
    return type(phase) is Declaring and not any(phase.chosen)


def timeless(state: State) -> int:
    """Return the last round: before it, the round's number is irrelevant [IN-R-39]."""
    return state.setup.rulings.max_rounds
