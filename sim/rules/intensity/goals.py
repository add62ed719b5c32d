"""Goals: what may be wanted this round, what was shown, what a further goal may be.

Keeping the last round's goal is always the first option, as long as it can still be
had. A goal once obtained by a side is not offered to it again.
"""

from sim.protocol import Asked, Decision, Due
from sim.rules.intensity.consequences import GoalsShown, IntentChanged
from sim.rules.intensity.facts import (
    Contented,
    DieSought,
    GoalContinued,
    IntentDeclared,
    SizeRuled,
)
from sim.rules.intensity.setup import NOBODY, Wish
from sim.rules.intensity.state import (
    GAIN,
    HELPING,
    NARRATIVE,
    REDUCE,
    SITUATION,
    Goal,
    State,
    actives,
    is_active,
    opponents,
    side_of,
)
from sim.rules.intensity.views import without_goals

SHOWN = ("IN-ROUND-01", "IN-R-06")
CHANGED = ("IN-GOAL-02", "IN-GOAL-03", "IN-R-41")
CONTINUED = ("IN-ZERO-03", "IN-R-26", "IN-R-40")

SPECIAL = frozenset({HELPING, SITUATION})
"""The kinds of goals that are not what the conflict is about [IN-GOAL-04]."""


def ask_goals(state: State) -> Asked[State]:
    """Ask everybody for a goal, then show them all [IN-GOAL-01, IN-R-06]."""
    for who in actives(state):
        goal = state.chosen[who]
        if goal is None:
            return Decision(who, intents(state, who), without_goals(state, who))
        if goal.kind in SPECIAL and not goal.size:
            return Decision(who, sizes(state, who), without_goals(state, who))
    changes = (changed(state, who) for who in actives(state))
    return Due((GoalsShown(SHOWN), *(change for change in changes if change)))


def changed(state: State, who: int) -> IntentChanged | None:
    """Return the news that *who* wants something else, if so [IN-GOAL-02]."""
    was, now = state.fighters[who].goal, state.chosen[who]
    if was is None or now is None or was == now:
        return None
    return IntentChanged(CHANGED, who, told(was), told(now))


def told(goal: Goal) -> tuple[str, int, int, int, int]:
    """Return *goal* as it stands in events."""
    return goal.kind, goal.wish, goal.target, goal.ability, goal.size


def intents(state: State, who: int) -> tuple[IntentDeclared, ...]:
    """Return what *who* may want this round, the last goal first [IN-GOAL-02]."""
    kept = state.fighters[who].goal
    goals = [*ordinary(state, who), *special(state, who)]
    for goal in goals:
        if kept is not None and same_aside_from_size(goal, kept):
            goals.remove(goal)
            goals.insert(0, goal)
            if state.setup.rulings.goals_chosen == "once":
                goals = goals[:1]
            break
    return tuple(
        IntentDeclared(who, goal.wish, goal.target, goal.kind, goal.ability, goal.size)
        for goal in goals
    )


def same_aside_from_size(goal: Goal, other: Goal) -> bool:
    """Whether two goals differ at most in the size of a die asked for."""
    return (goal.kind, goal.wish, goal.target, goal.ability) == (
        other.kind,
        other.wish,
        other.target,
        other.ability,
    )


def ordinary(state: State, who: int) -> list[Goal]:
    """Return the goals *who* may pursue; at the least, to prevail over somebody."""
    rivals = opponents(state, who)
    goals = [
        goal
        for index, wish in enumerate(state.setup.wishes)
        if who in wish.by
        for goal in _aimed(state, index, wish, rivals)
        if not is_won(state, who, goal)
    ]
    return goals or [Goal(NARRATIVE, NOBODY, other) for other in rivals]


