"""A single use of a skill: who and what is involved, and its difficulty."""

from typing import NamedTuple

from sim.rules.skill_roll.phases import Setting, Trial
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.scenario.seat import Power
from sim.rules.skill_roll.scenario.sheet import Researchable
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.attack_difficulty import UNAWARE, Part, Parts
from sim.rules.skill_roll.skills.charts import (
    CHART,
    DEFAULT_ROW,
    NORMAL,
    RELATIONS,
    Row,
)
from sim.rules.skill_roll.skills.powers import power_difficulty, ranks_open
from sim.rules.skill_roll.state import State, character, rank_of, recorded_rank
from sim.seam.events import NOBODY, Seat


def use_of(state: State, trial: Trial) -> UseData:
    """Return the use of a skill that *trial* is about."""
    return state.setup.uses[trial.number]


def topic_of(state: State, trial: Trial) -> Researchable | None:
    """Return the topic researched in *trial*, if any: the first until one is chosen."""
    topics = use_of(state, trial).topics
    return topics[trial.topic or 0] if topics else None


def power_of(state: State, trial: Trial) -> Power | None:
    """Return the power that is used, if one is."""
    use = use_of(state, trial)
    return character(state, use.user).power(use.power) if use.power else None


def skill_of(state: State, trial: Trial) -> int:
    """Return the rank of the skill that is used."""
    use = use_of(state, trial)
    return rank_of(state, use.user, use.skill, use.attribute)


def is_opposed(state: State, trial: Trial) -> bool:
    """Whether somebody actively tries to make it fail [SK-ROLL-07]."""
    return use_of(state, trial).opponent != NOBODY


def contest_of(state: State, trial: Trial) -> Contest:
    """Return who uses a skill against whom, to match conditions."""
    use = use_of(state, trial)
    against = () if use.opponent == NOBODY else (use.opponent,)
    return Contest(use.user, against, skill=use.skill)


def resists(state: State, trial: Trial) -> tuple[Seat, str, int]:
    """Return the opponent, its skill, and the rank: the best that fits."""
    use = use_of(state, trial)
    sheet, who = character(state, use.opponent), use.opponent
    ranks = {
        skill: rank_of(state, who, skill)
        for skill in use.resisted_by
        if sheet.has(skill) or recorded_rank(state, who, skill) is not None
    }
    best = max(ranks, key=lambda skill: ranks[skill], default="")
    return who, best, ranks.get(best, sheet.skill("", use.attribute))


def rows_open(state: State, trial: Trial) -> tuple[Row, ...]:
    """Return the rows of the chart for *trial*, its own first; none off the chart."""
    off_chart = start_of(state, Setting(trial), trial).part[0] != ON_CHART
    if off_chart or is_opposed(state, trial):
        return ()
    first = use_of(state, trial).row or DEFAULT_ROW
    return (first, *(row for row in Row if row != first))


def ranks_choices(state: State, trial: Trial) -> tuple[int, ...]:
    """Return the numbers of ranks that may be used, if that is asked [SK-DP-12].

    In a measured use all are used: normal is what all of them do. Unless the formula of
    powers is in force their number changes nothing.
    """
    use, power = use_of(state, trial), power_of(state, trial)
    if power is None or use.measured or not state.setup.rulings.pull_ranks:
        return ()
    if use.row is not None or use.difficulty is not None:
        return ()
    return tuple(ranks_open(power.ranks, use.demand.required))


ON_CHART = "chart"
"""The name of a base difficulty that is a row of the chart [SK-QLU-03]."""


class Start(NamedTuple):
    """The base difficulty of an unopposed use, and its rules.

    *row* is its row of the chart, if it is from the chart.
    """

    part: Part
    rules: tuple[str, ...]
    row: str = ""


def start_of(state: State, setting: Setting, trial: Trial) -> Start:
    """Return the base difficulty of an unopposed use.

    SK-RUL-14: if a power is used that is its formula, unless the scenario itself sets
    the difficulty.
    """
    use, topic = use_of(state, trial), topic_of(state, trial)
    if use.knowledge is not None:
        closeness = use.knowledge
        return Start(("knowledge", RELATIONS[closeness]), ("SK-KNOW-03",), closeness)
    if topic is not None:
        close = topic.closeness
        return Start(("research", RELATIONS[close]), ("SK-KNOW-03",), close)
    if use.range_du is not None:
        return Start(("range", UNAWARE + use.range_du), ("SK-ATTACK-10",))
    if use.difficulty is not None:
        return Start(("ruled", use.difficulty), ("SK-QLU-03",))
    if use.row is None:
        power = power_of(state, trial)
        if power is not None:
            return _by_power(state, setting, use, power)
        if use.measured:
            return Start(("normal", NORMAL), ("SK-QNU-05",))
    row = setting.row or use.row or DEFAULT_ROW
    return Start((ON_CHART, CHART[row]), ("SK-QLU-03",), row)


def _by_power(state: State, setting: Setting, use: UseData, power: Power) -> Start:
    """Return the base difficulty of using a power: its formula, or normal for it."""
    used = power.ranks if setting.ranks is None else setting.ranks
    own, demand = power.base_difficulty, use.demand
    if use.measured:
        return Start(("power", own + used), ("SK-QNU-05", "SK-RUL-12", "SK-RUL-14"))
    number = power_difficulty(state.setup.scale, power.ranks, demand, used, own)
    rules: tuple[str, ...] = ("SK-POW-01", "SK-RUL-12", "SK-RUL-14")
    if demand.excess:
        rules = (*rules, "SK-POW-02", "SK-RUL-13")
    if demand.required is not None:
        rules = (*rules, "SK-POW-03", "SK-POW-05")
    return Start(("power", number), rules)


def use_parts(state: State, setting: Setting, trial: Trial) -> Parts:
    """Return the numbers that add up to the difficulty of an unopposed use.

    They include circumstances that improve or impair it.
    """
    return (start_of(state, setting, trial).part, *step_parts(state, trial))


def step_parts(state: State, trial: Trial) -> Parts:
    """Return the numbers for circumstances that improve or impair a use by steps.

    SK-QNU-06, against an opponent SK-QLO-06, and in a plain use SK-RUL-15: each is
    worth 1.
    """
    steps = use_of(state, trial).steps
    return (("circumstances", steps),) if steps else ()


def use_rules(state: State, setting: Setting, trial: Trial) -> tuple[str, ...]:
    """Return the rules behind the difficulty of an unopposed use."""
    rules = start_of(state, setting, trial).rules
    return (*rules, *step_rules(use_of(state, trial)))


def step_rules(use: UseData) -> tuple[str, ...]:
    """Return the rule by which steps count, if there are any.

    The text has it for measured uses, which include knowledge, and for opposed ones; in
    a plain use the difficulty is up to the Narrator.
    """
    if not use.steps:
        return ()
    if use.opponent != NOBODY:
        return ("SK-QLO-06",)
    measured = use.measured or use.knowledge is not None
    return ("SK-QNU-06" if measured else "SK-RUL-15",)
