"""The worth of stepping in for a companion, countering and standing by [SK-RUL-68].

Damage counts as a share of what its victim can still take, since a blow that hardly
affects the unhurt may take out the wounded.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.fighting import HUNDRED, counter_gain, foreseen
from sim.rules.skill_roll.appraisal.foresight import expected_damage
from sim.rules.skill_roll.combat.effects import blow_of
from sim.rules.skill_roll.phases import Setting, Strike
from sim.rules.skill_roll.skills.dice import success
from sim.rules.skill_roll.state import State, character, form_of
from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact


def _intervention(view: State, option: Fact, plain: Appraisal) -> Appraisal:
    """Return the damage that gets through, weighed by victim, and a counter's gain."""
    phase = view.phase
    assert type(phase) is Setting
    strike = phase.matter
    assert type(strike) is Strike
    deals = 0.0
    if type(option) is f.CompanionCountered:
        deals = counter_gain(view, option.who, option.form, strike)
    elif type(option) is f.SteppedIn:
        strike = replace(strike, target=option.who)
    dice, edge = foreseen(view, strike)
    blow = blow_of(form_of(view, strike.who, strike.form), phase.ranks)
    setup, target = view.setup, strike.target
    expected = expected_damage(setup.scale, blow, dice, edge, whole=setup.rulings.whole)
    bears = character(view, target).capacity - view.participants[target].damage
    return replace(
        plain,
        win=1.0 - success(dice, edge),
        deals=deals,
        suffers=HUNDRED * min(1.0, expected / bears),
    )


INTERVENING: Mapping[type[Fact], Callable[[State, Any, Appraisal], Appraisal]] = {
    f.SteppedIn: _intervention,
    f.CompanionCountered: _intervention,
    f.StoodBy: _intervention,
}
"""Class of option -> the function that appraises it."""
