"""Rolling checks: buying and giving dice, and rolling them.

Every check goes through here, alone or several at once: rolls are put on the table
(`gathering`), seats may add dice before, the dice fall, seats may add dice after, and
then the stage they belong to reads the levels.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache

from sim.rules.solar_system.checks.gathering import spend
from sim.rules.solar_system.checks.levels import (
    KEPT,
    Keep,
    fudge_pool,
    kept_of,
    level_of,
)
from sim.rules.solar_system.consequences import CheckReread, Stage, WindowOpened
from sim.rules.solar_system.facts import DieBought, DieDeclined, GiftGiven
from sim.rules.solar_system.phases import Roll, Rolling
from sim.rules.solar_system.secrets.using import secrets_first
from sim.rules.solar_system.state import IN, State
from sim.seam.events import Consequence, Fact, Seat
from sim.seam.protocol import Chance, Decision, Due
from sim.seam.seats import seats
from sim.spine.turns import coming

WHY = tuple(stage.name.lower() for stage in Stage)
"""The purpose of each stage's rolls, a part of the name that keys their dice."""


def roll_at(state: State, index: int) -> Roll:
    """Return the roll with this *index* on the table."""
    assert isinstance(state.phase, Rolling)
    return state.phase.rolls[index]


# Who may add a die.


def may_buy(state: State, roll: Roll, seat: Seat) -> bool:
    """Whether *seat* may pay for a pool die on *roll*.

    One point of the ability's own pool, one such die a check; in Zeitgeist any member
    of the side may pay, from the pool that fits [SS-DIE-06, SS-ABIL-01, SS-POOL-06,
    SS-ZEIT-02, RUL-10, RUL-11, RUL-59].
    """
    payer = state.participants[seat]
    if not payer.pools[roll.pool]:
        return False
    if roll.fee_paid and state.setup.rulings.broken_fee_counts_as_pool_die:
        return False
    if not state.zeitgeist:
        return seat == roll.who and not roll.buyers
    roller = state.participants[roll.who]
    if seat != roll.who and (payer.status != IN or payer.side != roller.side):
        return False
    if state.setup.rulings.zeitgeist_pool_dice_per_check == "one_per_member":
        return seat not in roll.buyers
    return not roll.buyers


def may_give(state: State, roll: Roll, seat: Seat) -> bool:
    """Whether *seat*, a player, may put a gift die on *roll* of somebody else.

    Rolls of the Story Guide's characters are his own [SS-GIFT-02, SS-META-02].
    """
    if seat == roll.who or not state.gifts[seat]:
        return False
    return not (seat == state.setup.judge and state.data(roll.who).story_guide)


def round_of(state: State, order: Iterable[int]) -> tuple[tuple[int, Seat | None], ...]:
    """List the questions of a round about the rolls in *order*: (roll, seat asked).

    The roller comes first, as None, and then everybody who may help.
    """
    helpers = state.setup.size + 1 if may_help(state) else 0
    return _round(tuple(order), helpers)


def may_help(state: State) -> bool:
    """Whether anybody is asked for dice on the rolls of others."""
    return state.zeitgeist or bool(state.setup.gifts)


@cache
def _round(order: tuple[int, ...], helpers: int) -> tuple[tuple[int, Seat | None], ...]:
    askable = (None, *seats(helpers))
    return tuple((index, who) for index in order for who in askable)


def place_of(phase: Rolling, index: int, seat: Seat) -> int:
    """Return the place in a round at which *seat* is asked about roll *index*."""
    who = None if seat == phase.rolls[index].who else seat
    return phase.questions.index((index, who))


def _asked(
    state: State, phase: Rolling, places: tuple[int, ...]
) -> Decision[State] | None:
    """Return the first question of the *places* to come that is a real choice."""
    rolls, questions = phase.rolls, phase.questions
    for place in places:
        index, helper = questions[place]
        roll = rolls[index]
        if helper is not None:
            asked = _help_asked(state, roll, index, helper)
            if asked is not None:
                return asked
        elif may_buy(state, roll, roll.who):
            return Decision(roll.who, _own_offer(roll.who, index), state)
    return None


@cache
def _own_offer(seat: Seat, index: int) -> tuple[Fact, ...]:
    return (DieDeclined(seat, index), DieBought(seat, index))


