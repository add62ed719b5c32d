"""The parts of a round: declarations, the dice, and the effects of their totals.

A whole round, and its first and its last part, have the same results in every round in
which nothing changes with time. While dice are thrown, nothing but the dice is read,
and nobody sees those of others; whoever chooses between two throws sees their own
totals. Once all dice have fallen, only who is ahead and by how much is kept of them.
The aftermath of a conflict is a part by itself if it changes nobody's returns.
"""

from collections.abc import Hashable, Iterable, Sequence

from msgspec.structs import replace

from sim.rules.dice_pool.appraisal.foresight import outlook
from sim.rules.dice_pool.appraisal.moments import any_round, lasts
from sim.rules.dice_pool.appraisal.weigh import settled
from sim.rules.dice_pool.contests.comparing import CONTESTED, sources
from sim.rules.dice_pool.contests.opposing import (
    WON,
    answers_in,
    claims_stake,
    compared_pair,
    intent_of,
)
from sim.rules.dice_pool.phases import Declaring, Rolling
from sim.rules.dice_pool.pools.refreshing import refresh_throw
from sim.rules.dice_pool.pools.throwing import ask_dice, total_of
from sim.rules.dice_pool.records.rolls import PLAIN, Key, Roll, Throw
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import Kind
from sim.rules.dice_pool.state import Participant, State, side_of
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.spine.changes import with_phase

_PAIR = 2


def part(state: State) -> Part[State] | None:
    """Return the part that begins here, None if none does."""
    phase, setup = state.phase, state.setup
    if state.ended is not None:
        # The essence of a conflict that is over has no steps left.
        left = state.steps < len(setup.steps)
        return _AFTERMATH if left and not lasts(setup) else None
    if type(phase) is Declaring:
        return None if any(phase.answers) else _ROUND
    if type(phase) is not Rolling or setup.rulings.boost_timing == "after":
        return None
    if any(roll.dice is None or _refreshing(state, roll) for roll in phase.rolls):
        return None
    if all(roll.first is None for roll in phase.rolls):
        return _DICE if any(roll.dice for roll in phase.rolls) else None
    return TOLD if ask_dice(state, phase.rolls) is None else None


def _refreshing(state: State, roll: Roll) -> bool:
    throw = refresh_throw(state, roll) if roll.intimacy else None
    return throw is not None and bool(throw.due)


def fallen(state: State, phase: Rolling) -> Rolling:
    """Return *phase*, in which all dice have fallen, with the lowest equivalent totals.

    The winners, the margin, and the best roll of each side stay. The dice, their
    modifiers and the choice between two throws have had their effect and are dropped.
    """
    return _reduced(state, phase, _totals(state, phase.rolls))


def _reduced(state: State, phase: Rolling, totals: Iterable[int]) -> Rolling:
    """Return *phase*, of which only these *totals* and who waived still matter."""
    return Rolling(_counted(state, phase.rolls, totals), phase.waived)


def compared(state: State, rolls: Sequence[Roll]) -> tuple[Roll, ...]:
    """Return *rolls*, whose totals were compared, with the lowest equivalent ones.

    The losers are determined once more, when all effects are done. If an effect may
    change who has automatic successes, the totals stay.
    """
    totals = _totals(state, rolls)
    if any(state.setup.characters[roll.who].automatic for roll in rolls):
        return _with_totals(rolls, totals)
    return _counted(state, rolls, totals)


def _totals(state: State, rolls: Iterable[Roll]) -> tuple[int, ...]:
    rulings = state.setup.rulings
    return tuple([total_of(roll, rulings) if roll.dice else 0 for roll in rolls])


def _counted(
    state: State, rolls: Sequence[Roll], totals: Iterable[int]
) -> tuple[Roll, ...]:
    return _with_totals(rolls, _least(state, rolls, tuple(totals)))


def _with_totals(rolls: Iterable[Roll], totals: Iterable[int]) -> tuple[Roll, ...]:
    return tuple([_bare(*pair) for pair in zip(rolls, totals, strict=True)])


def _bare(roll: Roll, total: int) -> Roll:
    """Return *roll* with nothing but its owner, its purpose and its *total*."""
    dice = int(bool(roll.dice))
    return replace(
        roll,
        edge=0,
        difficulty=0,
        hardness=PLAIN,
        boosted=False,
        intimacy="",
        accepted=None,
        refresh=None,
        dedicated=False,
        rote=False,
        dice=dice,
        chance=False,
        first=Throw(0, fresh=False, total=total) if dice else None,
        second=None,
        chosen=None,
    )


