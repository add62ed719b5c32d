"""How a duel is made easier for one of two: less hurt, and not as far out of position.

Whoever is hurt less can do all that it could do when hurt more: both roll the same, and
where it would have been taken out it may give up instead, which leaves as much. Whoever
is less out of position (OOPS) hits at least as well by the same dice, and is hit at
most as well; and in place of a recovery it does not need it may let its turn pass. So
neither is ever a harm, as long as nobody gains by losing (`_promised`).
"""

from msgspec.structs import replace

from sim.rules.skill_roll.scenario.compile import COMBAT, Setup
from sim.rules.skill_roll.state import State
from sim.seam.chart import Easing
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat

_PAIR = 2
_EXACT = (1, 3, 5, 8, 12, 16)
"""By grain: up to so much OOPS is told apart."""
_FURTHER = (16, 1000)
"""And these. More than the last is no worse: nothing that is rolled comes to it."""
_PARTS = (12, 12, 24, 48, 48, 96)
"""By grain: the steps of a capacity; each further grain has twice as many."""
_RANKS = 300
"""The most that ranks and dice may come to for that."""


def easing(state: State) -> Easing[State] | None:
    """Return how the fight that begins here is eased, None if it cannot be.

    Its damage adds up and has no other effect (`sums`).
    """
    if not _promised(state.setup):
        return None
    return Easing(
        bears=tuple([who for who, _ in by_seat(state.participants)]),
        most=_most,
        eased=_eased,
        parts=_parts,
    )


def _promised(setup: Setup) -> bool:
    """Whether to be hurt, or out of position, is never to one's gain.

    Two, both of whom may give up when hurt [SK-DP-09, SK-RUL-59], and attack in turns;
    to win is worth no less than it leaves, and to hold the field than to get away. What
    hits better only hurts more, and whom it is aimed at.
    """
    rulings, people = setup.rulings, setup.characters
    forms = [form for one in people for form in one.forms]
    aims = [aim for one in people for aim in one.aims]
    return (
        setup.kind == COMBAT
        and len(people) == len(setup.teams) == _PAIR
        and setup.judge == NOBODY
        and all(one.sheet.may_concede for one in people)
        and not rulings.counter_initiative
        and rulings.recovery == "reset"
        and not any(form.area or form.increased_maximum_effect for form in forms)
        and all(aim.worth >= aim.leaves for aim in aims)
        and setup.worth.field >= setup.worth.escaped
        and _small(setup)
    )


def _small(setup: Setup) -> bool:
    """Whether no roll comes near to the most OOPS that is told apart."""
    dice = [setup.dice, *[one for _, one in setup.dice_by_skill]]
    most = max([one.count * one.sides + abs(one.add) for one in dice if one], default=0)
    ranks = [
        rank
        for one in setup.characters
        for some in (one.sheet.skills, one.sheet.recorded, one.sheet.attributes)
        for rank in some.values()
    ]
    return most + max(map(abs, ranks), default=0) <= _RANKS


def _most(state: State) -> tuple[int, ...]:
    """Return the most damage of those who are still in [SK-RUL-33]."""
    return tuple([one.capacity - 1 for one in state.setup.characters])


def _parts(grain: int) -> int:
    last = len(_PARTS) - 1
    return _PARTS[min(grain, last)] << max(0, grain - last)


def _eased(state: State, seat: Seat, grain: int) -> State:
    exact = _EXACT[min(grain, len(_EXACT) - 1)]
    people = tuple(
        [
            replace(one, oops=_oops(one.oops, exact, less=who == seat))
            for who, one in by_seat(state.participants)
        ]
    )
    return replace(state, participants=people)


def _oops(oops: int, exact: int, *, less: bool) -> int:
    """Return OOPS that is no more, or no less but for what is as bad."""
    if oops <= exact or less:
        return min(oops, exact)
    return next((one for one in _FURTHER if one >= oops), _FURTHER[-1])