def _help_asked(
    state: State, roll: Roll, index: int, seat: Seat
) -> Decision[State] | None:
    """Ask *seat* for a die on somebody else's roll."""
    if seat == roll.who:
        return None
    options: list[Fact] = [DieDeclined(seat, index)]
    if seat < state.setup.size and may_buy(state, roll, seat):
        options.append(DieBought(seat, index))
    if may_give(state, roll, seat):
        options.append(GiftGiven(seat, index))
    if len(options) == 1:
        return None
    return Decision(seat, tuple(options), state)


def _stays_open(state: State, roll: Roll) -> bool:
    """Whether anybody could still put a die on *roll* once it is rolled."""
    if state.setup.rulings.pool_die_timing == "before_roll_only":
        return False
    if not may_help(state):
        return may_buy(state, roll, roll.who)
    return any(may_give(state, roll, seat) for seat in seats(len(state.gifts))) or any(
        may_buy(state, roll, seat) for seat in seats(state.setup.size)
    )


# Rolling.


def lacks(roll: Roll) -> bool:
    """Whether *roll* has dice that have not fallen yet."""
    return roll.drawn < KEPT + abs(roll.bonus - roll.penalty)


def chance_of(state: State, phase: Rolling, roll: Roll) -> Chance:
    """Ask for the dice *roll* still lacks [SS-DIE-02, RUL-08]."""
    net, drawn = roll.net, roll.drawn
    keep = Keep(
        roll.rank,
        net,
        _stays_open(state, roll),
        roll.ordered or (not drawn and net < 0),
        roll.faces,
    )
    return Chance(
        roll.who,
        WHY[phase.stage],
        fudge_pool(KEPT + abs(net) - drawn),
        keep,
        fudge_pool(drawn),
        phase.attempt,
        ("SS-DIE-02",) if drawn else (),
    )


def ask_rolling(
    state: State, phase: Rolling, losing: Callable[[State, Rolling], Collection[Seat]]
) -> Decision[State] | Chance | Due | None:
    """Return what the rolls on the table wait for, or None once all are read.

    Once the dice have fallen, everybody is asked again until all have passed in a row
    [RUL-07, RUL-09]. If losers are asked first, *losing* returns whose rolls lose at
    this moment.
    """
    rolls = phase.rolls
    if not rolls:
        return None
    asked: Decision[State] | Due | None
    if rolls[0].level is None:
        # Before the dice fall each is asked once, whatever the others do [SS-VOL-08].
        asked = _asked(state, phase, coming(phase.turns, 1))
        if state.setup.people.secretive:
            asked = secrets_first(state, phase, asked)
        if asked is not None:
            return asked
    for roll in rolls:
        # This repeats `lacks` inline, since every answer comes through here.
        if roll.drawn < KEPT + abs(roll.bonus - roll.penalty):
            return chance_of(state, phase, roll)
    rulings = state.setup.rulings
    if rulings.dice_window_order == "loser_first" and not phase.opened:
        losers = losing(state, phase)
        order = sorted(
            range(len(rolls)), key=lambda index: rolls[index].who not in losers
        )
        return Due((WindowOpened(("RUL-09",), tuple(order)),))
    if rulings.pool_die_timing == "before_roll_only":
        return None
    return _asked(state, phase, phase.turns.coming)


def lowest(_state: State, phase: Rolling) -> Collection[Seat]:
    """Return those whose level is not the best: they lose where there is no contest.

    [RUL-09]
    """
    best = max(roll.reached for roll in phase.rolls)
    return {roll.who for roll in phase.rolls if roll.reached < best}


def die_bought(state: State, fact: DieBought) -> tuple[Consequence, ...]:
    """Take the point.

    Read the roll again if no new die is rolled [SS-DIE-06, RUL-08].
    """
    roll = roll_at(state, fact.roll)
    spent = spend(state, fact.who, roll.who, roll.pool, "bonus_die")
    return (spent, *_reread(roll, fact.roll))


def gift_given(state: State, fact: GiftGiven) -> tuple[Consequence, ...]:
    """Read the roll again if no new die is rolled [SS-GIFT-02, RUL-08]."""
    return _reread(roll_at(state, fact.roll), fact.roll)


def _reread(roll: Roll, index: int) -> tuple[Consequence, ...]:
    """Set the last die aside, or take one back into use [RUL-08]."""
    net = roll.net + 1
    if roll.level is None or roll.drawn < KEPT + abs(net):
        return ()
    kept = kept_of(roll.faces, net)
    return (CheckReread(("RUL-08",), index, kept, level_of(roll.rank, kept)),)
