"""What a scenario says shifts a difficulty: circumstances, advantages, powers."""

from msgspec import Struct

from sim.events import Seat
from sim.rules.skill_roll.attacks.difficulty import Part, Parts
from sim.rules.skill_roll.phases import Setting
from sim.rules.skill_roll.scenario.compile import ConditionData
from sim.rules.skill_roll.skills.charts import CIRCUMSTANCES, Circumstance
from sim.rules.skill_roll.skills.opposition import advantage_shift, weight_of
from sim.rules.skill_roll.state import State, character


class Contest(Struct, frozen=True, gc=False):
    """Who acts against whom, and how: what conditions are matched with."""

    who: Seat
    against: tuple[Seat, ...]
    approach: str = ""
    form: str = ""
    skill: str = ""


class Shifts(Struct, frozen=True, gc=False):
    """What the conditions come to: parts of the difficulty, and the row in force."""

    parts: Parts
    row: Circumstance
    rules: tuple[str, ...]


NO_SHIFTS = Shifts((), Circumstance.NEUTRAL, ())


def fitting(state: State, contest: Contest) -> tuple[ConditionData, ...]:
    """Return the conditions that count for this roll [SK-RUL-61]."""
    conditions = state.setup.conditions
    if not conditions:
        return ()
    return tuple(one for one in conditions if _fits(one, state.round, contest))


def _fits(one: ConditionData, round_: int, contest: Contest) -> bool:
    return (
        one.first <= round_ <= (one.last or round_)
        and (not one.who or contest.who in one.who)
        and (not one.against or any(other in one.against for other in contest.against))
        and one.approach in {"", contest.approach}
        and one.form in {"", contest.form}
        and one.skill in {"", contest.skill}
    )


def default_row(state: State, contest: Contest) -> Circumstance:
    """Return the row of circumstances that is in force if nobody rules otherwise.

    SK-RUL-15: one overall row for an action, the first that fits.
    """
    for one in fitting(state, contest):
        if one.row != Circumstance.NEUTRAL:
            return one.row
    return Circumstance.NEUTRAL


def has_power(state: State, contest: Contest) -> bool:
    """Whether ranks of a power shift this roll."""
    return any(one.has_power for one in fitting(state, contest))


def default_weight(state: State, contest: Contest) -> int:
    """Return what a rank weighs if nobody rules otherwise [SK-RUL-16]."""
    setup = state.setup
    rule = setup.rulings.power_rank_weight
    for one in fitting(state, contest):
        if one.has_power:
            return weight_of(setup.scale, rule, relevant=one.relevant)
    return 0


def shifts(state: State, contest: Contest, setting: Setting) -> Shifts:
    """Return what the conditions come to, as far as nobody has ruled otherwise.

    SK-QLO-04: the row of circumstances. SK-QLO-05: ranks of fitting powers. SK-QLO-06:
    whole steps of advantage.
    """
    conditions = fitting(state, contest)
    if not conditions and setting.circumstance is None:
        return NO_SHIFTS
    setup, rules = state.setup, ["SK-RUL-61"]
    row = setting.circumstance or default_row(state, contest)
    by_row = CIRCUMSTANCES[row]
    if setting.circumstance is None and setup.rulings.circumstances == "sum":
        by_row = sum(one.shift for one in conditions)
    by_steps = sum(advantage_shift(setup.scale, one.percent) for one in conditions)
    by_power = sum(_by_power(state, one, contest, setting) for one in conditions)
    parts: list[Part] = []
    for name, number, cited in (
        ("circumstance", by_row, ("SK-QLO-04", "SK-RUL-15")),
        ("advantage", by_steps, ("SK-QLO-06", "SK-RUL-06")),
        ("power", by_power, ("SK-QLO-05", "SK-RUL-16")),
    ):
        if number:
            parts.append((name, number))
            rules += cited
    return Shifts(tuple(parts), row, tuple(rules))


def _by_power(
    state: State, one: ConditionData, contest: Contest, setting: Setting
) -> int:
    """SK-QLO-05: each rank, or rank of difference, either way."""
    if not one.has_power:
        return 0
    setup = state.setup
    ranks = one.ranks
    if ranks is None:
        theirs = [character(state, other).ranks(one.power) for other in contest.against]
        ranks = character(state, contest.who).ranks(one.power) - max(theirs, default=0)
    weight = setting.weight
    if weight is None:
        rule = setup.rulings.power_rank_weight
        weight = weight_of(setup.scale, rule, relevant=one.relevant)
    return -ranks * weight