def _aimed(state: State, index: int, wish: Wish, rivals: list[int]) -> list[Goal]:
    """Return *wish* aimed at each of *rivals* it can be aimed at."""
    goals: list[Goal] = []
    for target in rivals:
        if wish.target not in {NOBODY, target}:
            continue
        ability = NOBODY
        if wish.kind == REDUCE:
            names = state.setup.people[target].abilities
            ability = names.index(wish.ability) if wish.ability in names else NOBODY
            if ability == NOBODY or not state.fighters[target].sizes[ability]:
                continue
        goals.append(Goal(wish.kind, index, target, ability, wish.size))
    return goals


def is_won(state: State, who: int, goal: Goal) -> bool:
    """Whether the side of *who* has obtained this already; a die is won only once."""
    side = side_of(state, who)
    return any(
        same_aside_from_size(goal, won) or (goal.kind == GAIN and goal.wish == won.wish)
        for owner, won in state.won
        if owner == side
    )


def special(state: State, who: int) -> list[Goal]:
    """Return the helping and situational goals open to *who* [IN-GOAL-04, IN-R-43]."""
    prizes = state.setup.prizes
    if not prizes:
        return []
    size = prizes[0] if len(prizes) == 1 else 0
    side = side_of(state, who)
    allies = [
        ally for ally in actives(state) if ally != who and side_of(state, ally) == side
    ]
    return [
        *(Goal(HELPING, NOBODY, ally, NOBODY, size) for ally in allies),
        *(Goal(SITUATION, NOBODY, foe, NOBODY, size) for foe in opponents(state, who)),
    ]


def sizes(state: State, who: int) -> tuple[DieSought, ...]:
    """Return the sizes *who* may ask for, the last one asked for first [IN-R-49]."""
    kept = state.fighters[who].goal
    prizes = list(state.setup.prizes)
    if kept is not None and kept.kind in SPECIAL and kept.size in prizes:
        prizes.remove(kept.size)
        prizes.insert(0, kept.size)
    return tuple(DieSought(who, size) for size in prizes)


def ask_sizes(state: State) -> Asked[State] | None:
    """Ask the GM to accept the sizes of dice asked for, if a GM judges [IN-R-49]."""
    gm = state.setup.gm
    if gm == NOBODY:
        return None
    for who in actives(state):
        goal = state.fighters[who].goal
        if goal is not None and goal.size and not state.ruled >> who & 1:
            return Decision(gm, allowed(state, who, goal.size), state)
    return None


def allowed(state: State, who: int, asked: int) -> tuple[SizeRuled, ...]:
    """Return what the GM may make of a die asked for: that size, or a smaller one."""
    gm = state.setup.gm
    smaller = [size for size in (12, 10, 8, 6, 4, 2) if size < asked]
    return tuple(SizeRuled(gm, who, size) for size in (asked, *smaller))


def further(state: State, who: int) -> tuple[Contented | GoalContinued, ...]:
    """Return what *who* may do having obtained a goal: stop, or want more."""
    more = [goal for goal in ordinary(state, who) if goal.wish != NOBODY]
    return (
        Contented(who),
        *(
            GoalContinued(
                who, goal.wish, goal.target, goal.kind, goal.ability, goal.size
            )
            for goal in more
        ),
    )


def continued(state: State, fact: GoalContinued) -> tuple[IntentChanged, ...]:
    """Return the news of a further goal [IN-ZERO-03]."""
    was = state.fighters[fact.who].goal
    now = Goal(fact.kind, fact.goal, fact.target, fact.ability, fact.size)
    if was is None or was == now:
        return ()
    news = IntentChanged(CONTINUED, fact.who, told(was), told(now), "continued")
    return (news,)


def ask_further(state: State) -> Asked[State] | None:
    """Ask each who obtained a goal this round whether that is all [IN-ZERO-03]."""
    for who in range(len(state.fighters)):
        if state.obtained >> who & 1 and not state.asked >> who & 1:
            if not is_active(state, who) or not opponents(state, who):
                continue
            options = further(state, who)
            if len(options) > 1:
                return Decision(who, options, state)
    return None
