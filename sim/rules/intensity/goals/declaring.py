"""Goals: which may be declared this round, and which after one was obtained.

Keeping the last round's goal is always the first option, as long as it can still be
obtained. A goal that a side has obtained is not offered to it again.
"""

from sim.rules.intensity.consequences import GoalSaid, GoalsShown, IntentChanged
from sim.rules.intensity.facts import (
    Contented,
    DieSought,
    GoalContinued,
    IntentDeclared,
    SizeRuled,
)
from sim.rules.intensity.goals.evolve import SPECIAL
from sim.rules.intensity.phases import (
    GAIN,
    HELP,
    NARRATIVE,
    NONE,
    REDUCE,
    SITUATION,
    Building,
    Closing,
    Declaring,
    Goal,
)
from sim.rules.intensity.scenario.compile import Wish
from sim.rules.intensity.state import (
    State,
    opponents,
    side_of,
    view,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Asked, Decision, Due

SHOWN = ("IN-ROUND-01", "IN-R-06")
CHANGED = ("IN-GOAL-02", "IN-GOAL-03", "IN-R-41")
CONTINUED = ("IN-ZERO-03", "IN-R-26", "IN-R-40")


def ask_goals(state: State, phase: Declaring) -> Asked[State]:
    """Ask everybody for a goal, then reveal them all [IN-GOAL-01, IN-R-06]."""
    for who in state.actors:
        goal = phase.chosen[who]
        if goal is None:
            return Decision(who, intents(state, who), view(state, who))
        if goal.kind in SPECIAL and not goal.size:
            return Decision(who, sizes(state, who), view(state, who))
    changes = (_changed(state, phase, who) for who in state.actors)
    return Due((GoalsShown(SHOWN), *(change for change in changes if change)))


def _changed(state: State, phase: Declaring, who: Seat) -> IntentChanged | None:
    """Return the event that *who* has changed goals, if that is so [IN-GOAL-02]."""
    was, now = state.participants[who].goal, phase.chosen[who]
    if was is None or now is None or was == now:
        return None
    return IntentChanged(CHANGED, who, in_event(was), in_event(now))


def in_event(goal: Goal) -> GoalSaid:
    """Return *goal* as events record it."""
    return goal.kind, goal.wish, goal.target, goal.ability, goal.size


def intents(state: State, who: Seat) -> tuple[IntentDeclared, ...]:
    """Return the goals *who* may declare this round, the last first [IN-GOAL-02]."""
    kept = state.participants[who].goal
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


def ordinary(state: State, who: Seat) -> list[Goal]:
    """Return the ordinary goals *who* may pursue; if none, to prevail over somebody."""
    rivals = opponents(state, who)
    goals = [
        goal
        for index, wish in enumerate(state.setup.wishes)
        if who in wish.by
        for goal in _aimed(state, index, wish, rivals)
        if not is_won(state, who, goal)
    ]
    return goals or [Goal(NARRATIVE, NONE, other) for other in rivals]


def _aimed(state: State, index: int, wish: Wish, rivals: list[Seat]) -> list[Goal]:
    """Return *wish* aimed at each of those *rivals* that it can be aimed at."""
    goals: list[Goal] = []
    for target in rivals:
        if wish.target not in {NOBODY, target}:
            continue
        ability = NONE
        if wish.kind == REDUCE:
            names = state.setup.characters[target].abilities
            ability = names.index(wish.ability) if wish.ability in names else NONE
            if ability == NONE or not state.participants[target].sizes[ability]:
                continue
        goals.append(Goal(wish.kind, index, target, ability, wish.size))
    return goals


def is_won(state: State, who: Seat, goal: Goal) -> bool:
    """Whether the side of *who* has obtained this already; a die is won only once."""
    side = side_of(state, who)
    return any(
        same_aside_from_size(goal, won) or (goal.kind == GAIN and goal.wish == won.wish)
        for owner, won in state.won
        if owner == side
    )


def special(state: State, who: Seat) -> list[Goal]:
    """Return the helping and situational goals open to *who* [IN-GOAL-04, IN-R-43]."""
    prizes = state.setup.prizes
    if not prizes:
        return []
    size = prizes[0] if len(prizes) == 1 else 0
    side = side_of(state, who)
    allies = [
        ally for ally in state.actors if ally != who and side_of(state, ally) == side
    ]
    return [
        *(Goal(HELP, NONE, ally, NONE, size) for ally in allies),
        *(Goal(SITUATION, NONE, foe, NONE, size) for foe in opponents(state, who)),
    ]


def sizes(state: State, who: Seat) -> tuple[DieSought, ...]:
    """Return the sizes *who* may ask for, the last one asked for first [IN-R-49]."""
    kept = state.participants[who].goal
    prizes = list(state.setup.prizes)
    if kept is not None and kept.kind in SPECIAL and kept.size in prizes:
        prizes.remove(kept.size)
        prizes.insert(0, kept.size)
    return tuple(DieSought(who, size) for size in prizes)


def ask_sizes(state: State, phase: Building) -> Asked[State] | None:
    """Ask the GM to accept the sizes of dice asked for, if a GM judges [IN-R-49]."""
    gm = state.setup.gm
    if gm == NOBODY:
        return None
    for who in state.actors:
        goal = state.participants[who].goal
        if goal is not None and goal.size and who not in phase.ruled:
            return Decision(gm, allowed(state, who, goal.size), view(state, gm))
    return None


def allowed(state: State, who: Seat, asked: int) -> tuple[SizeRuled, ...]:
    """Return the sizes the GM may grant: the one asked for, and smaller ones."""
    gm = state.setup.gm
    smaller = [size for size in (12, 10, 8, 6, 4, 2) if size < asked]
    return tuple(SizeRuled(gm, who, size) for size in (asked, *smaller))


def further(state: State, who: Seat) -> tuple[Contented | GoalContinued, ...]:
    """Return what *who* may do after obtaining a goal: stop, or declare another."""
    goals = [goal for goal in ordinary(state, who) if goal.wish != NONE]
    return (
        Contented(who),
        *(
            GoalContinued(
                who, goal.wish, goal.target, goal.kind, goal.ability, goal.size
            )
            for goal in goals
        ),
    )


def continued(state: State, fact: GoalContinued) -> tuple[IntentChanged, ...]:
    """Return the consequence of declaring a further goal [IN-ZERO-03]."""
    was = state.participants[fact.who].goal
    now = Goal(fact.kind, fact.goal, fact.target, fact.ability, fact.size)
    if was is None or was == now:
        return ()
    news = IntentChanged(CONTINUED, fact.who, in_event(was), in_event(now), "continued")
    return (news,)


def ask_further(state: State, phase: Closing) -> Asked[State] | None:
    """Ask everybody who obtained a goal this round for a further one [IN-ZERO-03]."""
    for who in sorted(phase.obtained - phase.asked):
        if who not in state.actors or not opponents(state, who):
            continue
        options = further(state, who)
        if len(options) > 1:
            return Decision(who, options, state)
    return None
