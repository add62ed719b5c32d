"""How a conflict ends, and what everybody gets [SK-CONF-08, SK-RUL-55]."""

from fractions import Fraction

from sim.rules.skill_roll.rounds.ranking import task_returns
from sim.rules.skill_roll.scenario.compile import COMBAT, TASK
from sim.rules.skill_roll.scenario.seat import Aim
from sim.rules.skill_roll.state import (
    CONCEDED,
    TAKEN_OUT,
    WITHDRAWN,
    Ending,
    State,
    aim_of,
    members,
    opponents,
    sheet_of,
    sides_left,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Outcome
from sim.seam.seats import by_seat

_RULES = ("SK-CONF-08", "SK-RUL-55")


def over(state: State) -> Outcome | None:
    """Return the outcome if at most one side is left or all uses are over."""
    setup = state.setup
    if setup.kind == TASK:
        if len(state.performed) < len(setup.uses):
            return None
        return _outcome(state, Ending.PERFORMED, task_returns(state), "SK-CONF-09")
    left = sides_left(state)
    if len(left) > 1:
        return None
    if not left:
        found = [_departed(state, who, setup.worth.draw) for who in _everyone(state)]
        return _outcome(state, Ending.TAKEN_OUT, tuple(found), "SK-RUL-63")
    return _left_alone(state, left[0])


def _everyone(state: State) -> tuple[Seat, ...]:
    return tuple(who for who, _ in by_seat(state.participants))


def _left_alone(state: State, side: int) -> Outcome:
    """End the conflict for the only side that has active members."""
    setup = state.setup
    gone = [
        one.status
        for who, one in by_seat(state.participants)
        if setup.characters[who].side != side
    ]
    if all(status == WITHDRAWN for status in gone):
        found = [_departed(state, who, setup.worth.field) for who in _everyone(state)]
        return _outcome(state, Ending.ESCAPED, tuple(found))
    how = Ending.TAKEN_OUT if TAKEN_OUT in gone else Ending.CONCEDED
    return _outcome(state, how, _won(state, (side,)))


def _won(state: State, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return what everyone gets when these sides have won [SK-RUL-55].

    Their members get the worth of their aims, the others the least that these leave.
    """
    setup, found = state.setup, list[float]()
    for who in _everyone(state):
        side = setup.characters[who].side
        if side in winners:
            found.append(_departed(state, who, aim_of(state, who).worth))
        else:
            found.append(_departed(state, who, leaves(state, winners, side)))
    return tuple(found)


def _departed(state: State, who: Seat, otherwise: float) -> float:
    """Return what *who* gets, which is fixed for those who conceded or got away."""
    one = state.participants[who]
    if one.status == CONCEDED:
        return one.left or 0.0
    if one.status == WITHDRAWN:
        return state.setup.worth.escaped
    return otherwise


def leaves(state: State, winners: tuple[int, ...], side: int) -> float:
    """Return the least that the aims in force of the *winners* leave to *side*."""
    aims = [
        aim_of(state, who)
        for winner in winners
        for who in members(state, winner) or state.setup.teams[winner]
    ]
    return min(aim.leaves for aim in _at(state, aims, side))


def conceded(state: State, who: Seat) -> float:
    """Return what conceding now leaves to *who* [SK-RUL-59]."""
    side = state.setup.characters[who].side
    aims = [aim_of(state, other) for other in opponents(state, who)]
    return min((aim.leaves for aim in _at(state, aims, side)), default=0.0)


def threat(state: State, who: Seat) -> int:
    """Return the deadliest of the aims in force against the side of *who*."""
    side = state.setup.characters[who].side
    aims = [aim_of(state, other) for other in opponents(state, who)]
    return max((aim.deadly for aim in _at(state, aims, side)), default=0)


def _at(state: State, aims: list[Aim], side: int) -> list[Aim]:
    """Return those of *aims* that are aimed at *side*; all of them if none is."""
    name = state.setup.sides[side]
    return [aim for aim in aims if aim.against in {"", name}] or aims


# When the rounds are used up.


def goal_reached(state: State) -> Outcome | None:
    """Return how a contest ends when one side is first at its goal.

    SK-CONF-03: after a full round; sides that are level go on. A side that gave up does
    not count any more, whatever its progress.
    """
    left = sides_left(state)
    most = max(state.progress[side] for side in left)
    ahead = [side for side in left if state.progress[side] == most]
    if most < state.setup.goal or len(ahead) > 1:
        return None
    return _outcome(state, Ending.GOAL_REACHED, _won(state, (ahead[0],)), "SK-CONF-03")


def capped(state: State) -> Outcome:
    """Return how the conflict ends at the limit of rounds [SK-CONF-08]."""
    setup = state.setup
    if setup.kind != COMBAT:
        holding = tuple(side for side in sides_left(state) if not acts(state, side))
        if holding:
            found = _won(state, holding)
            return _outcome(state, Ending.HELD, found, "SK-RUL-50")
    best = _best(state) if setup.rulings.at_cap == "points" else None
    if best is None:
        draw = [_departed(state, who, setup.worth.draw) for who in _everyone(state)]
        return _outcome(state, Ending.ROUND_LIMIT, tuple(draw))
    return _outcome(state, Ending.ROUND_LIMIT, _won(state, (best,)))


def acts(state: State, side: int) -> bool:
    """Whether anyone of *side* acts in a contest, rather than only resisting."""
    return any(sheet_of(state, who).acts for who in state.setup.teams[side])


def _best(state: State) -> int | None:
    """Return the side that stands best, None when several do."""
    marks = {side: mark(state, side) for side in sides_left(state)}
    most = max(marks.values())
    best = [side for side, one in marks.items() if one == most]
    return best[0] if len(best) == 1 else None


def mark(state: State, side: int) -> Fraction:
    """Return how well *side* stands: progress, or how little it is hurt."""
    return Fraction(*shares(state, side))


def shares(state: State, side: int) -> tuple[int, int]:
    """Return the mark of *side* as two numbers: (how much, of how much)."""
    setup = state.setup
    if setup.kind != COMBAT:
        return state.progress[side], setup.goal
    team = setup.teams[side]
    whole = sum([setup.characters[who].capacity for who in team])
    return whole - sum([state.participants[who].damage for who in team]), whole


def _outcome(
    state: State, how: Ending, returns: tuple[float, ...], *rules: str
) -> Outcome:
    """Return the outcome; a Narrator gets nothing."""
    judged = () if state.setup.judge == NOBODY else (0.0,)
    return Outcome(how, (*returns, *judged), (*_RULES, *rules))
