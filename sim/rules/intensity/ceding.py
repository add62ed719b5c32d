"""After the effects: content sides leave, others may cede, and what that gives away."""

from sim.events import Consequence
from sim.protocol import Asked, Decision, Due
from sim.rules.intensity.aftermath import closing
from sim.rules.intensity.consequences import DiceWorn
from sim.rules.intensity.ending import outcome_dice
from sim.rules.intensity.facts import Conceded, WentOn
from sim.rules.intensity.goals import SPECIAL, ask_further, is_won, told
from sim.rules.intensity.harms import (
    BY_CESSION,
    WITH_SIDE,
    AbilityZeroed,
    CharacterDied,
    GoalObtained,
    RoundEnded,
    SidesLeft,
    Withdrawn,
)
from sim.rules.intensity.state import (
    KEEP,
    REDUCE,
    Goal,
    State,
    actives,
    is_contested,
    is_in,
    opponents,
    side_of,
    targets,
)

LEFT = ("IN-R-26",)
CEDED = ("IN-CEDE-02", "IN-R-27", "IN-R-28")
REDUCED = ("IN-CEDE-03",)
DIED = ("IN-CEDE-03", "IN-ZERO-02")
WITHDRAWN = ("IN-R-27",)
ENDED = ("IN-ROUND-02", "IN-CEDE-04")
WORN = ("IN-R-32", "IN-R-50")


def ask_after(state: State) -> Asked[State]:
    """Return what follows the effects of a round [IN-ZERO-03, IN-CEDE-01]."""
    if not is_contested(state):
        return closing(state, state.how)
    asked = ask_further(state)
    if asked is not None:
        return asked
    if state.obtained and not state.continued:
        return Due((SidesLeft(LEFT, content(state)),))
    for who in cede_order(state):
        return Decision(who, (WentOn(who), Conceded(who)), state)
    return Due((*worn_by_rounds(state), RoundEnded(ENDED, state.round)))


def content(state: State) -> tuple[int, ...]:
    """Return the members of all sides that obtained a goal this round [IN-R-26]."""
    sides = {
        side_of(state, who)
        for who in range(len(state.fighters))
        if state.obtained >> who & 1
    }
    return tuple(
        who
        for who in range(len(state.fighters))
        if is_in(state, who) and side_of(state, who) in sides
    )


def cede_order(state: State) -> list[int]:
    """Return who has still to be asked: those without any upper hand first [IN-R-27].

    Where sides cede, the first of a side answers for it.
    """
    order = [who for who in actives(state) if not state.upper >> who & 1]
    order += [who for who in actives(state) if state.upper >> who & 1]
    if state.setup.rulings.cede_unit == "participant":
        return [who for who in order if not state.waived >> who & 1]
    answered = {
        side_of(state, who)
        for who in range(len(state.fighters))
        if state.waived >> who & 1
    }
    return [who for who in order if side_of(state, who) not in answered]


def cession(state: State, who: int) -> tuple[Consequence, ...]:
    """Return what ceding gives away, the rest of the side included where it cedes."""
    leaving = [who]
    if state.setup.rulings.cede_unit == "side":
        side = side_of(state, who)
        mates = (mate for mate in range(len(state.fighters)) if is_in(state, mate))
        leaving += [
            mate for mate in mates if mate != who and side_of(state, mate) == side
        ]
    withdrawn = [Withdrawn(WITHDRAWN, mate, WITH_SIDE) for mate in leaving[1:]]
    return (*withdrawn, *given_away(state, leaving))


def given_away(state: State, leaving: list[int]) -> tuple[Consequence, ...]:
    """Return the goals the opponents gain from those *leaving* [IN-CEDE-02].

    What a side has obtained already it does not obtain again.
    """
    events: list[Consequence] = []
    gained: list[Goal] = []
    zeroed: set[tuple[int, int]] = set()
    for foe in opponents(state, leaving[0]):
        goal = ordinary_goal(state, foe)
        if goal is None or not _concerns(state, goal, foe, leaving):
            continue
        if goal.kind != KEEP and is_won(state, foe, goal):
            continue
        events.append(GoalObtained(CEDED, foe, told(goal), BY_CESSION))
        loss = (goal.target, goal.ability)
        if goal.kind == REDUCE and loss not in zeroed:
            zeroed.add(loss)
            events += _taken(state, foe, goal)
        events += outcome_dice(state, foe, goal, shared=goal in gained)
        gained.append(goal)
    return tuple(events)


def ordinary_goal(state: State, who: int) -> Goal | None:
    """Return the goal a cession gives *who*: the last that is no help [IN-R-28]."""
    goal = state.fighters[who].goal
    if goal is not None and goal.kind not in SPECIAL:
        return goal
    return state.fighters[who].aim


def _concerns(state: State, goal: Goal, foe: int, leaving: list[int]) -> bool:
    """Whether *goal* is wanted from one of those *leaving* [IN-R-27]."""
    if goal.kind == KEEP:
        return any(targets(state, who, foe) for who in leaving)
    return goal.target in leaving


def _taken(state: State, foe: int, goal: Goal) -> list[Consequence]:
    """Return the loss of the ability a goal names; of health, death [IN-CEDE-03]."""
    who, ability = goal.target, goal.ability
    if not state.fighters[who].sizes[ability]:
        return []
    events: list[Consequence] = [AbilityZeroed(REDUCED, who, foe, ability, BY_CESSION)]
    if ability == state.setup.people[who].health:
        events.append(CharacterDied(DIED, who, foe, BY_CESSION))
    return events


def worn_by_rounds(state: State) -> list[DiceWorn]:
    """Return what the round used up, where rounds wear dice out [IN-R-32]."""
    if state.setup.rulings.duration != "rounds":
        return []
    return [
        DiceWorn(
            WORN,
            who,
            tuple(bonus.size for bonus in fighter.bonuses if not bonus.fresh),
            tuple(penalty.size for penalty in fighter.penalties),
        )
        for who, fighter in enumerate(state.fighters)
        if is_in(state, who) and (fighter.bonuses or fighter.penalties)
    ]
