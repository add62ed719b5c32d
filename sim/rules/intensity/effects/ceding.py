"""After the effects: content sides leave, others may cede and give goals away."""

from functools import lru_cache

from sim.rules.intensity.consequences import (
    BY_CESSION,
    WITH_SIDE,
    AbilityZeroed,
    CharacterDied,
    DiceWorn,
    GoalObtained,
    RoundEnded,
    SidesLeft,
    Withdrawn,
)
from sim.rules.intensity.effects.aftermath import closing
from sim.rules.intensity.effects.obtaining import outcome_dice
from sim.rules.intensity.facts import Conceded, WentOn
from sim.rules.intensity.goals.declaring import ask_further, in_event, is_won
from sim.rules.intensity.goals.evolve import SPECIAL
from sim.rules.intensity.phases import KEEP, REDUCE, Closing, Goal
from sim.rules.intensity.state import (
    State,
    is_contested,
    is_in,
    opponents,
    side_of,
    targets,
)
from sim.seam.events import Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat, seats

LEFT = ("IN-R-26",)
CEDED = ("IN-CEDE-02", "IN-R-27", "IN-R-28")
REDUCED = ("IN-CEDE-03",)
DIED = ("IN-CEDE-03", "IN-ZERO-02")
WITHDRAWN = ("IN-R-27",)
ENDED = ("IN-ROUND-02", "IN-CEDE-04")
WORN = ("IN-R-32", "IN-R-50")


def ask_closing(state: State, phase: Closing) -> Asked[State]:
    """Return what follows the effects of a round [IN-ZERO-03, IN-CEDE-01]."""
    if not is_contested(state):
        return closing(state, state.how)
    asked = ask_further(state, phase)
    if asked is not None:
        return asked
    if phase.obtained and not phase.continued:
        return Due((SidesLeft(LEFT, content(state, phase)),))
    for who in cede_order(state, phase):
        return Decision(who, way_out(who), state)
    return Due((*worn_by_rounds(state), RoundEnded(ENDED, state.round)))


@lru_cache(maxsize=64)
def way_out(who: Seat) -> tuple[WentOn, Conceded]:
    """Return the answers of *who* to whether it cedes."""
    return WentOn(who), Conceded(who)


def content(state: State, phase: Closing) -> tuple[Seat, ...]:
    """Return the members of all sides that obtained a goal this round [IN-R-26]."""
    sides = {side_of(state, who) for who in phase.obtained}
    return tuple(
        who
        for who in seats(len(state.participants))
        if is_in(state, who) and side_of(state, who) in sides
    )


def cede_order(state: State, phase: Closing) -> list[Seat]:
    """Return the seats still to be asked, those without any upper hand first [IN-R-27].

    If sides cede as a whole, the first member answers for the side.
    """
    order = sorted(state.actors, key=lambda who: who in phase.upper)
    if state.setup.rulings.cede_unit == "participant":
        return [who for who in order if who not in phase.waived]
    answered = {side_of(state, who) for who in phase.waived}
    return [who for who in order if side_of(state, who) not in answered]


def cession(state: State, who: Seat) -> tuple[Consequence, ...]:
    """Return the consequences of a cession, for the whole side if sides cede."""
    leaving = [who]
    if state.setup.rulings.cede_unit == "side":
        side = side_of(state, who)
        mates = (mate for mate in seats(len(state.participants)) if is_in(state, mate))
        leaving += [
            mate for mate in mates if mate != who and side_of(state, mate) == side
        ]
    withdrawn = [Withdrawn(WITHDRAWN, mate, WITH_SIDE) for mate in leaving[1:]]
    return (*withdrawn, *given_away(state, leaving))


def given_away(state: State, leaving: list[Seat]) -> tuple[Consequence, ...]:
    """Return the goals the opponents gain from those *leaving* [IN-CEDE-02].

    A side does not obtain the same goal twice.
    """
    events: list[Consequence] = []
    gained: list[Goal] = []
    zeroed: set[tuple[Seat, int]] = set()
    for foe in opponents(state, leaving[0]):
        goal = ordinary_goal(state, foe)
        if goal is None or not _concerns(state, goal, foe, leaving):
            continue
        if goal.kind != KEEP and is_won(state, foe, goal):
            continue
        events.append(GoalObtained(CEDED, foe, in_event(goal), BY_CESSION))
        loss = (goal.target, goal.ability)
        if goal.kind == REDUCE and loss not in zeroed:
            zeroed.add(loss)
            events += _taken(state, foe, goal)
        events += outcome_dice(state, foe, goal, shared=goal in gained)
        gained.append(goal)
    return tuple(events)


def ordinary_goal(state: State, who: Seat) -> Goal | None:
    """Return the goal a cession gives *who*: the last ordinary one [IN-R-28]."""
    goal = state.participants[who].goal
    if goal is not None and goal.kind not in SPECIAL:
        return goal
    return state.participants[who].aim


def _concerns(state: State, goal: Goal, foe: Seat, leaving: list[Seat]) -> bool:
    """Whether *goal* is wanted from one of those *leaving* [IN-R-27]."""
    if goal.kind == KEEP:
        return any(targets(state, who, foe) for who in leaving)
    return goal.target in leaving


def _taken(state: State, foe: Seat, goal: Goal) -> list[Consequence]:
    """Return the loss of the ability a goal names; of health, death [IN-CEDE-03]."""
    who, ability = goal.target, goal.ability
    if not state.participants[who].sizes[ability]:
        return []
    events: list[Consequence] = [AbilityZeroed(REDUCED, who, foe, ability, BY_CESSION)]
    if ability == state.setup.characters[who].health:
        events.append(CharacterDied(DIED, who, foe, BY_CESSION))
    return events


def worn_by_rounds(state: State) -> list[DiceWorn]:
    """Return the dice used up by the round, where rounds wear dice out [IN-R-32]."""
    if state.setup.rulings.duration != "rounds":
        return []
    return [
        DiceWorn(
            WORN,
            who,
            tuple(bonus.size for bonus in participant.bonuses if not bonus.fresh),
            tuple(penalty.size for penalty in participant.penalties),
        )
        for who, participant in by_seat(state.participants)
        if is_in(state, who) and (participant.bonuses or participant.penalties)
    ]
