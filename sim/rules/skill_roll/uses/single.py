"""A single use before the dice: routine or not, and how hard it is."""

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
from sim.rules.skill_roll.state import (
    State,
    character,
    rank_of,
    recorded_rank,
)
from sim.seam.events import NOBODY, Seat


def use_of(state: State, trial: Trial) -> UseData:
    """Return what is used in *trial*."""
    return state.setup.uses[trial.number]


def topic_of(state: State, trial: Trial) -> Researchable | None:
    """Return what is researched in *trial*, if anything: the first until chosen."""
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
    """Return who uses a skill against whom, for the conditions."""
    use = use_of(state, trial)
    against = () if use.opponent == NOBODY else (use.opponent,)
    return Contest(use.user, against, skill=use.skill)


def resists(state: State, trial: Trial) -> tuple[Seat, str, int]:
    """Return who opposes it, with which skill, and its rank: the best that fits."""
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
    """Return the rows of the chart for *trial*, its own first; none off the chart.

    SK-RUL-14: the formula of powers where a power is used, the chart otherwise, or
    where the scenario names a row.
    """
    use = use_of(state, trial)
    if use.row is None and (
        use.difficulty is not None
        or use.knowledge is not None
        or use.range_du is not None
        or use.topics
        or use.opponent != NOBODY
        or use.power
        or use.measured
    ):
        return ()
    first = use.row or DEFAULT_ROW
    return (first, *(row for row in Row if row != first))


def ranks_choices(state: State, trial: Trial) -> tuple[int, ...]:
    """Return how many ranks may be used, where that is asked [SK-DP-12].

    In a measured use all are: what is normal is what all of them do. Off the formula
    of powers their number changes nothing.
    """
    use, power = use_of(state, trial), power_of(state, trial)
    if power is None or use.measured or not state.setup.rulings.pull_ranks:
        return ()
    if use.row is not None or use.difficulty is not None:
        return ()
    return tuple(ranks_open(power.ranks, use.demand.required))


def first_part(state: State, setting: Setting, trial: Trial) -> tuple[Part, str, str]:
    """Return what an unopposed use starts from, its row, and the rule that says so."""
    use = use_of(state, trial)
    power = power_of(state, trial)
    if use.knowledge is not None:
        return ("knowledge", RELATIONS[use.knowledge]), use.knowledge, "SK-KNOW-03"
    topic = topic_of(state, trial)
    if topic is not None:
        closeness = topic.closeness
        return ("research", RELATIONS[closeness]), closeness, "SK-KNOW-03"
    if use.range_du is not None:
        return ("range", UNAWARE + use.range_du), "", "SK-ATTACK-10"
    if use.difficulty is not None:
        return ("ruled", use.difficulty), "", "SK-QLU-03"
    if power is not None and use.row is None:
        used = power.ranks if setting.ranks is None else setting.ranks
        if use.measured:
            return ("power", power.base_difficulty + used), "", "SK-QNU-05"
        number = power_difficulty(
            state.setup.scale, power.ranks, use.demand, used, power.base_difficulty
        )
        return ("power", number), "", "SK-POW-01"
    if use.measured and use.row is None:
        return ("normal", NORMAL), "", "SK-QNU-05"
    row = setting.row or use.row or DEFAULT_ROW
    return ("chart", CHART[row]), row, "SK-QLU-03"


def use_parts(state: State, setting: Setting, trial: Trial) -> Parts:
    """Return the numbers that the difficulty of an unopposed use is the sum of.

    And of the circumstances that improve or impair it.
    """
    part, _, _ = first_part(state, setting, trial)
    return (part, *step_parts(state, trial))


def step_parts(state: State, trial: Trial) -> Parts:
    """Return what circumstances that improve or impair a use by steps add up to.

    SK-QNU-06, against an opponent SK-QLO-06, and in a plain use SK-RUL-15: each is
    worth 1.
    """
    steps = use_of(state, trial).steps
    return (("circumstances", steps),) if steps else ()


def use_rules(state: State, setting: Setting, trial: Trial) -> tuple[str, ...]:
    """Return the rules by which an unopposed use is as hard as it is."""
    _, _, rule = first_part(state, setting, trial)
    found = [rule]
    use = use_of(state, trial)
    if use.power and use.row is None and use.difficulty is None:
        found += ["SK-RUL-12", "SK-RUL-14"]
        demand = use.demand
        if not use.measured:
            found += ["SK-POW-02", "SK-RUL-13"] if demand.excess else []
            found += ["SK-POW-03", "SK-POW-05"] if demand.required is not None else []
    return (*found, *step_rules(use))


def step_rules(use: UseData) -> tuple[str, ...]:
    """Return the rule by which steps count, if there are any.

    The text has it for what is measured, and knowledge is, and for what is opposed;
    for a plain use it is the Narrator who says how hard that is.
    """
    if not use.steps:
        return ()
    if use.opponent != NOBODY:
        return ("SK-QLO-06",)
    measured = use.measured or use.knowledge is not None
    return ("SK-QNU-06" if measured else "SK-RUL-15",)