def _least(
    state: State, rolls: Sequence[Roll], totals: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the lowest totals that have the same effects as these.

    The best roll of each side counts, and where there are two sides only by how much
    one is higher. If there are automatic successes, the totals stay as they are. Where
    each act is a contest of its own, the same holds for two rolls that are compared
    only with each other.
    """
    if any(sources(state, roll.who, CONTESTED) for roll in rolls):
        return totals
    direct = state.setup.rulings.opposition == DIRECT
    if direct and not _duel(state, rolls):
        return _least_direct(state, rolls, totals)
    # Lower both best rolls by as much as the lower one has: the difference stays. One
    # success of it stays where both are equal, since some rulings prefer one of two
    # that have a success, and where somebody rolled beside the best, who must be known.
    best: dict[int, int] = {}
    for place, (roll, total) in enumerate(zip(rolls, totals, strict=True)):
        side = side_of(state, roll.who)
        if roll.dice and (side not in best or total > totals[best[side]]):
            best[side] = place
    counted = {place: totals[place] for place in best.values()}
    # Acts on a third side that does not roll would take effect by the whole total.
    pair = len(counted) == _PAIR and (direct or len(state.setup.sides) == _PAIR)
    low, high = (min(counted.values()), max(counted.values())) if pair else (0, 0)
    alone = sum(bool(roll.dice) for roll in rolls) == _PAIR
    more = low if low < high and alone else max(0, low - 1)
    return tuple([max(0, counted.get(n, 0) - more) for n in range(len(totals))])


def _least_direct(
    state: State, rolls: Sequence[Roll], totals: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the lowest equivalents where each act is a contest of its own."""
    place = _undone(state, rolls)
    if place is not None:
        return _by_itself(totals, place, only_won=_only_won(state, rolls[place]))
    places = _answered_apart(state, rolls)
    if places is None:
        return totals
    act, answer, beside = places
    lowest = list(totals)
    own, other = lowest[act], lowest[answer]
    outcome = compared_pair(own, other, state.setup.rulings, acts=True)
    less = min(own, other) if own != other else max(0, own - 1)
    lowest[act], lowest[answer] = own - less, other - less
    if outcome == WON and rolls[beside].who == rolls[act].target:
        # A seat that is beaten gets nothing by its own act, whatever the total.
        lowest[beside] = 0
    elif _only_won(state, rolls[beside]):
        lowest[beside] = min(lowest[beside], 1)
    return tuple(lowest)


def _only_won(state: State, roll: Roll) -> bool:
    """Whether only winning matters to *roll* and not its margin, as for an escape."""
    return intent_of(state, roll).kind == Kind.ESCAPE


def _answered_apart(state: State, rolls: Sequence[Roll]) -> tuple[int, int, int] | None:
    """Return which of three rolls acts on somebody, which answers, which is beside.

    The last is an act of its own that answers nothing, since another roll does
    [DP-R-78]. None if the three are not one of each.
    """
    acts = [place for place, roll in enumerate(rolls) if roll.intent]
    direct = [place for place in acts if intent_of(state, rolls[place]).direct]
    if (len(rolls), len(acts), len(direct)) != (3, 2, 1):
        return None
    (act,) = direct
    (beside,) = [place for place in acts if place != act]
    (answer,) = {0, 1, 2} - {act, beside}
    acting = rolls[act]
    arena = intent_of(state, acting).arena

    def answers(roll: Roll) -> bool:
        at = acting.target in {roll.guards, roll.who}
        return at and answers_in(state, roll, arena)

    plain = answers(rolls[answer]) and not answers(rolls[beside])
    return (act, answer, beside) if plain else None


def _by_itself(
    totals: tuple[int, ...], place: int, *, only_won: bool
) -> tuple[int, ...]:
    """Return the lowest equivalents of two totals; the one at *place* counts alone.

    The margin of the other matters only if it is higher. With *only_won*, the margin
    of the one at *place* does not matter either.
    """
    own, other = totals[place], totals[1 - place]
    # Beaten, the act is undone, and what counts is the difference. Not beaten, only
    # whether the other's total is lower.
    if other > own:
        own, other = 0, other - own
    elif other < own:
        own, other = 1 if only_won else own, 0
    elif only_won:
        own = other = min(own, 1)
    return (own, other) if place == 0 else (other, own)


def _duel(state: State, rolls: Sequence[Roll]) -> bool:
    """Whether two rolls are compared with each other and with nothing else.

    That is so if each acts on the other or answers it, or both want the stake
    [DP-R-78].
    """
    if len(rolls) != _PAIR or rolls[0].who == rolls[1].who:
        return False
    first, second = rolls
    if all(roll.intent and claims_stake(state, roll) for roll in rolls):
        return not any(intent_of(state, roll).direct for roll in rolls)
    acting = [roll for roll in rolls if roll.intent]
    return bool(acting) and all(
        _aimed(state, roll, second if roll is first else first) for roll in acting
    )


def _aimed(state: State, roll: Roll, other: Roll) -> bool:
    """Whether *roll* is for an act on the owner of *other*."""
    if not roll.intent or roll.target != other.who:
        return False
    return intent_of(state, roll).direct


def _undone(state: State, rolls: Sequence[Roll]) -> int | None:
    """Return which of two rolls counts by itself unless the other undoes it.

    It has no target, and the other is aimed at its owner [DP-R-78].
    """
    if len(rolls) != _PAIR or state.setup.rulings.tie != "inconclusive":
        return None
    for place, roll in enumerate(rolls):
        other = rolls[1 - place]
        if not roll.intent or not _aimed(state, other, roll):
            continue
        act = intent_of(state, other)
        plain = not (act.settles and claims_stake(state, roll))
        own = intent_of(state, roll)
        return place if plain and not own.direct and own.arena == act.arena else None
    return None


def _relation(state: State, rolls: Sequence[Roll]) -> Hashable:
    """Return how the totals of *rolls* affect each other, as far as is known."""
    if state.setup.rulings.opposition != DIRECT:
        return None
    duel, undone = _duel(state, rolls), _undone(state, rolls)
    return duel, undone, _answered_apart(state, rolls)


def _read(state: State) -> Hashable:
    phase = state.phase
    assert type(phase) is Rolling
    dice = [
        (roll.who, roll.nth, roll.dice, roll.chance, roll.rote) for roll in phase.rolls
    ]
    added = any(sources(state, roll[0], CONTESTED) for roll in dice)
    return tuple(dice), added, _relation(state, phase.rolls)


def _leads(state: State, who: Seat) -> float:
    return outlook(state, who).ahead


def _thrown(state: State, _begun: State, ended: State) -> State:
    """Return *state* with the totals of *ended*."""
    phase, thrown = state.phase, ended.phase
    assert type(phase) is Rolling
    assert type(thrown) is Rolling
    totals = [
        roll.first.total if roll.first is not None else 0 for roll in thrown.rolls
    ]
    return replace(state, phase=_reduced(state, phase, totals))


def _alone(state: State) -> tuple[State, ...]:
    """Return a state for each roll, in which it is the only one [DP-R-11]."""
    phase = state.phase
    assert type(phase) is Rolling
    if not state.setup.rulings.sealed:
        return ()
    return tuple(
        [
            replace(state, phase=replace(phase, rolls=(roll,)))
            for roll in phase.rolls
            if roll.dice
        ]
    )


def _by_seat(state: State) -> tuple[State, ...]:
    """Return a state for each seat, in which its rolls are the only ones [DP-R-11]."""
    phase = state.phase
    assert type(phase) is Rolling
    if not state.setup.rulings.sealed:
        return ()
    rolls = [roll for roll in phase.rolls if roll.dice]
    seats = dict.fromkeys([roll.who for roll in rolls])
    return tuple(
        [
            with_phase(state, rolls=tuple([roll for roll in rolls if roll.who == who]))
            for who in seats
        ]
    )


def _joined(state: State, ended: Sequence[State]) -> State:
    """Return *state* with the totals of all who rolled alone."""
    phase, totals_by_roll = state.phase, dict[Key, int]()
    assert type(phase) is Rolling
    for alone in ended:
        assert type(alone.phase) is Rolling
        for roll in alone.phase.rolls:
            totals_by_roll[roll.key] = total_of(roll, state.setup.rulings)
    totals = [totals_by_roll.get(roll.key, 0) for roll in phase.rolls]
    return replace(state, phase=_reduced(state, phase, totals))


def _moment(state: State) -> Hashable:
    """Return *state* in the first of the rounds in which it has the same future."""
    if not any_round(state):
        return state
    return replace(state, round=settled(state.setup), clock=0)


def _later(state: State, begun: State, ended: State) -> State:
    """Return *ended*, shifted by the rounds between *begun* and *state*."""
    rounds, seconds = state.round - begun.round, state.clock - begun.clock
    if not rounds and not seconds:
        return ended
    clock = ended.clock
    if ended.ended is None:
        clock += seconds
    # A seat that bleeds in *ended* was felled meanwhile: before, nobody bled.
    people = tuple(
        [_bleeding_later(participant, seconds) for participant in ended.participants]
    )
    ended = replace(ended, participants=people)
    return replace(ended, round=ended.round + rounds, clock=clock)


def _bleeding_later(participant: Participant, seconds: int) -> Participant:
    at = participant.body.bleeds_at
    if at is None:
        return participant
    return replace(participant, body=replace(participant.body, bleeds_at=at + seconds))


def _all(state: State) -> Hashable:
    return state


def _as_it_ended(_state: State, _begun: State, ended: State) -> State:
    return ended


_TALK = Part[State](reads=_moment, after=_later, inner=True)
_DICE = Part[State](
    reads=_read,
    after=_thrown,
    leads=_leads,
    apart=_alone,
    by_seat=_by_seat,
    joined=_joined,
    inner=True,
)
TOLD = Part[State](reads=_moment, after=_later, inner=True)
_ROUND = Part[State](reads=_moment, after=_later, first=_TALK)
_AFTERMATH = Part[State](reads=_all, after=_as_it_ended, inner=True)
