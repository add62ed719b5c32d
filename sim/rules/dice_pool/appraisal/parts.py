"""The parts of a round: what all want, the dice, and what their totals come to.

The first and the last come to the same in every round in which nothing changes with
time. Under the dice nothing is read but the dice, and nobody sees those of others: who
chooses between two throws sees what they came to. Once all have fallen, who is ahead
and by how much is all that is left of them.
"""

from collections.abc import Hashable, Iterable, Sequence

from msgspec.structs import replace

from sim.chart import Part
from sim.events import Seat
from sim.rules.dice_pool.appraisal.foresight import outlook
from sim.rules.dice_pool.appraisal.moments import any_round
from sim.rules.dice_pool.appraisal.weigh import settled
from sim.rules.dice_pool.contests.comparing import CONTESTED, sources
from sim.rules.dice_pool.phases import Declaring, Rolling
from sim.rules.dice_pool.pools.throwing import ask_dice, total_of
from sim.rules.dice_pool.records.rolls import PLAIN, Roll, Throw
from sim.rules.dice_pool.state import State, side_of
from sim.rules.dice_pool.willpower.boosting import refresh_throw

_PAIR = 2


def part(state: State) -> Part[State] | None:
    """Return the part that begins here: the dice, or what follows of their totals."""
    phase = state.phase
    if type(phase) is Declaring:
        return None if any(phase.answers) else _TALK
    if type(phase) is not Rolling or state.setup.rulings.boost_timing == "after":
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
    """Return *phase*, in which all dice have fallen, with the least that is as good.

    Who won by how much stays, and whether the others had a success at all. Dice, what
    helped and burdened them, and which of two throws counts have had their effect.
    """
    rulings = state.setup.rulings
    totals = [total_of(roll, rulings) if roll.dice else 0 for roll in phase.rolls]
    return _counted(state, phase, totals)


def _counted(state: State, phase: Rolling, totals: Iterable[int]) -> Rolling:
    pairs = zip(phase.rolls, _least(state, phase.rolls, tuple(totals)), strict=True)
    rolls = tuple([_bare(roll, total) for roll, total in pairs])
    return Rolling(rolls, phase.waived)


def _bare(roll: Roll, total: int) -> Roll:
    """Return *roll* with nothing but whose it is, what for, and its *total*."""
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
    """Return the least totals by which two sides come to the same.

    The best of each side counts; of two, only by how much one is more, and whether
    the other is nothing. What is added to rolls, or bounds them, counts from nothing.
    """
    best: dict[int, int] = {}
    for place, (roll, total) in enumerate(zip(rolls, totals, strict=True)):
        side = side_of(state, roll.who)
        if roll.dice and (side not in best or total > totals[best[side]]):
            best[side] = place
    if any(sources(state, roll.who, CONTESTED) for roll in rolls):
        return totals
    counted = {place: totals[place] for place in best.values()}
    more = max(0, min(counted.values()) - 1) if len(counted) == _PAIR else 0
    return tuple([max(0, counted.get(n, 0) - more) for n in range(len(totals))])


def _read(state: State) -> Hashable:
    phase = state.phase
    assert type(phase) is Rolling
    dice = [(roll.who, roll.dice, roll.chance, roll.rote) for roll in phase.rolls]
    return tuple(dice), any(sources(state, one[0], CONTESTED) for one in dice)


def _leads(state: State, who: Seat) -> float:
    return outlook(state, who).ahead


def _thrown(state: State, _begun: State, ended: State) -> State:
    """Return *state* with the totals of *ended*."""
    phase, there = state.phase, ended.phase
    assert type(phase) is Rolling
    assert type(there) is Rolling
    totals = [one.first.total if one.first is not None else 0 for one in there.rolls]
    return replace(state, phase=_counted(state, phase, totals))


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


def _joined(state: State, ended: Sequence[State]) -> State:
    """Return *state* with the totals of all who rolled alone."""
    phase, found = state.phase, dict[Seat, int]()
    assert type(phase) is Rolling
    for one in ended:
        assert type(one.phase) is Rolling
        roll = one.phase.rolls[0]
        found[roll.who] = total_of(roll, state.setup.rulings)
    totals = [found.get(roll.who, 0) for roll in phase.rolls]
    return replace(state, phase=_counted(state, phase, totals))


def _moment(state: State) -> Hashable:
    """Return *state*, in the first of the rounds in which the same comes of it."""
    if not any_round(state):
        return state
    return replace(state, round=settled(state.setup), clock=0)


def _later(state: State, begun: State, ended: State) -> State:
    """Return *ended* as many rounds later as *state* is than *begun*."""
    clock = ended.clock
    if ended.ended is None:
        clock += state.clock - begun.clock
    return replace(ended, round=ended.round + state.round - begun.round, clock=clock)


_TALK = Part[State](reads=_moment, after=_later)
_DICE = Part[State](
    reads=_read, after=_thrown, leads=_leads, apart=_alone, joined=_joined
)
TOLD = Part[State](reads=_moment, after=_later)
