"""Rolling checks: buying and giving dice, letting them fall.

Every check of the game goes this way, alone or several at once: a `DiceGathered`
puts rolls on the table, seats may add dice before, the dice fall, seats may add dice
after, and then the stage they belong to reads the levels.
"""

from collections.abc import Callable, Collection
from functools import cache

from sim.events import Consequence, Fact, Seat
from sim.protocol import Chance, Decision, Due
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
from sim.seats import seats

WHY = tuple(stage.name.lower() for stage in Stage)
"""What the rolls of each stage are for; part of the name that keys their dice."""


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
    rulings = state.setup.rulings
    if roll.fee_paid and rulings.broken_fee_counts_as_pool_die:
        return False
    if not state.zeitgeist:
        return seat == roll.who and not roll.buyers
    roller = state.participants[roll.who]
    if seat != roll.who and (payer.status != IN or payer.side != roller.side):
        return False
    if rulings.zeitgeist_pool_dice_per_check == "one_per_member":
        return seat not in roll.buyers
    return not roll.buyers


def may_give(state: State, roll: Roll, seat: Seat) -> bool:
    """Whether *seat* may put a gift die on *roll*: a player, and not on his own.

    The Story Guide's characters roll for him [SS-GIFT-02, SS-META-02].
    """
    if seat == roll.who or not state.gifts[seat]:
        return False
    return not (seat == state.setup.judge and state.data(roll.who).story_guide)


def _slots(state: State) -> int:
    """Count the questions each roll can bring: its roller, and all who may help."""
    if state.zeitgeist or state.setup.gifts:
        return state.setup.size + 2
    return 1


def place_of(state: State, phase: Rolling, index: int, seat: Seat) -> tuple[int, int]:
    """Return (the place in a round of questions, how many there are).

    It is the place at which *seat* is asked about roll *index*: each roll's own roller
    first, then every seat that may help.
    """
    many = _slots(state)
    place = phase.order.index(index) if phase.order else index
    if many == 1:
        return place, len(phase.rolls)
    slot = 0 if seat == phase.rolls[index].who else 1 + seat
    return place * many + slot, len(phase.rolls) * many


def _questions(
    state: State, phase: Rolling, many: int, start: int, stop: int
) -> Decision[State] | None:
    """Return the first real choice among the turns from *start* to *stop*."""
    rolls, order = phase.rolls, phase.order
    total = many * len(rolls)
    for turn in range(start, stop):
        place, slot = divmod(turn % total, many)
        index = order[place] if order else place
        roll = rolls[index]
        if slot:
            asked = _help_asked(state, roll, index, Seat(slot - 1))
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


def _before(state: State, phase: Rolling, many: int) -> Decision[State] | None:
    """Ask each seat once, in order, before the dice fall [RUL-09, SS-VOL-08]."""
    return _questions(state, phase, many, phase.turns.turn, many * len(phase.rolls))


def _after(state: State, phase: Rolling, many: int) -> Decision[State] | None:
    """Ask again until everybody has passed in a row of questions [RUL-07, RUL-09]."""
    if state.setup.rulings.pool_die_timing == "before_roll_only":
        return None
    size = many * len(phase.rolls)
    turn = phase.turns.turn
    while not phase.turns.settled(turn, size):
        end = turn - turn % size + size
        asked = _questions(state, phase, many, turn, end)
        if asked is not None:
            return asked
        turn = end
    return None


def _stays_open(state: State, roll: Roll) -> bool:
    """Whether anybody could still put a die on *roll* once it lies."""
    if state.setup.rulings.pool_die_timing == "before_roll_only":
        return False
    if _slots(state) == 1:
        return may_buy(state, roll, roll.who)
    return any(may_give(state, roll, seat) for seat in seats(len(state.gifts))) or any(
        may_buy(state, roll, seat) for seat in seats(state.setup.size)
    )


# Falling.


def _chance(state: State, phase: Rolling, roll: Roll) -> Chance:
    """Ask for the dice *roll* still lacks [SS-DIE-02, RUL-08]."""
    need = KEPT + abs(roll.net)
    keep = Keep(
        roll.rank,
        roll.net,
        _stays_open(state, roll),
        roll.ordered or (not roll.drawn and roll.net < 0),
        roll.faces,
    )
    return Chance(
        roll.who,
        WHY[phase.stage],
        fudge_pool(need - roll.drawn),
        keep,
        fudge_pool(roll.drawn),
        phase.attempt,
    )


def ask_rolling(
    state: State, phase: Rolling, losing: Callable[[State, Rolling], Collection[Seat]]
) -> Decision[State] | Chance | Due | None:
    """Return what the rolls on the table wait for, or None when all is read.

    *losing* says whose rolls lose at this moment, where they are asked first [RUL-09].
    """
    rolls = phase.rolls
    if not rolls:
        return None
    many = _slots(state)
    asked: Decision[State] | Due | None
    if rolls[0].level is None:
        asked = _before(state, phase, many)
        if state.setup.people.secretive:
            asked = secrets_first(state, phase, asked)
        if asked is not None:
            return asked
    for roll in rolls:
        if roll.drawn < KEPT + abs(roll.bonus - roll.penalty):
            return _chance(state, phase, roll)
    if state.setup.rulings.dice_window_order == "loser_first" and not phase.order:
        losers = losing(state, phase)
        order = sorted(range(len(rolls)), key=lambda one: rolls[one].who not in losers)
        return Due((WindowOpened(("RUL-09",), tuple(order)),))
    return _after(state, phase, many)


def lowest(_state: State, phase: Rolling) -> Collection[Seat]:
    """Return whose level is not the best: where nobody meets, they lose [RUL-09]."""
    best = max(roll.reached for roll in phase.rolls)
    return {roll.who for roll in phase.rolls if roll.reached < best}


def die_bought(state: State, fact: DieBought) -> tuple[Consequence, ...]:
    """Take the point; read the roll again if no new die falls [SS-DIE-06, RUL-08]."""
    roll = roll_at(state, fact.roll)
    spent = spend(state, fact.who, roll.who, roll.pool, "bonus_die")
    return (spent, *_reread(roll, fact.roll))


def gift_given(state: State, fact: GiftGiven) -> tuple[Consequence, ...]:
    """Read the roll again if no new die falls [SS-GIFT-02, RUL-08]."""
    return _reread(roll_at(state, fact.roll), fact.roll)


def _reread(roll: Roll, index: int) -> tuple[Consequence, ...]:
    """Set the last die aside, or take one back into use [RUL-08]."""
    net = roll.net + 1
    if roll.level is None or roll.drawn < KEPT + abs(net):
        return ()
    kept = kept_of(roll.faces, net)
    return (CheckReread(("RUL-08",), index, kept, level_of(roll.rank, kept)),)
