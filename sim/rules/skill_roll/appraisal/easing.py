"""How a duel is made easier for one of two: less damage, or less out of position.

A combatant with less damage can do everything it could do with more: it rolls the same,
and instead of being taken out it may give up, which leaves as much. A combatant that is
less out of position (OOPS) hits at least as well with the same dice, and is hit at most
as well; and instead of a recovery that it does not need it may let its turn pass. So
neither is ever a disadvantage, as long as nobody gains by losing (`_promised`).
"""

from msgspec.structs import replace

from sim.rules.skill_roll.scenario.compile import COMBAT, Setup
from sim.rules.skill_roll.state import State
from sim.seam.chart import Easing
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat

_PAIR = 2
_EXACT = (1, 3, 5, 8, 12, 16)
"""By grain: the OOPS up to which every amount is distinguished."""
_FURTHER = (16, 1000)
"""Further amounts that are distinguished. A larger one than the last is no worse, since
no roll comes near it.
"""
_PARTS = (12, 12, 24, 48, 48, 96)
"""By grain: the steps of a capacity; each further grain has twice as many."""
_RANKS = 300
"""The largest sum of ranks and dice with which no roll comes near the most OOPS."""


def easing(state: State) -> Easing[State] | None:
    """Return how the fight that begins here is eased; None if it cannot be.

    Its damage must add up and have no other effect (`sums`).
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
    """Whether nobody ever gains by being hurt or out of position.

    That holds for two who may both give up when hurt [SK-DP-09, SK-RUL-59] and attack
    in turns, if winning is worth no less than it leaves, and holding the field no less
    than getting away. A better hit only does more damage to those it is aimed at.
    """
    rulings, people = setup.rulings, setup.characters
    forms = [form for data in people for form in data.forms]
    aims = [aim for data in people for aim in data.aims]
    return (
        setup.kind == COMBAT
        and len(people) == len(setup.teams) == _PAIR
        and setup.judge == NOBODY
        and all(data.sheet.may_concede for data in people)
        and not rulings.counter_initiative
        and rulings.recovery == "reset"
        and not any(form.area or form.increased_maximum_effect for form in forms)
        and all(aim.worth >= aim.leaves for aim in aims)
        and setup.worth.field >= setup.worth.escaped
        and _small(setup)
    )


def _small(setup: Setup) -> bool:
    """Whether no roll comes near the most OOPS that is distinguished."""
    dice = [setup.dice, *[skill_dice for _, skill_dice in setup.dice_by_skill]]
    most = max(
        [
            dice_set.count * dice_set.sides + abs(dice_set.add)
            for dice_set in dice
            if dice_set
        ],
        default=0,
    )
    ranks = [
        rank
        for data in setup.characters
        for by_name in (data.sheet.skills, data.sheet.recorded, data.sheet.attributes)
        for rank in by_name.values()
    ]
    return most + max(map(abs, ranks), default=0) <= _RANKS


def _most(state: State) -> tuple[int, ...]:
    """Return the most damage of those who are still in [SK-RUL-33]."""
    return tuple([data.capacity - 1 for data in state.setup.characters])


def _parts(grain: int) -> int:
    last = len(_PARTS) - 1
    return _PARTS[min(grain, last)] << max(0, grain - last)


def _eased(state: State, seat: Seat, grain: int) -> State:
    exact = _EXACT[min(grain, len(_EXACT) - 1)]
    people = tuple(
        [
            replace(participant, oops=_oops(participant.oops, exact, less=who == seat))
            for who, participant in by_seat(state.participants)
        ]
    )
    return replace(state, participants=people)


def _oops(oops: int, exact: int, *, less: bool) -> int:
    """Return a distinguished OOPS that is no more, or that is no less or as bad."""
    if oops <= exact or less:
        return min(oops, exact)
    return next((limit for limit in _FURTHER if limit >= oops), _FURTHER[-1])
