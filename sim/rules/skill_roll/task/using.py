"""A single use before the dice: routine or not, and how hard it is."""

from sim.events import NOBODY, Consequence, Fact, Seat
from sim.protocol import Decision, Due
from sim.rules.skill_roll.attacks.difficulty import UNAWARE, Part, Parts, total
from sim.rules.skill_roll.conflict.conditions import Contest, shifts
from sim.rules.skill_roll.consequences import (
    AutomaticFailureDeclared,
    RoutineUseGranted,
)
from sim.rules.skill_roll.facts import UseRuled
from sim.rules.skill_roll.phases import Bar, Setting, Trial, Verdict
from sim.rules.skill_roll.scenario.characters import PowerData
from sim.rules.skill_roll.scenario.compile import UseData
from sim.rules.skill_roll.skills.charts import (
    CHART,
    DEFAULT_ROW,
    NORMAL,
    RELATIONS,
    Row,
)
from sim.rules.skill_roll.skills.dice import TEN
from sim.rules.skill_roll.skills.expertise import is_routine, relative
from sim.rules.skill_roll.skills.powers import is_beyond, power_difficulty, ranks_open
from sim.rules.skill_roll.state import (
    State,
    character,
    rank_of,
    recorded_rank,
    view,
)

BAR_RULES = {
    Bar.POWER: "SK-POW-04",
    Bar.ASKED: "SK-RUL-35",
    Bar.RULED: "SK-DP-01",
}
"""The rule by which each makes a use fail."""


def use_of(state: State, trial: Trial) -> UseData:
    """Return what is used in *trial*."""
    return state.setup.uses[trial.number]


def power_of(state: State, trial: Trial) -> PowerData | None:
    """Return the power that is used, if one is."""
    use = use_of(state, trial)
    return character(state, use.who).power(use.power) if use.power else None


def skill_of(state: State, trial: Trial) -> int:
    """Return the rank of the skill that is used."""
    use = use_of(state, trial)
    return rank_of(state, use.who, use.skill, use.attribute)


def contest_of(state: State, trial: Trial) -> Contest:
    """Return who uses a skill against whom, for the conditions."""
    use = use_of(state, trial)
    against = () if use.opponent == NOBODY else (use.opponent,)
    return Contest(use.who, against, skill=use.skill)


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
    if use.range_du is not None:
        return ("range", UNAWARE + use.range_du), "", "SK-ATTACK-10"
    if use.difficulty is not None:
        return ("ruled", use.difficulty), "", "SK-QLU-03"
    if power is not None and use.row is None:
        used = power.ranks if setting.ranks is None else setting.ranks
        if use.measured:
            return ("power", power.origin + used), "", "SK-QNU-05"
        number = power_difficulty(
            state.setup.scale, power.ranks, use.demand, used, power.origin
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


# Whether dice are needed at all.


def default_verdict(state: State, trial: Trial) -> Verdict:
    """Return what becomes of *trial* if the Narrator is not asked.

    Knowledge is never routine: it is no act, and its bands are all there is to it.
    SK-POW-04: what is too far beyond a power fails. SK-RUL-35: what was asked before
    is not recalled again. SK-ROUT-02, SK-RUL-40: it is routine where nobody opposes
    it, nothing presses and expertise covers it, by the culture's standards where it is
    among one [SK-CULT-04].
    """
    use = use_of(state, trial)
    if _barred(state, trial) is not None:
        return Verdict.IMPOSSIBLE
    if use.opponent != NOBODY or use.pressed or use.knowledge is not None:
        return Verdict.ROLL
    rank = relative(skill_of(state, trial) + use.modifier, use.shift)
    difficulty = total(use_parts(state, Setting(trial), trial))
    margin = state.setup.rulings.routine_margin
    return Verdict.ROUTINE if is_routine(rank, difficulty, margin) else Verdict.ROLL


def _barred(state: State, trial: Trial) -> Bar | None:
    """Return why *trial* cannot succeed; None where it can."""
    use, power = use_of(state, trial), power_of(state, trial)
    if (
        power is not None
        and not use.measured
        and is_beyond(power.ranks, use.demand, improved=power.improved)
    ):
        return Bar.POWER
    if use.knowledge is not None:
        before = state.participants[use.who].asked.count((use.skill, use.subject))
        if before > state.setup.rulings.knowledge_retries:
            return Bar.ASKED
    return None


def ask_verdict(
    state: State, setting: Setting, trial: Trial
) -> Decision[State] | Due | None:
    """Return what becomes of *trial*, asked or due; None where it is rolled for.

    SK-DP-01, SK-RUL-52: the default first.
    """
    if setting.verdict is not None:
        return None
    default = default_verdict(state, trial)
    judge = state.setup.judge
    if state.setup.asks("routine"):
        verdicts = [default, *(one for one in Verdict if one != default)]
        options: list[Fact] = [UseRuled(judge, trial.who, one) for one in verdicts]
        return Decision(judge, tuple(options), view(state, judge))
    events = settled(state, trial, default)
    return Due(events) if events else None


def settled(state: State, trial: Trial, verdict: Verdict) -> tuple[Consequence, ...]:
    """Return what follows of *verdict* at once; nothing where dice fall.

    SK-ROUT-01: most uses need no roll. SK-RUL-52: a routine use is a success.
    """
    if verdict == Verdict.ROUTINE:
        use = use_of(state, trial)
        ten = TEN + skill_of(state, trial) + use.modifier
        level = max(0, ten - _without_dice(state, trial))
        rules = ("SK-ROUT-01", "SK-ROUT-02", "SK-RUL-40", "SK-RUL-52", "SK-RUL-54")
        culture = ("SK-CULT-03", "SK-CULT-04") if use.culture else ()
        return (RoutineUseGranted((*rules, *culture), trial.who, level),)
    if verdict == Verdict.IMPOSSIBLE:
        # Where nothing bars it, the Narrator has ruled so.
        bar = _barred(state, trial) or Bar.RULED
        cites = (BAR_RULES[bar], "SK-RUL-54")
        return (AutomaticFailureDeclared(cites, trial.who, bar),)
    return ()


def _without_dice(state: State, trial: Trial) -> int:
    """Return how hard *trial* is where nobody rolls, an opponent neither [SK-RUL-52].

    The Narrator may rule even an opposed use to be routine.
    """
    if use_of(state, trial).opponent == NOBODY:
        return total(use_parts(state, Setting(trial), trial))
    _, _, rank = resists(state, trial)
    come = shifts(state.setup, state.round, contest_of(state, trial))
    return TEN + rank + total((*come.parts, *step_parts(state, trial)))


def use_ruled(state: State, fact: UseRuled) -> tuple[Consequence, ...]:
    """Return what follows of what the Narrator says of a use."""
    phase = state.phase
    assert type(phase) is Setting
    assert type(phase.matter) is Trial
    return settled(state, phase.matter, fact.verdict)
