"""The opposition to an act, and the acts of others on a seat: as known, or by default.

If each direct act is a contest of its own, only those count who act on the seat, answer
its act, or want the same stake [DP-R-78].
"""

from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from sim.rules.dice_pool.appraisal.distribution import (
    Chances,
    better,
    weighed,
)
from sim.rules.dice_pool.appraisal.rolls import (
    NOTHING,
    contest_roll,
    dice_of,
    first_target,
    foreseen,
    usual,
)
from sim.rules.dice_pool.contests.contesting import arena_of
from sim.rules.dice_pool.contests.opposing import answers_in, claims_stake, intent_of
from sim.rules.dice_pool.contests.rolling import named, retargeted
from sim.rules.dice_pool.facts import ContestWaived, IntentDeclared
from sim.rules.dice_pool.phases import Contesting, Rolling
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, able, aware, side_of
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat


class Threat(Struct, frozen=True, gc=False):
    """A direct act on a seat: its distribution, its owner, and its intent."""

    chances: Chances
    by: Seat
    act: IntentData


def expected(view: State, side: int) -> list[tuple[Roll, Seat]]:
    """Return the expected rolls of all sides but *side*, with intents and targets.

    Uses dice on the table, else declarations, else defaults.
    """
    phase = view.phase
    if type(phase) is Rolling:
        return [
            (roll, roll.target)
            for roll in phase.rolls
            if roll.intent and side_of(view, roll.who) != side
        ]
    coming: list[tuple[Roll, Seat]] = []
    for who, _ in by_seat(view.participants):
        if side_of(view, who) == side or not (able(view, who) and aware(view, who)):
            continue
        if type(phase) is Contesting:
            said = phase.answers[who]
            if type(said) is IntentDeclared:
                intent = view.setup.characters[who].intent(said.intent)
                pool = named(intent.pools, said.pool)
                roll = contest_roll(who, pool, intent.name)
                coming.append((roll, retargeted(view, said)))
            continue
        roll_ = usual(view, who)
        if roll_ is not None:
            direct = intent_of(view, roll_).direct
            coming.append((roll_, first_target(view, who) if direct else NOBODY))
    return coming


def threats_to(view: State, who: Seat) -> tuple[Threat, ...]:
    """Return the direct acts to expect against *who*."""
    return tuple(
        Threat(foreseen(view, roll), roll.who, intent_of(view, roll))
        for roll, target in expected(view, side_of(view, who))
        if target == who and intent_of(view, roll).direct
    )


def rivals_of(view: State, side: int) -> Chances:
    """Return the distribution of the best of all others who go for the stake."""
    chances = tuple(
        foreseen(view, roll)
        for roll, target in expected(view, side)
        if target == NOBODY and claims_stake(view, roll)
    )
    return better(chances) if chances else NOTHING


def answer_of(view: State, who: Seat, act: IntentData) -> Chances:
    """Return the roll by which *who*, idle in the arena of *act*, may answer it."""
    pools = view.setup.characters[who].answers(act)
    if not pools or not able(view, who) or not aware(view, who):
        return NOTHING
    return dice_of(view, contest_roll(who, pools[0]))


def standing_against(
    view: State, roll: Roll, intent: IntentData, target: Seat
) -> Chances:
    """Return the roll of the target of a direct act against it."""
    phase, who = view.phase, roll.who
    if type(phase) is Rolling:
        chances = tuple(
            foreseen(view, other)
            for other in phase.rolls
            if (other.who == target and other.intent and other.target == who)
            or (
                target in (other.who, other.guards)
                and answers_in(view, other, intent.arena)
            )
        )
        return better(chances) if chances else NOTHING
    own = usual(view, target)
    if own is not None and able(view, target) and aware(view, target):
        theirs = intent_of(view, own)
        back = theirs.direct and first_target(view, target) == who
        if back or theirs.arena == intent.arena:
            return dice_of(view, own)
    return answer_of(view, target, intent)


class Mine(Struct, frozen=True, gc=False):
    """The rolls of a seat in a round: for its own act, and beside it to answer others.

    *beside* is (arena, distribution of the answer in it); None means the default.
    """

    chances: Chances
    arena: Arena | None = None
    target: Seat = NOBODY
    beside: tuple[Arena, Chances] | None = None


def answered(view: State, who: Seat, mine: Mine, threat: Threat) -> Chances:
    """Return the roll of *who* against a threat.

    That is its own act, if it is in the same arena or aimed at whoever threatens.
    Otherwise it is the roll beside it, a roll that has been called or announced, or a
    possible answer.
    """
    act, phase = threat.act, view.phase
    if act.arena == mine.arena or threat.by == mine.target:
        return mine.chances
    if mine.beside is not None and mine.beside[0] == act.arena:
        return mine.beside[1]
    if type(phase) is Rolling:
        own = [
            dice_of(view, roll)
            for roll in phase.rolls
            if who in (roll.who, roll.guards) and answers_in(view, roll, act.arena)
        ]
        return better(tuple(own)) if own else NOTHING
    if type(phase) is Contesting and _waived(view, phase, who, act.arena):
        return NOTHING
    return answer_of(view, who, act)


def _waived(view: State, phase: Contesting, who: Seat, arena: Arena) -> bool:
    """Whether *who* has waived answering what is done to it in *arena*."""
    return any(
        type(answer) is ContestWaived
        and answer.who == who
        and arena_of(view, phase, answer) == arena
        for answer in phase.contests
    )


def borne(view: State, who: Seat, mine: Mine, threats: tuple[Threat, ...]) -> float:
    """Return the margin by which *threats* are expected to beat *who*, in total."""
    return sum(
        weighed(answered(view, who, mine, threat), threat.chances)[2]
        for threat in threats
    )


def seized(view: State, who: Seat, mine: Mine, threats: tuple[Threat, ...]) -> float:
    """Return the chance that one of *threats* takes the stake from *who*."""
    kept = 1.0
    for threat in threats:
        if threat.act.settles:
            own = answered(view, who, mine, threat)
            kept *= 1.0 - weighed(threat.chances, own)[0]
    return 1.0 - kept


def unbeaten(view: State, who: Seat, mine: Mine, threats: tuple[Threat, ...]) -> float:
    """Return the chance that no act on *who* in another arena succeeds.

    An act without a target fails if one does; each arena is answered by one roll.
    """
    # One roll answers all acts of an arena, so it must beat the best of them; rolls of
    # different arenas are independent.
    by_arena: dict[Arena, list[Threat]] = {}
    for threat in threats:
        if threat.act.arena != mine.arena:
            by_arena.setdefault(threat.act.arena, []).append(threat)
    chance = 1.0
    for group in by_arena.values():
        own = answered(view, who, mine, group[0])
        chance *= (
            1.0 - weighed(better(tuple([threat.chances for threat in group])), own)[0]
        )
    return chance


def undoing(threats: tuple[Threat, ...], arena: Arena) -> tuple[Chances, ...]:
    """Return those of *threats* that the same roll must beat."""
    return tuple([threat.chances for threat in threats if threat.act.arena == arena])


@lru_cache(maxsize=4096)
def by_itself(mine: Chances, threats: tuple[Chances, ...]) -> tuple[float, float]:
    """Return the chance that an act without a target succeeds, and its mean margin.

    It needs a success, and no direct act on its owner may be higher.
    """
    below = list(accumulate(better(threats))) if threats else [1.0]
    win = margin = 0.0
    for total, chance in enumerate(mine):
        if total:
            free = chance * below[min(total, len(below) - 1)]
            win += free
            margin += free * total
    return min(1.0, win), margin
