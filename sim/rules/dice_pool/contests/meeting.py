"""The results of a round's contests: the winners, their effects, and the losers."""

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
    all_contests = contests(state, rolls, totals)
    events: list[Consequence] = []
    seen: set[tuple[Key, Key]] = set()
    for contest in all_contests:
        if not contest.direct and contest.answer is None:
            continue
        for roll in _chosen(contest):
            side, total = side_of(state, roll.who), totals[roll.key]
            events.append(SideTotalChosen(BEST, roll.who, side, total))
        if contest.mutual and contest.answer is not None:
            # Two who acted on each other are in one contest, which is listed once.
            if (contest.answer.key, contest.act.key) in seen:
                continue
            seen.add((contest.act.key, contest.answer.key))
        events.append(_resolved(state, contest))
    if not any(type(event) is ContestResolved for event in events):
        events.append(ContestResolved(COMPARED, (), (), (), 0))
    attacked = {contest.act.target for contest in all_contests if contest.direct}
    for contest, roll, margin in effects(state, all_contests):
        contested = contest.answer is not None or roll.who in attacked
        cites = OBTAINED if contested else OBTAINED + UNCONTESTED
        obtained = roll.who, roll.intent, roll.target, margin
        events.append(IntentObtained(cites, *obtained, contested))
    return events


def _chosen(contest: Contest) -> list[Roll]:
    """Return the rolls that were chosen of several for one side of a contest."""
    chosen = [contest.act] if len(contest.acting) > 1 else []
    if contest.answer is not None and len(contest.answering) > 1:
        chosen.append(contest.answer)
    return chosen


def _resolved(state: State, contest: Contest) -> ContestResolved:
    side = side_of(state, contest.act.who)
    sides: tuple[int, ...] = (side,)
    totals_: tuple[int, ...] = (contest.total,)
    winners_ = sides if contest.outcome == WON else ()
    if contest.answer is not None:
        other = side_of(state, contest.answer.who)
        sides, totals_ = (side, other), (contest.total, contest.against)
        if contest.outcome == LOST:
            winners_ = (other,)
    return ContestResolved(
        AT_ONCE if state.turn == NOBODY and state.setup.violent else COMPARED,
        sides,
        totals_,
        winners_,
        contest.margin,
        contest.act.who,
        contest.act.intent,
        contest.act.target,
        NOBODY if contest.answer is None else contest.answer.who,
    )


def effects(state: State, contests: Sequence[Contest]) -> list[Obtained]:
    """Return (contest, roll whose act takes effect, margin), in the order of seats.

    If the second side wins a contest for the stake by the rulings, its act takes
    effect. A stake that several sides obtain at once goes to the best total alone.
    """
    obtained: list[Obtained] = []
    for contest in contests:
        if contest.outcome == WON:
            obtained.append((contest, contest.act, contest.margin))
        elif contest.outcome == LOST and _rival(state, contest):
            assert contest.answer is not None
            obtained.append((contest, contest.answer, contest.margin))
    obtained = _one_stake(state, obtained)
    return sorted(obtained, key=lambda effect: effect[1].who)


def _rival(state: State, contest: Contest) -> bool:
    """Whether the answering roll is also for the stake, without a target."""
    if contest.direct or contest.answer is None:
        return False
    return not intent_of(state, contest.answer).direct


def _one_stake(state: State, obtained: list[Obtained]) -> list[Obtained]:
    """Return *obtained* with the stake obtained by at most one side.

    [DP-R-19, DP-R-84]
    """
    settling = [entry for entry in obtained if claims_stake(state, entry[1])]
    if len({side_of(state, roll.who) for _, roll, _ in settling}) < 2:  # noqa: PLR2004 - two sides
        return obtained

    def worth(obtained: Obtained) -> int:
        contest, roll, _ = obtained
        return contest.total if roll is contest.act else contest.against

    most = max(map(worth, settling))
    top = [entry for entry in settling if worth(entry) == most]
    alone = len({side_of(state, roll.who) for _, roll, _ in top}) == 1
    return [
        entry for entry in obtained if entry not in settling or (alone and entry in top)
    ]


def losing(state: State, contests: Sequence[Contest]) -> tuple[tuple[Seat, Arena], ...]:
    """Return (who, arena) for those who lost a contest as actor or target and won none.

    Everybody who rolled for the losing side counts. The arena is that of the winning
    act, or of the act that failed if an answer won [DP-PROLONG-03, DP-R-20, DP-R-23,
    DP-R-78].
    """
    lost: dict[Seat, Arena] = {}
    won: set[Seat] = set()
    for contest in contests:
        for roll in contest.below:
            lost.setdefault(roll.who, contest.arena)
        if not contest.outcome or contest.answer is None:
            continue
        ahead, behind = contest.acting, contest.answering
        arena = contest.arena
        if contest.outcome == LOST:
            ahead, behind = behind, ahead
            if contest.answer.intent and (contest.mutual or not contest.direct):
                arena = intent_of(state, contest.answer).arena
        won |= {roll.who for roll in ahead}
        for roll in behind:
            lost.setdefault(roll.who, arena)
    return tuple((who, lost[who]) for who in sorted(lost) if who not in won)


def loser_of(contests: Sequence[Contest], who: Seat, intent: str) -> Seat:
    """Return the victim of a margin without a target: the best of those beaten.

    They wanted the stake too, or acted on the roll's owner and were beaten by it.
    """
    for contest in contests:
        if contest.answer is None or contest.direct:
            continue
        for ours, theirs in (
            (contest.act, contest.answer),
            (contest.answer, contest.act),
        ):
            if (ours.who, ours.intent) == (who, intent):
                return theirs.who
    withstood = [
        contest
        for contest in contests
        if contest.direct
        and contest.outcome == LOST
        and contest.answer is not None
        and (contest.answer.who, contest.answer.intent) == (who, intent)
    ]
    best = max(withstood, key=lambda result: result.total, default=None)
    return NOBODY if best is None else best.act.who
