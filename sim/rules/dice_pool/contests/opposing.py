"""Who opposes whom: one contest for each direct act, and one for the stake.

Everybody rolls once; that total counts for their own act and for every answer in the
arena of the roll. All contests of a round use the same totals [DP-R-78].
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from sim.rules.dice_pool.contests.returning import leaves
from sim.rules.dice_pool.records.rolls import Key, Roll
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, side_of
from sim.seam.events import Seat

WON, UNDECIDED, LOST = 1, 0, -1
Totals = Mapping[Key, int]


class Contest(Struct, frozen=True, gc=False):
    """One act, its opposition, and the result.

    *act* is the roll that counts, of all that are *acting*; *answer* is the one that
    counts on the other side, None if nobody opposes it.
    """

    act: Roll
    acting: tuple[Roll, ...]
    total: int
    arena: Arena
    outcome: int
    answer: Roll | None = None
    answering: tuple[Roll, ...] = ()
    against: int = 0
    direct: bool = True
    mutual: bool = False
    """Whether the one who answers acts on the one who acts."""
    below: tuple[Roll, ...] = ()
    """For a stake that is tied at the top: the rolls of the sides below."""

    @property
    def margin(self) -> int:
        """Return by how many successes one side is ahead."""
        return abs(self.total - self.against) if self.outcome else 0


def intent_of(state: State, roll: Roll) -> IntentData:
    """Return the intent that *roll* is for."""
    return state.setup.characters[roll.who].intent(roll.intent)


def contests(
    state: State, rolls: Sequence[Roll], totals: Totals
) -> tuple[Contest, ...]:
    """Return the contests of a round: direct acts, then the stake, then the rest.

    Each kind is in the order of seats [DP-R-78, DP-R-82].
    """
    there = [roll for roll in rolls if roll.key in totals]
    acts = [roll for roll in there if roll.intent]
    direct = direct_contests(state, acts, there, totals)
    beaten = {contest.act.target for contest in direct if contest.outcome == WON}
    free = [roll for roll in acts if not intent_of(state, roll).direct]
    claims = [roll for roll in free if claims_stake(state, roll)]
    stake = [_stake(state, claims, direct, totals, beaten)] if claims else []
    others = [
        Contest(
            roll,
            (roll,),
            totals[roll.key],
            intent_of(state, roll).arena,
            WON if totals[roll.key] and roll.who not in beaten else UNDECIDED,
            direct=False,
        )
        for roll in free
        if not claims_stake(state, roll)
    ]
    return (*direct, *stake, *others)


def claims_stake(state: State, roll: Roll) -> bool:
    """Whether *roll* is for the stake; an escape from violence is not."""
    intent = intent_of(state, roll)
    return intent.settles and not leaves(state, intent)


def best(rolls: Iterable[Roll], totals: Totals) -> Roll:
    """Return the best of *rolls*, the first of equals [DP-TEAM-02, DP-R-26]."""
    return max(rolls, key=lambda roll: totals[roll.key])


def direct_contests(
    state: State, acts: Sequence[Roll], others: Sequence[Roll], totals: Totals
) -> list[Contest]:
    """Return a contest for each act on somebody; allies with the same act share one."""
    groups: dict[tuple[int, str, Seat], list[Roll]] = {}
    for roll in acts:
        if intent_of(state, roll).direct:
            key = side_of(state, roll.who), roll.intent, roll.target
            groups.setdefault(key, []).append(roll)
    return [_direct(state, group, others, totals) for group in groups.values()]


def _direct(
    state: State, group: Sequence[Roll], others: Sequence[Roll], totals: Totals
) -> Contest:
    act = best(group, totals)
    arena, target = intent_of(state, act).arena, act.target
    back = _acting_back(state, group, others, target)
    guards = [
        roll
        for roll in others
        if (roll.guards == target or (roll.who == target and not back))
        and answers_in(state, roll, arena)
    ]
    answering = (*back, *guards)
    total = totals[act.key]
    if not answering:
        outcome = WON if total else UNDECIDED
        return Contest(act, tuple(group), total, arena, outcome)
    answer = best(answering, totals)
    against = totals[answer.key]
    mutual = answer in back
    # If both act, the first side in the file counts as the acting one.
    first = not mutual or side_of(state, act.who) < side_of(state, answer.who)
    outcome = compared_pair(total, against, state.setup.rulings, acts=first)
    return Contest(
        act,
        tuple(group),
        total,
        arena,
        outcome,
        answer,
        answering,
        against,
        mutual=mutual,
    )


def _acting_back(
    state: State, group: Sequence[Roll], others: Sequence[Roll], target: Seat
) -> list[Roll]:
    """Return the rolls with which *target* acts on one of *group* in turn.

    Two who act on each other are in one contest. Allies who do the same to the same
    person count in it, also against that person's own act [DP-R-78, DP-TEAM-02].
    """
    seats = {roll.who for roll in group}
    own = [
        roll
        for roll in others
        if roll.who == target and roll.intent and roll.target in seats
    ]
    side = side_of(state, target)
    together = {(roll.intent, roll.target) for roll in own}
    return [
        roll
        for roll in others
        if side_of(state, roll.who) == side and (roll.intent, roll.target) in together
    ]


def answers_in(state: State, roll: Roll, arena: Arena) -> bool:
    """Whether *roll* answers acts in *arena*, which an own act there does as well."""
    if roll.intent:
        return intent_of(state, roll).arena == arena
    return roll.arena in (None, arena)


def compared_pair(total: int, against: int, rulings: Rulings, *, acts: bool) -> int:
    """Return which of two is ahead; if equal, the rulings may prefer one [DP-R-10].

    *acts* says whether the first of the two is the acting side; matching takes a
    success [DP-R-12].
    """
    if total != against:
        return WON if total > against else LOST
    if rulings.tie == "inconclusive":
        return UNDECIDED
    if rulings.tie == "opposition":
        return LOST if acts else WON
    if not total:
        return UNDECIDED
    return WON if acts else LOST


def _stake(
    state: State,
    claims: Sequence[Roll],
    direct: Sequence[Contest],
    totals: Totals,
    beaten: set[Seat],
) -> Contest:
    """Return the contest between all sides that want the stake, by their best totals.

    Whoever is beaten by a direct act cannot win it, whatever the total.
    """
    sides: dict[int, list[Roll]] = {}
    for roll in claims:
        sides.setdefault(side_of(state, roll.who), []).append(roll)
    leading = {side: best(rolls, totals) for side, rolls in sides.items()}
    top, *others = sorted(leading, key=lambda side: (-totals[leading[side].key], side))
    act = leading[top]
    foes = [leading[side] for side in others] + _for_it_too(state, act, direct)
    answering = tuple(roll for side in others for roll in sides[side]) or tuple(foes)
    foe = best(foes, totals) if foes else None
    total, against = totals[act.key], 0 if foe is None else totals[foe.key]
    # Of several at the top nobody has it; those below have lost [DP-R-19].
    tied = total == against and len(foes) > 1
    outcome = WON if total else UNDECIDED
    if foe is not None:
        acts = side_of(state, act.who) < side_of(state, foe.who)
        outcome = compared_pair(total, against, state.setup.rulings, acts=acts)
    below = [side for side in others if tied and totals[leading[side].key] < total]
    return Contest(
        act,
        tuple(sides[top]),
        total,
        intent_of(state, act).arena,
        UNDECIDED if tied or act.who in beaten else outcome,
        foe,
        answering,
        against,
        direct=False,
        below=tuple(roll for side in below for roll in sides[side]),
    )


def _for_it_too(state: State, act: Roll, direct: Sequence[Contest]) -> list[Roll]:
    """Return the direct acts for the stake that *act* answers."""
    return [
        contest.act
        for contest in direct
        if contest.answer is not None
        and contest.answer.key == act.key
        and intent_of(state, contest.act).settles
    ]
