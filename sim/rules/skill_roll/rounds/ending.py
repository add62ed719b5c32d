"""The end of a conflict, and everybody's return [SK-CONF-08, SK-RUL-55]."""

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
        returns = [_departed(state, who, setup.worth.draw) for who in _everyone(state)]
        return _outcome(state, Ending.TAKEN_OUT, tuple(returns), "SK-RUL-63")
    return _left_alone(state, left[0])


def _everyone(state: State) -> tuple[Seat, ...]:
    return tuple(who for who, _ in by_seat(state.participants))


def _left_alone(state: State, side: int) -> Outcome:
    """End the conflict for the only side that has active members."""
    setup = state.setup
    statuses = [
        participant.status
        for who, participant in by_seat(state.participants)
        if setup.characters[who].side != side
    ]
    if all(status == WITHDRAWN for status in statuses):
        returns = [_departed(state, who, setup.worth.field) for who in _everyone(state)]
        return _outcome(state, Ending.ESCAPED, tuple(returns))
    how = Ending.TAKEN_OUT if TAKEN_OUT in statuses else Ending.CONCEDED
    return _outcome(state, how, _won(state, (side,)))


def _won(state: State, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return everybody's return if these sides have won [SK-RUL-55].

    Their members get the worth of their aims, the others the least that these leave.
    """
    setup, returns = state.setup, list[float]()
    for who in _everyone(state):
        side = setup.characters[who].side
        if side in winners:
            returns.append(_departed(state, who, aim_of(state, who).worth))
        else:
            returns.append(_departed(state, who, leaves(state, winners, side)))
    return tuple(returns)


def _departed(state: State, who: Seat, otherwise: float) -> float:
    """Return what *who* gets: fixed for those who conceded or got away."""
    participant = state.participants[who]
    if participant.status == CONCEDED:
        return participant.left or 0.0
    if participant.status == WITHDRAWN:
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
    """Return how much *who* gets for conceding now [SK-RUL-59]."""
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
    """Return the outcome of a contest in which one side is first at its goal.

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
    """Return the outcome of the conflict at the limit of rounds [SK-CONF-08]."""
    setup = state.setup
    if setup.kind != COMBAT:
        holding = tuple(side for side in sides_left(state) if not acts(state, side))
        if holding:
            returns = _won(state, holding)
            return _outcome(state, Ending.HELD, returns, "SK-RUL-50")
    best = _best(state) if setup.rulings.at_cap == "points" else None
    if best is None:
        draw = [_departed(state, who, setup.worth.draw) for who in _everyone(state)]
        return _outcome(state, Ending.ROUND_LIMIT, tuple(draw))
    return _outcome(state, Ending.ROUND_LIMIT, _won(state, (best,)))


def acts(state: State, side: int) -> bool:
    """Whether anyone of *side* acts in a contest, rather than only resisting."""
    return any(sheet_of(state, who).acts for who in state.setup.teams[side])


def _best(state: State) -> int | None:
    """Return the side that stands best; None if there are several."""
    marks = {side: mark(state, side) for side in sides_left(state)}
    most = max(marks.values())
    best = [side for side, mark in marks.items() if mark == most]
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
    capacity = sum([setup.characters[who].capacity for who in team])
    return capacity - sum([state.participants[who].damage for who in team]), capacity


def _outcome(
    state: State, how: Ending, returns: tuple[float, ...], *rules: str
) -> Outcome:
    """Return the outcome; a Narrator gets nothing."""
    judged = () if state.setup.judge == NOBODY else (0.0,)
    return Outcome(how, (*returns, *judged), (*_RULES, *rules))
