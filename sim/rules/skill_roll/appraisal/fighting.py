"""The worth of options in a fight: damage dealt and damage to expect."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.foresight import (
    answered,
    escape_setting,
    expected_damage,
    level_chances,
    strike_edge,
    success_of,
)
from sim.rules.skill_roll.appraisal.opposing import result
from sim.rules.skill_roll.combat.effects import blow_of
from sim.rules.skill_roll.combat.reach import strikes
from sim.rules.skill_roll.combat.striking import counter_of, may_respond, responses
from sim.rules.skill_roll.combat.withdrawing import pursuers
from sim.rules.skill_roll.phases import (
    Escape,
    Response,
    Rolling,
    Setting,
    Strike,
)
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.attack_result import Blow, oops_gain
from sim.rules.skill_roll.skills.dice import DiceSet, levels, success
from sim.rules.skill_roll.state import (
    Participant,
    State,
    character,
    distance,
    form_in,
    form_of,
    opponents,
)
from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact, Seat
from sim.seam.seats import by_seat

HUNDRED = 100
Edge = tuple[DiceSet | None, int]


def _attack(view: State, option: f.AttackDeclared, plain: Appraisal) -> Appraisal:
    """Return the damage of an attack, and the exposure by the OOPS it may cost."""
    strike = Strike(option.who, option.target, option.form)
    edge = foreseen(view, strike)
    return replace(
        plain,
        win=success(*edge),
        deals=dealt(view, strike, edge),
        suffers=_exposed_after(view, strike, edge),
    )


def foreseen(view: State, strike: Strike) -> Edge:
    """Return dice and edge of *strike* against the default Response."""
    setting = Setting(strike)
    if may_respond(view, strike):
        first = responses(view, strike)[0]
        assert type(first) is f.ResponseDeclared
        setting = answered(setting, first.response, first.by)
    return strike_edge(view, setting)


def dealt(view: State, strike: Strike, edge: Edge, ranks: int | None = None) -> float:
    """Return the expected damage of *strike*, in hundredths of its targets' capacity.

    Damage of an area attack to one's own side is subtracted.
    """
    form = form_of(view, strike.who, strike.form)
    blow, setup = blow_of(form, ranks), view.setup
    eighths = expected_damage(setup.scale, blow, *edge, whole=setup.rulings.whole)
    if not form.area or not form.radius_du:
        return HUNDRED * eighths / character(view, strike.target).capacity
    side, total = character(view, strike.who).side, 0.0
    for who, data in enumerate(view.setup.characters):
        seat = Seat(who)
        if view.participants[seat].status or (
            seat != strike.target
            and distance(view, strike.target, seat) > form.radius_du
        ):
            continue
        total += (1 if data.side != side else -1) * eighths / data.capacity
    return max(0.0, HUNDRED * total)


def exposure(view: State, who: Seat, oops: int) -> float:
    """Return how much worse the worst attack on *who* becomes by *oops* more OOPS.

    Damage to be expected in any case is not counted.
    """
    if not oops:
        return 0.0
    edges = _edges(view.setup, view.round, _bare(view, who), who)
    capacity, scale = character(view, who).capacity, view.setup.scale
    damage_of = partial(expected_damage, whole=view.setup.rulings.whole)
    with_it = without = 0.0
    for blow, dice, edge in edges:
        without = max(without, damage_of(scale, blow, dice, edge))
        with_it = max(with_it, damage_of(scale, blow, dice, edge + oops))
    return HUNDRED * (with_it - without) / capacity


def _bare(view: State, who: Seat) -> tuple[Participant, ...]:
    """Return everybody, reduced to what attacks on *who* without OOPS depend on."""
    wounds = view.setup.rulings.wound_penalty_per_quarter
    return tuple(
        [
            Participant(
                damage=participant.damage if wounds else 0,
                oops=0 if seat == who else participant.oops,
                status=participant.status,
                awareness=participant.awareness,
                responses=participant.responses,
                seen=participant.seen,
            )
            for seat, participant in by_seat(view.participants)
        ]
    )


@lru_cache(maxsize=4096)
def _edges(
    setup: Setup, round_: int, participants: tuple[Participant, ...], who: Seat
) -> tuple[tuple[Blow, DiceSet | None, int], ...]:
    """Return every possible attack on *who*: (blow, dice, edge)."""
    view = State(round=round_, setup=setup, participants=participants)
    return tuple(
        (form_in(setup, strike).blow(), *foreseen(view, strike))
        for other in opponents(view, who)
        if participants[other].awareness != Awareness.UNAWARE_OF_DANGER
        for strike in strikes(view, other)
        if strike.target == who
    )


def _exposed_after(view: State, strike: Strike, edge: Edge) -> float:
    """Return the exposure to expect after an attack, by the OOPS that it costs."""
    who, rulings = strike.who, view.setup.rulings
    now = view.participants[who].oops
    form = form_of(view, who, strike.form)
    if not rulings.use_oops:
        return exposure(view, who, now)
    chances: dict[int, float] = {}
    for level, chance in levels(*edge):
        gain = oops_gain(
            level, hand_to_hand=form.hand_to_hand, ranged=rulings.oops_ranged
        )
        chances[gain] = chances.get(gain, 0.0) + chance
    return sum(
        chance * exposure(view, who, now + gain) for gain, chance in chances.items()
    )


def _recovery(view: State, option: f.RecoveryTaken, plain: Appraisal) -> Appraisal:
    """Return the damage that being back in position avoids."""
    rulings, now = view.setup.rulings, view.participants[option.who].oops
    after = 0 if rulings.recovery == "reset" else max(0, now - rulings.recovery_n)
    return replace(plain, win=0.0, suffers=exposure(view, option.who, after))


def idle(view: State, option: f.Held | f.WentOn, plain: Appraisal) -> Appraisal:
    """Return the appraisal of doing nothing."""
    now = view.participants[option.who].oops
    still = type(option) is f.Held
    suffers = exposure(view, option.who, now)
    return replace(plain, win=0.0, suffers=suffers, idle=still)


def _withdrawal(view: State, option: f.WithdrawalTried, plain: Appraisal) -> Appraisal:
    """Return the chance to get away, and the exposure by OOPS if it fails."""
    escape = Escape(option.who)
    chance = 1.0
    if pursuers(view, escape):
        _, chance = result(view, escape_setting(option.who))
    now = view.participants[option.who].oops
    return replace(
        plain,
        win=chance,
        suffers=(1 - chance) * exposure(view, option.who, now),
        leaves=min(1.0, chance),
        gives=view.setup.worth.escaped,
    )


def _response(view: State, option: f.ResponseDeclared, plain: Appraisal) -> Appraisal:
    """Return the damage that still gets through, and the gain of a counter."""
    phase = view.phase
    assert type(phase) is Setting
    strike = phase.matter
    assert type(strike) is Strike
    setting = answered(phase, option.response, option.by)
    dice, edge = strike_edge(view, setting)
    blow = blow_of(form_of(view, strike.who, strike.form), phase.ranks)
    setup = view.setup
    expected = expected_damage(setup.scale, blow, dice, edge, whole=setup.rulings.whole)
    capacity = character(view, option.who).capacity
    deals = 0.0
    if option.response == Response.COUNTER:
        deals = counter_gain(view, option.who, option.by, strike)
    return replace(
        plain,
        win=1.0 - success(dice, edge),
        deals=deals,
        suffers=HUNDRED * expected / capacity,
        idle=option.response == Response.NO_DEFENCE,
    )


def counter_gain(view: State, who: Seat, form: str, strike: Strike) -> float:
    """Return the damage of a counter beyond the best attack of the turn it costs."""
    counter = Strike(who, strike.who, form, counter=True)
    edge = strike_edge(view, Setting(counter, response=Response.NO_DEFENCE))
    usual = [
        dealt(view, attack, foreseen(view, attack)) for attack in strikes(view, who)
    ]
    return max(0.0, dealt(view, counter, edge) - max(usual, default=0.0))


def _ranks(view: State, option: f.RanksChosen, plain: Appraisal) -> Appraisal:
    """Return the damage of an attack with this number of ranks."""
    phase = view.phase
    assert type(phase) is Setting
    if type(phase.matter) is not Strike:
        setting = replace(phase, ranks=option.ranks)
        return replace(plain, win=success_of(level_chances(view, setting)))
    edge = foreseen(view, phase.matter)
    deals = dealt(view, phase.matter, edge, option.ranks)
    return replace(plain, win=success(*edge), deals=deals)


def strike_dice(view: State, phase: Rolling, *, roll: bool) -> tuple[float, float]:
    """Return (win, deals) of the roll of a strike that is due, or of 10."""
    strike = phase.setting.matter
    assert type(strike) is Strike
    place = len(phase.levels)
    setting = phase.setting
    if place:
        counter = counter_of(setting, strike)
        assert counter is not None
        strike, setting = counter, Setting(counter, response=Response.NO_DEFENCE)
    dice, edge = strike_edge(view, setting)
    own = (dice if roll else None, edge)
    chosen = phase.setting.ranks if not place else None
    return success(*own), dealt(view, strike, own, chosen)


FIGHTING: Mapping[type[Fact], Callable[[State, Any, Appraisal], Appraisal]] = {
    f.AttackDeclared: _attack,
    f.RecoveryTaken: _recovery,
    f.WithdrawalTried: _withdrawal,
    f.ResponseDeclared: _response,
    f.RanksChosen: _ranks,
}
"""Class of option -> the function that appraises it."""
