"""The conditions of a scenario: circumstances, advantages and powers.

They shift the difficulty of the rolls that they fit.
"""

from functools import lru_cache

from msgspec import Struct

from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.scenario.sheet import Condition
from sim.rules.skill_roll.skills.attack_difficulty import Part, Parts
from sim.rules.skill_roll.skills.charts import CIRCUMSTANCES, Circumstance
from sim.rules.skill_roll.skills.opposition import advantage_shift, weight_of
from sim.seam.events import Seat


class Contest(Struct, frozen=True, gc=False):
    """Who acts against whom, and how, to match conditions.

    *answered* is the last approach of the side that is acted against.
    """

    who: Seat
    against: tuple[Seat, ...]
    approach: str = ""
    answered: str = ""
    form: str = ""
    skill: str = ""


class Shifts(Struct, frozen=True, gc=False):
    """The effect of conditions: parts of the difficulty, and their rules."""

    parts: Parts
    rules: tuple[str, ...]


NO_SHIFTS = Shifts((), ())


@lru_cache(maxsize=4096)
def fitting(setup: Setup, round_: int, contest: Contest) -> tuple[Condition, ...]:
    """Return the conditions that count for this roll [SK-RUL-61]."""
    who = setup.characters[contest.who].name
    against = {setup.characters[other].name for other in contest.against}
    return tuple(
        condition
        for condition in setup.conditions
        if condition.from_round <= round_ <= (condition.to_round or round_)
        and (not condition.who or who in condition.who)
        and (not condition.against or against.intersection(condition.against))
        and condition.approach in {"", contest.approach}
        and condition.answers in {"", contest.answered}
        and condition.form in {"", contest.form}
        and condition.skill in {"", contest.skill}
    )


@lru_cache(maxsize=256)
def answering(setup: Setup) -> bool:
    """Whether it matters which approach a side used last [SK-RUL-61]."""
    return any(condition.answers for condition in setup.conditions)


def default_row(conditions: tuple[Condition, ...]) -> Circumstance:
    """Return the row of circumstances in force unless the Narrator rules otherwise.

    SK-RUL-15: one overall row for an action, the first that fits.
    """
    for condition in conditions:
        if condition.row != Circumstance.NEUTRAL:
            return condition.row
    return Circumstance.NEUTRAL


def default_weight(setup: Setup, conditions: tuple[Condition, ...]) -> int | None:
    """Return what a rank counts unless the Narrator rules; None without any power.

    SK-RUL-16.
    """
    for condition in conditions:
        if condition.has_power:
            rule = setup.rulings.power_rank_weight
            return weight_of(setup.scale, rule, relevant=condition.relevant)
    return None


@lru_cache(maxsize=4096)
def shifts(
    setup: Setup,
    round_: int,
    contest: Contest,
    circumstance: Circumstance | None = None,
    weight: int | None = None,
) -> Shifts:
    """Return the effect of the conditions, apart from what the Narrator has ruled.

    SK-QLO-04: the row of circumstances. SK-QLO-05: ranks of fitting powers. SK-QLO-06:
    whole steps of advantage.
    """
    conditions = fitting(setup, round_, contest)
    rules = ["SK-RUL-61"]
    by_row = CIRCUMSTANCES[circumstance or default_row(conditions)]
    if circumstance is None and setup.rulings.circumstances == "sum":
        by_row = sum(condition.shift for condition in conditions)
    by_steps = sum(
        advantage_shift(setup.scale, condition.percent) for condition in conditions
    )
    by_power = sum(
        _by_power(setup, condition, contest, weight) for condition in conditions
    )
    parts: list[Part] = []
    for name, number, cited in (
        ("circumstance", by_row, ("SK-QLO-04", "SK-RUL-15")),
        ("advantage", by_steps, ("SK-QLO-06", "SK-RUL-06")),
        ("power", by_power, ("SK-QLO-05", "SK-RUL-16")),
    ):
        if number:
            parts.append((name, number))
            rules += cited
    return Shifts(tuple(parts), tuple(rules)) if parts else NO_SHIFTS


def _by_power(
    setup: Setup, condition: Condition, contest: Contest, weight: int | None
) -> int:
    """Return the part for each rank, or rank of difference [SK-QLO-05]."""
    if not condition.has_power:
        return 0
    ranks = condition.ranks
    if ranks is None:
        sheets = setup.characters
        theirs = [sheets[other].ranks(condition.power) for other in contest.against]
        ranks = sheets[contest.who].ranks(condition.power) - max(theirs, default=0)
    if weight is None:
        rule = setup.rulings.power_rank_weight
        weight = weight_of(setup.scale, rule, relevant=condition.relevant)
    return -ranks * weight
