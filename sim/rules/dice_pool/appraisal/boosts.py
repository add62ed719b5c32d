"""The worth of a point of Willpower in a roll, and of dedicating it to an Intimacy."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.distribution import pool_chances
from sim.rules.dice_pool.appraisal.foresight import weighed_act
from sim.rules.dice_pool.appraisal.rolls import dice_of
from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.state import State
from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact, Seat


def _boost(view: State, option: f.Boosted | f.BoostDeclined) -> Appraisal:
    """Weigh a point of Willpower in the first roll that can still be boosted."""
    phase = view.phase
    assert has_rolls(phase)
    own = [other for other in phase.rolls if other.who == option.who]
    roll = next((throw for throw in own if throw.boosted is None), own[0])
    boosted = isinstance(option, f.Boosted)
    back = _returning(view, option.who) if _for_a_tie(option) else 0.0
    if roll.why == Why.CONTEST:
        if boosted:
            worth = _boosted(view, roll, own, boosted=True)
            return replace(worth, cost=worth.cost - back)
        return _declined(view, roll, own)
    win = 1.0 - dice_of(view, roll, boosted=boosted)[0]
    return Appraisal(win=win, deals=win * _need(roll), cost=float(boosted) - back)


def _boosted(
    view: State, roll: Roll, own: Sequence[Roll], *, boosted: bool
) -> Appraisal:
    """Weigh one of its owner's *own* rolls, with or without a point.

    A roll that answers others in another arena also protects an own act without a
    target, which fails if anything done to its owner succeeds.
    """
    character = view.setup.characters[roll.who]
    act = next((throw for throw in own if throw.intent), None)
    if roll.intent or act is None or roll.arena is None:
        intent = character.intent(roll.intent) if roll.intent else None
        return weighed_act(view, roll, intent, roll.target, boosted=boosted)
    intent = character.intent(act.intent)
    if intent.direct:
        return weighed_act(view, roll, None, roll.target, boosted=boosted)
    beside = roll.arena, dice_of(view, roll, boosted=boosted)
    worth = weighed_act(view, act, intent, act.target, beside=beside)
    return replace(worth, cost=worth.cost + boosted)


def _declined(view: State, roll: Roll, own: Sequence[Roll]) -> Appraisal:
    """Weigh no boost: like boosting a later roll, if that gains more."""
    plain = _boosted(view, roll, own, boosted=False)
    later = [throw for throw in own if throw is not roll and throw.boosted is None]
    if not later:
        return plain
    here = _boosted(view, roll, own, boosted=True)
    elsewhere = max(
        [_boosted(view, throw, own, boosted=True) for throw in later],
        key=lambda worth: worth.deals - worth.suffers,
    )
    gains = elsewhere.deals - elsewhere.suffers > here.deals - here.suffers
    return elsewhere if gains else plain


def _for_a_tie(option: f.Boosted | f.BoostDeclined) -> bool:
    return isinstance(option, f.Boosted) and bool(option.intimacy)


def _returning(view: State, who: Seat) -> float:
    """Return the chance that a point spent for an Intimacy comes back [DP-WILL-10]."""
    morality = view.participants[who].conscience.morality or 0
    return 1.0 - pool_chances(morality, view.setup.rulings)[0] if morality else 0.0


def _dedicated(view: State, option: f.PointDedicated | f.PointUndedicated) -> Appraisal:
    """Weigh dedicating a point by the part of it that does not come back."""
    given = isinstance(option, f.PointDedicated)
    return Appraisal(cost=1.0 - _returning(view, option.who) if given else 1.0)


def _need(roll: Roll) -> float:
    """Return the worth of success in points of harm; that of staying awake is great."""
    return 3.0 if roll.why in (Why.CONSCIOUSNESS, Why.TASK) else 1.0


BOOSTS: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.Boosted: _boost,
    f.BoostDeclined: _boost,
    f.PointDedicated: _dedicated,
    f.PointUndedicated: _dedicated,
}
"""Class of answer -> how it is weighed."""
