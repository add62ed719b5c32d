"""The end of a conflict: what everyone takes away, and every seat's return."""

from sim.rules.intensity.consequences import AftermathSettled, Carried
from sim.rules.intensity.phases import NONE, Over
from sim.rules.intensity.state import (
    CEDED,
    DEAD,
    PERMANENT,
    Ending,
    State,
    is_in,
    side_of,
)
from sim.seam.events import Seat
from sim.seam.protocol import Due, Outcome
from sim.seam.seats import by_seat, seats

SETTLED = ("IN-R-03", "IN-R-35", "IN-R-37", "IN-R-38")

BECAUSE = {
    Ending.EXHAUSTED: ("IN-R-05",),
    Ending.ROUND_LIMIT: ("IN-R-39",),
    Ending.GOAL_OBTAINED: ("IN-ZERO-01", "IN-R-26"),
    Ending.BOTH_OBTAINED: ("IN-R-24", "IN-R-26"),
    Ending.CEDED: ("IN-CEDE-02", "IN-CEDE-04"),
    Ending.DEATH: ("IN-ZERO-02", "IN-R-25"),
}
"""The rules behind each ending."""


def closing(state: State, how: Ending | None) -> Due:
    """Return the last consequence of a conflict: what everyone takes away."""
    assert how is not None
    carried = tuple(takings(state, who) for who in seats(len(state.participants)))
    return Due((AftermathSettled(SETTLED, how, carried),))


def takings(state: State, who: Seat) -> Carried:
    """Return what *who* takes away [IN-R-03, IN-R-35, IN-R-38]."""
    participant = state.participants[who]
    rulings = state.setup.rulings
    kept = rulings.keep_situation_dice and participant.status != DEAD
    return Carried(
        who,
        participant.intensity,
        _recovered(state, who),
        tuple((die.size, die.left) for die in participant.bonuses) if kept else (),
        tuple(die.size for die in participant.penalties if die.left == PERMANENT),
    )


def _recovered(state: State, who: Seat) -> tuple[int, ...]:
    """Return the sizes after the conflict; dice won in it stay [IN-R-38]."""
    participant = state.participants[who]
    restore = state.setup.rulings.restore_between
    if restore == "none" or participant.status == DEAD:
        return participant.sizes
    return tuple(
        max(size, start) if size or restore == "all" else 0
        for size, start in zip(
            participant.sizes, state.setup.characters[who].sizes, strict=True
        )
    )


def outcome(state: State, _phase: Over) -> Outcome:
    """Return the ending and every seat's return; a judge gets nothing."""
    assert state.how is not None
    judges = (0.0,) * (len(state.setup.names) - len(state.participants))
    return Outcome(state.how, returns(state) + judges, BECAUSE[state.how])


def returns(state: State) -> tuple[float, ...]:
    """Return what each participant gets; a side that gets anything gets one value."""
    shares = _shares(state)
    worth = state.setup.worth
    losing = {CEDED: worth.ceded, DEAD: worth.dead}
    return tuple(
        shares.get(side_of(state, who), losing.get(participant.status, 0.0))
        for who, participant in by_seat(state.participants)
    )


def _shares(state: State) -> dict[int, float]:
    """Return what each side that does not lose gets.

    Sides that obtained goals get what those are worth, or share 1. If no side did, the
    only side left gets 1; several left, or none, have a standoff.
    """
    winners = {side for side, _ in state.won}
    if winners:
        return {side: _earned(state, side) for side in winners}
    everyone = seats(len(state.participants))
    left = {side_of(state, who) for who in everyone if is_in(state, who)}
    if len(left) == 1:
        return dict.fromkeys(left, 1.0)
    return dict.fromkeys(
        left or range(len(state.setup.sides)), state.setup.worth.standoff
    )


def _earned(state: State, side: int) -> float:
    """Return what the goals of *side* are worth together, at most 1."""
    shared = 1.0 / len({winner for winner, _ in state.won})
    goals = [goal.wish for winner, goal in state.won if winner == side]
    worths = [state.setup.wishes[wish].worth for wish in goals if wish != NONE]
    stated = [worth for worth in worths if worth is not None]
    plain = shared if len(stated) < len(goals) else 0.0
    return min(1.0, plain + sum(stated))
