"""The levels of a measured use: the aspects they are given to, and the results."""

from sim.rules.skill_roll.facts import LevelsGiven, NoMoreGiven, RankTaken
from sim.rules.skill_roll.phases import Reading
from sim.rules.skill_roll.skills.quantity import percent_of_normal, rank_cap
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.uses.single import power_of, use_of
from sim.seam.events import Fact


def left_of(state: State, phase: Reading) -> int:
    """Return how many levels of a measured use are not given to anything yet."""
    use = use_of(state, phase.matter)
    if not use.measured or use.knowledge is not None:
        return 0
    taken = sum(phase.given) + phase.ranks * state.setup.scale.rank
    return max(0, phase.level or 0) - taken


def allocations(state: State, phase: Reading) -> tuple[Fact, ...]:
    """Return the ways to give levels, the default first [SK-DP-07, SK-RUL-53].

    All the rest to each aspect, one level to each, a rank, no more. With one aspect and
    no power there is nothing to ask.
    """
    use, who = use_of(state, phase.matter), phase.matter.who
    left = left_of(state, phase)
    rank = may_take_rank(state, phase)
    if not left or phase.closed or (len(use.aspects) == 1 and not rank):
        return ()
    options: list[Fact] = []
    if _to_aspects(state, phase):
        options += [LevelsGiven(who, aspect.name, left) for aspect in use.aspects]
        if left > 1:
            options += [LevelsGiven(who, aspect.name, 1) for aspect in use.aspects]
    if rank:
        options.append(RankTaken(who))
    return (*options, NoMoreGiven(who)) if options else ()


def _to_aspects(state: State, phase: Reading) -> bool:
    """Whether levels may still go to aspects: ranks may exclude them [SK-RUL-08]."""
    return state.setup.rulings.mixed_allocation or not phase.ranks


def may_take_rank(state: State, phase: Reading) -> bool:
    """Whether levels may act as one more rank [SK-QNU-04, SK-RUL-09, SK-RUL-10]."""
    setup, power = state.setup, power_of(state, phase.matter)
    if power is None or left_of(state, phase) < setup.scale.rank:
        return False
    if sum(phase.given) and not setup.rulings.mixed_allocation:
        return False
    if power.improved_maximum and setup.rulings.improved_maximum_lifts_rank_cap:
        return True
    used = power.ranks if phase.used is None else phase.used
    return phase.ranks < rank_cap(used, setup.rulings.rank_cap_rounding)


def percents(state: State, phase: Reading) -> tuple[int, ...]:
    """Return the result of every aspect, in per cent of normal.

    SK-QNU-02, SK-QNU-03. SK-RUL-07: failure levels fall on the first aspect, like
    levels that nobody gives; or the whole use obtains nothing.
    """
    failed = phase.level is not None and phase.level < 0
    nothing = state.setup.rulings.negative_levels == "fail"
    if phase.level is None or (failed and nothing):
        return (0,) * len(phase.given)
    given = list(phase.given)
    if failed:
        given[0] = phase.level
    elif all_to_one(state, phase):
        given[0] += left_of(state, phase)
    return tuple(percent(state, levels) for levels in given)


def percent(state: State, level: int) -> int:
    """Return the result of *level*, in per cent of normal."""
    rulings = state.setup.rulings
    return percent_of_normal(
        state.setup.scale, level, rulings.percent_mode, rulings.negative_levels
    )


def all_to_one(state: State, phase: Reading) -> bool:
    """Whether all remaining levels can only go to one thing, so that nobody is asked.

    [SK-RUL-53]
    """
    single = len(phase.given) == 1 and not phase.closed
    return single and _to_aspects(state, phase)
