"""The results of a round's contests: who won, what takes effect, and who lost."""

from collections.abc import Sequence

from sim.rules.dice_pool.consequences import (
    ContestResolved,
    IntentObtained,
    SideTotalChosen,
)
from sim.rules.dice_pool.contests.opposing import (
    LOST,
    WON,
    Contest,
    Totals,
    claims_stake,
    contests,
    intent_of,
)
from sim.rules.dice_pool.records.rolls import Key, Roll
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, side_of
from sim.seam.events import NOBODY, Cites, Consequence, Seat

BEST: Cites = ("DP-CONTEST-04", "DP-TEAM-02", "DP-R-26")
COMPARED: Cites = ("DP-CONTEST-01", "DP-CONTEST-05", "DP-DIFF-06", "DP-R-10")
AT_ONCE: Cites = (*COMPARED, "DP-R-17")
OBTAINED: Cites = ("DP-CONTEST-06", "DP-R-73", "DP-R-78")
UNCONTESTED: Cites = ("DP-CONTEST-03", "DP-CONTEST-09", "DP-R-81")

Obtained = tuple[Contest, Roll, int]
"""A contest, the roll whose act takes effect, and the margin."""


def met(state: State, rolls: Sequence[Roll], totals: Totals) -> list[Consequence]:
    """Return every contest of the round, and the acts that take effect [DP-R-78]."""
    some = contests(state, rolls, totals)
    found: list[Consequence] = []
    told: set[tuple[Key, Key]] = set()
    for one in some:
        if not one.direct and one.answer is None:
            continue
        for roll in _chosen(one):
            side, total = side_of(state, roll.who), totals[roll.key]
            found.append(SideTotalChosen(BEST, roll.who, side, total))
        if one.mutual and one.answer is not None:
            # Two who acted on each other are in one contest, told once.
            if (one.answer.key, one.act.key) in told:
                continue
            told.add((one.act.key, one.answer.key))
        found.append(_resolved(state, one))
    if not any(type(one) is ContestResolved for one in found):
        found.append(ContestResolved(COMPARED, (), (), (), 0))
    attacked = {one.act.target for one in some if one.direct}
    for contest, roll, margin in effects(state, some):
        contested = contest.answer is not None or roll.who in attacked
        cites = OBTAINED if contested else OBTAINED + UNCONTESTED
        obtained = roll.who, roll.intent, roll.target, margin
        found.append(IntentObtained(cites, *obtained, contested))
    return found


def _chosen(one: Contest) -> list[Roll]:
    """Return the rolls that were chosen of several for one side of a contest."""
    found = [one.act] if len(one.acting) > 1 else []
    if one.answer is not None and len(one.answering) > 1:
        found.append(one.answer)
    return found


def _resolved(state: State, one: Contest) -> ContestResolved:
    side = side_of(state, one.act.who)
    sides: tuple[int, ...] = (side,)
    totals_: tuple[int, ...] = (one.total,)
    winners_ = sides if one.outcome == WON else ()
    if one.answer is not None:
        other = side_of(state, one.answer.who)
        sides, totals_ = (side, other), (one.total, one.against)
        if one.outcome == LOST:
            winners_ = (other,)
    return ContestResolved(
        AT_ONCE if state.turn == NOBODY and state.setup.violent else COMPARED,
        sides,
        totals_,
        winners_,
        one.margin,
        one.act.who,
        one.act.intent,
        one.act.target,
        NOBODY if one.answer is None else one.answer.who,
    )


def effects(state: State, some: Sequence[Contest]) -> list[Obtained]:
    """Return (contest, roll whose act takes effect, margin), in the order of seats.

    If the second side wins a contest for the stake by the rulings, its act takes
    effect. A stake that several sides obtain at once goes to the best total alone.
    """
    found: list[Obtained] = []
    for one in some:
        if one.outcome == WON:
            found.append((one, one.act, one.margin))
        elif one.outcome == LOST and _rival(state, one):
            assert one.answer is not None
            found.append((one, one.answer, one.margin))
    found = _one_stake(state, found)
    return sorted(found, key=lambda effect: effect[1].who)


def _rival(state: State, one: Contest) -> bool:
    """Whether the answering roll is also for the stake, without a target."""
    if one.direct or one.answer is None:
        return False
    return not intent_of(state, one.answer).direct


def _one_stake(state: State, found: list[Obtained]) -> list[Obtained]:
    """Return *found* with the stake obtained by at most one side [DP-R-19, DP-R-84]."""
    settling = [one for one in found if claims_stake(state, one[1])]
    if len({side_of(state, roll.who) for _, roll, _ in settling}) < 2:  # noqa: PLR2004 - two sides
        return found

    def worth(one: Obtained) -> int:
        contest, roll, _ = one
        return contest.total if roll is contest.act else contest.against

    most = max(map(worth, settling))
    top = [one for one in settling if worth(one) == most]
    alone = len({side_of(state, roll.who) for _, roll, _ in top}) == 1
    return [one for one in found if one not in settling or (alone and one in top)]


def losing(state: State, some: Sequence[Contest]) -> tuple[tuple[Seat, Arena], ...]:
    """Return (who, arena) for those who lost a contest as actor or target and won none.

    Everybody who rolled for the losing side counts. The arena is that of the winning
    act, or of the act that failed if an answer won [DP-PROLONG-03, DP-R-20, DP-R-23,
    DP-R-78].
    """
    lost: dict[Seat, Arena] = {}
    won: set[Seat] = set()
    for one in some:
        for roll in one.below:
            lost.setdefault(roll.who, one.arena)
        if not one.outcome or one.answer is None:
            continue
        ahead, behind = one.acting, one.answering
        arena = one.arena
        if one.outcome == LOST:
            ahead, behind = behind, ahead
            if one.answer.intent and (one.mutual or not one.direct):
                arena = intent_of(state, one.answer).arena
        won |= {roll.who for roll in ahead}
        for roll in behind:
            lost.setdefault(roll.who, arena)
    return tuple((who, lost[who]) for who in sorted(lost) if who not in won)


def loser_of(some: Sequence[Contest], who: Seat, intent: str) -> Seat:
    """Return on whom a margin without a target falls: the best of those beaten.

    They wanted the stake too, or acted on the roll's owner and were beaten by it.
    """
    for one in some:
        if one.answer is None or one.direct:
            continue
        for ours, theirs in ((one.act, one.answer), (one.answer, one.act)):
            if (ours.who, ours.intent) == (who, intent):
                return theirs.who
    withstood = [
        one
        for one in some
        if one.direct
        and one.outcome == LOST
        and one.answer is not None
        and (one.answer.who, one.answer.intent) == (who, intent)
    ]
    best = max(withstood, key=lambda one: one.total, default=None)
    return NOBODY if best is None else best.act.who
