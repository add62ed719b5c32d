"""What stands against an act, and what others do to one: read off, or as is usual.

Where each direct act is a contest of its own, only those count who act on one, who
answer, or who want the same stake [DP-R-78].
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
    usual,
)
from sim.rules.dice_pool.contests.opposing import answers_in, claims_stake, intent_of
from sim.rules.dice_pool.contests.rolling import named, retargeted
from sim.rules.dice_pool.facts import IntentDeclared
from sim.rules.dice_pool.phases import Contesting, Rolling
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, able, aware, side_of
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat


class Threat(Struct, frozen=True, gc=False):
    """A direct act on one: what it may come to, of whom, and what it is."""

    chances: Chances
    by: Seat
    act: IntentData


def expected(view: State, side: int) -> list[tuple[Roll, Seat]]:
    """Return what all others than *side* roll for what they want, and at whom.

    What is on the table, what has been declared, or else what is usual.
    """
    phase = view.phase
    if type(phase) is Rolling:
        return [
            (roll, roll.target)
            for roll in phase.rolls
            if roll.intent and side_of(view, roll.who) != side
        ]
    found: list[tuple[Roll, Seat]] = []
    for who, _ in by_seat(view.participants):
        if side_of(view, who) == side or not (able(view, who) and aware(view, who)):
            continue
        if type(phase) is Contesting:
            said = phase.answers[who]
            if type(said) is IntentDeclared:
                intent = view.setup.characters[who].intent(said.intent)
                pool = named(intent.pools, said.pool)
                roll = contest_roll(who, pool, intent.name)
                found.append((roll, retargeted(view, said)))
            continue
        roll_ = usual(view, who)
        if roll_ is not None:
            direct = intent_of(view, roll_).direct
            found.append((roll_, first_target(view, who) if direct else NOBODY))
    return found


def threats_to(view: State, who: Seat) -> tuple[Threat, ...]:
    """Return the direct acts on *who* that are to be expected."""
    return tuple(
        Threat(dice_of(view, roll), roll.who, intent_of(view, roll))
        for roll, target in expected(view, side_of(view, who))
        if target == who and intent_of(view, roll).direct
    )


def rivals_of(view: State, side: int) -> Chances:
    """Return what the best of all others who go for the stake may come to."""
    some = tuple(
        dice_of(view, roll)
        for roll, target in expected(view, side)
        if target == NOBODY and claims_stake(view, roll)
    )
    return better(some) if some else NOTHING


def answer_of(view: State, who: Seat, act: IntentData) -> Chances:
    """Return what *who* may answer *act* with who does nothing else in its arena."""
    pools = view.setup.characters[who].answers(act)
    if not pools or not able(view, who) or not aware(view, who):
        return NOTHING
    return dice_of(view, contest_roll(who, pools[0]))


def standing_against(
    view: State, roll: Roll, intent: IntentData, target: Seat
) -> Chances:
    """Return what the target of a direct act has against it."""
    phase, who = view.phase, roll.who
    if type(phase) is Rolling:
        some = tuple(
            dice_of(view, one)
            for one in phase.rolls
            if (one.who == target and one.intent and one.target == who)
            or (target in (one.who, one.guards) and answers_in(view, one, intent.arena))
        )
        return better(some) if some else NOTHING
    own = usual(view, target)
    if own is not None and able(view, target) and aware(view, target):
        theirs = intent_of(view, own)
        back = theirs.direct and first_target(view, target) == who
        if back or theirs.arena == intent.arena:
            return dice_of(view, own)
    return answer_of(view, target, intent)


def borne(
    view: State,
    who: Seat,
    mine: Chances,
    arena: Arena | None,
    target: Seat,
    threats: tuple[Threat, ...],
) -> float:
    """Return by how much *threats* are ahead of *who*, on average and in all.

    *mine* answers what is done in its *arena*, and by the *target* of the own act.
    """
    found = 0.0
    for one in threats:
        fits = one.act.arena == arena or one.by == target
        own = mine if fits else answer_of(view, who, one.act)
        found += weighed(own, one.chances)[2]
    return found


def undoing(threats: tuple[Threat, ...], arena: Arena) -> tuple[Chances, ...]:
    """Return those of *threats* that the same roll must withstand."""
    return tuple([one.chances for one in threats if one.act.arena == arena])


@lru_cache(maxsize=4096)
def by_itself(mine: Chances, threats: tuple[Chances, ...]) -> tuple[float, float]:
    """Return the chance that an act aimed at nobody succeeds, and its mean margin.

    It takes a success, and that no direct act on its owner is more.
    """
    below = list(accumulate(better(threats))) if threats else [1.0]
    win = margin = 0.0
    for total, chance in enumerate(mine):
        if total:
            free = chance * below[min(total, len(below) - 1)]
            win += free
            margin += free * total
    return min(1.0, win), margin
