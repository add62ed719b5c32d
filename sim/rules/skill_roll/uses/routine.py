"""Whether a single use needs dice at all: routine, rolled for, or impossible."""

from sim.rules.skill_roll.consequences import (
    AutomaticFailureDeclared,
    RoutineUseGranted,
)
from sim.rules.skill_roll.facts import UseRuled
from sim.rules.skill_roll.phases import Bar, Setting, Trial, Verdict
from sim.rules.skill_roll.rounds.conditions import shifts
from sim.rules.skill_roll.skills.attack_difficulty import total
from sim.rules.skill_roll.skills.dice import TEN
from sim.rules.skill_roll.skills.expertise import is_routine, relative
from sim.rules.skill_roll.skills.powers import is_beyond
from sim.rules.skill_roll.state import State, has_background, view
from sim.rules.skill_roll.uses.single import (
    contest_of,
    power_of,
    resists,
    skill_of,
    step_parts,
    topic_of,
    use_of,
    use_parts,
)
from sim.seam.events import NOBODY, Consequence, Fact
from sim.seam.protocol import Decision, Due

BAR_RULES = {
    Bar.POWER: "SK-POW-04",
    Bar.ASKED: "SK-RUL-35",
    Bar.RULED: "SK-DP-01",
    Bar.BACKGROUND: "SK-RUL-67",
}
"""Reason why a use cannot succeed -> its rule."""


def default_verdict(state: State, trial: Trial) -> Verdict:
    """Return the verdict on *trial* if the Narrator is not asked.

    Knowledge is never routine: it is no act, and its bands are all there is to it.
    SK-POW-04: a use too far beyond a power fails. SK-RUL-35: a subject asked about
    before is not recalled again. SK-ROUT-02, SK-RUL-40: a use is routine if nobody
    opposes it, nothing presses and expertise covers it, by the culture's standards if
    it is made among one [SK-CULT-04].
    """
    use = use_of(state, trial)
    if _barred(state, trial) is not None:
        return Verdict.IMPOSSIBLE
    if use.opponent != NOBODY or use.undecided or use.knowledge is not None:
        return Verdict.ROLL
    rank = relative(skill_of(state, trial) + use.modifier, use.shift)
    difficulty = total(use_parts(state, Setting(trial), trial))
    margin = state.setup.rulings.routine_margin
    return Verdict.ROUTINE if is_routine(rank, difficulty, margin) else Verdict.ROLL


def _barred(state: State, trial: Trial) -> Bar | None:
    """Return why *trial* cannot succeed; None if it can."""
    use, power = use_of(state, trial), power_of(state, trial)
    if (
        power is not None
        and not use.measured
        and is_beyond(power.ranks, use.demand, improved=power.improved_maximum)
    ):
        return Bar.POWER
    if use.knowledge is not None:
        before = state.participants[use.user].asked.count((use.skill, use.subject))
        if before > state.setup.rulings.knowledge_retries:
            return Bar.ASKED
    topic = topic_of(state, trial)
    if (
        topic is not None
        and state.setup.rulings.research_needs_background
        and not has_background(state, use.user, topic.subject)
    ):
        return Bar.BACKGROUND
    return None


def ask_verdict(
    state: State, setting: Setting, trial: Trial
) -> Decision[State] | Due | None:
    """Return the verdict on *trial*, asked or due; None if it is rolled for.

    SK-DP-01, SK-RUL-52: the default comes first.
    """
    if setting.verdict is not None:
        return None
    default = default_verdict(state, trial)
    judge = state.setup.judge
    if state.setup.asks("routine"):
        verdicts = [default, *(other for other in Verdict if other != default)]
        options: list[Fact] = [
            UseRuled(judge, trial.who, verdict) for verdict in verdicts
        ]
        return Decision(judge, tuple(options), view(state, judge))
    events = settled(state, trial, default)
    return Due(events) if events else None


def settled(state: State, trial: Trial, verdict: Verdict) -> tuple[Consequence, ...]:
    """Return the immediate consequences of *verdict*; nothing if dice fall.

    SK-ROUT-01: most uses need no roll. SK-RUL-52: a routine use is a success.
    """
    if verdict == Verdict.ROUTINE:
        level, culture = routine_level(state, trial), use_of(state, trial).culture
        rules = ("SK-ROUT-01", "SK-ROUT-02", "SK-RUL-40", "SK-RUL-52", "SK-RUL-54")
        standards = ("SK-CULT-03", "SK-CULT-04") if culture else ()
        return (RoutineUseGranted((*rules, *standards), trial.who, level),)
    if verdict == Verdict.IMPOSSIBLE:
        # If nothing bars it, it is the Narrator's ruling.
        bar = _barred(state, trial) or Bar.RULED
        cites = (BAR_RULES[bar], "SK-RUL-54")
        return (AutomaticFailureDeclared(cites, trial.who, bar),)
    return ()


def routine_level(state: State, trial: Trial) -> int:
    """Return the level of a routine use: 10 and the skill, and never a failure."""
    ten = TEN + skill_of(state, trial) + use_of(state, trial).modifier
    return max(0, ten - _without_dice(state, trial))


def _without_dice(state: State, trial: Trial) -> int:
    """Return the difficulty of *trial* if nobody rolls, not even an opponent.

    The Narrator may rule even an opposed use to be routine [SK-RUL-52].
    """
    if use_of(state, trial).opponent == NOBODY:
        return total(use_parts(state, Setting(trial), trial))
    _, _, rank = resists(state, trial)
    shifted = shifts(state.setup, state.round, contest_of(state, trial))
    return TEN + rank + total((*shifted.parts, *step_parts(state, trial)))


def use_ruled(state: State, fact: UseRuled) -> tuple[Consequence, ...]:
    """Return the consequences of the Narrator's ruling on a use."""
    phase = state.phase
    assert type(phase) is Setting
    assert type(phase.matter) is Trial
    return settled(state, phase.matter, fact.verdict)
